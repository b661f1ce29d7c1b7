/** Random numbers that are the same in every run, so that failures can be reproduced. */
import { createHash } from 'node:crypto'

/** Returns random moments within a time span; `name` is the seed. */
export function seededMoments(name: string, count: number, within: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`${name} ${index}`).digest()
    // One moment in each part of the time span, so that a few suffice.
    return ((index + digest.readUInt32BE() / 2 ** 32) / count) * within
  })
}

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive); `name` is the seed. */
export function seededNumbers(name: string): () => number {
  let drawn = 0
  return () => {
    const digest = createHash('sha256')
      .update(`${name} ${(drawn += 1)}`)
      .digest()
    return digest.readUInt32BE() / 2 ** 32
  }
}
