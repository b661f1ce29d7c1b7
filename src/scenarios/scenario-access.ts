/**
 * Sets the access to a scenario whose data was replaced or removed. This is the only file of the folder that writes
 * permissions; checks of manual changes are implemented elsewhere.
 */
import type pg from 'pg'
import { productionScenario } from '../model/production.ts'

const columns = [
  'is_active',
  'is_superuser',
  'horizonbuckets',
  'horizonstart',
  'horizonend',
  'horizontype',
  'horizonlength',
  'horizonbefore',
  'horizonunit',
]
  .map((name) => `"${name}"`)
  .join(', ')

/**
 * Limits access to a copy to the user who created it, with the permissions of the source, and to the superusers of
 * the source.
 * @param user null for the operator at the command line
 */
export async function limitAccess(
  client: pg.ClientBase,
  { source, destination, user }: { source: string; destination: string; user: number | null },
): Promise<void> {
  await client.query('DELETE FROM control."membership" WHERE "scenario" = $1', [destination])
  await client.query(
    `INSERT INTO control."membership" ("user", "scenario", ${columns})
     SELECT "user", $2, ${columns} FROM control."membership"
     WHERE "scenario" = $1 AND "is_active" AND ("is_superuser" OR "user" = $3)`,
    [source, destination, user],
  )
  for (const [table, column] of [
    ['membershipgroup', 'group'],
    ['membershippermission', 'permission'],
  ]) {
    await client.query(
      `INSERT INTO control."${table}" ("user", "scenario", "${column}")
       SELECT r."user", $2, r."${column}" FROM control."${table}" r
       JOIN control."membership" m ON m."user" = r."user" AND m."scenario" = $2
       WHERE r."scenario" = $1`,
      [source, destination],
    )
  }
}

/** Gives the superusers of production, and nobody else, access to a scenario that was free and is not a copy. */
export async function openToSuperusers(client: pg.ClientBase, scenario: string): Promise<void> {
  if (scenario === productionScenario) return
  await limitAccess(client, { source: productionScenario, destination: scenario, user: null })
}

/** Removes the users of a free scenario. Superusers are kept for the data that is copied to it next. */
export async function endAccess(client: pg.ClientBase, scenario: string): Promise<void> {
  await client.query('DELETE FROM control."membership" WHERE "scenario" = $1 AND NOT "is_superuser"', [
    scenario,
  ])
}
