/**
 * Data of a scenario of a given size, distributed over the tables as in a typical installation: mostly orders with
 * their materials and resources, then demands, then master data. The data are the same for the same size.
 */
import { identifier } from '../../src/database/identifiers.ts'

/** Number of rows of a table, and its columns as SQL over the row number `n`. */
interface Filling {
  readonly table: string
  readonly rows: number
  readonly columns: Readonly<Record<string, string>>
}

const day = (expression: string): string => `timestamp '2026-01-01' + (${expression}) * interval '1 day'`

/** Returns the n-th name of a table with the given number of rows; consecutive rows refer to distant rows. */
const one = (name: string, count: number, prime = 7919): string =>
  `'${name} ' || lpad((1 + (n::bigint * ${prime}) % ${count})::text, 6, '0')`

const own = (name: string): string => `'${name} ' || lpad(n::text, 6, '0')`

function fillings(total: number): readonly Filling[] {
  const share = (part: number): number => Math.max(1, Math.round(total * part))
  const [items, operations, demands, orders] = [share(0.02), share(0.02), share(0.2), share(0.25)]
  const [locations, customers, suppliers, resources] = [
    20,
    share(0.002),
    Math.min(200, share(0.001)),
    share(0.001),
  ]
  const item = one('item', items)
  const location = one('location', locations, 13)
  const lastmodified = day('(n % 700)::integer - 700')
  return [
    { table: 'location', rows: locations, columns: { name: own('location') } },
    {
      table: 'customer',
      rows: customers,
      columns: { name: own('customer'), category: `'region ' || n % 12`, lastmodified },
    },
    { table: 'supplier', rows: suppliers, columns: { name: own('supplier'), lastmodified } },
    {
      table: 'item',
      rows: items,
      columns: {
        name: own('item'),
        description: `'Housing, ' || n % 40 || ' mm, coated, series ' || n % 97`,
        category: `'family ' || n % 30`,
        cost: 'round((n % 977) * 1.37, 2)',
        source: `'ERP'`,
        lastmodified,
      },
    },
    {
      table: 'resource',
      rows: resources,
      columns: { name: own('resource'), location, maximum: '1 + n % 3', lastmodified },
    },
    {
      table: 'operation',
      rows: operations,
      columns: {
        name: own('operation'),
        type: `'time_per'`,
        item,
        location,
        duration_per: `(n % 300) * interval '1 second'`,
        lastmodified,
      },
    },
    {
      table: 'operationmaterial',
      rows: share(0.025),
      columns: {
        operation: one('operation', operations, 1),
        item,
        quantity: '-1 - n % 4',
        effective_start: day('n'),
        lastmodified,
      },
    },
    {
      table: 'operationresource',
      rows: share(0.02),
      columns: {
        operation: one('operation', operations, 1),
        resource: one('resource', resources),
        lastmodified,
      },
    },
    {
      table: 'buffer',
      rows: share(0.03),
      columns: {
        item: one('item', items, 1),
        location: `'location ' || lpad((1 + n / ${items})::text, 6, '0')`,
        onhand: 'n % 500',
        lastmodified,
      },
    },
    {
      table: 'itemsupplier',
      rows: share(0.02),
      columns: {
        item: one('item', items, 1),
        supplier: one('supplier', suppliers),
        leadtime: `(3 + n % 40) * interval '1 day'`,
        cost: 'round((n % 977) * 0.91, 2)',
        lastmodified,
      },
    },
    {
      table: 'demand',
      rows: demands,
      columns: {
        name: own('SO'),
        customer: one('customer', customers),
        item,
        location,
        due: day('n % 365'),
        quantity: '1 + n % 250',
        priority: '1 + n % 20',
        status: `CASE WHEN n % 9 = 0 THEN 'closed' ELSE 'open' END`,
        source: `'ERP'`,
        deliverydate: day('n % 365 + n % 3'),
        plannedquantity: '1 + n % 250',
        lastmodified,
      },
    },
    {
      table: 'operationplan',
      rows: orders,
      columns: {
        reference: own('MO'),
        status: `CASE WHEN n % 5 = 0 THEN 'confirmed' ELSE 'proposed' END`,
        quantity: '1 + n % 250',
        startdate: day('n % 365'),
        enddate: day('n % 365 + 2'),
        operation: one('operation', operations),
        item,
        location,
        demand: one('SO', demands),
        plan: `jsonb_build_object('pegging', jsonb_build_object('SO ' || lpad((1 + n % ${demands})::text, 6, '0'), n % 250))`,
        lastmodified,
      },
    },
    {
      table: 'operationplanmaterial',
      rows: share(0.28),
      columns: {
        item,
        location,
        operationplan: one('MO', orders),
        quantity: '-1 - n % 250',
        flowdate: day('n % 365'),
        onhand: 'n % 900',
        lastmodified,
      },
    },
    {
      table: 'operationplanresource',
      rows: share(0.1),
      columns: {
        resource: one('resource', resources, 1),
        operationplan: one('MO', orders),
        quantity: '1',
        lastmodified,
      },
    },
    {
      table: 'problem',
      rows: share(0.03),
      columns: {
        entity: `'demand'`,
        owner: one('SO', demands),
        name: `CASE WHEN n % 2 = 0 THEN 'late' ELSE 'short' END`,
        description: `'Planned ' || n % 40 || ' days after its due date'`,
        startdate: day('n % 365'),
        enddate: day('n % 365 + 5'),
      },
    },
  ]
}

/** Returns statements that fill the empty tables on the search path with approximately the given total number of rows. */
export function fillStatements(total: number): readonly string[] {
  return fillings(total).map(({ table, rows, columns }) => {
    const names = Object.keys(columns).map((name) => identifier(name))
    return `INSERT INTO ${identifier(table)} (${names.join(', ')})
      SELECT ${Object.values(columns).join(', ')} FROM generate_series(1, ${rows}) n`
  })
}

/** Returns the number of rows that the statements insert. */
export const filledRows = (total: number): number => fillings(total).reduce((sum, { rows }) => sum + rows, 0)
