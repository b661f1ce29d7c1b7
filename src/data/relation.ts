/** SQL of the relation that contains the records of an entity. */
import type { Entity } from '../model/entity.ts'
import { requireEntity } from '../model/model.ts'
import { literal, qualified } from '../database/identifiers.ts'
import type { Database } from '../database/database.ts'
import type { DataContext } from './context.ts'

/** Returns the schema that contains the entity's table for a scenario. */
export function schemaOf(entity: Entity, scenario: string): string {
  return entity.schema === 'control' ? 'control' : scenario
}

/** Returns the database that contains a relation: an entity, or a table of the same schema. */
export function databaseOf(context: DataContext, { schema }: Pick<Entity, 'schema'>): Database {
  return schema === 'control' ? context.control : context.home
}

/**
 * Returns the relation of an entity, by default of the scenario that is read; or a table of the scenario that is no entity,
 * whose name has no dot.
 */
export type ScenarioTable = (name: string, scenario?: string) => string

export const tablesOf =
  (context: DataContext): ScenarioTable =>
  (name, scenario = context.scenario) =>
    nameTable({ ...context, scenario }, name, relationOf)

const nameTable = (context: DataContext, name: string, ofEntity: typeof relationOf): string =>
  name.includes('.')
    ? ofEntity(context, requireEntity(context.model, name))
    : qualified(context.scenario, name)

/** Returns the relation from which records of an entity are read, as SQL. */
export function relationOf(context: DataContext, entity: Entity): string {
  if (entity.query !== undefined) {
    const table: ScenarioTable = (name, scenario = context.scenario) =>
      nameTable({ ...context, scenario }, name, tableOrRows)
    return `(${entity.query(table)})`
  }
  const storage = context.storages.get(entity.name)
  return storage?.relation?.(context) ?? qualified(schemaOf(entity, context.scenario), entity.table)
}

/** Returns the relation from which a query selects; for an entity that is a view, only its own rows. */
function tableOrRows(context: DataContext, entity: Entity): string {
  const relation = relationOf(context, entity)
  return entity.view === undefined
    ? relation
    : `(SELECT * FROM ${relation} v WHERE v."type" = ${literal(entity.view.type)})`
}
