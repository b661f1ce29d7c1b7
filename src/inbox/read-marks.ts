/**
 * Marks of read inbox items. Tasks and changes are not modified: a preference of the user stores the moment up to
 * which all items are read, and single items after it.
 */
import { changePreference, readPreference } from '../auth/preferences.ts'
import { largestPreference, preferenceBytes } from '../auth/preference-quota.ts'
import type { ControlDatabase } from '../database/database.ts'
import { fieldErrors } from '../errors/service-error.ts'
import { readMarksPreference as name } from '../model/read-marks.ts'

/**
 * Maximum number of single items that are read while an older one is unread: with ids of usual length, as many as a
 * preference can hold.
 */
export const mostSingle = 2_500

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
 * Adds single items to the marks as they are when it has locked them; of more single items than a preference can hold,
 * the first ones are unread again. Returns the marks before and after it, and `whole` with all of the single items.
 * @throws ServiceError `invalid_record` with `ids` if a preference cannot even hold the added ones
 */
export async function addMarks(
  database: ControlDatabase,
  userId: number,
  added: readonly string[],
): Promise<{ readonly before: ReadMarks; readonly after: ReadMarks; readonly whole: ReadMarks }> {
  const ids = [...new Set(added)]
  if (ids.length > mostSingle)
    throw fieldErrors({ ids: [{ code: 'too_many_values', params: { limit: mostSingle } }] })
  const last = new Set(ids)
  let before = parseMarks(undefined)
  let whole = before
  const add = (stored: unknown): ReadMarks => {
    before = parseMarks(stored)
    whole = { ...before, ids: [...before.ids.filter((id) => !last.has(id)), ...ids] }
    const fitting = fittingMarks(whole)
    return fitting.ids.length < ids.length ? { ...before, ids } : fitting
  }
  const after = await changePreference(database, userId, name, add, 'ids')
  return { before, after, whole }
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
    return fittingMarks({ until, apart, ids: [...new Set([...marks.ids, ...later])] })
  })

/** Returns the marks with as many of their single items, the last ones, as a preference can hold. */
function fittingMarks({ until, apart, ids: all }: ReadMarks): ReadMarks {
  const ids = all.slice(-mostSingle)
  let bytes = preferenceBytes({ until, apart, ids })
  // Each of them also has a comma.
  const left = ids.findIndex((id) => {
    if (bytes <= largestPreference) return true
    bytes -= preferenceBytes(id) + 1
    return false
  })
  return { until, apart, ids: left === -1 ? [] : ids.slice(left) }
}
