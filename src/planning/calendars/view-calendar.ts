/**
 * Answers calendar requests of the screens: values and entries within a window, the records that use the calendar,
 * and the capacity of a resource per day. Edits that are not stored can be included: the write path applies them in a
 * transaction and rolls it back.
 */
import type pg from 'pg'
import { readCalendar, readCalendars } from '../../data/calendars/read-calendars.ts'
import type { DataContext } from '../../data/context.ts'
import { recordJson } from '../../data/record-sql.ts'
import { tablesOf } from '../../data/relation.ts'
import { type Computation, compute } from '../../data/threads/computation.ts'
import { applyEdits } from '../../data/write/edits/apply-edits.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { literal } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import {
  type CalendarQuestion,
  type CalendarView,
  viewCalendar,
  viewCost,
} from '../../planner/calendar/calendar-view.ts'
import type { Stretch } from '../../planner/calendar/working-time.ts'
import {
  answerCapacity,
  capacityCost,
  type CapacityQuestion,
} from '../../planner/result/resource-capacity.ts'
import { day, type Seconds } from '../../planner/time.ts'
import { recordEdits } from '../live/edit-data.ts'
import { limitLockWait, withLockTimeout } from '../live/lock-wait.ts'
import { datetimeText } from '../live/present-trial.ts'
import type { PlanEdit } from '../live/questions.ts'
import { readTable } from '../load/load-scenario.ts'
import { locations, resources } from '../load/tables.ts'
import { spanQuery } from '../reports/report.ts'
import { type CalendarUse, readCalendarUses } from './calendar-users.ts'

const viewing: Computation<CalendarQuestion, CalendarView> = {
  module: import.meta.resolve('../../planner/calendar/calendar-view.ts'),
  name: 'viewCalendar',
  run: viewCalendar,
}

const measuring: Computation<CapacityQuestion, ReturnType<typeof answerCapacity>> = {
  module: import.meta.resolve('../../planner/result/resource-capacity.ts'),
  name: 'answerCapacity',
  run: answerCapacity,
}

/** Maximum number of entries listed, the ones that take precedence first. */
const mostEntries = 500

export interface CalendarRequest {
  readonly calendar: string
  readonly from: Seconds
  readonly to: Seconds
  /** Resource whose capacity per day is returned. */
  readonly resource?: string | undefined
  /** Edits to apply before reading; they are not stored. */
  readonly edits: readonly PlanEdit[]
  /** Entities whose records may be listed as users of the calendar. */
  readonly visible: readonly Entity[]
}

interface Answer {
  readonly calendar: unknown
  /** Current date of the plan. */
  readonly now: string
  readonly effective: readonly {
    readonly start: string
    readonly end: string
    readonly value: number
    readonly entry: number | null
  }[]
  readonly entries: readonly {
    readonly id: number
    readonly record: unknown
    /** Index of the last edit that created or changed the entry; null without one. */
    readonly edit: number | null
    readonly stretches: readonly (readonly [start: string, end: string])[]
  }[]
  /** Number of entries within the window, including those not listed. */
  readonly entry_count: number
  /** Lowest priority of all entries, inside and outside the window; null without entries. */
  readonly lowest_priority: number | null
  readonly uses: readonly CalendarUse[]
  readonly capacity: readonly { readonly date: string; readonly available: number }[] | null
}

/**
 * Returns the view of a calendar, or undefined if the calendar does not exist. Throws `FaultyEdits`, and
 * `computation_too_large` if there are too many entries.
 */
export async function readCalendarView(
  context: DataContext,
  request: CalendarRequest,
): Promise<Answer | undefined> {
  const { edits } = request
  const found = await (edits.length === 0
    ? context.home.withTransaction((client) => readParts(client, context, request), {
        isolation: 'repeatable read',
        readOnly: true,
        signal: context.signal,
      })
    : withLockTimeout(() =>
        writeInTransaction(context, { dryRun: true, attempts: 3 }, async (open) => {
          await limitLockWait(open.client)
          const { keys } = await applyEdits(open, context, recordEdits(context, edits))
          const places = new Map(
            keys.flatMap((key, at) => (isEntry(edits[at]) ? [[Number(key), at] as const] : [])),
          )
          return readParts(open.client, context, request, places)
        }),
      ))
  return found === undefined ? undefined : answerOf(context, request, found)
}

const isEntry = (edit: PlanEdit | undefined): boolean => edit?.entity === 'input.calendarbucket'

