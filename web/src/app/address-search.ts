/**
 * Parameters of an address as the router keeps them. A text stays a text, also one like `10902`, `007`, `1e3` or
 * `true`, as names of plants and orders may be: links to screens are also written by hand and by other programs.
 */

/** Text that is a JSON list, object or text, such as the filter of a grid. */
const looksLikeJson = (text: string): boolean => /^[[{"]/.test(text)

/** Returns the value of a JSON list, object or text; undefined for other text. */
function parseJson(text: string): unknown {
  if (!looksLikeJson(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the parameters of a query such as `?location=1000`: texts, and what JSON lists and objects contain. */
export function parseAddress(query: string): Record<string, unknown> {
  return Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, text]) => [name, parseJson(text) ?? text]),
  )
}

/** Returns the query, with its question mark, that `parseAddress` reads as these parameters; undefined ones are left out. */
export function writeAddress(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as [string, string]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Returns the text of a value; one that would be read as JSON is quoted. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return parseJson(value) === undefined ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? ''
}
