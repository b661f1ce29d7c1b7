/**
 * Copies rows that the service has computed into a table by COPY, while they are computed. Memory is limited to the
 * data that the database accepts at the moment, and the event loop runs in between. The values come from the service
 * itself, so they are not validated by codecs.
 */
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { identifier } from '../../../database/identifiers.ts'

/** A value for COPY; null for no value. */
export type Cell = string | number | boolean | null

/**
 * Copies rows of cells.
 * @param table as SQL
 * @param columns names, in the order of the cells
 * @returns the number of rows
 */
export function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<number> {
  return copyLines(client, table, columns, linesOf(rows))
}

/**
 * Copies rows that are already text: the cells of {@link copyText}, separated by tabs.
 * @returns the number of rows
 */
export async function copyLines(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${table} (${columns.map(identifier).join(', ')}) FROM STDIN`))
  await pipeline(Readable.from(chunksOf(lines), { objectMode: false }), copy)
  return copy.rowCount
}

function* linesOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  for (const cells of rows) yield cells.map(copyText).join('\t')
}

/** Returns a cell in COPY's text format. */
export const copyText = (cell: Cell): string =>
  cell === null ? '\\N' : typeof cell === 'string' ? escaped(cell) : String(cell)

/**
 * Number of characters sent at once: small enough to let the event loop run, large enough that the overhead does not
 * matter.
 */
const chunkLength = 2 ** 16

/**
 * Maximum work without yielding to the event loop, in milliseconds, and number of rows between two checks of the
 * clock, because some rows take long to compute.
 */
const [atOnce, together] = [50, 64]

async function* chunksOf(lines: Iterable<string>): AsyncGenerator<Buffer> {
  let chunk = ''
  let begun = performance.now()
  let made = 0
  for (const line of lines) {
    made += 1
    if (made % together === 0 && performance.now() - begun > atOnce) {
      await turn()
      begun = performance.now()
    }
    chunk += line
    chunk += '\n'
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const special = /[\\\t\n\r]/

const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character]!) : text
