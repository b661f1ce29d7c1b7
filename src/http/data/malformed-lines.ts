/** Lines of a request that are not valid JSON: they reject the request, or are errors among the outcomes. */
import type { RecordOutcome, WriteRequest, WriteResult } from '../../data/write/request.ts'
import { type RecordErrors, recordLevel, ServiceError } from '../../errors/service-error.ts'

/**
 * Maximum number of invalid records: a batch with more is rejected with those found so far, because their messages
 * must fit in memory.
 */
export const mostFaults = 10_000

/** Collects malformed lines by their index in the request, in its order. */
export class MalformedLines {
  readonly #byIndex = new Map<number, RecordErrors>()

  /** Throws `invalid_record` above the maximum number of invalid records. */
  add(index: number, { params }: ServiceError): void {
    if (this.#byIndex.size === mostFaults) {
      throw new ServiceError('invalid_record', {}, { records: { total: index, byIndex: this.#byIndex } })
    }
    this.#byIndex.set(index, { [recordLevel]: [{ code: 'malformed_json', params }] })
  }

  /** Inserts the lines into the result of the other records, which contains all outcomes or those of invalid ones. */
  addTo(result: WriteResult, contained: WriteRequest['returning']): WriteResult {
    if (this.#byIndex.size === 0) return result
    const { outcomes: others } = result
    const outcomes = contained === 'failures' ? this.#amongFailures(others) : this.#amongAll(others)
    return { ...result, failed: result.failed + this.#byIndex.size, outcomes }
  }

  #amongAll(others: readonly RecordOutcome[]): readonly RecordOutcome[] {
    const rest = others.values()
    return Array.from({ length: others.length + this.#byIndex.size }, (_, index): RecordOutcome => {
      const errors = this.#byIndex.get(index)
      return errors === undefined ? rest.next().value! : { outcome: 'failed', key: null, errors }
    })
  }

  /** The other records are counted without the malformed lines. */
  #amongFailures(others: readonly RecordOutcome[]): readonly RecordOutcome[] {
    const lines = [...this.#byIndex].map(
      ([index, errors]) => ({ index, outcome: 'failed', key: null, errors }) as const,
    )
    let before = 0
    const moved = others.map(({ index: among = 0, ...other }) => {
      while (before < lines.length && lines[before]!.index <= among + before) before += 1
      return { index: among + before, ...other }
    })
    return [...lines, ...moved].toSorted((one, other) => one.index - other.index)
  }
}

/**
 * Yields the records without the malformed lines. In lenient mode these lines are collected, and the other records are
 * written; without a collection, the first malformed line throws.
 */
export async function* wellFormed(
  rows: WriteRequest['rows'],
  malformed: MalformedLines | undefined,
): AsyncGenerator {
  let index = 0
  for await (const row of rows) {
    if (!(row instanceof ServiceError)) yield row
    else if (malformed === undefined) throw row
    else malformed.add(index, row)
    index += 1
  }
}
