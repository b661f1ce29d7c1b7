/** Applies a proposal as a task, for proposals that are too large for the time limit of a request. */
import { Type } from '../../contract/type.ts'
import type { RecordEditFault } from '../../data/write/edits/apply-edits.ts'
import { keptRecords, leftOutMessage } from '../../data/write/undo/leave-out.ts'
import { joinLines, joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { FaultyProposal } from '../../proposals/apply-chunk.ts'
import { applyProposal, ConflictingProposal } from '../../proposals/apply-proposal.ts'
import { readProposal } from '../../proposals/read-proposals.ts'
import { requireSeeing } from '../../proposals/rights.ts'
import { approvalRules } from '../../settings/scenario-settings.ts'
import { defineTask } from '../definition.ts'

/** Maximum number of log lines about conflicts, and of reported faults. */
const maxLines = 100

export const proposal_apply = defineTask({
  about:
    'Applies all edits of a proposal in one transaction. You need the rights of its edits, and the proposal its required approvals.',
  help: `Applies all edits of a proposal in one transaction and one change set. You need the rights of its edits, and the
proposal needs the approvals required by PROPOSALS_REQUIRED_FOR. If edits conflict with later changes, nothing is
changed. The change set can be undone.`,
  examples: [['planctl proposal_apply 17', 'apply proposal 17 as a task']],
  parameters: Type.Object(
    {
      proposal: Type.Integer({
        minimum: 1,
        title: 'Proposal',
        description: 'Number of the proposal.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: ['proposal'],
  right: 'execute.run_proposal_apply',
  secrets: [],
  authorize: async ({ service, principal, scenario }, { proposal: id }) => {
    const proposal = await service.control
      .withClient((client) => readProposal(client, scenario, id))
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'unknown_proposal') throw error
        throw invalidParameter('proposal', { code: 'proposal_missing', params: { id } })
      })
    if (principal.via !== 'operator') requireSeeing(principal, proposal)
  },
  run: async ({ service, scenario, actor, principal, signal, progress, log }, { proposal: id }) => {
    const context = service.dataContext({ scenario, actor, signal })
    progress(0.1, `Applying proposal ${id}`)
    try {
      const rules = approvalRules(service.settings, scenario)
      const { changeset, leftOut } = await applyProposal(context, id, { principal, rules })
      for (const records of leftOut) log(messageText(leftOutMessage(records)), 'warning')
      const left = keptRecords(leftOut).map((records) => leftOutMessage(records))
      const applied: Message =
        changeset === undefined
          ? { code: 'proposal_changed_nothing', params: { id } }
          : { code: 'proposal_applied', params: { id, changeset } }
      return joinSentences(applied, ...left)
    } catch (error) {
      if (error instanceof ConflictingProposal) {
        for (const { entity, key, problem, fields } of error.conflicts.slice(0, maxLines))
          log(`${entity} ${key ?? ''}: ${problem} ${Object.keys(fields).join(', ')}`.trim(), 'warning')
      }
      if (!(error instanceof FaultyProposal)) throw error
      const [first, ...others] = error.faults.slice(0, maxLines).map(faultMessage)
      if (first === undefined) throw error
      throw new ServiceError('command_failed', { reason: joinLines(first, ...others) }, { cause: error })
    }
  },
})

const faultMessage = ({ edit, entity, key, field, message }: RecordEditFault): Message => ({
  code: 'edit_not_applied',
  params: { edit, record: key === null ? entity : `${entity} "${key}"`, field, message },
})
