/** JSON bodies: one text, or one text per line as they arrive. */
import type { TextDecoder } from 'node:util'
import { ServiceError } from '../../errors/service-error.ts'
import { locateJsonError } from './locate-json-error.ts'
import { decoderOf, invalidText } from './text.ts'

/** Values nested deeper than this are no data of ours, and could exhaust the stack of whoever walks them. */
const deepest = 100

/** Parses a JSON text. Throws `malformed_json` with the place of the fault. */
export function parseJson(text: string): unknown {
  const value = parse(text, '')
  if (deeperThan(value, deepest)) throw tooDeep('')
  return value
}

function parse(text: string, place: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    const fault = locateJsonError(text)
    if (fault === undefined) throw error
    const where = `line ${fault.line} column ${fault.column} (char ${fault.position})`
    throw new ServiceError('malformed_json', { reason: `${place}${where}: ${fault.reason}` })
  }
}

const tooDeep = (place: string): ServiceError =>
  new ServiceError('malformed_json', { reason: `${place}values are nested deeper than ${deepest} levels` })

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => deeperThan(item, levels - 1))
  return Object.values(value).some((item) => deeperThan(item, levels - 1))
}

/** Characters of one line. */
const longestLine = 16 * 1024 * 1024

/**
 * One value per line, as the lines arrive; blank lines are passed over. Memory holds one piece and one line. In
 * place of a line that is no value stands what is wrong with it: whoever reads the lines decides whether it
 * spoils the others.
 */
export async function* parseJsonLines(
  pieces: AsyncIterable<Buffer>,
  charset: string | undefined,
): AsyncGenerator {
  let number = 0
  for await (const line of lines(pieces, charset)) {
    number += 1
    if (line.trim() === '') continue
    const place = `record at line ${number}, `
    yield parseLine(line, place)
  }
}

function parseLine(line: string, place: string): unknown {
  try {
    const value = parse(line, place)
    return deeperThan(value, deepest) ? tooDeep(place) : value
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

async function* lines(pieces: AsyncIterable<Buffer>, charset: string | undefined): AsyncGenerator<string> {
  const decoder = decoderOf(charset)
  let rest = ''
  for await (const piece of pieces) {
    // Only the new piece is searched: a line in many pieces would otherwise be searched again with each.
    const [first = '', ...others] = decode(decoder, piece).split('\n')
    rest += first
    if (rest.length > longestLine) {
      throw new ServiceError('malformed_json', { reason: `a line is longer than ${longestLine} characters` })
    }
    if (others.length === 0) continue
    yield rest
    rest = others.pop()!
    yield* others
  }
  rest += decode(decoder, undefined)
  if (rest !== '') yield rest
}

function decode(decoder: TextDecoder, piece: Buffer | undefined): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw invalidText(decoder.encoding, undefined)
  }
}
