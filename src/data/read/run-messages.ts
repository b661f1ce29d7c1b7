/** Encodes the messages that execute prepared statements as one buffer: one write instead of one per message. */

// Message codes: PostgreSQL, "Message Formats".
const bindCode = 0x42
/** Executes the unnamed portal to its end. */
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const nothing = Buffer.alloc(0)

/**
 * Bytes of a Bind message besides its code, the name and the values: length, two string terminators, three counts.
 */
const bindBytes = 4 + 2 + 3 * 2
const valueLengthBytes = 4
/** Length of a value that is null. */
const noValue = -1

/** The execution of a prepared statement. */
export interface Run {
  /** Name of the statement; empty for the unnamed one. */
  readonly name: string
  /** Values of its parameters as text; null means no value. */
  readonly values: readonly (string | null)[]
}

/** Returns Bind and Execute of each statement, then Sync. */
export const runMessages = (runs: readonly Run[]): Buffer => messagesOf(runs, sync)

/** Returns Bind and Execute of each statement: others follow in the same transaction. */
export const bindMessages = (runs: readonly Run[]): Buffer => messagesOf(runs, nothing)

function messagesOf(runs: readonly Run[], end: Buffer): Buffer {
  let length = end.length
  const lengths = runs.map(({ name, values }) => {
    let bound = bindBytes + name.length
    for (const value of values) bound += valueLengthBytes + Buffer.byteLength(value ?? '')
    length += 1 + bound + execute.length
    return bound
  })
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const [index, { name, values }] of runs.entries()) {
    at = append(bytes, writeBind(bytes, at, name, values, lengths[index]!), execute)
  }
  append(bytes, at, end)
  return bytes
}

/** Writes a Bind message. Statement names are assigned by this service, so they are ASCII. */
function writeBind(
  bytes: Buffer,
  start: number,
  name: string,
  values: readonly (string | null)[],
  length: number,
): number {
  let at = bytes.writeUInt8(bindCode, start)
  at = bytes.writeInt32BE(length, at)
  at = bytes.writeUInt8(0, at)
  at += bytes.write(name, at, 'latin1')
  at = bytes.writeUInt8(0, at)
  // All values are in text format.
  at = bytes.writeUInt16BE(0, at)
  at = bytes.writeUInt16BE(values.length, at)
  for (const value of values) {
    const written = bytes.write(value ?? '', at + valueLengthBytes, 'utf8')
    bytes.writeInt32BE(value === null ? noValue : written, at)
    at += valueLengthBytes + written
  }
  return bytes.writeUInt16BE(0, at)
}

function append(bytes: Buffer, at: number, piece: Buffer): number {
  piece.copy(bytes, at)
  return at + piece.length
}
