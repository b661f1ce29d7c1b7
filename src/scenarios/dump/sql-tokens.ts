/**
 * Tokenizes the SQL of a dump, as far as `writeSchema` writes it: names, plain literals, numbers, operators,
 * parentheses. Rejects what it never writes, because it can hide one statement in another: comments, dollar quotes,
 * literals with a prefix, parameters.
 */

export type Token =
  /** A name or keyword without quotes. */
  | { readonly kind: 'word'; readonly text: string }
  /** A quoted name, without its quotes. */
  | { readonly kind: 'quoted'; readonly text: string }
  /** A literal, without its quotes. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  /** An operator, a parenthesis or bracket, a comma, a dot. */
  | { readonly kind: 'sign'; readonly text: string }

/**
 * Each pattern matches one token. A prefix of a literal is not a token, so that `E'`, `U&'`, `1e` and similar do not
 * match.
 */
const patterns = [
  ['space', /[ \n]+/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9_$'"&]|[^\0-\x7f])/y],
  ['quoted', /"(?:[^"\0]|"")+"(?!["'])/y],
  ['literal', /'(?:[^'\0]|'')*'(?!["'])/y],
  ['number', /\d+(?:\.\d+)?(?![A-Za-z0-9_$.'"]|[^\0-\x7f])/y],
  ['sign', /::|[-+*/<>=~!@#%^&|?]+|[()[\],.]/y],
] as const

/** Returns the tokens of a statement without its semicolon; undefined for SQL that a dump never contains. */
export function tokenize(sql: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  for (let position = 0; position < sql.length;) {
    const found = match(sql, position)
    if (found === undefined) return undefined
    const { kind, text } = found
    position += text.length
    if (kind === 'space') continue
    if (kind === 'sign' && /--|\/\*|\*\//.test(text)) return undefined
    tokens.push({ kind, text: kind === 'quoted' || kind === 'literal' ? unquoted(text) : text })
  }
  return tokens
}

function match(
  sql: string,
  position: number,
): { readonly kind: (typeof patterns)[number][0]; readonly text: string } | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = position
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return { kind, text }
  }
  return undefined
}

function unquoted(text: string): string {
  const quote = text[0]!
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}
