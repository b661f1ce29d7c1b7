/**
 * The staging table of a batch: a temporary table, filled by COPY, that exists until the transaction ends. All
 * further steps are set-based SQL on this table.
 *
 * Column `_i` is the index of the record in the request. `_set` contains the given columns as a bit string by
 * position; merges use it only if the records of a batch give different columns. `_seen`, if the rows contain it, is the
 * time of the last change that was known when the row was written.
 */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnType } from '../../../database/ddl.ts'
import { identifier } from '../../../database/identifiers.ts'
import type { Model } from '../../../model/model.ts'
import type { Coerced } from '../../codecs.ts'
import type { AssumedDates } from '../request.ts'
import type { Shape, ShapeColumn, ShapedRow } from './shape.ts'

export const stage = 'pg_temp."_stage"'

/** Properties of the staged records of a batch. */
export interface Staged {
  readonly rows: number
  /** Columns given by at least one record, including the key. */
  readonly given: readonly ShapeColumn[]
  /** Whether all records give the same columns. */
  readonly uniform: boolean
  /** Positions of columns with a default whose blank cells are staged as nulls. */
  readonly blanks: ReadonlySet<number>
  /** Orders whose missing date was assumed. */
  readonly assumed?: AssumedDates
}

/** @param dated whether rows contain when their records were last changed */
export async function createStage(
  client: pg.ClientBase,
  model: Model,
  shape: Shape,
  dated = false,
): Promise<void> {
  const seen = dated ? '"_seen" timestamp, ' : ''
  const columns = shape.columns.map(({ field }) => `${identifier(field.column)} ${columnType(model, field)}`)
  await client.query(
    `CREATE TEMPORARY TABLE "_stage" ("_i" integer, "_set" varbit, ${seen}${columns.join(', ')}) ON COMMIT DROP`,
  )
}

const specialCharacters = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns one value in COPY's text format. */
export function copyText(value: Coerced | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return specialCharacters.test(value) ? value.replace(specialCharacters, (found) => escapes[found]!) : value
}

const chunkLength = 64 * 1024

export interface TableStaging {
  /** Positions that rows can give; the others stay empty. */
  readonly positions: readonly number[]
  /** Positions of columns with a default that had blank cells; complete after the rows are read. */
  readonly blanks: ReadonlySet<number>
  /** Whether rows contain when their records were last changed. */
  readonly dated: boolean
}

/** Rows as they are read. */
export interface RowSource<Raw> {
  readonly raw: AsyncIterable<Raw> | Iterable<Raw>
  /** Converts a row; returns undefined for one that is not staged. */
  readonly convert: (raw: Raw) => ShapedRow | undefined
}

/**
 * Fills the staging table with rows as they arrive, in constant memory. An error of the source ends the COPY and is
 * thrown again; the transaction must then be rolled back.
 * @param table properties of rows of a table that are known before they are read
 */
export async function stageRows<Raw>(
  client: pg.ClientBase,
  shape: Shape,
  source: RowSource<Raw>,
  table?: TableStaging,
): Promise<Staged> {
  const positions = table?.positions ?? shape.columns.map(({ position }) => position)
  const names = positions.map((position) => shape.columns[position]!.field.column)
  const dated = table?.dated === true
  const columns = ['_i', '_set', ...(dated ? ['_seen'] : []), ...names].map(identifier)
  const tally = new Tally(shape.columns.length)
  await pipeline(
    copyLines(source, { positions, dated }, tally),
    client.query(copyFrom(`COPY ${stage} (${columns.join(', ')}) FROM STDIN`)),
  )
  return {
    rows: tally.rows,
    given: shape.columns.filter(({ position }) => position === 0 || tally.wasGiven(position)),
    uniform: tally.uniform,
    blanks: table?.blanks ?? new Set(),
  }
}

/** Yields lines of COPY in chunks. Rows are converted here, because a generator in between takes longer than most of them. */
async function* copyLines<Raw>(
  { raw: rows, convert }: RowSource<Raw>,
  { positions, dated }: Pick<TableStaging, 'positions' | 'dated'>,
  tally: Tally,
): AsyncGenerator<string> {
  let chunk = ''
  for await (const raw of rows) {
    const row = convert(raw)
    if (row === undefined) continue
    const { index, values, seen } = row
    chunk += `${index}\t${tally.count(values)}`
    if (dated) chunk += `\t${copyText(seen)}`
    for (const position of positions) chunk += `\t${copyText(values[position])}`
    chunk += '\n'
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Counts rows and the columns that they give. */
class Tally {
  rows = 0
  uniform = true
  readonly #ever: boolean[]
  /** The given columns of the previous row, and its mask; most rows of a batch give the same columns. */
  readonly #last: boolean[]
  #mask: string | undefined

  constructor(columns: number) {
    this.#ever = Array.from({ length: columns }, () => false)
    this.#last = Array.from({ length: columns }, () => false)
  }

  /** Counts a row and returns its mask. */
  count(values: readonly (Coerced | undefined)[]): string {
    this.rows += 1
    const last = this.#last
    let position = 0
    while (position < values.length && (values[position] !== undefined) === last[position]) position += 1
    if (this.#mask !== undefined && position === values.length) return this.#mask
    if (this.#mask !== undefined) this.uniform = false
    let mask = ''
    for (position = 0; position < values.length; position += 1) {
      const given = values[position] !== undefined
      last[position] = given
      mask += given ? '1' : '0'
      if (given) this.#ever[position] = true
    }
    this.#mask = mask
    return mask
  }

  wasGiven(position: number): boolean {
    return this.#ever[position] ?? false
  }
}
