/** Creates the database of `DATABASE_URL` if it does not exist on its server. */
import type { Settings } from '../settings/settings.ts'
import { databaseNameOf, withDatabaseName } from '../settings/database-address.ts'
import { connectDatabase } from './connect.ts'
import type { Database } from './database.ts'
import { identifier } from './identifiers.ts'
import { atItsPlace } from './with-database.ts'

/** Every server has this database, and every role that may create databases may connect to it. */
const maintenanceDatabase = 'postgres'

/**
 * Creates the database if it is missing, and returns whether it was created. Does nothing for the embedded server,
 * which creates its database itself. Throws `database_unreachable` or `unusable_database` with the reason.
 */
export async function createServerDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'TIME_ZONE'>,
): Promise<boolean> {
  if (settings.DATABASE_URL === undefined) return false
  // A pooler knows only existing databases.
  const address = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  const name = databaseNameOf(address)
  const shared = { timeZone: settings.TIME_ZONE, poolSize: 1, applicationName: 'planctl' }
  if (name === '' || (await exists({ ...shared, url: address }))) return false
  const server = connectDatabase({ ...shared, url: withDatabaseName(address, maintenanceDatabase) })
  try {
    const text = `CREATE DATABASE ${identifier(name)} ENCODING 'UTF8' TEMPLATE template0`
    await atItsPlace(server, () => server.query({ text }))
    return true
  } finally {
    await server.close()
  }
}

/** Checks by connecting to the database, because the role may have no access to the maintenance database. */
async function exists(options: Parameters<typeof connectDatabase>[0]): Promise<boolean> {
  const database = connectDatabase(options)
  try {
    return await atItsPlace(database, () => canConnect(database))
  } finally {
    await database.close()
  }
}

/** Returns false if the server does not know the database. */
async function canConnect(database: Database): Promise<boolean> {
  try {
    await database.query({ text: 'SELECT' })
    return true
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && cause.code === '3D000') return false
    throw error
  }
}
