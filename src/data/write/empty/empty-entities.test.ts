import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestContext,
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/support/database.ts'
import { detail } from '../../../../test/support/detail.ts'
import { rowsOf, write } from '../../../../test/support/records.ts'
import type { DataContext } from '../../context.ts'
import { emptyEntities, type EmptyResult } from './empty-entities.ts'
import { planEmptying } from './empty-plan.ts'
import { truncatableTables } from './truncate.ts'

let test: TestDatabase
let context: DataContext

beforeEach(async () => {
  test = await createTestDatabase()
  const actor = { userId: 7, channel: 'task', origin: 'empty' } as const
  context = createTestContext(test.database, { actor })
  await fill()
})
afterEach(() => test[Symbol.asyncDispose]())

/** Adds two items with their orders, and records that reference them in every way. */
async function fill(): Promise<void> {
  await write(context, 'common.parameter', [{ name: 'currentdate', value: 'today' }])
  await write(context, 'input.calendar', [{ name: 'always' }])
  await write(context, 'input.location', [{ name: 'here', available: 'always' }, { name: 'there' }])
  await write(context, 'input.item', [{ name: 'bike' }, { name: 'bell' }])
  await write(context, 'input.operation', [
    { name: 'build', item: 'bike', location: 'here', available: 'always' },
  ])
  await write(context, 'input.demand', [
    { name: 'SO 1', item: 'bike', location: 'here', due: '2026-01-05T00:00:00', operation: 'build' },
    { name: 'SO 2', location: 'here', due: '2026-01-05T00:00:00' },
  ])
  await write(context, 'input.manufacturingorder', [{ reference: 'MO', operation: 'build' }])
  await write(context, 'input.manufacturingorder', [{ reference: 'MO 1', operation: 'build', owner: 'MO' }])
  await write(context, 'input.purchaseorder', [{ reference: 'PO', item: 'bell', location: 'here' }])
  await write(context, 'input.deliveryorder', [
    { reference: 'DLVR', demand: 'SO 1', item: 'bike', location: 'here' },
  ])
  await write(context, 'input.operationplanmaterial', [
    { operationplan: 'MO 1', item: 'bike', location: 'here', quantity: 1, flowdate: '2026-01-05T00:00:00' },
    { operationplan: 'PO', item: 'bell', location: 'here', quantity: 1, flowdate: '2026-01-05T00:00:00' },
  ])
  await write(context, 'common.comment', [{ content_type: 'item', object_pk: 'bike', comment: 'Nice.' }])
}

const deliver = (reference: string) =>
  write(context, 'input.deliveryorder', [{ reference, demand: 'SO 1', item: 'bike', location: 'here' }])

const empty = (names?: readonly string[], dryRun = false): Promise<EmptyResult> =>
  emptyEntities(context, planEmptying(context.model, names), { dryRun })

const deletedBy = async (...names: readonly string[]): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await empty(names)).deleted)

async function keys(table: string, key = 'name'): Promise<readonly unknown[]> {
  return (await rowsOf(context, table, `"${key}"`)).map((row) => row[key])
}

/** Returns all rows of the tables of the scenario, including the change log. */
async function contents(): Promise<unknown> {
  const tables = new Set(
    context.model.entities.filter(({ schema }) => schema === 'scenario').map(({ table }) => table),
  )
  const stored: Record<string, unknown> = {}
  for (const table of [...tables, 'change', 'changesetentity'])
    stored[table] = await rowsOf(context, table, '1, 2, 3')
  return stored
}

/** Returns references to records that do not exist, for all foreign keys of the scenario. */
async function dangling(): Promise<readonly unknown[]> {
  const { rows } = await test.database.query<{ check: string }>({
    text: `SELECT format('SELECT %L AS "constraint", count(*) AS "count" FROM %s c WHERE c.%I IS NOT NULL
             AND NOT EXISTS (SELECT FROM %s p WHERE p.%I = c.%I)',
             conname, conrelid::regclass, a.attname, confrelid::regclass, b.attname, a.attname) AS "check"
           FROM pg_constraint JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
           JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = confkey[1]
           WHERE contype = 'f' AND connamespace = '"default"'::regnamespace`,
  })
  const text = rows.map(({ check }) => check).join(' UNION ALL ')
  const found = await test.database.query<{ constraint: string; count: number }>({ text })
  return found.rows.filter(({ count }) => count > 0)
}

