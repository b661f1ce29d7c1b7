/**
 * Runs a plan and gives its answer as bytes: at once as a buffer when it is small, else as a stream with
 * back-pressure. Whoever destroys the stream, or aborts, ends the query on the server.
 */
import { Readable } from 'node:stream'
import type { Database, Lease, ScopeOptions } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ReadPlan } from './plan-read.ts'
import { RowQuery } from './row-query.ts'

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
  /** Told the number of rows once all were given. */
  readonly onRows?: ((rows: number) => void) | undefined
}

/** Bytes gathered before they are handed on. */
const chunkSize = 65_536

class RowStream extends Readable {
  readonly #framing: Framing
  readonly #plan: ReadPlan
  readonly #options: RunOptions
  readonly #started = Promise.withResolvers<'part' | 'all'>()
  #query: RowQuery
  #canceled = new AbortController()
  #lease: Lease | undefined
  #texts: string[] = []
  #copied: Buffer[] = []
  #size = 0
  #rows = 0
  #flowing = false
  /** The query is given up, to be run again when it is the turn of this owner. */
  #deferred = false
  #ended = false
  #stalled: NodeJS.Timeout | undefined

  constructor(plan: ReadPlan, framing: Framing, options: RunOptions) {
    super({ highWaterMark: 4 * chunkSize })
    this.#framing = framing
    const statement_timeout = String(Math.round(options.timeout * 1000))
    this.#plan = { ...plan, settings: { ...plan.settings, statement_timeout } }
    this.#options = options
    this.#query = this.#newQuery()
  }

  #newQuery(): RowQuery {
    const mine = (): boolean => !this.destroyed && this.#query === query
    const query = new RowQuery(
      this.#plan,
      {
        row: (text) => {
          if (mine()) this.#addRow(text)
        },
        bytes: (chunk) => {
          if (mine()) this.#addBytes(chunk)
        },
        complete: (rows) => {
          if (this.#query !== query || this.#deferred) return
          this.#options.onRows?.(rows)
          this.#complete()
        },
      },
      { prepare: !this.#plan.text.startsWith('COPY') },
    )
    return query
  }

  /** Starts the query. Resolves with the whole answer if it is small, with the stream itself otherwise. */
  async open(database: Database): Promise<Buffer | Readable> {
    this.#run(database).catch((error: unknown) => this.#fail(error))
    return (await this.#started.promise) === 'all' ? this.#take() : this
  }

  async #run(database: Database): Promise<void> {
    try {
      await this.#runOnce(database)
    } catch (error) {
      if (!this.#deferred) throw error
    }
    if (!this.#deferred) return
    if (this.destroyed) throw new ServiceError('canceled')
    this.#deferred = false
    this.#canceled = new AbortController()
    this.#query = this.#newQuery()
    await this.#runOnce(database, { owner: this.#options.owner ?? '' })
  }

  async #runOnce(database: Database, stream?: ScopeOptions['stream']): Promise<void> {
    await database.withClient(
      async (client, lease) => {
        this.#lease = lease
        client.query(this.#query)
        await this.#query.done
      },
      { signal: this.#canceled.signal, stream },
    )
  }

  #addRow(text: string): void {
    if (this.#deferred) return
    const rendered = this.#framing.row?.(text) ?? text
    this.#texts.push(rendered)
    this.#rows += 1
    this.#size += rendered.length
    if (this.#size >= chunkSize) this.#hand()
  }

  #addBytes(chunk: Buffer): void {
    if (this.#deferred) return
    // The driver reuses the memory behind the chunk.
    this.#copied.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= chunkSize) this.#hand()
  }

  #complete(): void {
    this.#ended = true
    if (this.destroyed) return
    if (!this.#flowing) {
      this.#started.resolve('all')
      return
    }
    this.push(this.#take())
    this.push(null)
  }

  /** Everything gathered so far; with the tail, since it is called for the last piece. */
  #take(): Buffer {
    const { head, tail } = this.#framing
    return Buffer.concat([
      Buffer.from(`${this.#flowing ? '' : head}${this.#gathered()}${tail}`),
      ...this.#copied.splice(0),
    ])
  }

  #gathered(): string {
    const { separator } = this.#framing
    const lead = this.#rows > this.#texts.length && this.#texts.length > 0 ? separator : ''
    const text = lead + this.#texts.join(separator)
    this.#texts = []
    this.#size = 0
    return text
  }

  #hand(): void {
    if (!this.#flowing && this.#lease?.becomeStream(this.#options.owner ?? '') === false) {
      this.#defer()
      return
    }
    const head = this.#flowing ? '' : this.#framing.head
    const piece = Buffer.concat([Buffer.from(head + this.#gathered()), ...this.#copied.splice(0)])
    this.#flowing = true
    this.#started.resolve('part')
    if (this.push(piece)) return
    this.#query.pause()
    this.#stalled ??= setTimeout(() => this.#abandon(), this.#options.timeout * 1000).unref()
  }

  /** The answer is large, and its owner has as many of the kind as it may have: nothing was given yet. */
  #defer(): void {
    this.#deferred = true
    this.#texts = []
    this.#copied = []
    this.#size = 0
    this.#rows = 0
    this.#canceled.abort()
  }

  #abandon(): void {
    this.destroy(new ServiceError('statement_timeout'))
  }

  override _read(): void {
    clearTimeout(this.#stalled)
    this.#stalled = undefined
    this.#query.resume()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#stalled)
    this.#texts = []
    this.#copied = []
    // What is under way is read and dropped, otherwise the server would not notice that it is to stop.
    this.#query.resume()
    // Once the statement has ended, canceling would hit the next one on the connection.
    if (!this.#ended) this.#canceled.abort(error ?? undefined)
    done(error)
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error))
    this.#started.reject(reason)
    this.destroy(reason)
  }
}

/** Runs a plan; see the head of the module. Rejects when the query fails before it has given anything. */
export async function runPlan(
  database: Database,
  plan: ReadPlan,
  framing: Framing,
  options: RunOptions,
): Promise<Buffer | Readable> {
  if (options.signal?.aborted === true) throw new ServiceError('canceled')
  const stream = new RowStream(plan, framing, options)
  // A failure before the first byte rejects the promise; the stream is then in nobody's hands.
  stream.on('error', () => {})
  const abort = (): void => {
    stream.destroy(new ServiceError('canceled'))
  }
  options.signal?.addEventListener('abort', abort, { once: true })
  stream.once('close', () => options.signal?.removeEventListener('abort', abort))
  const answer = await stream.open(database)
  if (answer instanceof Buffer) options.signal?.removeEventListener('abort', abort)
  return answer
}

/** Runs a plan with few rows and gives the text of each. */
export async function fetchTexts(
  database: Database,
  plan: ReadPlan,
  options: RunOptions,
): Promise<readonly string[]> {
  const rows: string[] = []
  const settings = { ...plan.settings, statement_timeout: String(Math.round(options.timeout * 1000)) }
  const query = new RowQuery(
    { ...plan, settings },
    { row: (text) => rows.push(text), bytes: () => {}, complete: () => {} },
    { prepare: true },
  )
  await database.withClient(
    async (client) => {
      client.query(query)
      await query.done
    },
    { signal: options.signal },
  )
  return rows
}
