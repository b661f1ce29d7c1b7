/**
 * Finds the existing key that was probably meant by a missing one. The effort is bounded: few missing keys, one pass
 * over a limited part of the table for all of them, and only candidates with the same start or the same end.
 */
import type pg from 'pg'
import { identifier } from '../../../database/identifiers.ts'
import { closest } from '../../../settings/suggestion.ts'

/** Maximum number of missing keys for which a similar one is searched. */
export const mostSought = 10
/** Maximum number of rows of the table that are read. */
const mostRows = 200_000
/** Maximum number of candidates for each missing key; those with the same start and the same end come first. */
const mostCandidates = 200

/** Returns the most similar existing key of each missing one that has any, ignoring case. */
export async function nearestKeys(
  client: pg.ClientBase,
  table: string,
  key: string,
  missing: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sought = missing.slice(0, mostSought)
  const { rows } = await client.query<{ missing: string; candidate: string }>(
    `SELECT missing, candidate FROM (
       SELECT m AS missing, k AS candidate, row_number() OVER (PARTITION BY m ORDER BY
         (lower(left(k, 2)) = lower(left(m, 2)) AND lower(right(k, 3)) = lower(right(m, 3))) DESC,
         abs(char_length(k) - char_length(m)), k) AS place
       FROM (SELECT ${identifier(key)}::text AS k FROM ${table} LIMIT ${mostRows}) t
       JOIN unnest($1::text[]) AS u (m) ON abs(char_length(k) - char_length(m)) <= 3
         AND (lower(left(k, 2)) = lower(left(m, 2)) OR lower(right(k, 3)) = lower(right(m, 3)))) c
     WHERE place <= ${mostCandidates}`,
    [sought],
  )
  const candidates = Map.groupBy(rows, (row) => row.missing)
  return new Map(
    [...candidates].flatMap(([name, found]) => {
      const near = closest(name, found.map(({ candidate }) => candidate).toSorted())
      return near === undefined || near === name ? [] : [[name, near] as const]
    }),
  )
}
