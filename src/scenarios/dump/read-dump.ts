/** Reads a dump: verifies its checksum, then parses it into a stream of statements and rows. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { ServiceError } from '../../errors/service-error.ts'
import {
  dumpRefused,
  type DumpHeader,
  headerMember,
  type Mark,
  parseHeader,
  parseMark,
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
    if (digest.digest('hex') !== header.checksum) {
      throw dumpRefused('its checksum does not fit: the file is incomplete, damaged or was changed')
    }
    return header
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: error })
    throw dumpRefused(error instanceof Error ? error.message : String(error), error)
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
  } catch (error) {
    throw dumpRefused('it is not a gzipped file made by "planctl backup"', error)
  }
  return parseHeader(line)
}

/** A part and the line on which it starts; the comment about the dump is line 1. */
export type DumpPart = { readonly line: number } & (
  | { readonly kind: 'schema'; readonly name: string }
  | { readonly kind: 'foreignKeys' }
  | { readonly kind: 'end' }
  | { readonly kind: 'statement'; readonly sql: string }
  /** Rows in the text format of COPY, and the COPY statement; the rows must be read before the next part. */
  | {
      readonly kind: 'rows'
      readonly sql: string
      readonly table: string
      readonly columns: readonly string[]
      readonly rows: AsyncIterable<Buffer>
    }
  | { readonly kind: 'table'; readonly table: string }
)

/**
 * Yields the parts of a dump in their order. Skips rows that the caller does not read. Throws `dump_refused` for
 * unknown marks and for a statement without an end.
 */
export async function* dumpParts(path: string, signal?: AbortSignal): AsyncGenerator<DumpPart> {
  const unzipped = createGunzip({ chunkSize: 2 ** 18 })
  const file = createReadStream(path, { start: bodyStart, highWaterMark: 2 ** 20, signal })
  // Errors of the file are thrown when the other end is read.
  const reader = createTextReader(pipeline(file, unzipped, () => undefined))
  let columns: readonly string[] = []
  let table = ''
  let statement = ''
  let begin = 0
  for (;;) {
    const text = await reader.line()
    const line = reader.lineNumber()
    const mark = text === undefined ? undefined : readMark(text, line)
    if (statement !== '' && (text === undefined || mark !== undefined))
      throw foreignStatement(begin, statement)
    if (text === undefined) return
    if (mark !== undefined) {
      if ('table' in mark) ({ table, columns } = mark)
      yield { line, ...partOf(mark) }
    } else if (statement === '' && text.startsWith('COPY ')) {
      const rows = reader.rows()
      yield { kind: 'rows', line, sql: text, table, columns, rows }
      for await (const ignored of rows) void ignored
    } else if (text !== '' || statement !== '') {
      if (statement === '') begin = line
      statement += `${text}\n`
      if (statement.length > longestLine) throw foreignStatement(begin, statement)
      if (!text.endsWith(';')) continue
      yield { kind: 'statement', line: begin, sql: statement }
      statement = ''
    }
  }
}

/** Number of characters of a statement in an error message. */
const shown = 120

/** Returns the error for a statement that "planctl backup" does not write. */
export function foreignStatement(line: number, sql: string): ServiceError {
  const [first = ''] = sql.split('\n')
  const start = first.length > shown ? `${first.slice(0, shown)} …` : first
  return dumpRefused(`line ${line} is none that "planctl backup" writes: ${start}`)
}

function readMark(text: string, line: number): Mark | undefined {
  try {
    return parseMark(text)
  } catch {
    throw foreignStatement(line, text)
  }
}

function partOf(mark: Mark) {
  if ('schema' in mark) return { kind: 'schema', name: mark.schema } as const
  if ('table' in mark) return { kind: 'table', table: mark.table } as const
  return 'foreignKeys' in mark ? ({ kind: 'foreignKeys' } as const) : ({ kind: 'end' } as const)
}

interface TextReader {
  /** Returns the next line without its line feed; undefined after the last line. */
  line(): Promise<string | undefined>
  /** Yields the lines up to the end of a COPY block, in pieces. Continues after the pieces that were already read. */
  rows(): AsyncGenerator<Buffer>
  /** Number of the line that was read last. */
  lineNumber(): number
}

/** Maximum number of bytes of a line outside of rows, and of a row; PostgreSQL has no rows of a gigabyte. */
const longestLine = 16 * 2 ** 20
const longestRow = 2 ** 30

const endOfRows = Buffer.from('\\.\n')

function createTextReader(source: AsyncIterable<Buffer>): TextReader {
  const chunks = source[Symbol.asyncIterator]()
  let pending: Buffer = Buffer.alloc(0)
  // The first line is the comment in the first gzip member.
  let lines = 1

  /** Reads as many bytes as are pending, so that the bytes of a long line are not copied for every chunk. */
  async function more(longest: number): Promise<boolean> {
    if (pending.length > longest) throw dumpRefused(`line ${lines + 1} is longer than ${longest} bytes`)
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
        lines += 1
        return
      }
      const end = lastLineBefore(pending)
      if (end === 0) {
        if (!(await more(longestRow))) return
        continue
      }
      const piece = pending.subarray(0, end)
      pending = pending.subarray(end)
      lines += linesIn(piece)
      yield piece
    }
  }

  return {
    line: async () => {
      let end = pending.indexOf(10)
      while (end < 0) {
        if (!(await more(longestLine))) return pending.length === 0 ? undefined : pending.toString()
        end = pending.indexOf(10)
      }
      const line = pending.toString('utf8', 0, end)
      pending = pending.subarray(end + 1)
      lines += 1
      return line
    },
    rows,
    lineNumber: () => lines,
  }
}

function linesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

/** Returns the length of the complete lines at the start of the bytes, up to the end of the block if it is included. */
function lastLineBefore(bytes: Buffer): number {
  const end = bytes.indexOf('\n\\.\n')
  return end >= 0 ? end + 1 : bytes.lastIndexOf(10) + 1
}
