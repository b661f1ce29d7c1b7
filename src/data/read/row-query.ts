/**
 * One statement on one connection, its rows handed on as they arrive.
 *
 * The driver's own query collects all rows, and a cursor asks for them in portions, each a round trip.
 * Here the server sends everything in one go, and a reader that is slower is felt by the server through the
 * connection: reading from the socket pauses. A small answer so costs one round trip, a large one constant
 * memory. Settings and statement form one implicit transaction, so settings end with the statement.
 */
import type pg from 'pg'
import type { StatementSettings } from './plan-read.ts'

export interface RowConsumer {
  /** One row of a query: its first column. */
  row(text: string): void
  /** A piece of what COPY gives; only valid during the call. */
  bytes(chunk: Buffer): void
  /** The statement has given all it has: so many rows. */
  complete(rows: number): void
}

const setText =
  'SELECT set_config("name", "value", true) FROM unnest($1::text[], $2::text[]) AS "setting"("name", "value")'
/**
 * Statements a connection keeps prepared, and characters of all of them; the one used longest ago makes way. A plan takes
 * some ten times as much memory as its text: a longer text, as of a list of hundreds of values, is not kept at all.
 */
const maxPrepared = 100
const maxPreparedLength = 256 * 1024
const longestPrepared = 16 * 1024

/** Names of the statements prepared on a connection, by text, the one used last at the end. */
const preparedOn = new WeakMap<pg.Connection, Map<string, string>>()
let nameCount = 0

export class RowQuery implements pg.Submittable {
  readonly #text: string
  readonly #values: readonly string[]
  readonly #settings: StatementSettings
  readonly #prepare: boolean
  readonly #consumer: RowConsumer
  readonly #settled = Promise.withResolvers<void>()
  /** Statements sent for parsing whose confirmation is awaited: text and name. */
  readonly #parsing: (readonly [string, string])[] = []
  readonly #parsed = (): void => this.#keepParsed()
  #connection: pg.Connection | undefined
  #prepared: Map<string, string> = new Map()
  /** The answer to the settings comes first and is skipped. */
  #setting = false

  constructor(
    statement: {
      readonly text: string
      readonly values: readonly string[]
      readonly settings: StatementSettings
    },
    consumer: RowConsumer,
    options: { readonly prepare: boolean },
  ) {
    this.#text = statement.text
    this.#values = statement.values
    this.#settings = statement.settings
    this.#prepare = options.prepare
    this.#consumer = consumer
  }

  /** Settles when the statement has ended on the server. */
  get done(): Promise<void> {
    return this.#settled.promise
  }

  /** Stops reading from the server until `resume`. */
  pause(): void {
    this.#connection?.stream.pause()
  }

  resume(): void {
    this.#connection?.stream.resume()
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    this.#prepared = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.#prepared)
    const settings = Object.entries(this.#settings)
    this.#setting = settings.length > 0
    connection.on('parseComplete', this.#parsed)
    connection.stream.cork()
    if (this.#setting) {
      const [names, values] = [0, 1].map((part) => `{${settings.map((setting) => setting[part]).join(',')}}`)
      this.#send(connection, setText, [names!, values!], true)
    }
    this.#send(connection, this.#text, this.#values, this.#prepare && this.#text.length <= longestPrepared)
    connection.sync()
    connection.stream.uncork()
  }

  #send(connection: pg.Connection, text: string, values: readonly string[], prepare: boolean): void {
    const statement = prepare ? this.#statementName(connection, text) : this.#parse(connection, text, '')
    connection.bind({ statement, values: [...values] }, true)
    connection.execute(null, true)
  }

  /** The name under which the text is prepared on the connection; prepares it if it is not. */
  #statementName(connection: pg.Connection, text: string): string {
    const known = this.#prepared.get(text)
    if (known === undefined) {
      nameCount += 1
      return this.#parse(connection, text, `read_${nameCount}`)
    }
    if (this.#prepared.delete(text)) this.#prepared.set(text, known)
    return known
  }

  #parse(connection: pg.Connection, text: string, name: string): string {
    this.#parsing.push([text, name])
    connection.parse({ name, text, types: [] }, true)
    return name
  }

  #keepParsed(): void {
    const [text, name] = this.#parsing.shift() ?? []
    if (text !== undefined && name !== undefined && name !== '') this.#prepared.set(text, name)
  }

  /** Makes room for statements to come; the answer concerns nobody. */
  #forgetOldest(connection: pg.Connection): void {
    let length = 0
    for (const text of this.#prepared.keys()) length += text.length
    for (const [text, name] of this.#prepared) {
      if (this.#prepared.size <= maxPrepared && length <= maxPreparedLength) return
      if (text === setText) continue
      this.#prepared.delete(text)
      length -= text.length
      connection.close({ type: 'S', name }, true)
    }
  }

  handleRowDescription(): void {}

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    if (!this.#setting) this.#consumer.row(message.fields[0] ?? 'null')
  }

  handleCopyData(message: { readonly chunk: Buffer }): void {
    this.#consumer.bytes(message.chunk)
  }

  /** The tag ends with the number of rows, as in `COPY 5`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#setting) this.#setting = false
    else this.#consumer.complete(Number(/\d+$/.exec(text)?.[0] ?? 0))
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
    connection.removeListener('parseComplete', this.#parsed)
    connection.stream.resume()
    this.#forgetOldest(connection)
    this.#connection = undefined
  }
}
