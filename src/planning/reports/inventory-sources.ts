/** SQL of everything that contributes to the figures of stock, summed per bucket. */
import {
  type Certainty,
  type FlowMeasure,
  flowMeasures,
  type OrderKind,
  wayMeasures,
} from '../../model/reports/inventory-report.ts'
import { deliveriesOfKeys } from './planned-demand.ts'
import { bucketOf, type Figures, onlyKeys, type Table } from './report.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

const kinds: Readonly<Record<OrderKind, string>> = {
  mo: `k."type" IN ('MO', 'WO')`,
  po: `k."type" = 'PO'`,
  do: `k."type" = 'DO'`,
  so: `k."type" = 'DLVR'`,
}

const certainties: Readonly<Record<Certainty, string>> = {
  confirmed: `NOT ${isProposedSql('k."status"')}`,
  proposed: isProposedSql('k."status"'),
}

/** Returns the SQL condition for the movements of a measure. */
const flowTest = ({ direction, kind, certainty }: FlowMeasure): string =>
  [
    `k."quantity" ${direction === 'produced' ? '>' : '<'} 0`,
    ...(kind === undefined ? [] : [kinds[kind]]),
    ...(certainty === undefined ? [] : [certainties[certainty]]),
  ].join(' AND ')

export const flowNames = flowMeasures.map(({ name }) => name)
export const wayNames = wayMeasures.map(({ name }) => name)
/** Figures whose value at the end of a bucket is the sum of all changes until then. */
export const standing = [...wayNames, 'backlog']
/** All columns that are summed per bucket. */
export const summed = ['change', ...flowNames, ...standing, 'totaldemand']
/** Name of the column with the change of the value of the limited stock, which only totals sum. */
export const valueChange = 'value'

export const each = (names: readonly string[], render: (name: string) => string): string =>
  names.map(render).join(', ')

const movements = (plan: Table): string => `${plan('input.operationplanmaterial')} AS m
  JOIN ${plan('input.operationplan')} AS o ON o."reference" = m."operationplan"`

/** Returns SQL of orders that deliver an item to a location, with the quantity that is not completed. */
export const onTheirWay = (plan: Table): string => `(
    SELECT o."item", coalesce(o."location", o."destination") AS "location", o."type", o."status", o."startdate",
      o."enddate", greatest(o."quantity" - coalesce(o."quantity_completed", 0), 0) AS "quantity"
    FROM ${plan('input.operationplan')} AS o
    WHERE o."type" IN ('PO', 'DO', 'MO') AND o."status" IS DISTINCT FROM 'closed'
      AND o."startdate" IS NOT NULL AND o."enddate" IS NOT NULL AND o."item" IS NOT NULL
      AND coalesce(o."location", o."destination") IS NOT NULL)`

/** Returns SQL that joins the asked keys to rows of an alias with an item and a location. */
export const onlyBuffers = (asked: Figures, alias: string): string =>
  onlyKeys(asked, { item: `${alias}."item"`, location: `${alias}."location"` }, false)

/** Returns the SQL condition that rows of an alias are of unlimited stock, whose movements have no value. */
export const isUnlimited = (plan: Table, alias: string): string => `EXISTS (
    SELECT FROM ${plan('input.buffer')} AS u
    WHERE u."item" = ${alias}."item" AND u."location" = ${alias}."location" AND u."type" = 'infinite')`

/**
 * Returns SQL of the limited stock at the start of the plan: `item`, `location`, `quantity`; without a plan, that of the
 * buffers. A stock that is corrected since the plan was made counts from the next plan on.
 */
export const stockAtStart = (plan: Table): string => `
    SELECT m."item", m."location", m."quantity" FROM ${movements(plan)}
    WHERE o."type" = 'STCK' AND NOT ${isUnlimited(plan, 'm')}
    UNION ALL
    SELECT b."item", b."location", coalesce(b."onhand", 0) FROM ${plan('input.buffer')} AS b
    WHERE b."type" IS DISTINCT FROM 'infinite' AND NOT EXISTS (SELECT FROM ${plan('input.operationplan')} AS o WHERE o."type" = 'STCK')`

/**
 * Returns SQL of the changes of stock: `item`, `location`, `moment` and `quantity`. Stock is the sum of all earlier
 * movements, including that of the stock at the start of the plan; without a plan it is the stock of the buffer.
 */
