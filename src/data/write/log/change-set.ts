/**
 * The change set of a transaction: one request, file or fixture. Its log rows contain the changes and their author;
 * its counts per entity are the change counter from which list ETags are computed.
 */
import type pg from 'pg'
import { literal, qualified } from '../../../database/identifiers.ts'
import type { DataContext } from '../../context.ts'

export interface Counts {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/**
 * What the log keeps of the counted changes: `records` keeps each record, `counts` only the numbers; `computed`
 * values are values of the plan, which every plan run replaces.
 */
export type Kept = 'records' | 'counts' | 'computed'

export interface ChangeSet {
  readonly id: number
  /** Schema-qualified table of the change log. */
  readonly log: string
  /**
   * Returns the number of the next statement that adds to the log. It gives the order of several changes of one
   * record.
   */
  nextStep(): number
  /** Adds to the counts of an entity (the one that owns the table). */
  count(entity: string, counts: Partial<Counts>, kept?: Kept): void
  /** Resets all counts, after a rollback. */
  reset(): void
  /** Returns the current counts by entity. */
  counts(): ReadonlyMap<string, Counts>
  /** Stores the change set if anything was counted since it was opened or stored. */
  close(client: pg.ClientBase): Promise<void>
}

interface Tally extends Counts {
  readonly kept: Kept
}

const none: Tally = { created: 0, updated: 0, deleted: 0, kept: 'records' }

/** Returns the less detailed of two kinds, for an entity that is counted several times. */
const leastKept = (one: Kept, other: Kept): Kept =>
  (['counts', 'computed'] as const).find((kept) => kept === one || kept === other) ?? 'records'

/**
 * Reserves a change set in the scenario's log. Nothing is stored until it is closed with changes. Locks the log until
 * the end of the transaction, because the data of the scenario may be replaced at any time: without the lock, the
 * number could be of the old log and the changes go to the new one, in which the number may be taken.
 */
export async function openChangeSet(client: pg.ClientBase, context: DataContext): Promise<ChangeSet> {
  const schema = context.scenario
  const sequence = literal(qualified(schema, 'changeset_id_seq'))
  // A locking clause locks the table even if no row is read; one statement saves a round trip.
  const { rows } = await client.query<{ id: number }>(
    `WITH "log" AS (SELECT FROM ${qualified(schema, 'changeset')} WHERE false FOR KEY SHARE)
     SELECT nextval(${sequence}) AS id`,
  )
  const id = rows[0]!.id
  const tallies = new Map<string, Tally>()
  let steps = 0
  return {
    id,
    log: qualified(schema, 'change'),
    nextStep: () => (steps += 1),
    count(entity, counts, kept = 'records') {
      const { created = 0, updated = 0, deleted = 0 } = counts
      const changed = created + updated + deleted > 0
      const before = tallies.get(entity) ?? none
      tallies.set(entity, {
        created: before.created + created,
        updated: before.updated + updated,
        deleted: before.deleted + deleted,
        kept: changed ? leastKept(before.kept, kept) : before.kept,
      })
    },
    reset: () => tallies.clear(),
    counts: () => tallies,
    async close(client) {
      const changed = [...tallies].filter(
        ([, { created, updated, deleted }]) => created + updated + deleted > 0,
      )
      tallies.clear()
      if (changed.length === 0) return
      const { userId, channel, origin } = context.actor
      await client.query(
        `WITH "set" AS (
           INSERT INTO ${qualified(schema, 'changeset')} ("id", "user", "channel", "origin")
           OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4) RETURNING "id")
         INSERT INTO ${qualified(schema, 'changesetentity')} ("entity", "changeset", "created", "updated", "deleted", "kept")
         SELECT c."entity", "set"."id", c."created", c."updated", c."deleted", c."kept"
         FROM "set", json_to_recordset($5::json)
           AS c("entity" text, "created" integer, "updated" integer, "deleted" integer, "kept" text)`,
        [
          id,
          userId,
          channel,
          origin ?? null,
          JSON.stringify(changed.map(([entity, counts]) => Object.assign({ entity }, counts))),
        ],
      )
    },
  }
}
