/** Hashes of rows, by which it is found out whether a row is as it was. Two numbers of 32 bits for each. */
import type { Cell } from '../../data/write/computed/copy-rows.ts'

export interface RowHash {
  /** Hashes a row; the answer is in `first` and `second` until the next one. */
  readonly of: (cells: readonly Cell[]) => void
  first: number
  second: number
}

/** Stand for the end of a cell, and for cells without a text or a number. */
const [separator, nothing, yes, no] = [0x1_0001, 0x1_0002, 0x1_0003, 0x1_0004]

export function createRowHash(): RowHash {
  const number = new Float64Array(1)
  const words = new Uint32Array(number.buffer)
  const hash: RowHash = {
    first: 0,
    second: 0,
    of: (cells) => {
      let a = 0x9e3779b1 | 0
      let b = 0x85ebca77 | 0
      for (let place = 0; place < cells.length; place += 1) {
        const cell = cells[place]!
        if (typeof cell === 'string') {
          for (let at = 0; at < cell.length; at += 1) {
            const code = cell.charCodeAt(at)
            a = Math.imul(a ^ code, 0x01000193)
            b = Math.imul(b ^ code, 0x5bd1e995)
            b ^= b >>> 15
          }
        } else if (typeof cell === 'number') {
          number[0] = cell
          for (const word of [words[0]!, words[1]!]) {
            a = Math.imul(a ^ word, 0x01000193)
            a ^= a >>> 16
            b = Math.imul(b ^ word, 0x5bd1e995)
            b ^= b >>> 15
          }
        } else {
          const code = cell === null ? nothing : cell ? yes : no
          a = Math.imul(a ^ code, 0x01000193)
          b = Math.imul(b ^ code, 0x5bd1e995)
        }
        a = Math.imul(a ^ separator, 0x01000193)
        b = Math.imul(b ^ separator, 0x5bd1e995)
        a ^= a >>> 16
        b ^= b >>> 15
      }
      hash.first = a >>> 0
      hash.second = b >>> 0
    },
  }
  return hash
}

/** Hashes of so many things that consist of rows, in whatever order these come. */
export interface Hashes {
  readonly first: Uint32Array
  readonly second: Uint32Array
}

export const emptyHashes = (count: number): Hashes => ({
  first: new Uint32Array(count),
  second: new Uint32Array(count),
})

/** Adds the row that was hashed last. */
export function addHash({ first, second }: Hashes, place: number, hash: RowHash): void {
  first[place] = first[place]! + hash.first
  second[place] = second[place]! + hash.second
}