export const stockRows = (asked: Figures): { readonly moved: string; readonly held: string } => ({
  moved: `
    SELECT m."item", m."location", m."flowdate" AS "moment", m."quantity", o."type", o."status"
    FROM ${movements(asked.plan)} ${onlyBuffers(asked, 'm')}
    WHERE o."status" IS DISTINCT FROM 'closed' AND m."status" IS DISTINCT FROM 'closed'`,
  held: `
    SELECT b."item", b."location", '-infinity'::timestamp AS "moment", coalesce(b."onhand", 0) AS "quantity"
    FROM ${asked.plan('input.buffer')} AS b ${onlyBuffers(asked, 'b')}
    WHERE NOT EXISTS (
      SELECT FROM ${movements(asked.plan)}
      WHERE m."item" = b."item" AND m."location" = b."location" AND o."type" = 'STCK')`,
})

/** Rows that contribute to figures, and how. */
interface Contribution {
  /** SQL of the rows: `item`, `location`, `moment`, and what the sums need. */
  readonly rows: string
  /** SQL of the sums of rows `k`, by the name of their column. */
  readonly sums: Readonly<Record<string, string>>
}

const change = 'sum(k."quantity")'
const value = 'sum(k."quantity" * coalesce("c"."cost", 0))'

/** Returns all contributions. Backlog is the quantity due minus what deliveries take off it. */
function contributions(asked: Figures): readonly Contribution[] {
  const { plan } = asked
  const { moved, held } = stockRows(asked)
  const flows = flowMeasures.map((flow) => [
    flow.name,
    `coalesce(sum(abs(k."quantity")) FILTER (WHERE ${flowTest(flow)}), 0)`,
  ])
  const ways = wayMeasures.map(({ name, type, certainty }) => {
    const sure = certainty === undefined ? '' : ` AND ${certainties[certainty]}`
    return [name, `coalesce(sum(k."quantity") FILTER (WHERE k."type" = '${type}'${sure}), 0)`]
  })
  return [
    { rows: moved, sums: { change, [valueChange]: value, ...Object.fromEntries(flows) } },
    { rows: held, sums: { change, [valueChange]: value } },
    {
      rows: `
    SELECT w."item", w."location", w."type", w."status", e."moment", e."quantity"
    FROM ${onTheirWay(plan)} AS w ${onlyBuffers(asked, 'w')}
    CROSS JOIN LATERAL (VALUES (w."startdate", w."quantity"), (w."enddate", -w."quantity")) AS e ("moment", "quantity")`,
      sums: Object.fromEntries(ways),
    },
    {
      rows: `SELECT d."item", d."location", d."due" AS "moment", d."quantity" FROM "orders" AS d`,
      sums: { totaldemand: change, backlog: change },
    },
    {
      rows: `
    SELECT e."item", e."location", e."owed_at" AS "moment", e."owed" AS "quantity"
    FROM (${deliveriesOfKeys(asked, false)}) AS e
    WHERE e."item" IS NOT NULL AND e."location" IS NOT NULL AND e."owed" IS NOT NULL`,
      sums: { backlog: `-${change}` },
    },
  ]
}

export interface Grouping {
  /** SQL of the columns that identify a group of rows `k`. */
  readonly columns: readonly string[]
  /** SQL that joins what these columns need. */
  readonly join: string
  /** Names of the columns that are summed. */
  readonly needed: readonly string[]
}

/**
 * Returns the CTE `added`: the sums of each source that has a needed column, per group and bucket `n`; bucket 0 is the
 * time before the first one. It needs the CTEs `keys`, `bounds`, `planned` and `orders`.
 */
export function addedTable(asked: Figures, { columns, join, needed }: Grouping): string {
  const costs = `LEFT JOIN ${asked.plan('input.item')} AS "c"
    ON "c"."name" = k."item" AND NOT ${isUnlimited(asked.plan, 'k')}`
  const groups = [...columns, ''].map((_, index) => index + 1).join(', ')
  const parts = contributions(asked).flatMap(({ rows, sums }) => {
    const own = new Set(needed.filter((name) => sums[name] !== undefined))
    if (own.size === 0) return []
    return `
  SELECT ${columns.join(', ')}, ${bucketOf('k."moment"')} AS "n",
    ${each(needed, (name) => `${sums[name] ?? '0::float8'} AS "${name}"`)}
  FROM (${rows}) AS k ${join} ${own.has(valueChange) ? costs : ''} CROSS JOIN "bounds"
  WHERE k."moment" < "bounds"."last" GROUP BY ${groups}`
  })
  return `"added" AS (${parts.join('\n  UNION ALL')})`
}
