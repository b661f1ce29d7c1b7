import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

// The reported state of a scenario is its real state, whatever killed processes and psql have left in the registry.
// No worker runs here that would clean up.
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => setStatus('scenario1', 'In use'))

const query = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
  server.database.query({ text, values })

const setStatus = (name: string, status: string): Promise<unknown> =>
  query('UPDATE control."scenario" SET "status" = $2 WHERE "name" = $1', [name, status])

async function answer(path: string): Promise<unknown> {
  const { json } = await server.request('GET', path)
  return json
}

/** Returns the state of scenario1 according to the list, the record and filters. */
async function seen(): Promise<readonly unknown[]> {
  const found: string[] = []
  for (const status of ['Free', 'In use', 'Busy']) {
    const filter = encodeURIComponent(status)
    const list = await answer(`/api/common/scenario/?status=${filter}&name=scenario1&fields=status`)
    if (Array.isArray(list) && list.length > 0) found.push(`${status}: ${JSON.stringify(list)}`)
  }
  const detail = await answer('/api/common/scenario/scenario1/')
  return [Object(detail).status, ...found]
}

const inAllWays = (status: string): readonly string[] => [
  status,
  `${status}: ${JSON.stringify([{ status }])}`,
]

it('a scenario is busy while somebody replaces its data', async () => {
  await whileScenarioBusy(server.database, 'scenario1', async () => {
    expect(await seen()).toEqual(inAllWays('Busy'))
  })
  expect(await seen()).toEqual(inAllWays('In use'))
})

it('a copy that was killed leaves a scenario that is in use', async () => {
  await setStatus('scenario1', 'Busy')
  expect(await seen()).toEqual(inAllWays('In use'))
})

it('a label is changed under the state that is the case, and by the tag of that record', async () => {
  await setStatus('scenario1', 'Busy')
  const { headers } = await server.request('GET', '/api/common/scenario/scenario1/')
  const changed = await server.request('PATCH', '/api/common/scenario/scenario1/', {
    body: { description: 'What if' },
    headers: { 'If-Match': headers.get('etag') ?? '' },
  })
  expect([changed.status, changed.json]).toEqual([
    200,
    expect.objectContaining({ description: 'What if', status: 'In use' }),
  ])
})

it('a label is as long as the commands allow, and no longer', async () => {
  for (const [length, status] of [
    [500, 200],
    [501, 400],
  ] as const) {
    const body = { label: 'x'.repeat(length) }
    const answered = await server.request('PATCH', '/api/common/scenario/scenario1/', { body })
    expect([length, answered.status]).toEqual([length, status])
  }
})

it('a scenario whose data is missing is open to nobody and shown to nobody, as one that is free', async () => {
  await query('ALTER SCHEMA scenario1 RENAME TO elsewhere')
  server.service.auth.access.invalidateAll()
  const { status } = await server.request('GET', '/scenario1/api/input/item/')
  const found = [
    await answer('/api/common/scenario/?fields=name,status'),
    await answer('/api/common/user/?username=admin&fields=databases'),
  ]
  await query('ALTER SCHEMA elsewhere RENAME TO scenario1')
  server.service.auth.access.invalidateAll()
  expect(status).toBe(404)
  expect(found).toEqual([[{ name: 'default', status: 'In use' }], [{ databases: ['default'] }]])
})
