/** Reads the values of calendars over time, as stored or with unsaved edits. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { entityPath, withQuery } from './paths.ts'
import type { PlanEdit } from './plan-trials.ts'
import { anything, list, object, otherwise, table, text } from './shape.ts'

const recordShape = table(anything)

export type CalendarView = Answer<'GET /api/calendars/{calendar}/'>
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
  const options = { scenario, signal }
  return edits.length === 0
    ? call('GET /api/calendars/{calendar}/', { path: { calendar }, query: window }, options)
    : call('POST /api/calendars/{calendar}/', { path: { calendar }, body: { ...window, edits } }, options)
}

export const calendarViewQuery = (scenario: string, question: CalendarQuestion) =>
  queryOptions({
    // Stored views have the scenario in their key, so that they are refreshed with it. Views with edits have another
    // key, so that edits are not tried again after they were saved.
    queryKey: ['calendar', question.edits.length === 0 ? scenario : `${scenario} edited`, question] as const,
    queryFn: ({ signal }) => readCalendarView(scenario, question, signal),
    // The view of before stays only for the same calendar: changes take their values and their priority from the view.
    placeholderData: (view: CalendarView | undefined, before) =>
      before?.queryKey[2].calendar === question.calendar ? view : undefined,
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
