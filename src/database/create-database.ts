/** Creates the database that `DATABASE_URL` names, if its server lacks it. */
import type { Settings } from '../settings/settings.ts'
import { databaseNameOf, withDatabaseName } from '../settings/database-address.ts'
import { connectDatabase } from './connect.ts'
import { identifier } from './identifiers.ts'

/** Every server has it, and whoever may create databases may connect to it. */
const maintenanceDatabase = 'postgres'

/** Does nothing for the embedded server, which makes its database itself. Returns whether one was created. */
export async function createServerDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'TIME_ZONE'>,
): Promise<boolean> {
  if (settings.DATABASE_URL === undefined) return false
  // A pooler knows the databases that are there.
  const address = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  const name = databaseNameOf(address)
  const shared = { timeZone: settings.TIME_ZONE, poolSize: 1, applicationName: 'planctl' }
  if (name === '' || (await exists({ ...shared, url: address }))) return false
  const server = connectDatabase({ ...shared, url: withDatabaseName(address, maintenanceDatabase) })
  try {
    await server.query({ text: `CREATE DATABASE ${identifier(name)} ENCODING 'UTF8' TEMPLATE template0` })
    return true
  } finally {
    await server.close()
  }
}

/** Asked by connecting to it: the maintenance database may be closed to us where ours is not. */
async function exists(options: Parameters<typeof connectDatabase>[0]): Promise<boolean> {
  const database = connectDatabase(options)
  try {
    await database.query({ text: 'SELECT' })
    return true
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && cause.code === '3D000') return false
    throw error
  } finally {
    await database.close()
  }
}
