/** Returns the header with which a browser saves a response under a file name with any characters (RFC 6266). */

export function attachment(name: string): string {
  const fallback = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  if (fallback === name) return `attachment; filename="${name}"`
  // Characters that `encodeURIComponent` keeps but an extended value must not contain (RFC 8187).
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
