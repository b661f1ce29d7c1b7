/**
 * Walks from a demand or an order along the orders that feed it, or that it feeds, as the plan has pegged them: a tree,
 * in one statement. A branch ends where it would repeat itself, at the depth that is asked for, and when so many rows are
 * there that nobody reads them; the rows then tell that more follow.
 */
import { literal } from '../../database/identifiers.ts'
import type { ReportQuery } from '../../model/entity.ts'
import { pegging as declaration } from '../../model/reports/pegging.ts'
import type { OutputReport } from './output-report.ts'
import { type Table, withQuery } from './report.ts'

type Direction = 'upstream' | 'downstream'

interface Walk {
  /** SQL that holds for the orders at the roots, alias `o`. */
  readonly roots: string
  readonly direction: Direction
  readonly depth: number
}

/** Rows of a tree: orders that are shared by branches stand in each of them. */
export const mostRows = 20_000

/** The list of adjacent orders of an order in its plan; an order that was never planned has none. */
const listOf = (direction: Direction, alias: string): string =>
  `CASE WHEN jsonb_typeof(${alias}."plan" -> '${direction}_opplans') = 'array'
    THEN ${alias}."plan" -> '${direction}_opplans' ELSE '[]' END`

/**
 * AdjacentOrders of the order `o`. An order with steps that has none of its own continues with its last steps, or downstream
 * with its first ones: those that no other step follows or precedes.
 */
function adjacentOrders(plan: Table, direction: Direction): string {
  const back: Direction = direction === 'upstream' ? 'downstream' : 'upstream'
  return `(
    SELECT e.value ->> 'reference' AS "reference", sum((e.value ->> 'quantity')::float8) AS "quantity",
      min(e."ordinality") AS "ordinal"
    FROM jsonb_array_elements(${listOf(direction, 'o')}) WITH ORDINALITY AS e
    GROUP BY 1
    UNION ALL
    SELECT s."reference", s."quantity", row_number() OVER (ORDER BY s."startdate", s."reference")
    FROM ${plan('input.operationplan')} AS s
    WHERE s."owner" = o."reference" AND jsonb_array_length(${listOf(direction, 'o')}) = 0
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements(${listOf(back, 's')}) AS b
        JOIN ${plan('input.operationplan')} AS t ON t."reference" = b.value ->> 'reference'
        WHERE t."owner" = s."owner"))`
}

/** What an order brings: what it moves into stock, else its quantity. */
const yieldOf = (plan: Table): string => `coalesce((
      SELECT sum(m."quantity") FROM ${plan('input.operationplanmaterial')} AS m
      WHERE m."operationplan" = o."reference" AND m."quantity" > 0), o."quantity")`

/**
 * Upstream, what a branch takes of an order is in proportion to what is taken of the order above it; downstream, what
 * reaches an order of the root is in proportion to what it takes of the one above it. Between orders it is counted in what
 * they bring, which differs from the quantity of an order that is completed in part, or makes two of one.
 */
const pegged: Readonly<Record<Direction, string>> = {
  upstream: `n."quantity" * least(1, w."pegged" / nullif(y."brought", 0))`,
  downstream: `w."pegged" * least(1, n."quantity" / nullif(y."brought", 0))`,
}

const query =
  ({ roots, direction, depth }: Walk): ReportQuery =>
  (plan) =>
    `WITH RECURSIVE "walk" AS (
  SELECT o."reference", ARRAY[row_number() OVER (ORDER BY o."startdate", o."reference")]::bigint[] AS "place",
    ARRAY[o."reference"] AS "trail", 0 AS "level",
    ${direction === 'upstream' ? yieldOf(plan) : 'o."quantity"'} AS "pegged"
  FROM ${plan('input.operationplan')} AS o WHERE ${roots}
  UNION ALL
  SELECT n."reference", w."place" || n."ordinal", w."trail" || n."reference", w."level" + 1,
    coalesce(${pegged[direction]}, 0)
  FROM "walk" AS w
  JOIN ${plan('input.operationplan')} AS o ON o."reference" = w."reference"
  CROSS JOIN LATERAL (SELECT ${yieldOf(plan)} AS "brought") AS y
  CROSS JOIN LATERAL ${adjacentOrders(plan, direction)} AS n
  WHERE w."level" < ${depth} AND n."reference" <> ALL (w."trail")
    AND EXISTS (SELECT FROM ${plan('input.operationplan')} AS p WHERE p."reference" = n."reference")),
"shown" AS MATERIALIZED (SELECT * FROM "walk" LIMIT ${mostRows}),
"numbered" AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY "place")::integer AS "id",
    "place"[:array_length("place", 1) - 1] AS "above" FROM "shown")
SELECT n."id", u."id" AS "parent", n."level", o."reference", o."type", o."status", o."owner", o."operation",
  o."item", o."location", o."origin", o."destination", o."supplier", o."demand",
  ${direction === 'upstream' ? `n."pegged" * coalesce(o."quantity" / nullif(${yieldOf(plan)}, 0), 1)` : 'n."pegged"'} AS "pegged",
  o."quantity",
  o."startdate", o."enddate", o."due", o."delay", o."criticality",
  (SELECT string_agg(r."resource", ', ' ORDER BY r."resource")
   FROM ${plan('input.operationplanresource')} AS r WHERE r."operationplan" = o."reference") AS "resources",
  jsonb_array_length(${listOf(direction, 'o')}) > 0
    AND NOT EXISTS (SELECT FROM "numbered" AS b WHERE b."above" = n."place") AS "more"
FROM "numbered" AS n
JOIN ${plan('input.operationplan')} AS o ON o."reference" = n."reference"
LEFT JOIN "numbered" AS u ON u."place" = n."above" ORDER BY n."id"`

export const pegging: OutputReport = {
  declaration,
  parameters: [
    {
      name: 'demand',
      type: 'text',
      oneOf: 'root',
      help: 'Sales order from whose deliveries the tree starts.',
    },
    {
      name: 'operationplan',
      type: 'text',
      oneOf: 'root',
      help: 'Reference of the order at the root of the tree.',
    },
    {
      name: 'direction',
      type: 'choice',
      choices: ['upstream', 'downstream'],
      default: 'upstream',
      help: 'upstream: what feeds it. downstream: what it feeds.',
    },
    { name: 'depth', type: 'integer', maximum: 200, default: '100', help: 'Levels below the roots.' },
  ],
  open: ({ args }) => {
    const demand = args.get('demand')
    const roots =
      demand === undefined
        ? `o."reference" = ${literal(args.get('operationplan') ?? '')}`
        : `o."type" = 'DLVR' AND o."demand" = ${literal(demand)}`
    const direction = args.get('direction') === 'downstream' ? 'downstream' : 'upstream'
    return {
      entity: withQuery(declaration, query({ roots, direction, depth: Number(args.get('depth')) })),
      order: ['id'],
    }
  },
}
