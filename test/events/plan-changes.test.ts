/** Tests the changes of stored plans: the feed of a plan, its event, and lists that follow changes of orders. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { type ApiServer, recordsOf, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { loadModel, type ModelRow, planScenario } from '../support/plans.ts'
import type { JsonRecord } from '../support/records.ts'

const row = (model: string, fields: ModelRow['fields']): ModelRow => ({ model: `input.${model}`, fields })

const shop: readonly ModelRow[] = [
  { model: 'common.parameter', fields: { name: 'currentdate', value: '2026-01-05' } },
  row('location', { name: 'Shop' }),
  row('supplier', { name: 'Parts Inc' }),
  row('item', { name: 'Chair' }),
  row('itemsupplier', { item: 'Chair', supplier: 'Parts Inc', location: 'Shop', leadtime: '5 00:00:00' }),
  row('demand', { name: 'SO 1', item: 'Chair', location: 'Shop', quantity: 3, due: '2026-02-01' }),
  row('demand', { name: 'SO 2', item: 'Chair', location: 'Shop', quantity: 5, due: '2026-02-09' }),
]

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer({ settings: { TIME_ZONE: 'UTC' } })
  context = {
    ...createTestContext(server.database),
    actor: { userId: null, channel: 'task', origin: 'runplan' },
  }
  await loadModel(context, shop)
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const linesOf = (text: string): readonly JsonRecord[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Runs the plan. Returns its events and its changes. */
async function plan(): Promise<{ events: readonly JsonRecord[]; changes: readonly JsonRecord[] }> {
  const begin = await server.api.get('/api/events/?since=now')
  const cursor = String(linesOf(begin.text).at(-1)!['cursor'])
  await planScenario(context)
  const answer = await server.api.get(`/api/events/?since=${cursor}&kinds=plan`)
  const events = linesOf(answer.text).filter(({ kind }) => kind === 'plan')
  const changes = await server.api.get(`/api/plan/${Number(events[0]!['plan'])}/changes/`)
  expect(changes.status).toBe(200)
  return { events, changes: linesOf(changes.text) }
}

describe('a plan', () => {
  it('tells which proposed orders it added, moved, resized and dropped, by references that stay', async () => {
    const first = await plan()
    expect(first.events).toHaveLength(1)
    expect(first.events[0]).toMatchObject({ scenario: 'default', origin: 'runplan', figures: { ontime: 2 } })
    expect(first.changes.map(({ type, change }) => [type, change])).toEqual([
      ['PO', 'added'],
      ['PO', 'added'],
    ])
    const [one] = first.changes
    expect(one).toMatchObject({ quantity: [null, 3], start: [null, '2026-01-27T00:00:00'] })
    expect((await plan()).changes).toEqual([])
    const cursor = (await server.api.get('/api/input/purchaseorder/?changed_since=start')).headers.get(
      'x-cursor',
    )!
    await server.api.patch('/api/input/demand/SO%201/', { quantity: 4 })
    await server.api.patch('/api/input/demand/SO%202/', { due: '2026-02-12' })
    const second = await plan()
    const told = second.changes.map(({ change, quantity, start }) => [change, quantity, start])
    expect(told).toEqual([
      ['resized', [3, 4], ['2026-01-27T00:00:00', '2026-01-27T00:00:00']],
      ['moved', [5, 5], ['2026-02-04T00:00:00', '2026-02-07T00:00:00']],
    ])
    expect(second.changes[0]!['reference']).toBe(one!['reference'])
    await server.api.delete('/api/input/demand/SO%202/')
    const third = await plan()
    expect(third.changes.map(({ change, quantity }) => [change, quantity])).toEqual([['dropped', [5, null]]])
    const followed = await server.api.get(`/api/input/purchaseorder/?changed_since=${cursor}`)
    expect(recordsOf(followed).map(({ reference }) => reference)).toEqual([one!['reference']])
    const gone = await server.api.get(`/api/input/purchaseorder/deleted/?changed_since=${cursor}`)
    expect(gone.json).toEqual([third.changes[0]!['reference']])
    expect(
      (await server.api.get(`/api/input/manufacturingorder/deleted/?changed_since=${cursor}`)).json,
    ).toEqual([])
    const demands = await server.api.get(`/api/input/demand/?changed_since=${cursor}`)
    expect(demands.headers.get('x-changed-by-plan')).toBe('true')
  })

  it('is told to those who may view orders, by type and kind of change', async () => {
    await server.api.patch('/api/input/demand/SO%201/', { quantity: 6 })
    const { events } = await plan()
    const path = `/api/plan/${Number(events[0]!['plan'])}/changes/`
    expect(linesOf((await server.api.get(`${path}?type=PO&change=resized`)).text)).toHaveLength(1)
    expect((await server.api.get(`${path}?change=added`)).text).toBe('')
    expect((await server.api.get(`${path}?type=XX`)).status).toBe(400)
    expect((await server.api.get(path, { as: 'viewer' })).status).toBe(200)
    expect((await server.api.get(path, { as: 'norights' })).status).toBe(403)
    expect((await server.api.get('/api/plan/9999/changes/')).status).toBe(404)
    await server.database.query({ text: 'UPDATE "default"."changelog" SET "expired" = 1e15' })
    expect((await server.api.get(path)).status).toBe(410)
  })
})
