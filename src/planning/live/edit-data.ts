/** Applies the edits of a trial in an open transaction, and reads the resulting input of the planner. */
import type { DataContext } from '../../data/context.ts'
import { applyEdits, type RecordEdit } from '../../data/write/edits/apply-edits.ts'
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { baseEntity } from '../../model/model.ts'
import { type EditedData, type EditedKeys, type LiveData, readEdited } from './live-data.ts'
import { isPlannerInput } from './edited-tables.ts'
import type { PlanEdit } from './questions.ts'

/** Converts edits of the plan to edits of records. Throws `not_found` for unknown entities. */
export function recordEdits({ model }: DataContext, edits: readonly PlanEdit[]): readonly RecordEdit[] {
  return edits.map(({ entity: name, action, key, fields, scope }) => {
    const entity = model.byName.get(name)
    if (entity === undefined) throw new ServiceError('not_found')
    return { entity, action, key, fields, ...(scope === undefined ? {} : { scope }) }
  })
}

/** Applies edits and reads the resulting input of the planner. */
export async function editData(
  open: OpenWrite,
  context: DataContext,
  data: LiveData,
  edits: readonly PlanEdit[],
): Promise<EditedData> {
  const records = recordEdits(context, edits)
  const { keys } = await applyEdits(open, context, records)
  return readEdited(
    open.client,
    context,
    data,
    [...open.changes.counts().keys()],
    keysOf(open, context, records, keys),
  )
}

/** Returns the edited records by entity, for entities in which only these records have changed. */
function keysOf(
  { changes }: OpenWrite,
  { model }: DataContext,
  edits: readonly RecordEdit[],
  keys: readonly (string | number | null)[],
): EditedKeys {
  const edited = new Map<string, { readonly keys: Set<string>; readonly touched: Set<string> }>()
  for (const [index, edit] of edits.entries()) {
    const { name } = baseEntity(model, edit.entity)
    const known = edited.get(name) ?? { keys: new Set(), touched: new Set() }
    edited.set(name, known)
    const key = String(keys[index])
    known.keys.add(key)
    if (mayTouchPlan(edit, name)) known.touched.add(key)
  }
  return new Map(
    [...edited].filter(([name, known]) => {
      const { created = 0, updated = 0, deleted = 0 } = changes.counts().get(name) ?? {}
      return created + updated + deleted <= known.keys.size
    }),
  )
}

/** Returns whether the planner reads what the edit changes. An edit without fields has its record planned again. */
function mayTouchPlan({ entity, action, fields }: RecordEdit, base: string): boolean {
  const names = Object.keys(fields)
  return action !== 'update' || names.length === 0 || names.some((name) => isPlannerInput(entity, base, name))
}
