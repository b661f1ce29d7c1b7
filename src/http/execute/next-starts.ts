/**
 * `GET /execute/api/scheduletasks/next/`: returns the next starts of a task group: by its saved schedule, by times
 * that are not saved yet, or by both, as an editor shows them while the user types.
 */
import type { QueryOf } from '../../contract/endpoint.ts'
import { taskEndpoints } from '../../contract/tasks.ts'
import { holds } from '../../auth/principal.ts'
import { compute, type Computation } from '../../data/threads/computation.ts'
import { utcText, wallClock } from '../../data/time-zone.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { weekdays } from '../../model/weekdays.ts'
import { isTimeZone } from '../../settings/time-zones.ts'
import {
  answerStarts,
  parseStartTime,
  startsCost,
  type StartsQuestion,
  type Timetable,
} from '../../tasks/schedules/next-start.ts'
import { loadSchedules, type Schedule } from '../../tasks/schedules/schedule-record.ts'
import { parseQueryOf } from '../contract/parse-query.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import type { TaskCall } from './task-call.ts'

type Endpoints = typeof taskEndpoints

const computation: Computation<StartsQuestion, ReturnType<typeof answerStarts>> = {
  module: import.meta.resolve('../../tasks/schedules/next-start.ts'),
  name: 'answerStarts',
  run: answerStarts,
}

/**
 * Returns the next starts. Throws `invalid_parameter` with the name of the parameter, also for a group that does not
 * exist, and `permission_denied`.
 */
export const answerNextStarts: TaskEndpointHandler<
  Endpoints['GET /execute/api/scheduletasks/next/']
> = async (call) => {
  const { query, exchange } = call
  const { TIME_ZONE } = exchange.service.settings
  const parsed = parseQueryOf(taskEndpoints['GET /execute/api/scheduletasks/next/'], query)
  // An empty list has no starts, unlike a missing one, for which that of the group is used.
  const emptied = query.flatMap(([name, value]) => (value === '' && isList(name) ? [[name, []]] : []))
  const args = { ...parsed, ...Object.fromEntries(emptied) }
  const timetable = timetableOf(args, await scheduleOf(call, args.schedule), TIME_ZONE)
  const question = { timetable, after: new Date(), count: args.count }
  const starts = await compute(computation, question, {
    cost: startsCost(question),
    signal: exchange.signal,
  })
  return {
    tz: timetable.timeZone,
    starts: starts.map((start) => ({
      start: wallClock(start.getTime(), TIME_ZONE),
      local: wallClock(start.getTime(), timetable.timeZone),
      utc: utcText(start),
    })),
  }
}

const isList = (name: string): boolean => name === 'starttimes' || name === 'days'

/** Returns the group with this name, if the user may view groups. */
async function scheduleOf(
  { exchange, principal, scenario }: TaskCall,
  name: string | undefined,
): Promise<Schedule | undefined> {
  if (name === undefined) return undefined
  if (!holds(principal, scenario, 'execute.view_scheduledtask')) throw new ServiceError('permission_denied')
  const { control, settings } = exchange.service
  const found = (await loadSchedules(control, settings.TIME_ZONE)).get(name)
  if (found?.scenario === scenario) return found
  const params = { name: name.slice(0, 300), scenario }
  throw invalidParameter('schedule', { code: 'group_not_in_scenario', params })
}

function timetableOf(
  { starttimes, days, tz, enabled }: QueryOf<Endpoints['GET /execute/api/scheduletasks/next/']>,
  schedule: Schedule | undefined,
  zone: string,
): Timetable {
  if (starttimes === undefined && schedule === undefined) {
    throw invalidParameter('starttimes', { code: 'start_times_required' })
  }
  const wrong = starttimes?.find((time) => parseStartTime(time) === undefined)
  if (wrong !== undefined) {
    throw invalidParameter('starttimes', { code: 'no_time', params: { value: wrong.slice(0, 100) } })
  }
  if (tz !== undefined && !isTimeZone(tz)) {
    throw invalidParameter('tz', { code: 'no_time_zone', params: { value: tz.slice(0, 100) } })
  }
  const everyDay = weekdays.map((_, day) => day)
  return {
    enabled: enabled ?? schedule?.enabled ?? true,
    timeZone: tz ?? schedule?.timeZone ?? zone,
    startTimes: starttimes?.flatMap((time) => parseStartTime(time) ?? []) ?? schedule?.startTimes ?? [],
    days: days?.map((name) => weekdays.indexOf(name)) ?? schedule?.days ?? everyDay,
  }
}
