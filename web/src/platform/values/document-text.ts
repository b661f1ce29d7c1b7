/**
 * Formats JSON documents, such as lists of permissions and arguments of exports, as names and values without
 * punctuation.
 */

/** Returns the text; nested parts are separated by semicolons, and empty parts are omitted. */
export function documentText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const parts = Array.isArray(value)
    ? value.map((part: unknown) => documentText(part))
    : Object.entries(value).map(([name, part]) => {
        const text = documentText(part)
        return text === '' ? '' : `${name}: ${text}`
      })
  const nested = Object.values(value).some((part: unknown) => typeof part === 'object' && part !== null)
  return parts.filter((text) => text !== '').join(nested ? '; ' : ', ')
}
