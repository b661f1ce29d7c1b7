/**
 * Executes one statement on one connection and passes on its rows as they arrive.
 *
 * The driver's own query collects all rows, and a cursor requests them in portions with a round trip each. Here the
 * server sends all rows at once. If the reader is slower, reading from the socket pauses, which slows down the server
 * through the connection. A small result costs one round trip, a large one constant memory. Settings and statement
 * form one implicit transaction, so the settings end with the statement. Further statements may be executed in the same
 * round trip and transaction.
 */
import type pg from 'pg'
import { type RowReader, rowReaderOf, type RowSink } from '../../database/row-reader.ts'
import { literal } from '../../database/identifiers.ts'
import { isPooled } from '../../database/pooler.ts'
import type { StatementSettings } from './read-plan.ts'
import { bindMessages, runMessages } from './run-messages.ts'

/**
 * A query that is executed in the same round trip, before the statement: SQL without parameters that returns one row.
 */
export interface Beside {
  readonly text: string
  onText(text: string): void
}

export interface RowConsumer extends RowSink {
  /** Called after the last row, with the number of rows. */
  complete(rows: number): void
}

/**
 * Maximum number of prepared statements per connection, and maximum of their total length in characters; the least
 * recently used statement is removed. A plan takes about ten times as much memory as its text, so a longer text, such
 * as a list of hundreds of values, is not prepared by name.
 */
const maxPrepared = 100
const maxPreparedLength = 256 * 1024
const longestPrepared = 16 * 1024

interface Prepared {
  readonly name: string
  /** Sequence number of the last use. */
  used: number
}

/** Prepared statements of a connection, by text. */
class PreparedStatements {
  readonly byText = new Map<string, Prepared>()
  #length = 0

  keep(text: string, name: string): void {
    this.byText.set(text, { name, used: nextUse() })
    this.#length += text.length
  }

  /** Removes the least recently used statements above the limits and returns their names. */
  takeSurplus(): readonly string[] {
    const names: string[] = []
    while (this.byText.size > maxPrepared || this.#length > maxPreparedLength) {
      let oldest: string | undefined
      let least = Infinity
      for (const [text, { used }] of this.byText) {
        if (used >= least) continue
        oldest = text
        least = used
      }
      if (oldest === undefined) break
      names.push(this.byText.get(oldest)!.name)
      this.byText.delete(oldest)
      this.#length -= oldest.length
    }
    return names
  }
}

const preparedOn = new WeakMap<pg.Connection, PreparedStatements>()
let nameCount = 0
let useCount = 0
const nextUse = (): number => (useCount += 1)

/** Cache of statements that apply settings, by the settings as text; there are as many as there are timeouts. */
const settingTexts = new Map<string, string>()
const settingTextsKept = 100

/**
 * Returns a statement that applies the settings for the transaction and returns no rows; undefined without settings.
 */
