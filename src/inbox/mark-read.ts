/** Marks items of the inbox as read: single ones, or all that exist. */
import type { ScenarioDatabase } from '../database/database.ts'
import { englishMessages } from '../errors/messages.ts'
import { type FeedItem, latestFirst, momentText } from './feed.ts'
import type { Reader } from './follower.ts'
import { addMarks, mostSingle, readMarks, type ReadMarks, readUntil, replaceMarks } from './read-marks.ts'
import { inboxItems } from './sources.ts'

/** Number of single items after which those before the oldest unread item are replaced by a moment. */
const mergedSingle = 500
/** Maximum number of items, read and unread ones, among which the moment is searched that replaces single items. */
const mostMerged = 2 * mostSingle
const pageSize = 200

/**
 * Marks single items.
 * @throws ServiceError `invalid_record` with `ids` if they are more than can be read while an older one is unread
 */
export async function markItems(reader: Reader, ids: readonly string[]): Promise<ReadMarks> {
  const { control, principal } = reader
  const { before, after, whole } = await addMarks(control, principal.userId, ids)
  const fits = after.ids.length === whole.ids.length
  if ((fits && steps(after) === steps(before)) || awayFrom(reader).length > 0) return after
  const marks = await mergedMarks(reader, whole)
  return marks === undefined ? after : replaceMarks(control, principal.userId, { seen: after, marks })
}

/** Returns how often the single items were to be replaced by a moment. */
const steps = ({ ids }: ReadMarks): number => Math.floor(ids.length / mergedSingle)

/** Returns the scenarios whose items cannot be seen now: of servers that are away, or while their data is replaced. */
const awayFrom = ({ unavailable, principal }: Reader): readonly string[] => [
  ...unavailable,
  ...(principal.busyScenarios?.keys() ?? []),
]

/**
 * Returns the same marks with the latest possible moment, before what running transactions add; undefined if too many
 * items are unread.
 */
async function mergedMarks(reader: Reader, marks: ReadMarks): Promise<ReadMarks | undefined> {
  const moments = [marks.until, ...Object.values(marks.apart)].toSorted()
  const { later, next, isWhole } = await itemsAfter(reader, marks, { moment: moments[0], most: mostMerged })
  if (!isWhole) return undefined
  const items = next === undefined ? later : [...later, next]
  const from = items.findLast(({ read }) => !read)?.moment
  const limit = await beforeRunning(reader)
  const until = items.find(({ moment }) => moment <= limit && (from === undefined || moment < from))?.moment
  if (until === undefined || until < marks.until) return undefined
  const ids = later.filter(({ read, moment }) => read && moment > until).map(({ id }) => id)
  return { until, ids, apart: {} }
}

/**
 * Marks all existing items. What a running transaction adds stays unread, although its moment is the start of the
 * transaction, and so do items of scenarios whose server cannot be reached or whose data is being replaced.
 */
export async function markAllRead(reader: Reader): Promise<ReadMarks> {
  const { control, principal } = reader
  const seen = await readMarks(control, principal.userId)
  const moment = await beforeRunning(reader)
  const { later, next, isWhole } = await itemsAfter(reader, seen, { moment, most: mostSingle })
  const last = isWhole ? next : later.at(-1)
  const until = last === undefined || last.moment < seen.until ? seen.until : last.moment
  const away = new Set(awayFrom(reader))
  const ids = [
    ...seen.ids.filter((id) => away.has(id.split(':')[1] ?? '')),
    ...later.filter((item) => item.moment > until).map(({ id }) => id),
  ]
  const apart = Object.fromEntries([...away].map((name) => [name, readUntil(seen, name)]))
  return replaceMarks(control, principal.userId, { seen, marks: { until, ids, apart } })
}

interface Items {
  /** Items after a moment, latest first. */
  readonly later: readonly FeedItem[]
  /** The latest item that is not after it. */
  readonly next: FeedItem | undefined
  /** Whether these are all items after it. */
  readonly isWhole: boolean
}

/** Returns the items after a moment, latest first, up to a number. */
async function itemsAfter(
  reader: Reader,
  marks: ReadMarks,
  { moment = '-infinity', most }: { readonly moment: string | undefined; readonly most: number },
): Promise<Items> {
  const later: FeedItem[] = []
  const query = { userId: reader.principal.userId, marks, unread: false, limit: pageSize }
  for (;;) {
    const found = await inboxItems(reader, { ...query, after: later.at(-1) }, englishMessages)
    const page = [...found.news, ...found.plans, ...found.others].toSorted(latestFirst).slice(0, pageSize)
    const after = page.filter((item) => item.moment > moment)
    later.push(...after)
    const next = page[after.length]
    if (later.length > most) return { later: later.slice(0, most), next: undefined, isWhole: false }
    if (next !== undefined || page.length < pageSize) return { later, next, isWhole: true }
  }
}

/** Time in seconds by which the clocks of servers may differ, and within which a transaction is reported. */
const toleranceS = 1

/** Returns a moment before the start of all running transactions, on all servers that can be reached. */
async function beforeRunning({ control, homeOf, scenarios }: Reader): Promise<string> {
  const homes = new Set<ScenarioDatabase>(scenarios.map(homeOf))
  const text = `SELECT ${momentText(`least(min("xact_start")::timestamp, LOCALTIMESTAMP) - make_interval(secs => ${toleranceS})`)} AS "moment"
    FROM pg_catalog.pg_stat_activity WHERE "datname" = current_database() AND "backend_type" = 'client backend'`
  const found = await Promise.all([
    control.query<{ moment: string }>({ text }),
    ...[...homes].map((home) => home.query<{ moment: string }>({ text })),
  ])
  return found.flatMap(({ rows }) => rows.map(({ moment }) => moment)).toSorted()[0] ?? '-infinity'
}
