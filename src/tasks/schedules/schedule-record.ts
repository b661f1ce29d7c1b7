/** Reads schedules from the database. */
import type { ControlDatabase } from '../../database/database.ts'
import { splitAddresses } from '../../mail/addresses.ts'
import { daysOf, parseStartTime, type Timetable } from './next-start.ts'
import { readSteps, type Step } from './steps.ts'

/** A group of steps. */
export interface Group {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly steps: readonly Step[]
}

/** A group with its start times, its owner, and the recipients of its mails. */
export interface Schedule extends Group, Timetable {
  /** User who saved it last; null if the user does not exist any more. */
  readonly owner: number | null
  readonly onFailure: readonly string[]
  readonly onSuccess: readonly string[]
  readonly due: Date | null
}

interface Row {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly enabled: boolean
  readonly tz: string | null
  readonly starttimes: unknown
  readonly steps: unknown
  readonly email_failure: string | null
  readonly email_success: string | null
  readonly user: number | null
  /** Milliseconds since 1970. */
  readonly due: string | null
  readonly days: unknown
}

/** Columns that `scheduleOf` reads. */
export const scheduleColumns = `s."id", s."name", s."scenario", s."enabled", s."tz", s."starttimes", s."steps",
  s."email_failure", s."email_success", s."user", (extract(epoch FROM s."due") * 1000)::bigint::text AS "due",
  json_build_object('sunday', s."sunday", 'monday', s."monday", 'tuesday', s."tuesday", 'wednesday', s."wednesday",
    'thursday', s."thursday", 'friday', s."friday", 'saturday', s."saturday") AS "days"`

/**
 * Returns the schedule of a row.
 * @param timeZone time zone of the installation, for schedules without one
 */
export function scheduleOf(row: Row, timeZone: string): Schedule {
  const times: readonly unknown[] = Array.isArray(jsonOf(row.starttimes)) ? listOf(row.starttimes) : []
  return {
    id: row.id,
    name: row.name,
    scenario: row.scenario,
    enabled: row.enabled,
    timeZone: row.tz ?? timeZone,
    startTimes: times.flatMap((time) => parseStartTime(time) ?? []),
    days: daysOf(Object.fromEntries(Object.entries(jsonOf(row.days) ?? {}))),
    steps: readSteps(jsonOf(row.steps)).steps,
    owner: row.user,
    onFailure: splitAddresses(row.email_failure ?? ''),
    onSuccess: splitAddresses(row.email_success ?? ''),
    due: row.due === null ? null : new Date(Number(row.due)),
  }
}

/** Parses a JSON column; it is text or an already parsed value, depending on the query. */
export const jsonOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list = jsonOf(value)
  return Array.isArray(list) ? list : []
}

type Queryable = Pick<ControlDatabase, 'query'>

/** Returns all schedules by name. There are a few dozen. */
export async function loadSchedules(
  database: Queryable,
  timeZone: string,
): Promise<ReadonlyMap<string, Schedule>> {
  const { rows } = await database.query<Row>({
    text: `SELECT ${scheduleColumns} FROM control."scheduledtask" s ORDER BY s."name"`,
  })
  return new Map(rows.map((row) => [row.name, scheduleOf(row, timeZone)]))
}
