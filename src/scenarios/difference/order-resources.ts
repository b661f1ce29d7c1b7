/**
 * Resources that were assigned to orders in the first of two scenarios since their common ancestor. The assignments are
 * not compared as records, because every plan creates them; but a machine that somebody has chosen belongs to its order.
 */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { nestedLists } from '../../model/nested-lists.ts'
import { type LoggedSide, readTouched } from './logged-side.ts'

/** Name of the list in a record of an order. */
export const resourcesName = 'resources'

/** Returns the entity of the assignments of orders and its column of the order; undefined for other entities. */
function assignmentOf(model: Model, entity: Entity): { child: Entity; order: string } | undefined {
  const list = nestedLists(entity).get(resourcesName)
  if (list === undefined) return undefined
  const child = requireEntity(model, list.entity)
  return { child, order: columnOf(child, list.parent) }
}

const columnOf = (entity: Entity, name: string): string => identifier(entity.fieldByName.get(name)!.column)

/** The orders whose assignments were written in a scenario since the ancestor. */
export interface Reassigned {
  /** Temporary table of the keys of the orders. */
  readonly orders: string
  /** Returns SQL of the resources at the ancestor of the order `alias` of the scenario, as a JSON list. */
  readonly formerResources: (alias: string) => string
}

/**
 * Reads the orders whose assignments were written in a scenario since the ancestor. Returns undefined for other
 * entities, without such orders, or if the log does not tell.
 */
export async function readReassigned(
  client: pg.ClientBase,
  model: Model,
  side: LoggedSide,
  entity: Entity,
): Promise<Reassigned | undefined> {
  const assignment = assignmentOf(model, entity)
  if (assignment === undefined) return undefined
  const { child, order } = assignment
  if (side.complete?.(child) !== true || !side.touches(child)) return undefined
  const { touched, former } = await readTouched(client, model, side, child)
  const reassigned = `_reassigned_${side.name}`
  await client.query(
    `CREATE TEMPORARY TABLE ${identifier(reassigned)} ON COMMIT DROP AS
     SELECT r.${order} AS "key" FROM ${qualified(side.scenario, child.table)} r
       JOIN ${touched} u ON u."key" = r.${identifier(keyField(child).column)}
     UNION SELECT f.${order} FROM ${former} f`,
  )
  await client.query(`ANALYZE ${identifier(reassigned)}`)
  const parts = [order, columnOf(child, 'resource'), columnOf(child, 'quantity')].join(', ')
  const key = identifier(keyField(child).column)
  const before = `(SELECT ${parts} FROM ${former} UNION ALL
    SELECT ${parts} FROM ${qualified(side.scenario, child.table)} s
    WHERE NOT EXISTS (SELECT FROM ${touched} u WHERE u."key" = s.${key}))`
  return {
    orders: identifier(reassigned),
    formerResources: (alias) =>
      listOf(child, before, `r.${order} = ${alias}.${identifier(keyField(entity).column)}`),
  }
}

/** Returns SQL of the assignments `r` that match a condition, as a JSON list. */
function listOf(child: Entity, rows: string, where: string): string {
  const [resource, quantity] = [columnOf(child, 'resource'), columnOf(child, 'quantity')]
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('resource', r.${resource}, 'quantity', r.${quantity})
        ORDER BY r.${resource}), '[]')
      FROM ${rows} r WHERE ${where})`
}

/** Returns SQL of the resources of the order `alias` of a scenario, as a JSON list; undefined for other entities. */
export function resourcesSql(
  model: Model,
  entity: Entity,
  scenario: string,
  alias: string,
): string | undefined {
  const assignment = assignmentOf(model, entity)
  if (assignment === undefined) return undefined
  const { child, order } = assignment
  const where = `r.${order} = ${alias}.${identifier(keyField(entity).column)}`
  return listOf(child, qualified(scenario, child.table), where)
}

/** Returns the resources of orders of a scenario as JSON lists, by key; undefined for other entities. */
export async function readResources(
  client: pg.ClientBase,
  model: Model,
  entity: Entity,
  scenario: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const resources = resourcesSql(model, entity, scenario, 't')
  if (resources === undefined) return undefined
  const key = `t.${identifier(keyField(entity).column)}`
  const { rows } = await client.query<{ key: string; resources: string }>(
    `SELECT ${key}::text AS "key", ${resources}::text AS "resources"
     FROM ${qualified(scenario, entity.table)} t WHERE ${key} = ANY ($1)`,
    [keys],
  )
  return new Map(rows.map(({ key: name, resources: list }) => [name, JSON.parse(list)]))
}
