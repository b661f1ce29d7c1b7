/**
 * Comma-separated lists of query parameters: `a,b`; a value with a comma is quoted, `"a,b"`; a quote within quotes is
 * doubled.
 */

const itemPattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(,|$)/y

/**
 * Returns the values of a list. Empty items are dropped unless they are quoted or `keepEmpty` is set; a quote within
 * an unquoted value belongs to the value. Returns undefined if a closing quote is missing.
 */
export function splitList(
  text: string,
  { keepEmpty = false }: { readonly keepEmpty?: boolean } = {},
): readonly string[] | undefined {
  const values: string[] = []
  const pattern = new RegExp(itemPattern)
  while (pattern.lastIndex <= text.length) {
    const match = pattern.exec(text)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'))
    else if (plain.trimStart().startsWith('"')) return undefined
    else if (keepEmpty || plain.trim() !== '') values.push(plain.trim())
    if (end === '') break
  }
  return values
}

/** Formats values so that `splitList` returns them again. */
export function joinList(values: readonly string[]): string {
  return values
    .map((value) =>
      value === '' || value !== value.trim() || /[",]/.test(value)
        ? `"${value.replaceAll('"', '""')}"`
        : value,
    )
    .join(',')
}
