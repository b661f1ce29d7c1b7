/** Applies proposals: completely or not at all, in one transaction and one change set. */
import type pg from 'pg'
import type { Principal } from '../auth/principal.ts'
import type { DataContext } from '../data/context.ts'
import type { LeftOutRecords } from '../data/write/undo/leave-out.ts'
import { undoChangeSets } from '../data/write/undo/undo-change-set.ts'
import { writeInTransaction } from '../data/write/write-in-transaction.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type ApprovalRules, missingApprovals } from './approvals.ts'
import { applyChunk } from './apply-chunk.ts'
import { editConflict, type ProposalConflict, undoConflict } from './check-proposal.ts'
import { publishProposalEvent } from './events.ts'
import { type EditConflict, findEditConflicts } from './find-edit-conflicts.ts'
import { noteApplied } from './merge/merge-proposal.ts'
import { pendingStates } from '../model/proposals.ts'
import { chunkSize, maxConflicts, type Proposal } from './proposal.ts'
import { editChunks, readProposal } from './read-proposals.ts'
import { requireEditRights } from './rights.ts'
import { undoRights } from './undo-proposal.ts'
import { type EditSelection, splitProposal } from './split-proposal.ts'
import { undoOf } from './undo-source.ts'

/** Aborts the transaction of a proposal that conflicts with later changes of the data. */
export class ConflictingProposal extends ServiceError {
  readonly conflicts: readonly ProposalConflict[]

  constructor(id: number, conflicts: readonly ProposalConflict[], count: number) {
    super('proposal_conflict', { id, count })
    this.conflicts = conflicts
  }
}

export interface Applier {
  readonly principal: Principal
  readonly rules: ApprovalRules
  /** The edits to apply; the others stay open in the proposal. Default: all. */
  readonly selection?: EditSelection
}

export interface AppliedProposal {
  /** The change set; undefined if nothing had to be changed. */
  readonly changeset: number | undefined
  /** The proposal with the applied edits: a new one if only some were chosen. */
  readonly proposal: number
  /** Records that an undo has left as they are. */
  readonly leftOut: readonly LeftOutRecords[]
}

/**
 * Applies a proposal with the permissions of the user who applies it.
 * @throws ConflictingProposal, FaultyProposal, and ServiceError `unknown_proposal`, `proposal_state`,
 *   `proposal_not_approved`, `permission_denied`
 */
export async function applyProposal(
  context: DataContext,
  id: number,
  applier: Applier,
): Promise<AppliedProposal> {
  const proposal = await context.control.withClient((client) => readProposal(client, context.scenario, id), {
    signal: context.signal,
  })
  if (proposal.source.kind === 'undo') return applyUndo(context, proposal, applier)
  const actor = { ...context.actor, origin: originOf(id) }
  return { ...(await applyEditsOf({ ...context, actor }, id, applier)), leftOut: [] }
}

/** The origin of the change set, by which the audit links the proposal. */
const originOf = (id: number): string => `proposal ${id}`

async function applyEditsOf(
  context: DataContext,
  asked: number,
  applier: Applier,
): Promise<Pick<AppliedProposal, 'changeset' | 'proposal'>> {
  const deleted = new Set<string>()
  const applied = await writeInTransaction(context, { dryRun: false, attempts: 5 }, async (open) => {
    const { client, changes } = open
    const whole = await requireApplicable(client, context, asked, applier)
    const proposal = await splitProposal(client, context, whole, applier.selection ?? {}, applier.rules)
    const { id } = proposal
    changes.nameOrigin(originOf(id))
    requireEditRights(context.model, applier.principal, context.scenario, proposal.summary)
    const conflicts: EditConflict[] = []
    const settled = new Set<number>()
    let count = 0
    for await (const found of findEditConflicts(client, context, id, { lock: true })) {
      count += found.conflicts.length
      conflicts.push(...found.conflicts.slice(0, maxConflicts - conflicts.length))
      for (const number of found.settled) settled.add(number)
    }
    if (count > 0) throw new ConflictingProposal(asked, conflicts.map(editConflict), count)
    for await (const edits of editChunks(client, id, chunkSize)) {
      const left = edits.filter(({ number }) => !settled.has(number))
      for (const { entity, action } of left) if (action === 'delete') deleted.add(entity)
      await applyChunk(open, context, left)
    }
    const isChanged = [...changes.counts().values()].some(
      (counts) => counts.created + counts.updated + counts.deleted > 0,
    )
    const stored = isChanged ? await changes.settle(client) : undefined
    await markApplied(client, context, proposal, stored)
    return { changeset: stored, proposal: id }
  })
  for (const name of deleted) await context.storages.get(name)?.afterCommit?.(context)
  return applied
}

async function applyUndo(context: DataContext, undo: Proposal, applier: Applier): Promise<AppliedProposal> {
  const { id, source, revision } = undo
  if (source.kind !== 'undo') return { changeset: undefined, proposal: id, leftOut: [] }
  const result = await undoChangeSets(context, {
    ...undoOf(source),
    dryRun: false,
    authorize: undoRights(context, applier.principal),
    within: async (client, changeset) => {
      const proposal = await requireApplicable(client, context, id, applier)
      await splitProposal(client, context, proposal, applier.selection ?? {}, applier.rules)
      // Choices that were stored meanwhile are not among those of the undo.
      if (proposal.revision !== revision) throw new ServiceError('conflict')
      await markApplied(client, context, proposal, changeset)
    },
  })
  if (result.conflictCount > 0)
    throw new ConflictingProposal(id, result.conflicts.map(undoConflict), result.conflictCount)
  return { ...result, proposal: id }
}

/**
 * Throws the errors that applying the proposal would throw immediately: `unknown_proposal`, `proposal_state`,
 * `proposal_not_approved`, `permission_denied`.
 */
export async function requireApplicableNow(
  context: DataContext,
  id: number,
  applier: Applier,
): Promise<void> {
  const { summary, source } = await context.home.withTransaction(
    (client) => requireApplicable(client, context, id, applier),
    { signal: context.signal },
  )
  if (source.kind !== 'undo') requireEditRights(context.model, applier.principal, context.scenario, summary)
}

/** Returns the proposal and locks it. Throws `unknown_proposal`, `proposal_state`, `proposal_not_approved`. */
async function requireApplicable(
  client: pg.ClientBase,
  { scenario, model }: DataContext,
  id: number,
  { rules }: Applier,
): Promise<Proposal> {
  const proposal = await readProposal(client, scenario, id, { lock: true })
  if (!pendingStates.includes(proposal.state))
    throw new ServiceError('proposal_state', { id, state: proposal.state })
  const missing = await missingApprovals(client, model, rules, proposal)
  if (missing.length > 0) throw new ServiceError('proposal_not_approved', { id, groups: missing.join(', ') })
  return proposal
}

async function markApplied(
  client: pg.ClientBase,
  { actor }: DataContext,
  proposal: Proposal,
  changeset: number | undefined,
): Promise<void> {
  const { id, revision } = proposal
  await noteApplied(client, proposal, changeset)
  await client.query(
    `UPDATE control."proposal" SET "state" = 'applied', "changeset" = $2, "lastmodified" = LOCALTIMESTAMP(6) WHERE "id" = $1`,
    [id, changeset ?? null],
  )
  await publishProposalEvent(client, { proposal: id, user: actor.userId, kind: 'applied', revision })
}
