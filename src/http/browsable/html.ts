/** Builds HTML; all values are escaped by default. */
import { escapeHtml } from '../../model/values/escape-html.ts'

/** Text that is already HTML. */
export interface Html {
  readonly html: string
}

export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[]

function partText(part: HtmlPart): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(partText).join('')
}

/** Returns the HTML of a template; its values are escaped unless they are HTML themselves. */
export function markup(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: String.raw({ raw: texts }, ...parts.map(partText)) }
}

/**
 * Returns the attributes of an element: true becomes an attribute without a value, undefined and false are omitted.
 */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const texts = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [` ${name}`] : [` ${name}="${escapeHtml(String(value))}"`]
  })
  return { html: texts.join('') }
}
