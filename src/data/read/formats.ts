/** Output formats of lists: their names, media types, and functions that create them. */
import type { Readable } from 'node:stream'
import type { Labels } from '../../model/labels/labels.ts'
import type { DataContext } from '../context.ts'
import type { ReadRequest } from './parse-read.ts'
import { type CsvStyle, planComment, planCsv, planRead } from './plan-read.ts'
import { recordSeparator } from './gathered.ts'
import { fetchTexts, type Framing, type RunOptions, runPlan } from './read-stream.ts'
import { databaseOf } from '../relation.ts'

export interface FormatOptions extends RunOptions {
  /** Indentation per level, in blanks; 0 for the compact form. Used for JSON only. */
  readonly indent: number
  /** Labels for headers, in formats with translated headers. Default: English. */
  readonly labels?: Labels
  /** Style of CSV. Default: comma-separated columns, decimal points, UTF-8. */
  readonly csv?: CsvStyle
  /** Whether CSV starts with the byte order mark. */
  readonly marked?: boolean
}

/** With it, spreadsheet programs and the import decode CSV as UTF-8, whatever `CSV_CHARSET` says. */
export const byteOrderMark = '\uFEFF'

export interface ListFormat {
  /** Value of the parameter `format`, and the file extension. */
  readonly name: string
  readonly mediaType: string
  /** Returns the whole response if it is small, otherwise a stream. */
  open(context: DataContext, request: ReadRequest, options: FormatOptions): Promise<Buffer | Readable>
}

/** Formats a JSON text over several lines. Records contain no integers beyond 2^53. */
export function indentJson(text: string, indent: number): string {
  return indent === 0 ? text : JSON.stringify(JSON.parse(text), null, indent)
}

function jsonFraming(indent: number): Framing {
  if (indent === 0) return { head: '[', separator: recordSeparator, tail: ']' }
  const margin = ' '.repeat(indent)
  return {
    head: '[',
    separator: ',',
    tail: '\n]',
    row: (text) => `\n${margin}${indentJson(text, indent).replaceAll('\n', `\n${margin}`)}`,
  }
}

export const listFormats: readonly ListFormat[] = [
  {
    name: 'json',
    mediaType: 'application/json',
    open: (context, request, options) =>
      runPlan(
        databaseOf(context, request.entity),
        planRead(context, request),
        jsonFraming(options.indent),
        options,
      ),
  },
  {
    name: 'ndjson',
    mediaType: 'application/x-ndjson',
    open: (context, request, options) =>
      runPlan(
        databaseOf(context, request.entity),
        planRead(context, request),
        { head: '', separator: '', tail: '', row: (text) => `${text}\n` },
        options,
      ),
  },
  {
    name: 'csv',
    mediaType: 'text/csv',
    open: async (context, request, options) => {
      const database = databaseOf(context, request.entity)
      const comment = planComment(context, request)
      const [found] = comment === undefined ? [] : await fetchTexts(database, comment, options)
      const plan = planCsv(context, request, options.csv, found === 'true')
      const head = options.marked === true ? byteOrderMark : ''
      return runPlan(database, plan, { head, separator: '', tail: '' }, options)
    },
  },
]

export const listFormatByName: ReadonlyMap<string, ListFormat> = new Map(
  listFormats.map((format) => [format.name, format]),
)
