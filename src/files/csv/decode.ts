/** Decodes text files: by their byte order mark, otherwise by the charset of the settings. The charset is never guessed. */
import { TextDecoder } from 'node:util'
import { fileRefused } from '../tables/columns.ts'

export interface Decoded {
  readonly text: AsyncIterable<string>
  /** Returns the charset with which the bytes were decoded; known after text was read. */
  readonly charset: () => string
}

const marks: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Starts with the same bytes as the mark of UTF-16. */
const utf32Mark: readonly number[] = [0xff, 0xfe, 0x00, 0x00]

const beginsWith = (chunk: Buffer, mark: readonly number[]): boolean =>
  mark.every((byte, place) => chunk[place] === byte)

/** Decodes the bytes. Throws `file_refused` with the line number for bytes that are not valid in the charset. */
export function decodeText(bytes: AsyncIterable<Buffer>, charset: string): Decoded {
  let taken = charset
  async function* text(): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    let lines = 1
    for await (const chunk of bytes) {
      if (decoder === undefined) {
        if (beginsWith(chunk, utf32Mark)) throw fileRefused({ code: 'file_utf32' })
        taken = marks.find(([, mark]) => beginsWith(chunk, mark))?.[0] ?? charset
        decoder = new TextDecoder(taken, { fatal: true })
      }
      const piece = decode(decoder, chunk, lines, taken)
      yield piece
      lines += countLines(piece)
    }
    if (decoder !== undefined) {
      const end = decode(decoder, undefined, lines, taken)
      if (end !== '') yield end
    }
  }
  return { text: text(), charset: () => taken }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number, charset: string): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    const readable = new TextDecoder(charset).decode(chunk)
    const place = line + countLines(readable.slice(0, Math.max(0, readable.indexOf('�'))))
    throw fileRefused({ code: 'file_bytes_not_valid', params: { line: place, charset } })
  }
}

/** Returns the number of line feeds in the text. */
export function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Returns whether the charset is supported by `TextDecoder`. */
export function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}
