/** Formats proposals, their edits and their checks for a terminal. */
import { keptRecords, type LeftOutRecords, leftOutMessage } from '../../data/write/undo/leave-out.ts'
import { messageText } from '../../errors/messages.ts'
import type { ProposalCheck, ProposalConflict } from '../../proposals/check-proposal.ts'
import type { ProposalEvent } from '../../proposals/events.ts'
import type { Proposal, ProposedEdit } from '../../proposals/proposal.ts'
import { countText, dateText, indent, numberText, proposalText, section } from '../answer-texts.ts'
import { type TextColumn, textTable } from '../text-table.ts'
import { oneLine } from '../text-width.ts'

/** Returns the login name of a user; null stands for the service itself. */
export type NameOf = (user: number | null) => string

/** Proposals with the number of all that match. */
interface Listed {
  readonly count: number
  readonly proposals: readonly Proposal[]
}

/** A proposal with its first edits and its latest events. */
export interface ShownProposal {
  readonly proposal: Proposal
  readonly edits: readonly ProposedEdit[]
  readonly events: readonly ProposalEvent[]
}

/** Returns a table of proposals, and a line that says how many are left out. */
export function proposalsLines(
  { count, proposals }: Listed,
  nameOf: NameOf,
  width: number,
): readonly string[] {
  if (proposals.length === 0) return [`${proposalText('none')}.`]
  const columns: readonly TextColumn<Proposal>[] = [
    { head: 'PROPOSAL', text: ({ id }) => String(id) },
    { head: 'STATE', text: stateText },
    { head: 'CREATED', text: ({ created }) => dateText(created) },
    { head: 'BY', text: ({ author }) => nameOf(author) },
    { head: 'RECORDS', text: ({ edits }) => numberText(edits) },
    { head: 'TITLE', text: ({ title }) => title },
  ]
  const rest = count - proposals.length
  return [
    ...textTable(columns, proposals, width),
    ...(rest > 0 ? ['', `… and ${numberText(rest)} more. --limit shows more.`] : []),
  ]
}

/** Returns the proposal, a table of its edits and its log. */
export function proposalLines(
  { proposal, edits, events }: ShownProposal,
  nameOf: NameOf,
  width: number,
): readonly string[] {
  const eventColumns: readonly TextColumn<ProposalEvent>[] = [
    { head: 'TIME', text: ({ created }) => dateText(created) },
    { head: 'USER', text: ({ user }) => nameOf(user) },
    { head: 'EVENT', text: ({ kind }) => proposalText(`event.${kind}`) },
    { head: 'COMMENT', text: ({ text }) => text },
  ]
  const rest = proposal.edits - edits.length
  return [
    stateLine(proposal),
    oneLine(`${proposal.title} (${nameOf(proposal.author)}, ${dateText(proposal.created)})`),
    ...(proposal.description === '' ? [] : [oneLine(proposal.description)]),
    ...section(
      proposalText('changes'),
      edits.length === 0 ? [] : textTable(editColumns, edits, width - indent),
    ),
    ...(rest > 0 ? [`  … and ${countText(rest, 'more record')}. --limit shows more.`] : []),
    ...section(
      proposalText('log.title'),
      events.length === 0 ? [] : textTable(eventColumns, events, width - indent),
    ),
  ]
}

/** Returns the state of a proposal, and the groups whose approval it needs. */
export const stateLine = ({ id, state, reviewers }: Proposal): string => {
  const text = `${proposalText('one', { id })}: ${proposalText(`state.${state}`)}.`
  return state === 'open' && reviewers.length > 0
    ? oneLine(`${text} ${proposalText('approvals', { groups: reviewers.join(', ') })}`)
    : text
}

/** Returns what prevents applying a proposal now; undefined for one that can no longer be applied. */
export function checkLines(
  proposal: Proposal,
  check: ProposalCheck | undefined,
  width: number,
): readonly string[] {
  const state = stateLine(proposal)
  if (check === undefined) return [`${state} It can no longer be applied.`]
  const { conflicts, conflictCount, leftOut, faults, isComplete } = check
  const rest = conflictCount - conflicts.length
  return [
    conflictCount + faults.length === 0 && isComplete ? `${state} Nothing prevents applying it.` : state,
    ...section(
      proposalText('conflicts', { count: conflictCount }),
      conflicts.length === 0 ? [] : textTable(conflictColumns, conflicts, width - indent),
    ),
    ...(rest > 0 ? [`  ${proposalText('moreConflicts', { count: rest })}.`] : []),
    ...leftOutLines(leftOut),
    ...section(
      proposalText('faults'),
      faults.map(({ edit, entity, key, field, message }) =>
        oneLine(
          proposalText('fault', {
            number: edit,
            record: recordText({ entity, key }),
            field,
            message: messageText(message),
          }),
        ),
      ),
    ),
    ...(isComplete ? [] : ['', proposalText('unchecked')]),
  ]
}

/** Returns a sentence for each group of records that an undo leaves as they are. */
export const leftOutLines = (leftOut: readonly LeftOutRecords[]): readonly string[] =>
  keptRecords(leftOut).map((group) => messageText(leftOutMessage(group)))

/** Returns the line on an applied proposal. */
export const appliedLine = (changeset: number | undefined): string =>
  changeset === undefined ? proposalText('done.nothing') : proposalText('done.apply', { changeset })

const stateText = ({ state }: Proposal): string => proposalText(`state.${state}`)

const recordText = ({
  entity,
  key,
}: {
  readonly entity: string
  readonly key: string | number | null
}): string => (key === null ? entity : `${entity} ${key}`)

const valueText = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'none'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

function changeText({ action, fields, base }: ProposedEdit): string {
  if (action === 'delete') return ''
  return Object.entries(fields)
    .map(([name, value]) =>
      action === 'update'
        ? `${name}: ${valueText(base?.[name])} → ${valueText(value)}`
        : `${name}: ${valueText(value)}`,
    )
    .join('; ')
}

const editColumns: readonly TextColumn<ProposedEdit>[] = [
  { head: 'RECORD', text: recordText },
  { head: 'CHANGE', text: ({ action }) => proposalText(`action.${action}`) },
  { head: 'VALUES', text: changeText },
]

const conflictColumns: readonly TextColumn<ProposalConflict>[] = [
  { head: 'RECORD', text: recordText },
  { head: 'CONFLICT', text: ({ problem }) => proposalText(`problem.${problem}`) },
  {
    head: 'VALUES',
    text: ({ fields, records }) =>
      [
        ...Object.entries(fields).map(
          ([name, { base, present, proposed }]) =>
            `${name} was ${valueText(base)}, is ${valueText(present)}, proposed is ${valueText(proposed)}`,
        ),
        ...records.map(recordText),
      ].join('; '),
  },
]
