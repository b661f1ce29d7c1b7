/** Parses the criteria by which change sets are selected: user, channel, task and time. */
import { findUserId } from '../../../auth/accounts.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { codecFor, isInvalid } from '../../../data/codecs.ts'
import type { ChangeSetCriteria } from '../../../data/history/select-change-sets.ts'
import { remedyOriginsOf } from '../../../model/decision-origin.ts'
import { defineField } from '../../../model/field.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import type { WordCall } from '../word-call.ts'

const moment = defineField('moment', 'datetime', { help: 'A moment.', nullable: true })

type CriteriaQuery = Pick<
  QueryOf<(typeof historyEndpoints)['GET /api/audit/']>,
  'user' | 'channel' | 'task' | 'after' | 'before' | 'remedy_of'
>

/** Returns the criteria; undefined if the user does not exist. Throws `invalid_parameter`. */
export async function parseCriteria(
  call: WordCall,
  { user, channel, task, after, before, remedy_of: given }: CriteriaQuery,
): Promise<ChangeSetCriteria | undefined> {
  const order = storable(given)
  const userId = user === undefined ? undefined : await findUserId(call.context.control, 'login', user)
  if (user !== undefined && userId === undefined) return undefined
  return {
    user: userId,
    channel: storable(channel),
    task,
    from: momentOf(call, 'after', after),
    to: momentOf(call, 'before', before),
    origins: order === undefined ? undefined : remedyOriginsOf(order),
  }
}

/** Returns a text without characters that the database cannot store: no record can match them. */
export const storable = (given: string | undefined): string | undefined =>
  given?.replaceAll('\0', '').toWellFormed() || undefined

/**
 * Returns a time of the query as a value of the database.
 *
 * @throws `invalid_parameter`
 */
export function momentOf(
  { context }: Pick<WordCall, 'context'>,
  name: string,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return undefined
  const value = codecFor(context.model, moment).parse(given, context)
  if (typeof value === 'string') return value
  throw parameterError(name, isInvalid(value) ? value.message : { code: 'invalid_datetime' })
}
