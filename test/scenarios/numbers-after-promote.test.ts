/**
 * Tests numbers of production after a promote: since the copy, production and the scenario have given the same numbers
 * to different change sets, records and comments.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import { scenarioWork } from '../support/scenarios.ts'

let server: ApiServer

beforeEach(async () => {
  server = await startApiServer()
  await server.api.create('/api/input/item/', [
    { name: 'a', cost: 1 },
    { name: 'b', cost: 1 },
  ])
})
afterEach(() => server[Symbol.asyncDispose]())

const work = () => scenarioWork(server.database)
const copy = () =>
  copyScenario(work(), { source: 'default', destination: 'scenario1', force: true, user: null })
const promotion = { source: 'scenario1', destination: 'default', user: null }
const promote = () => promoteScenario(work(), promotion)

const inScenario = (scenario: string): string => (scenario === 'default' ? '' : `/${scenario}`)

const setCost = async (scenario: string, item: string, cost: number): Promise<void> => {
  const { status } = await server.api.patch(`${inScenario(scenario)}/api/input/item/${item}/`, { cost })
  expect(status).toBe(200)
}

const costOf = async (item: string, scenario = 'default'): Promise<unknown> =>
  Object((await server.api.get(`${inScenario(scenario)}/api/input/item/${item}/`)).json).cost

/** Returns the last change set of a scenario. */
async function lastOf(scenario: string): Promise<{ readonly changeset: number; readonly created: string }> {
  const { json } = await server.api.get(`${inScenario(scenario)}/api/audit/?limit=1`)
  const [{ changeset, created }] = Object(json).sets
  return { changeset: Number(changeset), created: String(created) }
}

const undo = (changeset: number, query = '', scenario = 'default') =>
  server.api.post(`${inScenario(scenario)}/api/audit/${changeset}/undo/?apply=1${query}`, undefined)

it('refuses to undo a number of replaced data, which the promoted data has for another change set', async () => {
  await copy()
  await setCost('default', 'a', 5)
  const { changeset } = await lastOf('default')
  // The log of the copy also has the entry of the copy.
  await setCost('default', 'a', 6)
  await setCost('scenario1', 'b', 7)
  const promoted = await lastOf('scenario1')
  expect(promoted.changeset).toBe(changeset + 1)
  await promote()
  expect(await costOf('b')).toBe(7)
  expect((await undo(promoted.changeset)).status).toBe(404)
  expect((await server.api.get(`/api/audit/${promoted.changeset}/undo/`)).status).toBe(404)
  expect((await undo(promoted.changeset, '&created=2026-01-01T00:00:00')).status).toBe(404)
  expect(await costOf('b')).toBe(7)
  // The audit names the change set unambiguously.
  expect((await undo(promoted.changeset, `&created=${promoted.created}`)).status).toBe(200)
  expect(await costOf('b')).toBe(1)
  await setCost('default', 'b', 8)
  const later = await lastOf('default')
  expect((await undo(later.changeset)).status).toBe(200)
  expect(await costOf('b')).toBe(1)
})

it('still undoes what both have in common, and refuses the numbers after a revert too', detail, async () => {
  await setCost('default', 'a', 2)
  const common = await lastOf('default')
  await copy()
  await setCost('default', 'a', 3)
  await setCost('default', 'b', 3)
  const replaced = await lastOf('default')
  await setCost('scenario1', 'b', 7)
  await promote()
  await revertPromote(work(), promotion)
  expect(await costOf('b')).toBe(3)
  expect((await undo(replaced.changeset)).status).toBe(404)
  expect((await undo(replaced.changeset, `&created=${replaced.created}`)).status).toBe(200)
  await promote()
  expect((await undo(common.changeset)).status).toBe(200)
  expect(await costOf('a')).toBe(1)
})

it('refuses numbers of a scenario that another copy has replaced', detail, async () => {
  await copy()
  await setCost('scenario1', 'a', 5)
  const { changeset } = await lastOf('scenario1')
  await setCost('default', 'b', 5)
  await setCost('default', 'b', 6)
  expect((await lastOf('default')).changeset).toBe(changeset)
  await copy()
  expect((await undo(changeset, '', 'scenario1')).status).toBe(404)
  expect(await costOf('b', 'scenario1')).toBe(6)
})

const costEdit = (key: number) => ({
  entity: 'input.itemsupplier',
  action: 'update',
  key: String(key),
  fields: { cost: 4.2 },
})

it('applies no edit of a pending proposal to another record with the same number', async () => {
  await server.api.create('/api/input/supplier/', [{ name: 's' }])
  const supply = async (scenario: string, item: string): Promise<number> => {
    const records = [{ item, supplier: 's' }]
    const [record] = await server.api.create(`${inScenario(scenario)}/api/input/itemsupplier/`, records)
    return Number(Object(record).id)
  }
  const both = await supply('default', 'b')
  await copy()
  const number = await supply('default', 'a')
  await server.api.create('/scenario1/api/input/item/', [{ name: 'c' }])
  expect(await supply('scenario1', 'c')).toBe(number)
  const propose = async (key: number): Promise<number> => {
    const proposal = { title: 'Costs', submit: true, edits: [costEdit(key)] }
    const { status, json } = await server.api.post('/api/proposals/', proposal)
    expect(status).toBe(201)
    return Number(Object(json).id)
  }
  const [other, same] = [await propose(number), await propose(both)]
  await promote()
  const check = async (id: number): Promise<unknown> =>
    Object((await server.api.get(`/api/proposals/${id}/`)).json).conflicts
  expect(await check(other)).toEqual([expect.objectContaining({ problem: 'deleted' })])
  expect(await check(same)).toEqual([])
})

