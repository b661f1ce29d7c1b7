/** The databases of further servers: each belongs to one installation. */
import type { Database } from '../../database/database.ts'
import { allServers } from '../../database/homes.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** Schema with the mark in the database of a further server; no scenario can have its name. */
export const serverSchema = 'planning__home'

const ownerOf = 'SELECT "id"::text FROM control."homeowner"'

/** Returns whether the database of a further server was marked as one of this installation. */
export async function isOwnServer(control: Database, home: Database): Promise<boolean> {
  const { rows: marked } = await home.query<{ found: boolean }>({
    text: `SELECT to_regclass('${serverSchema}.owner') IS NOT NULL AS "found"`,
  })
  if (marked[0]?.found !== true) return false
  const { rows: own } = await control.query<{ id: string }>({ text: ownerOf })
  const { rows: owner } = await home.query<{ id: string }>({
    text: `SELECT "id" FROM "${serverSchema}"."owner"`,
  })
  return owner[0]?.id === own[0]?.id
}

/**
 * Marks the database of a further server as one of this installation. Throws `unusable_database` if it belongs to
 * another installation: two would delete each other's data.
 */
export async function requireOwnServer(control: Database, home: Database, name: string): Promise<void> {
  const { rows } = await control.query<{ id: string }>({ text: ownerOf })
  const own = rows[0]?.id ?? ''
  const owner = await home.withTransaction(async (client) => {
    await client.query(
      `SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('${serverSchema}', 0))`,
    )
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${serverSchema}";
      CREATE TABLE IF NOT EXISTS "${serverSchema}"."owner" ("id" text PRIMARY KEY)`)
    await client.query(
      `INSERT INTO "${serverSchema}"."owner" SELECT $1 WHERE NOT EXISTS (SELECT FROM "${serverSchema}"."owner")`,
      [own],
    )
    const found = await client.query<{ id: string }>(`SELECT "id" FROM "${serverSchema}"."owner"`)
    return found.rows[0]?.id
  })
  if (owner === own) return
  throw new ServiceError('unusable_database', {
    reason: `The database of server "${name}" (SCENARIO_DATABASES) belongs to another installation. Give this installation a database of its own there.`,
  })
}

/** Returns the database of a server by its name. Throws `scenario_refused` for one that the settings do not name. */
export function requireServer(database: Database, name: string): Database {
  const servers = allServers(database)
  const found = servers.find(([known]) => known === name)
  if (found !== undefined) return found[1]
  const names = servers.map(([known]) => known).join(', ')
  throw new ServiceError('scenario_refused', {
    reason: { code: 'no_server', params: { name: name.slice(0, 100), names } },
  })
}
