/** Splits a list of names, of which some contain the separator. */

const separator = ', '

/**
 * Returns the names in a text. Of several possible ones the longest known name counts; parts that belong to none are
 * names of their own.
 */
export function splitNames(text: string, known: ReadonlySet<string>): readonly string[] {
  const parts = text.split(separator)
  const names: string[] = []
  for (let at = 0; at < parts.length;) {
    let end = parts.length
    while (end > at + 1 && !known.has(parts.slice(at, end).join(separator))) end -= 1
    names.push(parts.slice(at, end).join(separator))
    at = end
  }
  return names
}
