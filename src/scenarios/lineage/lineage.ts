/**
 * Records the origin of the data of a scenario: the lines of its change log, which are copied together with the data.
 * A copy and its source have lines in common, and so do two copies of one source; the point at which they diverged is
 * their common ancestor.
 */
import { datetimeIso } from '../../data/record-sql.ts'
import type pg from 'pg'
import { undoneBy } from '../../data/history/undo-state.ts'
import { qualified } from '../../database/identifiers.ts'

/** A line of the change log: its change sets are numbered in one sequence. */
export interface Line {
  readonly line: string
  /** The scenario to which the line belonged; it may contain other data now. */
  readonly scenario: string
  /** Last change set of the line in these data; null for the current line. */
  readonly until: number | null
  /** When the line ended; null for the current line. */
  readonly ended: string | null
}

/** A merge into a scenario. Lists have the newest first, without merges that were undone. */
export interface Merged {
  /** The change set of the merge; null if it changed nothing. */
  readonly changeset: number | null
  readonly line: string
  readonly until: number
  readonly seen: string
  readonly created: string
}

export interface Lineage {
  /** Oldest first; empty if the origin is unknown. */
  readonly lines: readonly Line[]
  readonly merged: readonly Merged[]
  /** Highest number of a change set that was deleted from the log. */
  readonly forgotten: number
}

export async function readLineage(client: pg.ClientBase, scenario: string): Promise<Lineage> {
  const lines = await client.query<Line>(
    `SELECT "line", "scenario", "until"::float8 AS "until", ${datetimeIso('"ended"')} AS "ended"
     FROM ${qualified(scenario, 'lineage')} ORDER BY "depth"`,
  )
  const merged = await client.query<Merged>(
    `SELECT m."changeset"::float8 AS "changeset", m."line", m."until"::float8 AS "until", m."seen",
       ${datetimeIso('m."created"')} AS "created"
     FROM ${qualified(scenario, 'merged')} m
     WHERE ${undoneBy(scenario, 'm."changeset"')} IS NULL
     ORDER BY m."created" DESC, m."changeset" DESC NULLS LAST`,
  )
  const log = await client.query<{ forgotten: number }>(
    `SELECT "forgotten"::float8 AS "forgotten" FROM ${qualified(scenario, 'changelog')}`,
  )
  return { lines: lines.rows, merged: merged.rows, forgotten: log.rows[0]?.forgotten ?? 0 }
}

/**
 * Starts a line after all data of a scenario was replaced: the change sets so far belong to the previous line. Called
 * in the transaction that replaces the data, before anything is added to its log.
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

/** Creates a line if the scenario to copy has none, as after an installation was emptied. */
export async function requireLine(client: pg.ClientBase, scenario: string): Promise<void> {
  const table = qualified(scenario, 'lineage')
  await client.query(
    `INSERT INTO ${table} ("depth", "scenario") SELECT 0, $1 WHERE NOT EXISTS (SELECT FROM ${table})
     ON CONFLICT DO NOTHING`,
    [scenario],
  )
}

/**
 * Stores that the data of a scenario include all changes of a line up to a change set, since one of its own change sets;
 * null if that was so without a change.
 */
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
