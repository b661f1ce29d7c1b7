/**
 * Parameters of an address as the router keeps them. A text stays a text, also one like `10902`, `007`, `1e3` or
 * `true`, as names of plants and orders may be: links to screens are also written by hand and by other programs.
 */

/** Text that is a JSON list, object or text, such as the filter of a grid. */
const looksLikeJson = (text: string): boolean => /^[[{"]/.test(text)

/** Names of the parameters that are lists or objects: the parts of a filter, color rules, and keys of old addresses. */
const structured: ReadonlySet<string> = new Set(['filter', 'rules', 'key'])

/** Returns the value of a JSON list, object or text; undefined for other text. */
function parseJson(text: string): unknown {
  if (!looksLikeJson(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the value of a parameter. A name such as `[1]` or `"A"` stays as it is. A text is quoted only if it would be
 * read as something else, or in addresses of earlier releases, which quoted numbers.
 */
function parseParameter(name: string, text: string): unknown {
  const value = parseJson(text)
  if (typeof value === 'string') return looksLikeJson(value) || isScalar(value) ? value : text
  return value !== undefined && structured.has(name) ? value : text
}

/** Returns whether a text is a number, also one like `007`, a boolean or null. */
const isScalar = (text: string): boolean => /^(?:-?[\d.]+(?:e[+-]?\d+)?|true|false|null)$/i.test(text)

/** Returns the parameters of a query such as `?location=1000`: texts, and what filters and rules contain. */
export function parseAddress(query: string): Record<string, unknown> {
  return Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, text]) => [name, parseParameter(name, text)]),
  )
}

/** Returns the query, with its question mark, that `parseAddress` reads as these parameters; undefined ones are left out. */
export function writeAddress(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(name, value)] as [string, string]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Returns the text of a value; one that would be read as something else is quoted. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return parseParameter(name, value) === value ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? ''
}
