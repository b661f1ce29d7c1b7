/**
 * Runs a plan and gives its answer as bytes: at once as a buffer when it is small, else as a stream with
 * back-pressure. Whoever destroys the stream, or aborts, ends the query on the server.
 */
import { Readable } from 'node:stream'
import { Cancellation } from '../../database/cancellation.ts'
import type { Database, Lease, ScopeOptions } from '../../database/database.ts'
import { avoidReader, hasReplicas, readerOf } from '../../database/replicas.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ReadPlan } from './plan-read.ts'
import { type Beside, type RowConsumer, RowQuery } from './row-query.ts'

/** What stands around and between the rows. */
export interface Framing {
  readonly head: string
  readonly separator: string
  readonly tail: string
  /** Changes the text of a row on its way. */
  readonly row?: (text: string) => string
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Seconds the statement may take; also how long a client may leave the answer unread. */
  readonly timeout: number
  /** For whom it is read: a large answer counts among the streams of that owner. */
  readonly owner?: string | undefined
  /** A replica may answer, if it has everything that was acknowledged before. */
  readonly onReplica?: boolean | undefined
  /** A question that is answered before the first row, in the same round trip. */
  readonly beside?: Beside | undefined
  /** Told the number of rows once all were given. */
  readonly onRows?: ((rows: number) => void) | undefined
}

/** Bytes gathered before they are handed on. */
const chunkSize = 65_536

/** What of an answer has not been handed on: pieces of chunks as the server sent them. */
class Gathered {
  size = 0
  readonly #chunks: Buffer[] = []
  /** Start and end of each piece in its chunk. */
  readonly #bounds: number[] = []

  add(chunk: Buffer, start: number, end: number): void {
    this.#chunks.push(chunk)
    this.#bounds.push(start, end)
    this.size += end - start
  }

  clear(): void {
    this.#chunks.length = 0
    this.#bounds.length = 0
    this.size = 0
  }

  /** Everything as one piece of memory, between a head and a tail; nothing is left then. */
  take(head: Buffer, tail: Buffer): Buffer {
    const bytes = Buffer.allocUnsafe(head.length + this.size + tail.length)
    let at = head.copy(bytes)
    for (let index = 0; index < this.#chunks.length; index += 1) {
      at += this.#chunks[index]!.copy(bytes, at, this.#bounds[2 * index], this.#bounds[2 * index + 1])
    }
    tail.copy(bytes, at)
    this.clear()
    return bytes
  }
}

const nothing = Buffer.alloc(0)

/** Bytes of the texts around and between rows: there are few of them. */
const framingBytes = new Map<string, Buffer>()

function bytesOf(text: string): Buffer {
  let bytes = framingBytes.get(text)
  if (bytes === undefined) framingBytes.set(text, (bytes = Buffer.from(text)))
  return bytes
}

/** Runs a plan and gathers its answer; makes a stream of it only once it turns out to be large. */
class Answer implements RowConsumer {
  readonly #database: Database
  /** Where it is read. */
  #reader: Database
  readonly #framing: Framing
  readonly #plan: ReadPlan
  readonly #options: RunOptions
  readonly #started = Promise.withResolvers<Buffer | Readable>()
  readonly #gathered = new Gathered()
  readonly #separator: Buffer
  #query: RowQuery
  #canceled = new Cancellation()
  #lease: Lease | undefined
  #rows = 0
  /** What is read once the answer has turned out to be large. */
  #stream: Readable | undefined
  /** The query is given up, to be run again when it is the turn of this owner. */
  #deferred = false
  #ended = false
  /** Nobody wants the answer any more. */
  #abandoned = false
  #stalled: NodeJS.Timeout | undefined
  readonly #onAbort = (): void => this.#abandon(new ServiceError('canceled'))

  constructor(database: Database, plan: ReadPlan, framing: Framing, options: RunOptions) {
    this.#database = database
    this.#reader = database
    this.#framing = framing
    this.#separator = bytesOf(framing.separator)
    this.#plan = withTimeout(plan, options.timeout)
    this.#options = options
    this.#query = this.#newQuery()
  }

  #newQuery(): RowQuery {
    const prepare = !this.#plan.text.startsWith('COPY')
    return new RowQuery(this.#plan, this, { prepare, beside: this.#options.beside })
  }

  /** Starts the query. Resolves with the whole answer if it is small, with a stream of it otherwise. */
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

