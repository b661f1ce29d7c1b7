/**
 * Rows that the service has computed go into a table by COPY, while they are made: neither all of them nor more than the
 * database takes at the moment is held, and others get a turn while they are made. They are of our own making, so no codec looks at them.
 */
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { identifier } from '../../../database/identifiers.ts'

/** A value as the database reads it; null for none. */
export type Cell = string | number | boolean | null

/**
 * @param table as SQL
 * @param columns names, in the order of the cells
 * @returns how many rows there were
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
 * Copies rows that are text already: the cells of {@link copyText}, with tabs in between.
 * @returns how many rows there were
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

/** A cell as COPY reads it. */
export const copyText = (cell: Cell): string =>
  cell === null ? '\\N' : typeof cell === 'string' ? escaped(cell) : String(cell)

/** Characters that are sent at once: few enough for others to get a turn, many enough to cost nothing. */
const chunkLength = 2 ** 16

/** Milliseconds of work after which others get a turn, and rows between two looks at the clock: some take long to make. */
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
