/** Says in the log that a table is imported again, so that its rejected rows, which follow once more, are understood. */

/** Longest title in the log. */
const mostLength = 60

/** Returns the line that precedes the next attempt to import tables, with their titles or the names of their files. */
export function triedAgain(titles: readonly string[]): string {
  const named = titles.map((title) => `"${title.slice(0, mostLength)}"`).join(', ')
  return `Tried again, to rule out a change of the same records by another transaction: ${named}.`
}
