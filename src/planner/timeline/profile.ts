/**
 * A level that changes at dates: the stock of a buffer, the free capacity of a resource. Changes are kept in blocks
 * of sorted dates with the sum and the extremes of each block. Questions such as "from when on do q units stay free"
 * skip whole blocks, and the cost of a change does not depend on the number of later changes.
 */
import { never, type Seconds } from '../time.ts'

const blockSize = 64
/** Blocks with at most this many changes are read change by change instead of being summarized. */
const fewChanges = 8
/** Quantities that differ by less are equal. */
export const epsilon = 1e-6

class Block {
  count = 0
  dates: Float64Array
  changes: Float64Array
  sum = 0
  /** Lowest and highest level after a change, relative to the level before the block. Valid after `summarize`. */
  lowest = 0
  highest = 0
  /** Whether the block changed after the extremes were computed. Most changes are undone before they are read. */
  #stale = false

  constructor(capacity: number) {
    this.dates = new Float64Array(capacity)
    this.changes = new Float64Array(capacity)
  }

  first(): Seconds {
    return this.dates[0]!
  }

  /** Returns the index of the first change after `date`. */
  after(date: Seconds): number {
    const { dates } = this
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (dates[middle]! <= date) low = middle + 1
      else high = middle
    }
    return low
  }

  insert(at: number, date: Seconds, change: number): void {
    if (this.count === this.dates.length) this.#grow()
    // Loops are faster here than `copyWithin`, because the arrays are short.
    const { dates, changes } = this
    for (let index = this.count; index > at; index -= 1) {
      dates[index] = dates[index - 1]!
      changes[index] = changes[index - 1]!
    }
    dates[at] = date
    changes[at] = change
    this.count += 1
    this.sum += change
    this.#stale = true
  }

  /** Adds to an existing change. */
  merge(at: number, change: number): void {
    const merged = this.changes[at]! + change
    if (Math.abs(merged) > 1e-9) this.changes[at] = merged
    else this.#remove(at)
    this.sum += change
    this.#stale = true
  }

  #remove(at: number): void {
    const { dates, changes } = this
    this.count -= 1
    for (let index = at; index < this.count; index += 1) {
      dates[index] = dates[index + 1]!
      changes[index] = changes[index + 1]!
    }
  }

  #grow(): void {
    const capacity = Math.min(blockSize, this.dates.length * 2)
    const { dates, changes } = this
    this.dates = new Float64Array(capacity)
    this.changes = new Float64Array(capacity)
    this.dates.set(dates)
    this.changes.set(changes)
  }

  summarize(): void {
    if (!this.#stale) return
    this.#stale = false
    const { changes } = this
    let level = 0
    let lowest = Infinity
    let highest = -Infinity
    for (let index = 0; index < this.count; index += 1) {
      level += changes[index]!
      if (level < lowest) lowest = level
      if (level > highest) highest = level
    }
    this.sum = level
    this.lowest = lowest
    this.highest = highest
  }

  /** Moves the later half into a new block. */
  split(): Block {
    const half = this.count >>> 1
    const later = new Block(blockSize)
    later.dates.set(this.dates.subarray(half, this.count))
    later.changes.set(this.changes.subarray(half, this.count))
    later.count = this.count - half
    this.count = half
    this.#stale = true
    later.#stale = true
    this.summarize()
    later.summarize()
    return later
  }
}

export class Profile {
  readonly #blocks: Block[] = []
  /** Level before the first change. */
  readonly #base: number
  /** The only block while it is empty: attempts often add the first change and remove it again. */
  #spare: Block | undefined

  constructor(base = 0) {
    this.#base = base
  }

  /** Number of dates at which the level changes. */
  get changeCount(): number {
    return this.#blocks.reduce((sum, { count }) => sum + count, 0)
  }

