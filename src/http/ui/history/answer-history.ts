/**
 * `GET /api/history/<app>/<entity>/?key=`: returns the changes of one record, newest first, with old and new values.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import { recordHistory } from '../../../data/history/record-history.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { parameter } from '../../request-target.ts'
import { shownChanges } from '../meta/columns.ts'
import { entityOf, wholeNumber, type WordCall } from '../word-call.ts'
import { namedUsers } from '../../../auth/user-names.ts'

/**
 * Returns the changes. Rejected if the user may see only some records of the entity, because the log does not contain
 * their owners.
 */
export async function answerHistory(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const { context, exchange, principal, scenario, query } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  if (scope !== undefined) throw new ServiceError('permission_denied')
  const key = parameter(query, 'key') ?? ''
  if (key === '') {
    const fields = { key: [{ code: 'required' } as const] }
    throw new ServiceError('invalid_parameter', { name: 'key', reason: 'it is required.' }, { fields })
  }
  const limit = wholeNumber(query, 'limit', { least: 1, most: 500, otherwise: 50 })
  const before = wholeNumber(query, 'before', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const impossible = key.includes('\0') || !key.isWellFormed()
  const { entries, next } = impossible
    ? { entries: [], next: undefined }
    : await recordHistory(context, entity, key, limit, before === 0 ? undefined : before)
  const nameOf = await namedUsers(
    exchange.service.database,
    entries.map(({ user }) => user),
  )
  return jsonAnswer(200, {
    entries: entries.map((entry) =>
      Object.assign({}, shownChanges(entity, entry), { user: nameOf(entry.user) }),
    ),
    next: next ?? null,
  })
}
