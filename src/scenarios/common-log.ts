/** Compares the change logs of two schemas, one of which has the data that replace those of the other. */
import { qualified } from '../database/identifiers.ts'

/**
 * Returns SQL of the last change set that the logs of both schemas contain, from which on each has numbered its own; 0
 * if they have none in common. The later ones are compared first, because most logs are the same before.
 */
export const lastCommonSql = (one: string, other: string): string =>
  `coalesce((SELECT a."id" FROM ${qualified(one, 'changeset')} AS a
     JOIN ${qualified(other, 'changeset')} AS b ON b."id" = a."id" AND b."created" = a."created"
       AND b."channel" = a."channel" AND b."origin" IS NOT DISTINCT FROM a."origin"
     ORDER BY a."id" DESC LIMIT 1), 0)`
