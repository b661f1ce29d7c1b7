/** Saves an import as a proposal instead of storing it: the parameter and its implementation. */
import { Type } from '../contract/type.ts'
import type { DataContext } from '../data/context.ts'
import type { OpenWrite } from '../data/write/write-in-transaction.ts'
import type { Message } from '../errors/messages.ts'
import { invalidParameter } from '../errors/parameter-errors.ts'
import { createProposal } from '../proposals/create-proposal.ts'
import { readWrittenEdits } from '../proposals/edits-of-write.ts'
import { maxTitleLength } from '../model/proposals.ts'
import type { ProposedEdit } from '../proposals/proposal.ts'
import { requireProposing } from '../proposals/rights.ts'
import { approvalRules } from '../settings/scenario-settings.ts'
import type { TaskCaller, TaskContext } from './definition.ts'

export const proposeParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: maxTitleLength,
    title: 'Save as proposal',
    'x-hint': 'Title of the proposal. The changes are saved for review instead of being stored.',
    description: 'Save the changes as a proposal with this title instead of storing them.',
  }),
)

interface Arguments {
  readonly propose?: string
  readonly purge?: readonly string[]
  readonly changelog: boolean
}

/** Throws `permission_denied`, and `invalid_parameter` for arguments that cannot be combined with a proposal. */
export function checkPropose(
  { principal, scenario }: TaskCaller,
  { propose, purge, changelog }: Arguments,
): void {
  if (propose === undefined) return
  requireProposing(principal, scenario)
  const other = purge === undefined ? (changelog ? undefined : 'changelog') : 'purge'
  if (other === undefined) return
  throw invalidParameter('propose', { code: 'not_combined', params: { other } })
}

export interface ImportProposal {
  /** Reads the edits within the transaction of the dry run. */
  readonly inspect: (open: OpenWrite) => Promise<void>
  /** Stores the edits as a proposal and returns its number; null if there are none. */
  readonly store: () => Promise<number | null>
}

/** Returns the sentence about the proposal in the message of the task. */
export const proposalMessage = (id: number | null): Message =>
  id === null ? { code: 'nothing_to_propose' } : { code: 'saved_as_proposal', params: { id } }

/** Returns undefined if no title is given, which means that the import is stored directly. */
export function importProposal(
  { service, scenario }: Pick<TaskContext, 'service' | 'scenario'>,
  context: DataContext,
  title: string | undefined,
): ImportProposal | undefined {
  if (title === undefined) return undefined
  let edits: readonly ProposedEdit[] = []
  return {
    inspect: async (open) => {
      edits = await readWrittenEdits(open, context)
    },
    store: async () => {
      if (edits.length === 0) return null
      const rules = approvalRules(service.settings, scenario)
      return createProposal(context, { title, description: '', edits, submit: true }, rules)
    },
  }
}
