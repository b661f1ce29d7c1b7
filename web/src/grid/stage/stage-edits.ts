/** Converts staged edits to edits of a trial: the same records that saving would write. */
import type { EditFault, PlanEdit } from '../../platform/api/plan-trials.ts'
import type { EditWithBase } from '../../platform/api/proposals.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { batchOf, type SaveOptions } from './save.ts'
import type { ServerFault, Stage } from './stage.ts'

/** Returns the same edits with the values of the records at the time of editing. */
export function editsWithBase(
  stage: Stage,
  meta: Pick<EntityMeta, 'entity' | 'key' | 'fields'>,
  options: SaveOptions,
): readonly EditWithBase[] {
  const { batch } = batchOf(stage, meta, options)
  const bases = new Map(
    (batch.update ?? []).map((row) => [
      row[meta.key],
      Object.fromEntries(Object.entries(Object(row['original']))),
    ]),
  )
  return editsOf(stage, meta, options).map((edit) => {
    const base = bases.get(edit.key)
    return base === undefined ? edit : Object.assign({}, edit, { base })
  })
}

export function editsOf(
  stage: Stage,
  meta: Pick<EntityMeta, 'entity' | 'key' | 'fields'>,
  options: SaveOptions,
): readonly PlanEdit[] {
  const { batch } = batchOf(stage, meta, options)
  const { entity, key: keyField } = meta
  return [
    ...(batch.create ?? []).map((fields): PlanEdit => ({ entity, action: 'create', fields })),
    ...(batch.update ?? []).map((row): PlanEdit => {
      // Saving also sends values that detect conflicts; a trial does not need them.
      const { [keyField]: key, original: _original, lastmodified: _lastmodified, ...fields } = row
      return { entity, action: 'update', key: typeof key === 'number' ? key : String(key), fields }
    }),
  ]
}

/** Assigns the errors of a trial of the staged edits to their cells. */
export function cellFaults(
  stage: Stage,
  meta: Pick<EntityMeta, 'entity' | 'key' | 'fields'>,
  faults: readonly EditFault[],
): readonly ServerFault[] {
  const { creates, updates } = batchOf(stage, meta)
  const rows = [...creates, ...updates]
  return faults.flatMap(({ edit, field, message }) => {
    const row = rows[edit]
    return row === undefined
      ? []
      : [{ id: row.id, field: field === 'non_field_errors' ? '' : field, message }]
  })
}
