/** Tells what stands against applying a proposal as things are now. Nothing is stored. */
import { DatabaseError } from 'pg'
import type { DataContext } from '../data/context.ts'
import { type RecordEditFault } from '../data/write/edits/apply-edits.ts'
import { undoChangeSet } from '../data/write/undo/undo-change-set.ts'
import type { UndoConflict, UndoProblem } from '../data/write/undo/conflicts.ts'
import { writeInTransaction } from '../data/write/write-in-transaction.ts'
import { applyChunk, FaultyProposal } from './apply-chunk.ts'
import { type EditConflict, findEditConflicts } from './find-edit-conflicts.ts'
import { chunkSize, maxConflicts, maxEdits, type Proposal } from './proposal.ts'
import { editChunks } from './read-proposals.ts'
import { undoChoices } from './undo-choices.ts'

/** A conflict of an edit, or of an undo, whose edits have no numbers. */
export interface ProposalConflict extends Omit<EditConflict, 'edit' | 'problem'> {
  readonly edit: number | null
  readonly problem: UndoProblem
  /** Records that refer to it, that are missing, or that are in its place. */
  readonly records: UndoConflict['records']
}

export interface ProposalCheck {
  /** The first conflicts, and how many there are. */
  readonly conflicts: readonly ProposalConflict[]
  readonly conflictCount: number
  /** What the write path would refuse. */
  readonly faults: readonly RecordEditFault[]
  /** False where others held the records for too long, or there are too many to look at all: faults are unknown then. */
  readonly isComplete: boolean
}

/** Seconds for which a check waits for records that others are writing. */
const lockTimeoutSeconds = 3
const lockNotAvailable = '55P03'

export const editConflict = (conflict: EditConflict): ProposalConflict => ({ ...conflict, records: [] })
export const undoConflict = (conflict: UndoConflict): ProposalConflict => ({ ...conflict, edit: null })

export async function checkProposal(context: DataContext, proposal: Proposal): Promise<ProposalCheck> {
  const { source } = proposal
  if (source.kind !== 'undo') return checkEdits(context, proposal)
  const { conflicts, conflictCount } = await undoChangeSet(context, {
    changeset: source.changeset,
    dryRun: true,
    choices: undoChoices(source.choices),
    authorize: () => undefined,
  })
  return { conflicts: conflicts.map(undoConflict), conflictCount, faults: [], isComplete: true }
}

/** Milliseconds for looking at more edits than a review is about; applying looks at all of them. */
const longestCheckMs = 5_000

async function checkEdits(context: DataContext, { id, edits: count }: Proposal): Promise<ProposalCheck> {
  const end = count > maxEdits ? performance.now() + longestCheckMs : Infinity
  const conflicts: EditConflict[] = []
  let conflictCount = 0
  const found = (faults: readonly RecordEditFault[], isComplete: boolean): ProposalCheck => ({
    conflicts: conflicts.map(editConflict),
    conflictCount,
    faults,
    isComplete,
  })
  try {
    await writeInTransaction(context, { dryRun: true, attempts: 1 }, async (open) => {
      const { client } = open
      await client.query(`SET LOCAL lock_timeout TO '${lockTimeoutSeconds}s'`)
      const left = new Set<number>()
      for await (const edits of editChunks(client, id, chunkSize)) {
        const chunk = await findEditConflicts(client, context, edits, { lock: false })
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
    if (error instanceof DatabaseError && error.code === lockNotAvailable) return found([], false)
    throw error
  }
}

/** Ends the rehearsal of a proposal that is too large to be rehearsed whenever somebody looks at it. */
class TooManyEdits extends Error {}
