/** Adds the key figures of the plan that a scenario gets with its new data to the history of its plans. */
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { qualified } from '../../database/identifiers.ts'

/** Maximum difference between the clocks of two servers. */
const clockDifference = '1 hour'

/** Identifies the plan of a schema in the history of plans. */
export interface SchemaPlan {
  readonly changeset: string
  readonly created: string
}

/** Returns the plan that is stored in a schema; undefined if there is none. */
export async function readSchemaPlan(database: Database, schema: string): Promise<SchemaPlan | undefined> {
  const { rows } = await database.query<SchemaPlan>({
    text: `SELECT "changeset"::text AS "changeset", "created"::text AS "created"
      FROM ${qualified(schema, 'storedplan')}`,
  })
  return rows[0]
}

/**
 * Adds the figures to the history of `scenario`, unless they are the last ones there. `source` is the scenario that
 * made the plan. Change sets of two scenarios, or of two installations, can have the same number, so the time of the plan
 * decides between them; the clock of another server differs, so the time need not be equal.
 */
export async function carryPlanFigures(
  client: pg.ClientBase,
  scenario: string,
  source: string,
  { changeset, created }: SchemaPlan,
): Promise<void> {
  await client.query(
    `INSERT INTO control."planhistory" ("scenario", "created", "changeset", "user", "origin", "start", "figures")
     SELECT $1, f."created", f."changeset", f."user", f."origin", f."start", f."figures"
     FROM (
       SELECT * FROM control."planhistory" WHERE "scenario" = $2 AND "changeset" = $3::bigint
           AND "created" BETWEEN $4::timestamp - interval '${clockDifference}' AND $4::timestamp + interval '${clockDifference}'
       ORDER BY "created" = $4::timestamp DESC, "id" DESC LIMIT 1
     ) AS f
     WHERE NOT EXISTS (
       SELECT FROM (
         SELECT "changeset", "created" FROM control."planhistory" WHERE "scenario" = $1 ORDER BY "id" DESC LIMIT 1
       ) AS l WHERE l."changeset" = f."changeset" AND l."created" = f."created"
     )`,
    [scenario, source, changeset, created],
  )
}