const comment = async (scenario: string, text: string): Promise<void> => {
  const record = { content_type: 'input.item', object_pk: 'a', comment: text }
  await server.api.create(`${inScenario(scenario)}/api/common/comment/`, [record])
}

const inbox = async (
  query = '',
): Promise<{
  readonly unread: number
  readonly texts: readonly string[]
  readonly ids: readonly string[]
}> => {
  const { unread, items } = Object((await server.api.get(`/api/inbox/${query}`, { as: 'viewer' })).json)
  const list: readonly unknown[] = items
  return {
    unread: Number(unread),
    texts: list.map((item) => String(Object(item).text)),
    ids: list.map((item) => String(Object(item).id)),
  }
}

const markRead = async (ids: readonly string[]): Promise<void> => {
  expect((await server.api.post('/api/inbox/read/', { ids }, { as: 'viewer' })).status).toBe(200)
}

it('takes no later comment for a read one', async () => {
  await comment('default', '@viewer common')
  await copy()
  await comment('default', '@viewer of production')
  const { ids } = await inbox()
  await markRead(ids)
  expect((await inbox()).unread).toBe(0)
  await promote()
  await comment('default', '@viewer urgent')
  expect(await inbox('?unread=1')).toMatchObject({ unread: 1, texts: ['@viewer urgent'] })
})

it('takes no comment of the promoted data for a read one', detail, async () => {
  await server.api.post(
    '/api/common/follower/',
    { content_type: 'input.item', object_pk: 'a' },
    { as: 'viewer' },
  )
  await copy()
  await comment('default', 'of production')
  await comment('scenario1', 'of the scenario')
  const { ids, texts } = await inbox()
  expect(texts).toEqual(['of production'])
  await markRead(ids)
  await promote()
  expect(await inbox('?unread=1')).toMatchObject({ unread: 1, texts: ['of the scenario'] })
})

const follow = async (): Promise<void> => {
  const record = { content_type: 'input.item', object_pk: 'a' }
  const { status } = await server.api.post('/api/common/follower/', record, { as: 'planner' })
  expect(status).toBe(201)
}

/** Returns the unread items of the planner by kind. */
async function newsOfPlanner(): Promise<readonly string[]> {
  const { items } = Object((await server.api.get('/api/inbox/?unread=1', { as: 'planner' })).json)
  const list: readonly unknown[] = items
  return list.map((item) => String(Object(item).kind))
}

it('keeps mentions in comments that both have', async () => {
  await comment('default', '@viewer common')
  await copy()
  await comment('default', '@viewer of production')
  await promote()
  expect(await inbox()).toMatchObject({ unread: 1, texts: ['@viewer common'] })
})

it('shows a follower what a promote has changed, and nothing from before the copy', async () => {
  await setCost('default', 'a', 2)
  await setCost('default', 'a', 3)
  await copy()
  await follow()
  expect(await newsOfPlanner()).toEqual([])
  await promote()
  expect(await newsOfPlanner()).toEqual([])
  await copy()
  await setCost('scenario1', 'a', 4)
  await promote()
  expect(await newsOfPlanner()).toEqual(['change'])
  await setCost('default', 'a', 5)
  expect(await newsOfPlanner()).toEqual(['change', 'change'])
})

const query = (text: string) => server.database.query({ text })

it('keeps the news of plans of production, and takes none of the scenario', detail, async () => {
  const notice = async (scenario: string, text: string): Promise<void> => {
    await query(`INSERT INTO "${scenario}".plannotice ("changeset", "user", "total", "changes")
      SELECT max("id"), 1, 1, '${text}' FROM "${scenario}".changeset`)
  }
  await notice('default', 'common')
  await copy()
  await setCost('default', 'a', 2)
  await setCost('default', 'a', 3)
  await notice('default', 'replaced')
  await setCost('scenario1', 'a', 2)
  await notice('scenario1', 'of the scenario')
  await promote()
  const { rows } = await query('SELECT "changes" FROM "default".plannotice')
  expect(rows).toEqual([{ changes: 'common' }])
})

it('keeps notes on exceptions of production, unless the scenario has later ones', async () => {
  const note = (scenario: string, id: string, text: string, day: number) =>
    query(`INSERT INTO "${scenario}".exceptionstate ("id", "note", "changed")
      VALUES ('${id}', '${text}', '2026-01-0${day}') ON CONFLICT ("id") DO UPDATE
      SET "note" = excluded."note", "changed" = excluded."changed"`)
  await note('default', 'late', 'common', 1)
  await note('default', 'short', 'common', 1)
  await copy()
  await note('default', 'late', 'of production', 3)
  await note('scenario1', 'late', 'of the scenario', 2)
  await note('scenario1', 'short', 'of the scenario', 2)
  await note('default', 'overload', 'of production', 2)
  await promote()
  const { rows } = await query('SELECT "id", "note" FROM "default".exceptionstate ORDER BY "id"')
  expect(rows).toEqual([
    { id: 'late', note: 'of production' },
    { id: 'overload', note: 'of production' },
    { id: 'short', note: 'of the scenario' },
  ])
})
