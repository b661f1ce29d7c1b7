/**
 * Opens the pool of connections and gives them out as scopes. Nothing leaks: a scope returns its connection
 * whatever happens in it, and destroys one whose state is in doubt.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool } from 'pg'
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { createCanceller } from './cancel.ts'
import type { Database, Lease, ScopeOptions, Statement, TransactionOptions } from './database.ts'
import { asServiceError, databaseErrorCode, isRetryable, translateDatabaseError } from './errors.ts'
import { createPermits } from './permits.ts'
import { valueParsers } from './value-parsers.ts'

export interface ConnectOptions {
  /** A function is asked for every new connection: the embedded server may come back on another port. */
  readonly url: string | (() => string)
  /** IANA zone of the sessions: what the database calls now in its own terms. */
  readonly timeZone: string
  readonly poolSize: number
  /** Connections beside those of the pool that streams may hold; without it streams use the pool. */
  readonly streamPoolSize?: number
  /** Shown in the server's list of sessions. */
  readonly applicationName: string
  /** Milliseconds to wait for a free connection before giving up with `overloaded`. */
  readonly acquireTimeout?: number
  /** Told of connections that broke while nobody used them. */
  readonly onIdleFailure?: (error: Error) => void
}

/** Milliseconds that a stream waits for its turn, and streams that one owner may have waiting. */
const streamWaitMs = 60_000
const streamsWaitingPerOwner = 50

/** Opens a pool. No connection is made before the first use. */
export function connectDatabase(options: ConnectOptions): Database {
  const pool = createPool(options, options.poolSize)
  pool.on('error', (error) => options.onIdleFailure?.(error))
  const canceller = createCanceller(() => createPool(options, 2))
  const streams =
    options.streamPoolSize === undefined
      ? undefined
      : createPermits({
          total: options.streamPoolSize,
          perOwner: Math.ceil(options.streamPoolSize / 2),
          waitMs: streamWaitMs,
          waitingPerOwner: streamsWaitingPerOwner,
        })

  /** The pool has room for one more while a stream holds a connection; whoever waits for one gets it. */
  function makeRoom(): void {
    pool.options.max += 1
    if (pool.waitingCount === 0) return
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    )
  }

  /** A lease, and what is to be called when its scope has ended. */
  function openLease(permit: (() => void) | undefined): readonly [lease: Lease, end: () => void] {
    let held = permit
    if (held !== undefined) makeRoom()
    const lease: Lease = {
      becomeStream: (owner) => {
        if (streams === undefined || held !== undefined) return true
        held = streams.tryTake(owner)
        if (held !== undefined) makeRoom()
        return held !== undefined
      },
    }
    const end = (): void => {
      if (held === undefined) return
      pool.options.max -= 1
      held()
    }
    return [lease, end]
  }

  async function withClient<Result>(
    run: (client: pg.PoolClient, lease: Lease) => Promise<Result>,
    { signal, stream }: ScopeOptions = {},
  ): Promise<Result> {
    const permit = stream === undefined ? undefined : await streams?.take(stream.owner, signal)
    const [lease, endLease] = openLease(permit)
    try {
      return await onClient((client) => run(client, lease), signal)
    } finally {
      endLease()
    }
  }

  async function onClient<Result>(
    run: (client: pg.PoolClient) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const client = await acquire(pool, signal)
    let broken: Error | undefined
    const onError = (error: Error): void => {
      broken = error
    }
    client.on('error', onError)
    const cancelling = signal === undefined ? undefined : canceller.watch(client, signal)
    try {
      return await run(client)
    } catch (error) {
      if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: error })
      const failure = scopeError(error, broken)
      // The server said goodbye; the end of the connection itself is noticed a moment later.
      if (failure instanceof ServiceError && failure.code === 'database_unavailable') broken ??= failure
      throw failure
    } finally {
      // A cancel request may still be under way to the server and would hit the connection's next user.
      const aborted = (await cancelling?.stop()) ?? false
      client.off('error', onError)
      client.release(broken ?? aborted)
    }
  }

  async function withTransaction<Result>(
    run: (client: pg.PoolClient) => Promise<Result>,
    transaction: TransactionOptions = {},
  ): Promise<Result> {
    const retries = transaction.retries ?? 0
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await withClient((client) => runTransaction(client, run, transaction), transaction)
      } catch (error) {
        if (attempt >= retries || !isRetryable(error)) throw error
        // Random, so that those who collided do not collide again.
        await delay(Math.random() * 20 * 2 ** attempt)
      }
    }
  }

  return {
    pool,
    query: <Row extends pg.QueryResultRow>(statement: Statement, scope?: ScopeOptions) =>
      withClient((client) => client.query<Row>(asQueryConfig(statement)), scope),
    withClient,
    withTransaction,
    address: () => (typeof options.url === 'string' ? options.url : options.url()),
    openBeside: (other) => connectDatabase({ ...options, ...other }),
    close: async () => {
      await Promise.all([pool.end(), canceller.close()])
    },
  }
}

