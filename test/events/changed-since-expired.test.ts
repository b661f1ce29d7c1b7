/** Tests that a cursor of changes expires when the change log does not contain all changes after it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { type ApiServer, recordsOf, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { createTestFolder, type TestFolder } from '../support/folder-import.ts'
import { scenarioWork } from '../support/scenarios.ts'

let server: ApiServer
let folder: TestFolder

beforeAll(async () => {
  server = await startApiServer()
  folder = await createTestFolder({
    ...createTestContext(server.database),
    actor: { userId: null, channel: 'import' },
  })
}, 60_000)
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => folder.clear())

const path = '/api/input/item/'
const cursorOf = async (since = 'start', list = path): Promise<string> =>
  (await server.api.get(`${list}?changed_since=${since}`)).headers.get('x-cursor')!

/** Expects that a cursor can no longer be used, neither for changed nor for deleted records, and that a new one can. */
async function expectExpired(cursor: string): Promise<void> {
  for (const list of [path, `${path}deleted/`]) {
    const answer = await server.api.get(`${list}?changed_since=${cursor}`)
    expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('not all kept any more')])
    expect(answer.headers.get('x-earliest-cursor')).toMatch(/^[\da-f]{8}\.\d+$/)
  }
  await expect
    .poll(async () => (await server.api.get(`${path}?changed_since=${await cursorOf()}`)).status)
    .toBe(200)
}

it('after an import whose changes are not logged, for the entity of its records', async () => {
  const [items, locations] = [await cursorOf(), await cursorOf('start', '/api/input/location/')]
  await folder.put('item.csv', 'name\nunlogged\n')
  const { report } = await folder.import({ withoutChangeLog: true })
  expect(report.outcomes).toMatchObject([{ report: { created: 1 } }])
  await expectExpired(items)
  expect((await server.api.get(`/api/input/location/?changed_since=${locations}`)).status).toBe(200)
})

it('after an import with a change log it does not expire, and lists the records', async () => {
  const cursor = await cursorOf()
  await folder.put('item.csv', 'name\nlogged\n')
  await folder.import()
  const answer = await server.api.get(`${path}?changed_since=${cursor}`)
  expect(recordsOf(answer)).toContainEqual(expect.objectContaining({ name: 'logged' }))
})

it('after a promote, and after its revert, which replace all data', async () => {
  const work = scenarioWork(server.database)
  await copyScenario(work, { source: 'default', destination: 'scenario1', force: true, user: null })
  const copied = await cursorOf()
  const promotion = { source: 'scenario1', destination: 'default', user: null }
  await server.api.post('/scenario1/api/input/item/', { name: 'promoted' }, { as: 'superuser' })
  await promoteScenario(work, promotion)
  expect((await server.api.get(`${path}promoted/`)).status).toBe(200)
  await expectExpired(copied)
  const promoted = await cursorOf()
  await revertPromote(work, promotion)
  expect((await server.api.get(`${path}promoted/`)).status).toBe(404)
  await expectExpired(promoted)
})
