/**
 * Caches computed differences for further pages, so that a page costs only its own records and not the comparison of
 * all records. The cache is limited in number, size and time; a write to one of the scenarios invalidates the entry.
 */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type pg from 'pg'
import type { Model } from '../../model/model.ts'
import { isMergeable } from './matching.ts'
import {
  type Difference,
  type DifferenceRequest,
  type EntityDifferences,
  openDifference,
} from './open-difference.ts'
import { type Decision, readDecisions } from './last-sets.ts'
import {
  countDifferences,
  type DifferencePage,
  type DifferentRecord,
  readDifferences,
} from './read-differences.ts'
import { type DifferenceState, isUnchanged, readState } from './state.ts'

/** A difference without the tables from which it was read. */
export interface DifferenceView extends Pick<Difference, 'a' | 'b' | 'ancestor'> {
  readonly decisions: readonly Decision[]
  readonly entities: readonly Omit<EntityDifferences, 'relation' | 'table'>[]
}

/** A page of differences. */
export interface DifferenceRead {
  readonly view: DifferenceView
  /** Number of records that match the filter. */
  readonly count: number
  readonly records: readonly DifferentRecord[]
}

export interface KeptDifferences {
  /**
   * Returns a page of the differences. The transaction must use one snapshot.
   * @throws ServiceError `scenario_busy` as `openDifference`
   */
  read(
    client: pg.ClientBase,
    model: Model,
    request: DifferenceRequest,
    page: DifferencePage,
  ): Promise<DifferenceRead>
}

/** Number of records that are compressed together. */
const recordsPerChunk = 1_000
/** Number of chunks that are read with the first page, and with later pages that are not cached. */
const [firstChunks, laterChunks] = [5, 50]
const maxKept = 16
const maxBytes = 64 * 1024 * 1024
const maxIdleMs = 10 * 60_000

const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)]

interface Kept {
  readonly model: Model
  readonly state: DifferenceState
  readonly view: DifferenceView
  readonly count: number
  /** Compressed JSON of records, by the number of the chunk. */
  readonly chunks: Map<number, Buffer>
  used: number
}

export function createKeptDifferences(now: () => number = Date.now): KeptDifferences {
  // Ordered by last use, the most recently used entry last.
  const kept = new Map<string, Kept>()

  const sizeOf = ({ chunks }: Kept): number =>
    [...chunks.values()].reduce((sum, { length }) => sum + length, 0)

  function keep(key: string, difference: Kept): void {
    kept.delete(key)
    kept.set(key, difference)
    let bytes = [...kept.values()].reduce((sum, one) => sum + sizeOf(one), 0)
    for (const [name, one] of kept) {
      const isIdle = now() - one.used > maxIdleMs
      if (!isIdle && kept.size <= maxKept && bytes <= maxBytes) break
      kept.delete(name)
      bytes -= sizeOf(one)
    }
  }

  /** Returns the records of a page, or undefined if they are not all cached. */
  async function recordsOf({ chunks, count }: Kept, { limit, offset }: DifferencePage) {
    const end = Math.min(offset + limit, count)
    const records: DifferentRecord[] = []
    for (let chunk = Math.floor(offset / recordsPerChunk); chunk * recordsPerChunk < end; chunk += 1) {
      const packed = chunks.get(chunk)
      if (packed === undefined) return undefined
      const all: readonly DifferentRecord[] = JSON.parse((await unpack(packed)).toString())
      const first = chunk * recordsPerChunk
      records.push(...all.slice(Math.max(0, offset - first), end - first))
    }
    return records
  }

  return {
    read: async (client, model, request, page) => {
      const { changed, changeset, withBase } = page
      const key = JSON.stringify([
        request.a,
        request.b,
        request.entities,
        request.alone,
        changed,
        changeset,
        withBase,
      ])
      const before = kept.get(key)
      const isHeld =
        before !== undefined && before.model === model && (await isUnchanged(client, request, before.state))
      const held = isHeld ? await recordsOf(before, page) : undefined
      if (before !== undefined && held !== undefined) {
        before.used = now()
        keep(key, before)
        return { view: before.view, count: before.count, records: held }
      }
      const state = await readState(client, request)
      const difference = await openDifference(client, model, { ...request, decisions: withBase })
      const { a, b, ancestor } = difference
      const view: DifferenceView = {
        a,
        b,
        ancestor,
        decisions: withBase ? await readDecisions(client, difference) : [],
        entities: difference.entities.map(({ relation: _relation, table: _table, ...found }) => found),
      }
      // Texts that users write to each other are not in the log, so changes to them would not invalidate the cache.
      const count = await countDifferences(client, difference, page)
      if (!difference.entities.every(({ entity }) => isMergeable(model, entity)))
        return { view, count, records: await readDifferences(client, difference, page) }
      const first = Math.floor(page.offset / recordsPerChunk)
      const size = (first === 0 ? firstChunks : laterChunks) * recordsPerChunk
      const read = await readDifferences(client, difference, {
        ...page,
        offset: first * recordsPerChunk,
        limit: size,
      })
      const chunks = new Map(isHeld ? before.chunks : [])
      for (let start = 0; start < read.length; start += recordsPerChunk) {
        const packed = await pack(JSON.stringify(read.slice(start, start + recordsPerChunk)))
        chunks.set(first + start / recordsPerChunk, packed)
      }
      keep(key, { model, state, view, count, chunks, used: now() })
      const skipped = page.offset - first * recordsPerChunk
      return { view, count, records: read.slice(skipped, skipped + page.limit) }
    },
  }
}
