/** Parses JSON bodies: one text, or one text per line while the lines arrive. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError } from '../../errors/service-error.ts'
import type { BodyPolicy } from './body-policy.ts'
import { JsonRecords, turnMs } from './json-records.ts'
import { type JsonLimits, JsonScanner } from './json-scanner.ts'
import {
  malformedJson,
  parseAt,
  rejectNames,
  rejectNestedTexts,
  rejectRepeatedNames,
  rejectTexts,
} from './json-text.ts'
import { decodePiece, decoderOf, decodeText } from './text.ts'

export type JsonBody =
  | { readonly kind: 'empty' }
  /** A JSON text with any value. */
  | { readonly kind: 'json'; readonly value: unknown }
  /** A list that is too long to be parsed at once. */
  | { readonly kind: 'records'; readonly rows: JsonRecords }

/** Reads a JSON text in UTF-8. Its values are counted while it arrives, and a long list is kept in slices. */
export async function readJson(pieces: AsyncIterable<Buffer>, policy: BodyPolicy): Promise<JsonBody> {
  const scanner = new JsonScanner(policy)
  const slices: Buffer[] = []
  let pending: Buffer[] = []
  for await (const piece of pieces) {
    let start = 0
    for (const cut of await scanned(scanner, piece, slices, pending)) {
      pending.push(piece.subarray(start, cut))
      slices.push(Buffer.concat(pending))
      pending = []
      // The comma is dropped.
      start = cut + 1
    }
    pending.push(start === 0 ? piece : piece.subarray(start))
  }
  const rest = pending.length === 1 ? pending[0]! : Buffer.concat(pending)
  if (slices.length > 0) return { kind: 'records', rows: new JsonRecords([...slices, rest]) }
  const text = decodeText(rest, undefined)
  if (!/\S/.test(text)) return { kind: 'empty' }
  const value = parseAt(text)
  rejectRepeatedNames(text, value)
  rejectNames(text, value)
  // Fields of records validate their own texts.
  if (policy.lines) rejectNestedTexts(text, Array.isArray(value) ? value : [value])
  else rejectTexts(text, value)
  return { kind: 'json', value }
}

/**
 * Returns the offsets at which a piece can be cut. A text without a closing bracket or quote appears to contain one
 * endless record: its syntax error is more helpful than the size error.
 */
async function scanned(
  scanner: JsonScanner,
  piece: Buffer,
  slices: readonly Buffer[],
  pending: readonly Buffer[],
): Promise<readonly number[]> {
  try {
    return scanner.scan(piece)
  } catch (error) {
    const incomplete = new JsonRecords([...slices, Buffer.concat([...pending, piece])])
    throw (await incomplete.incompleteFault()) ?? error
  }
}

/**
 * Number of characters from which the values of a line are counted by scanning the text instead of traversing the
 * parsed value.
 */
const longLine = 65_536

/**
 * Yields one value per line while the lines arrive; blank lines are skipped. Memory holds one piece and one line. An
 * invalid line yields its error instead of a value: the caller decides whether the error invalidates the other lines.
 */
export async function* parseJsonLines(
  pieces: AsyncIterable<Buffer>,
  charset: string | undefined,
  limits: JsonLimits,
): AsyncGenerator {
  let number = 0
  for await (const line of lines(pieces, charset, limits.maxRecordBytes)) {
    number += 1
    if (line.trim() === '') continue
    yield parseLine(line, number, limits)
  }
}

function parseLine(line: string, number: number, limits: JsonLimits): unknown {
  try {
    if (line.length > longLine) new JsonScanner(limits).scan(Buffer.from(line))
    const value = parseAt(line, number)
    if (deeperThan(value, limits.maxDepth)) {
      throw malformedJson({ code: 'json_too_deep', params: { limit: limits.maxDepth } }, number)
    }
    rejectRepeatedNames(line, value, number)
    rejectNames(line, value, number)
    rejectNestedTexts(line, [value], number)
    return value
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => deeperThan(item, levels - 1))
  return Object.values(value).some((item) => deeperThan(item, levels - 1))
}

/**
 * Returns the bytes of a text in UTF-8; the number of characters if it is already enough to compare with the limit.
 */
const bytesOf = (text: string, most: number): number =>
  text.length * 3 <= most || text.length > most ? text.length : Buffer.byteLength(text)

async function* lines(
  pieces: AsyncIterable<Buffer>,
  charset: string | undefined,
  longest: number,
): AsyncGenerator<string> {
  const decoder = decoderOf(charset)
  let rest = ''
  let begun = performance.now()
  for await (const piece of pieces) {
    if (performance.now() - begun > turnMs) {
      await nextTurn()
      begun = performance.now()
    }
    // Only the new piece is searched: otherwise a line in many pieces would be searched again with each piece.
    const [first = '', ...others] = decodePiece(decoder, piece).split('\n')
    rest += first
    if (bytesOf(rest, longest) > longest) throw new ServiceError('record_too_large', { limit: longest })
    if (others.length === 0) continue
    yield rest
    rest = others.pop()!
    yield* others
  }
  rest += decodePiece(decoder, undefined)
  if (rest !== '') yield rest
}
