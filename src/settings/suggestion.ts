/** Finds what was probably meant by a misspelt name. */

/**
 * The candidate with the fewest edits, if they are few for its length; case does not count. Candidates whose length
 * alone rules them out cost nothing: names may come from outside, long and many.
 */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const best = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= toleratedEdits(candidate))
    .map((candidate) => ({ candidate, edits: distance(name.toUpperCase(), candidate.toUpperCase()) }))
    .sort((a, b) => a.edits - b.edits)[0]
  return best !== undefined && best.edits <= toleratedEdits(best.candidate) ? best.candidate : undefined
}

/** Two letters that changed places are two edits. */
const toleratedEdits = ({ length }: string): number => Math.min(length - 2, Math.max(2, length / 3))

/** Levenshtein distance, with one row of the table at a time. */
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
