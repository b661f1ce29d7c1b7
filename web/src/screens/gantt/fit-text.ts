/** Shortens texts of the chart to the room that they have: a text that ends in the middle of a word looks complete. */

/** Minimum number of letters before an ellipsis: fewer say nothing. */
const leastLetters = 3
/** Maximum number of shortened texts that are kept. */
const mostKept = 5_000

/**
 * Returns a function that returns a text if it fits into a width in pixels, otherwise its beginning with an ellipsis;
 * empty if there is no room for some letters. Results are kept, because measuring takes longer than drawing.
 */
export function createTextFitting(): (
  text: string,
  room: number,
  measure: (text: string) => number,
) => string {
  const kept = new Map<string, string>()
  return (text, room, measure) => {
    const pixels = Math.floor(room)
    const key = `${pixels} ${text}`
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= mostKept) kept.clear()
    const fitted = fit(text, pixels, measure)
    kept.set(key, fitted)
    return fitted
  }
}

function fit(text: string, room: number, measure: (text: string) => number): string {
  const width = measure(text)
  if (width <= room) return text
  const letters = Array.from(text)
  for (
    let count = Math.min(letters.length - 1, Math.ceil((letters.length * room) / width));
    count >= leastLetters;
    count -= 1
  ) {
    const cut = `${letters.slice(0, count).join('').trimEnd()}…`
    if (measure(cut) <= room) return cut
  }
  return ''
}
