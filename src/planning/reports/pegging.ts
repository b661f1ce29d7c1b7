/**
 * Follows the pegging of the plan from a demand or an order to the orders that supply it, or that it supplies: a
 * tree, in one statement. A branch ends where it would repeat itself, at the requested depth, and at the maximum
 * number of rows; the rows then indicate that more follow.
 */
import { literal } from '../../database/identifiers.ts'
import type { ReportQuery } from '../../model/entity.ts'
import { pegging as declaration } from '../../model/reports/pegging.ts'
import type { OutputReport } from './output-report.ts'
import { type Table, withQuery } from './report.ts'

type Direction = 'upstream' | 'downstream'

interface Walk {
  /** SQL condition for the orders at the roots, alias `o`. */
  readonly roots: string
  readonly direction: Direction
  readonly depth: number
}

/** Maximum number of rows of a tree; an order that belongs to several branches has a row in each of them. */
export const mostRows = 20_000

/** Returns SQL of the list of adjacent orders in the plan of an order; empty for an order that was never planned. */
const listOf = (direction: Direction, alias: string): string =>
  `CASE WHEN jsonb_typeof(${alias}."plan" -> '${direction}_opplans') = 'array'
    THEN ${alias}."plan" -> '${direction}_opplans' ELSE '[]' END`

/**
 * Returns SQL of the orders adjacent to the order `o`. An order with steps that has no adjacent orders of its own
 * continues with its last steps, or downstream with its first ones: those without a following or preceding step.
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

/** Returns SQL of the output of an order: the quantity that it moves into stock, otherwise its quantity. */
const yieldOf = (plan: Table): string => `coalesce((
      SELECT sum(m."quantity") FROM ${plan('input.operationplanmaterial')} AS m
      WHERE m."operationplan" = o."reference" AND m."quantity" > 0), o."quantity")`

/**
 * Pegged quantity of a branch. Upstream, the quantity taken of an order is proportional to the quantity taken of the
 * order above it; downstream, the quantity that reaches an order is proportional to the quantity that it takes of the
 * order above it. Quantities between orders are measured in their output, which differs from the quantity of an order
 * that is partially completed or makes two units per unit.
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
  r."resources", coalesce(r."names", '[]') AS "resource_names",
  jsonb_array_length(${listOf(direction, 'o')}) > 0
    AND NOT EXISTS (SELECT FROM "numbered" AS b WHERE b."above" = n."place") AS "more"
FROM "numbered" AS n
JOIN ${plan('input.operationplan')} AS o ON o."reference" = n."reference"
LEFT JOIN "numbered" AS u ON u."place" = n."above"
CROSS JOIN LATERAL (
  SELECT string_agg(r."resource", ', ' ORDER BY r."resource") AS "resources",
    json_agg(r."resource" ORDER BY r."resource") AS "names"
  FROM ${plan('input.operationplanresource')} AS r WHERE r."operationplan" = o."reference") AS r
ORDER BY n."id"`

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
