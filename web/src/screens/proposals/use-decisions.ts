/** The decisions about the conflicts of a proposal that are not saved yet. Applying the proposal saves them first. */
import { useState } from 'react'
import type { CheckedProposal, Choice, ProposalConflict, Take } from '../../platform/api/proposals.ts'

/** The subject of a choice: a value, or a whole record. */
export interface Undecided {
  readonly name: string
  /** Number of the edit; null for those of an undo. */
  readonly edit: number | null
  readonly entity: string
  readonly key: string
  readonly field?: string
  readonly takes: readonly Take[]
}

export const nameOf = (entity: string, key: string, field = ''): string =>
  JSON.stringify([entity, key, field])

function undecided(proposal: CheckedProposal): readonly Undecided[] {
  const isUndo = proposal.source.kind === 'undo'
  return proposal.conflicts.flatMap((conflict): readonly Undecided[] => {
    const { edit, entity, key, problem, fields } = conflict
    if (key === null) return []
    if (byField(conflict)) {
      const takes: readonly Take[] = isUndo ? ['present', 'proposed'] : ['present', 'proposed', 'base']
      return Object.keys(fields).map((field) => ({
        name: nameOf(entity, key, field),
        edit,
        entity,
        key,
        field,
        takes,
      }))
    }
    const overwrites = isUndo ? problem === 'changed' : problem !== 'deleted'
    return [
      {
        name: nameOf(entity, key),
        edit,
        entity,
        key,
        takes: overwrites ? ['present', 'proposed'] : ['present'],
      },
    ]
  })
}

/** Values are decided separately, created and deleted records as a whole. */
export const byField = ({ problem, fields }: ProposalConflict): boolean =>
  problem === 'changed' && Object.values(fields).some(({ proposed }) => proposed !== null)

export interface Decisions {
  readonly open: readonly Undecided[]
  /** Choices by name of their subject. */
  readonly chosen: ReadonlyMap<string, Take>
  readonly choose: (chosen: ReadonlyMap<string, Take>) => void
  readonly choices: readonly Choice[]
}

/** Why a proposal with conflicts cannot be applied yet, for the user who asks. */
export type ApplyObstacle = 'undecided' | 'unsaved' | 'mayNotDecide'

/**
 * Returns what must be done before a proposal is applied; undefined if nothing. Decisions that are not saved are saved
 * by applying, except where approvals are needed: saved decisions need them again.
 */
export function applyObstacle(
  { allowed, approvals }: Pick<CheckedProposal, 'allowed' | 'approvals'>,
  { open, choices }: Pick<Decisions, 'open' | 'choices'>,
): ApplyObstacle | undefined {
  if (open.length === 0) return undefined
  if (!allowed.includes('resolve')) return 'mayNotDecide'
  if (choices.length < open.length) return 'undecided'
  return approvals.needed.length === 0 ? undefined : 'unsaved'
}

/** Returns the number of records that do not exist any more: their changes can only be left out. */
export const goneCount = (conflicts: readonly ProposalConflict[]): number =>
  conflicts.filter(({ problem, key }) => problem === 'deleted' && key !== null).length

const none: ReadonlyMap<string, Take> = new Map()

/** Keeps the decisions until the edits of the proposal are changed. */
export function useDecisions(proposal: CheckedProposal | undefined): Decisions {
  const at = proposal && `${proposal.id} ${proposal.revision}`
  const [made, setMade] = useState({ at, chosen: none })
  const chosen = made.at === at ? made.chosen : none
  const open = proposal === undefined ? [] : undecided(proposal)
  return { open, chosen, choose: (next) => setMade({ at, chosen: next }), choices: choicesOf(open, chosen) }
}

function choicesOf(open: readonly Undecided[], chosen: ReadonlyMap<string, Take>): readonly Choice[] {
  return open.flatMap(({ name, entity, key, field }): readonly Choice[] => {
    const take = chosen.get(name)
    if (take === undefined) return []
    return [field === undefined ? { entity, key, take } : { entity, key, field, take }]
  })
}

/** Returns the decisions about conflicts of the edits that are applied. */
export function decisionsOf(
  { open, chosen }: Pick<Decisions, 'open' | 'chosen'>,
  left: ReadonlySet<number>,
): Pick<Decisions, 'open' | 'choices'> {
  const applied = open.filter(({ edit }) => edit === null || !left.has(edit))
  return { open: applied, choices: choicesOf(applied, chosen) }
}
