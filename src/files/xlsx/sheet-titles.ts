/** Titles of sheets: what spreadsheets allow, and how a table goes on in further sheets. */

const longest = 31

/** A text as the title of a sheet: no character that is not allowed, not too long, never blank. */
export function sheetTitle(text: string): string {
  const plain = text
    .replaceAll(/[[\]:*?/\\\p{Cc}]+/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
  return cut(plain === '' ? 'Sheet' : plain, longest)
}

/** The title of the second, third, … sheet of the same table; readers know `(2)` as a suffix without meaning. */
export function continuedTitle(title: string, part: number): string {
  const suffix = ` (${part})`
  return part === 1 ? title : `${cut(title, longest - suffix.length)}${suffix}`
}

/** Spreadsheets count halves of characters. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const half = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '')
  return text.slice(0, half ? length - 1 : length).trimEnd()
}

/** The titles, each other than all before it, as spreadsheets compare them: without case. */
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
