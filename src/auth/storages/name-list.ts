/** Lists of names (groups, permissions) as they come out of a JSON field. */

/** The names without repetition, `[]` for null; undefined when it is anything but a list of texts. */
export function parseNameList(value: unknown): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? parseJson(value) : value
  if (list === null || list === undefined) return []
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined
  return [...new Set(list)]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Names that are in the first list only. */
export function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const excluded = new Set(others)
  return names.filter((name) => !excluded.has(name))
}
