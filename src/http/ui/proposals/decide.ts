/**
 * `POST /api/proposals/<id>/submit|approve|reject|withdraw|comment|follow|unfollow|resolve|apply/`: actions on a
 * proposal.
 */
import { fieldErrors } from '../../../errors/service-error.ts'
import { applyProposal, requireApplicableNow } from '../../../proposals/apply-proposal.ts'
import { commentProposal, type Decision, decideProposal } from '../../../proposals/decide-proposal.ts'
import { followProposal } from '../../../proposals/followers.ts'
import { parseText } from '../../../proposals/parse-proposal.ts'
import { largeProposal, maxTextLength } from '../../../proposals/proposal.ts'
import { parseResolution, resolveConflicts } from '../../../proposals/resolve-conflicts.ts'
import { requireResolving } from '../../../proposals/rights.ts'
import { proposal_apply } from '../../../tasks/commands/proposal_apply.ts'
import { prepareLaunch } from '../../../tasks/prepare-launch.ts'
import { launchTask } from '../../../tasks/queue/launch.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { channelOf } from '../../execute/launch.ts'
import { requirePerson } from '../me/change-me.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { shownProposal } from './answer-proposal.ts'
import { loadProposal, refusing, rulesOf } from './proposal-call.ts'

const commentMembers: ReadonlySet<string> = new Set(['comment'])

/** Returns the optional comment of the body. Throws `invalid_record`. */
async function commentOf(call: WordCall): Promise<string> {
  const body = await objectBody(call)
  const unknown = Object.keys(body).filter((name) => !commentMembers.has(name))
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, [{ code: 'unknown_field' }]])))
  return parseText(body, 'comment', maxTextLength).trim()
}

const decideAs =
  (decision: Decision) =>
  async (call: WordCall): Promise<Answer> => {
    const { context, principal } = call
    const { id } = await loadProposal(call)
    const text = await commentOf(call)
    const decided = await decideProposal(context, id, { decision, text, principal, rules: rulesOf(call) })
    return jsonAnswer(200, await shownProposal(call, decided))
  }

export const postSubmit = decideAs('submit')
export const postApprove = decideAs('approve')
export const postReject = decideAs('reject')
export const postWithdraw = decideAs('withdraw')

/** Adds a comment. Allowed for all users who may see the proposal. */
export async function postComment(call: WordCall): Promise<Answer> {
  const proposal = await loadProposal(call)
  const text = await commentOf(call)
  if (text === '') throw fieldErrors({ comment: [{ code: 'required' }] })
  call.exchange.service.auth.commentRate.admit(call.principal.userId, {
    comments: 1,
    bytes: Buffer.byteLength(text),
  })
  await commentProposal(call.context, proposal.id, text)
  return jsonAnswer(201, await shownProposal(call, proposal))
}

const followAs =
  (follows: boolean) =>
  async (call: WordCall): Promise<Answer> => {
    const { context, principal } = call
    requirePerson(principal)
    const proposal = await loadProposal(call)
    await followProposal(context, proposal.id, { user: principal.userId, follows })
    return jsonAnswer(200, await shownProposal(call, proposal))
  }

/** Follows the proposal. Allowed for all users who may see it. */
export const postFollow = followAs(true)
export const postUnfollow = followAs(false)

/** Resolves conflicts. Allowed for the author and for approvers. */
export async function postResolve(call: WordCall): Promise<Answer> {
  const proposal = await loadProposal(call)
  requireResolving(call.principal, proposal)
  const resolution = parseResolution(await objectBody(call))
  const resolved = await resolveConflicts(call.context, proposal.id, resolution, rulesOf(call))
  return jsonAnswer(200, await shownProposal(call, resolved))
}

/** Applies the proposal: immediately, or as a task if it has many edits. */
export async function postApply(call: WordCall): Promise<Answer> {
  const { context, exchange, principal, scenario } = call
  const proposal = await loadProposal(call)
  const applier = { principal, rules: rulesOf(call) }
  if (proposal.edits <= largeProposal) {
    return refusing(call, async () => {
      const changeset = await applyProposal(context, proposal.id, applier)
      return jsonAnswer(200, { changeset: changeset ?? null })
    })
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
  const taskid = await launchTask(service.database, service.secret, launch)
  const prefix = scenario === 'default' ? '' : `/${encodeURIComponent(scenario)}`
  return jsonAnswer(202, { taskid }, { location: `${prefix}/execute/api/status/?id=${taskid}` })
}
