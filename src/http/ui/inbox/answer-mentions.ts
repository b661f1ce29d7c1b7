/**
 * `GET /api/mentions/<app>/<entity>/?q=`: suggests users who can be mentioned in a comment on a record of the entity,
 * while the comment is typed.
 */
import { suggestMentions } from '../../../auth/mentions.ts'
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { entityOf, requireSearchText } from '../word-call.ts'

type Endpoint = (typeof gridEndpoints)['GET /api/mentions/{app}/{entity}/']

const mostOffered = 8

export const answerMentions: EndpointHandler<Endpoint> = async (call, { query: { q } }) => {
  const entity = entityOf(call)
  const { context, principal, scenario } = call
  authorize(principal, scenario, entity, 'GET')
  const subject = { scenario, entity: entity.name }
  const users = await suggestMentions(context.control, subject, requireSearchText(q, 'q'), mostOffered)
  return users.map(({ username, name }) => ({ username, name }))
}
