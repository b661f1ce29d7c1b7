/** Reads, saves and deletes groups of tasks with their timetables, and reads their next start times. */
import { queryOptions } from '@tanstack/react-query'
import { asApiError } from './api-error.ts'
import { getJson, readBody, send, sendJson } from './client.ts'
import { call } from './endpoints.ts'
import { entityPath, withQuery } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  otherwise,
  type Shaped,
  table,
  text,
} from './shape.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

const entity = 'execute.scheduledtask'

const stepShape = object({
  task: text,
  arguments: otherwise(table(anything), {}),
  abort_on_failure: otherwise(boolean, true),
})

const scheduleShape = object({
  id: number,
  name: text,
  scenario: otherwise(text, 'default'),
  enabled: boolean,
  tz: nullable(text),
  starttimes: otherwise(list(text), []),
  monday: boolean,
  tuesday: boolean,
  wednesday: boolean,
  thursday: boolean,
  friday: boolean,
  saturday: boolean,
  sunday: boolean,
  steps: otherwise(list(stepShape), []),
  email_failure: nullable(text),
  email_success: nullable(text),
  next_run: nullable(text),
  user: nullable(anything),
})

export type ScheduleStep = Shaped<typeof stepShape>
export type Schedule = Shaped<typeof scheduleShape>
/** Fields that a user enters; the service computes the others. */
export type ScheduleDraft = Omit<Schedule, 'id' | 'next_run' | 'user' | 'scenario'>

export type ScheduleField = keyof ScheduleDraft

export const schedulesKey = (scenario: string) => ['schedules', scenario] as const

export const schedulesQuery = (scenario: string) =>
  queryOptions({
    queryKey: schedulesKey(scenario),
    queryFn: ({ signal }) =>
      getJson(withQuery(entityPath(scenario, entity), { ordering: 'name', scenario }), list(scheduleShape), {
        signal,
      }),
  })

export const emptySchedule: ScheduleDraft = {
  name: '',
  enabled: true,
  tz: null,
  starttimes: [],
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
  steps: [],
  email_failure: null,
  email_success: null,
}

const scheduleFields: readonly ScheduleField[] = [
  'name',
  'enabled',
  'tz',
  'starttimes',
  ...weekdays,
  'steps',
  'email_failure',
  'email_success',
]

/** Returns the fields of a group that a user may change. */
export const draftOf = ({
  id: _id,
  next_run: _next,
  user: _user,
  scenario: _scenario,
  ...draft
}: Schedule): ScheduleDraft => draft

export const createSchedule = (scenario: string, draft: ScheduleDraft): Promise<unknown> =>
  sendJson('POST', entityPath(scenario, entity), draft, anything)

/** Number of attempts to save while others keep saving the same group. */
const mostAttempts = 3

/**
 * Saves the fields of a group that differ from those that were read: the others keep what is saved meanwhile, such as by
 * another window. If others have changed some of them as well, saves nothing and returns the group as it is now; undefined
 * if it is saved. Throws `ApiError`.
 */
export async function changeSchedule(
  scenario: string,
  id: number,
  stored: ScheduleDraft,
  draft: ScheduleDraft,
): Promise<ScheduleDraft | undefined> {
  const path = entityPath(scenario, entity, String(id))
  const names = differentFields(stored, draft)
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(path)
    const etag = response.headers.get('etag')
    const now = draftOf(scheduleShape(await readBody(() => response.json()), path))
    const isTaken = names.some((name) => !isSame(now[name], stored[name]) && !isSame(now[name], draft[name]))
    if (isTaken) return now
    try {
      const changed = Object.fromEntries(names.map((name) => [name, draft[name]]))
      await sendJson('PATCH', path, changed, anything, etag === null ? {} : { headers: { 'if-match': etag } })
      return undefined
    } catch (error) {
      // Others have saved since it was read, in the fraction of a second.
      if (asApiError(error).status !== 412 || attempt === mostAttempts) throw error
    }
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the fields in which two versions of a group differ. */
export const differentFields = (one: ScheduleDraft, other: ScheduleDraft): readonly ScheduleField[] =>
  scheduleFields.filter((name) => !isSame(one[name], other[name]))

export const deleteSchedule = (scenario: string, id: number): Promise<unknown> =>
  send(entityPath(scenario, entity, String(id)), { method: 'DELETE' })

/** Query for the next start times of a timetable, saved or not. */
export const nextStartsQuery = (
  scenario: string,
  { starttimes, tz, enabled, ...draft }: Pick<ScheduleDraft, 'starttimes' | 'tz' | 'enabled' | Weekday>,
) => {
  const days = weekdays.filter((day) => draft[day])
  const query = { starttimes, days, tz: tz ?? '', enabled }
  return queryOptions({
    queryKey: ['next starts', scenario, query],
    queryFn: ({ signal }) => call('GET /execute/api/scheduletasks/next/', { query }, { scenario, signal }),
    enabled: starttimes.length > 0 && days.length > 0,
    staleTime: 30_000,
  })
}
