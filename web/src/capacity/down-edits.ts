/**
 * Creates the edits that close a resource for a period: in its calendar if no other record uses the calendar,
 * otherwise in a separate copy.
 */
import {
  calendarNamesQuery,
  readCalendarRecord,
  readCalendarView,
  readEntries,
  resourceCalendar,
} from '../platform/api/calendars.ts'
import { readPlanClock } from '../platform/api/plan-history.ts'
import type { PlanEdit } from '../platform/api/plan-trials.ts'
import { addDays, mondayOf, momentText, todayInPlan } from '../platform/calendar/days.ts'
import { nowInPlan } from '../platform/formats/instants.ts'
import {
  calendarEntity,
  downEntry,
  ownCalendarEdits,
  ownName,
  winningPriority,
} from '../platform/calendar/new-entries.ts'
import type { QueryClient } from '@tanstack/react-query'

export interface ResourceCalendar {
  /** Current date of the plan. */
  readonly now: string
  /** Empty for a resource that is always available. */
  readonly calendar: string
  /** Number of other records that refer to the calendar. */
  readonly others: number
  readonly editsFor: (start: string, end: string) => readonly PlanEdit[]
}

/** Returns the start of the next Monday. */
export const nextMonday = (now: string): string => `${addDays(mondayOf(now), 7)}T00:00:00`

export async function readResourceCalendar(
  client: QueryClient,
  scenario: string,
  resource: string,
  signal: AbortSignal,
): Promise<ResourceCalendar> {
  const reference = { entity: 'input.resource', field: 'available', key: resource }
  const { available: calendar } = await resourceCalendar(scenario, resource, signal)
  const taken = await client.fetchQuery(calendarNamesQuery(scenario))
  await readPlanClock(client, scenario)
  const today = todayInPlan(scenario)
  if (calendar === '') {
    const name = ownName('', resource, taken)
    const made: PlanEdit = { entity: calendarEntity, action: 'create', fields: { name, defaultvalue: 1 } }
    const given: PlanEdit = {
      entity: reference.entity,
      action: 'update',
      key: resource,
      fields: { available: name },
    }
    return {
      now: momentText(nowInPlan(scenario)),
      calendar,
      others: 0,
      editsFor: (start, end) => [made, downEntry(name, 0, start, end), given],
    }
  }
  const view = await readCalendarView(
    scenario,
    { calendar, start: today, end: addDays(today, 1), edits: [] },
    signal,
  )
  const priority = winningPriority(view.lowest_priority)
  const others = view.uses.reduce((sum, { count }) => sum + count, 0) - 1
  if (others === 0) {
    return {
      now: view.now,
      calendar,
      others,
      editsFor: (start, end) => [downEntry(calendar, priority, start, end)],
    }
  }
  const [record, entries] = await Promise.all([
    readCalendarRecord(scenario, calendar),
    readEntries(scenario, calendar),
  ])
  const name = ownName(calendar, resource, taken)
  return {
    now: view.now,
    calendar,
    others,
    editsFor: (start, end) =>
      ownCalendarEdits({
        name,
        calendar: record,
        entries,
        staged: [downEntry(calendar, priority, start, end)],
        reference,
      }),
  }
}
