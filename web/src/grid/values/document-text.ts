/** Documents, such as lists of rights and arguments of exports, as people read them: names and values without signs. */

/** Parts of parts are separated by semicolons; what is empty has no text. */
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
