/** Escapes and unescapes text in the XML of spreadsheets, including characters that XML does not allow. */

// eslint-disable-next-line no-control-regex
const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x(?=[0-9A-Fa-f]{4}_)/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Escapes a text as content of an element. Characters that XML does not allow are written as `_xHHHH_`, as in
 * spreadsheets, and so is text that looks like such an escape.
 */
export function xmlText(text: string): string {
  return special.test(text) ? text.replace(special, escaped) : text
}

function escaped(found: string): string {
  if (found === '_x') return '_x005F_x'
  return entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Escapes a text as value of an attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Replaces the five predefined entities of XML and character references. Throws for other entities, because documents
 * that define entities are not read.
 */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g,
    (found, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
      if (code <= 0x10ffff) return String.fromCodePoint(code)
      const character = name === undefined || !Object.hasOwn(named, name) ? undefined : named[name]
      if (character === undefined) throw new Error(`the entity "${found.slice(0, 50)}" is unknown`)
      return character
    },
  )
}

/** Replaces `_xHHHH_`, with which spreadsheets write characters that XML does not allow. */
export function unescapeCharacters(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_found, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
