/** Comma lists of query parameters: `a,b`, a value with a comma quoted as `"a,b"`, a quote doubled inside. */

const itemPattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(,|$)/y

/** The values of a list. Empty items are dropped unless quoted; a quote within a value belongs to it. Undefined for a quoted value without end. */
export function splitList(text: string): readonly string[] | undefined {
  const values: string[] = []
  const pattern = new RegExp(itemPattern)
  while (pattern.lastIndex <= text.length) {
    const match = pattern.exec(text)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'))
    else if (plain.trimStart().startsWith('"')) return undefined
    else if (plain.trim() !== '') values.push(plain.trim())
    if (end === '') break
  }
  return values
}

/** Writes values so that `splitList` reads them back. */
export function joinList(values: readonly string[]): string {
  return values
    .map((value) =>
      value === '' || value !== value.trim() || /[",]/.test(value)
        ? `"${value.replaceAll('"', '""')}"`
        : value,
    )
    .join(',')
}