  /** Returns the index of the block of a change at `date`. */
  #blockAt(date: Seconds): number {
    const blocks = this.#blocks
    if (blocks.length < 2) return 0
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (blocks[middle]!.first() <= date) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** Changes the level from `date` on. Adding the opposite change undoes it. */
  add(date: Seconds, change: number): void {
    if (change === 0) return
    const blocks = this.#blocks
    if (blocks.length === 0) {
      blocks.push(this.#spare ?? new Block(8))
      this.#spare = undefined
    }
    const at = this.#blockAt(date)
    const block = blocks[at]!
    const index = block.after(date)
    if (index > 0 && block.dates[index - 1] === date) {
      block.merge(index - 1, change)
      if (block.count > 0) return
      if (blocks.length === 1) this.#spare = blocks.pop()
      else blocks.splice(at, 1)
    } else {
      if (block.count === blockSize) {
        const later = block.split()
        blocks.splice(at + 1, 0, later)
        this.add(date, change)
        return
      }
      block.insert(index, date, change)
    }
  }

  /** Returns the level at a moment, including changes at that moment. */
  level(date: Seconds): number {
    let level = this.#base
    for (const block of this.#blocks) {
      if (block.first() > date) break
      const count = block.after(date)
      if (count === block.count) level += block.sum
      else for (let index = 0; index < count; index += 1) level += block.changes[index]!
    }
    return level
  }

  /** Returns the lowest level from `date` on. */
  lowestFrom(date: Seconds): number {
    const blocks = this.#blocks
    let level = this.#base
    for (let at = 0; at < blocks.length; at += 1) level += blocks[at]!.sum
    let lowest = level
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const block = blocks[at]!
      const before = level - block.sum
      if (block.first() > date && block.count > fewChanges) {
        block.summarize()
        lowest = Math.min(lowest, before + block.lowest)
        level = before
        continue
      }
      for (let index = block.count - 1; index >= 0; index -= 1) {
        if (level < lowest) lowest = level
        if (block.dates[index]! <= date) return lowest
        level -= block.changes[index]!
      }
    }
    return Math.min(lowest, level)
  }

