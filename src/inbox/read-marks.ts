/**
 * Marks inbox items as read. Tasks and changes are not modified: a preference of the user stores the moment up to
 * which all items are read, and single items after it.
 */
import { readPreference, writePreference } from '../auth/preferences.ts'
import type { ControlDatabase } from '../database/database.ts'

const name = 'inbox:read'
/** Maximum number of single items; older ones are replaced by the moment. */
const mostSingle = 500

export interface ReadMarks {
  readonly until: string
  /** IDs such as `task:12`. */
  readonly ids: readonly string[]
}

export async function readMarks(database: ControlDatabase, userId: number): Promise<ReadMarks> {
  const kept = Object(await readPreference(database, userId, name))
  const ids: unknown = kept.ids
  return {
    until: typeof kept.until === 'string' ? kept.until : '-infinity',
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
  }
}

export const writeMarks = (
  database: ControlDatabase,
  userId: number,
  { until, ids }: ReadMarks,
): Promise<void> =>
  writePreference(database, userId, name, { until, ids: [...new Set(ids)].slice(-mostSingle) })
