/** Parses the header `Accept`: media ranges with their parameters and quality values. */

export interface MediaRange {
  // `application/json`, `text/*` or `*/*`; lower case.
  readonly type: string
  readonly params: ReadonlyMap<string, string>
  /** Quality value from 0 (not acceptable) to 1. */
  readonly quality: number
}

/** Splits a header value; separators within quotes are ignored. */
function split(text: string, separator: ',' | ';'): readonly string[] {
  if (!text.includes('"')) return text.split(separator)
  // A regular expression would take quadratic time for texts with unclosed quotes.
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replace(/\\(.)/g, '$1')
    : text

/** Parses a header value such as `application/json; charset=UTF-8`; parameter names are in lower case. */
export function parseMediaType(text: string): { type: string; params: ReadonlyMap<string, string> } {
  const [type = '', ...rest] = split(text, ';')
  const params = rest.flatMap((part) => {
    const equals = part.indexOf('=')
    if (equals === -1) return []
    const name = part.slice(0, equals).trim().toLowerCase()
    return [[name, unquoted(part.slice(equals + 1).trim())] as const]
  })
  return { type: type.trim().toLowerCase(), params: new Map(params) }
}

/** Returns the ranges of a header in its order. Parts that are not media ranges are skipped. */
export function parseAccept(header: string): readonly MediaRange[] {
  return split(header, ',').flatMap((part) => {
    const { type, params } = parseMediaType(part)
    if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return []
    const given = params.get('q')
    const quality = given === undefined ? 1 : Number(given)
    return [{ type, params, quality: Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 1 }]
  })
}

/**
 * Returns how exactly a range matches a media type: 3 by full name, 2 by its first half, 1 by the wildcard for all
 * types, 0 not at all.
 */
export function matchLevel(range: string, mediaType: string): 0 | 1 | 2 | 3 {
  if (range === mediaType) return 3
  if (range === '*/*') return 1
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)) ? 2 : 0
}