describe('emptying', () => {
  it('deletes orders of the plan and what they consist of, and nothing else', async () => {
    expect(await deletedBy('input.operationplan')).toEqual({
      'input.operationplan': 4,
      'input.operationplanmaterial': 2,
    })
    expect([await keys('demand'), await keys('item')]).toEqual([
      ['SO 1', 'SO 2'],
      ['bell', 'bike'],
    ])
  })

  it('of sales orders takes along only the orders that deliver them', async () => {
    expect(await deletedBy('input.demand')).toEqual({ 'input.demand': 2, 'input.operationplan': 1 })
    expect(await keys('operationplan', 'reference')).toEqual(['MO', 'MO 1', 'PO'])
  })

  it('of one type of orders leaves the others', async () => {
    expect(await deletedBy('input.manufacturingorder')).toEqual({
      'input.operationplan': 2,
      'input.operationplanmaterial': 1,
    })
    expect(await keys('operationplan', 'reference')).toEqual(['DLVR', 'PO'])
    expect(await dangling()).toEqual([])
  })

  it('of items takes what cannot be without one, and leaves sales orders without item', async () => {
    expect(await deletedBy('input.item')).toEqual({
      'input.item': 2,
      'input.operation': 1,
      'input.demand': 1,
      'input.operationplan': 4,
      'input.operationplanmaterial': 2,
    })
    expect(await keys('demand')).toEqual(['SO 2'])
    expect(await dangling()).toEqual([])
  })

  it('clears references that may be empty, and logs that', async () => {
    const { deleted, released } = await empty(['input.calendar'])
    expect([Object.fromEntries(deleted), Object.fromEntries(released)]).toEqual([
      { 'input.calendar': 1 },
      { 'input.location': 1, 'input.operation': 1 },
    ])
    expect(await rowsOf(context, 'location', '"name"')).toMatchObject([
      { available: null },
      { available: null },
    ])
    const [change] = await rowsOf(context, 'change', '"changeset" DESC, "entity"')
    expect(change).toMatchObject({
      entity: 'input.location',
      key: 'here',
      changes: '{"available":["always", null]}',
    })
  })

  it('without models leaves comments and the log', async () => {
    const { deleted } = await empty()
    expect(deleted.get('input.operationplan')).toBe(4)
    for (const table of [
      'item',
      'demand',
      'operationplan',
      'calendar',
      'parameter',
      'operationplanmaterial',
    ]) {
      expect([table, await rowsOf(context, table, '1')]).toEqual([table, []])
    }
    expect(await rowsOf(context, 'comment', '1')).toHaveLength(1)
    expect((await rowsOf(context, 'changeset', '1')).length).toBeGreaterThan(5)
  })

  it('is one change set with counts', async () => {
    await empty(['input.demand', 'input.operationplan'])
    const [set] = await rowsOf(context, 'changeset', '"id" DESC')
    expect(set).toMatchObject({ user: 7, channel: 'task', origin: 'empty' })
    const counts = (await rowsOf(context, 'changesetentity', '"entity"')).filter(
      ({ changeset }) => changeset === set?.['id'],
    )
    expect(counts.map(({ entity, deleted }) => [entity, deleted])).toEqual([
      ['input.demand', 2],
      ['input.operationplan', 4],
      ['input.operationplanmaterial', 2],
    ])
  })

  it('of empty tables does nothing and logs nothing', async () => {
    await empty()
    const before = await contents()
    expect((await empty()).deleted.size).toBe(0)
    expect(await contents()).toEqual(before)
  })

  it('as a rehearsal counts the same and changes nothing', async () => {
    for (const names of [
      undefined,
      ['input.item'],
      ['input.demand', 'input.purchaseorder'],
      ['input.calendar'],
    ]) {
      const before = await contents()
      const rehearsed = await empty(names, true)
      expect(await contents()).toEqual(before)
      expect(rehearsed.deleted.size).toBeGreaterThan(0)
    }
    const rehearsed = await empty(['input.item', 'input.purchaseorder', 'input.calendar'], true)
    expect(await empty(['input.item', 'input.purchaseorder', 'input.calendar'])).toEqual(rehearsed)
  })

  it('leaves no reference behind, whatever the model', async () => {
    const referred = planEmptying(context.model).requested.filter(
      ({ name, view }) => view !== undefined || context.model.referrers.get(name)?.length !== 0,
    )
    expect(referred.length).toBeGreaterThan(12)
    for (const { name } of referred) {
      await fill()
      await empty([name])
      expect([name, await dangling()]).toEqual([name, []])
    }
  })
})

describe('beside others', () => {
  it('does not wait for readers nor take their records away', async () => {
    const reader = await test.database.pool.connect()
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await reader.query('SELECT FROM "default"."demand"')
    // Its lock prevents truncating, so the rows are deleted instead.
    expect((await empty()).deleted.get('input.demand')).toBe(2)
    const { rows } = await reader.query('SELECT "name" FROM "default"."demand"')
    await reader.query('COMMIT')
    reader.release()
    expect(rows).toHaveLength(2)
    expect(await keys('demand')).toEqual([])
  })

  it('leaves no reference behind while others write', detail, async () => {
    for (let round = 0; round < 5; round += 1) {
      await fill()
      const orders = Array.from({ length: 8 }, (_, place) => deliver(`DLVR ${round} ${place}`))
      const outcomes = await Promise.allSettled([
        ...orders,
        empty(['input.demand']),
        empty(['input.purchaseorder']),
      ])
      expect(outcomes.slice(-2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await dangling()).toEqual([])
      expect(await keys('demand')).toEqual([])
    }
  })

  it('knows which tables can go at once', async () => {
    await test.database.withClient(async (client) => {
      const all = await truncatableTables(client, 'default', ['operationplan', 'operationplanmaterial'])
      expect(all).toEqual(['operationplanmaterial'])
      const complete = ['operationplan', 'operationplanmaterial', 'operationplanresource']
      expect(await truncatableTables(client, 'default', complete)).toEqual(complete)
      expect(await truncatableTables(client, 'default', ['demand', ...complete])).toEqual([
        'demand',
        ...complete,
      ])
      expect(await truncatableTables(client, 'default', ['item'])).toEqual([])
    })
  })
})
