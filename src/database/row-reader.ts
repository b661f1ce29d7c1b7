/**
 * Passes on the rows of a connection as the bytes received from the server. The driver creates a message, an event
 * and a text for each row, which takes longer than all other work of this process for a list of a hundred rows.
 *
 * The reader is inserted between the connection's stream and the driver, which still parses all other messages.
 */
import type pg from 'pg'
import { attachReader, type BytesReader } from './read-buffer.ts'

/** Receives rows while a statement is executed. The bytes from `start` to `end` are valid only during the call. */
export interface RowSink {
  /** Called with the first column of a row. */
  row(chunk: Buffer, start: number, end: number): void
  /** Called with a piece of COPY data. */
  bytes(chunk: Buffer, start: number, end: number): void
}

// Message codes and lengths of their parts: PostgreSQL, "Message Formats".
const dataRowCode = 0x44
const copyDataCode = 0x64
const codeBytes = 1
const headerBytes = 5
const countBytes = 2
const lengthBytes = 4

/** Returns the length of the message whose header starts at a position, in bytes. */
const messageBytes = (chunk: Buffer, at: number): number => codeBytes + chunk.readUInt32BE(at + codeBytes)

const noBytes = Buffer.alloc(0)

/** Text of a row without a value. */
const nullText = Buffer.from('null')

const readers = new WeakMap<pg.Connection, RowReader>()

/** Returns the reader of a connection; undefined if `readRows` was not called for it. */
export const rowReaderOf = (connection: pg.Connection): RowReader | undefined => readers.get(connection)

/** Inserts a reader before the driver. Must be called once, while the connection is idle. */
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
  attachReader(stream, reader)
}

export class RowReader implements BytesReader {
  readonly #parse: (bytes: Buffer) => void
  #sink: RowSink | undefined
  /** Start of an incomplete message: its first bytes, their number, and the number of bytes to wait for. */
  #message = noBytes
  #size = 0
  #needed = 0

  /** @param parse receives complete messages that are not rows for a sink; they are valid only during the call */
  constructor(parse: (bytes: Buffer) => void) {
    this.#parse = parse
  }

  /** Sends rows to a sink from now on; without one the driver gets them. */
  sendTo(sink: RowSink | undefined): void {
    this.#sink = sink
  }

  /** Without a sink the driver may keep bytes of its messages. */
  get isReading(): boolean {
    return this.#sink !== undefined || this.#size > 0
  }

  read(arrived: Buffer): void {
    const rest = this.#size === 0 ? arrived : this.#completeMessage(arrived)
    if (rest.length > 0) this.#readMessages(rest)
  }

  /** Reads the messages of a chunk that starts with a message; keeps an incomplete one at its end. */
  #readMessages(chunk: Buffer): void {
    let at = 0
    /** Start of the messages that were not passed to the driver yet. */
    let from = 0
    let needed = headerBytes
    while (at + headerBytes <= chunk.length) {
      const next = at + messageBytes(chunk, at)
      if (next > chunk.length) {
        needed = next - at
        break
      }
      const code = chunk[at]
      if (this.#sink !== undefined && (code === dataRowCode || code === copyDataCode)) {
        // Messages are passed on in the order in which they were sent, because earlier messages may determine the
        // statement of the row.
        if (from < at) this.#parse(chunk.subarray(from, at))
        if (code === dataRowCode) this.#handRow(chunk, at + headerBytes)
        else this.#sink?.bytes(chunk, at + headerBytes, next)
        from = next
      }
      at = next
    }
    if (from < at) this.#parse(chunk.subarray(from, at))
    if (at < chunk.length) this.#keep(chunk.subarray(at), needed)
  }

  /** Copies the start of a message into memory for the whole message, as far as its length is known. */
  #keep(start: Buffer, needed: number): void {
    this.#message = Buffer.allocUnsafeSlow(needed)
    this.#size = start.copy(this.#message)
    this.#needed = needed
  }

  /** Reads the message whose start arrived earlier, once it is complete, and returns the bytes after it. */
  #completeMessage(arrived: Buffer): Buffer {
    let rest = arrived
    for (;;) {
      const copied = rest.copy(this.#message, this.#size)
      this.#size += copied
      rest = rest.subarray(copied)
      if (this.#size < this.#needed) return rest
      const message = this.#message
      // The length is known only since the header is complete.
      const length = messageBytes(message, 0)
      if (length > message.length) {
        this.#keep(message, length)
        continue
      }
      this.#message = noBytes
      this.#size = 0
      this.#readMessages(message)
      return rest
    }
  }

  #handRow(chunk: Buffer, start: number): void {
    const isEmpty = chunk.readUInt16BE(start) === 0
    const length = isEmpty ? -1 : chunk.readInt32BE(start + countBytes)
    const begin = start + countBytes + lengthBytes
    if (length < 0) this.#sink?.row(nullText, 0, nullText.length)
    else this.#sink?.row(chunk, begin, begin + length)
  }
}
