/** Encodes the messages that execute prepared statements as one buffer: one write instead of one per message. */

// Message codes: PostgreSQL, "Message Formats".
const bindCode = 0x42
/** Executes the unnamed portal to its end. */
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])

/**
 * Bytes of a Bind message besides its code, the name and the values: length, two string terminators, three counts.
 */
const bindBytes = 4 + 2 + 3 * 2
const valueLengthBytes = 4
/** Length of a value that is null. */
const noValue = -1

/** Bind and Execute of the unnamed statement without parameters. */
export const runUnnamed: Buffer = unnamedMessages()

function unnamedMessages(): Buffer {
  const bytes = Buffer.allocUnsafe(1 + bindBytes + execute.length)
  append(bytes, writeBind(bytes, 0, '', [], bindBytes), execute)
  return bytes
}

/**
 * Returns Bind and Execute of each statement, then Sync.
 * @param first names of statements without parameters that are executed before the last one
 * @param name name of the last statement
 * @param values its values as text; null means no value
 */
export function runMessages(
  first: readonly string[],
  name: string,
  values: readonly (string | null)[],
): Buffer {
  let before = 0
  for (const other of first) before += 1 + bindBytes + other.length + execute.length
  let length = bindBytes + name.length
  for (const value of values) length += valueLengthBytes + Buffer.byteLength(value ?? '')
  const bytes = Buffer.allocUnsafe(before + 1 + length + execute.length + sync.length)
  let at = 0
  for (const other of first) {
    at = writeBind(bytes, at, other, [], bindBytes + other.length)
    at = append(bytes, at, execute)
  }
  at = writeBind(bytes, at, name, values, length)
  at = append(bytes, at, execute)
  append(bytes, at, sync)
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
