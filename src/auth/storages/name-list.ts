/** Parses lists of names (groups, permissions) in JSON fields. */
import { jsonOrText } from '../../model/values/json.ts'

/** Returns the names without duplicates, `[]` for null; undefined for anything other than a list of texts. */
export function parseNameList(value: unknown): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? jsonOrText(value) : value
  if (list === null || list === undefined) return []
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined
  return [...new Set(list)]
}

/** Returns the names that are only in the first list. */
export function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const excluded = new Set(others)
  return names.filter((name) => !excluded.has(name))
}
