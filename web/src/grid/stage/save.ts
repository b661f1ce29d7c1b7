/** Saves staged edits with one request in one transaction, and assigns the errors of the service to cells. */
import { ApiError } from '../../platform/api/api-error.ts'
import { noteDone } from '../../platform/api/first-hour.ts'
import {
  type BatchRequest,
  isConflicts,
  isEditFaults,
  type Saved,
  saveEdits,
} from '../../platform/api/batch.ts'
import { type EntityMeta, keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { type Approvable, changedProposals } from './approve.ts'
import type { withWarning } from './overcompleted.ts'
import type { ServerFault, Stage } from './stage.ts'
import type { SavedRow, StagedRow } from './staged-rows.ts'

export interface Conflict {
  readonly id: string
  readonly deleted: boolean
  readonly lastmodified: string | null
  readonly fields: Readonly<Record<string, { readonly yours: unknown; readonly theirs: unknown }>>
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly saved: Saved; readonly rows: readonly SavedRow[] }
  | { readonly kind: 'refused'; readonly faults: readonly ServerFault[] }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] }

const valuesOf = ({ cells }: StagedRow): Row =>
  Object.fromEntries([...cells].map(([field, { value }]) => [field, value]))

export interface SaveOptions {
  /**
   * Approve changed proposed orders. The status is only part of the request, not an edit; after a rejection no edit
   * of it remains.
   */
  readonly approving?: boolean
}

/** Returns the requests for the staged edits, with their rows at the same indexes. */
export function batchOf(stage: Stage, meta: Approvable, { approving = false }: SaveOptions = {}) {
  const approved = new Set(approving ? changedProposals(stage, meta).map(({ id }) => id) : [])
  const rows = stage.rows()
  const order = stage.created()
  const creates = order.flatMap((id) => stage.row(id) ?? [])
  const updates = rows.filter(({ base }) => base !== undefined)
  const update = updates.map((row): Row => {
    const base = row.base ?? {}
    const values = { ...valuesOf(row), ...(approved.has(row.id) ? { status: 'approved' } : {}) }
    const original = Object.fromEntries(Object.keys(values).map((field) => [field, base[field] ?? null]))
    const stamp = base['lastmodified']
    return {
      [meta.key]: base[meta.key],
      ...values,
      original,
      ...(typeof stamp === 'string' ? { lastmodified: stamp } : {}),
    }
  })
  const batch: BatchRequest = {
    ...(creates.length === 0 ? {} : { create: creates.map(valuesOf) }),
    ...(update.length === 0 ? {} : { update }),
  }
  return { batch, creates, updates }
}

/**
 * Returns values that were sent without being edits (an approval) as edits, if they are to be kept in a conflict with
 * values of other users.
 */
export const sentAlone = (
  { id, base, cells }: StagedRow,
  fields: Conflict['fields'],
  stays: (field: string) => boolean,
) =>
  Object.entries(fields)
    .filter(([field]) => !cells.has(field) && stays(field))
    .map(([field, { yours }]) => ({ id, base, field, cell: { value: yours } }))

/** Returns the record with the newer values of the other user. */
export const withTheirs = (record: Row, { fields, lastmodified }: Conflict): Row => ({
  ...record,
  ...Object.fromEntries(Object.entries(fields).map(([field, { theirs }]) => [field, theirs])),
  ...(lastmodified === null ? {} : { lastmodified }),
})

/**
 * Returns the text that rows are saved, with a warning where needed. The warning is loaded after the first save; where
 * it cannot be loaded, the text says only that they are saved, which is true.
 */
export const savedText = (saved: string, ...rest: Rest): Promise<string> =>
  import('./overcompleted.ts').then(
    ({ withWarning }) => withWarning(saved, ...rest),
    () => saved,
  )

type Rest = Parameters<typeof withWarning> extends readonly [string, ...infer Others] ? Others : never

/**
 * Saves all staged edits, or none; they stay staged until the caller removes the saved rows. Throws `ApiError` if the response contains neither conflicts nor errors of cells.
 */
export async function saveStage(
  scenario: string,
  meta: EntityMeta,
  stage: Stage,
  options: SaveOptions = {},
): Promise<SaveOutcome> {
  const { batch, creates, updates } = batchOf(stage, meta, options)
  const rowOf = (where: string, row: number): string =>
    (where === 'create' ? creates : updates)[row]?.id ?? ''
  try {
    stage.markSent()
    const saved = await saveEdits(scenario, meta.entity, batch)
    if (meta.entity === 'input.buffer' && updates.some(({ cells }) => cells.has('minimum')))
      noteDone('safety-stock')
    const { create = [], update = [] } = saved.records ?? {}
    const savedRow = (sent: StagedRow, record: Row | null | undefined): SavedRow => ({
      sent,
      stored: record === null || record === undefined ? undefined : { id: keyOf(meta, record), base: record },
    })
    const rows = [
      ...creates.map((row, index) => savedRow(row, create[index])),
      ...updates.map((row, index) => savedRow(row, update[index])),
    ]
    return { kind: 'saved', saved, rows }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409 && isConflicts(error.body)) {
      const { conflicts } = error.body
      return {
        kind: 'conflict',
        conflicts: conflicts.map(({ list: where, row, deleted, lastmodified, fields }) => ({
          id: rowOf(where, row),
          deleted,
          lastmodified,
          fields,
        })),
      }
    }
    if (error.status === 400 && isEditFaults(error.body)) {
      const { errors } = error.body
      return {
        kind: 'refused',
        faults: errors.map(({ list: where, row, field, message }) => ({
          id: rowOf(where, row),
          field: field === 'non_field_errors' ? '' : field,
          message,
        })),
      }
    }
    throw error
  }
}
