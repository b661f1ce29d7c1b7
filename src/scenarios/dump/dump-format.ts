/**
 * Format of a dump: gzipped SQL that can be restored with psql alone. Its first line is a comment with JSON about the
 * dump. Further comments mark its sections, so that a restore finds the rows of each table without reading the SQL.
 *
 * The first line is a separate gzip member, stored without compression and padded with spaces, because the counts and
 * the checksum are known only at the end and are then written over it.
 */
import { gzipSync } from 'node:zlib'
import { type Static, type TSchema, Type } from '../../contract/type.ts'
import { fits } from '../../settings/schema-check.ts'
import { asSentence, joinSentences, type Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'

export const dumpFormat = 1

const names = Type.Unsafe<readonly string[]>(Type.Array(Type.String()))

const headerSchema = Type.Object({
  format: Type.Number(),
  scenario: Type.String(),
  /** Time of the snapshot, in UTC. */
  created: Type.String(),
  /** Version of the PostgreSQL server. */
  postgresql: Type.String(),
  /** Migrations of the schema; a release can restore the dump only if it knows all of them. */
  migrations: names,
  /** Whether users, permissions and the registry of scenarios are included. */
  control: Type.Boolean(),
  tables: Type.Number(),
  rows: Type.Number(),
  /** SHA-256 of all bytes after the first gzip member. */
  checksum: Type.String(),
})
export type DumpHeader = Static<typeof headerSchema>

const tableSchema = Type.Object({
  table: Type.String(),
  columns: names,
  /** SQL types of the columns; dumps of older releases do not name them. */
  types: Type.Optional(names),
  /** Last value of the sequence of the identity column; dumps of older releases do not name it. */
  last: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,19}$' })),
})
export type TableMark = Static<typeof tableSchema>

/**
 * Marks of sections: the schema of the following statements, the table of the following rows, the foreign keys of the
 * schema, or its end.
 */
const markSchema = Type.Union([
  Type.Object({ schema: Type.String() }),
  tableSchema,
  Type.Object({ foreignKeys: Type.Literal(true) }),
  Type.Object({ end: Type.Literal(true) }),
])
export type Mark = Static<typeof markSchema>

const markPrefix = '--@ '

export const markLine = (mark: Mark): string => `${markPrefix}${JSON.stringify(mark)}\n`

/** Returns the mark of a line, or undefined if the line is not a mark. Throws for an unknown mark. */
export function parseMark(line: string): Mark | undefined {
  if (!line.startsWith(markPrefix)) return undefined
  const mark = parseObject(markSchema, line.slice(markPrefix.length))
  if (mark === undefined) throw dumpRefused({ code: 'dump_line_unknown', params: { line: shown(line) } })
  return mark
}

/** Start of the first line, before the JSON. */
export const headerPrefix = '-- '
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
  const text = line.startsWith(headerPrefix) ? line.slice(headerPrefix.length) : ''
  const format =
    parseObject(Type.Object({ format: headerSchema.properties.format }), text)?.format ?? dumpFormat
  if (format > dumpFormat) {
    throw dumpRefused({ code: 'dump_format_newer', params: { format, known: dumpFormat } })
  }
  const header = parseObject(headerSchema, text)
  if (header === undefined) throw dumpRefused({ code: 'dump_header_unknown' })
  return header
}

/** Returns the JSON object in the text, or undefined if the text is not JSON or does not match the schema. */
function parseObject<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return fits(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Maximum number of characters of a line or name of a dump in a message. */
const mostShown = 120

/** Returns the start of a text of a dump, for a message. */
export const shown = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)} …` : text

/** Returns the error of a dump that cannot be restored; the reason has no full stop. */
export const dumpRefused = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('dump_refused', { reason: { code: 'dump_not_restored', params: { reason } } }, { cause })

/** Adds the remedy for a dump whose tables or values do not fit those of this installation. */
export const withPsqlRemedy = (reason: Message): Message =>
  joinSentences(asSentence(reason), { code: 'restore_with_psql' })
