/**
 * What the inbox is put together from: sources that each have their items by moment, the latest first. A page takes the
 * latest of all of them; the next one goes on after its last item.
 */
import { ServiceError } from '../errors/service-error.ts'
import type { ReadMarks } from './read-marks.ts'

export interface FeedItem {
  /** Known in all of the inbox, such as `task:12`. */
  readonly id: string
  /** With microseconds, so that items of one second keep their order. */
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
  /** Only what comes after it. */
  readonly after: Place | undefined
  readonly limit: number
}

/** Text of a moment as it is compared and told. */
export const momentText = (moment: string): string => `to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Condition, as SQL, that an item comes after `$4` (moment) and `$5` (id). */
export const comesAfter = (moment: string, id: string): string =>
  `($4::timestamp IS NULL OR (${moment}, ${id} COLLATE "C") < ($4, $5::text))`

/** Condition, as SQL, that an item is read: `$2` is the moment, `$3` the single ones. */
export const isRead = (moment: string, id: string): string =>
  `(${moment} <= $2::timestamp OR ${id} = ANY ($3::text[]))`

/** The values of `$1` to `$7` in the statements of sources. */
export const valuesOf = ({ userId, marks, unread, after, limit }: FeedQuery): readonly unknown[] => [
  userId,
  marks.until,
  marks.ids,
  after?.moment ?? null,
  after?.id ?? null,
  unread,
  limit,
]

export const latestFirst = (one: FeedItem, other: FeedItem): number =>
  compare(other.moment, one.moment) || compare(other.id, one.id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export const cursorOf = ({ moment, id }: Place): string => `${moment}~${id}`

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})~([\w:.-]{1,200})$/

/** The place that a cursor means. Throws `invalid_parameter`. */
export function placeOf(cursor: string): Place | undefined {
  if (cursor === '') return undefined
  const [, moment, id] = cursorForm.exec(cursor) ?? []
  if (moment === undefined || id === undefined || !exists(moment))
    throw new ServiceError('invalid_parameter', { name: 'cursor', reason: 'it is not the `next` of a page.' })
  return { moment, id }
}

/** Whether it is on the calendar: 30 February is not. */
function exists(moment: string): boolean {
  const time = Date.parse(`${moment.slice(0, 23)}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === moment.slice(0, 19)
}
