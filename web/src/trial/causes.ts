/** Names what causes the changes of a trial: the edited records. */
import type { PlanEdit } from '../platform/api/plan-trials.ts'

/** Returns the key of the record of each edit; a created record is named by its fields. Empty if it has no name. */
export const causesOf = (edits: readonly PlanEdit[]): readonly string[] =>
  edits.map(({ key, fields = {} }) => {
    const name = key ?? fields['name'] ?? fields['reference']
    return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
  })

/** Returns whether the cause of a change is news: there are several, and at least one change has one. */
export const isCauseShown = (
  causes: readonly string[],
  changes: readonly { readonly edit: number | null }[],
): boolean =>
  new Set(causes.filter((name) => name !== '')).size > 1 &&
  changes.some(({ edit }) => edit !== null && causes[edit] !== '')
