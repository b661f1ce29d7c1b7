/** Handlers of actions on a proposal: decisions, comments, following, resolving conflicts, and applying. */
import type { proposalEndpoints } from '../../../contract/proposals.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { applyProposal, requireApplicableNow } from '../../../proposals/apply-proposal.ts'
import { commentProposal, type Decision, decideProposal } from '../../../proposals/decide-proposal.ts'
import { followProposal } from '../../../proposals/followers.ts'
import { largeProposal } from '../../../proposals/proposal.ts'
import { resolveConflicts } from '../../../proposals/resolve-conflicts.ts'
import { requireResolving } from '../../../proposals/rights.ts'
import { choosesEdits } from '../../../proposals/split-proposal.ts'
import { proposal_apply } from '../../../tasks/commands/proposal_apply.ts'
import { prepareLaunch } from '../../../tasks/prepare-launch.ts'
import { launchTask } from '../../../tasks/queue/launch.ts'
import { jsonAnswer } from '../../answer.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'
import { channelOf } from '../../execute/launch.ts'
import { presentLeftOut } from '../history/present-left-out.ts'
import { answeredPath } from '../../request-target.ts'
import { requirePerson } from '../me/change-me.ts'
import { shownProposal } from './answer-proposal.ts'
import { loadProposal, refusing, rulesOf } from './proposal-call.ts'

type Handler<Name extends keyof typeof proposalEndpoints> = EndpointHandler<(typeof proposalEndpoints)[Name]>

/** Decisions have the same parameters, bodies and responses. */
export const decideAs =
  (decision: Decision): Handler<'POST /api/proposals/{proposal}/submit/'> =>
  async (call, { body }) => {
    const { context, principal } = call
    const { id } = await loadProposal(call)
    const text = ((await body()).comment ?? '').trim()
    const decided = await decideProposal(context, id, { decision, text, principal, rules: rulesOf(call) })
    return shownProposal(call, decided)
  }

/** Adds a comment. Allowed for all users who may see the proposal. */
export const postComment: Handler<'POST /api/proposals/{proposal}/comment/'> = async (call, { body }) => {
  const proposal = await loadProposal(call)
  const text = (await body()).comment.trim()
  call.exchange.service.auth.commentRate.admit(call.principal.userId, {
    comments: 1,
    bytes: Buffer.byteLength(text),
  })
  await commentProposal(call.context, proposal.id, text)
  return shownProposal(call, proposal)
}

export const followAs =
  (follows: boolean): Handler<'POST /api/proposals/{proposal}/follow/'> =>
  async (call) => {
    const { context, principal } = call
    requirePerson(principal)
    const proposal = await loadProposal(call)
    await followProposal(context, proposal.id, { user: principal.userId, follows })
    return shownProposal(call, proposal)
  }

/** Resolves conflicts. Allowed for the author and for approvers. */
export const postResolve: Handler<'POST /api/proposals/{proposal}/resolve/'> = async (call, { body }) => {
  const proposal = await loadProposal(call)
  requireResolving(call.principal, proposal)
  const { take, choices } = await body()
  if (take === undefined && choices === undefined) throw fieldErrors({ choices: [{ code: 'not_a_list' }] })
  const resolution =
    take !== undefined && choices === undefined
      ? { take }
      : { choices: (choices ?? []).map((choice) => Object.assign({}, choice, { key: String(choice.key) })) }
  const resolved = await resolveConflicts(call.context, proposal.id, resolution, rulesOf(call))
  return shownProposal(call, resolved)
}

/** Applies the proposal: immediately, or as a task if it has many edits. Chosen edits are always applied immediately. */
export const postApply: Handler<'POST /api/proposals/{proposal}/apply/'> = async (call, { body }) => {
  const { context, exchange, principal, scenario } = call
  const proposal = await loadProposal(call)
  const selection = { ...(await body()), most: largeProposal }
  const applier = { principal, rules: rulesOf(call), selection }
  if (choosesEdits(selection) || proposal.edits <= largeProposal) {
    const answer = await refusing(call, async () => {
      const applied = await applyProposal(context, proposal.id, applier)
      return jsonAnswer(200, {
        changeset: applied.changeset ?? null,
        proposal: applied.proposal,
        ...(await presentLeftOut(call, applied.leftOut)),
      })
    })
    return new RawReply(answer)
  }
  await requireApplicableNow(context, proposal.id, applier)
  const { service } = exchange
  const launch = await prepareLaunch(service, {
    name: 'proposal_apply',
    definition: proposal_apply,
    scenario,
    args: { proposal: proposal.id },
    userId: principal.userId,
    operator: false,
    principal,
    channel: channelOf(principal),
  })
  const taskid = await launchTask(service.control, service.secret, launch)
  const location = answeredPath(service.settings, scenario, `/execute/api/status/?id=${taskid}`)
  return new RawReply(jsonAnswer(202, { taskid }, { location }))
}