  /** Returns the first moment from `date` on after which the level never falls below `wanted`; `never` if there is none. */
  staysFrom(date: Seconds, wanted: number): Seconds {
    const enough = wanted - epsilon
    const blocks = this.#blocks
    let level = this.#base
    for (let at = 0; at < blocks.length; at += 1) level += blocks[at]!.sum
    if (level < enough) return never
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const block = blocks[at]!
      const before = level - block.sum
      if (block.count > fewChanges && block.first() > date) {
        block.summarize()
        if (before + block.lowest >= enough) {
          level = before
          if (level < enough) return block.first()
          continue
        }
      }
      for (let index = block.count - 1; index >= 0; index -= 1) {
        const changed = block.dates[index]!
        if (changed <= date) return date
        level -= block.changes[index]!
        if (level < enough) return changed
      }
    }
    return date
  }

  /** Returns the position of the first change after `date`, and the level before it. */
  #seek(date: Seconds): { at: number; index: number; level: number } {
    const blocks = this.#blocks
    const at = this.#blockAt(date)
    let level = this.#base
    for (let before = 0; before < at; before += 1) level += blocks[before]!.sum
    const block = blocks[at]
    const index = block === undefined ? 0 : block.after(date)
    for (let change = 0; change < index; change += 1) level += block!.changes[change]!
    return { at, index, level }
  }

  /** Returns the first moment in [from, to) at which the level is below `wanted`; `never` if there is none. */
  firstBelow(from: Seconds, to: Seconds, wanted: number): Seconds {
    const enough = wanted - epsilon
    const blocks = this.#blocks
    let { at, index, level } = this.#seek(from)
    if (level < enough) return from < to ? from : never
    for (; at < blocks.length; at += 1, index = 0) {
      const block = blocks[at]!
      if (index === 0) block.summarize()
      const { count, dates, changes, sum, lowest } = block
      if (index === 0) {
        if (dates[0]! >= to) return never
        if (level + lowest >= enough) {
          level += sum
          continue
        }
      }
      for (; index < count; index += 1) {
        if (dates[index]! >= to) return never
        level += changes[index]!
        if (level < enough) return dates[index]!
      }
    }
    return never
  }

  /** Returns the first moment from `from` on at which the level is at least `wanted`; `never` if there is none. */
  firstAtLeast(from: Seconds, wanted: number): Seconds {
    return this.firstGap(from, wanted, 0)
  }

  /**
   * Returns the first moment from `from` on at which the level is at least `wanted` and stays so for `length` seconds;
   * `never` if there is none.
   */
  firstGap(from: Seconds, wanted: number, length: number): Seconds {
    const enough = wanted - epsilon
    const shortest = length - epsilon
    const blocks = this.#blocks
    let { at, index, level } = this.#seek(from)
    let start = level >= enough ? from : never
    for (; at < blocks.length; at += 1, index = 0) {
      const block = blocks[at]!
      if (index === 0) block.summarize()
      const { count, dates, changes, sum, lowest, highest } = block
      if (index === 0) {
        if (dates[0]! - start >= shortest) return start
        if (start === never ? level + highest < enough : level + lowest >= enough) {
          level += sum
          continue
        }
      }
      for (; index < count; index += 1) {
        const date = dates[index]!
        if (date - start >= shortest) return start
        level += changes[index]!
        if (level < enough) start = never
        else if (start === never) start = date
      }
    }
    return start
  }

  /**
   * Returns the start of the last interval with a level below `wanted` that overlaps [from, to): work that requires
   * this level must end by then. Undefined if there is none; `-never` if the interval has no start.
   */
  lastBelow(from: Seconds, to: Seconds, wanted: number): Seconds | undefined {
    if (from >= to) return undefined
    const enough = wanted - epsilon
    const blocks = this.#blocks
    let at = blocks.length - 1
    let level = this.#base
    while (at >= 0 && blocks[at]!.first() >= to) at -= 1
    for (let before = 0; before <= at; before += 1) level += blocks[before]!.sum
    let below = false
    for (; at >= 0; at -= 1) {
      const block = blocks[at]!
      block.summarize()
      const { count, dates, changes, sum, lowest, highest } = block
      const before = level - sum
      const whole = dates[count - 1]! < to && (below || dates[0]! > from)
      if (whole && (below ? before + highest < enough : before + lowest >= enough && level >= enough)) {
        level = before
        continue
      }
      for (let index = count - 1; index >= 0; index -= 1) {
        const date = dates[index]!
        if (date < to) {
          if (below) {
            if (level >= enough)
              return dates[index + 1] !== undefined && index + 1 < count
                ? dates[index + 1]!
                : blocks[at + 1]!.first()
          } else if (level < enough) below = true
          if (!below && date <= from) return undefined
        }
        level -= changes[index]!
      }
    }
    if (below) return level >= enough ? blocks[0]!.first() : -never
    return level < enough ? -never : undefined
  }

  /** Returns the last moment in [from, to] at which the level rises, or falls; undefined if there is none. */
  lastChange(from: Seconds, to: Seconds, direction: 'rise' | 'fall'): Seconds | undefined {
    const blocks = this.#blocks
    for (let at = Math.min(this.#blockAt(to), blocks.length - 1); at >= 0; at -= 1) {
      const { count, dates, changes } = blocks[at]!
      for (let index = count - 1; index >= 0; index -= 1) {
        const date = dates[index]!
        if (date < from) return undefined
        if (date <= to && changes[index]! > 0 === (direction === 'rise')) return date
      }
    }
    return undefined
  }

  /** Yields all changes in ascending order; used for results, not by the search. */
  *changes(): Generator<readonly [date: Seconds, change: number]> {
    for (const block of this.#blocks) {
      for (let index = 0; index < block.count; index += 1) yield [block.dates[index]!, block.changes[index]!]
    }
  }
}
