/**
 * Splits streamed CSV text into rows with their line numbers. Not a library for two reasons: a row with a broken
 * quote must cost only that line and not the rest of the file, and a million rows of twelve cells take one second
 * instead of twenty.
 *
 * A line without quotes is split by the delimiter. Only rows with quotes are parsed cell by cell.
 */
import type { Message } from '../../errors/messages.ts'
import { fileRefused } from '../tables/columns.ts'
import { type BrokenRow, mostColumns, type TableRow } from '../tables/source-table.ts'

/** Maximum length of a row in characters. Longer text is a missing quote or line end, not a row of data. */
export const longestRow = 16 * 2 ** 20

/** Cells of a row that continues in text that has not arrived yet; they are not parsed again. */
interface PendingRow {
  readonly cells: readonly string[]
  /** Index after them, from the start of the row. */
  readonly at: number
  /** Whether the last one is quoted and its delimiter or line end is still to come. */
  readonly closed: boolean
}

/** Text with what was found in it. */
interface Searched {
  readonly text: string
  readonly last: boolean
  readonly ends: LineEnds
  readonly delimiters: Finder
}

interface QuotedRow {
  readonly cells: readonly string[]
  /** Index at which the next row starts. */
  readonly next: number
}

/** The row continues in text that has not arrived yet. */
const incomplete = 'incomplete'
/** The same, in a quoted cell whose closing quote has not arrived. */
const inQuotes = 'in quotes'
/** The same, after a quote that the next character makes a doubled quote or a closing one. */
const atQuote = 'at quote'
type Incomplete = typeof incomplete | typeof inQuotes | typeof atQuote
const isIncomplete = (row: unknown): row is Incomplete =>
  row === incomplete || row === inQuotes || row === atQuote

export class RowSplitter {
  /** Number of comment lines. */
  comments = 0
  readonly #delimiter: string
  #rest = ''
  #line = 1
  /** Whether the text so far ends in a carriage return, which a line feed may follow. */
  #endsInReturn = false
  /** Whether the text so far ends within a quoted cell. */
  #endsInQuotes = false
  /** Whether it also ends in a quote that the next character makes a doubled quote or a closing one. */
  #endsInQuote = false
  #pending: PendingRow | undefined

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Line number at which the next row starts. */
  get line(): number {
    return this.#line
  }

