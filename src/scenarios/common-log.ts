/** Compares the records of two schemas, one of which has the data that replace those of the other. */
import { qualified } from '../database/identifiers.ts'

/**
 * Returns SQL of the last change set that the logs of both schemas contain, from which on each has numbered its own; 0
 * if they have none in common.
 */
export const lastCommonSql = (one: string, other: string): string =>
  lastSameSql('changeset', ['created', 'channel', 'origin'], [one, other])

/**
 * Returns SQL of the highest number under which both schemas have the same record of a table, by the given columns; 0 if
 * there is none. Reads the later records one after the other, with a scalar subquery that is never made a join: most
 * records are the same, and a join would read all of them while the tables are locked.
 */
export const lastSameSql = (
  table: string,
  columns: readonly string[],
  [one, other]: readonly [string, string],
): string =>
  `coalesce((SELECT a."id" FROM ${qualified(one, table)} AS a
     WHERE (SELECT ${columns.map((name) => `b."${name}" IS NOT DISTINCT FROM a."${name}"`).join(' AND ')}
       FROM ${qualified(other, table)} AS b WHERE b."id" = a."id")
     ORDER BY a."id" DESC LIMIT 1), 0)`