  /** A replica has failed before anything was given: then the primary answers. */
  #turnsToPrimary(error: unknown): boolean {
    const reader = this.#reader
    if (reader === this.#database || this.#stream !== undefined || this.#abandoned) return false
    if (!isReplicaFault(error)) return false
    avoidReader(this.#database, reader)
    this.#gathered.clear()
    this.#rows = 0
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
    if (this.#rows > 0 && this.#separator.length > 0)
      this.#gathered.add(this.#separator, 0, this.#separator.length)
    this.#rows += 1
    const { row } = this.#framing
    if (row === undefined) this.#gathered.add(chunk, start, end)
    else {
      const rendered = Buffer.from(row(chunk.toString('utf8', start, end)))
      this.#gathered.add(rendered, 0, rendered.length)
    }
    if (this.#gathered.size >= chunkSize) this.#hand()
  }

  bytes(chunk: Buffer, start: number, end: number): void {
    if (this.#deferred || this.#abandoned) return
    this.#gathered.add(chunk, start, end)
    if (this.#gathered.size >= chunkSize) this.#hand()
  }

  complete(rows: number): void {
    if (this.#deferred) return
    this.#options.onRows?.(rows)
    this.#ended = true
    if (this.#abandoned) return
    const tail = bytesOf(this.#framing.tail)
    if (this.#stream === undefined) {
      this.#stopWatching()
      this.#started.resolve(this.#gathered.take(bytesOf(this.#framing.head), tail))
      return
    }
    this.#stream.push(this.#gathered.take(nothing, tail))
    this.#stream.push(null)
  }

  #hand(): void {
    if (this.#stream !== undefined) {
      this.#push(this.#stream, nothing)
      return
    }
    if (this.#lease?.becomeStream(this.#options.owner ?? '') === false) {
      this.#defer()
      return
    }
    this.#stream = this.#newStream()
    this.#push(this.#stream, bytesOf(this.#framing.head))
    this.#started.resolve(this.#stream)
  }

  #push(stream: Readable, head: Buffer): void {
    if (stream.push(this.#gathered.take(head, nothing))) return
    this.#query.pause()
    const { timeout } = this.#options
    this.#stalled ??= setTimeout(
      () => this.#abandon(new ServiceError('statement_timeout')),
      timeout * 1000,
    ).unref()
  }

  #newStream(): Readable {
    const stream = new Readable({
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
    // A failure of the last rows may come before anybody holds the stream.
    stream.on('error', () => {})
    return stream
  }

  /** The answer is large, and its owner has as many of the kind as it may have: nothing was given yet. */
  #defer(): void {
    this.#deferred = true
    this.#gathered.clear()
    this.#rows = 0
    this.#canceled.abort()
  }

  /** Ends what is under way; whoever waits for the answer, or reads it, gets the reason. */
  #abandon(reason: ServiceError): void {
    if (this.#stream === undefined) this.#giveUp(reason)
    else this.#stream.destroy(reason)
  }

  #giveUp(reason: Error | undefined): void {
    this.#abandoned = true
    this.#stopWatching()
    clearTimeout(this.#stalled)
    this.#gathered.clear()
    // What is under way is read and dropped, otherwise the server would not notice that it is to stop.
    this.#query.resume()
    // Once the statement has ended, canceling would hit the next one on the connection.
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

/** The plan with its time limit in seconds. */
function withTimeout(plan: ReadPlan, seconds: number): ReadPlan {
  const { text, values, settings } = plan
  return { text, values, settings: { ...settings, statement_timeout: String(Math.round(seconds * 1000)) } }
}

/** Runs a plan; see the head of the module. Rejects when the query fails before it has given anything. */
export function runPlan(
  database: Database,
  plan: ReadPlan,
  framing: Framing,
  options: RunOptions,
): Promise<Buffer | Readable> {
  if (options.signal?.aborted === true) return Promise.reject(new ServiceError('canceled'))
  return new Answer(database, plan, framing, options).open()
}

/** What a replica refuses or breaks that the primary does not: a conflict with what it replays, and its end. */
const isReplicaFault = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'conflict' ||
    error.code === 'database_unavailable' ||
    error.code === 'unusable_database' ||
    error.code === 'overloaded')

/** Runs a plan with few rows and gives the text of each. */
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

async function textsOf(database: Database, plan: ReadPlan, options: RunOptions): Promise<readonly string[]> {
  const rows: string[] = []
  const query = new RowQuery(
    withTimeout(plan, options.timeout),
    {
      row: (chunk, start, end) => rows.push(chunk.toString('utf8', start, end)),
      bytes: () => {},
      complete: () => {},
    },
    { prepare: true },
  )
  await database.withClient(
    (client) => {
      client.query(query)
      return query.done
    },
    { signal: options.signal },
  )
  return rows
}
