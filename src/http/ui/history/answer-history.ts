/** Returns the changes of one record, newest first, with old and new values. */
import { namedUsers } from '../../../data/user-names.ts'
import { authorize } from '../../../auth/rights/policies.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import { recordHistory } from '../../../data/history/record-history.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { shownChanges } from '../meta/columns.ts'
import { entityOf } from '../word-call.ts'

/** Rejected if the user may see only some records of the entity, because the log does not contain their owners. */
export const answerHistory: EndpointHandler<
  (typeof historyEndpoints)['GET /api/history/{app}/{entity}/']
> = async (call, { query: { key, before, limit } }) => {
  const entity = entityOf(call)
  const { context, exchange, principal, scenario } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  if (scope !== undefined) throw new ServiceError('permission_denied')
  const impossible = key.includes('\0') || !key.isWellFormed()
  const { entries, next } = impossible
    ? { entries: [], next: undefined }
    : await recordHistory(context, entity, key, limit, before === 0 ? undefined : before)
  const nameOf = await namedUsers(
    exchange.service.control,
    entries.map(({ user }) => user),
  )
  return {
    entries: entries.map((entry) =>
      Object.assign({}, shownChanges(entity, entry), { user: nameOf(entry.user) }),
    ),
    next: next ?? null,
  }
}
