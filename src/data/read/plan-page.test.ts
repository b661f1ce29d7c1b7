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
    text: `INSERT INTO "default"."location" ("name") SELECT 'location ' || i FROM generate_series(0, 999) AS i UNION SELECT 'port'`,
  })
  // A third of the demands has no item, and the items do not follow the order of the names. The port has one in
  // sixty.
  await opened.database.query({
    text: `INSERT INTO "default"."demand" ("name", "item", "location", "due", "quantity")
      SELECT 'demand ' || lpad(i::text, 5, '0'), CASE WHEN i % 3 > 0 THEN 'item ' || i * 7 % 1000 END,
        CASE WHEN i % 3 > 0 THEN 'location ' || i * 7 % 1000 WHEN i % 60 = 0 THEN 'port' END,
        timestamp '2026-01-01' + i * 13 % 5000 * interval '1 day', i FROM generate_series(1, ${size}) AS i`,
  })
  await opened.database.query({ text: 'VACUUM ANALYZE "default"."demand"' })
})
afterAll(() => opened[Symbol.asyncDispose]())

const planOf = (
  ordering: string,
  offset: number,
  further: Readonly<Record<string, string>> = {},
): ReadPlan => {
  const query = new URLSearchParams({
    ordering,
    fields: 'name',
    limit: String(limit),
    offset: String(offset),
    ...further,
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

/** Executes a plan and returns its nodes, the outermost one first. */
const explain = async (client: pg.PoolClient, { values }: ReadPlan): Promise<Node> => {
  const given = values.length === 0 ? '' : `(${values.map((value) => `'${value}'`).join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE "page" ${given}`,
  )
  const [{ Plan: top }]: readonly [{ readonly Plan: Node }] = JSON.parse(rows[0]!['QUERY PLAN'])
  return top
}

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

/** Returns the number of rows that were read from the table itself, besides its indexes. */
const recordsRead = (node: Node): number =>
  (node['Node Type'] === 'Index Only Scan' || node['Relation Name'] === undefined
    ? 0
    : node['Actual Rows'] * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, child) => sum + recordsRead(child), 0)

const nodeTypes = (node: Node): readonly string[] => [
  node['Node Type'],
  ...(node.Plans ?? []).flatMap(nodeTypes),
]

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
      const top = await explain(client, plan)
      // The demands of an item or a due date, at most 20, are sorted by the rest of the order.
      // Entries of an index before the page are passed twice.
      expect(rowsRead(top)).toBeLessThanOrEqual(2 * offset + 2 * limit + 50)
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

test('the records before a page by item are passed in an index', async () => {
  const plan = planOf('item,name', 1_000, { fields: 'name,description' })
  await withPlan(plan, async (client, execute) => {
    expect(await execute()).toHaveLength(limit)
    // Those of the items at both ends of the page, at most 14 each, are sorted.
    expect(recordsRead(await explain(client, plan))).toBeLessThan(3 * limit)
  })
})

test('the keys of a first page are found first if an index contains them and all conditions', async () => {
  const findsKeysFirst = (further: Readonly<Record<string, string>>): boolean =>
    planOf('name', 0, further).text.includes('"page_key"')
  const covered = [
    { location: 'port' },
    { location: 'port', quantity__gte: '9' },
    { location: 'port', name__ne: 'x' },
  ]
  expect(covered.map(findsKeysFirst)).toEqual([true, true, true])
  const others = [
    { status: 'open' },
    { quantity__gte: '9' },
    { location: 'port', priority: '1' },
    { customer: 'x' },
  ]
  expect(others.map(findsKeysFirst)).toEqual([false, false, false, false])
  const found = await withPlan(planOf('name', 0, { location: 'port' }), (_, execute) => execute())
  const names = Array.from({ length: limit }, (_, i) => `demand ${String((i + 1) * 60).padStart(5, '0')}`)
  expect(found).toEqual(names.map((name) => JSON.stringify({ name })))
})

test('a page in the order of the key is read from its first record on, without sorting or joining', async () => {
  for (const ordering of ['name', '-name']) {
    const plan = planOf(ordering, 1_000)
    await withPlan(plan, async (client) => {
      const types = nodeTypes(await explain(client, plan))
      expect(types.filter((type) => !/^(?:Limit|Index (?:Only )?Scan)$/.test(type))).toEqual([])
    })
  }
})

test('pages in the order of the key give all records', async () => {
  const names = Array.from({ length: size }, (_, i) => `demand ${String(i + 1).padStart(5, '0')}`)
  for (const [ordering, all] of [
    ['name', names],
    ['-name', names.toReversed()],
  ] as const) {
    for (const offset of [0, 100, 7_777, size - 50, size, size + 1]) {
      const found = await withPlan(planOf(ordering, offset), (_, execute) => execute())
      const expected = all.slice(offset, offset + limit).map((name) => JSON.stringify({ name }))
      expect(found).toEqual(expected)
    }
  }
})
