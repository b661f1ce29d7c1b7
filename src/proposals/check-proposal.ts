/** Checks what currently prevents applying a proposal, without storing anything. */
import { isLockTimeout } from '../database/errors.ts'
import type { DataContext } from '../data/context.ts'
import { type RecordEditFault } from '../data/write/edits/apply-edits.ts'
import type { LeftOutRecords } from '../data/write/undo/leave-out.ts'
import { undoChangeSets } from '../data/write/undo/undo-change-set.ts'
import type { UndoConflict, UndoProblem } from '../data/write/undo/conflicts.ts'
import { writeInTransaction } from '../data/write/write-in-transaction.ts'
import { applyChunk, FaultyProposal } from './apply-chunk.ts'
import { type EditConflict, findEditConflicts } from './find-edit-conflicts.ts'
import { maxEdits } from '../model/proposals.ts'
import { chunkSize, maxConflicts, type Proposal } from './proposal.ts'
import { editChunks } from './read-proposals.ts'
import { undoOf } from './undo-source.ts'

/** A conflict of an edit or of an undo; the edits of an undo have no numbers. */
export interface ProposalConflict extends Omit<EditConflict, 'edit' | 'problem'> {
  readonly edit: number | null
  readonly problem: UndoProblem
  /** Records that refer to the record, that are missing, or that have the same key. */
  readonly records: UndoConflict['records']
}

export interface ProposalCheck {
  /** The first conflicts; `conflictCount` is the number of all. */
  readonly conflicts: readonly ProposalConflict[]
  readonly conflictCount: number
  /** Records that an undo leaves as they are. */
  readonly leftOut: readonly LeftOutRecords[]
  /** Validation errors of the write path. */
  readonly faults: readonly RecordEditFault[]
  /**
   * False if others held locks on the records for too long, or if there are too many edits to check: `faults` is
   * incomplete then.
   */
  readonly isComplete: boolean
}

/** Timeout of locks on records that others are writing, in seconds. */
const lockTimeoutSeconds = 3

export const editConflict = (conflict: EditConflict): ProposalConflict => ({ ...conflict, records: [] })
export const undoConflict = (conflict: UndoConflict): ProposalConflict => ({ ...conflict, edit: null })

export async function checkProposal(context: DataContext, proposal: Proposal): Promise<ProposalCheck> {
  const { source } = proposal
  if (source.kind !== 'undo') return checkEdits(context, proposal)
  const { conflicts, conflictCount, leftOut } = await undoChangeSets(context, {
    ...undoOf(source),
    dryRun: true,
    authorize: () => undefined,
  })
  return { conflicts: conflicts.map(undoConflict), conflictCount, leftOut, faults: [], isComplete: true }
}

/** Time limit of a check with more edits than a single request may contain, in milliseconds; applying checks all edits. */
const longestCheckMs = 5_000

async function checkEdits(asked: DataContext, { id, edits: count }: Proposal): Promise<ProposalCheck> {
  // Whoever applies the proposal needs the permissions, not whoever reads it.
  const context = { ...asked, actor: { ...asked.actor, permits: undefined } }
  const end = count > maxEdits ? performance.now() + longestCheckMs : Infinity
  const conflicts: EditConflict[] = []
  let conflictCount = 0
  const found = (faults: readonly RecordEditFault[], isComplete: boolean): ProposalCheck => ({
    conflicts: conflicts.map(editConflict),
    conflictCount,
    leftOut: [],
    faults,
    isComplete,
  })
  try {
    await writeInTransaction(context, { dryRun: true, attempts: 1 }, async (open) => {
      const { client } = open
      await client.query(`SET LOCAL lock_timeout TO '${lockTimeoutSeconds}s'`)
      const left = new Set<number>()
      for await (const chunk of findEditConflicts(client, context, id, { lock: false })) {
        conflictCount += chunk.conflicts.length
        conflicts.push(...chunk.conflicts.slice(0, maxConflicts - conflicts.length))
        for (const { edit } of chunk.conflicts) left.add(edit)
        for (const edit of chunk.settled) left.add(edit)
        if (performance.now() > end) throw new TooManyEdits()
      }
      for await (const edits of editChunks(client, id, chunkSize)) {
        await applyChunk(
          open,
          context,
          edits.filter(({ number }) => !left.has(number)),
        )
        if (performance.now() > end) throw new TooManyEdits()
      }
    })
    return found([], true)
  } catch (error) {
    if (error instanceof FaultyProposal) return found(error.faults, true)
    if (error instanceof TooManyEdits) return found([], false)
    if (isLockTimeout(error)) return found([], false)
    throw error
  }
}

/** Aborts the dry run of a proposal that is too large to be checked completely on every view. */
class TooManyEdits extends Error {}
