/**
 * Scope of an action: the ticked rows, or all rows that match the filter. The scope is displayed and counted before
 * the action runs, and never grows.
 */
import { readBody, send } from '../../platform/api/client.ts'
import { anything, number, object, otherwise, table } from '../../platform/api/shape.ts'
import type { GridModel } from '../grid-model.ts'
import type { ListQuery } from '../rows/row-source.ts'
import { mostTicked } from '../rows/selection.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { type BatchRequest, saveEdits } from '../../platform/api/batch.ts'

export type Scope =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | {
      readonly kind: 'all'
      readonly count: number
      /** The list whose rows are meant. */
      readonly query: ListQuery
    }

/** Returns all rows of the open list. */
export const allOf = (model: GridModel): Scope & { readonly kind: 'all' } => ({
  kind: 'all',
  count: model.total(),
  query: model.source().query,
})

/** Returns a scope of all rows with another number of them. */
export const withCount = (scope: Scope, count: number): Scope =>
  scope.kind === 'all' ? { ...scope, count } : scope

export const scopeCount = (scope: Scope): number => (scope.kind === 'rows' ? scope.rows.length : scope.count)

/** Returns the ticked rows; without ticked rows, those of the cell range (at most `mostTicked`). */
export function scopeOf(model: GridModel): Scope {
  const { all, rows } = model.selection.get()
  if (all) return allOf(model)
  if (rows.size > 0) return { kind: 'rows', rows: [...rows.values()] }
  const bounds = model.bounds()
  if (bounds === undefined) return { kind: 'rows', rows: [] }
  const refs = Array.from({ length: Math.min(mostTicked, bounds.bottom - bounds.top + 1) }, (_, index) =>
    model.ref(bounds.top + index),
  )
  return {
    kind: 'rows',
    rows: refs.flatMap((ref): readonly Row[] => (ref?.base === undefined ? [] : [ref.base])),
  }
}

function listAddress({ url, params }: ListQuery, extra: Readonly<Record<string, string>>): string {
  const pairs: [string, string][] = [
    ...params.map(([name, value]): [string, string] => [name, value]),
    ...Object.entries(extra),
  ]
  return `${url}?${new URLSearchParams(pairs).toString()}`
}

const changedShape = object({
  matched: otherwise(number, -1),
  updated: otherwise(number, 0),
  unchanged: otherwise(number, 0),
})

export interface Changed {
  readonly matched: number
  readonly updated: number
  readonly unchanged: number
  /** Change set with which the change can be undone; null if it is unknown. */
  readonly changeset: number | null
}

/**
 * Sets fields of all records in a scope. Throws `ApiError`; 409 if the number of matching records differs from the
 * counted one.
 */
export async function changeScope(
  model: GridModel,
  scope: Scope,
  values: Row,
  dryRun: boolean,
): Promise<Changed> {
  const { scenario, meta } = model.settings
  if (scope.kind === 'rows') {
    const update = scope.rows.map((row) => ({ [meta.key]: row[meta.key], ...values }))
    const saved = await saveEdits(scenario, meta.entity, { update }, { dryRun })
    const { updated, unchanged, changeset } = saved
    return { matched: update.length, updated, unchanged, changeset }
  }
  const address = listAddress(scope.query, {
    // The service rejects a change without a filter. The user has chosen all records and sees their number.
    ...(scope.query.params.length === 0 ? { [`${meta.key}__isnull`]: 'false' } : {}),
    ...(dryRun ? { dryrun: '1' } : { expect: String(scope.count) }),
  })
  const response = await send(address, { method: 'PATCH', body: values })
  const answer = changedShape(await readBody(() => response.json()), address)
  return {
    ...answer,
    matched: answer.matched < 0 ? answer.updated + answer.unchanged : answer.matched,
    changeset: changesetOf(response),
  }
}

/** Returns the number of the change set that a response names; null without one. */
function changesetOf({ headers }: Response): number | null {
  const given = headers.get('x-changeset')
  return given === null || Number.isNaN(Number(given)) ? null : Number(given)
}

const deletedShape = object({ deleted: otherwise(number, 0), cascaded: otherwise(table(anything), {}) })

export interface Deleted {
  /** Change set, if the response contains it. */
  readonly changeset?: number | null
  readonly deleted: number
  /** Number of records that are deleted because they require them, by entity. */
  readonly cascaded: Readonly<Record<string, number>>
}

/** Deletes the records of a scope, or with `dryRun` returns what would be deleted. Throws `ApiError`. */
export async function deleteScope(model: GridModel, scope: Scope, dryRun: boolean): Promise<Deleted> {
  const { scenario, meta } = model.settings
  if (scope.kind === 'rows') {
    const batch: BatchRequest = { delete: scope.rows.map((row) => ({ [meta.key]: row[meta.key] })) }
    return saveEdits(scenario, meta.entity, batch, { dryRun })
  }
  const address = listAddress(scope.query, dryRun ? { dryrun: '1' } : { expect: String(scope.count) })
  const response = await send(address, { method: 'DELETE' })
  if (response.status === 204) {
    return { deleted: scope.count, cascaded: {}, changeset: changesetOf(response) }
  }
  const { deleted, cascaded } = deletedShape(await readBody(() => response.json()), address)
  return {
    deleted,
    cascaded: Object.fromEntries(Object.entries(cascaded).map(([name, count]) => [name, Number(count)])),
  }
}
