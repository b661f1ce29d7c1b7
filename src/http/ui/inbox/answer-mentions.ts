/**
 * `GET /api/mentions/<app>/<entity>/?q=`: suggests users who can be mentioned in a comment on a record of the entity,
 * while the comment is typed.
 */
import { suggestMentions } from '../../../auth/mentions.ts'
import { authorize, requirePermission } from '../../../auth/rights/policies.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { entityOf, searchText, type WordCall } from '../word-call.ts'

const mostOffered = 8

/** Returns the users. Throws `permission_denied` if the user may not comment on such records. */
export async function answerMentions(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const { context, principal, scenario, query } = call
  authorize(principal, scenario, entity, 'GET')
  requirePermission(principal, scenario, 'common.add_comment')
  const subject = { scenario, entity: entity.name }
  const users = await suggestMentions(context.database, subject, searchText(query, 'q'), mostOffered)
  return jsonAnswer(
    200,
    users.map(({ username, name }) => ({ username, name })),
  )
}
