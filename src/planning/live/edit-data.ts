/** Applies the edits of a trial in an open transaction, and reads the resulting input of the planner. */
import type { DataContext } from '../../data/context.ts'
import { applyEdits, type RecordEdit } from '../../data/write/edits/apply-edits.ts'
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { baseEntity } from '../../model/model.ts'
import { type EditedData, type EditedKeys, type LiveData, readEdited } from './live-data.ts'
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

/** Returns the edited keys by entity, for entities in which only the edited records have changed. */
function keysOf(
  { changes }: OpenWrite,
  { model }: DataContext,
  edits: readonly RecordEdit[],
  keys: readonly (string | number | null)[],
): EditedKeys {
  const edited = new Map<string, Set<string>>()
  for (const [index, { entity }] of edits.entries()) {
    const { name } = baseEntity(model, entity)
    const known = edited.get(name)
    const key = String(keys[index])
    if (known === undefined) edited.set(name, new Set([key]))
    else known.add(key)
  }
  return new Map(
    [...edited].filter(([name, known]) => {
      const { created = 0, updated = 0, deleted = 0 } = changes.counts().get(name) ?? {}
      return created + updated + deleted <= known.size
    }),
  )
}
