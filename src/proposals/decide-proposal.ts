/** Changes the state of a proposal: submit, approve, reject, withdraw; and adds comments. */
import type pg from 'pg'
import { holds, isSuperuser, type Principal } from '../auth/principal.ts'
import type { DataContext } from '../data/context.ts'
import { mayPropose } from '../auth/rights/key-scope.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type ApprovalRules, groupsOfUser, missingApprovals, neededGroups } from './approvals.ts'
import type { ProposalEventKind } from '../model/event-kinds.ts'
import { publishProposalEvent } from './events.ts'
import { followAgain } from './followers.ts'
import { pendingStates, type ProposalState } from '../model/proposals.ts'
import type { Proposal } from './proposal.ts'
import { readProposal } from './read-proposals.ts'
import { approveRight, isAuthor } from './rights.ts'

export type Decision = 'submit' | 'approve' | 'reject' | 'withdraw'

export interface Decider {
  readonly principal: Principal
  readonly rules: ApprovalRules
}

const from: Readonly<Record<Decision, readonly ProposalState[]>> = {
  submit: ['draft'],
  approve: ['open'],
  reject: ['open', 'approved'],
  withdraw: pendingStates,
}

export const isDecidable = ({ state }: Proposal, decision: Decision): boolean =>
  from[decision].includes(state)

const eventOf: Readonly<Record<Decision, ProposalEventKind>> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
}

/**
 * Stores a decision about a proposal. After an approval the proposal stays open as long as the approval of another
 * group is missing.
 * @throws ServiceError `unknown_proposal`, `permission_denied`, `own_proposal`, `proposal_state`
 */
export async function decideProposal(
  context: DataContext,
  id: number,
  { decision, text, principal, rules }: Decider & { readonly decision: Decision; readonly text: string },
): Promise<Proposal> {
  const { scenario, model } = context
  return context.control.withTransaction(
    async (client) => {
      const proposal = await readProposal(client, scenario, id, { lock: true })
      if (!isDecidable(proposal, decision))
        throw new ServiceError('proposal_state', { id, state: proposal.state })
      await requireDecider(client, context, proposal, { decision, principal, rules })
      const { revision } = proposal
      const user = context.actor.userId
      await publishProposalEvent(client, { proposal: id, user, kind: eventOf[decision], revision, text })
      const state = await nextState(client, context, proposal, { decision, rules })
      const reviewers =
        decision === 'submit' ? neededGroups(model, rules, proposal.summary) : proposal.reviewers
      await client.query(
        `UPDATE control."proposal" SET "state" = $2, "reviewers" = $3, "lastmodified" = LOCALTIMESTAMP(6) WHERE "id" = $1`,
        [id, state, reviewers],
      )
      return readProposal(client, scenario, id)
    },
    { signal: context.signal },
  )
}

async function nextState(
  client: pg.ClientBase,
  { model }: DataContext,
  proposal: Proposal,
  { decision, rules }: { readonly decision: Decision; readonly rules: ApprovalRules },
): Promise<ProposalState> {
  if (decision === 'submit') return 'open'
  if (decision === 'reject') return 'rejected'
  if (decision === 'withdraw') return 'withdrawn'
  return (await missingApprovals(client, model, rules, proposal)).length === 0 ? 'approved' : 'open'
}

/** Checks that the user may make this decision. Throws `permission_denied` and `own_proposal`. */
export async function requireDecider(
  client: pg.ClientBase,
  { scenario, model }: DataContext,
  proposal: Proposal,
  { decision, principal, rules }: Decider & { readonly decision: Decision },
): Promise<void> {
  const undecided = decision === 'submit' || decision === 'withdraw'
  if (undecided ? !mayPropose(principal) : principal.readOnly) throw new ServiceError('permission_denied')
  const own = isAuthor(principal, proposal)
  if (undecided) {
    if (!own && !isSuperuser(principal, scenario)) throw new ServiceError('permission_denied')
    return
  }
  const needed = neededGroups(model, rules, proposal.summary)
  if (needed.length > 0 && own && decision === 'approve')
    throw new ServiceError('own_proposal', { id: proposal.id })
  if (principal.via === 'operator') return
  if (needed.length === 0) {
    if (!holds(principal, scenario, approveRight)) throw new ServiceError('permission_denied')
    return
  }
  const groups = await groupsOfUser(client, scenario, principal.userId)
  if (!needed.some((name) => groups.includes(name))) throw new ServiceError('permission_denied')
}

/** Adds a comment. Throws `unknown_proposal`. */
export async function commentProposal(context: DataContext, id: number, text: string): Promise<void> {
  await context.control.withTransaction(
    async (client) => {
      const { revision } = await readProposal(client, context.scenario, id, { lock: true })
      const user = context.actor.userId
      await publishProposalEvent(client, { proposal: id, user, kind: 'commented', revision, text })
      await followAgain(client, id, user)
    },
    { signal: context.signal },
  )
}
