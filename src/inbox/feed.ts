/**
 * Common parts of the inbox sources. Each source returns its items by moment, latest first; a page contains the
 * latest items of all sources, and the next page continues after its last item.
 */
import { invalidParameter } from '../errors/parameter-errors.ts'
import type { InboxKind } from '../model/notice-kinds.ts'
import { type ReadMarks, readUntil } from './read-marks.ts'

export interface FeedItem {
  readonly kind: InboxKind
  /** Unique in the whole inbox, such as `task:12`. */
  readonly id: string
  /** With microseconds, so that items of the same second keep their sequence. */
  readonly moment: string
  readonly scenario: string
  readonly read: boolean
}

export interface Place {
  readonly moment: string
  readonly id: string
}

export interface FeedQuery {
  readonly userId: number
  readonly marks: ReadMarks
  readonly unread: boolean
  /** Returns only items after it. */
  readonly after: Place | undefined
  readonly limit: number
}

/** Returns the SQL text of a moment, as compared and displayed. */
export const momentText = (moment: string): string => `to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Returns the SQL condition that an item comes after `$4` (moment) and `$5` (ID). */
export const comesAfter = (moment: string, id: string): string =>
  `($4::timestamp IS NULL OR (${moment}, ${id} COLLATE "C") < ($4, $5::text))`

/**
 * Returns the SQL condition that an item is read: `$2` is the moment up to which all items are read, `$3` contains
 * single items.
 */
export const isRead = (moment: string, id: string): string =>
  `(${moment} <= $2::timestamp OR ${id} = ANY ($3::text[]))`

/** Returns the values of `$1` to `$7` in the statements of sources. */
export const valuesOf = ({ userId, marks, unread, after, limit }: FeedQuery): readonly unknown[] => [
  userId,
  marks.until,
  marks.ids,
  after?.moment ?? null,
  after?.id ?? null,
  unread,
  limit,
]

/** Returns the marks as they apply to the items of a scenario. */
export const marksIn = (marks: ReadMarks, scenario: string): ReadMarks => ({
  ...marks,
  until: readUntil(marks, scenario),
})

export const latestFirst = (one: FeedItem, other: FeedItem): number =>
  compare(other.moment, one.moment) || compare(other.id, one.id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export const cursorOf = ({ moment, id }: Place): string => `${moment}~${id}`

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})~([\w:.-]{1,200})$/

/** Parses a cursor. Throws `invalid_parameter`. */
export function placeOf(cursor: string): Place | undefined {
  if (cursor === '') return undefined
  const [, moment, id] = cursorForm.exec(cursor) ?? []
  if (moment === undefined || id === undefined || !exists(moment))
    throw invalidParameter('cursor', { code: 'cursor_not_of_page' })
  return { moment, id }
}

/** Returns whether the date is valid: 30 February is not. */
function exists(moment: string): boolean {
  const time = Date.parse(`${moment.slice(0, 23)}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === moment.slice(0, 19)
}
