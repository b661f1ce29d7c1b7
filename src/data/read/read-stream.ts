/**
 * Executes a plan and returns the result as bytes: as a buffer if it is small, otherwise as a stream with back
 * pressure. Destroying the stream or aborting the signal cancels the query on the server.
 */
import type pg from 'pg'
import type { Readable } from 'node:stream'
import { Cancellation } from '../../database/cancellation.ts'
import type { Database, Lease, ScopeOptions } from '../../database/database.ts'
import { avoidReader, hasReplicas, readerOf } from '../../database/replicas.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { ChunkStream, newChunk } from '../chunk-stream.ts'
import { chunkSize, Gathered, nothing, recordSeparator } from './gathered.ts'
import type { ReadPlan } from './read-plan.ts'
import { type Beside, type RowConsumer, RowQuery, type RowStatement } from './row-query.ts'

/** Texts around and between the rows. */
export interface Framing {
  readonly head: string
  readonly separator: string
  readonly tail: string
  /** Converts the text of a row. */
  readonly row?: (text: string) => string
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Timeout of the statement, in seconds; also the maximum time for which the client may not read the stream. */
  readonly timeout: number
  /** Owner of the read; a large result counts as one of the streams of that owner. */
  readonly owner?: string | undefined
  /** Whether a replica may be used, if it has replayed everything that was acknowledged before. */
  readonly onReplica?: boolean | undefined
  /** A query that is executed before the first row, in the same round trip. */
  readonly beside?: Beside | undefined
  /** Called with the number of rows after all rows were read. */
  readonly onRows?: ((rows: number) => void) | undefined
}

/** Cache of the bytes of the texts around and between rows; there are few of them. */
const framingBytes = new Map<string, Buffer>()

function bytesOf(text: string): Buffer {
  let bytes = framingBytes.get(text)
  if (bytes === undefined) framingBytes.set(text, (bytes = Buffer.from(text)))
  return bytes
}

/** Executes a plan and buffers its result; creates a stream only when the result turns out to be large. */
class Answer implements RowConsumer {
  readonly #database: Database
  /** Database on which the plan is executed: the primary or a replica. */
  #reader: Database
  readonly #framing: Framing
  readonly #plan: ReadPlan
  readonly #options: RunOptions
  readonly #started = Promise.withResolvers<Buffer | Readable>()
  readonly #gathered = new Gathered()
  readonly #head: Buffer
  readonly #separator: Buffer
  #query: RowQuery
  #canceled = new Cancellation()
  #lease: Lease | undefined
  /** Number of rows and pieces of COPY data. */
  #pieces = 0
  /** Output stream, after the result turned out to be large. */
  #stream: Readable | undefined
  /** True if the query was canceled and will be executed again when a stream is available for this owner. */
  #deferred = false
  #ended = false
  /** True if the result is no longer needed. */
  #abandoned = false
  #stalled: NodeJS.Timeout | undefined
  readonly #onAbort = (): void => this.#abandon(new ServiceError('canceled'))

  constructor(database: Database, plan: ReadPlan, framing: Framing, options: RunOptions) {
    this.#database = database
    this.#reader = database
    this.#framing = framing
    this.#head = bytesOf(framing.head)
    this.#separator = bytesOf(framing.separator)
    this.#plan = withTimeout(plan, options.timeout)
    this.#options = options
    this.#query = this.#newQuery()
  }

  #newQuery(): RowQuery {
    const prepare = !this.#plan.text.startsWith('COPY')
    return new RowQuery(this.#plan, this, { prepare, beside: this.#options.beside })
  }

  /** Starts the query. Resolves with the whole result if it is small, otherwise with a stream of it. */
  open(): Promise<Buffer | Readable> {
    this.#options.signal?.addEventListener('abort', this.#onAbort, { once: true })
    this.#run().catch((error: unknown) => this.#fail(error))
    return this.#started.promise
  }

