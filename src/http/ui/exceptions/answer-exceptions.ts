/** `/api/exceptions/`: lists the exceptions of the plan, and changes their status, assignee and note. */
import { authorize, requirePermission } from '../../../auth/rights/policies.ts'
import { findUserId } from '../../../auth/accounts.ts'
import { codecFor, isInvalid } from '../../../data/codecs.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { defineField } from '../../../model/field.ts'
import { exceptionStatuses } from '../../../model/reports/exceptions.ts'
import { changeStates, type StateChange } from '../../../planning/exceptions/change-states.ts'
import { exceptionReport } from '../../../planning/exceptions/exceptions.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { readListAnswer } from '../../data/read-handlers.ts'
import { dataCallOf, objectBody, type WordCall } from '../word-call.ts'

/** Returns the list, with the same filters, ordering and paging as other lists. */
export function answerExceptions(call: WordCall): Promise<Answer> {
  return readListAnswer({ ...dataCallOf(call, exceptionReport.declaration), report: exceptionReport })
}

/** Permission to change exceptions: the same as for commenting on records. */
const mayNote = 'common.add_comment'

const mostIds = 1_000
const longestNote = 2_000

/**
 * Changes status, assignee or note of exceptions. Returns the identifiers of the changed exceptions; exceptions that
 * are no longer in the plan are omitted. Throws `invalid_record` with messages by field.
 */
export async function changeExceptions(call: WordCall): Promise<Answer> {
  const { context, principal, scenario } = call
  authorize(principal, scenario, exceptionReport.declaration, 'GET')
  requirePermission(principal, scenario, mayNote)
  const body = await objectBody(call)
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown !== undefined) refuse(unknown, { code: 'unknown_field' })
  const ids = parseIds(body['ids'])
  const assignee = await parseAssignee(call, body['assignee'])
  const change: StateChange = {
    ...parseStatus(call, body),
    ...(assignee === undefined ? {} : { assignee }),
    ...(body['note'] === undefined ? {} : { note: parseNote(body['note']) }),
  }
  if (Object.keys(change).length === 0) refuse('status', { code: 'required' })
  const changed = await changeStates(context, ids, change)
  return jsonAnswer(200, { changed })
}

const known: ReadonlySet<string> = new Set(['ids', 'status', 'until', 'assignee', 'note'])

function refuse(field: string, message: Message): never {
  throw fieldErrors({ [field]: [message] })
}

function parseIds(given: unknown): readonly string[] {
  if (given === undefined) refuse('ids', { code: 'required' })
  if (!Array.isArray(given)) refuse('ids', { code: 'not_a_list' })
  if (given.length === 0) refuse('ids', { code: 'required' })
  if (given.length > mostIds) refuse('ids', { code: 'too_many_values', params: { limit: mostIds } })
  return given.map((id: unknown) => {
    if (typeof id !== 'string') refuse('ids', { code: 'invalid_text' })
    return storable('ids', id)
  })
}

function storable(field: string, value: string): string {
  if (value.includes('\0')) refuse(field, { code: 'nul_character' })
  if (!value.isWellFormed()) refuse(field, { code: 'lone_surrogate' })
  return value
}

const moment = defineField('until', 'datetime', { help: '', nullable: true })

/** Returns the status; only a snoozed exception has a date at which it is open again. */
function parseStatus(
  { context }: WordCall,
  { status, until }: Readonly<Record<string, unknown>>,
): StateChange {
  if (status === undefined) {
    if (until !== undefined) refuse('status', { code: 'required' })
    return {}
  }
  const wanted = exceptionStatuses.find((one) => one === status)
  if (wanted === undefined) {
    const value = (typeof status === 'string' ? status : typeof status).slice(0, 100)
    refuse('status', { code: 'not_one_of', params: { value, known: exceptionStatuses.join(', ') } })
  }
  if (wanted !== 'snoozed') return { status: wanted, until: null }
  if (until === undefined || until === null || until === '') refuse('until', { code: 'required' })
  const parsed = codecFor(context.model, moment).parse(until, context)
  if (isInvalid(parsed)) refuse('until', parsed.message)
  return { status: wanted, until: String(parsed) }
}

async function parseAssignee({ context }: WordCall, given: unknown): Promise<number | null | undefined> {
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  if (typeof given !== 'string') refuse('assignee', { code: 'invalid_text' })
  const user = await findUserId(context.database, 'login', given)
  return user ?? refuse('assignee', { code: 'invalid_reference', params: { value: given.slice(0, 100) } })
}

function parseNote(given: unknown): string | null {
  if (given === null || given === '') return null
  if (typeof given !== 'string') refuse('note', { code: 'invalid_text' })
  if (given.length > longestNote) refuse('note', { code: 'too_long', params: { limit: longestNote } })
  return storable('note', given)
}