function settingText(settings: StatementSettings): string | undefined {
  let key = ''
  for (const name in settings) key += `${name}=${settings[name]};`
  if (key === '') return undefined
  let text = settingTexts.get(key)
  if (text === undefined) {
    const calls = Object.entries(settings).map(
      ([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`,
    )
    text = `SELECT WHERE ${calls.join(' || ')} IS NULL`
    if (settingTexts.size >= settingTextsKept) settingTexts.clear()
    settingTexts.set(key, text)
  }
  return text
}

/** A statement that returns one column; the values of its parameters are texts. */
export interface RowStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly settings: StatementSettings
}

/** A statement with the consumer of its rows. */
export interface ConsumedStatement {
  readonly statement: Pick<RowStatement, 'text' | 'values'>
  readonly consumer: RowConsumer
}

export interface RowQueryOptions {
  /** Whether the statement is prepared by name. */
  readonly prepare: boolean
  /** Maximum length of the text of a statement that is prepared by name, in characters. */
  readonly longest?: number | undefined
  readonly beside?: Beside | undefined
  /** Statements that are executed afterwards, in the same transaction: all are stored, or none. */
  readonly further?: readonly ConsumedStatement[] | undefined
}

const none: readonly ConsumedStatement[] = []
const noValues: readonly (string | null)[] = []

export class RowQuery implements pg.Submittable, RowSink {
  readonly text: string
  readonly #values: readonly (string | null)[]
  readonly #settings: StatementSettings
  readonly #longest: number
  readonly #further: readonly ConsumedStatement[]
  /** Consumer of the statement whose result is being read. */
  #consumer: RowConsumer
  /** Number of further statements whose results have begun. */
  #begun = 0
  readonly #beside: Beside | undefined
  readonly #settled = Promise.withResolvers<void>()
  /** Text and name of statements that were sent for parsing and are not confirmed yet. */
  #parsing: (readonly [string, string])[] | undefined
  #onParsed: (() => void) | undefined
  #connection: pg.Connection | undefined
  #reader: RowReader | undefined
  #prepared: PreparedStatements | undefined
  /** Number of remaining statements whose results come before that of the statement itself. */
  #before = 0

  constructor(statement: RowStatement, consumer: RowConsumer, options: RowQueryOptions) {
    this.text = statement.text
    this.#values = statement.values
    this.#settings = statement.settings
    this.#longest = options.prepare ? (options.longest ?? longestPrepared) : 0
    this.#consumer = consumer
    this.#beside = options.beside
    this.#further = options.further ?? none
  }

  /** Settles when the statement has ended on the server. */
  get done(): Promise<void> {
    return this.#settled.promise
  }

  /** Stops reading from the server until `resume` is called. */
  pause(): void {
    this.#connection?.stream.pause()
  }

  resume(): void {
    this.#connection?.stream.resume()
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    let prepared = preparedOn.get(connection)
    if (prepared === undefined) preparedOn.set(connection, (prepared = new PreparedStatements()))
    this.#prepared = prepared
    this.#reader = rowReaderOf(connection)
    this.#reader?.sendTo(this)
    const settings = settingText(this.#settings)
    const isOneByOne = isPooled(connection) || this.#hasUnnamed()
    // Parse messages are sent together with the messages that follow.
    connection.stream.cork()
    if (isOneByOne) this.#sendUnnamed(connection, prepared, settings)
    else this.#sendPrepared(connection, prepared, settings)
    connection.stream.uncork()
  }

  /** Returns whether one of several statements is too long for a name. All unnamed ones would replace each other. */
  #hasUnnamed(): boolean {
    const texts = [this.text, ...this.#further.map(({ statement }) => statement.text)]
    return texts.length > 1 && texts.some((text) => text.length > this.#longest)
  }

  /** Sends statements that are parsed once per connection and executed by name. */
  #sendPrepared(connection: pg.Connection, prepared: PreparedStatements, settings: string | undefined): void {
    const first = settings === undefined ? [] : [this.#nameOf(connection, prepared, settings, true)]
    if (this.#beside !== undefined) first.push(this.#nameOf(connection, prepared, this.#beside.text, true))
    this.#before = first.length
    const keep = this.text.length <= this.#longest
    const runs = first.map((name) => ({ name, values: noValues }))
    runs.push({ name: this.#nameOf(connection, prepared, this.text, keep), values: this.#values })
    for (const { statement } of this.#further) {
      const kept = statement.text.length <= this.#longest
      runs.push({ name: this.#nameOf(connection, prepared, statement.text, kept), values: statement.values })
    }
    // A closed connection reports its end itself.
    if (connection.stream.writable) connection.stream.write(runMessages(runs))
  }

  /**
   * Sends statements without names, because a pooler does not keep prepared statements, or because one is too long to be
   * kept: each statement is parsed and executed before the next one replaces it.
   */
  #sendUnnamed(connection: pg.Connection, prepared: PreparedStatements, settings: string | undefined): void {
    const before = [settings, this.#beside?.text].filter((text) => text !== undefined)
    this.#before = before.length
    const statements = [
      ...before.map((text) => ({ text, values: noValues })),
      { text: this.text, values: this.#values },
      ...this.#further.map(({ statement }) => statement),
    ]
    for (const [index, { text, values }] of statements.entries()) {
      this.#nameOf(connection, prepared, text, false)
      const messages = index < statements.length - 1 ? bindMessages : runMessages
      if (connection.stream.writable) connection.stream.write(messages([{ name: '', values }]))
    }
  }

  /**
   * Returns the name of the prepared statement of a text on the connection; sends the text for parsing if it is not
   * prepared.
   */
  #nameOf(connection: pg.Connection, prepared: PreparedStatements, text: string, keep: boolean): string {
    const known = keep ? prepared.byText.get(text) : undefined
    if (known !== undefined) {
      known.used = nextUse()
      return known.name
    }
    // The same text may occur several times in one query.
    const sent = keep ? this.#parsing?.find(([other, name]) => other === text && name !== '') : undefined
    if (sent !== undefined) return sent[1]
    const name = keep ? `read_${(nameCount += 1)}` : ''
    this.#parsing ??= []
    this.#parsing.push([text, name])
    if (this.#onParsed === undefined) {
      this.#onParsed = () => this.#keepParsed()
      connection.on('parseComplete', this.#onParsed)
    }
    connection.parse({ name, text, types: [] }, true)
    return name
  }

  #keepParsed(): void {
    const [text, name] = this.#parsing?.shift() ?? []
    if (text !== undefined && name !== undefined && name !== '') this.#prepared?.keep(text, name)
  }

  row(chunk: Buffer, start: number, end: number): void {
    if (this.#before === 0) this.#consumer.row(chunk, start, end)
    else this.#beside?.onText(chunk.toString('utf8', start, end))
  }

  bytes(chunk: Buffer, start: number, end: number): void {
    this.#consumer.bytes(chunk, start, end)
  }

  handleRowDescription(): void {}

  /** Called for rows of a connection that has no row reader. */
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    const bytes = Buffer.from(message.fields[0] ?? 'null')
    this.row(bytes, 0, bytes.length)
  }

  /** Copies the bytes, because the driver may reuse the memory of the chunk. */
  handleCopyData(message: { readonly chunk: Buffer }): void {
    const bytes = Buffer.from(message.chunk)
    this.#consumer.bytes(bytes, 0, bytes.length)
  }

  /** The command tag ends with the number of rows, as in `COPY 5`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#before > 0) {
      this.#before -= 1
      return
    }
    this.#consumer.complete(Number(text.slice(text.lastIndexOf(' ') + 1)) || 0)
    const next = this.#further[this.#begun]
    if (next === undefined) return
    this.#begun += 1
    this.#consumer = next.consumer
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#leave()
    this.#settled.reject(error)
  }

  handleReadyForQuery(): void {
    this.#leave()
    this.#settled.resolve()
  }

  #leave(): void {
    const connection = this.#connection
    if (connection === undefined) return
    this.#reader?.sendTo(undefined)
    connection.stream.resume()
    if (this.#onParsed !== undefined) {
      connection.removeListener('parseComplete', this.#onParsed)
      // Removes statements above the limits; the response is not needed.
      for (const name of this.#prepared?.takeSurplus() ?? []) connection.close({ type: 'S', name }, true)
    }
    this.#connection = undefined
  }
}
