/** Random numbers that are the same in every run, so that a failure can be repeated. */
import { createHash } from 'node:crypto'

/** So many moments within a time, spread at random, by the name of what they are for. */
export function seededMoments(name: string, count: number, within: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`${name} ${index}`).digest()
    // One in each part of the time, so that a few suffice.
    return ((index + digest.readUInt32BE() / 2 ** 32) / count) * within
  })
}

/** A source of numbers from 0 up to 1, by the name of what they are for. */
export function seededNumbers(name: string): () => number {
  let drawn = 0
  return () => {
    const digest = createHash('sha256')
      .update(`${name} ${(drawn += 1)}`)
      .digest()
    return digest.readUInt32BE() / 2 ** 32
  }
}
