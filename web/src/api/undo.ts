/** Undoing change sets: what it would do, what conflicts with it, and doing it. */
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

/** A value that was written since: as the change set left it, as it is now, as it was before. */
const valueShape: Shape<Readonly<Record<'base' | 'present' | 'proposed', unknown>>> = (value, place) => {
  const given = table(anything)(value, place)
  return {
    base: given['base'] ?? null,
    present: given['present'] ?? null,
    proposed: given['proposed'] ?? null,
  }
}

/** What the service says about a conflict. */
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
  /** The change set that undoes it; null where nothing was stored. */
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
  /** The first records that change, with their values by field. */
  records: list(
    object({ entity: text, key: text, title: text, action: text, changes: nullable(table(anything)) }),
  ),
  conflicts: list(conflictShape),
  conflict_count: number,
})

export type Undo = Shaped<typeof undoShape>
export type UndoConflict = Shaped<typeof conflictShape>

/** Whether values written since are kept or overwritten. */
export type Take = 'present' | 'proposed'

const undoPath = (
  scenario: string,
  changeset: number,
  query: Readonly<Record<string, string>> = {},
): string => scenarioPath(scenario, withQuery(`/api/audit/${changeset}/undo/`, query))

/** What undoing would do. */
export const undoCheckQuery = (scenario: string, changeset: number) =>
  queryOptions({
    queryKey: ['undo', scenario, changeset],
    queryFn: ({ signal }) => getJson(undoPath(scenario, changeset), undoShape, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Undoes. Answers with conflicts where nothing was undone because of them. Throws `ApiError`. */
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
