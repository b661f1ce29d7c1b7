/**
 * The existing key that a missing one was probably meant to be. Bounded: a few missing keys, one pass over a bounded
 * part of the table for all of them, and only candidates that begin or end alike.
 */
import type pg from 'pg'
import { identifier } from '../../../database/identifiers.ts'
import { closest } from '../../../settings/suggestion.ts'

/** Missing keys for which a near one is looked for. */
export const mostSought = 10
/** Rows of the table that are looked at. */
const mostRows = 200_000
/** Candidates for each missing key: those that begin and end alike first. */
const mostCandidates = 200

/** The nearest existing key of each missing one that has any; case does not count. */
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
