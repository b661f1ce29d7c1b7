/** Undoes change sets: previews the effect, reports conflicts, and performs the undo. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { getJson, sendJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import {
  anything,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  type Shaped,
  table,
  text,
} from './shape.ts'

export const namedRecordShape = object({ entity: text, label: text, route: text, key: text, title: text })

/**
 * A value that was changed later: as the change set left it (`base`), current (`present`), and before the change set
 * (`proposed`).
 */
const valueShape: Shape<Readonly<Record<'base' | 'present' | 'proposed', unknown>>> = (value, place) => {
  const given = table(anything)(value, place)
  return {
    base: given['base'] ?? null,
    present: given['present'] ?? null,
    proposed: given['proposed'] ?? null,
  }
}

/** Fields of a conflict in responses of the service. */
export const conflictFields = {
  entity: text,
  label: text,
  route: text,
  key: text,
  title: text,
  problem: oneOf('changed', 'deleted', 'exists', 'referenced', 'missing', 'circle'),
  fields: table(valueShape),
  records: list(namedRecordShape),
}
const conflictShape = object(conflictFields)

const undoShape = object({
  /** Change set that undoes the original one; null if nothing was stored. */
  changeset: nullable(number),
  edits: number,
  actions: list(
    object({
      entity: text,
      label: text,
      kind: oneOf('remove', 'restore', 'revert', 'replace'),
      records: number,
    }),
  ),
  /** First records that change, with their values by field. */
  records: list(
    object({ entity: text, key: text, title: text, action: text, changes: nullable(table(anything)) }),
  ),
  conflicts: list(conflictShape),
  conflict_count: number,
})

export type Undo = Shaped<typeof undoShape>
export type UndoConflict = Shaped<typeof conflictShape>

/** Whether values that were changed later are kept or overwritten. */
export type Take = 'present' | 'proposed'

const undoPath = (
  scenario: string,
  changeset: number,
  query: Readonly<Record<string, string>> = {},
): string => scenarioPath(scenario, withQuery(`/api/audit/${changeset}/undo/`, query))

/** Query for the effect of undoing a change set. */
export const undoCheckQuery = (scenario: string, changeset: number) =>
  queryOptions({
    queryKey: ['undo', scenario, changeset],
    queryFn: ({ signal }) => getJson(undoPath(scenario, changeset), undoShape, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Undoes a change set. Returns conflicts if they prevented it. Throws `ApiError`. */
export async function undoChangeSet(scenario: string, changeset: number, take?: Take): Promise<Undo> {
  const query = { apply: '1', ...(take === undefined ? {} : { take }) }
  try {
    return await sendJson('POST', undoPath(scenario, changeset, query), undefined, undoShape)
  } catch (error) {
    const isConflict = error instanceof ApiError && error.status === 409
    if (isConflict && typeof error.body === 'object' && error.body !== null && 'conflicts' in error.body) {
      return undoShape(error.body)
    }
    throw error
  }
}
