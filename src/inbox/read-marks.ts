/**
 * Marks of read inbox items. Tasks and changes are not modified: a preference of the user stores the moment up to
 * which all items are read, and single items after it.
 */
import { changePreference, readPreference } from '../auth/preferences.ts'
import { largestPreference } from '../auth/preference-quota.ts'
import type { ControlDatabase } from '../database/database.ts'
import { fieldErrors } from '../errors/service-error.ts'

const name = 'inbox:read'
/** Maximum number of single items that are read while an older one is unread. */
export const mostSingle = 5_000

export interface ReadMarks {
  readonly until: string
  /** IDs such as `task:12`. */
  readonly ids: readonly string[]
  /**
   * Moments up to which items are read, of scenarios for which it is not `until`: their server could not be reached
   * when everything was marked.
   */
  readonly apart: Readonly<Record<string, string>>
}

/** Returns the moment up to which all items of a scenario are read. */
export const readUntil = ({ until, apart }: ReadMarks, scenario: string): string => apart[scenario] ?? until

export async function readMarks(database: ControlDatabase, userId: number): Promise<ReadMarks> {
  return parseMarks(await readPreference(database, userId, name))
}

function parseMarks(stored: unknown): ReadMarks {
  const { until, ids, apart } = Object(stored)
  const moments = Object.entries(Object(apart)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    until: typeof until === 'string' ? until : '-infinity',
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    apart: Object.fromEntries(moments),
  }
}

/**
 * Adds single items to the marks as they are when it has locked them. Returns the marks before and after it.
 * @throws ServiceError `invalid_record` with `ids` if there would be too many, or if they are too long
 */
export async function addMarks(
  database: ControlDatabase,
  userId: number,
  added: readonly string[],
): Promise<{ readonly before: ReadMarks; readonly after: ReadMarks }> {
  let before = parseMarks(undefined)
  const add = (stored: unknown): ReadMarks => {
    before = parseMarks(stored)
    const ids = [...new Set([...before.ids, ...added])]
    if (ids.length > mostSingle)
      throw fieldErrors({ ids: [{ code: 'too_many_values', params: { limit: mostSingle } }] })
    return { ...before, ids }
  }
  const after = await changePreference(database, userId, name, add, 'ids')
  return { before, after }
}

/**
 * Replaces marks by others. Keeps what other requests have marked since the marks were read; of more single items than
 * a preference can hold, the last ones.
 */
export const replaceMarks = (
  database: ControlDatabase,
  userId: number,
  { seen, marks }: { readonly seen: ReadMarks; readonly marks: ReadMarks },
): Promise<ReadMarks> =>
  changePreference(database, userId, name, (stored) => {
    const present = parseMarks(stored)
    const known = new Set(seen.ids)
    const later = present.ids.filter((id) => !known.has(id))
    const { until, apart } = present.until > marks.until ? present : marks
    const ids = [...new Set([...marks.ids, ...later])].slice(-mostSingle)
    let bytes = Buffer.byteLength(JSON.stringify({ until, apart, ids }))
    // Each of them also has a comma.
    const left = ids.findIndex((id) => {
      if (bytes <= largestPreference) return true
      bytes -= Buffer.byteLength(JSON.stringify(id)) + 1
      return false
    })
    return { until, apart, ids: left === -1 ? [] : ids.slice(left) }
  })
