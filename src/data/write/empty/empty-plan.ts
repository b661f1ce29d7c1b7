/**
 * Plans which entities are emptied, and which others lose records because they reference these, before anything is
 * deleted.
 */
import { literal } from '../../../database/identifiers.ts'
import { invalidParameter } from '../../../errors/parameter-errors.ts'
import type { Entity } from '../../../model/entity.ts'
import { baseEntity, type Model } from '../../../model/model.ts'

export interface EmptyPlan {
  readonly requested: readonly Entity[]
  /**
   * Entities of which at least some records may be deleted because they require a record of the requested entities;
   * parents first.
   */
  readonly following: readonly Entity[]
  /** Names of the entities of which all records are deleted. */
  readonly emptied: ReadonlySet<string>
  /** Conditions over the alias `t` for deleted rows of tables that keep some rows, by name of the entity. */
  readonly conditions: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns whether records of an entity are planning data: data entered by users or imported from files, and results
 * of the planner. Users, rights, tasks, comments, records owned by a user, and the change log are internal.
 */
export function isPlanningData(entity: Entity): boolean {
  return (
    entity.schema === 'scenario' &&
    entity.query === undefined &&
    entity.ownerField === undefined &&
    (entity.imports || entity.readOnly)
  )
}

/**
 * Plans to empty the entities with the given names (`input.demand`), or all planning data.
 * @throws ServiceError `invalid_parameter` with all names that cannot be emptied, and the ones that can
 */
export function planEmptying(model: Model, names?: readonly string[]): EmptyPlan {
  const requested = names === undefined ? model.importOrder.filter(isPlanningData) : choose(model, names)
  const emptied = new Set(requested.filter(({ view }) => view === undefined).map(({ name }) => name))
  const conditions = viewConditions(model, requested, emptied)
  const touched = new Set([...emptied, ...conditions.keys()])
  const following: Entity[] = []
  for (const entity of model.importOrder) {
    if (entity.view !== undefined || emptied.has(entity.name)) continue
    const cascading = entity.fields.filter(
      ({ reference }) => reference?.onDelete === 'cascade' && touched.has(reference.entity),
    )
    if (cascading.length === 0) continue
    // If every record requires a record of an emptied table, none remains.
    if (cascading.some(({ nullable, reference }) => !nullable && emptied.has(reference!.entity))) {
      emptied.add(entity.name)
      conditions.delete(entity.name)
    }
    touched.add(entity.name)
    following.push(entity)
  }
  return { requested, following, emptied, conditions }
}

function choose(model: Model, names: readonly string[]): readonly Entity[] {
  const allowed = new Map(
    model.importOrder.filter(isPlanningData).map((entity) => [entity.name, entity] as const),
  )
  const wanted = names.map((name) => name.trim().toLowerCase())
  const unknown = wanted.filter((name) => !allowed.has(name))
  if (unknown.length > 0 || wanted.length === 0) {
    const shown = unknown.map((name) => JSON.stringify(name)).join(', ')
    const known = [...allowed.keys()].toSorted().join(', ')
    throw invalidParameter(
      'models',
      wanted.length === 0
        ? { code: 'no_model_to_empty', params: { known } }
        : { code: 'models_not_emptied', params: { models: shown, known } },
    )
  }
  return [...new Set(wanted)].flatMap((name) => allowed.get(name) ?? [])
}

/**
 * Returns conditions for requested views. A view contains the rows of one type in the table of another entity; only
 * those are deleted.
 */
function viewConditions(
  model: Model,
  requested: readonly Entity[],
  emptied: ReadonlySet<string>,
): Map<string, readonly string[]> {
  const conditions = new Map<string, readonly string[]>()
  for (const entity of requested) {
    const base = baseEntity(model, entity)
    if (entity.view === undefined || emptied.has(base.name)) continue
    const condition = `t."type" = ${literal(entity.view.type)}`
    conditions.set(base.name, [...(conditions.get(base.name) ?? []), condition])
  }
  return conditions
}
