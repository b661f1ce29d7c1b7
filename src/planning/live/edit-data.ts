/** Applies edits of a trial in an open transaction, and reads what the planner sees of them. */
import type { DataContext } from '../../data/context.ts'
import { applyEdits, type RecordEdit } from '../../data/write/edits/apply-edits.ts'
import type { OpenWrite } from '../../data/write/write-in-transaction.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { baseEntity } from '../../model/model.ts'
import { type EditedData, type EditedKeys, type LiveData, readEdited } from './live-data.ts'
import type { PlanEdit } from './questions.ts'

/** The records of edits. Throws `not_found` for entities that there are not. */
export function recordEdits({ model }: DataContext, edits: readonly PlanEdit[]): readonly RecordEdit[] {
  return edits.map(({ entity: name, action, key, fields, scope }) => {
    const entity = model.byName.get(name)
    if (entity === undefined) throw new ServiceError('not_found')
    return { entity, action, key, fields, ...(scope === undefined ? {} : { scope }) }
  })
}

/** Applies edits and reads what the planner sees of them. */
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

/** Keys by entity, where nothing but the edited records has changed. */
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
