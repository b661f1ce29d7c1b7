/** Notes in the change log of a scenario that its data came from elsewhere as a whole. */
import type pg from 'pg'
import { isReplacement } from '../data/history/change-sets.ts'
import { qualified } from '../database/identifiers.ts'
import { beginLine } from './lineage/lineage.ts'

/** What put other data in the place of those of a scenario. */
export type ReplacementKind = 'copy' | 'promote' | 'revert' | 'restore'

export interface Replacement {
  readonly kind: ReplacementKind
  /** Scenario or file that the data came from; null for what was there before a promotion. */
  readonly source: string | null
}

/** How each kind begins in the log; the source follows. The first word is the name of the task. */
const beginnings: readonly (readonly [string, ReplacementKind])[] = [
  ['scenario_copy --promote', 'promote'],
  ['scenario_copy --revert-promote', 'revert'],
  ['scenario_copy', 'copy'],
  ['restore', 'restore'],
]

const originOf = ({ kind, source }: Replacement): string => {
  const [beginning] = beginnings.find(([, known]) => known === kind)!
  return source === null ? beginning : `${beginning} ${source}`
}

/** The replacement that the origin of a change set without records tells of; undefined for anything else. */
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
  /** Schema with the data that were replaced. */
  readonly replaced: string | undefined
}

/**
 * Adds a change set without records. Part of the transaction that puts the data in place, so that the log never
 * tells of a replacement that did not happen. Notes in the log that was replaced are carried over: who takes a promotion
 * back, or promotes once more, does not take the promotions before out of the log.
 */
export async function recordReplacement(client: pg.ClientBase, noted: Noted): Promise<void> {
  const { scenario, user, replaced } = noted
  const log = qualified(scenario, 'changeset')
  // What a promote had replaced goes on with its own run.
  if (noted.kind !== 'revert') await beginLine(client, scenario)
  if (replaced !== undefined) {
    await client.query(
      `INSERT INTO ${log} ("created", "user", "channel", "origin", "transaction")
       SELECT s."created", s."user", s."channel", s."origin", 0 FROM ${qualified(replaced, 'changeset')} AS s
       WHERE ${isReplacement(replaced, 's')}
         AND NOT EXISTS (SELECT FROM ${log} AS k WHERE k."created" = s."created" AND k."origin" = s."origin")
       ORDER BY s."id"`,
    )
  }
  await detachProposals(client, scenario)
  // Whoever follows the scenario goes on here: what the log says of before happened elsewhere, maybe in another cluster.
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
 * Change sets of the data that was replaced have other numbers now: proposals to undo one are withdrawn, and those that
 * were applied name none any more. Edits of other proposals are compared with the new data.
 */
async function detachProposals(client: pg.ClientBase, scenario: string): Promise<void> {
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
