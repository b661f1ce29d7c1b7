/** Reads records as rows of texts, in batches as they arrive from the database. */
import { Readable } from 'node:stream'
import type { DataContext } from '../../data/context.ts'
import { planTexts, type ReadRequest, type RunOptions, runPlan } from '../../data/read/index.ts'
import type { CellText } from './write/sheet-source.ts'
import { databaseOf } from '../../data/relation.ts'

export interface RecordRows extends AsyncIterable<readonly (readonly CellText[])[]> {
  /** Ends the query, also if no row was read. */
  close(): void
}

/**
 * Starts the query. Rejects if the query fails before its first rows. Each row has one value per field of the
 * request, in the order of the fields. Callers that do not read to the end must call `close`.
 */
export async function openRecordRows(
  context: DataContext,
  request: ReadRequest,
  options: RunOptions,
): Promise<RecordRows> {
  const framing = { head: '', separator: '', tail: '' }
  const answer = await runPlan(
    databaseOf(context, request.entity),
    planTexts(context, request),
    framing,
    options,
  )
  const source = Buffer.isBuffer(answer) ? Readable.from([answer]) : answer
  return {
    [Symbol.asyncIterator]: () => batches(source),
    close: () => {
      source.destroy()
    },
  }
}

async function* batches(source: Readable): AsyncGenerator<readonly (readonly CellText[])[]> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new Error('COPY gives nothing but bytes.')
    // A line feed is never part of a multi-byte character, and in values it is escaped.
    const end = chunk.lastIndexOf(10) + 1
    if (end === 0) {
      rest = Buffer.concat([rest, chunk])
      continue
    }
    const whole = Buffer.concat([rest, chunk.subarray(0, end - 1)])
    rest = chunk.subarray(end)
    yield whole.toString('utf8').split('\n').map(rowOf)
  }
}

const rowOf = (line: string): readonly CellText[] =>
  line.includes('\\') ? line.split('\t').map(valueOf) : line.split('\t')

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Decodes a value of the text format of COPY. */
function valueOf(text: string): CellText {
  if (text === String.raw`\N`) return null
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\([\s\S])/g, (_found, letter: string) => escapes[letter] ?? letter)
}
