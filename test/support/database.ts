/** Test databases: each is a copy of a migrated one, with the scenarios `default` and `scenario1` in use. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { inject } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import type { DataContext } from '../../src/data/context.ts'
import { buildModel, type Model } from '../../src/model/model.ts'
import { templateDatabase } from './global-setup.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database
  readonly url: string
  /** Lets disposal keep the database under a name, as a template of others, instead of dropping it. */
  keepAs(name: string): void
}

export interface TestDatabaseOptions {
  readonly timeZone?: string
  readonly poolSize?: number
  /** Size of a separate pool for streams; without it streams use the main pool. */
  readonly streamPoolSize?: number
  /** Addresses of further servers, by name. */
  readonly homes?: Readonly<Record<string, string>>
  /** Start from an empty database instead of the migrated one. */
  readonly empty?: boolean
  /** Database to copy, which nobody is connected to, instead of the migrated one. */
  readonly template?: string
}

/** Creates a database for one test. Disposal fails if a connection was not returned to the pool. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = options.empty === true ? 'template0' : (options.template ?? templateDatabase)
  await administrate(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = new URL(inject('testServer'))
  url.pathname = `/${name}`
  const database = connectDatabase({
    url: url.href,
    timeZone: options.timeZone ?? 'UTC',
    poolSize: options.poolSize ?? 10,
    ...(options.streamPoolSize === undefined ? {} : { streamPoolSize: options.streamPoolSize }),
    homes: options.homes,
    applicationName: 'test',
  })
  let kept: string | undefined
  return {
    database,
    url: url.href,
    keepAs: (as) => {
      kept = as
    },
    [Symbol.asyncDispose]: async () => {
      // The transaction of a stream that has just ended may still be committing.
      const inUse = (): number => database.pool.totalCount - database.pool.idleCount
      for (let wait = 0; wait < 50 && inUse() > 0; wait += 1) await delay(100)
      const leaked = inUse()
      // If a connection was not returned, closing the pool would wait forever.
      if (leaked === 0) await database.close()
      if (kept === undefined || leaked > 0) await dropDatabase(name)
      else await administrate(`ALTER DATABASE ${name} RENAME TO ${kept}`)
      if (leaked > 0) throw new Error(`${leaked} database connections were not given back to the pool.`)
    },
  }
}

/** What is compiled from a model is kept with it. */
let sharedModel: Model | undefined

/** Returns the context of data access for the scenario `default` and a user without an id. */
export function createTestContext(database: Database, overrides: Partial<DataContext> = {}): DataContext {
  return {
    control: database,
    home: database,
    model: (sharedModel ??= buildModel()),
    scenario: 'default',
    storages: new Map(),
    timeZone: 'UTC',
    actor: { userId: null, channel: 'api' },
    ...overrides,
  }
}

const insufficientPrivilege = '42501'

/**
 * Drops a database and ends its sessions. If the server itself is running a vacuum, waits for it, because only a
 * superuser can end a vacuum.
 */
async function dropDatabase(name: string): Promise<void> {
  try {
    await administrate(`DROP DATABASE ${name} WITH (FORCE)`)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) throw error
    // Without FORCE the server cancels its own vacuum and waits for its end.
    await administrate(`DROP DATABASE ${name}`)
  }
}

/**
 * Runs `build` if no test file of this run has built the database of this name yet; others that need it wait. `build`
 * must leave the database under its name (`keepAs`).
 */
export async function buildOnce(name: string, build: () => Promise<void>): Promise<void> {
  await withServer(async (server) => {
    await server.withClient(async (client) => {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
      try {
        const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
        if (found.rowCount === 0) await build()
      } finally {
        await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name])
      }
    })
  })
}

async function administrate(statement: string): Promise<void> {
  await withServer((server) => server.query({ text: statement }))
}

async function withServer(run: (server: Database) => Promise<unknown>): Promise<void> {
  const server = connectDatabase({
    url: inject('testServer'),
    timeZone: 'UTC',
    poolSize: 1,
    applicationName: 'test administration',
  })
  try {
    await run(server)
  } finally {
    await server.close()
  }
}