  /**
   * Appends text and yields the rows that are complete; `last` marks the end of the text. Must be read to its end
   * before more text is appended. Rows are parsed as they are read, because a missing quote can make millions of rows
   * complete at the end of the text.
   */
  *push(chunk: string, last = false): Generator<TableRow | BrokenRow> {
    if (!last && this.#continues(chunk)) {
      this.#rest += chunk
      return
    }
    const text = this.#rest + chunk
    this.#endsInQuotes = false
    this.#endsInQuote = false
    let [start, quote] = [0, text.indexOf('"')]
    const ends = new LineEnds(text, last)
    const delimiters = new Finder(text, this.#delimiter)
    while (start < text.length) {
      const end = ends.after(start)
      if (end === undefined && !last) {
        if (text.length - start <= longestRow) break
        const params = { line: this.#line, millions: longestRow / 2 ** 20 }
        throw fileRefused({ code: 'csv_row_too_long', params })
      }
      const stop = end ?? text.length
      const line = this.#line
      if (quote !== -1 && quote < start) quote = text.indexOf('"', start)
      if (text[start] === '#') {
        this.comments += 1
      } else if (quote === -1 || quote >= stop) {
        if (stop > start) yield this.#split(line, text.slice(start, stop))
      } else {
        const row = this.#quoted({ text, last, ends, delimiters }, start)
        if (!isIncomplete(row)) this.#pending = undefined
        if (isIncomplete(row) && text.length - start <= longestRow) {
          this.#endsInQuotes = row !== incomplete
          this.#endsInQuote = row === atQuote
          break
        }
        if (typeof row === 'object') {
          yield { line, cells: row.cells }
          this.#line += lineEndsWithin(text, start, row.next)
          start = row.next
          continue
        }
        // Reports the line as faulty and parses the next line on its own, because it may be valid.
        this.#pending = undefined
        const fault = rowFault(isIncomplete(row) ? 'csv_quote_open' : row)
        yield { ...this.#split(line, text.slice(start, stop)), fault }
      }
      this.#line += 1
      start = ends.skip(stop)
    }
    this.#rest = text.slice(start)
    this.#endsInReturn = text.endsWith('\r')
  }

  /** Returns whether the text only continues a long row or quoted cell, which is then not searched again. */
  #continues(chunk: string): boolean {
    const { length } = this.#rest
    if (length === 0 || length + chunk.length > longestRow) return false
    if (this.#endsInQuotes) return this.#staysInQuotes(chunk)
    if (this.#endsInReturn) return false
    return !chunk.includes('\n') && !chunk.includes('\r')
  }

  /** Returns whether the text ends in the same quoted cell: all quotes in it are doubled. */
  #staysInQuotes(chunk: string): boolean {
    let from = 0
    if (this.#endsInQuote) {
      if (chunk[0] !== '"') return false
      from = 1
    }
    for (;;) {
      const quote = chunk.indexOf('"', from)
      this.#endsInQuote = quote !== -1 && quote + 1 === chunk.length
      if (quote === -1 || this.#endsInQuote) return true
      if (chunk[quote + 1] !== '"') return false
      from = quote + 2
    }
  }

  /** Returns the cells of a line without quotes; a line with too many is faulty. */
  #split(line: number, text: string): TableRow | BrokenRow {
    const cells = text.split(this.#delimiter, mostColumns + 1)
    return cells.length > mostColumns
      ? { line, cells, fault: rowFault('csv_too_many_cells') }
      : { line, cells }
  }

  /** Returns the row that starts at `start`, the code of its fault, or `incomplete`. */
  #quoted({ text, last, ends, delimiters }: Searched, start: number): QuotedRow | RowCode | Incomplete {
    const pending = start === 0 ? this.#pending : undefined
    const cells: string[] = pending === undefined ? [] : [...pending.cells]
    let at = start + (pending?.at ?? 0)
    let closed = pending?.closed ?? false
    const wait = (reason: Incomplete): Incomplete => {
      this.#pending = { cells, at: at - start, closed }
      return reason
    }
    while (cells.length <= mostColumns) {
      const open = skipBlanks(text, at)
      if (!closed && text[open] === '"') {
        const cell = quotedCell(text, open + 1, last)
        if (isIncomplete(cell)) return wait(cell)
        if (typeof cell === 'string') return cell
        cells.push(cell.value)
        at = cell.next
        closed = true
      } else if (!closed) {
        const end = ends.after(at)
        const delimiter = delimiters.after(at)
        const stop = Math.min(end ?? text.length, delimiter === -1 ? text.length : delimiter)
        if (stop === text.length && !last) return wait(incomplete)
        cells.push(text.slice(at, stop))
        at = stop
        closed = true
      }
      at = skipBlanks(text, at)
      if (at === text.length && !last) return wait(incomplete)
      if (text[at] === this.#delimiter) at += 1
      else if (at === text.length || text[at] === '\n' || text[at] === '\r') {
        if (text[at] === '\r' && at + 1 === text.length && !last) return wait(incomplete)
        return { cells, next: ends.skip(at) }
      } else {
        return 'csv_cell_goes_on'
      }
      closed = false
    }
    return 'csv_too_many_cells'
  }
}

/** Codes of the faults of a row. */
type RowCode = 'csv_cell_goes_on' | 'csv_quote_open' | 'csv_too_many_cells'

const rowFault = (code: RowCode): Message => ({
  code,
  params: code === 'csv_too_many_cells' ? { limit: mostColumns } : {},
})

/** Parses a quoted cell; `start` is the index after its opening quote. */
function quotedCell(
  text: string,
  start: number,
  last: boolean,
): { readonly value: string; readonly next: number } | RowCode | Incomplete {
  let from = start
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) return last ? 'csv_quote_open' : inQuotes
    if (close + 1 === text.length && !last) return atQuote
    if (text[close + 1] !== '"') {
      const value = text.slice(start, close)
      return { value: from === start ? value : value.replaceAll('""', '"'), next: close + 1 }
    }
    from = close + 2
  }
}

/** Skips spaces, because some programs write spaces around quoted cells. */
function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

/** Finds a character from any index on; a search that goes forward reads the text once. */
class Finder {
  readonly #text: string
  readonly #character: string
  /** The first index from `#from` on; -1 without any. */
  #found: number
  #from = 0

  constructor(text: string, character: string) {
    this.#text = text
    this.#character = character
    this.#found = text.indexOf(character)
  }

  after(start: number): number {
    if (start < this.#from) {
      const before = this.#text.slice(start, this.#from).indexOf(this.#character)
      if (before !== -1) this.#found = start + before
      this.#from = start
    } else if (this.#found !== -1 && this.#found < start) {
      this.#found = this.#text.indexOf(this.#character, start)
      this.#from = start
    }
    return this.#found
  }
}

/** Finds line feeds, carriage returns, and pairs of both, which may occur together in one file. */
class LineEnds {
  readonly #text: string
  readonly #last: boolean
  readonly #feeds: Finder
  readonly #returns: Finder

  constructor(text: string, last: boolean) {
    this.#text = text
    this.#last = last
    this.#feeds = new Finder(text, '\n')
    this.#returns = new Finder(text, '\r')
  }

  /** Returns the index at which the line that contains `start` ends; undefined if more text is required to find it. */
  after(start: number): number | undefined {
    const [feed, carriage] = [this.#feeds.after(start), this.#returns.after(start)]
    if (carriage !== -1 && (feed === -1 || carriage < feed)) {
      return carriage + 1 === this.#text.length && !this.#last ? undefined : carriage
    }
    return feed === -1 ? undefined : feed
  }

  /** Returns the index of the next line after a line end. */
  skip(end: number): number {
    return this.#text[end] === '\r' && this.#text[end + 1] === '\n' ? end + 2 : end + 1
  }
}

/** Counts the line ends of all kinds in a part of the text. */
function lineEndsWithin(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count += 1
  }
  return count
}
