/** HTML as text, with everything that is not ours escaped. */

/** Text that is HTML already. */
export interface Html {
  readonly html: string
}

export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}

function partText(part: HtmlPart): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(partText).join('')
}

/** A template whose values are escaped, unless they are HTML themselves. */
export function markup(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: String.raw({ raw: texts }, ...parts.map(partText)) }
}

/** Attributes of an element: true stands alone, undefined and false are left out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const texts = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [` ${name}`] : [` ${name}="${escapeHtml(String(value))}"`]
  })
  return { html: texts.join('') }
}
