/** Hashes of rows, used to find out whether a row has changed. Each hash consists of two 32-bit numbers. */
import { pauses } from '../../planner/pauses.ts'
import type { Mark } from '../../planner/result/result.ts'

export interface RowHash extends Mark {
  /** Starts a row. */
  readonly begin: () => void
  /** Hash of the values since the start of the row. */
  readonly first: number
  readonly second: number
}

/** Codes for the end of a value and for a missing value. */
const [separator, nothing] = [0x1_0001, 0x1_0002]

export function createRowHash(): RowHash {
  const float = new Float64Array(1)
  const words = new Int32Array(float.buffer)
  // A typed array, because plain numbers in the closure would be boxed again with every value.
  const state = new Int32Array(2)
  const end = (code: number): void => {
    const a = Math.imul(state[0]! ^ code, 0x01000193)
    const b = Math.imul(state[1]! ^ code, 0x5bd1e995)
    state[0] = a ^ (a >>> 16)
    state[1] = b ^ (b >>> 15)
  }
  return {
    get first() {
      return state[0]! >>> 0
    },
    get second() {
      return state[1]! >>> 0
    },
    begin: () => {
      state[0] = 0x9e3779b1
      state[1] = 0x85ebca77
    },
    text: (value) => {
      let [a, b] = [state[0]!, state[1]!]
      for (let at = 0; at < value.length; at += 1) {
        const code = value.charCodeAt(at)
        a = Math.imul(a ^ code, 0x01000193)
        b = Math.imul(b ^ code, 0x5bd1e995)
        b ^= b >>> 15
      }
      state[0] = a
      state[1] = b
      end(separator)
    },
    number: (value) => {
      float[0] = value
      end(words[0]!)
      end(words[1]!)
      end(separator)
    },
    nothing: () => end(nothing),
  }
}

/**
 * Number of rows hashed between two pauses, which takes about a millisecond: rows are hashed while others are sent to
 * the database, and longer steps would let the database wait for rows.
 */
const hashedTogether = 512

/** Returns whether to pause after hashing the row at `index`. */
export const hashPauses = (index: number): boolean => pauses(index, hashedTogether)

/** Hashes by index of their owner. The hash of an owner is the sum over its rows, regardless of their order. */
export interface Hashes {
  readonly first: Uint32Array
  readonly second: Uint32Array
}

/** Hashes of rows that belong to owners: of the keys, which identify the rows, and of keys and values together. */
export interface PartHashes {
  readonly keys: Hashes
  readonly values: Hashes
}

export const emptyHashes = (count: number): Hashes => ({
  first: new Uint32Array(count),
  second: new Uint32Array(count),
})

/** Adds the row that was hashed last. */
export function addHash(
  { first, second }: Hashes,
  place: number,
  hash: Pick<RowHash, 'first' | 'second'>,
): void {
  first[place] = first[place]! + hash.first
  second[place] = second[place]! + hash.second
}
