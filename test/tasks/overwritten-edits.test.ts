/** Tests that the edits which a promotion or its undo removes from production are counted and listed before and after. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { overwrittenSentence } from '../../src/tasks/overwritten-sentence.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { write } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  await buildUser(server.database, { username: 'buyer', rights: { default: ['input.view_item'] } })
  const promoting = ['common.promote_scenario', 'input.view_item']
  await buildUser(server.database, { username: 'promoter', rights: { default: promoting } })
  await buildUser(server.database, {
    username: 'historian',
    rights: { default: [...promoting, 'common.view_comment'] },
  })
  await save('default', [
    { name: 'ball', cost: 1 },
    { name: 'bat', cost: 2 },
  ])
  await run('copy=1&source=default&destination=scenario1&force=1')
  await save('scenario1', [{ name: 'ball', cost: 5 }])
})
afterAll(() => server[Symbol.asyncDispose]())

const save = (scenario: string, rows: readonly unknown[]) =>
  write({ ...createTestContext(server.database), scenario }, 'input.item', rows)

async function run(parameters: string): Promise<string> {
  const launched = await server.request('POST', `/execute/api/scenario_copy/?${parameters}`)
  expect([parameters, launched.status, launched.text]).toEqual([parameters, 200, expect.anything()])
  const { status, message } = await server.ended(idIn(launched))
  return `${status}: ${message}`
}

async function overwritten(query: string, as = 'admin') {
  const { json } = await server.request('GET', `/api/scenarios/default/overwritten/${query}`, { as })
  return Object(json)
}

const undoNewest = async (): Promise<void> => {
  const { json } = await server.request('GET', '/api/audit/?limit=1')
  const { changeset } = Object(json).sets[0]
  expect((await server.request('POST', `/api/audit/${changeset}/undo/?apply=1`)).status).toBe(200)
}

it('no edits are overwritten while production is as it was copied', async () => {
  expect(await overwritten('?by=scenario1')).toMatchObject({
    edits: 0,
    complete: true,
    entities: [],
    sets: [],
  })
})

it('edits of production since the copy are counted by entity, and listed with user, time and counts', async () => {
  await save('default', [{ name: 'bat', cost: 3 }, { name: 'net' }])
  await save('default', [{ name: 'bat', cost: 4 }])
  const found = await overwritten('?by=scenario1')
  expect(found).toMatchObject({
    edits: 3,
    complete: true,
    entities: [{ entity: 'input.item', label: 'items', created: 1, updated: 2, deleted: 0 }],
    sets: [
      { channel: 'api', entities: [{ entity: 'input.item', created: 0, updated: 1, deleted: 0 }] },
      { channel: 'api', entities: [{ entity: 'input.item', created: 1, updated: 1, deleted: 0 }] },
    ],
    next: null,
  })
  const first = await overwritten('?by=scenario1&limit=1')
  expect(first.sets).toEqual([found.sets[0]])
  expect((await overwritten(`?by=scenario1&limit=1&cursor=${first.next}`)).sets).toEqual([found.sets[1]])
})

it('an edit that was undone is not among them, and one whose undo was undone is again', detail, async () => {
  await save('default', [{ name: 'ball', cost: 9 }])
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 4 })
  await undoNewest()
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 3 })
  await undoNewest()
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 4 })
  await undoNewest()
})

it('edits that the scenario has received by a refresh are not among them', async () => {
  expect(await run('refresh=1&source=default&destination=scenario1')).toMatch(/^Done/)
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 0 })
  await save('default', [{ name: 'net', cost: 7 }])
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 1 })
})

it('changes that were merged from the scenario itself are not among them', detail, async () => {
  expect(await run('promote=1&merge=1&source=scenario1&destination=default')).toMatch(/^Done/)
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: 1 })
})

it('the message of a promotion names their number', async () => {
  expect(await run('promote=1&source=scenario1&destination=default')).toMatch(
    /It overwrote 1 edit made in production since the copy\.$/,
  )
})

it('the same holds for undoing and redoing a promotion', detail, async () => {
  expect(await overwritten('')).toMatchObject({ edits: 0, complete: true })
  await save('default', [
    { name: 'net', cost: 11 },
    { name: 'bat', cost: 11 },
  ])
  expect(await overwritten('')).toMatchObject({
    edits: 2,
    entities: [{ entity: 'input.item', created: 0, updated: 2, deleted: 0 }],
  })
  expect(await run('revert-promote=1')).toMatch(
    /2 edits made since the last promotion or its undo were set aside\.$/,
  )
  expect(await overwritten('')).toMatchObject({ edits: 0 })
  await save('default', [{ name: 'net', cost: 12 }])
  expect(await overwritten('')).toMatchObject({ edits: 1 })
  expect(await run('redo-promote=1')).toMatch(
    /1 edit made since the last promotion or its undo was set aside\.$/,
  )
})

it('a promotion is not reported as failed because its edits cannot be counted afterwards', async () => {
  const log: unknown[] = []
  const context = {
    service: server.service,
    log: (message: string, level?: string) => void log.push([level, message]),
  }
  const pair = { source: 'scenario1', destination: 'default', schema: 'gone' }
  expect(await overwrittenSentence(context, pair)).toEqual([])
  expect(log).toEqual([
    ['warning', expect.stringMatching(/^The edits made in production could not be counted: .*gone/)],
  ])
})

it('they are those of the records that the user may view, and their sets those of the audit', async () => {
  await save('default', [{ name: 'net', cost: 13 }])
  await save('default', [{ name: 'bat', cost: 13 }])
  await write(createTestContext(server.database), 'input.location', [{ name: 'unseen' }])
  const everything = await overwritten('')
  const seen = await overwritten('', 'promoter')
  expect([everything.edits - seen.edits, seen.complete]).toEqual([1, false])
  expect(seen.entities).toMatchObject([{ entity: 'input.item', updated: 2 }])
  expect([seen.sets, seen.next]).toEqual([[], null])
  expect((await overwritten('', 'historian')).sets).toHaveLength(2)
})

it('they require the right to promote, and are undefined without a common history', async () => {
  const { status } = await server.request('GET', '/api/scenarios/default/overwritten/', { as: 'buyer' })
  expect(status).toBe(403)
  await server.database.query({ text: 'TRUNCATE scenario1.lineage, scenario1.merged' })
  expect(await overwritten('?by=scenario1')).toMatchObject({ edits: null, complete: false, sets: [] })
})
