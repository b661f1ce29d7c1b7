/** Lists, shows, checks and decides the proposals of a scenario, as the operator. */
import { Type } from '../../contract/type.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { DataContext } from '../../data/context.ts'
import { namedUsers, usernameIn } from '../../data/user-names.ts'
import type { RecordEditFault } from '../../data/write/edits/apply-edits.ts'
import { keptRecords, type LeftOutRecords, leftOutMessage } from '../../data/write/undo/leave-out.ts'
import { englishText } from '../../errors/plain-text.ts'
import { messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { FaultyProposal } from '../../proposals/apply-chunk.ts'
import {
  type Applier,
  type AppliedProposal,
  applyProposal,
  ConflictingProposal,
} from '../../proposals/apply-proposal.ts'
import { checkProposal, type ProposalConflict } from '../../proposals/check-proposal.ts'
import { decideProposal } from '../../proposals/decide-proposal.ts'
import { readProposalEvents } from '../../proposals/events.ts'
import {
  pendingStates,
  maxEdits,
  maxTextLength,
  proposalStates,
  type ProposalState,
} from '../../model/proposals.ts'
import type { Proposal } from '../../proposals/proposal.ts'
import { listProposals, readEdits, readProposal } from '../../proposals/read-proposals.ts'
import type { EditSelection } from '../../proposals/split-proposal.ts'
import type { Service } from '../../service/service.ts'
import { approvalRules } from '../../settings/scenario-settings.ts'
import { proposalText } from '../answer-texts.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'
import { jsonParameter, printAnswer } from '../print-answer.ts'
import {
  appliedLine,
  checkLines,
  leftOutLines,
  type NameOf,
  proposalLines,
  proposalsLines,
  stateLine,
} from '../tables/proposal-lines.ts'

/** Numbers separated by commas. */
const numbersPattern = '^\\d{1,9}(,\\d{1,9})*$'

const numbersOf = (text: string | undefined): readonly number[] | undefined => text?.split(',').map(Number)

const actions = ['list', 'show', 'check', 'approve', 'reject', 'apply'] as const

interface Asked {
  readonly action: Exclude<(typeof actions)[number], 'list'>
  readonly comment: string
  readonly limit: number
  readonly selection: EditSelection
}

export const proposal = defineCommand({
  help: `Proposals are changes that are not applied yet; each edit stores the values on which it is based.
"list" lists proposals, newest first; "show" prints one with its edits and its log; "check" prints the obstacles to
applying it now: values that have changed since, and edits that fail validation. "apply" applies it in one transaction
and one change set; with --edits or --except only some of its edits, while the others stay open. An approval on the command line counts for all groups whose approval is required.
Output is tables and sentences on a terminal, JSON in a pipe, in a file or with --json.`,
  examples: [
    ['planctl proposal list --state=open', 'proposals that wait for a review'],
    ['planctl proposal show 17 | jq .edits', 'the changes of a proposal'],
    ['planctl proposal check 17', 'its present conflicts'],
    ['planctl proposal approve 17 --comment="As agreed"', 'approve it'],
    ['planctl proposal apply 17', 'apply it'],
    ['planctl proposal apply 17 --except=2,5', 'apply all but two of its edits'],
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
    edits: Type.Optional(
      Type.String({
        pattern: numbersPattern,
        description: 'Numbers of the edits to apply, separated by commas. Default: all.',
      }),
    ),
    except: Type.Optional(
      Type.String({
        pattern: numbersPattern,
        description: 'Numbers of edits that stay open, separated by commas.',
      }),
    ),
    json: jsonParameter,
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['action', 'id'],
  run: async (
    command,
    { action, id, state, comment = '', limit, edits, except, json, database: scenario },
  ) => {
    await withService(command, async (service) => {
      await requireScenario(service.control, scenario)
      const actor = { userId: null, channel: 'command' } as const
      const context = service.dataContext({ scenario, actor, signal: command.signal })
      const shown = await (action === 'list'
        ? list(context, state, limit)
        : onProposal(service, context, id, {
            action,
            comment,
            limit,
            selection: { edits: numbersOf(edits), except: numbersOf(except) },
          }))
      printAnswer(command, json, shown.answer, shown.lines)
    })
  },
})

/** Answer of a command: for programs, and as lines for a terminal. */
interface Shown {
  readonly answer: unknown
  readonly lines: (width: number) => readonly string[]
}

async function list(context: DataContext, state: ProposalState | undefined, limit: number): Promise<Shown> {
  const states = state === undefined ? proposalStates : [state]
  const wanted = { states, author: undefined, entity: undefined, search: '', limit, offset: 0 }
  const answer = await listProposals(context, wanted)
  const authors = answer.proposals.map(({ author }) => author)
  const nameOf = await namesOf(context, authors)
  return { answer, lines: (width) => proposalsLines(answer, nameOf, width) }
}

async function namesOf({ control }: DataContext, ids: readonly (number | null)[]): Promise<NameOf> {
  const find = await namedUsers(control, ids)
  return (id) => (id === null ? proposalText('nobody') : (usernameIn(find(id)) ?? proposalText('gone')))
}

async function onProposal(
  service: Service,
  context: DataContext,
  id: number | undefined,
  { action, comment, limit, selection }: Asked,
): Promise<Shown> {
  if (id === undefined)
    throw new ServiceError('usage', { reason: `"${action}" needs the number of a proposal.` })
  const applier = {
    principal: await operatorPrincipal(service.control, service.settings.LANGUAGE_CODE),
    rules: approvalRules(service.settings, context.scenario),
  }
  if (action === 'approve' || action === 'reject') {
    const answer = await decideProposal(context, id, { decision: action, text: comment, ...applier })
    return { answer, lines: () => [stateLine(answer)] }
  }
  if (action === 'apply') {
    const { changeset, leftOut, proposal: applied } = await apply(context, id, { ...applier, selection })
    const answer = { changeset: changeset ?? null, proposal: applied, ...leftOutAnswer(leftOut) }
    return { answer, lines: () => [appliedLine(changeset), ...leftOutLines(leftOut)] }
  }
  const found = await context.control.withClient((client) => readProposal(client, context.scenario, id))
  return action === 'check' ? check(context, found) : show(context, found, limit)
}

async function check(context: DataContext, found: Proposal): Promise<Shown> {
  const { state } = found
  if (!pendingStates.includes(state)) {
    const answer = { state, conflicts: [], conflict_count: 0, ...leftOutAnswer([]), faults: [] }
    return { answer, lines: (width) => checkLines(found, undefined, width) }
  }
  const checked = await checkProposal(context, found)
  const { conflicts, conflictCount, leftOut, faults, isComplete } = checked
  const answer = {
    state,
    conflicts,
    conflict_count: conflictCount,
    ...leftOutAnswer(leftOut),
    faults: faults.map((fault) => Object.assign({}, fault, { message: messageText(fault.message) })),
    checked: isComplete,
  }
  return { answer, lines: (width) => checkLines(found, checked, width) }
}

/** Returns the records that an undo leaves as they are, as members of an answer. */
function leftOutAnswer(leftOut: readonly LeftOutRecords[]): Readonly<Record<string, unknown>> {
  const kept = keptRecords(leftOut)
  return {
    left_out_records: kept.map((group) =>
      Object.assign({}, group, { detail: messageText(leftOutMessage(group)) }),
    ),
    left_out_record_count: kept.reduce((sum, { records }) => sum + records, 0),
  }
}

async function show(context: DataContext, found: Proposal, limit: number): Promise<Shown> {
  const answer = await context.control.withClient(async (client) => ({
    proposal: found,
    edits: await readEdits(client, found.id, { limit, offset: 0 }),
    events: await readProposalEvents(client, found.id, limit),
  }))
  const users = [found.author, ...answer.events.map(({ user }) => user)]
  const nameOf = await namesOf(context, users)
  return { answer, lines: (width) => proposalLines(answer, nameOf, width) }
}

/** Throws `command_failed` with the faults or conflicts of the proposal. */
async function apply(context: DataContext, id: number, applier: Applier): Promise<AppliedProposal> {
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
