/** Creates the databases of `DATABASE_URL` and `SCENARIO_DATABASES` if they do not exist on their servers. */
import { DatabaseError } from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'
import { databaseNameOf, withDatabaseName } from '../settings/database-address.ts'
import { connectDatabase } from './connect.ts'
import type { Database } from './database.ts'
import { identifier } from './identifiers.ts'
import { connectionReason } from './primary.ts'
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
  return createIfMissing(settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, settings)
}

/** What became of the database of a further server. */
export interface FurtherDatabase {
  /** Name in SCENARIO_DATABASES. */
  readonly server: string
  readonly database: string
  readonly isNew: boolean
  /** Why it neither exists nor could be created; undefined if it exists now. */
  readonly fault?: string
}

/** Creates the missing databases of further servers. A server that cannot be used does not affect the others. */
export async function createFurtherDatabases(
  settings: Pick<Settings, 'SCENARIO_DATABASES' | 'TIME_ZONE'>,
): Promise<readonly FurtherDatabase[]> {
  const results: FurtherDatabase[] = []
  for (const [server, url] of Object.entries(settings.SCENARIO_DATABASES)) {
    const database = databaseNameOf(url)
    const result = await createIfMissing(url, settings).then(
      (isNew) => ({ isNew }),
      (error: unknown) => ({ isNew: false, fault: faultOf(error) }),
    )
    results.push({ server, database, ...result })
  }
  return results
}

/** Returns what the server said; other errors are rethrown. */
function faultOf(error: unknown): string {
  if (!(error instanceof ServiceError)) throw error
  const cause = error.cause instanceof ServiceError ? error.cause.cause : error.cause
  return cause === undefined ? error.message : connectionReason(cause)
}

async function createIfMissing(
  address: string,
  { TIME_ZONE }: Pick<Settings, 'TIME_ZONE'>,
): Promise<boolean> {
  const name = databaseNameOf(address)
  const shared = { timeZone: TIME_ZONE, poolSize: 1, applicationName: 'planctl' }
  if (name === '' || (await exists({ ...shared, url: address }))) return false
  const server = connectDatabase({ ...shared, url: withDatabaseName(address, maintenanceDatabase) })
  try {
    const text = `CREATE DATABASE ${identifier(name)} ENCODING 'UTF8' TEMPLATE template0`
    await atItsPlace(server, () => server.query({ text }))
    return true
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    const remedy =
      refusal === error
        ? 'give the role CREATEDB'
        : `let the role connect to the database "${maintenanceDatabase}"`
    const reason = `The database "${name}" does not exist and cannot be created: ${refusal.message}. Create it on the server, or ${remedy}.`
    throw new ServiceError('unusable_database', { reason }, { cause: error })
  } finally {
    await server.close()
  }
}

/** SQLSTATEs with which a server refuses a login or a database. */
const refusals = /^(28...|3D000)$/

/** Returns what the server said if it refuses to create a database, or the connection for that. */
function refusalOf(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof ServiceError)) return undefined
  const cause = refusalOf(error.cause)
  return cause !== undefined && refusals.test(cause.code ?? '') ? cause : undefined
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
