/**
 * Lists the account log. Only for superusers of production, because it contains the names and addresses of all users.
 */
import { listSecurityEvents } from '../../../auth/list-security-events.ts'
import type { historyEndpoints } from '../../../contract/history.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { momentOf, storable } from './audit-criteria.ts'

export const answerAccounts: EndpointHandler<(typeof historyEndpoints)['GET /api/audit/accounts/']> = async (
  call,
  { query: { user, event, after, before, cursor, limit } },
) => {
  const { service, signal } = call.exchange
  const filter = {
    user: storable(user),
    event,
    from: momentOf(call, 'after', after),
    to: momentOf(call, 'before', before),
    before: cursor === 0 ? undefined : cursor,
    limit: limit + 1,
  }
  const found = await listSecurityEvents(service.control, filter, signal)
  const events = found.slice(0, limit)
  return { events, next: found.length > limit ? (events.at(-1)?.id ?? null) : null }
}
