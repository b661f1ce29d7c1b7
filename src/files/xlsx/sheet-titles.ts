/**
 * Builds titles of sheets within the limits of spreadsheet programs, including titles of tables that continue in
 * further sheets.
 */

const longest = 31

/** Converts a text to a title: without forbidden characters, not too long, never blank. */
export function sheetTitle(text: string): string {
  const plain = text
    .replaceAll(/[[\]:*?/\\\p{Cc}]+/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
  return cut(plain === '' ? 'Sheet' : plain, longest)
}

/** Returns the title of the second, third, … sheet of the same table; readers ignore the suffix `(2)`. */
export function continuedTitle(title: string, part: number): string {
  const suffix = ` (${part})`
  return part === 1 ? title : `${cut(title, longest - suffix.length)}${suffix}`
}

/** Cuts a text to a number of UTF-16 code units, which spreadsheets count, without splitting a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const half = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '')
  return text.slice(0, half ? length - 1 : length).trimEnd()
}

/** Makes the titles distinct, ignoring case as spreadsheets do. */
export function distinctTitles(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    let part = 1
    while (taken.has(continuedTitle(title, part).toLowerCase())) part += 1
    const distinct = continuedTitle(title, part)
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
