/** Whether a server can hold the data: its version and its encoding. */
import type { Database } from './database.ts'
import { ServiceError } from '../errors/service-error.ts'

const oldestVersion = 16

/** Throws `unusable_database` for a server before PostgreSQL 16 or a database that is not in UTF-8. */
export async function checkServer(database: Database): Promise<string> {
  const { rows } = await database.query<{ version: string; number: number; encoding: string }>({
    text: `SELECT current_setting('server_version') AS "version",
      current_setting('server_version_num')::integer AS "number",
      current_setting('server_encoding') AS "encoding"`,
  })
  const { version, number, encoding } = rows[0]!
  if (number < oldestVersion * 10_000) {
    throw unusable(`The server is PostgreSQL ${version}; version ${oldestVersion} or later is needed.`)
  }
  if (encoding !== 'UTF8') {
    throw unusable(`The database has the encoding ${encoding}; create it with ENCODING 'UTF8'.`)
  }
  return version
}

const unusable = (reason: string): ServiceError => new ServiceError('unusable_database', { reason })
