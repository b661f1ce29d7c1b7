/** Limits the lists of change sets and of groups of records that an undo leaves as they are. */

/** Maximum number of change sets, and of groups of records, that are listed. */
const mostListed = 5

interface Listed<Entry> {
  readonly shown: readonly Entry[]
  /** How many of all are not in `shown`. */
  readonly more: number
}

/** Returns the first entries, and how many of `total` they do not contain; an entry can stand for several. */
export function firstOf<Entry>(
  entries: readonly Entry[],
  total: number,
  sizeOf: (entry: Entry) => number = () => 1,
): Listed<Entry> {
  const shown = entries.slice(0, mostListed)
  return { shown, more: total - shown.reduce((sum, entry) => sum + sizeOf(entry), 0) }
}
