/**
 * SQL of the network of a supply chain: the nodes upstream and downstream of a node. A node is a stock of an item at
 * a location, an operation, a purchase, a distribution or a resource; all kinds have the same columns.
 */
import type { Table } from './report.ts'

/** Columns of a node; columns that a kind does not have are null. */
export const nodeColumns = [
  'kind',
  'item',
  'location',
  'operation',
  'resource',
  'supplier',
  'origin',
  'quantity',
  'leadtime',
  'duration_per',
  'priority',
  'effective_start',
  'effective_end',
] as const

type NodeColumn = (typeof nodeColumns)[number]

const types: Readonly<Record<NodeColumn, string>> = {
  kind: 'text',
  item: 'text',
  location: 'text',
  operation: 'text',
  resource: 'text',
  supplier: 'text',
  origin: 'text',
  quantity: 'float8',
  leadtime: 'interval',
  duration_per: 'interval',
  priority: 'integer',
  effective_start: 'timestamp',
  effective_end: 'timestamp',
}

/** Returns the select list of a node. */
export const node = (given: Readonly<Partial<Record<NodeColumn, string>>>): string =>
  nodeColumns
    .map((name) => `(${given[name] ?? 'NULL'})::${types[name]}${collation(name)} AS "${name}"`)
    .join(', ')

/** Returns the collation of columns that contain names: all steps of the recursion must use the same one. */
const collation = (name: NodeColumn): string => (types[name] === 'text' ? ' COLLATE "C"' : '')

export const buffer = (item: string, location: string, quantity = '1'): string =>
  node({ kind: `'buffer'`, item, location, quantity })

/** The earliest and latest possible dates mean "always" and "for ever". */
const validity = (alias: string): Readonly<Partial<Record<NodeColumn, string>>> => ({
  effective_start: `nullif(${alias}."effective_start", '1971-01-01')`,
  effective_end: `nullif(${alias}."effective_end", '2030-12-31')`,
})

/** Returns the node of an operation with alias `o`. */
export const operation = (quantity = '1'): string =>
  node({
    kind: `'operation'`,
    item: 'o."item"',
    location: 'o."location"',
    operation: 'o."name"',
    quantity,
    leadtime: 'o."duration"',
    duration_per: 'o."duration_per"',
    priority: 'o."priority"',
    ...validity('o'),
  })

/** Returns the node of an item supplier with alias `s`, for an item and a location. */
const purchase = (item: string, location: string): string =>
  node({
    kind: `'purchase'`,
    item,
    location,
    resource: 's."resource"',
    supplier: 's."supplier"',
    quantity: '1',
    leadtime: 's."leadtime"',
    priority: 's."priority"',
    ...validity('s'),
  })

/** Returns the node of an item distribution with alias `d`, for an item. */
const distribution = (item: string): string =>
  node({
    kind: `'distribution'`,
    item,
    location: 'd."location"',
    resource: 'd."resource"',
    origin: 'd."origin"',
    quantity: '1',
    leadtime: 'd."leadtime"',
    priority: 'd."priority"',
    ...validity('d'),
  })

/** Returns SQL of the names of an item and of all its owners: rules for a group of items apply to each of them. */
const itemAndGroups = (table: Table, item: string): string => `(
    WITH RECURSIVE "groups" AS (
      SELECT ${item} COLLATE "C" AS "name"
      UNION SELECT i."owner" FROM ${table('input.item')} AS i JOIN "groups" AS g ON i."name" = g."name"
      WHERE i."owner" IS NOT NULL)
    SELECT "name" FROM "groups")`

const place = 'coalesce(m."location", o."location")'
const consumes = `coalesce(m."quantity", 0) < 0 OR coalesce(m."quantity", 0) = 0 AND m."quantity_fixed" < 0`
const produces = `m."quantity" > 0 OR coalesce(m."quantity", 0) = 0 AND m."quantity_fixed" > 0`
const material = (table: Table): string => `${table('input.operationmaterial')} AS m`
const operations = (table: Table): string => `${table('input.operation')} AS o`

/**
 * Returns SQL of the nodes directly upstream of a node `w`: sources of a stock; materials, steps and resources of an
 * operation.
 */
