/** Common functions of requests for one proposal: finding it, its approval rules, and error responses. */
import { isMissingPermission } from '../../../data/write/intake/faults.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { ApprovalRules } from '../../../proposals/approvals.ts'
import { FaultyProposal } from '../../../proposals/apply-chunk.ts'
import { ConflictingProposal } from '../../../proposals/apply-proposal.ts'
import type { ProposalConflict } from '../../../proposals/check-proposal.ts'
import type { Proposal } from '../../../proposals/proposal.ts'
import { readProposal } from '../../../proposals/read-proposals.ts'
import { requireSeeing, seesEntity } from '../../../proposals/rights.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { shownMessage } from '../missing-record.ts'
import type { WordCall } from '../word-call.ts'

export const rulesOf = ({ exchange, scenario }: WordCall): ApprovalRules =>
  approvalRules(exchange.service.settings, scenario)

/** Returns the proposal of the path. Throws `unknown_proposal`, also for a proposal that the user may not see. */
export async function loadProposal({ context, params, principal, scenario }: WordCall): Promise<Proposal> {
  const text = params['proposal'] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new ServiceError('unknown_proposal', { id: text.slice(0, 20) })
  const proposal = await context.control.withClient(
    (client) => readProposal(client, scenario, Number(text)),
    {
      signal: context.signal,
    },
  )
  requireSeeing(principal, proposal)
  return proposal
}

/**
 * Runs a function; conflicts become a 409 response, and errors a 400 response (403 if all are missing permissions),
 * each with all problems.
 */
export async function refusing(call: WordCall, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ConflictingProposal) && !(error instanceof FaultyProposal)) throw error
    const texts = await loadMessages(call.exchange.language)
    if (error instanceof FaultyProposal) {
      const isDenied = error.faults.every(({ message }) => isMissingPermission(message))
      const errors = await presentFaults(call, error.faults, ({ entity }) => entity)
      const [first] = errors
      const detail =
        first === undefined ? '' : `${first.key ?? first.entity}, ${first.field}: ${first.message}`
      return jsonAnswer(isDenied ? 403 : 400, { detail, errors })
    }
    return jsonAnswer(409, {
      detail: error.detail(texts),
      conflicts: visibleConflicts(call, error.conflicts),
      conflict_count: error.params['count'],
    })
  }
}

interface FaultOfField {
  readonly field: string
  readonly message: Message
}

/** Returns errors with their messages in the language of the user. */
export async function presentFaults<Fault extends FaultOfField>(
  { context, exchange }: Pick<WordCall, 'context' | 'exchange'>,
  faults: readonly Fault[],
  entityOf: (fault: Fault) => string,
) {
  const texts = await loadMessages(exchange.language)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const { model } = context
  return faults.map((fault) => {
    const shown = shownMessage(model, model.byName.get(entityOf(fault)), fault, labels)
    const { message, ...others } = fault
    return { ...others, code: message.code, message: messageText(shown, texts) }
  })
}

/** Returns the conflicts of entities that the user may view, without other records that the user may not view. */
export function visibleConflicts(
  { context, principal, scenario }: WordCall,
  conflicts: readonly ProposalConflict[],
): readonly ProposalConflict[] {
  const sees = (name: string): boolean => seesEntity(context.model, principal, scenario, name)
  return conflicts
    .filter(({ entity }) => sees(entity))
    .map((conflict) =>
      Object.assign({}, conflict, { records: conflict.records.filter(({ entity }) => sees(entity)) }),
    )
}
