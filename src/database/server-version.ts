/** Checks the version and the encoding of a server. */
import type { Database } from './database.ts'
import { ServiceError } from '../errors/service-error.ts'

const oldestVersion = 16

/**
 * Returns the version of the server. Throws `unusable_database` for a server before PostgreSQL 16, a database whose
 * encoding is not UTF-8, and a pooler without a direct address.
 */
export async function checkServer(database: Database): Promise<string> {
  const { version, number, encoding, style, start } = await serverOf(database)
  if (number < oldestVersion * 10_000) {
    throw unusable(`The server is PostgreSQL ${version}; version ${oldestVersion} or later is needed.`)
  }
  if (encoding !== 'UTF8') {
    throw unusable(`The database has the encoding ${encoding}; create it with ENCODING 'UTF8'.`)
  }
  if (database.direct === database) return version
  if (style !== 'postgres') {
    throw unusable(
      `The server's intervalstyle is ${style}, and a pooler does not let us set it: ALTER DATABASE … SET intervalstyle TO postgres.`,
    )
  }
  const direct = await serverOf(database.direct)
  if (direct.start !== start) {
    throw unusable('DATABASE_DIRECT_URL leads to another server or database than DATABASE_URL.')
  }
  return version
}

interface ServerFacts {
  readonly version: string
  readonly number: number
  readonly encoding: string
  readonly style: string
  /** Start time of the server and OID of the database, which identify them. */
  readonly start: string
}

/**
 * Reads the properties of the server. Throws `unusable_database` if the connection goes through a pooler although it
 * must not.
 */
async function serverOf(database: Database): Promise<ServerFacts> {
  const isPooled = database.direct !== database
  return database.withClient(async (client) => {
    const { rows } = await client.query<ServerFacts & { process: number }>(
      `SELECT current_setting('server_version') AS "version", pg_backend_pid() AS "process",
        current_setting('server_version_num')::integer AS "number",
        current_setting('server_encoding') AS "encoding", current_setting('IntervalStyle') AS "style",
        concat(pg_postmaster_start_time() AT TIME ZONE 'UTC', ' ',
          (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())) AS "start"`,
    )
    const facts = rows[0]!
    // A pooler assigns its own process ids to clients.
    if (!isPooled && Reflect.get(client, 'processID') !== facts.process) throw unusable(poolerReason)
    return facts
  })
}

/** Reason why a pooler alone is not sufficient, and the setting to add. */
export const poolerReason =
  'This address of the database leads to a connection pooler such as PgBouncer, which keeps no session. Leave it in DATABASE_URL and set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself, for notifications and locks.'

const unusable = (reason: string): ServiceError => new ServiceError('unusable_database', { reason })
