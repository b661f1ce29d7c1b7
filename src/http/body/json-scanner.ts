/**
 * Counts the values of a JSON text while its bytes arrive, before they are parsed, and finds commas at which a long
 * list can be cut between its elements. It does not validate: `JSON.parse` reports syntax errors.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { BodyPolicy } from './body-policy.ts'

export type JsonLimits = Pick<BodyPolicy, 'maxValues' | 'maxRecordBytes' | 'maxRecordValues' | 'maxDepth'>

/** Number of bytes after which a list is cut: parsing one slice takes a millisecond. */
const cutBytes = 64 * 1024

const byteKind = { scalar: 0, blank: 1, quote: 2, open: 3, close: 4, comma: 5, colon: 6 } as const

const kinds = new Uint8Array(256)
for (const blank of ' \t\n\r') kinds[blank.charCodeAt(0)] = byteKind.blank
kinds[0x22] = byteKind.quote
for (const open of '{[') kinds[open.charCodeAt(0)] = byteKind.open
for (const close of '}]') kinds[close.charCodeAt(0)] = byteKind.close
kinds[0x2c] = byteKind.comma
kinds[0x3a] = byteKind.colon

const quote = 0x22
const backslash = 0x5c

export class JsonScanner {
  readonly #limits: JsonLimits
  #depth = 0
  #inText = false
  #escaped = false
  #inScalar = false
  #values = 0
  #recordValues = 0
  /** Number of bytes before the current piece, and offsets of the current record and of the last cut. */
  #before = 0
  #recordStart = 0
  #cutStart = 0
  /** If true, the text is a list, whose elements are records. */
  #isList: boolean | undefined

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  /**
   * Scans the next bytes, which are UTF-8. Returns the offsets of commas in them at which the list can be cut. Throws
   * `body_too_complex`, `record_too_large` and `malformed_json`.
   */
  scan(piece: Buffer): readonly number[] {
    const { length } = piece
    const limits = this.#limits
    const cuts: number[] = []
    let depth = this.#depth
    let inText = this.#inText
    let inScalar = this.#inScalar
    let values = 0
    let position = 0
    if (this.#escaped && length > 0) {
      position = 1
      this.#escaped = false
    }
    for (; position < length; position += 1) {
      const byte = piece[position]!
      if (inText) {
        if (byte === quote) inText = false
        else if (byte === backslash) {
          position += 1
          if (position === length) this.#escaped = true
        }
        continue
      }
      const kind = kinds[byte]!
      if (kind === byteKind.scalar) {
        if (!inScalar) {
          inScalar = true
          values += 1
        }
        continue
      }
      inScalar = false
      if (kind === byteKind.blank || kind === byteKind.colon) continue
      if (kind === byteKind.quote) {
        inText = true
        values += 1
      } else if (kind === byteKind.open) {
        this.#isList ??= byte === 0x5b
        values += 1
        depth += 1
        if (depth > limits.maxDepth) {
          throw new ServiceError('malformed_json', {
            reason: { code: 'json_too_deep', params: { limit: limits.maxDepth } },
          })
        }
      } else if (kind === byteKind.close) depth -= 1
      else if (depth === 1 && this.#isList === true) {
        const offset = this.#before + position
        this.#count(values)
        values = 0
        this.#endRecord(offset)
        if (offset - this.#cutStart >= cutBytes) {
          cuts.push(position)
          this.#cutStart = offset
        }
      }
    }
    this.#count(values)
    this.#before += length
    if (this.#before - this.#recordStart > limits.maxRecordBytes) throw recordTooLarge(limits)
    this.#depth = depth
    this.#inText = inText
    this.#inScalar = inScalar
    return cuts
  }

  #count(values: number): void {
    this.#values += values
    this.#recordValues += values
    const { maxValues, maxRecordValues } = this.#limits
    if (this.#recordValues > maxRecordValues) throw tooComplex(maxRecordValues)
    if (this.#values > maxValues) throw tooComplex(maxValues)
  }

  #endRecord(offset: number): void {
    if (offset - this.#recordStart > this.#limits.maxRecordBytes) throw recordTooLarge(this.#limits)
    this.#recordStart = offset
    this.#recordValues = 0
  }
}

const close = { headers: { Connection: 'close' } }

const tooComplex = (limit: number): ServiceError => new ServiceError('body_too_complex', { limit }, close)

const recordTooLarge = ({ maxRecordBytes }: JsonLimits): ServiceError =>
  new ServiceError('record_too_large', { limit: maxRecordBytes }, close)
