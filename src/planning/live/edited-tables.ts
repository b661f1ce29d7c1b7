/** Maps entities to the tables of the planner input that their edits change. */
import type { TableName } from '../load/load-scenario.ts'
import * as tables from '../load/tables.ts'
import type { Entity } from '../../model/entity.ts'

const direct: Partial<Record<TableName, { readonly entity: string }>> = tables

/** Tables of the planner by the entity of their records; `settings` stands for the parameters of a scenario. */
const byEntity: ReadonlyMap<string, readonly (TableName | 'settings')[]> = new Map<
  string,
  readonly (TableName | 'settings')[]
>([
  ...tableEntries(),
  ['input.calendar', ['calendars']],
  ['input.calendarbucket', ['calendars']],
  ['input.operationplan', ['orders', 'orderResources']],
  ['common.parameter', ['settings']],
])

function tableEntries(): (readonly [string, readonly TableName[]])[] {
  const names: readonly TableName[] = [
    ...(['locations', 'items', 'suppliers', 'operations', 'suboperations', 'dependencies'] as const),
    ...(['materials', 'resources', 'loads', 'setupRules', 'skills', 'buffers'] as const),
    ...(['itemSuppliers', 'itemDistributions', 'demands', 'orderResources'] as const),
  ]
  return names.map((name) => [direct[name]!.entity, [name]])
}

/** Entities whose records are input of a plan. */
export const plannedEntities: readonly string[] = [...byEntity.keys()]

/** Returns the planner tables that contain records of these entities; entities that are not input of a plan have none. */
export function editedTables(entities: Iterable<string>): ReadonlySet<TableName | 'settings'> {
  return new Set([...entities].flatMap((entity) => byEntity.get(entity) ?? []))
}

/** Columns that the planner reads of the records that are edited individually, by entity. */
const columnsRead: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [tables.demands, tables.orders].map(
    ({ entity, columns }) => [entity, new Set(Object.keys(columns))] as const,
  ),
)

/**
 * Returns whether the planner may read a field of an edit.
 * @param base name of the entity whose table stores the records
 */
export function isPlannerInput({ fieldByName }: Entity, base: string, name: string): boolean {
  const field = fieldByName.get(name)
  // A list of child records, or a value that is stored in other columns.
  if (field === undefined || field.virtual) return true
  return columnsRead.get(base)?.has(field.column) ?? true
}
