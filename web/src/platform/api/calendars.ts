/** Reads the values of calendars over time, as stored or with unsaved edits. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from './client.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import type { PlanEdit } from './plan-trials.ts'
import { anything, list, nullable, number, object, otherwise, type Shaped, table, text } from './shape.ts'

const recordShape = table(anything)

/** Start and end. */
const stretchShape = list(text)

const viewShape = object({
  calendar: recordShape,
  /** Current date of the plan. */
  now: text,
  effective: list(object({ start: text, end: text, value: number, entry: nullable(number) })),
  /** Entries by precedence, the winning entry first. */
  entries: list(
    object({
      id: number,
      record: nullable(recordShape),
      /** Index of the last edit that created or changed the entry. */
      edit: nullable(number),
      stretches: list(stretchShape),
    }),
  ),
  entry_count: number,
  lowest_priority: nullable(number),
  uses: list(object({ entity: text, field: text, keys: list(text), count: number })),
  capacity: nullable(list(object({ date: text, available: number }))),
})

export type CalendarView = Shaped<typeof viewShape>
export type CalendarEntry = CalendarView['entries'][number]
export type CalendarUse = CalendarView['uses'][number]
/** A record of the data API. */
export type CalendarRecord = Readonly<Record<string, unknown>>

export interface CalendarQuestion {
  readonly calendar: string
  readonly start: string
  readonly end: string
  readonly resource?: string | undefined
  readonly edits: readonly PlanEdit[]
}

/** Returns the values of a calendar in a time window. Throws `ApiError`. */
export function readCalendarView(
  scenario: string,
  { calendar, edits, ...window }: CalendarQuestion,
  signal?: AbortSignal,
): Promise<CalendarView> {
  const path = scenarioPath(scenario, `/api/calendars/${encodeURIComponent(calendar)}/`)
  return edits.length === 0
    ? getJson(withQuery(path, { ...window }), viewShape, { signal })
    : sendJson('POST', path, { ...window, edits }, viewShape, { signal })
}

export const calendarViewQuery = (scenario: string, question: CalendarQuestion) =>
  queryOptions({
    // Stored views have the scenario in their key, so that they are refreshed with it. Views with edits have another
    // key, so that edits are not tried again after they were saved.
    queryKey: ['calendar', question.edits.length === 0 ? scenario : `${scenario} edited`, question],
    queryFn: ({ signal }) => readCalendarView(scenario, question, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

const namesShape = list(object({ name: text }))

/** Query for the names of all calendars. */
export const calendarNamesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['calendar names', scenario],
    queryFn: async ({ signal }) => {
      const path = withQuery(entityPath(scenario, 'input.calendar'), { fields: 'name', ordering: 'name' })
      return (await getJson(path, namesShape, { signal })).map(({ name }) => name)
    },
  })

const workingShape = object({ available: otherwise(text, ''), location: otherwise(text, '') })

/** Returns the name of the calendar with the working hours of a resource; empty without one. */
export const resourceCalendar = (scenario: string, resource: string, signal?: AbortSignal) =>
  getJson(
    withQuery(entityPath(scenario, 'input.resource', resource), { fields: 'available,location' }),
    workingShape,
    { signal },
  )

/** Returns a calendar that a resource has as its working hours, or undefined if no resource has one. */
export async function readUsualCalendar(scenario: string, signal?: AbortSignal): Promise<string | undefined> {
  const query = { fields: 'available,location', available__isnull: 'false', ordering: 'available', limit: 1 }
  const found = await getJson(withQuery(entityPath(scenario, 'input.resource'), query), list(workingShape), {
    signal,
  })
  return found[0]?.available
}

/** Returns all stored entries of a calendar. */
export const readEntries = (scenario: string, calendar: string): Promise<readonly CalendarRecord[]> =>
  getJson(
    withQuery(entityPath(scenario, 'input.calendarbucket'), { calendar, ordering: 'id' }),
    list(recordShape),
  )

/** Returns the stored record of a calendar. */
export const readCalendarRecord = (scenario: string, calendar: string): Promise<CalendarRecord> =>
  getJson(entityPath(scenario, 'input.calendar', calendar), recordShape)
