/** `/api/proposals/`: GET lists the proposals of a scenario, POST creates one. */
import { holds } from '../../../auth/principal.ts'
import type { Message } from '../../../errors/messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { createProposal } from '../../../proposals/create-proposal.ts'
import { parseProposal } from '../../../proposals/parse-proposal.ts'
import { type ProposalState, proposalStates } from '../../../proposals/proposal.ts'
import { listProposals, readProposal } from '../../../proposals/read-proposals.ts'
import { requireProposing, requireVisibleEdits, viewRight } from '../../../proposals/rights.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { flagParameter } from '../../data/data-call.ts'
import { parameter } from '../../request-target.ts'
import { objectBody, searchText, wholeNumber, type WordCall } from '../word-call.ts'
import { presentProposals } from './present-proposal.ts'
import { rulesOf } from './proposal-call.ts'

/** Lists the proposals; those of other users require the permission to view proposals. */
export async function answerProposals(call: WordCall): Promise<Answer> {
  const { context, principal, query, scenario } = call
  const seesAll = holds(principal, scenario, viewRight)
  const limit = wholeNumber(query, 'limit', { least: 1, most: 500, otherwise: 50 })
  const offset = wholeNumber(query, 'offset', { least: 0, most: 1_000_000, otherwise: 0 })
  const entity = parameter(query, 'entity') ?? ''
  const { count, proposals } = await listProposals(context, {
    states: statesOf(parameter(query, 'state') ?? ''),
    author: !seesAll || flagParameter(query, 'mine') ? principal.userId : undefined,
    entity: entity === '' || entity.includes('\0') ? undefined : entity,
    search: searchText(query, 'search'),
    limit,
    offset,
  })
  return jsonAnswer(200, { count, proposals: await presentProposals(call, proposals) })
}

/** Returns the proposal states. Throws `invalid_parameter`. */
function statesOf(text: string): readonly ProposalState[] {
  if (text === '') return proposalStates
  return text.split(',').map((name) => {
    const state = proposalStates.find((one) => one === name)
    if (state !== undefined) return state
    const fault: Message = {
      code: 'not_one_of',
      params: { value: name.slice(0, 100), known: proposalStates.join(', ') },
    }
    throw new ServiceError(
      'invalid_parameter',
      { name: 'state', reason: messageText(fault) },
      { fields: { state: [fault] } },
    )
  })
}

/** Creates a proposal. Requires the permissions to propose, and to view the records that it changes. */
export async function postProposal(call: WordCall): Promise<Answer> {
  const { context, principal, scenario } = call
  requireProposing(principal, scenario)
  const given = parseProposal(context, await objectBody(call))
  requireVisibleEdits(context.model, principal, scenario, given.edits)
  const id = await createProposal(context, given, rulesOf(call))
  const proposal = await context.database.withClient((client) => readProposal(client, scenario, id))
  const [shown] = await presentProposals(call, [proposal])
  const prefix = scenario === 'default' ? '' : `/${encodeURIComponent(scenario)}`
  return jsonAnswer(201, shown, { location: `${prefix}/api/proposals/${id}/` })
}
