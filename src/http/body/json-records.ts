/**
 * A long list of records as it was sent, in slices cut between its elements. A slice is parsed when its records are
 * read. The event loop runs in between, so that other requests are processed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServiceError } from '../../errors/service-error.ts'
import { malformedAt, rejectNames, rejectNestedTexts, repeatedName } from './json-text.ts'
import { type JsonFault, locateJsonError } from './locate-json-error.ts'
import { decodeText } from './text.ts'

/** Milliseconds of work after which the event loop runs. */
export const turnMs = 4

/** Maximum number of characters of a word that may be cut off: a syntax error closer to the end is not certain. */
const longestWord = 64

export class JsonRecords implements AsyncIterable<unknown> {
  /** The text in UTF-8, without the commas at which it was cut. */
  readonly slices: readonly Buffer[]

  constructor(slices: readonly Buffer[]) {
    this.slices = slices
  }

  /**
   * Returns the records from the first one on; may be called several times. Throws `malformed_json` and
   * `malformed_body` for an invalid text.
   */
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    // One object for all records: an async generator costs three microtasks for each record.
    let records: readonly unknown[] = []
    let place = 0
    let slice = 0
    let begun = performance.now()
    const next = async (): Promise<IteratorResult<unknown>> => {
      if (slice === this.slices.length) return { done: true, value: undefined }
      if (performance.now() - begun > turnMs) {
        await nextTurn()
        begun = performance.now()
      }
      records = await this.#parse(slice)
      slice += 1
      place = 1
      return { done: false, value: records[0] }
    }
    return {
      next: () => {
        if (place < records.length) {
          place += 1
          return Promise.resolve({ done: false, value: records[place - 1] })
        }
        return next()
      },
    }
  }

  async #parse(place: number): Promise<readonly unknown[]> {
    const bytes = this.slices[place]!
    const last = place === this.slices.length - 1
    const text = decodeText(bytes, undefined, () => this.#offset(place))
    const records = parseList(`${place === 0 ? '' : '['}${text}${last ? '' : ']'}`)
    // There must be a value between two commas.
    if (records === undefined || records.length === 0) throw await this.#fault(place, text, last)
    const repeated = repeatedName(text, records, place > 0)
    if (repeated !== undefined) throw await this.#malformed(place, repeated)
    rejectNames(text, records)
    rejectNestedTexts(text, records)
    return records
  }

  /** Returns the number of bytes before a slice in the whole text. */
  #offset(place: number): number {
    return this.slices.slice(0, place).reduce((sum, { length }) => sum + length + 1, 0)
  }

  /** Returns the syntax error of a slice, with its position in the whole text. */
  async #fault(place: number, text: string, last: boolean): Promise<ServiceError> {
    const fault = locateJsonError(last ? text : `${text},`, { inList: place > 0 })
    if (fault === undefined) throw new Error('A list was cut where it cannot be.')
    return this.#malformed(place, fault)
  }

  /** Returns the syntax error of the last slice, which is incomplete; undefined if it has none so far. */
  async incompleteFault(): Promise<ServiceError | undefined> {
    const place = this.slices.length - 1
    const text = this.slices[place]!.toString('utf8')
    const fault = locateJsonError(text, { inList: place > 0 })
    if (fault === undefined || fault.position > text.length - longestWord) return undefined
    return this.#malformed(place, fault)
  }

  async #malformed(place: number, fault: JsonFault): Promise<ServiceError> {
    const before = await this.#placeOf(place)
    return malformedAt({
      reason: fault.reason,
      position: before.characters + fault.position,
      line: before.lines + fault.line,
      column: fault.line === 1 ? before.column + fault.column : fault.column,
    })
  }

  /** Returns the numbers of characters and line ends before a slice, and of characters since the last line end. */
  async #placeOf(place: number): Promise<{ characters: number; lines: number; column: number }> {
    const found = { characters: 0, lines: 0, column: 0 }
    for (const slice of this.slices.slice(0, place)) {
      await nextTurn()
      const text = `${slice.toString('utf8')},`
      // The byte order mark is not part of the text.
      const own = found.characters === 0 && text.startsWith('\ufeff') ? text.slice(1) : text
      found.characters += own.length
      const lines = own.split('\n')
      found.lines += lines.length - 1
      found.column = (lines.length === 1 ? found.column : 0) + lines.at(-1)!.length
    }
    return found
  }
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
