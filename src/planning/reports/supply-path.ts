/**
 * Follows the network from an item, an operation, a resource or a sales order to everything that supplies it, or
 * downstream to everything that uses it: a tree, in one statement. A branch ends at a cycle, at the requested depth,
 * and at the maximum number of rows.
 */
import { literal } from '../../database/identifiers.ts'
import type { ReportQuery } from '../../model/entity.ts'
import { supplyPath as declaration } from '../../model/reports/supply-path.ts'
import type { OutputReport } from './output-report.ts'
import type { ReportArguments } from './parameters.ts'
import { mostRows } from './pegging.ts'
import { type Table, withQuery } from './report.ts'
import { above, below, buffer, node, nodeColumns, operation } from './supply-network.ts'

/** Returns SQL of the nodes at the roots. */
function roots(table: Table, args: ReportArguments): readonly string[] {
  const [item, location, named, resource, demand] = [
    'item',
    'location',
    'operation',
    'resource',
    'demand',
  ].map((name) => (args.has(name) ? literal(args.get(name)!) : undefined))
  const operations = table('input.operation')
  return [
    ...(item === undefined ? [] : [stockOf(table, item, location)]),
    ...(named === undefined
      ? []
      : [`SELECT ${operation()} FROM ${operations} AS o WHERE o."name" = ${named}`]),
    ...(resource === undefined
      ? []
      : [
          `SELECT ${node({ kind: `'resource'`, resource: 'r."name"', quantity: '1' })}
          FROM ${table('input.resource')} AS r WHERE r."name" = ${resource}`,
        ]),
    ...(demand === undefined
      ? []
      : [
          `SELECT ${buffer('d."item"', 'd."location"')} FROM ${table('input.demand')} AS d
          WHERE d."name" = ${demand} AND d."item" IS NOT NULL`,
          `SELECT ${operation()} FROM ${table('input.demand')} AS d JOIN ${operations} AS o ON o."name" = d."operation"
          WHERE d."name" = ${demand}`,
        ]),
  ]
}

/** Returns the item at the location, or at all its known locations; without any, a stock without location. */
function stockOf(table: Table, item: string, location: string | undefined): string {
  const exists = `EXISTS (SELECT FROM ${table('input.item')} AS i WHERE i."name" = ${item})`
  if (location !== undefined) {
    return `SELECT ${buffer(item, location)} WHERE ${exists}`
  }
  const places = [
    `SELECT "location" FROM ${table('input.buffer')} AS b WHERE "item" = ${item}`,
    `SELECT "location" FROM ${table('input.operation')} AS b WHERE "item" = ${item}`,
    `SELECT "location" FROM ${table('input.itemsupplier')} AS b WHERE "item" = ${item}`,
    `SELECT "location" FROM ${table('input.itemdistribution')} AS b WHERE "item" = ${item}`,
    `SELECT "origin" FROM ${table('input.itemdistribution')} AS b WHERE "item" = ${item}`,
    `SELECT "location" FROM ${table('input.demand')} AS b WHERE "item" = ${item}`,
    `SELECT coalesce(b."location", o."location") FROM ${table('input.operationmaterial')} AS b
      JOIN ${table('input.operation')} AS o ON o."name" = b."operation" WHERE b."item" = ${item}`,
  ]
  return `SELECT ${buffer(item, 'p."location"')}
    FROM (SELECT NULL::text AS "location") AS nowhere
    LEFT JOIN (${places.join(' UNION ')}) AS p ON p."location" IS NOT NULL
    WHERE ${exists}`
}

const identity = (alias: string): string =>
  `concat_ws(E'\\x01', ${['kind', 'item', 'location', 'operation', 'resource', 'supplier', 'origin']
    .map((name) => `coalesce(${alias}."${name}", '')`)
    .join(', ')})`

const columns = (alias: string): string => nodeColumns.map((name) => `${alias}."${name}"`).join(', ')

/** Reads one level more than requested, which shows the branches that are cut off. */
const query =
  (args: ReportArguments): ReportQuery =>
  (table) => {
    const depth = Number(args.get('depth'))
    const next = args.get('direction') === 'downstream' ? below(table) : above(table)
    return `WITH RECURSIVE "walk" AS (
  SELECT ${columns('r')}, r."quantity" AS "total", ARRAY[r."ordinal"] AS "place", ARRAY[${identity('r')}] AS "trail",
    0 AS "level", false AS "circular"
  FROM (
    SELECT r.*, row_number() OVER (ORDER BY r."kind", r."location", r."operation") AS "ordinal"
    FROM (${roots(table, args).join(' UNION ALL ')}) AS r) AS r
  UNION ALL
  SELECT ${columns('n')}, w."total" * n."quantity", w."place" || n."ordinal", w."trail" || ${identity('n')},
    w."level" + 1, ${identity('n')} = ANY (w."trail")
  FROM "walk" AS w
  CROSS JOIN LATERAL (
    SELECT n.*, row_number() OVER (ORDER BY n."kind", n."priority", ${identity('n')}) AS "ordinal"
    FROM (${next.join('\n    UNION ALL ')}) AS n) AS n
  WHERE NOT w."circular" AND w."level" <= ${depth}),
"found" AS MATERIALIZED (SELECT * FROM "walk" LIMIT ${mostRows}),
"reached" AS (SELECT max("level") AS "level", count(*) = ${mostRows} AS "full" FROM "found"),
"numbered" AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY "place")::integer AS "id",
    "place"[:array_length("place", 1) - 1] AS "above" FROM "found" WHERE "level" <= ${depth})
SELECT n."id", u."id" AS "parent", n."level", ${columns('n')}, n."total", n."circular",
  n."level" = ${depth} AND EXISTS (
    SELECT FROM "found" AS f WHERE f."level" = ${depth} + 1 AND f."place"[:array_length(f."place", 1) - 1] = n."place")
  OR e."full" AND n."level" >= e."level" - 1
    AND NOT EXISTS (SELECT FROM "numbered" AS b WHERE b."above" = n."place") AS "more"
FROM "numbered" AS n CROSS JOIN "reached" AS e
LEFT JOIN "numbered" AS u ON u."place" = n."above" ORDER BY n."id"`
  }

export const supplyPath: OutputReport = {
  declaration,
  parameters: [
    { name: 'item', type: 'text', oneOf: 'root', help: 'Item from whose stock the tree starts.' },
    { name: 'operation', type: 'text', oneOf: 'root', help: 'Operation from which the tree starts.' },
    { name: 'resource', type: 'text', oneOf: 'root', help: 'Resource from which the tree starts.' },
    { name: 'demand', type: 'text', oneOf: 'root', help: 'Sales order from whose item the tree starts.' },
    { name: 'location', type: 'text', help: 'Location of the item; by default everywhere it is known.' },
    {
      name: 'direction',
      type: 'choice',
      choices: ['upstream', 'downstream'],
      default: 'upstream',
      help: 'upstream: what supplies it. downstream: where it is used.',
    },
    { name: 'depth', type: 'integer', maximum: 200, default: '50', help: 'Levels below the roots.' },
  ],
  open: ({ args }) => ({ entity: withQuery(declaration, query(args)), order: ['id'] }),
}
