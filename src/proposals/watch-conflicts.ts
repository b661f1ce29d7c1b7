/**
 * Checks after writes of others whether pending proposals conflict with them, so that followers are notified without
 * opening the proposals. A proposal is only checked if the log contains changes of its entities since the last check.
 */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { qualified } from '../database/identifiers.ts'
import { undoChangeSets } from '../data/write/undo/undo-change-set.ts'
import { ServiceError } from '../errors/service-error.ts'
import { baseEntity } from '../model/model.ts'
import { publishProposalEvent } from './events.ts'
import { findEditConflicts } from './find-edit-conflicts.ts'
import { maxEdits, pendingStates } from '../model/proposals.ts'
import type { Proposal } from './proposal.ts'
import { readProposal } from './read-proposals.ts'
import { undoOf } from './undo-source.ts'

/** Maximum number of proposals that one round checks in a scenario. */
const maxProposalsPerRound = 100

interface Waiting {
  readonly id: number
  /** Snapshot of the log; changes after it are new at the next check. */
  readonly snapshot: string
}

/**
 * Publishes `conflicting` for proposals of a scenario that conflict with changes since the last call. Proposals with
 * more than 10,000 edits are left out: they are compared when a user opens them.
 * @returns the number of proposals that were compared
 */
export async function watchConflicts(context: DataContext): Promise<number> {
  const waiting = await findWaiting(context)
  for (const { id, snapshot } of waiting) {
    const conflicting = await hasConflicts(context, id)
    await context.control.withTransaction(
      async (client) => {
        const { rows } = await client.query<{ known: boolean; revision: number }>(
          `SELECT "conflicting" AS "known", "revision" FROM control."proposal" WHERE "id" = $1 AND "state" = ANY ($2) FOR UPDATE`,
          [id, pendingStates],
        )
        const [before] = rows
        if (before === undefined) return
        await client.query(
          `UPDATE control."proposal" SET "checked" = $2, "conflicting" = coalesce($3, "conflicting") WHERE "id" = $1`,
          [id, snapshot, conflicting ?? null],
        )
        if (conflicting !== true || before.known) return
        const { revision } = before
        await publishProposalEvent(client, { proposal: id, user: null, kind: 'conflicting', revision })
      },
      { signal: context.signal },
    )
  }
  return waiting.length
}

async function findWaiting({
  control,
  home,
  model,
  scenario,
  signal,
}: DataContext): Promise<readonly Waiting[]> {
  const { rows: pending } = await control.query<{ id: number; entities: readonly string[] }>(
    {
      text: `SELECT "id"::float8 AS "id", ARRAY(SELECT DISTINCT s->>'entity' FROM json_array_elements("summary") s) AS "entities"
        FROM control."proposal" WHERE "scenario" = $1 AND "state" IN ('draft', 'open', 'approved') AND "edits" <= $2
        ORDER BY "id" LIMIT 10000`,
      values: [scenario, maxEdits],
    },
    { signal },
  )
  if (pending.length === 0) return []
  const tables = pending.flatMap(({ id, entities }) =>
    entities.map((name) => {
      const entity = model.byName.get(name)
      return { id, table: entity === undefined ? name : baseEntity(model, entity).name }
    }),
  )
  const { rows } = await home.query<Waiting & Record<string, unknown>>(
    {
      text: `SELECT p."id"::float8 AS "id", pg_current_snapshot()::text AS "snapshot"
        FROM control."proposal" p
        WHERE p."id" IN (SELECT "id" FROM json_to_recordset($1::json) AS t("id" bigint)) AND (p."checked" IS NULL OR EXISTS (
          SELECT FROM ${qualified(scenario, 'changeset')} s
          LEFT JOIN ${qualified(scenario, 'changesetentity')} n ON n."changeset" = s."id"
          WHERE s."transaction" >= pg_snapshot_xmin(p."checked"::pg_snapshot)::text::bigint
            AND NOT pg_visible_in_snapshot(s."transaction"::text::xid8, p."checked"::pg_snapshot)
            AND (n."entity" IS NULL OR n."entity" IN (
              SELECT t."table" FROM json_to_recordset($1::json) AS t("id" bigint, "table" text) WHERE t."id" = p."id"))))
        ORDER BY p."id" LIMIT ${maxProposalsPerRound}`,
      values: [JSON.stringify(tables)],
    },
    { signal },
  )
  return rows
}

/**
 * Returns whether the proposal has conflicts; undefined if this cannot be determined, for instance for the undo of a
 * change set that no longer exists.
 */
async function hasConflicts(context: DataContext, id: number): Promise<boolean | undefined> {
  try {
    return await context.home.withTransaction(
      async (client) => {
        const proposal = await readProposal(client, context.scenario, id)
        return proposal.source.kind === 'undo'
          ? undoConflicts(context, proposal.source)
          : editsConflict(client, context, id)
      },
      { signal: context.signal },
    )
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

async function undoConflicts(
  context: DataContext,
  source: Extract<Proposal['source'], { kind: 'undo' }>,
): Promise<boolean> {
  const { conflictCount } = await undoChangeSets(context, {
    ...undoOf(source),
    dryRun: true,
    authorize: () => undefined,
  })
  return conflictCount > 0
}

async function editsConflict(client: pg.ClientBase, context: DataContext, id: number): Promise<boolean> {
  for await (const { conflicts } of findEditConflicts(client, context, id, { lock: false })) {
    if (conflicts.length > 0) return true
  }
  return false
}