const asQueryConfig = ({ text, values, name }: Statement): pg.QueryConfig => ({
  text,
  ...(values === undefined ? {} : { values: [...values] }),
  ...(name === undefined ? {} : { name }),
})

async function runTransaction<Result>(
  client: pg.PoolClient,
  run: (client: pg.PoolClient) => Promise<Result>,
  { isolation, readOnly, signal }: TransactionOptions,
): Promise<Result> {
  const modes = [
    ...(isolation === undefined ? [] : [`ISOLATION LEVEL ${isolation}`]),
    ...(readOnly === true ? ['READ ONLY'] : []),
  ]
  await client.query(`BEGIN ${modes.join(', ')}`)
  try {
    const result = await run(client)
    signal?.throwIfAborted()
    const { command } = await client.query('COMMIT')
    // After an error that the callback has swallowed, PostgreSQL answers COMMIT with a rollback.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back because of a failed statement.')
    return result
  } catch (error) {
    // On a broken connection the server rolls back by itself; the first error is the one to tell.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** A network error in a scope is the database's only if its connection broke. */
function scopeError(error: unknown, broken: Error | undefined): unknown {
  if (error instanceof ServiceError) return error
  if (error instanceof DatabaseError) return translateDatabaseError(error)
  if (broken !== undefined) return asServiceError('database_unavailable', error)
  return databaseErrorCode(error) !== undefined && !(error instanceof Error && 'code' in error)
    ? translateDatabaseError(error)
    : error
}

async function acquire(pool: pg.Pool, signal: AbortSignal | undefined): Promise<pg.PoolClient> {
  if (signal === undefined) {
    return pool.connect().catch((error: unknown) => {
      throw translateDatabaseError(error)
    })
  }
  if (signal.aborted) throw new ServiceError('canceled', {}, { cause: signal.reason })
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(new ServiceError('canceled', {}, { cause: signal.reason }))
  signal.addEventListener('abort', onAbort, { once: true })
  const connecting = pool.connect()
  try {
    return await Promise.race([connecting, aborted.promise])
  } catch (error) {
    // Whoever waited has gone; the connection is given back when it comes.
    void connecting.then(
      (client) => client.release(),
      () => undefined,
    )
    throw translateDatabaseError(error)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Session settings travel in the connection request itself, which costs no round trip. These three are the
 * ones a pooler such as PgBouncer follows, so they hold behind it as well.
 */
function createPool(options: ConnectOptions, size: number): pg.Pool {
  const session = [`TimeZone=${options.timeZone}`, 'IntervalStyle=postgres', 'DateStyle=ISO,MDY']
  const address = (): string => {
    const url = new URL(typeof options.url === 'string' ? options.url : options.url())
    const given = url.searchParams.get('options')
    const all = [...(given === null ? [] : [given]), ...session.map((setting) => `-c ${setting}`)]
    url.searchParams.set('options', all.join(' '))
    return url.href
  }
  class SessionClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() })
    }
  }
  return new Pool({
    Client: SessionClient,
    max: size,
    application_name: options.applicationName,
    types: valueParsers,
    keepAlive: true,
    connectionTimeoutMillis: options.acquireTimeout ?? 10_000,
    idleTimeoutMillis: 60_000,
  })
}
