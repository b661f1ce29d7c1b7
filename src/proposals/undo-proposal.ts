/** Proposes to undo change sets. The change log determines its edits; the stored edits are only for reviews. */
import type pg from 'pg'
import type { Principal } from '../auth/principal.ts'
import { requireUndoRights } from '../auth/rights/undo-rights.ts'
import { requireFirstServer } from '../data/installation-context.ts'
import type { DataContext } from '../data/context.ts'
import { readChangeSetStates, readLastPlan } from '../data/history/undo-state.ts'
import type { EditAction } from '../data/write/edits/apply-edits.ts'
import { leaveOutPlanRows } from '../data/write/undo/leave-out.ts'
import { collectEffects, type EntityUndo, type UndoKind } from '../data/write/undo/net-effects.ts'
import { undoChangeSets, type UndoRequest, type UndoResult } from '../data/write/undo/undo-change-set.ts'
import { storedFields } from '../database/ddl.ts'
import { literal } from '../database/identifiers.ts'
import { keyField } from '../model/entity.ts'
import type { ApprovalRules } from './approvals.ts'
import { insertProposal } from './create-proposal.ts'
import { type EditSummary, maxUndoEdits, type ProposalSource } from './proposal.ts'

export interface UndoProposal {
  readonly id: number
  readonly edits: number
  /** Result of a dry run of the undo. */
  readonly check: UndoResult
}

/**
 * Stores the proposal to undo change sets.
 * @throws ServiceError like `undoChangeSets`, and `too_many_proposals`
 */
export async function createUndoProposal(
  context: DataContext,
  changesets: readonly number[],
  options: Pick<UndoRequest, 'authorize' | 'seesAuthor' | 'created' | 'isSelected'> & {
    readonly rules: ApprovalRules
    readonly title: string
    readonly description: string
    readonly submit: boolean
  },
): Promise<UndoProposal> {
  requireFirstServer(context, 'proposals_on_first_server')
  const { rules, title, description, submit } = options
  const check = await undoChangeSets(context, { ...options, changesets, dryRun: true })
  const summary = check.actions.map(({ entity, kind, records }): EditSummary => {
    return { entity: entity.name, action: actionOf[kind], records }
  })
  const [changeset = 0] = changesets
  const several = changesets.length > 1 ? { changesets } : {}
  const source: ProposalSource = { kind: 'undo', changeset, ...several, choices: [] }
  const id = await context.home.withTransaction(
    async (client) => {
      const proposal = await insertProposal(client, context, {
        title,
        description,
        submit,
        source,
        summary,
        rules,
      })
      await insertUndoEdits(client, context, changesets, proposal)
      return proposal
    },
    { signal: context.signal },
  )
  return { id, edits: summary.reduce((sum, { records }) => sum + records, 0), check }
}

const actionOf: Readonly<Record<UndoKind, EditAction>> = {
  remove: 'delete',
  restore: 'create',
  replace: 'create',
  revert: 'update',
}

/** Returns SQL of the old (0) or new (1) values of a changed record in the log, as a JSON object by field. */
const part = (index: 0 | 1): string =>
  `(SELECT json_object_agg(f."name", f."pair" -> ${index}) FROM jsonb_each(u."changes") AS f("name", "pair"))`

/** Adds the first edits from the log, without left-out records, in bulk per entity, in the order of imports. */
async function insertUndoEdits(
  client: pg.ClientBase,
  context: DataContext,
  changesets: readonly number[],
  proposal: number,
): Promise<void> {
  const states = await readChangeSetStates(client, context, changesets)
  const entities = new Set(states.flatMap((state) => state.entities))
  const undos: EntityUndo[] = []
  for (const entity of context.model.importOrder.filter(({ name }) => entities.has(name))) {
    const undo = await collectEffects(client, context, changesets, entity)
    if (undo.records > 0) undos.push(undo)
  }
  // Like the undo itself, so that the edits are those that it applies.
  const work = { client, context, changesets, undos }
  await leaveOutPlanRows(work, await readLastPlan(client, context.scenario))
  let number = 0
  for (const { entity, table } of undos) {
    if (number >= maxUndoEdits) return
    const written = storedFields(entity)
      .filter(({ access, writeOnly }) => access === 'write' && !writeOnly)
      .map(({ column }) => column)
    const names = `ARRAY[${[...written, keyField(entity).column].map((name) => literal(name)).join(', ')}]::text[]`
    const { rowCount } = await client.query(
      `INSERT INTO control."proposaledit" ("proposal", "number", "entity", "action", "key", "fields", "base")
       SELECT $1, $2 + row_number() OVER (ORDER BY u."key") - 1, ${literal(entity.name)},
         CASE u."kind" WHEN 'remove' THEN 'delete' WHEN 'revert' THEN 'update' ELSE 'create' END, u."key"::text,
         coalesce(CASE WHEN u."kind" = 'revert' THEN ${part(0)} WHEN u."kind" <> 'remove' THEN (
           SELECT json_object_agg(f."name", f."value") FROM jsonb_each(to_jsonb(u."row")) AS f("name", "value")
           WHERE f."name" = ANY (${names}) AND f."value" <> 'null') END, '{}'),
         CASE WHEN u."kind" = 'revert' THEN ${part(1)} END
       FROM ${table} u ORDER BY u."key" LIMIT $3`,
      [proposal, number, maxUndoEdits - number],
    )
    number += rowCount ?? 0
  }
}

/** Returns the permission check of an undo, for the user who applies it. */
export const undoRights =
  (context: DataContext, principal: Principal): UndoRequest['authorize'] =>
  (actions) =>
    requireUndoRights(context, principal, context.scenario, actions)
