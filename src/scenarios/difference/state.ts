/**
 * Records the state of two scenarios on which their differences depend, to find out whether computed differences are
 * still valid.
 */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { Sides } from './relation.ts'

export interface DifferenceState {
  /** Visible transactions, as a PostgreSQL snapshot. */
  readonly snapshot: string
  /** Lineage of both scenarios, how far back their logs reach, and how many merges are recorded. */
  readonly origins: string
}

const originOf = (scenario: string): string =>
  `json_build_array((SELECT json_agg("line" ORDER BY "depth") FROM ${qualified(scenario, 'lineage')}),
    (SELECT "forgotten" FROM ${qualified(scenario, 'changelog')}),
    (SELECT count(*) FROM ${qualified(scenario, 'merged')}))`

/** Returns the state that the transaction reads. */
export async function readState(client: pg.ClientBase, { a, b }: Sides): Promise<DifferenceState> {
  const { rows } = await client.query<DifferenceState>(
    `SELECT pg_current_snapshot()::text AS "snapshot", json_build_array(${originOf(a)}, ${originOf(b)})::text AS "origins"`,
  )
  return rows[0]!
}

/** Returns whether neither scenario was written since, that is, whether no change set is outside of the snapshot. */
export async function isUnchanged(
  client: pg.ClientBase,
  { a, b }: Sides,
  { snapshot, origins }: DifferenceState,
): Promise<boolean> {
  const newer = [a, b].map(
    (scenario) => `EXISTS (SELECT FROM ${qualified(scenario, 'changeset')} s
      WHERE s."transaction" >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(s."transaction"::text::xid8, $1::pg_snapshot))`,
  )
  const { rows } = await client.query<{ unchanged: boolean }>(
    `SELECT json_build_array(${originOf(a)}, ${originOf(b)})::text = $2 AND NOT (${newer.join(' OR ')}) AS "unchanged"`,
    [snapshot, origins],
  )
  return rows[0]!.unchanged
}
