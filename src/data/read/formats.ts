/** The formats in which lists are given out. A format is a row: how it is asked for, named, and made. */
import type { Readable } from 'node:stream'
import type { Labels } from '../../model/labels/labels.ts'
import type { DataContext } from '../context.ts'
import type { ReadRequest } from './parse-read.ts'
import { type CsvStyle, planComment, planCsv, planRead } from './plan-read.ts'
import { type Framing, type RunOptions, runPlan } from './read-stream.ts'

export interface FormatOptions extends RunOptions {
  /** Blanks per level; 0 for the compact form. Only JSON has levels. */
  readonly indent: number
  /** Words for headers, in formats whose headers speak the reader's language. Without them: English. */
  readonly labels?: Labels
  /** How CSV is written. Without it: commas between columns, points in numbers, UTF-8. */
  readonly csv?: CsvStyle
}

export interface ListFormat {
  /** Value of the parameter `format`, and the extension of a file. */
  readonly name: string
  readonly mediaType: string
  /** The whole answer when it is small, else a stream of it. */
  open(context: DataContext, request: ReadRequest, options: FormatOptions): Promise<Buffer | Readable>
}

/** Renders a JSON text again, over several lines. Integers beyond 2^53 do not occur in records. */
export function indentJson(text: string, indent: number): string {
  return indent === 0 ? text : JSON.stringify(JSON.parse(text), null, indent)
}

function jsonFraming(indent: number): Framing {
  if (indent === 0) return { head: '[', separator: ',\n', tail: ']' }
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
      runPlan(context.database, planRead(context, request), jsonFraming(options.indent), options),
  },
  {
    name: 'ndjson',
    mediaType: 'application/x-ndjson',
    open: (context, request, options) =>
      runPlan(
        context.database,
        planRead(context, request),
        { head: '', separator: '', tail: '', row: (text) => `${text}\n` },
        options,
      ),
  },
  {
    name: 'csv',
    mediaType: 'text/csv',
    open: async (context, request, options) => {
      const comment = planComment(context, request, options.csv)
      const found =
        comment === undefined ? undefined : await context.database.query<{ found: boolean }>(comment)
      const plan = planCsv(context, request, options.csv, found?.rows[0]?.found)
      return runPlan(context.database, plan, { head: '', separator: '', tail: '' }, options)
    },
  },
]

export const listFormatByName: ReadonlyMap<string, ListFormat> = new Map(
  listFormats.map((format) => [format.name, format]),
)
