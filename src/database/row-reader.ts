/**
 * Hands the rows of a connection on as the bytes that the server has sent. The driver makes a message, an event and a text
 * of each row, which takes longer than everything else that a list of a hundred rows costs this process.
 *
 * The reader stands between the connection's stream and the driver, which goes on to parse all other messages.
 */
import type pg from 'pg'

/** Takes rows while a statement runs. The bytes from `start` to `end` stay valid as long as the chunk is held. */
export interface RowSink {
  /** The first column of a row. */
  row(chunk: Buffer, start: number, end: number): void
  /** A piece of what COPY gives. */
  bytes(chunk: Buffer, start: number, end: number): void
}

// Codes of messages and lengths of their parts: PostgreSQL, "Message Formats".
const dataRowCode = 0x44
const copyDataCode = 0x64
const codeBytes = 1
const headerBytes = 5
const countBytes = 2
const lengthBytes = 4

/** What stands for a row without a value. */
const nullText = Buffer.from('null')

const readers = new WeakMap<pg.Connection, RowReader>()

/** The reader of a connection; undefined where `readRows` was not called for it. */
export const rowReaderOf = (connection: pg.Connection): RowReader | undefined => readers.get(connection)

/** Puts a reader in front of the driver. To be called once, while the connection is idle. */
export function readRows({ connection }: pg.Client): void {
  const { stream } = connection
  const [parse] = stream.listeners('data')
  if (parse === undefined) return
  const reader = new RowReader((bytes) => {
    Reflect.apply(parse, stream, [bytes])
  })
  readers.set(connection, reader)
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Buffer) => reader.read(chunk))
}

export class RowReader {
  readonly #parse: (bytes: Buffer) => void
  #sink: RowSink | undefined
  /** The beginning of a message whose rest has not arrived, and its length as far as it is known. */
  #parts: Buffer[] = []
  #size = 0
  #needed = 0

  /** @param parse takes whole messages that are no rows for a sink */
  constructor(parse: (bytes: Buffer) => void) {
    this.#parse = parse
  }

  /** Sends rows to a sink from now on; without one the driver gets them. */
  sendTo(sink: RowSink | undefined): void {
    this.#sink = sink
  }

  read(arrived: Buffer): void {
    const chunk = this.#withBeginning(arrived)
    if (chunk === undefined) return
    let at = 0
    /** Where messages begin that the driver has not got yet. */
    let from = 0
    let needed = headerBytes
    while (at + headerBytes <= chunk.length) {
      const next = at + codeBytes + chunk.readUInt32BE(at + codeBytes)
      if (next > chunk.length) {
        needed = next - at
        break
      }
      const code = chunk[at]
      if (this.#sink !== undefined && (code === dataRowCode || code === copyDataCode)) {
        // In the order in which they were sent: what comes before may tell whose the row is.
        if (from < at) this.#parse(chunk.subarray(from, at))
        if (code === dataRowCode) this.#handRow(chunk, at + headerBytes)
        else this.#sink?.bytes(chunk, at + headerBytes, next)
        from = next
      }
      at = next
    }
    if (from < at) this.#parse(chunk.subarray(from, at))
    if (at === chunk.length) return
    this.#parts = [chunk.subarray(at)]
    this.#size = chunk.length - at
    this.#needed = needed
  }

  /** The bytes with what had arrived of their first message; undefined while it is not complete. */
  #withBeginning(arrived: Buffer): Buffer | undefined {
    if (this.#size === 0) return arrived
    this.#parts.push(arrived)
    this.#size += arrived.length
    if (this.#size < this.#needed) return undefined
    const joined = Buffer.concat(this.#parts, this.#size)
    this.#parts = []
    this.#size = 0
    return joined
  }

  #handRow(chunk: Buffer, start: number): void {
    const isEmpty = chunk.readUInt16BE(start) === 0
    const length = isEmpty ? -1 : chunk.readInt32BE(start + countBytes)
    const begin = start + countBytes + lengthBytes
    if (length < 0) this.#sink?.row(nullText, 0, nullText.length)
    else this.#sink?.row(chunk, begin, begin + length)
  }
}
