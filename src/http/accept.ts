/** Reads the header Accept: media ranges with their parameters, most wanted first. */

export interface MediaRange {
  // `application/json`, `text/*` or any type at all; lower case.
  readonly type: string
  readonly params: ReadonlyMap<string, string>
  /** How much it is wanted, 0 (not at all) to 1. */
  readonly quality: number
}

/** A comma or semicolon within quotes separates nothing. */
function split(text: string, separator: ',' | ';'): readonly string[] {
  if (!text.includes('"')) return text.split(separator)
  // A regular expression would take a time that grows with the square of the length, where quotes are not closed.
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

/** Parameters of a header value such as `application/json; charset=UTF-8`; names in lower case. */
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

/** The ranges of a header in its order. Parts that are no media range are passed over. */
export function parseAccept(header: string): readonly MediaRange[] {
  return split(header, ',').flatMap((part) => {
    const { type, params } = parseMediaType(part)
    if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return []
    const given = params.get('q')
    const quality = given === undefined ? 1 : Number(given)
    return [{ type, params, quality: Number.isFinite(quality) ? Math.min(Math.max(quality, 0), 1) : 1 }]
  })
}

/** How exactly a range names a media type: 3 by name, 2 by its first half, 1 by anything, 0 not. */
export function matchLevel(range: string, mediaType: string): 0 | 1 | 2 | 3 {
  if (range === mediaType) return 3
  if (range === '*/*') return 1
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)) ? 2 : 0
}
