/**
 * Opens the pool of connections and provides scopes. A scope always releases its connection, and closes a connection
 * whose state is uncertain.
 */
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool } from 'pg'
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { parseAddress } from '../settings/database-address.ts'
import { inSpan, isTracingWanted } from '../tracing/tracing.ts'
import { createCanceller, silentAfterMs } from './cancel.ts'
import type { CancelSignal } from './cancellation.ts'
import type { Database, Lease, ScopeOptions, Statement, TransactionOptions } from './database.ts'
import { asServiceError, isRetryable, onServer, scopeError, translateDatabaseError } from './errors.ts'
import { sharePlaces, useHomes } from './homes.ts'
import { createPermits, type Permits } from './permits.ts'
import { markPooled } from './pooler.ts'
import { createPrimaryFinder, type PrimaryFinder } from './primary.ts'
import { isConnectedTo, pooledClient, primaryClient } from './session-client.ts'
import { createReplicas, type ReplicaOptions, useReplicas } from './replicas.ts'
import { createSocket } from './read-buffer.ts'
import { breakConnection } from './silent-connection.ts'
import { countSlowStatements } from './slow-statements.ts'
import { readRows } from './row-reader.ts'
import { traceStatements } from './statement-spans.ts'
import { valueParsers } from './value-parsers.ts'

export interface ConnectOptions {
  /**
   * A function is called for every new connection, because the embedded server may restart on another port. A text
   * may contain several hosts, and the address of the server behind a pooler (`settings/database-address.ts`).
   */
  readonly url: string | (() => string)
  /** IANA time zone of the sessions, which determines the current time in the database. */
  readonly timeZone: string
  readonly poolSize: number
  /** Maximum number of connections for streams in addition to the pool; without it streams use the pool. */
  readonly streamPoolSize?: number
  /** Replicas that may be used for reads. */
  readonly replicas?: ReplicaOptions | undefined
  /** Addresses of further servers with scenarios, by name (`homes.ts`). */
  readonly homes?: Readonly<Record<string, string>> | undefined
  /** Name of the server in errors, if it is a further one. */
  readonly server?: string | undefined
  /** Name in the server's list of sessions. */
  readonly applicationName: string
  /** Timeout of waiting for a free connection, in milliseconds; then `overloaded` is thrown. */
  readonly acquireTimeout?: number
  /** Clock for the duration of statements, in milliseconds; that of the process by default. */
  readonly now?: () => number
  /** Called with the error of connections that broke while they were idle. */
  readonly onIdleFailure?: (error: Error) => void
}

/** Maximum wait of a stream for a permit, in milliseconds, and maximum number of waiting streams per owner. */
const streamWaitMs = 60_000
const streamsWaitingPerOwner = 50

/** Creates a pool. The first connection is opened on the first use. */
export function connectDatabase(options: ConnectOptions): Database {
  const current = (): string => (typeof options.url === 'string' ? options.url : options.url())
  // Only the port of an address can change.
  const { hosts, direct: directUrl } = parseAddress(current())
  const isPooled = directUrl !== undefined
  const connected = new Set<pg.PoolClient>()
  const primary =
    hosts.length === 1
      ? undefined
      : createPrimaryFinder(hosts, (lost) => {
          // Their statements may wait for a machine that is gone without an error.
          for (const client of connected) {
            if (isConnectedTo(client, lost))
              breakConnection(client, new Error('The host takes no writes any more.'))
          }
        })
  const openPool = (size: number, queryTimeoutMs?: number): pg.Pool =>
    createPool(options, size, { current, isPooled, primary, queryTimeoutMs })
  const pool = openPool(options.poolSize)
  pool.on('error', (error) => options.onIdleFailure?.(error))
  /** Errors of broken connections. One listener per connection stores them instead of a listener in every scope. */
  const broken = new WeakMap<pg.PoolClient, Error>()
  pool.on('remove', (client) => connected.delete(client))
  pool.on('connect', (client) => {
    connected.add(client)
    client.on('error', (error) => {
      broken.set(client, error)
      primary?.doubt()
    })
    if (isPooled) markPooled(client)
    readRows(client)
    if (isTracingWanted()) traceStatements(client)
  })
  countSlowStatements(pool, options.now ?? (() => performance.now()))
  const canceller = createCanceller(() => openPool(2, silentAfterMs), isPooled)
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
    } catch (error) {
      throw options.server === undefined ? error : onServer(options.server, error)
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
      // The server has announced the end of the connection; the connection itself is closed a moment later. A pooler
      // whose server has ended announces it, too, but its own connections stay open.
      if (failure instanceof ServiceError && failure.code === 'database_unavailable') {
        doubt = failure
        primary?.doubt()
      }
      throw failure
    } finally {
      // A cancel request may still be in transit to the server and would affect the next user of the connection.
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
        return await inSpan({ name: 'transaction' }, () =>
          withClient((client) => runTransaction(client, run, transaction), transaction),
        )
      } catch (error) {
        if (attempt >= retries || !isRetryable(error)) throw error
        // The delay is random, so that transactions that collided do not collide again.
        await delay(Math.random() * 20 * 2 ** attempt)
      }
    }
  }

  const alone = { ...options, replicas: undefined, homes: undefined }
  const replicas =
    options.replicas === undefined
      ? undefined
      : createReplicas(
          options.replicas,
          connectDatabase({ ...alone, poolSize: 1 }),
          // Replicas are addressed directly, not through a pooler.
          (url) => connectDatabase({ ...alone, url }),
        )
  const homes = new Map(
    Object.entries(options.homes ?? {}).map(([server, url]) => [
      server,
      connectDatabase({ ...alone, url, server }),
    ]),
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
    openBeside: (other) => {
      const beside = connectDatabase({ ...alone, homes: options.homes, ...other })
      sharePlaces(database, beside)
      return beside
    },
    abandon: (reason) => {
      for (const client of connected) breakConnection(client, reason)
      direct?.abandon(reason)
    },
    close: async () => {
      const others = [...homes.values()].map((home) => home.close())
      await Promise.all([pool.end(), canceller.close(), direct?.close(), replicas?.close(), ...others])
    },
  }
  if (replicas !== undefined) useReplicas(database, replicas)
  if (homes.size > 0) useHomes(database, homes)
  return database
}

