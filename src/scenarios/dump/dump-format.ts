/**
 * Format of a dump: gzipped SQL that can be restored with psql alone. Its first line is a comment with JSON about the
 * dump. Further comments mark its sections, so that a restore can use another name for the scenario and process
 * several tables concurrently.
 *
 * The first line is a separate gzip member, stored without compression and padded with spaces, because the counts and
 * the checksum are known only at the end and are then written over it.
 */
import { gzipSync } from 'node:zlib'
import { ServiceError } from '../../errors/service-error.ts'

export const dumpFormat = 1

export interface DumpHeader {
  readonly format: number
  readonly scenario: string
  /** Time of the snapshot, in UTC. */
  readonly created: string
  /** Version of the PostgreSQL server. */
  readonly postgresql: string
  /** Migrations of the schema; a release can restore the dump only if it knows all of them. */
  readonly migrations: readonly string[]
  /** Whether users, permissions and the registry of scenarios are included. */
  readonly control: boolean
  readonly tables: number
  readonly rows: number
  /** SHA-256 of all bytes after the first gzip member. */
  readonly checksum: string
}

/** Marks of sections: the schema of the following statements, or the table of the following rows. */
export type Mark =
  | { readonly schema: string }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly foreignKeys: true }
  | { readonly end: true }

const markPrefix = '--@ '

export const markLine = (mark: Mark): string => `${markPrefix}${JSON.stringify(mark)}\n`

/** Returns the mark of a line, or undefined if the line is not a mark. Throws for an unknown mark. */
export function parseMark(line: string): Mark | undefined {
  if (!line.startsWith(markPrefix)) return undefined
  const mark: unknown = JSON.parse(line.slice(markPrefix.length))
  if (typeof mark !== 'object' || mark === null) throw new Error('A mark is an object.')
  if ('schema' in mark && typeof mark.schema === 'string') return { schema: mark.schema }
  if ('table' in mark && typeof mark.table === 'string' && 'columns' in mark && Array.isArray(mark.columns)) {
    return { table: mark.table, columns: mark.columns.map(String) }
  }
  if ('foreignKeys' in mark && mark.foreignKeys === true) return { foreignKeys: true }
  if ('end' in mark && mark.end === true) return { end: true }
  throw new Error('There is no such mark.')
}

const headerPrefix = '-- '
/** Length of the first line in bytes, without the line feed; more than enough, because names of migrations are short. */
const headerLength = 8192

/** Returns the first gzip member; its length does not depend on the header. */
export function headerMember(header: DumpHeader): Buffer {
  const line = Buffer.from(`${headerPrefix}${JSON.stringify(header)}`)
  if (line.length > headerLength) throw new Error('The header of the dump is too long.')
  const text = Buffer.concat([line, Buffer.alloc(headerLength - line.length, ' '), Buffer.from('\n')])
  return gzipSync(text, { level: 0 })
}

/** Parses the first line. Throws `dump_refused` for anything else. */
export function parseHeader(line: string): DumpHeader {
  const invalid = dumpRefused('its first line is not that of a dump made by "planctl backup"')
  if (!line.startsWith(headerPrefix)) throw invalid
  let header: unknown
  try {
    header = JSON.parse(line.slice(headerPrefix.length))
  } catch {
    throw invalid
  }
  if (typeof header !== 'object' || header === null) throw invalid
  const given: Partial<Record<keyof DumpHeader, unknown>> = header
  const { format, scenario, created, postgresql, migrations, control, tables, rows, checksum } = given
  if (typeof format === 'number' && format > dumpFormat) {
    throw dumpRefused(`it was made by a newer release: format ${format}, known is ${dumpFormat}`)
  }
  if (
    typeof format !== 'number' ||
    typeof scenario !== 'string' ||
    typeof created !== 'string' ||
    typeof postgresql !== 'string' ||
    !Array.isArray(migrations) ||
    typeof tables !== 'number' ||
    typeof rows !== 'number' ||
    typeof checksum !== 'string'
  ) {
    throw invalid
  }
  const names = migrations.map(String)
  return {
    format,
    scenario,
    created,
    postgresql,
    migrations: names,
    control: control === true,
    tables,
    rows,
    checksum,
  }
}

export const dumpRefused = (reason: string, cause?: unknown): ServiceError =>
  new ServiceError('dump_refused', { reason: `The dump cannot be restored: ${reason}.` }, { cause })
