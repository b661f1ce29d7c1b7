/** Tests that a page of a whole list is read by one kept plan, which reads only the page and the keys before it. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { requireEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { parseRead } from './index.ts'
import { planRead } from './plan-read.ts'
import type { ReadPlan } from './read-plan.ts'

// Enough records for PostgreSQL to prefer indexes.
const [size, limit] = [20_000, 100]

let opened: TestDatabase
let context: DataContext

beforeAll(async () => {
  opened = await createTestDatabase()
  context = createTestContext(opened.database)
  await opened.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT 'item ' || i FROM generate_series(0, 999) AS i`,
  })
  await opened.database.query({
    text: `INSERT INTO "default"."location" ("name") SELECT 'location ' || i FROM generate_series(0, 999) AS i`,
  })
  // A third of the demands has no item, and the items do not follow the order of the names.
  await opened.database.query({
    text: `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity")
      SELECT 'demand ' || lpad(i::text, 5, '0'), CASE WHEN i % 3 > 0 THEN 'item ' || i * 7 % 1000 END,
        CASE WHEN i % 3 > 0 THEN 'location ' || i * 7 % 1000 END,
        timestamp '2026-01-01' + i * 13 % 5000 * interval '1 day', i FROM generate_series(1, ${size}) AS i`,
  })
  await opened.database.query({ text: 'VACUUM ANALYZE "default"."demand"' })
})
afterAll(() => opened[Symbol.asyncDispose]())

const planOf = (ordering: string, offset: number): ReadPlan => {
  const query = new URLSearchParams({
    ordering,
    fields: 'name',
    limit: String(limit),
    offset: String(offset),
  })
  const demand = requireEntity(context.model, 'input.demand')
  return planRead(context, parseRead(context.model, demand, query, { timeZone: 'UTC' }))
}

/** Executes a plan with its settings, in one transaction. */
const withPlan = <Result>(
  plan: ReadPlan,
  run: (client: pg.PoolClient, execute: () => Promise<readonly string[]>) => Promise<Result>,
): Promise<Result> =>
  opened.database.withTransaction(async (client) => {
    for (const [name, value] of Object.entries(plan.settings))
      await client.query('SELECT set_config($1, $2, true)', [name, value])
    await client.query('DEALLOCATE ALL')
    await client.query(`PREPARE "page" AS ${plan.text}`)
    const values = plan.values.map((value) => `'${value}'`).join(', ')
    return run(client, async () => {
      const { rows } = await client.query<{ row_to_json: string }>(`EXECUTE "page" (${values})`)
      return rows.map((row) => row.row_to_json)
    })
  })

interface Node {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

/** Returns the number of rows that were read from tables and indexes. */
const rowsRead = (node: Node): number =>
  (node['Relation Name'] === undefined ? 0 : node['Actual Rows'] * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0)

const orders = ['name', '-name', 'item,name', 'location,name', '-due,name', 'item,-due,name']

test.each(orders.flatMap((order) => [0, 100, 1_000].map((offset): [string, number] => [order, offset])))(
  'the page in the order %s at %i is read by a kept plan that reads little more than the page',
  async (ordering, offset) => {
    const plan = planOf(ordering, offset)
    await withPlan(plan, async (client, execute) => {
      for (let turn = 0; turn < 3; turn += 1) expect(await execute()).toHaveLength(limit)
      const { rows: uses } = await client.query<{ generic: number; custom: number }>(
        `SELECT "generic_plans"::int AS "generic", "custom_plans"::int AS "custom" FROM pg_prepared_statements WHERE "name" = 'page'`,
      )
      expect(uses).toEqual([{ generic: 3, custom: 0 }])
      const values = plan.values.map((value) => `'${value}'`).join(', ')
      const { rows: explained } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE "page" (${values})`,
      )
      const [{ Plan: top }]: readonly [{ readonly Plan: Node }] = JSON.parse(explained[0]!['QUERY PLAN'])
      // The demands of an item or a due date, at most 20, are sorted by the rest of the order.
      expect(rowsRead(top)).toBeLessThanOrEqual(offset + 2 * limit + 50)
    })
  },
)

test('pages give all records in order, also where those without a value begin', async () => {
  const all = (
    await opened.database.query<{ name: string }>({
      text: 'SELECT "name" FROM "default"."demand" ORDER BY "item" NULLS LAST, "name"',
    })
  ).rows.map(({ name }) => JSON.stringify({ name }))
  for (const offset of [0, 100, 13_250, 13_300, 13_350, size - 50, size]) {
    const found = await withPlan(planOf('item,name', offset), (_, execute) => execute())
    expect(found).toEqual(all.slice(offset, offset + limit))
  }
})
