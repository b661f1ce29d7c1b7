/**
 * The database of an installation for the duration of a callback: the server that `DATABASE_URL` names, or
 * the embedded one, which is started if need be and stops some time after its last user.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { connectDatabase, type ConnectOptions } from './connect.ts'
import type { Database } from './database.ts'
import { checkServer } from './server-version.ts'

export type DatabaseSettings = Pick<Settings, 'DATABASE_URL' | 'VAR' | 'TIME_ZONE' | 'POOL_SIZE'> &
  Partial<Pick<Settings, 'STREAM_POOL_SIZE'>>

export interface ServerAddress {
  /** Address of the database with its password, as of now: the embedded server may change its port. */
  readonly url: () => string
  readonly embedded: boolean
  /** Version of PostgreSQL, such as `18.4`. */
  readonly version: string
}

export interface WithDatabaseOptions {
  /** Shown in the server's list of sessions; `planctl` unless given. */
  readonly applicationName?: string
}

/** Database that is used, and created if missing, on the embedded server. */
export const embeddedDatabase = 'planning'

/** Folder of the embedded server of an installation. */
export const embeddedFolder = ({ VAR }: Pick<Settings, 'VAR'>): string => join(VAR, 'postgres')

/**
 * Opens the database, checks that it can be used, runs the callback and closes it. Throws
 * `database_unavailable` or `unusable_database` with the reason.
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
    applicationName: options.applicationName ?? 'planctl',
    onIdleFailure: (error: Error) => logger.warn({ err: error }, 'An idle database connection broke'),
  }
  if (settings.DATABASE_URL !== undefined) {
    const url = settings.DATABASE_URL
    return withOpen({ ...shared, url }, (database, version) =>
      run(database, { url: () => url, embedded: false, version }),
    )
  }
  const { holdServer } = await import('./embedded/hold.ts')
  const folder = embeddedFolder(settings)
  const hold = await holdServer(folder, {
    onEvent: (message) => logger.warn(message),
  })
  const { data } = hold.server
  if (!data.startsWith(realpathSync(folder))) {
    logger.info(`The embedded database keeps its data in ${data}: its account cannot enter ${folder}`)
  }
  try {
    await withOpen({ ...shared, url: () => hold.url('postgres'), poolSize: 1 }, createIfMissing)
    const url = (): string => hold.url(embeddedDatabase)
    return await withOpen({ ...shared, url }, (database, version) =>
      run(database, { url, embedded: true, version }),
    )
  } finally {
    hold.release()
  }
}

async function withOpen<Result>(
  options: ConnectOptions,
  run: (database: Database, version: string) => Promise<Result>,
): Promise<Result> {
  const database = connectDatabase(options)
  try {
    return await run(database, await checkServer(database))
  } finally {
    await database.close()
  }
}

async function createIfMissing(database: Database): Promise<void> {
  const { rowCount } = await database.query({
    text: 'SELECT FROM pg_catalog.pg_database WHERE datname = $1',
    values: [embeddedDatabase],
  })
  if (rowCount === 1) return
  await database.query({ text: `CREATE DATABASE "${embeddedDatabase}"` }).catch((error: unknown) => {
    // Another process was faster.
    if (!(error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505')))
      throw error
  })
}
