/** Records in the change log of a scenario that all its data was replaced. */
import type pg from 'pg'
import { isReplacement } from '../data/history/change-sets.ts'
import { qualified } from '../database/identifiers.ts'
import { carryImported } from './aside/carry-imported.ts'
import { lastCommonSql } from './common-log.ts'
import { beginLine } from './lineage/lineage.ts'

/** The operation that replaced the data of a scenario. */
export type ReplacementKind = 'copy' | 'promote' | 'revert' | 'redo' | 'restore'

export interface Replacement {
  readonly kind: ReplacementKind
  /** Scenario or file from which the data came; null for the data before a promote. */
  readonly source: string | null
}

/** First words of each kind in the log, followed by the source. The first word is the name of the task. */
const beginnings: readonly (readonly [string, ReplacementKind])[] = [
  ['scenario_copy --promote', 'promote'],
  ['scenario_copy --revert-promote', 'revert'],
  ['scenario_copy --redo-promote', 'redo'],
  ['scenario_copy', 'copy'],
  ['restore', 'restore'],
]

const originOf = ({ kind, source }: Replacement): string => {
  const [beginning] = beginnings.find(([, known]) => known === kind)!
  return source === null ? beginning : `${beginning} ${source}`
}

/** Returns the replacement that the origin of a change set without records describes; undefined for any other origin. */
export function replacementOf(origin: string | null): Replacement | undefined {
  const text = origin ?? ''
  for (const [beginning, kind] of beginnings) {
    if (text === beginning) return { kind, source: null }
    if (text.startsWith(`${beginning} `)) return { kind, source: text.slice(beginning.length + 1) }
  }
  return undefined
}

interface Noted extends Replacement {
  readonly scenario: string
  readonly user: number | null
  /** Schema with the data that was replaced. */
  readonly replaced: string | undefined
}

/**
 * Adds a change set without records. Runs in the transaction that replaces the data, so that the log never contains a
 * replacement that did not happen. Copies such change sets from the replaced log, so that a revert or another promote
 * does not remove earlier promotes from the log.
 */
export async function recordReplacement(client: pg.ClientBase, noted: Noted): Promise<void> {
  const { scenario, user, replaced } = noted
  const log = qualified(scenario, 'changeset')
  // Data that a promote or its revert had replaced continues with its own line, and with its own imported files.
  const isOwn = noted.kind === 'revert' || noted.kind === 'redo'
  if (!isOwn) await beginLine(client, scenario)
  if (!isOwn && replaced !== undefined) await carryImported(client, scenario, replaced)
  if (replaced !== undefined) {
    await recordReusedNumbers(client, scenario, replaced)
    for (const table of ['changeset', 'comment']) await continueNumbers(client, table, { scenario, replaced })
    await client.query(
      `INSERT INTO ${log} ("created", "user", "channel", "origin", "transaction")
       SELECT s."created", s."user", s."channel", s."origin", 0 FROM ${qualified(replaced, 'changeset')} AS s
       WHERE ${isReplacement(replaced, 's')}
         AND NOT EXISTS (SELECT FROM ${log} AS k WHERE k."created" = s."created" AND k."origin" = s."origin")
       ORDER BY s."id"`,
    )
  }
  // Clients that follow the scenario continue here: earlier change sets of the log happened elsewhere, possibly in
  // another cluster.
  await client.query(
    `UPDATE ${qualified(scenario, 'changelog')}
     SET "replaced" = pg_current_xact_id()::text::bigint, "expired" = 0`,
  )
  await client.query(
    `UPDATE ${log} SET "transaction" = 0 WHERE "transaction" >= pg_current_xact_id()::text::bigint`,
  )
  await client.query(`INSERT INTO ${log} ("user", "channel", "origin") VALUES ($1, 'task', $2)`, [
    user,
    originOf(noted),
  ])
}

/**
 * Lets the numbers of a table continue after those of the replaced data. Who still has the number of a replaced change
 * set or comment, such as a screen that offers to undo it, or a read mark, must not meet a later one of somebody else.
 */
async function continueNumbers(
  client: pg.ClientBase,
  table: string,
  { scenario, replaced }: { readonly scenario: string; readonly replaced: string },
): Promise<void> {
  await client.query(
    `SELECT pg_catalog.setval("own", "last") FROM (
       SELECT pg_get_serial_sequence($1, 'id')::regclass AS "own",
         pg_catalog.pg_sequence_last_value(pg_get_serial_sequence($2, 'id')::regclass) AS "last") AS n
     WHERE "last" > coalesce(pg_catalog.pg_sequence_last_value("own"), 0)`,
    [qualified(scenario, table), qualified(replaced, table)],
  )
}

/**
 * Records which numbers of change sets the replaced log has used since both logs diverged, and before them the data that
 * it has replaced in turn. The new log can have the same numbers for other change sets.
 */
async function recordReusedNumbers(client: pg.ClientBase, scenario: string, replaced: string): Promise<void> {
  // Data of an earlier release, which was not migrated before it was replaced, has no such table, or no such column.
  const { rows } = await client.query<{ has: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "has"`, [
    qualified(replaced, 'changelog'),
  ])
  const before =
    rows[0]?.has === true
      ? `(SELECT (to_jsonb(l) ->> 'reused')::int8multirange FROM ${qualified(replaced, 'changelog')} AS l)`
      : 'NULL::int8multirange'
  await client.query(
    `UPDATE ${qualified(scenario, 'changelog')} SET "reused" = coalesce(${before}, '{}')
       + (SELECT CASE WHEN n."last" > n."common" THEN int8multirange(int8range(n."common", n."last", '(]')) ELSE '{}' END
          FROM (SELECT ${lastCommonSql(scenario, replaced)} AS "common",
            pg_catalog.pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass) AS "last") AS n)`,
    [qualified(replaced, 'changeset')],
  )
}

/**
 * Removes references of proposals in `control` to change sets, because those of the replaced data have other numbers
 * now: withdraws proposals to undo one, and resets the change set of proposals that were applied. Edits of other
 * proposals are compared with the new data.
 */
export async function detachProposals(client: pg.ClientBase, scenario: string): Promise<void> {
  await client.query(
    `WITH withdrawn AS (
       UPDATE control."proposal" SET "state" = 'withdrawn', "lastmodified" = LOCALTIMESTAMP(6)
       WHERE "scenario" = $1 AND "source" ->> 'kind' = 'undo' AND "state" IN ('draft', 'open', 'approved')
       RETURNING "id", "revision")
     INSERT INTO control."proposalevent" ("proposal", "kind", "revision") SELECT "id", 'withdrawn', "revision" FROM withdrawn`,
    [scenario],
  )
  await client.query(
    `UPDATE control."proposal" SET "changeset" = NULL WHERE "scenario" = $1 AND "changeset" IS NOT NULL`,
    [scenario],
  )
}
