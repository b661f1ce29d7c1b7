/** Number of elements up to which each of them is searched for in the list. */
const few = 20

/**
 * Removes elements from a list and keeps the sequence of the others. A few are found by comparison: looking up every
 * element of a long list in a set reads all of them, which takes a hundred times as long.
 */
export function removeFrom<T>(list: T[], gone: ReadonlySet<T>): void {
  if (gone.size === 0) return
  if (gone.size > few) return removeMany(list, gone)
  for (const element of gone) {
    const place = list.indexOf(element)
    if (place >= 0) list.splice(place, 1)
  }
}

function removeMany<T>(list: T[], gone: ReadonlySet<T>): void {
  let kept = 0
  for (const element of list) if (!gone.has(element)) list[kept++] = element
  list.length = kept
}
