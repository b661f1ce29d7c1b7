/**
 * Parses the parts that describe other parts (relations, styles, the list of sheets); also parses XML of any size as
 * a stream.
 */
import { setImmediate } from 'node:timers/promises'
import type { Message } from '../../../errors/messages.ts'
import { errorText } from '../../../errors/plain-text.ts'
import { type Archive, refusedFile } from './archive.ts'
import { decodeXml } from './decode-text.ts'
import { type XmlHandler, XmlScanner } from './xml-scanner.ts'

const largest = 32 * 2 ** 20
/**
 * Number of characters that are parsed before the event loop may take a turn, and time of a turn in milliseconds: a
 * few characters can be a row of thousands of blank cells.
 */
const sliceLength = 16_384
const turnMs = 10

/** Parses a part. Throws `file_refused` if it is damaged or too large. */
export async function scanPart(archive: Archive, name: string, handler: Partial<XmlHandler>): Promise<void> {
  if (archive.size(name) > largest)
    throw refusedFile({ code: 'workbook_part_too_large', params: { part: name } })
  await scan(name, archive.read(name), { open: () => {}, text: () => {}, close: () => {}, ...handler })
}

/** Parses streamed XML of any size, and yields the results of `taken` after each piece. */
export async function* scanPieces<Piece>(
  name: string,
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
  taken: () => Iterable<Piece>,
): AsyncGenerator<Piece> {
  const scanner = new XmlScanner(handler)
  const step = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      throw damaged(name, error)
    }
  }
  const pieces = decodeXml(bytes)
  let begun = performance.now()
  for (;;) {
    const next = await nextPiece(name, pieces)
    if (next === undefined) break
    for (let from = 0; from < next.length; from += sliceLength) {
      step(() => scanner.write(next.slice(from, from + sliceLength)))
      yield* taken()
      if (performance.now() - begun < turnMs) continue
      await setImmediate()
      begun = performance.now()
    }
  }
  step(() => scanner.end())
  yield* taken()
}

async function nextPiece(name: string, pieces: AsyncGenerator<string>): Promise<string | undefined> {
  try {
    const { done, value } = await pieces.next()
    return done === true ? undefined : value
  } catch (error) {
    throw damaged(name, error)
  }
}

async function scan(name: string, bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const pieces = scanPieces(name, bytes, handler, () => [])
  while ((await pieces.next()).done !== true);
}

function damaged(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || 'status' in error) return error
  const isText = !('code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
  const reason: Message = isText ? errorText(error) : { code: 'part_not_text' }
  return refusedFile({ code: 'workbook_part_damaged', params: { part: name, reason } }, error)
}
