/** Handlers of the endpoints of proposals. */
import { holds } from '../../../auth/principal.ts'
import { proposalEndpoints } from '../../../contract/proposals.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { proposalStates } from '../../../model/proposals.ts'
import { createProposal } from '../../../proposals/create-proposal.ts'
import { proposalOf } from '../../../proposals/given-proposal.ts'
import { listProposals, readProposal } from '../../../proposals/read-proposals.ts'
import { requireProposing, requireVisibleEdits, viewRight } from '../../../proposals/rights.ts'
import { Reply, routesOf } from '../../contract/routes.ts'
import { answeredPath } from '../../request-target.ts'
import { requireSearchText } from '../word-call.ts'
import { answerEdits, shownProposal } from './answer-proposal.ts'
import { decideAs, followAs, postApply, postComment, postResolve } from './decide.ts'
import { presentProposals } from './present-proposal.ts'
import { loadProposal, rulesOf } from './proposal-call.ts'

export const proposalRoutes = routesOf(proposalEndpoints, {
  // The proposals of other users require the permission to view proposals.
  'GET /api/proposals/': async (call, { query: { state, mine, entity, search, limit, offset } }) => {
    const { context, principal, scenario } = call
    if (entity?.includes('\0') === true) throw parameterError('entity', { code: 'nul_character' })
    const { count, proposals } = await listProposals(context, {
      states: state ?? proposalStates,
      author: mine || !holds(principal, scenario, viewRight) ? principal.userId : undefined,
      entity,
      search: requireSearchText(search, 'search'),
      limit,
      offset,
    })
    return { count, proposals: await presentProposals(call, proposals) }
  },

  // Requires the permissions to propose, and to view the records that the proposal changes.
  'POST /api/proposals/': async (call, { body }) => {
    const { context, principal, scenario } = call
    requireProposing(principal, scenario)
    const given = proposalOf(context, await body())
    requireVisibleEdits(context.model, principal, scenario, given.edits)
    const id = await createProposal(context, given, rulesOf(call))
    const proposal = await context.control.withClient((client) => readProposal(client, scenario, id))
    const [shown] = await presentProposals(call, [proposal])
    const location = answeredPath(call.exchange.service.settings, scenario, `/api/proposals/${id}/`)
    return new Reply(shown!, { headers: { location } })
  },

  'GET /api/proposals/{proposal}/': async (call) => shownProposal(call, await loadProposal(call)),
  'GET /api/proposals/{proposal}/edits/': answerEdits,
  'POST /api/proposals/{proposal}/submit/': decideAs('submit'),
  'POST /api/proposals/{proposal}/approve/': decideAs('approve'),
  'POST /api/proposals/{proposal}/reject/': decideAs('reject'),
  'POST /api/proposals/{proposal}/withdraw/': decideAs('withdraw'),
  'POST /api/proposals/{proposal}/comment/': postComment,
  'POST /api/proposals/{proposal}/follow/': followAs(true),
  'POST /api/proposals/{proposal}/unfollow/': followAs(false),
  'POST /api/proposals/{proposal}/resolve/': postResolve,
  'POST /api/proposals/{proposal}/apply/': postApply,
})
