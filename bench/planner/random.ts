/**
 * Seeded random numbers, identical to those of Python's `random.Random(seed)`, so that a generated model is the same
 * one that other engines were measured with. Mersenne Twister by Matsumoto and Nishimura (1998).
 */

const size = 624
const middle = 397

export interface Random {
  /** Returns a number from 0 up to 1. */
  random(): number
  uniform(from: number, to: number): number
  normal(mean: number, deviation: number): number
  exponential(rate: number): number
  /** Returns a whole number from 0 up to `limit`. */
  below(limit: number): number
  choice<Value>(values: readonly Value[]): Value
}

export function randomOf(seed: number): Random {
  const next = twister(seed)
  const random = (): number => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
  const below = (limit: number): number => {
    const unused = Math.clz32(limit)
    for (;;) {
      const drawn = next() >>> unused
      if (drawn < limit) return drawn
    }
  }
  const magic = (4 * Math.exp(-0.5)) / Math.SQRT2
  return {
    random,
    below,
    uniform: (from, to) => from + (to - from) * random(),
    exponential: (rate) => -Math.log(1 - random()) / rate,
    choice: (values) => values[below(values.length)]!,
    normal: (mean, deviation) => {
      // Ratio of two uniform variates, by Kinderman and Monahan.
      for (;;) {
        const one = random()
        const other = 1 - random()
        const value = (magic * (one - 0.5)) / other
        if ((value * value) / 4 <= -Math.log(other)) return mean + value * deviation
      }
    },
  }
}

/** Returns a generator of 32-bit whole numbers. */
function twister(seed: number): () => number {
  const state = new Uint32Array(size)
  state[0] = 19_650_218
  for (let at = 1; at < size; at += 1) state[at] = mixed(state[at - 1]!, 1_812_433_253) + at
  for (let at = 1, step = 0; step < size; step += 1) {
    state[at] = (state[at]! ^ mixed(state[at - 1]!, 1_664_525)) + seed
    at = turned(state, at)
  }
  for (let at = 1 + (size % (size - 1)), step = 1; step < size; step += 1) {
    state[at] = (state[at]! ^ mixed(state[at - 1]!, 1_566_083_941)) - at
    at = turned(state, at)
  }
  state[0] = 0x80000000
  let used = size
  return () => {
    if (used === size) {
      twist(state)
      used = 0
    }
    let value = state[used++]!
    value ^= value >>> 11
    value ^= (value << 7) & 0x9d2c5680
    value ^= (value << 15) & 0xefc60000
    return (value ^ (value >>> 18)) >>> 0
  }
}

const mixed = (value: number, factor: number): number => Math.imul(value ^ (value >>> 30), factor)

/** Returns the next index; after the end of the state it continues at the beginning. */
function turned(state: Uint32Array, at: number): number {
  if (at + 1 < size) return at + 1
  state[0] = state[size - 1]!
  return 1
}

function twist(state: Uint32Array): void {
  for (let at = 0; at < size; at += 1) {
    const joined = (state[at]! & 0x80000000) | (state[(at + 1) % size]! & 0x7fffffff)
    state[at] = state[(at + middle) % size]! ^ (joined >>> 1) ^ ((joined & 1) === 0 ? 0 : 0x9908b0df)
  }
}
