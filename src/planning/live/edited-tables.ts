/** Which tables of the planner edits of an entity change. */
import type { TableName } from '../load/load-scenario.ts'
import * as tables from '../load/tables.ts'

const direct: Partial<Record<TableName, { readonly entity: string }>> = tables

/** Tables of the planner by the entity whose records they are; `settings` stands for the parameters of a scenario. */
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

/** Entities that own the records of which a plan is made. */
export const plannedEntities: readonly string[] = [...byEntity.keys()]

/** The tables that records of these entities are in; entities that no plan is made of have none. */
export function editedTables(entities: Iterable<string>): ReadonlySet<TableName | 'settings'> {
  return new Set([...entities].flatMap((entity) => byEntity.get(entity) ?? []))
}
