/** Writes edits of a proposal within a transaction, through the common write path. */
import type { DataContext } from '../data/context.ts'
import { applyManyEdits, FaultyEdits, type RecordEditFault } from '../data/write/edits/apply-edits.ts'
import type { OpenWrite } from '../data/write/write-in-transaction.ts'
import type { PlainEdit } from './read-proposals.ts'
import { proposedEntity } from './proposed-entity.ts'

/** Aborts the transaction of a proposal with invalid edits. The errors refer to edits by their numbers. */
export class FaultyProposal extends Error {
  readonly faults: readonly RecordEditFault[]

  constructor(faults: readonly RecordEditFault[]) {
    super(`Edits that cannot be applied: ${faults.length}.`)
    this.faults = faults
  }
}

/** Writes edits. Throws `FaultyProposal` with the errors of the first kind of edits that has errors. */
export async function applyChunk(
  open: OpenWrite,
  context: DataContext,
  edits: readonly PlainEdit[],
): Promise<void> {
  const records = edits.map(({ entity, action, key, fields }) => {
    return { entity: proposedEntity(context.model, entity), action, key: key ?? undefined, fields }
  })
  await applyManyEdits(open, context, records).catch((error: unknown) => {
    if (!(error instanceof FaultyEdits)) throw error
    throw new FaultyProposal(
      error.faults.map((fault) => ({ ...fault, edit: edits[fault.edit]?.number ?? fault.edit })),
    )
  })
}
