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

/**
 * Creates a temporary table with the keys of the orders whose assignments were written in a scenario since the
 * ancestor. Returns its name; undefined for other entities, without such orders, or if the log does not tell.
 */
export async function readReassigned(
  client: pg.ClientBase,
  model: Model,
  side: LoggedSide,
  entity: Entity,
): Promise<string | undefined> {
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
  return identifier(reassigned)
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
  const [resource, quantity] = [columnOf(child, 'resource'), columnOf(child, 'quantity')]
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('resource', r.${resource}, 'quantity', r.${quantity})
        ORDER BY r.${resource}), '[]')
      FROM ${qualified(scenario, child.table)} r WHERE r.${order} = ${alias}.${identifier(keyField(entity).column)})`
}
