/** Hashes what belongs to orders, row by row, in steps of some milliseconds: by the sums it is seen which rows are as they were. */
import { pauses, type Steps } from '../../planner/pauses.ts'
import { addHash, createRowHash, emptyHashes, type PartHashes } from './row-hash.ts'
import type { RowShape } from './row-shape.ts'

/** A row that belongs to an order, of which it has the number. */
export interface Part {
  readonly number: number
}

export interface HashedParts {
  readonly hashes: PartHashes
  /** By number of the order: 1 for those that have rows. */
  readonly has: Uint8Array
  /** 1 for orders of which two rows have the same key. */
  readonly doubled: Uint8Array
}

/** Calls back with every row. Expects that rows of an order with the same key follow each other, but for rows of other orders. */
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
    // Goes on after the key: values that change places between rows are other values.
    shape.markValues(row, hash)
    addHash(hashes.values, number, hash)
    if (pauses(at)) yield
    at += 1
  }
  return { hashes, has, doubled }
}
