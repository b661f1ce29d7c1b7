/**
 * The change set of a transaction: one request, file or fixture. Its log rows contain the changes and their author;
 * its counts per entity are the change counter from which list ETags are computed.
 */
import type pg from 'pg'
import { literal, qualified } from '../../../database/identifiers.ts'
import { currentTraceparent } from '../../../tracing/tracing.ts'
import type { DataContext } from '../../context.ts'
import { newestChangeSets } from '../../etag.ts'
import { logOf } from '../../installation-context.ts'
import { transactionRuleOf } from '../rules/transaction-rules.ts'

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
  /** Its number, which is final once it is settled or closed. */
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
  /** Stores this origin instead of that of the context. */
  nameOrigin(origin: string): void
  /** Returns a function that resets all counts to the current ones, after a rollback to a savepoint made now. */
  saveCounts(): () => void
  /** Returns the current counts by entity. */
  counts(): ReadonlyMap<string, Counts>
  /**
   * Makes the number final and returns it. If a change set with a higher number has changed one of the same records
   * meanwhile, takes a new number: the changes of a record are numbered in the order in which they were made. To be
   * called when the records are locked or written, before the number is stored or returned.
   */
  settle(client: pg.ClientBase): Promise<number>
  /**
   * Settles and stores the change set if anything was counted since it was opened or stored, after the rules of the
   * changed entities for a transaction.
   */
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
  const schema = logOf(context)
  const sequence = literal(qualified(schema, 'changeset_id_seq'))
  // A locking clause locks the table even if no row is read; one statement saves a round trip.
  const { rows } = await client.query<{ id: number }>(
    `WITH "log" AS (SELECT FROM ${qualified(schema, 'changeset')} WHERE false FOR KEY SHARE)
     SELECT nextval(${sequence}) AS id`,
  )
  let id = rows[0]!.id
  let settled = false
  let { origin } = context.actor
  const tallies = new Map<string, Tally>()
  let steps = 0
  const settle = async (client: pg.ClientBase): Promise<number> => {
    if (!settled) id = await renumber(client, schema, id)
    settled = true
    return id
  }
  return {
    get id() {
      return id
    },
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
    nameOrigin(named) {
      origin = named
    },
    saveCounts() {
      const saved = [...tallies]
      return () => {
        tallies.clear()
        for (const [entity, tally] of saved) tallies.set(entity, tally)
      }
    },
    counts: () => tallies,
    settle,
    async close(client) {
      const changed = [...tallies].filter(
        ([, { created, updated, deleted }]) => created + updated + deleted > 0,
      )
      tallies.clear()
      if (changed.length === 0) return
      for (const [entity] of changed) await transactionRuleOf(entity)?.(client, context.scenario)
      const entities = changed.map(([entity, counts]) => Object.assign({ entity }, counts))
      if (await storeSet(client, context, id, { entities, settled, origin })) return
      await storeSet(client, context, await settle(client), { entities, settled: true, origin })
    },
  }
}

/**
 * Stores a change set. One that is not settled is stored only if its number is the highest, so that most need no
 * further statement. Returns whether it was stored.
 */
async function storeSet(
  client: pg.ClientBase,
  context: DataContext,
  id: number,
  {
    entities,
    settled,
    origin,
  }: {
    readonly entities: readonly object[]
    readonly settled: boolean
    readonly origin: string | undefined
  },
): Promise<boolean> {
  const scenario = logOf(context)
  const sets = qualified(scenario, 'changeset')
  const { userId, channel, task, undoes } = context.actor
  const { rowCount } = await client.query(
    `WITH "set" AS (
       INSERT INTO ${sets} ("id", "user", "channel", "origin", "trace", "task", "undoes") OVERRIDING SYSTEM VALUE
       SELECT $1::bigint, $2::bigint, $3::text, $4::text, $6::text, $7::bigint,
         (SELECT range_agg(int8range(u."id", u."id", '[]')) FROM unnest($8::bigint[]) AS u("id"))
       ${settled ? '' : `WHERE NOT EXISTS (SELECT FROM ${sets} WHERE "id" > $1)`} RETURNING "id")
     INSERT INTO ${qualified(scenario, 'changesetentity')} ("entity", "changeset", "created", "updated", "deleted", "kept")
     SELECT c."entity", "set"."id", c."created", c."updated", c."deleted", c."kept"
     FROM "set", json_to_recordset($5::json)
       AS c("entity" text, "created" integer, "updated" integer, "deleted" integer, "kept" text)`,
    [
      id,
      userId,
      channel,
      origin ?? null,
      JSON.stringify(entities),
      currentTraceparent() ?? null,
      task ?? null,
      undoes ?? null,
    ],
  )
  return rowCount !== 0
}

/** Maximum number of change sets that may be stored before one with a lower number: half of those in a change counter. */
const mostOvertaking = newestChangeSets / 2

/**
 * Gives the log rows of a change set a new number if a change set with a higher number has changed one of the same
 * records, if there are no log rows, or if so many have been stored since that change counters would not contain it. Such a change set is committed: it held the locks of the records before.
 * Returns the number. The ranges of blocks of records are compared, so that some get a new number without need.
 */
async function renumber(client: pg.ClientBase, schema: string, id: number): Promise<number> {
  const log = qualified(schema, 'change')
  const sets = qualified(schema, 'changeset')
  const range = `"entity", "key", "last_key", coalesce("last_key", "key") AS "last"`
  const { rows } = await client.query<{ id: number }>(
    `WITH "own" AS MATERIALIZED (SELECT ${range} FROM ${log} WHERE "changeset" = $1),
       "later" AS MATERIALIZED (
         SELECT ${range} FROM ${log}
         WHERE "changeset" > $1 AND EXISTS (SELECT FROM ${sets} WHERE "id" > $1)),
       "next" AS MATERIALIZED (
         SELECT nextval(${literal(qualified(schema, 'changeset_id_seq'))}) AS "id"
         WHERE CASE WHEN EXISTS (SELECT FROM "own") THEN
             EXISTS (SELECT FROM ${sets} WHERE "id" > $1 OFFSET ${mostOvertaking})
             OR EXISTS (SELECT FROM "own" o JOIN "later" l ON l."entity" = o."entity" AND l."key" = o."key")
             OR EXISTS (
               SELECT FROM "own" o JOIN "later" l ON l."entity" = o."entity" AND l."key" <= o."last" AND l."last" >= o."key"
               WHERE o."last_key" IS NOT NULL OR l."last_key" IS NOT NULL)
           ELSE EXISTS (SELECT FROM ${sets} WHERE "id" > $1) END),
       "moved" AS (UPDATE ${log} c SET "changeset" = n."id" FROM "next" n WHERE c."changeset" = $1)
     SELECT "id"::float8 AS "id" FROM "next"`,
    [id],
  )
  return rows[0]?.id ?? id
}
