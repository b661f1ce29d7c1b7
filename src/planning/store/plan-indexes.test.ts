/**
 * Tests that every index of the plan tables is used. A plan writes hundreds of thousands of orders and movements, and
 * each index costs about as much as the row itself. The list below names a query for each index; an index without a
 * query that uses it fails, and so does a new index that is not listed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'

/** Users of an index and their queries, by the columns of the index. */
type Needs = Readonly<Record<string, readonly [who: string, rest: string]>>

/**
 * Returns the use of a foreign key: deletions of the referenced record look up the referring rows; lists and reports
 * do as well.
 */
const referred = (column: string): Needs[string] => [
  'rows that go with a record, and its links',
  `WHERE "${column}" = 'x'`,
]
const fromSource: Needs[string] = ['what an import has brought', `WHERE "source" = 'x'`]

const needs: Readonly<Record<string, Needs>> = {
  operationplan: {
    reference: ['an order, and whatever refers to it', `WHERE "reference" = 'x'`],
    'rtrim(reference), length(reference), reference': [
      'every list of orders, in the order of their numbers, page by page',
      `ORDER BY rtrim("reference", '0123456789'), length("reference"), "reference" LIMIT 100`,
    ],
    type: ['the lists of purchase, transfer, manufacturing and delivery orders', `WHERE "type" = 'PO'`],
    startdate: [
      'what is to be released, what is under way in a report',
      `WHERE "startdate" < '2030-01-01' ORDER BY "startdate" LIMIT 100`,
    ],
    enddate: [
      'what arrives or is delivered next, what is under way in a report',
      `WHERE "enddate" >= '2030-01-01' ORDER BY "enddate" LIMIT 100`,
    ],
    batch: ['orders of a batch', `WHERE "batch" = 'x'`],
    source: fromSource,
    operation: referred('operation'),
    owner: referred('owner'),
    item: referred('item'),
    origin: referred('origin'),
    destination: referred('destination'),
    supplier: referred('supplier'),
    demand: referred('demand'),
  },
  operationplanmaterial: {
    id: ['a movement', 'WHERE "id" = 1'],
    operationplan: referred('operationplan'),
    'item, location, flowdate': [
      'stock of an item at a place over time, in reports and exceptions',
      `WHERE "item" = 'x' AND "location" = 'y' AND "flowdate" < '2030-01-01' ORDER BY "flowdate"`,
    ],
    source: fromSource,
  },
  operationplanresource: {
    id: ['a use of capacity', 'WHERE "id" = 1'],
    operationplan: referred('operationplan'),
    'resource, operationplan': ['the work of a resource', `WHERE "resource" = 'x'`],
    source: fromSource,
  },
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

const columnsOf = (columns: readonly string[]): string =>
  columns
    .map((column) => column.replace(/, '0123456789'::text\)$/, ')'))
    .join(', ')
    .replaceAll('"', '')

/** Returns the names of the indexes of a table, by their columns. */
async function indexesOf(table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await test.database.query<{ name: string; columns: readonly string[] }>({
    text: `SELECT x.relname::text AS "name",
        ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) FROM generate_series(1, i.indnkeyatts) n) AS "columns"
      FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = $1::regclass`,
    values: [`"default"."${table}"`],
  })
  return new Map(rows.map(({ name, columns }) => [columnsOf(columns), name]))
}

describe.each(Object.entries(needs))('the table %s', (table, wanted) => {
  it('has no index that nobody is known to need', async () => {
    expect([...(await indexesOf(table)).keys()].toSorted()).toEqual(Object.keys(wanted).toSorted())
  })

  it('is asked by each of its indexes', async () => {
    const indexes = await indexesOf(table)
    await test.database.withTransaction(async (client) => {
      // On an empty table a sequential scan would be cheaper.
      await client.query('SET LOCAL enable_seqscan TO off')
      for (const [columns, [who, rest]] of Object.entries(wanted)) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT * FROM "default"."${table}" ${rest}`,
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, `${columns}: ${who}`).toContain(indexes.get(columns) ?? 'an index')
      }
    })
  })
})
