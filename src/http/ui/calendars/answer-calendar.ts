/**
 * Returns the value of a calendar at every time in a window, the entries that define it, and the records that use the
 * calendar; with edits that are not stored, if there are some.
 */
import { decide } from '../../../auth/rights/policies.ts'
import { calendarEndpoints } from '../../../contract/calendars.ts'
import { codecFor, isInvalid } from '../../../data/codecs.ts'
import { boundedCodec } from '../../../data/write/intake/bounds.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { defineField } from '../../../model/field.ts'
import { requireEntity } from '../../../model/model.ts'
import { readCalendarView } from '../../../planning/calendars/view-calendar.ts'
import { datetimeText } from '../../../planning/live/present-trial.ts'
import type { PlanEdit } from '../../../planning/live/questions.ts'
import { day, type Seconds } from '../../../planner/time.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { RawReply, routesOf } from '../../contract/routes.ts'
import { refusing } from '../plan/refusing.ts'
import { visibleTrial } from '../plan/trial-body.ts'
import type { WordCall } from '../word-call.ts'

/** Maximum length of a window in days. */
const mostDays = 100
const defaultDays = 7

export const calendarRoutes = routesOf(calendarEndpoints, {
  'GET /api/calendars/{calendar}/': async (call, { path, query }) =>
    new RawReply(await view(call, { ...path, ...query }, [])),
  'POST /api/calendars/{calendar}/': async (call, { path, body }) => {
    const { edits = [], ...window } = await body()
    return new RawReply(await view(call, { ...path, ...window }, visibleTrial(call, { edits }).edits))
  },
})

interface Question {
  readonly calendar: string
  readonly start: string
  readonly end?: string | undefined
  readonly resource?: string | undefined
}

/**
 * Returns the view of a calendar. Requires the permission to view calendars and their entries. Throws `not_found` and
 * `invalid_record`.
 */
async function view(
  call: WordCall,
  { calendar, start, end, resource }: Question,
  edits: readonly PlanEdit[],
): Promise<Answer> {
  const { context, principal, scenario } = call
  const sees = (name: string): boolean =>
    decide(principal, scenario, requireEntity(context.model, name), 'view') === 'all'
  if (!['input.calendar', 'input.calendarbucket'].every(sees)) throw new ServiceError('permission_denied')
  if (resource !== undefined && !['input.resource', 'input.location'].every(sees))
    throw new ServiceError('permission_denied')
  const from = momentOf(call, 'start', start)
  const to = end === undefined ? from + defaultDays * day : momentOf(call, 'end', end)
  if (to <= from)
    refuse('end', { code: 'end_before_start', params: { start: datetimeText(from), end: datetimeText(to) } })
  if (to - from > mostDays * day)
    refuse('end', {
      code: 'not_plannable_date',
      params: { from: datetimeText(from), before: datetimeText(from + mostDays * day) },
    })
  return refusing(call, async () => {
    const found = await readCalendarView(context, {
      calendar,
      from,
      to,
      resource,
      edits,
      visible: context.model.entities.filter(({ name }) => sees(name)),
    })
    if (found === undefined) throw new ServiceError('not_found')
    return jsonAnswer(200, found)
  })
}

const moment = defineField('start', 'datetime', { help: '', plannable: true })

/** Returns a date as whole seconds of planning time. */
function momentOf({ context }: WordCall, name: string, given: string): Seconds {
  const parsed = boundedCodec(moment, codecFor(context.model, moment)).parse(given, context)
  if (isInvalid(parsed)) refuse(name, parsed.message)
  return Math.floor(Date.parse(`${String(parsed).slice(0, 19)}Z`) / 1000)
}

function refuse(field: string, message: Message): never {
  throw fieldErrors({ [field]: [message] })
}
