/**
 * Where the data of a scenario come from: the runs of its change log, which travel with the data. A copy and its source
 * have runs in common, and so have two copies of one source; where they parted is their common ancestor.
 */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'

/** A run of the change log: its change sets are numbered in one sequence. */
export interface Line {
  readonly line: string
  /** The scenario that it was, which may hold other data by now. */
  readonly scenario: string
  /** Last change set of the run in these data; null for the present run. */
  readonly until: number | null
  /** When the run was left; null for the present one. */
  readonly ended: string | null
}

/** What was merged into a scenario, newest first, but for merges that were undone. */
export interface Merged {
  /** The change set that did it. */
  readonly changeset: number
  readonly line: string
  readonly until: number
  readonly seen: string
  readonly created: string
}

export interface Lineage {
  /** Oldest first; none where nothing is known. */
  readonly lines: readonly Line[]
  readonly merged: readonly Merged[]
  /** Highest number of a change set that is no longer in the log. */
  readonly forgotten: number
}

export async function readLineage(client: pg.ClientBase, scenario: string): Promise<Lineage> {
  const sets = qualified(scenario, 'changeset')
  const lines = await client.query<Line>(
    `SELECT "line", "scenario", "until"::float8 AS "until", to_json("ended")#>>'{}' AS "ended"
     FROM ${qualified(scenario, 'lineage')} ORDER BY "depth"`,
  )
  const merged = await client.query<Merged>(
    `SELECT m."changeset"::float8 AS "changeset", m."line", m."until"::float8 AS "until", m."seen",
       to_json(m."created")#>>'{}' AS "created"
     FROM ${qualified(scenario, 'merged')} m
     WHERE NOT EXISTS (
       SELECT FROM ${sets} u WHERE u."origin" LIKE 'undo %' AND u."origin" = 'undo ' || m."changeset"
         AND NOT EXISTS (SELECT FROM ${sets} w WHERE w."origin" LIKE 'undo %' AND w."origin" = 'undo ' || u."id"))
     ORDER BY m."changeset" DESC`,
  )
  const log = await client.query<{ forgotten: number }>(
    `SELECT "forgotten"::float8 AS "forgotten" FROM ${qualified(scenario, 'changelog')}`,
  )
  return { lines: lines.rows, merged: merged.rows, forgotten: log.rows[0]?.forgotten ?? 0 }
}

/**
 * Begins a run where data were put in place as a whole: what the log says up to here happened in the run before. Part of
 * the transaction that puts them there, before anything is added to their log.
 */
export async function beginLine(client: pg.ClientBase, scenario: string): Promise<void> {
  const table = qualified(scenario, 'lineage')
  await client.query(
    `UPDATE ${table} SET "ended" = LOCALTIMESTAMP(6), "until" = greatest(
       (SELECT max("id") FROM ${qualified(scenario, 'changeset')}),
       (SELECT max("forgotten") FROM ${qualified(scenario, 'changelog')}), 0)
     WHERE "until" IS NULL`,
  )
  await client.query(
    `INSERT INTO ${table} ("depth", "scenario") SELECT coalesce(max("depth"), -1) + 1, $1 FROM ${table}`,
    [scenario],
  )
}

/** Makes sure that a scenario that is going to be copied has a run: an emptied installation has none. */
export async function requireLine(client: pg.ClientBase, scenario: string): Promise<void> {
  const table = qualified(scenario, 'lineage')
  await client.query(
    `INSERT INTO ${table} ("depth", "scenario") SELECT 0, $1 WHERE NOT EXISTS (SELECT FROM ${table})
     ON CONFLICT DO NOTHING`,
    [scenario],
  )
}

/** Notes that all changes of a run up to a change set are in the data of a scenario, since one of its own change sets. */
export async function noteMerge(
  client: pg.ClientBase,
  scenario: string,
  { changeset, line, until, seen }: Omit<Merged, 'created'>,
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'merged')} ("changeset", "line", "until", "seen") VALUES ($1, $2, $3, $4)
     ON CONFLICT ("changeset") DO UPDATE SET "line" = excluded."line", "until" = excluded."until",
       "seen" = excluded."seen", "created" = excluded."created"`,
    [changeset, line, until, seen],
  )
}