export const above = (table: Table): readonly string[] => [
  // Made by an operation with the item, or by the operation that owns a producing step.
  `SELECT ${operation(`1 / coalesce((
      SELECT m."quantity" FROM ${material(table)}
      WHERE m."operation" = o."name" AND m."item" = w."item" AND m."quantity" > 0 LIMIT 1), 1)`)}
    FROM ${operations(table)}
    WHERE w."kind" = 'buffer' AND o."item" = w."item" AND o."owner" IS NULL
      AND (w."location" IS NULL OR o."location" = w."location")`,
  `SELECT ${operation(`1 / nullif(m."made", 0)`)}
    FROM (
      SELECT coalesce(o."owner", o."name") AS "name", max(m."quantity") AS "made"
      FROM ${material(table)} JOIN ${operations(table)} ON o."name" = m."operation"
      WHERE w."kind" = 'buffer' AND m."item" = w."item" AND (${produces})
        AND (w."location" IS NULL OR ${place} = w."location")
      GROUP BY 1) AS m
    JOIN ${operations(table)} ON o."name" = m."name"
    WHERE o."item" IS DISTINCT FROM w."item"`,
  `SELECT ${purchase('w."item"', 'w."location"')}
    FROM ${table('input.itemsupplier')} AS s
    WHERE w."kind" = 'buffer' AND s."item" IN ${itemAndGroups(table, 'w."item"')}
      AND (w."location" IS NULL OR s."location" IS NULL OR s."location" = w."location")`,
  `SELECT ${distribution('w."item"')}
    FROM ${table('input.itemdistribution')} AS d
    WHERE w."kind" = 'buffer' AND d."item" IN ${itemAndGroups(table, 'w."item"')}
      AND (w."location" IS NULL OR d."location" = w."location")`,
  `SELECT ${buffer('m."item"', place, `-nullif(m."quantity", 0)`)}
    FROM ${material(table)} JOIN ${operations(table)} ON o."name" = m."operation"
    WHERE w."kind" = 'operation' AND m."operation" = w."operation" AND (${consumes})`,
  `SELECT ${operation()} FROM ${operations(table)}
    WHERE w."kind" = 'operation' AND o."owner" = w."operation"`,
  `SELECT ${operation('d."quantity"')}
    FROM ${table('input.operationdependency')} AS d JOIN ${operations(table)} ON o."name" = d."blockedby"
    WHERE w."kind" = 'operation' AND d."operation" = w."operation"`,
  `SELECT ${node({ kind: `'resource'`, resource: 'l."resource"', quantity: 'l."quantity"', priority: 'l."priority"' })}
    FROM ${table('input.operationresource')} AS l
    WHERE w."kind" = 'operation' AND l."operation" = w."operation"`,
  `SELECT ${buffer('w."item"', 'w."origin"')} WHERE w."kind" = 'distribution'`,
  `SELECT ${operation('l."quantity"')}
    FROM ${table('input.operationresource')} AS l JOIN ${operations(table)} ON o."name" = l."operation"
    WHERE w."kind" = 'resource' AND w."level" = 0 AND l."resource" = w."resource"`,
]

/** Returns SQL of the nodes directly downstream of a node `w`, which use it. Quantities are units of `w` per unit. */
export const below = (table: Table): readonly string[] => [
  `SELECT ${operation(`-nullif(m."quantity", 0)`)}
    FROM ${material(table)} JOIN ${operations(table)} ON o."name" = m."operation"
    WHERE w."kind" = 'buffer' AND m."item" = w."item" AND (${consumes})
      AND (w."location" IS NULL OR ${place} = w."location")`,
  `SELECT ${distribution('w."item"')}
    FROM ${table('input.itemdistribution')} AS d
    WHERE w."kind" = 'buffer' AND d."item" IN ${itemAndGroups(table, 'w."item"')}
      AND (w."location" IS NULL OR d."origin" = w."location")`,
  `SELECT ${operation()} FROM ${operations(table)}
    WHERE w."kind" = 'operation' AND o."name" = (
      SELECT c."owner" FROM ${table('input.operation')} AS c WHERE c."name" = w."operation")`,
  `SELECT ${buffer(
    'o."item"',
    'o."location"',
    `1 / coalesce((
      SELECT m."quantity" FROM ${material(table)}
      WHERE m."operation" = o."name" AND m."item" = o."item" AND m."quantity" > 0 LIMIT 1), 1)`,
  )}
    FROM ${operations(table)}
    WHERE w."kind" = 'operation' AND o."name" = w."operation" AND o."item" IS NOT NULL`,
  `SELECT ${buffer('m."item"', place, `1 / nullif(m."quantity", 0)`)}
    FROM ${material(table)} JOIN ${operations(table)} ON o."name" = m."operation"
    WHERE w."kind" = 'operation' AND m."operation" = w."operation" AND (${produces})
      AND (o."item" IS DISTINCT FROM m."item" OR ${place} IS DISTINCT FROM o."location")`,
  `SELECT ${operation('d."quantity"')}
    FROM ${table('input.operationdependency')} AS d JOIN ${operations(table)} ON o."name" = d."operation"
    WHERE w."kind" = 'operation' AND d."blockedby" = w."operation"`,
  `SELECT ${buffer('w."item"', 'w."location"')} WHERE w."kind" IN ('distribution', 'purchase')`,
  `SELECT ${operation('l."quantity"')}
    FROM ${table('input.operationresource')} AS l JOIN ${operations(table)} ON o."name" = l."operation"
    WHERE w."kind" = 'resource' AND l."resource" = w."resource"`,
  `SELECT ${purchase('s."item"', 's."location"')}
    FROM ${table('input.itemsupplier')} AS s WHERE w."kind" = 'resource' AND s."resource" = w."resource"`,
  `SELECT ${distribution('d."item"')}
    FROM ${table('input.itemdistribution')} AS d WHERE w."kind" = 'resource' AND d."resource" = w."resource"`,
]