const streamPermits = (total: number): Permits =>
  createPermits({
    total,
    perOwner: Math.ceil(total / 2),
    waitMs: streamWaitMs,
    waitingPerOwner: streamsWaitingPerOwner,
  })

/**
 * Enlarges the pool by one connection while a stream holds one, and opens the connection if a request waits for it.
 */
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

/** Capacity of the pool for work other than streams. */
interface Room {
  /** Adds capacity for one connection. */
  add(): void
  remove(): void
}

/** The connection of a scope, which may get a permit for a stream. */
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

  /** Returns the permit, if there is one. */
  end(): void {
    if (this.#held === undefined) return
    this.#room.remove()
    this.#held()
    this.#held = undefined
  }
}

/** Returns a statement as the driver takes it. */
export const asQueryConfig = ({ text, values, name }: Statement): pg.QueryConfig => ({
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
    // After an error that the callback has caught, PostgreSQL answers COMMIT with a rollback.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back because of a failed statement.')
    return result
  } catch (error) {
    // On a broken connection the server rolls back by itself; the first error is reported.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function acquire(pool: pg.Pool, signal: CancelSignal | undefined): Promise<pg.PoolClient> {
  if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
  // With an idle connection there is no wait.
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
    // After an abort the connection is released as soon as it is available.
    void connecting.then(
      (client) => client.release(),
      () => undefined,
    )
    throw translateDatabaseError(error)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Returns whether a server that does not accept writes has rejected a write (SQLSTATE 25006). */
const isReadOnly = (error: unknown): boolean =>
  (error instanceof DatabaseError && error.code === '25006') ||
  (error instanceof ServiceError && isReadOnly(error.cause))

/** Milliseconds without data after which the operating system begins to check a connection. */
const keepAliveDelayMs = 10_000

const isSecure = (ssl: unknown): boolean => ssl !== undefined && ssl !== false

interface PoolPlace {
  /** The current address. */
  readonly current: () => string
  readonly isPooled: boolean
  /** Defined if there are several hosts. */
  readonly primary: PrimaryFinder | undefined
  /** Milliseconds after which a statement fails, without one of the server. */
  readonly queryTimeoutMs: number | undefined
}

/**
 * Creates a pool. Session settings are part of the connection request, which costs no round trip. A pooler accepts
 * only settings that are parameters of the request, and rejects `options`.
 */
function createPool(
  options: ConnectOptions,
  size: number,
  { current, isPooled, primary, queryTimeoutMs }: PoolPlace,
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
    stream: (connection?: { readonly ssl?: unknown }) =>
      // With TLS, the socket of the driver reads encrypted bytes.
      isSecure(connection?.ssl) ? new Socket() : createSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    connectionTimeoutMillis: options.acquireTimeout ?? 10_000,
    idleTimeoutMillis: 60_000,
  })
}
