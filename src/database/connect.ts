/**
 * Opens the pool of connections and gives them out as scopes. Nothing leaks: a scope returns its connection
 * whatever happens in it, and destroys one whose state is in doubt.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool } from 'pg'
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { parseAddress } from '../settings/database-address.ts'
import { createCanceller } from './cancel.ts'
import type { CancelSignal } from './cancellation.ts'
import type { Database, Lease, ScopeOptions, Statement, TransactionOptions } from './database.ts'
import { asServiceError, databaseErrorCode, isRetryable, translateDatabaseError } from './errors.ts'
import { createPermits, type Permits } from './permits.ts'
import { markPooled } from './pooler.ts'
import { createPrimaryFinder, type PrimaryFinder } from './primary.ts'
import { pooledClient, primaryClient } from './session-client.ts'
import { createReplicas, type ReplicaOptions, useReplicas } from './replicas.ts'
import { readRows } from './row-reader.ts'
import { valueParsers } from './value-parsers.ts'

export interface ConnectOptions {
  /**
   * A function is asked for every new connection: the embedded server may come back on another port. A text may name
   * several hosts, and the way past a pooler (`settings/database-address.ts`).
   */
  readonly url: string | (() => string)
  /** IANA zone of the sessions: what the database calls now in its own terms. */
  readonly timeZone: string
  readonly poolSize: number
  /** Connections beside those of the pool that streams may hold; without it streams use the pool. */
  readonly streamPoolSize?: number
  /** Replicas that may answer reads. */
  readonly replicas?: ReplicaOptions | undefined
  /** Shown in the server's list of sessions. */
  readonly applicationName: string
  /** Milliseconds to wait for a free connection before giving up with `overloaded`. */
  readonly acquireTimeout?: number
  /** Called with the error of connections that broke while nobody used them. */
  readonly onIdleFailure?: (error: Error) => void
}

/** Milliseconds that a stream waits for its turn, and streams that one owner may have waiting. */
const streamWaitMs = 60_000
const streamsWaitingPerOwner = 50

/** Opens a pool. No connection is made before the first use. */
export function connectDatabase(options: ConnectOptions): Database {
  const current = (): string => (typeof options.url === 'string' ? options.url : options.url())
  // Of an address that changes it is the port.
  const { hosts, direct: directUrl } = parseAddress(current())
  const isPooled = directUrl !== undefined
  const primary = hosts.length === 1 ? undefined : createPrimaryFinder(hosts)
  const openPool = (size: number): pg.Pool => createPool(options, size, { current, isPooled, primary })
  const pool = openPool(options.poolSize)
  pool.on('error', (error) => options.onIdleFailure?.(error))
  /** Why a connection has broken; noted once per connection rather than listened for in every scope. */
  const broken = new WeakMap<pg.PoolClient, Error>()
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      broken.set(client, error)
      primary?.doubt()
    })
    if (isPooled) markPooled(client)
    readRows(client)
  })
  const canceller = createCanceller(() => openPool(2), isPooled)
  const streams = options.streamPoolSize === undefined ? undefined : streamPermits(options.streamPoolSize)
  const room = roomOf(pool)

  async function withClient<Result>(
    run: (client: pg.PoolClient, lease: Lease) => Promise<Result>,
    { signal, stream }: ScopeOptions = {},
  ): Promise<Result> {
    const permit = stream === undefined ? undefined : await streams?.take(stream.owner, signal)
    const lease = new StreamLease(streams, room, permit)
    try {
      return await onClient(run, lease, signal)
    } finally {
      lease.end()
    }
  }

  async function onClient<Result>(
    run: (client: pg.PoolClient, lease: Lease) => Promise<Result>,
    lease: Lease,
    signal: CancelSignal | undefined,
  ): Promise<Result> {
    const client = await acquire(pool, signal)
    const cancelling = signal === undefined ? undefined : canceller.watch(client, signal)
    let doubt: Error | undefined
    try {
      return await run(client, lease)
    } catch (error) {
      if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: error })
      const failure = scopeError(error, broken.get(client))
      if (primary !== undefined && isReadOnly(error)) {
        // The host has become a standby.
        primary.doubt()
        doubt = new Error('The server takes no writes any more.', { cause: error })
        throw asServiceError('database_unavailable', error)
      }
      // The server said goodbye; the end of the connection itself is noticed a moment later.
      if (failure instanceof ServiceError && failure.code === 'database_unavailable') doubt = failure
      throw failure
    } finally {
      // A cancel request may still be under way to the server and would hit the connection's next user.
      const stopped = cancelling?.stop() ?? false
      const aborted = stopped === false ? stopped : await stopped
      client.release(broken.get(client) ?? doubt ?? aborted)
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

  const alone = { ...options, replicas: undefined }
  const replicas =
    options.replicas === undefined
      ? undefined
      : createReplicas(
          options.replicas,
          connectDatabase({ ...alone, poolSize: 1 }),
          // A replica is named past a pooler.
          (url) => connectDatabase({ ...alone, url }),
        )
  let direct: Database | undefined
  const database: Database = {
    pool,
    get direct() {
      if (directUrl === undefined) return database
      direct ??= connectDatabase({ ...alone, url: directUrl })
      return direct
    },
    query: <Row extends pg.QueryResultRow>(statement: Statement, scope?: ScopeOptions) =>
      withClient((client) => client.query<Row>(asQueryConfig(statement)), scope),
    withClient,
    withTransaction,
    address: current,
    openBeside: (other) => connectDatabase({ ...alone, ...other }),
    close: async () => {
      await Promise.all([pool.end(), canceller.close(), direct?.close(), replicas?.close()])
    },
  }
  if (replicas !== undefined) useReplicas(database, replicas)
  return database
}

