/**
 * Reads a JSON array of objects piece by piece, so that a file of any size requires the memory of one element only.
 * This code only splits the text at the commas between the elements; `JSON.parse` parses each element.
 */
import type { Message } from '../errors/messages.ts'
import { errorText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface ArrayElement {
  /** Index in the array, from 0. */
  readonly index: number
  /** Line of the text on which the element starts, from 1. */
  readonly line: number
  readonly value: unknown
}

/** Maximum size of one element in bytes. A larger element is caused by a missing closing quotation mark. */
const largestElement = 64 * 2 ** 20

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09

/** Returns a place in a file, such as `demo.json, line 12`. */
export const inFile = (file: string, place: Message): Message => ({
  code: 'listed',
  params: { before: file, after: place },
})

/** Position of the reader: before, inside or after the array. */
type Place = 'before' | 'first element' | 'element' | 'after'

/**
 * Yields the elements of the array in UTF-8 text as they arrive.
 * @param name name of the source for messages, such as a file name
 * @throws ServiceError `bad_request` with the line
 */
export async function* readJsonArray(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<ArrayElement> {
  let place: Place = 'before'
  let [line, startLine, index, depth, size] = [1, 1, 0, 0, 0]
  let [inString, escaped, blank] = [false, false, true]
  let parts: Buffer[] = []
  const fault = (where: number, message: Message): ServiceError => {
    const field = inFile(name, { code: 'place_line', params: { line: where } })
    return new ServiceError('bad_request', { reason: { code: 'nested', params: { field, message } } })
  }

  const element = (): ArrayElement => {
    if (blank) throw fault(line, { code: 'array_value_missing' })
    const text = Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    blank = true
    try {
      return { index: index++, line: startLine, value: JSON.parse(text) }
    } catch (cause) {
      throw fault(startLine, errorText(cause))
    }
  }

  for await (const chunk of chunks) {
    let from = 0
    const keep = (to: number): void => {
      if (place !== 'element' && place !== 'first element') return
      parts.push(chunk.subarray(from, to))
      size += to - from
      if (size > largestElement) throw fault(startLine, { code: 'array_element_endless' })
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (byte === newline) line += 1
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
        continue
      }
      if (isBlank(byte)) continue
      if (place === 'before') {
        // Skips the bytes of a byte order mark.
        if (byte === 0xef || byte === 0xbb || byte === 0xbf) continue
        if (byte !== openArray) throw fault(line, { code: 'array_expected' })
        place = 'first element'
        from = at + 1
        continue
      }
      if (place === 'after') throw fault(line, { code: 'array_text_behind' })
      if (depth === 0 && (byte === comma || byte === closeArray)) {
        keep(at)
        from = at + 1
        if (byte === comma || place === 'element' || !blank) yield element()
        place = byte === comma ? 'element' : 'after'
        parts = []
        size = 0
        startLine = line
        continue
      }
      if (blank) {
        blank = false
        startLine = line
      }
      if (byte === quote) inString = true
      else if (byte === openObject || byte === openArray) depth += 1
      else if (byte === closeObject || byte === closeArray) depth -= 1
      if (depth < 0) throw fault(line, { code: 'array_bracket_closes' })
    }
    keep(chunk.length)
  }
  if (place !== 'after') throw fault(line, { code: 'array_unfinished' })
}
