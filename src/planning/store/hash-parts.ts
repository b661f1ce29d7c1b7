/** Hashes rows that belong to orders, in steps of about a millisecond. The sums of the hashes show which rows are unchanged. */
import type { Steps } from '../../planner/pauses.ts'
import { addHash, createRowHash, emptyHashes, hashPauses, type PartHashes } from './row-hash.ts'
import type { RowShape } from './row-shape.ts'

/** A row that belongs to an order, with the number of the order. */
export interface Part {
  readonly number: number
}

export interface HashedParts {
  readonly hashes: PartHashes
  /** By number of the order: 1 if it has rows. */
  readonly has: Uint8Array
  /** By number of the order: 1 if two of its rows have the same key. */
  readonly doubled: Uint8Array
}

/**
 * Hashes all rows and calls `onRow` with each. Expects that rows of an order with the same key are consecutive, apart
 * from rows of other orders.
 */
export function* hashParts<Row extends Part>(
  shape: RowShape<Row>,
  rows: Iterable<Row>,
  count: number,
  onRow?: (row: Row) => void,
): Steps<HashedParts> {
  const hashes: PartHashes = { keys: emptyHashes(count), values: emptyHashes(count) }
  const [has, doubled] = [new Uint8Array(count), new Uint8Array(count)]
  const hash = createRowHash()
  const last = emptyHashes(count)
  let at = 0
  for (const row of rows) {
    const { number } = row
    onRow?.(row)
    hash.begin()
    shape.markKey(row, hash)
    addHash(hashes.keys, number, hash)
    const { first, second } = hash
    if (has[number] === 1 && last.first[number] === first && last.second[number] === second)
      doubled[number] = 1
    has[number] = 1
    last.first[number] = first
    last.second[number] = second
    // The hash of the values includes the key, so that values exchanged between two rows count as a difference.
    shape.markValues(row, hash)
    addHash(hashes.values, number, hash)
    if (hashPauses(at)) yield
    at += 1
  }
  return { hashes, has, doubled }
}
