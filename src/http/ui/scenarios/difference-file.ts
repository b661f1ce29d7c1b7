/** Writes the differences of two scenarios to a file: all of them, in constant memory. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { streamOwner } from '../../../data/context.ts'
import { type DifferenceRequest, openDifference } from '../../../scenarios/difference/open-difference.ts'
import {
  differenceChunks,
  type DifferencePage,
  type DifferentRecord,
} from '../../../scenarios/difference/read-differences.ts'
import type { Answer } from '../../answer.ts'
import { attachment } from '../../files/content-disposition.ts'
import type { WordCall } from '../word-call.ts'

type FileFormat = 'json' | 'csv'

/** Output format of records. */
interface Form {
  readonly type: string
  readonly head: (withBase: boolean) => string
  /** Separator between two pieces. */
  readonly separator: string
  readonly tail: string
  record(record: DifferentRecord, withBase: boolean): string
}

const forms: Readonly<Record<FileFormat, Form>> = {
  json: {
    type: 'application/json',
    head: () => '[',
    separator: ',\n',
    tail: ']',
    record: (record) => JSON.stringify(record),
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (withBase) => `${columns(withBase).join(',')}\r\n`,
    separator: '',
    tail: '',
    record: csvLines,
  },
}

const columns = (withBase: boolean): readonly string[] =>
  withBase
    ? ['entity', 'key', 'changed', 'conflict', 'field', 'base', 'a', 'b']
    : ['entity', 'key', 'in', 'field', 'a', 'b']

/** Returns one line for each field that differs. */
function csvLines(
  { entity, key, key_a, key_b, changed, conflict, fields }: DifferentRecord,
  withBase: boolean,
): string {
  const where = key_a === null ? 'b' : key_b === null ? 'a' : 'both'
  const record = withBase ? [entity, key, changed, conflict] : [entity, key, where]
  const values = Object.entries(fields)
  const lines = values.length === 0 ? [[null, {}] as const] : values
  return lines
    .map(
      ([field, { base, a, b }]: readonly [string | null, { base?: unknown; a?: unknown; b?: unknown }]) => {
        const cells = withBase ? [...record, field, base, a, b] : [...record, field, a, b]
        return `${cells.map(cell).join(',')}\r\n`
      },
    )
    .join('')
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // An empty text is quoted, to distinguish it from a missing value.
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the response once the differences are found; records are read as fast as the client receives them. */
export function differenceFile(
  { context, exchange }: WordCall,
  request: DifferenceRequest,
  {
    withBase,
    format,
    ...filter
  }: Pick<DifferencePage, 'changed' | 'changeset' | 'withBase'> & { readonly format: FileFormat },
): Promise<Answer> {
  const { home, model, actor } = context
  const form = forms[format]
  const body = new PassThrough()
  const left = new AbortController()
  body.once('close', () => left.abort())
  const signal = AbortSignal.any([exchange.signal, left.signal])
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const write = async (text: string): Promise<void> => {
    if (text !== '' && !body.write(text)) await once(body, 'drain', { signal })
  }
  home
    .withTransaction(
      async (client) => {
        const difference = await openDifference(client, model, { ...request, decisions: withBase })
        resolve({
          status: 200,
          headers: {
            'content-type': form.type,
            'content-disposition': attachment(`${request.a}-${request.b}.${format}`),
          },
          body,
        })
        await write(form.head(withBase))
        let written = false
        for await (const records of differenceChunks(client, difference, { ...filter, withBase })) {
          const text = records.map((record) => form.record(record, withBase)).join(form.separator)
          if (text === '') continue
          await write(written ? `${form.separator}${text}` : text)
          written = true
        }
        await write(form.tail)
      },
      { isolation: 'repeatable read', signal, stream: { owner: streamOwner(actor) } },
    )
    .then(
      () => body.end(),
      (error: unknown) => {
        reject(error)
        body.destroy(error instanceof Error ? error : new Error(String(error)))
      },
    )
  return promise
}
