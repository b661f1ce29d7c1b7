/** `/api/exceptions/`: lists the exceptions of the plan, and changes their status, assignee and note. */
import { authorize } from '../../../auth/rights/policies.ts'
import { findUserId } from '../../../auth/accounts.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { exceptionEndpoints } from '../../../contract/exceptions.ts'
import { codecFor, isInvalid } from '../../../data/codecs.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { defineField } from '../../../model/field.ts'
import { changeStates, type StateChange } from '../../../planning/exceptions/change-states.ts'
import { exceptionReport } from '../../../planning/exceptions/exceptions.ts'
import type { Answer } from '../../answer.ts'
import { routesOf } from '../../contract/routes.ts'
import { readListAnswer } from '../../data/read-handlers.ts'
import { dataCallOf, type WordCall } from '../word-call.ts'

/** Returns the list, with the same filters, ordering and paging as other lists. */
function answerExceptions(call: WordCall): Promise<Answer> {
  return readListAnswer({ ...dataCallOf(call, exceptionReport.declaration), report: exceptionReport })
}

type Change = BodyOf<(typeof exceptionEndpoints)['POST /api/exceptions/']>

/**
 * Changes status, assignee or note of exceptions. Returns the identifiers of the changed exceptions; exceptions that
 * are no longer in the plan are omitted. Throws `invalid_record` with messages by field.
 */
export const exceptionRoutes = routesOf(exceptionEndpoints, {
  'POST /api/exceptions/': async (call, { body }) => {
    const { context, principal, scenario } = call
    authorize(principal, scenario, exceptionReport.declaration, 'GET')
    const { ids, note, ...given } = await body()
    const assignee = await parseAssignee(call, given.assignee)
    const change: StateChange = {
      ...(await parseStatus(call, given)),
      ...(assignee === undefined ? {} : { assignee }),
      ...(note === undefined ? {} : { note: note === '' ? null : note }),
    }
    if (Object.keys(change).length === 0) refuse('status', { code: 'required' })
    return { changed: await changeStates(context, ids, change) }
  },
}).map((route) =>
  Object.assign({}, route, { handlers: Object.assign({ GET: answerExceptions }, route.handlers) }),
)

function refuse(field: string, message: Message): never {
  throw fieldErrors({ [field]: [message] })
}

const moment = defineField('until', 'datetime', { help: '', nullable: true })

/** Returns the status; only a snoozed exception has a date at which it is open again, which lies ahead. */
async function parseStatus(
  { context }: WordCall,
  { status, until }: Pick<Change, 'status' | 'until'>,
): Promise<StateChange> {
  if (status === undefined) {
    if (until !== undefined) refuse('status', { code: 'required' })
    return {}
  }
  if (status !== 'snoozed') return { status, until: null }
  if (until === undefined || until === '') refuse('until', { code: 'required' })
  const parsed = codecFor(context.model, moment).parse(until, context)
  if (isInvalid(parsed)) refuse('until', parsed.message)
  const { rows } = await context.home.query<{ isPast: boolean }>(
    { text: 'SELECT $1::timestamp <= LOCALTIMESTAMP AS "isPast"', values: [parsed] },
    { signal: context.signal },
  )
  if (rows[0]?.isPast === true) refuse('until', { code: 'in_the_past' })
  return { status, until: String(parsed) }
}

async function parseAssignee(
  { context }: WordCall,
  given: Change['assignee'],
): Promise<number | null | undefined> {
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  const user = await findUserId(context.control, 'login', given)
  return user ?? refuse('assignee', { code: 'invalid_reference', params: { value: given.slice(0, 100) } })
}