  async #run(): Promise<void> {
    if (this.#options.onReplica === true && hasReplicas(this.#database)) {
      this.#reader = await readerOf(this.#database)
    }
    try {
      await this.#runOnce()
    } catch (error) {
      if (!this.#deferred && !this.#turnsToPrimary(error)) throw error
      if (!this.#deferred) return await this.#run()
    }
    if (!this.#deferred) return
    if (this.#abandoned) throw new ServiceError('canceled')
    this.#deferred = false
    this.#canceled = new Cancellation()
    this.#query = this.#newQuery()
    await this.#runOnce({ owner: this.#options.owner ?? '' })
  }

  /** Returns whether a replica failed before any output. If so, resets the state for a retry on the primary. */
  #turnsToPrimary(error: unknown): boolean {
    const reader = this.#reader
    if (reader === this.#database || this.#stream !== undefined || this.#abandoned) return false
    if (!isReplicaFault(error)) return false
    avoidReader(this.#database, reader)
    this.#gathered.clear()
    this.#pieces = 0
    this.#canceled = new Cancellation()
    this.#query = this.#newQuery()
    return true
  }

  #runOnce(stream?: ScopeOptions['stream']): Promise<void> {
    return this.#reader.withClient(
      (client, lease) => {
        this.#lease = lease
        client.query(this.#query)
        return this.#query.done
      },
      { signal: this.#canceled, stream },
    )
  }

  row(chunk: Buffer, start: number, end: number): void {
    if (this.#deferred || this.#abandoned) return
    const { row } = this.#framing
    if (row === undefined) {
      this.#add(this.#separator, chunk, start, end)
      return
    }
    const rendered = Buffer.from(row(chunk.toString('utf8', start, end)))
    this.#add(this.#separator, rendered, 0, rendered.length)
  }

  bytes(chunk: Buffer, start: number, end: number): void {
    if (!this.#deferred && !this.#abandoned) this.#add(nothing, chunk, start, end)
  }

  /** Adds a piece, with the head before the first one and a separator before the others. */
  #add(separator: Buffer, chunk: Buffer, start: number, end: number): void {
    const before = this.#pieces === 0 ? this.#head : separator
    const size = before.length + end - start
    if (this.#gathered.size > 0 && this.#gathered.size + size > chunkSize) {
      this.#hand()
      if (this.#deferred || this.#abandoned) return
    }
    this.#pieces += 1
    if (this.#stream !== undefined && this.#gathered.size === 0) {
      this.#gathered.begin(newChunk(Math.max(size, chunkSize)))
    }
    // A small result arrives in one chunk, so that the rest of the chunk is the rest of the result.
    this.#gathered.reserve(size, chunk.length - end)
    this.#gathered.add(before)
    this.#gathered.add(chunk, start, end)
  }

  complete(rows: number): void {
    if (this.#deferred) return
    this.#options.onRows?.(rows)
    this.#ended = true
    if (this.#abandoned) return
    if (this.#pieces === 0) this.#gathered.add(this.#head)
    this.#gathered.add(bytesOf(this.#framing.tail))
    if (this.#stream === undefined) {
      this.#stopWatching()
      this.#started.resolve(this.#gathered.take())
      return
    }
    this.#stream.push(this.#gathered.take())
    this.#stream.push(null)
  }

  /** Passes the gathered bytes to the stream, which is created if there is none. */
  #hand(): void {
    if (this.#stream === undefined) {
      if (this.#lease?.becomeStream(this.#options.owner ?? '') === false) {
        this.#defer()
        return
      }
      this.#stream = this.#newStream()
      this.#started.resolve(this.#stream)
    }
    if (this.#stream.push(this.#gathered.take())) return
    this.#query.pause()
    const { timeout } = this.#options
    this.#stalled ??= setTimeout(
      () => this.#abandon(new ServiceError('statement_timeout')),
      timeout * 1000,
    ).unref()
  }

  #newStream(): Readable {
    const stream = new ChunkStream({
      highWaterMark: 4 * chunkSize,
      read: () => {
        clearTimeout(this.#stalled)
        this.#stalled = undefined
        this.#query.resume()
      },
      destroy: (error, done) => {
        this.#giveUp(error ?? undefined)
        done(error)
      },
    })
    // An error of the last rows may occur before the caller has received the stream.
    stream.on('error', () => {})
    return stream
  }

  /**
   * Called if the result is large and its owner already has the maximum number of streams; there was no output yet.
   */
  #defer(): void {
    this.#deferred = true
    this.#gathered.clear()
    this.#pieces = 0
    this.#canceled.abort()
  }

  /** Stops the query. The reason is the error of the pending promise or of the stream. */
  #abandon(reason: ServiceError): void {
    if (this.#stream === undefined) this.#giveUp(reason)
    else this.#stream.destroy(reason)
  }

  #giveUp(reason: Error | undefined): void {
    this.#abandoned = true
    this.#stopWatching()
    clearTimeout(this.#stalled)
    this.#gathered.clear()
    // The remaining rows are read and discarded; otherwise the server would not process the cancellation.
    this.#query.resume()
    // After the statement has ended, canceling would affect the next statement on the connection.
    if (!this.#ended) this.#canceled.abort(reason)
  }

  #stopWatching(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
  }

  #fail(error: unknown): void {
    this.#stopWatching()
    const reason = error instanceof Error ? error : new Error(String(error))
    this.#started.reject(reason)
    this.#stream?.destroy(reason)
  }
}

/** Adds the timeout, in seconds, to the settings of a plan. */
function withTimeout(plan: ReadPlan, seconds: number): ReadPlan {
  const { text, values, settings } = plan
  return { text, values, settings: { ...settings, statement_timeout: String(Math.round(seconds * 1000)) } }
}

/** Executes a plan; see the file header. Rejects if the query fails before any output. */
export function runPlan(
  database: Database,
  plan: ReadPlan,
  framing: Framing,
  options: RunOptions,
): Promise<Buffer | Readable> {
  if (options.signal?.aborted === true) return Promise.reject(new ServiceError('canceled'))
  return new Answer(database, plan, framing, options).open()
}

/** Returns whether an error occurs on replicas only: a conflict with replayed changes, or a shutdown. */
const isReplicaFault = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'conflict' ||
    error.code === 'database_unavailable' ||
    error.code === 'unusable_database' ||
    error.code === 'overloaded')

/** Executes a plan with few rows and returns the text of each. */
export async function fetchTexts(
  database: Database,
  plan: ReadPlan,
  options: RunOptions,
): Promise<readonly string[]> {
  if (options.onReplica !== true || !hasReplicas(database)) return textsOf(database, plan, options)
  const reader = await readerOf(database)
  try {
    return await textsOf(reader, plan, options)
  } catch (error) {
    if (reader === database || !isReplicaFault(error)) throw error
    avoidReader(database, reader)
    return textsOf(database, plan, options)
  }
}

const textsOf = (database: Database, plan: ReadPlan, options: RunOptions): Promise<readonly string[]> =>
  queryTexts(database, withTimeout(plan, options.timeout), options)

/**
 * Executes a statement with few rows on any free connection and returns the text of each. A statement of at most
 * `longest` characters is prepared.
 */
export const queryTexts = (
  database: Database,
  statement: RowStatement,
  { signal, longest }: { readonly signal?: AbortSignal | undefined; readonly longest?: number },
): Promise<readonly string[]> =>
  database.withClient((client) => queryTextsOf(client, statement, { longest }), { signal })

/** Returns the texts of the rows of a statement, which is prepared on the connection of the caller. */
export async function queryTextsOf(
  client: pg.ClientBase,
  statement: RowStatement,
  { longest }: { readonly longest?: number | undefined },
): Promise<readonly string[]> {
  const rows: string[] = []
  const query = new RowQuery(
    statement,
    {
      row: (chunk, start, end) => rows.push(chunk.toString('utf8', start, end)),
      bytes: () => {},
      complete: () => {},
    },
    { prepare: true, longest },
  )
  client.query(query)
  await query.done
  return rows
}

/** Executes a statement on the connection of the caller and returns its rows, which are JSON, as the chunks of a JSON list. */
export async function queryListOf(
  client: pg.ClientBase,
  statement: RowStatement,
): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  const gathered = new Gathered()
  const [head, separator, tail] = [bytesOf('['), bytesOf(recordSeparator), bytesOf(']')]
  let before = head
  const query = new RowQuery(
    statement,
    {
      row: (chunk, start, end) => {
        const size = before.length + end - start
        if (gathered.size > 0 && gathered.size + size > chunkSize) chunks.push(gathered.take())
        if (chunks.length > 0 && gathered.size === 0) gathered.begin(newChunk(Math.max(size, chunkSize)))
        gathered.add(before)
        gathered.add(chunk, start, end)
        before = separator
      },
      bytes: () => {},
      complete: (rows) => {
        if (rows === 0) gathered.add(head)
        gathered.add(tail)
        chunks.push(gathered.take())
      },
    },
    { prepare: false },
  )
  client.query(query)
  await query.done
  return chunks
}
