/**
 * Opens the database of an installation for the duration of a callback: the server of `DATABASE_URL`, or the embedded
 * server, which is started if necessary and stops some time after its last use.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'
import { parseAddress, placesOf, withDirectAddress } from '../settings/database-address.ts'
import { connectDatabase, type ConnectOptions } from './connect.ts'
import type { Database } from './database.ts'
import { isUniqueViolation } from './errors.ts'
import { connectionReason } from './primary.ts'
import { checkServer, poolerReason } from './server-version.ts'

export type DatabaseSettings = Pick<Settings, 'DATABASE_URL' | 'VAR' | 'TIME_ZONE' | 'POOL_SIZE'> &
  Partial<
    Pick<
      Settings,
      | 'STREAM_POOL_SIZE'
      | 'DATABASE_DIRECT_URL'
      | 'DATABASE_ARCHIVE'
      | 'DATABASE_READ_URL'
      | 'DATABASE_READ_WAIT'
      | 'SCENARIO_DATABASES'
    >
  >

export interface ServerAddress {
  /** Current address of the database with its password; the embedded server may change its port. */
  readonly url: () => string
  readonly embedded: boolean
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
}

export interface WithDatabaseOptions {
  /** Name in the server's list of sessions; default `planctl`. */
  readonly applicationName?: string
}

/** Database on the embedded server; created if missing. */
export const embeddedDatabase = 'planning'

/** Returns the folder of the embedded server of an installation. */
export const embeddedFolder = ({ VAR }: Pick<Settings, 'VAR'>): string => join(VAR, 'postgres')

/**
 * Opens the database, checks that it can be used, runs the callback and closes it. Throws `database_unreachable` or
 * `unusable_database` with the reason.
 */
export async function withDatabase<Result>(
  settings: DatabaseSettings,
  logger: Pick<Logger, 'info' | 'warn'>,
  run: (database: Database, server: ServerAddress) => Promise<Result>,
  options: WithDatabaseOptions = {},
): Promise<Result> {
  const shared = {
    timeZone: settings.TIME_ZONE,
    poolSize: settings.POOL_SIZE,
    ...(settings.STREAM_POOL_SIZE === undefined ? {} : { streamPoolSize: settings.STREAM_POOL_SIZE }),
    homes: settings.SCENARIO_DATABASES,
    applicationName: options.applicationName ?? 'planctl',
    onIdleFailure: (error: Error) => logger.warn({ err: error }, 'An idle database connection broke'),
  }
  if (settings.DATABASE_URL !== undefined) {
    const url = databaseAddress(settings, settings.DATABASE_URL)
    const replicas = replicasOf(settings)
    return withOpen({ ...shared, url, replicas }, checkedAtItsPlace, (database, version) =>
      run(database, { url: () => url, embedded: false, version }),
    )
  }
  const { holdServer } = await import('./embedded/hold.ts')
  const folder = embeddedFolder(settings)
  const hold = await holdServer(folder, {
    archive: settings.DATABASE_ARCHIVE,
    onEvent: (message) => logger.warn(message),
  })
  const { data } = hold.server
  if (!data.startsWith(realpathSync(folder))) {
    logger.info(`The embedded database keeps its data in ${data}: its account cannot enter ${folder}`)
  }
  try {
    const first = { ...shared, homes: {}, url: () => hold.url('postgres'), poolSize: 1 }
    await withOpen(first, checkServer, createIfMissing)
    const url = (): string => hold.url(embeddedDatabase)
    return await withOpen({ ...shared, url }, checkServer, (database, version) =>
      run(database, { url, embedded: true, version }),
    )
  } finally {
    hold.release()
  }
}

async function withOpen<Result>(
  options: ConnectOptions,
  check: (database: Database) => Promise<string>,
  run: (database: Database, version: string) => Promise<Result>,
): Promise<Result> {
  const database = connectDatabase(options)
  try {
    return await run(database, await check(database))
  } finally {
    await database.close()
  }
}

/** Returns the address of the settings, with the direct address behind a pooler if there is one. */
const databaseAddress = ({ DATABASE_DIRECT_URL: direct }: DatabaseSettings, url: string): string =>
  direct === undefined ? url : withDirectAddress(url, direct)

const replicasOf = ({ DATABASE_READ_URL: url, DATABASE_READ_WAIT: wait = 0 }: DatabaseSettings) =>
  url === undefined ? undefined : { urls: parseAddress(url).hosts, waitMs: wait * 1000 }

const checkedAtItsPlace = (database: Database): Promise<string> =>
  atItsPlace(database, () => checkServer(database))

/** Runs the first statements on a server. If it cannot be reached, the error contains its address and the reason. */
export async function atItsPlace<Result>(database: Database, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const reason = connectionReason(error.cause)
    if (/unsupported startup parameter/.test(reason)) {
      throw new ServiceError('unusable_database', { reason: poolerReason }, { cause: error })
    }
    const { direct } = parseAddress(database.address())
    const places = [placesOf(database.address()), ...(direct === undefined ? [] : [placesOf(direct)])]
    const details = { place: places.join(', '), reason }
    const remedy = refusalRemedy(error.cause)
    if (remedy !== undefined) {
      const refusal = `The database server at ${details.place} refuses the connection: ${reason}. ${remedy}`
      throw new ServiceError('unusable_database', { reason: refusal }, { cause: error })
    }
    if (error.code !== 'database_unavailable') throw error
    throw new ServiceError('database_unreachable', details, { cause: error, headers: error.headers })
  }
}

/** Returns what to do if the server refuses a login or does not have the database; undefined for other errors. */
function refusalRemedy(cause: unknown): string | undefined {
  if (!(cause instanceof DatabaseError)) return undefined
  if (cause.code === '3D000') return 'Check its name in DATABASE_URL, or create it: planctl createdatabase'
  if (cause.code === '28P01') return 'Check user and password in DATABASE_URL.'
  // The address, the user or the encryption is not admitted, or the user does not exist.
  return cause.code === '28000'
    ? 'Allow the connection in pg_hba.conf of the server, or check the user in DATABASE_URL.'
    : undefined
}

async function createIfMissing(database: Database): Promise<void> {
  const { rowCount } = await database.query({
    text: 'SELECT FROM pg_catalog.pg_database WHERE datname = $1',
    values: [embeddedDatabase],
  })
  if (rowCount === 1) return
  await database.query({ text: `CREATE DATABASE "${embeddedDatabase}"` }).catch((error: unknown) => {
    // Another process created it first.
    const isThere = error instanceof Error && 'code' in error && error.code === '42P04'
    if (!isThere && !isUniqueViolation(error)) throw error
  })
}
