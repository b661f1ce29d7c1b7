/** Suggests the correct name for a misspelled one. */

/**
 * Returns the candidate with the smallest edit distance, if it is small relative to its length; ignores case.
 * Candidates are skipped if their length alone excludes them, because input may contain many long names.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const best = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= toleratedEdits(candidate))
    .map((candidate) => ({ candidate, edits: distance(name.toUpperCase(), candidate.toUpperCase()) }))
    .sort((a, b) => a.edits - b.edits)[0]
  return best !== undefined && best.edits <= toleratedEdits(best.candidate) ? best.candidate : undefined
}

/** Two swapped letters count as two edits. */
const toleratedEdits = ({ length }: string): number => Math.min(length - 2, Math.max(2, length / 3))

/** Returns the Levenshtein distance; keeps one row of the table at a time. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, char] of from.split('').entries()) {
    const next = [i + 1]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = row[j - 1]! + (char === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
