/**
 * Reads a dump: verifies its checksum, then finds the rows of the tables of a scenario. The SQL of a dump is meant for
 * psql; it is skipped, never parsed or executed, so a dump cannot do more than provide values.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { bodyFault, headerFault } from './dump-faults.ts'
import {
  dumpRefused,
  type DumpHeader,
  headerMember,
  parseHeader,
  parseMark,
  type TableMark,
} from './dump-format.ts'

/** All first members have the same length. */
const bodyStart = headerMember({
  format: 0,
  scenario: '',
  created: '',
  postgresql: '',
  migrations: [],
  control: false,
  tables: 0,
  rows: 0,
  checksum: '',
}).length

/** Reads the header and verifies the checksum of the file. Throws `dump_refused` for a file that cannot be restored. */
export async function checkDump(path: string, signal?: AbortSignal): Promise<DumpHeader> {
  try {
    const header = await readHeader(path)
    const digest = createHash('sha256')
    for await (const chunk of createReadStream(path, { start: bodyStart, signal, highWaterMark: 2 ** 20 })) {
      const bytes: Buffer = chunk
      digest.update(bytes)
    }
    if (digest.digest('hex') !== header.checksum) throw await bodyFault(path, bodyStart, signal)
    return header
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: error })
    throw dumpRefused(errorText(error), error)
  }
}

/**
 * Reads the header only. Throws `dump_refused` for a file that is not a backup, and the file system error if the file
 * cannot be read.
 */
export async function readHeader(path: string): Promise<DumpHeader> {
  await using file = await open(path, 'r')
  const member = Buffer.alloc(bodyStart)
  const { bytesRead } = await file.read(member, 0, bodyStart, 0)
  let line: string
  try {
    line = gunzipSync(member.subarray(0, bytesRead)).toString()
  } catch {
    throw await headerFault(path)
  }
  return parseHeader(line)
}

/** A table of a dump. */
export interface DumpedTable extends TableMark {
  /** Rows in the text format of COPY, to be read before the next table. */
  readonly rows: AsyncIterable<Buffer>
}

/**
 * Yields the tables of a scenario in a dump. Skips statements, tables of other schemas, and rows that the caller does
 * not read. Throws `dump_refused` for unknown marks and for lines that are too long.
 */
export async function* dumpedTables(
  path: string,
  scenario: string,
  signal?: AbortSignal,
): AsyncGenerator<DumpedTable> {
  const unzipped = createGunzip({ chunkSize: 2 ** 18 })
  const file = createReadStream(path, { start: bodyStart, highWaterMark: 2 ** 20, signal })
  // Errors of the file are thrown when the other end is read.
  const reader = createTextReader(pipeline(file, unzipped, () => undefined))
  let wanted = false
  let line = await reader.line()
  while (line !== undefined) {
    const mark = parseMark(line)
    line = await reader.line()
    if (mark === undefined) continue
    if ('schema' in mark) wanted = mark.schema === scenario
    if ('end' in mark) wanted = false
    if (!('table' in mark)) continue
    // The rows follow the mark directly; a table that is dumped without rows has no COPY statement.
    const hasRows = line?.startsWith('COPY ') === true
    const rows = hasRows ? reader.rows() : noRows()
    if (wanted) yield { ...mark, rows }
    for await (const ignored of rows) void ignored
    if (hasRows) line = await reader.line()
  }
}

async function* noRows(): AsyncGenerator<Buffer> {}

interface TextReader {
  /** Returns the next line without its line feed; undefined after the last line. */
  line(): Promise<string | undefined>
  /** Yields the lines up to the end of a COPY block, in pieces. Continues after the pieces that were already read. */
  rows(): AsyncGenerator<Buffer>
}

/** Maximum number of bytes of a line outside of rows, and of a row; PostgreSQL has no rows of a gigabyte. */
const longestLine = 16 * 2 ** 20
const longestRow = 2 ** 30

const endOfRows = Buffer.from('\\.\n')

function createTextReader(source: AsyncIterable<Buffer>): TextReader {
  const chunks = source[Symbol.asyncIterator]()
  let pending: Buffer = Buffer.alloc(0)

  /** Reads as many bytes as are pending, so that the bytes of a long line are not copied for every chunk. */
  async function more(longest: number): Promise<boolean> {
    if (pending.length > longest) throw dumpRefused({ code: 'dump_line_too_long', params: { longest } })
    const pieces = [pending]
    let added = 0
    while (added === 0 || added < pending.length) {
      const { done, value } = await chunks.next()
      if (done === true) break
      pieces.push(value)
      added += value.length
    }
    if (added > 0) pending = pieces.length === 2 && pending.length === 0 ? pieces[1]! : Buffer.concat(pieces)
    return added > 0
  }

  async function* rows(): AsyncGenerator<Buffer> {
    // Yielded pieces end with a line feed; bytes of an incomplete line stay pending.
    for (;;) {
      while (pending.length < endOfRows.length) if (!(await more(longestRow))) return
      if (pending.subarray(0, endOfRows.length).equals(endOfRows)) {
        pending = pending.subarray(endOfRows.length)
        return
      }
      const end = lastLineBefore(pending)
      if (end === 0) {
        if (!(await more(longestRow))) return
        continue
      }
      const piece = pending.subarray(0, end)
      pending = pending.subarray(end)
      yield piece
    }
  }

  return {
    line: async () => {
      let end = pending.indexOf(10)
      while (end < 0 && (await more(longestLine))) end = pending.indexOf(10)
      if (pending.length === 0) return undefined
      // The last line may have no line feed.
      if (end < 0) end = pending.length
      const line = pending.toString('utf8', 0, end)
      pending = pending.subarray(end + 1)
      return line
    },
    rows,
  }
}

/** Returns the length of the complete lines at the start of the bytes, up to the end of the block if it is included. */
function lastLineBefore(bytes: Buffer): number {
  const end = bytes.indexOf('\n\\.\n')
  return end >= 0 ? end + 1 : bytes.lastIndexOf(10) + 1
}