const streamPermits = (total: number): Permits =>
  createPermits({
    total,
    perOwner: Math.ceil(total / 2),
    waitMs: streamWaitMs,
    waitingPerOwner: streamsWaitingPerOwner,
  })

/** The pool has room for one more while a stream holds a connection; whoever waits for one gets it. */
const roomOf = (pool: pg.Pool): Room => ({
  add: () => {
    pool.options.max += 1
    if (pool.waitingCount === 0) return
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    )
  },
  remove: () => {
    pool.options.max -= 1
  },
})

/** Room in the pool for work beside streams. */
interface Room {
  /** There is room for one connection more. */
  add(): void
  remove(): void
}

/** A connection of a scope that may come to hold a permit for a stream. */
class StreamLease implements Lease {
  readonly #streams: Permits | undefined
  readonly #room: Room
  #held: (() => void) | undefined

  constructor(streams: Permits | undefined, room: Room, permit: (() => void) | undefined) {
    this.#streams = streams
    this.#room = room
    this.#held = permit
    if (permit !== undefined) room.add()
  }

  becomeStream(owner: string): boolean {
    if (this.#streams === undefined || this.#held !== undefined) return true
    this.#held = this.#streams.tryTake(owner)
    if (this.#held !== undefined) this.#room.add()
    return this.#held !== undefined
  }

  /** Gives the permit back, if there is one. */
  end(): void {
    if (this.#held === undefined) return
    this.#room.remove()
    this.#held()
    this.#held = undefined
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
    if (signal?.aborted === true) throw signal.reason
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

async function acquire(pool: pg.Pool, signal: CancelSignal | undefined): Promise<pg.PoolClient> {
  if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
  // With an idle connection there is nothing to wait for.
  if (signal !== undefined && pool.idleCount <= pool.waitingCount) return acquireInTime(pool, signal)
  return pool.connect().catch((error: unknown) => {
    throw translateDatabaseError(error)
  })
}

/** Waits for a connection until the signal aborts. */
async function acquireInTime(pool: pg.Pool, signal: CancelSignal): Promise<pg.PoolClient> {
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

/** A statement that writes came to a server that takes none (SQLSTATE 25006). */
const isReadOnly = (error: unknown): boolean =>
  (error instanceof DatabaseError && error.code === '25006') ||
  (error instanceof ServiceError && isReadOnly(error.cause))

interface PoolPlace {
  /** The address as of now. */
  readonly current: () => string
  readonly isPooled: boolean
  /** Where there are several hosts. */
  readonly primary: PrimaryFinder | undefined
}

/**
 * Session settings travel in the connection request itself, which costs no round trip. A pooler follows those that
 * are parameters of the request and refuses `options`.
 */
function createPool(
  options: ConnectOptions,
  size: number,
  { current, isPooled, primary }: PoolPlace,
): pg.Pool {
  const session = [`TimeZone=${options.timeZone}`, 'IntervalStyle=postgres', 'DateStyle=ISO,MDY']
  const address = (): string => {
    const url = new URL(parseAddress(current()).hosts[0])
    const given = url.searchParams.get('options')
    const all = [...(given === null ? [] : [given]), ...session.map((setting) => `-c ${setting}`)]
    if (isPooled) url.searchParams.delete('options')
    else url.searchParams.set('options', all.join(' '))
    return url.href
  }
  class SessionClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() })
    }
  }
  const kind = isPooled ? pooledClient(SessionClient, options.timeZone) : SessionClient
  return new Pool({
    Client: primary === undefined ? kind : primaryClient(kind, primary),
    max: size,
    application_name: options.applicationName,
    types: valueParsers,
    keepAlive: true,
    connectionTimeoutMillis: options.acquireTimeout ?? 10_000,
    idleTimeoutMillis: 60_000,
  })
}
