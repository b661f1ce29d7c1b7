/** The header by which a browser saves an answer under a name, whatever characters the name has (RFC 6266). */

export function attachment(name: string): string {
  const fallback = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  if (fallback === name) return `attachment; filename="${name}"`
  // What encodeURIComponent leaves and an extended value may not hold (RFC 8187).
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
