/** Finds the rows that differ between two versions of a table. Rows that were not edited are the same objects in both. */

export interface Stretch<Row> {
  readonly before: readonly Row[]
  readonly after: readonly Row[]
}

/** Returns the rows between the first and the last difference. */
export function changedStretch<Row>(before: readonly Row[], after: readonly Row[]): Stretch<Row> {
  if (before === after) return { before: [], after: [] }
  const shorter = Math.min(before.length, after.length)
  let front = 0
  while (front < shorter && before[front] === after[front]) front += 1
  let back = 0
  while (back < shorter - front && before[before.length - 1 - back] === after[after.length - 1 - back])
    back += 1
  return { before: before.slice(front, before.length - back), after: after.slice(front, after.length - back) }
}