interface Parts {
  readonly question: CalendarQuestion
  readonly record: unknown
  readonly records: ReadonlyMap<number, unknown>
  /** Indexes of edits by the key of the edited entry. */
  readonly edited: ReadonlyMap<number, number>
  readonly now: Seconds
  readonly uses: readonly CalendarUse[]
  readonly capacity: CapacityQuestion | undefined
}

async function readParts(
  client: pg.ClientBase,
  context: DataContext,
  { calendar: name, from, to, resource, visible }: CalendarRequest,
  edited: Parts['edited'] = new Map(),
): Promise<Parts | undefined> {
  const table = tablesOf(context)
  const calendar = await readCalendar(client, table, name)
  if (calendar === undefined) return undefined
  const {
    rows: [head],
  } = await client.query<{ record: string; now: number }>(
    `SELECT ${recordJson(context, requireEntity(context.model, 'input.calendar'), 'c')} AS "record",
       (SELECT floor(extract(epoch FROM "start"))::float8 FROM (${spanQuery(table, {})}) AS span) AS "now"
     FROM ${table('input.calendar')} AS c WHERE c."name" = ${literal(name)}`,
  )
  const { rows } = await client.query<{ id: number; record: string }>(
    `SELECT b."id"::float8 AS "id", ${recordJson(context, requireEntity(context.model, 'input.calendarbucket'), 'b')} AS "record"
     FROM ${table('input.calendarbucket')} AS b WHERE b."calendar" = ${literal(name)}
       AND coalesce(b."startdate" < ${moment(to)} OR b."startdate" = '1971-01-01', true)
       AND coalesce(b."enddate" > ${moment(from - day)} OR b."enddate" = '2030-12-31', true)
     ORDER BY b."priority", b."startdate" DESC NULLS LAST, b."id" LIMIT ${mostEntries}`,
  )
  return {
    question: { calendar, from, to },
    record: JSON.parse(head?.record ?? 'null'),
    records: new Map(rows.map(({ id, record }) => [id, JSON.parse(record)])),
    edited,
    now: head?.now ?? from,
    uses: await readCalendarUses(client, context, visible, name),
    capacity:
      resource === undefined ? undefined : await readCapacity(client, table, resource, daysOf(from, to)),
  }
}

const moment = (seconds: Seconds): string => `${literal(datetimeText(seconds))}::timestamp`

function daysOf(from: Seconds, to: Seconds): readonly Stretch[] {
  const days: Stretch[] = []
  for (let start = Math.floor(from / day) * day; start < to; start += day) days.push([start, start + day])
  return days
}

/** Reads the data that determine the capacity of a resource and of the resources below it. */
async function readCapacity(
  client: pg.ClientBase,
  table: (entity: string) => string,
  name: string,
  stretches: readonly Stretch[],
): Promise<CapacityQuestion> {
  const all = await readTable(client, table(resources.entity), resources)
  const wanted = new Set([name])
  for (let size = 0; size < wanted.size;) {
    size = wanted.size
    for (const { name: member, owner } of all) if (owner != null && wanted.has(owner)) wanted.add(member)
  }
  const places = await readTable(client, table(locations.entity), locations)
  const calendars = await readCalendars(client, table)
  return {
    input: { calendars, locations: places, resources: all.filter((row) => wanted.has(row.name)) },
    stretches,
  }
}

async function answerOf(
  { signal }: DataContext,
  { resource }: CalendarRequest,
  { question, record, records, edited, now, uses, capacity }: Parts,
): Promise<Answer> {
  const { effective, layers } = await compute(viewing, question, { cost: viewCost(question), signal })
  const capacities =
    capacity === undefined
      ? undefined
      : await compute(measuring, capacity, { cost: capacityCost(capacity), signal })
  const own = resource === undefined ? undefined : capacities?.get(resource)
  const priorities = question.calendar.entries.map(({ priority }) => priority)
  return {
    calendar: record,
    now: datetimeText(now),
    effective: effective.map(({ from, to, value, entry }) => ({
      start: datetimeText(from),
      end: datetimeText(to),
      value,
      entry,
    })),
    entries: layers.slice(0, mostEntries).map(({ id, stretches }) => ({
      id,
      record: records.get(id) ?? null,
      edit: edited.get(id) ?? null,
      stretches: stretches.map(([from, to]) => [datetimeText(from), datetimeText(to)] as const),
    })),
    entry_count: layers.length,
    lowest_priority: priorities.length === 0 ? null : priorities.reduce((one, other) => Math.min(one, other)),
    uses,
    capacity:
      own?.map(({ available }, at) => ({
        date: datetimeText(capacity!.stretches[at]![0]).slice(0, 10),
        available,
      })) ?? null,
  }
}
