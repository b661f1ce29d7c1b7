/** `GET /api/lookup/<app>/<entity>/?q=`: finds records by name, for reference fields. */
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import { findRecords } from '../../../data/read/find-records.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { scopeConditions, searchOptions } from '../../data/data-call.ts'
import { entityOf, requireSearchText } from '../word-call.ts'

type Endpoint = (typeof gridEndpoints)['GET /api/lookup/{app}/{entity}/']

export const answerLookup: EndpointHandler<Endpoint> = async (call, { query: { q, limit } }) => {
  const entity = entityOf(call)
  const { context, principal, scenario } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  const text = requireSearchText(q, 'q')
  const clauses = scopeConditions(entity, scope)
  return findRecords(context, entity, { text, limit, clauses }, searchOptions(call))
}
