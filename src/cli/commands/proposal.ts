/** Lists, shows, checks and decides the proposals of a scenario, as the operator. */
import { Type } from '../../contract/type.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { DataContext } from '../../data/context.ts'
import type { RecordEditFault } from '../../data/write/edits/apply-edits.ts'
import { englishText } from '../../errors/plain-text.ts'
import { messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { FaultyProposal } from '../../proposals/apply-chunk.ts'
import { type Applier, applyProposal, ConflictingProposal } from '../../proposals/apply-proposal.ts'
import { checkProposal, type ProposalConflict } from '../../proposals/check-proposal.ts'
import { decideProposal } from '../../proposals/decide-proposal.ts'
import { readProposalEvents } from '../../proposals/events.ts'
import { maxEdits, maxTextLength, proposalStates } from '../../model/proposals.ts'
import { pendingStates, type Proposal } from '../../proposals/proposal.ts'
import { listProposals, readEdits, readProposal } from '../../proposals/read-proposals.ts'
import { approvalRules } from '../../settings/scenario-settings.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

const actions = ['list', 'show', 'check', 'approve', 'reject', 'apply'] as const

interface Asked {
  readonly action: Exclude<(typeof actions)[number], 'list'>
  readonly comment: string
  readonly limit: number
}

export const proposal = defineCommand({
  help: `Proposals are changes that are not applied yet; each edit stores the values on which it is based. Output is JSON.
"list" lists proposals, newest first; "show" prints one with its edits and its log; "check" prints the obstacles to
applying it now: values that have changed since, and edits that fail validation. "apply" applies it in one transaction
and one change set. An approval on the command line counts for all groups whose approval is required.`,
  examples: [
    ['planctl proposal list --state=open', 'proposals that wait for a review'],
    ['planctl proposal show 17 | jq .edits', 'the changes of a proposal'],
    ['planctl proposal check 17', 'its present conflicts'],
    ['planctl proposal approve 17 --comment="As agreed"', 'approve it'],
    ['planctl proposal apply 17', 'apply it'],
  ],
  parameters: Type.Object({
    action: Type.Enum([...actions], { description: 'Action.' }),
    id: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the proposal.' })),
    state: Type.Optional(Type.Enum([...proposalStates], { description: 'Only proposals in this state.' })),
    comment: Type.Optional(
      Type.String({ maxLength: maxTextLength, description: 'Comment stored with the decision.' }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: maxEdits,
      default: 100,
      description: 'Maximum number of proposals, or of edits of the one shown.',
    }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['action', 'id'],
  run: async (command, { action, id, state, comment = '', limit, database: scenario }) => {
    await withService(command, async (service) => {
      await requireScenario(service.control, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const print = (value: unknown): void => command.terminal.print(JSON.stringify(value, undefined, 2))
      if (action === 'list') {
        const states = state === undefined ? proposalStates : [state]
        const wanted = { states, author: undefined, entity: undefined, search: '', limit, offset: 0 }
        print(await listProposals(context, wanted))
        return
      }
      if (id === undefined)
        throw new ServiceError('usage', { reason: `"${action}" needs the number of a proposal.` })
      const applier = {
        principal: await operatorPrincipal(service.control, service.settings.LANGUAGE_CODE),
        rules: approvalRules(service.settings, scenario),
      }
      print(await answer(context, id, { action, comment, limit }, applier))
    })
  },
})

async function answer(
  context: DataContext,
  id: number,
  { action, comment, limit }: Asked,
  applier: Applier,
): Promise<unknown> {
  if (action === 'approve' || action === 'reject')
    return decideProposal(context, id, { decision: action, text: comment, ...applier })
  if (action === 'apply') return { changeset: (await apply(context, id, applier)) ?? null }
  const found = await context.control.withClient((client) => readProposal(client, context.scenario, id))
  return action === 'check' ? check(context, found) : show(context, found, limit)
}

async function check(context: DataContext, found: Proposal): Promise<unknown> {
  if (!pendingStates.includes(found.state))
    return { state: found.state, conflicts: [], conflict_count: 0, faults: [] }
  const { conflicts, conflictCount, faults, isComplete } = await checkProposal(context, found)
  return {
    state: found.state,
    conflicts,
    conflict_count: conflictCount,
    faults: faults.map((fault) => Object.assign({}, fault, { message: messageText(fault.message) })),
    checked: isComplete,
  }
}

const show = (context: DataContext, found: Proposal, limit: number): Promise<unknown> =>
  context.control.withClient(async (client) => ({
    proposal: found,
    edits: await readEdits(client, found.id, { limit, offset: 0 }),
    events: await readProposalEvents(client, found.id, limit),
  }))

/** Throws `command_failed` with the faults or conflicts of the proposal. */
async function apply(context: DataContext, id: number, applier: Applier): Promise<number | undefined> {
  return applyProposal(context, id, applier).catch((error: unknown) => {
    const lines =
      error instanceof FaultyProposal
        ? error.faults.map(faultText)
        : error instanceof ConflictingProposal
          ? [error.message, ...error.conflicts.map(conflictText)]
          : undefined
    if (lines === undefined) throw error
    throw new ServiceError('command_failed', { reason: englishText(lines.join('\n')) }, { cause: error })
  })
}

const recordText = (entity: string, key: string | number | null): string =>
  key === null ? entity : `${entity} "${key}"`

const faultText = ({ edit, entity, key, field, message }: RecordEditFault): string =>
  `Edit ${edit} of ${recordText(entity, key)}, ${field}: ${messageText(message)}`

function conflictText({ entity, key, problem, fields }: ProposalConflict): string {
  const values = Object.entries(fields).map(
    ([name, { base, present, proposed }]) =>
      `${name} was ${JSON.stringify(base)}, is ${JSON.stringify(present)}, proposed is ${JSON.stringify(proposed)}`,
  )
  return `${recordText(entity, key)} (${problem})${values.length === 0 ? '' : `: ${values.join('; ')}`}`
}
