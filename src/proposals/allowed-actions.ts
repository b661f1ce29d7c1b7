/** Determines the actions that a user may currently perform on a proposal, for screens. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { ServiceError } from '../errors/service-error.ts'
import { missingApprovals } from './approvals.ts'
import { type Decider, type Decision, isDecidable, requireDecider } from './decide-proposal.ts'
import { pendingStates } from '../model/proposals.ts'
import type { Proposal } from './proposal.ts'
import { mayResolve, requireEditRights } from './rights.ts'

export type ProposalAction = Decision | 'resolve' | 'apply'

/** Returns the allowed actions. Conflicts are not considered because they are reported separately. */
export async function allowedActions(
  client: pg.ClientBase,
  context: DataContext,
  proposal: Proposal,
  decider: Decider,
): Promise<readonly ProposalAction[]> {
  const { principal, rules } = decider
  if (!pendingStates.includes(proposal.state) || principal.readOnly) return []
  const allowed: ProposalAction[] = []
  for (const decision of ['submit', 'approve', 'reject', 'withdraw'] as const) {
    if (!isDecidable(proposal, decision)) continue
    if (await passes(() => requireDecider(client, context, proposal, { ...decider, decision })))
      allowed.push(decision)
  }
  if (mayResolve(principal, proposal)) allowed.push('resolve')
  const missing = await missingApprovals(client, context.model, rules, proposal)
  const mayWrite = await passes(() =>
    requireEditRights(context.model, principal, context.scenario, proposal.summary),
  )
  if (missing.length === 0 && mayWrite) allowed.push('apply')
  return allowed
}

async function passes(check: () => void | Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
