/** Renders records as colored, indented JSON with links from keys and references to their records. */
import type { Entity } from '../../model/entity.ts'
import { dataPath } from '../request-target.ts'
import { escapeHtml } from '../../model/values/escape-html.ts'
import type { Html } from './html.ts'

/** Returns the link for the value of a field: the path of a record, as a page. */
export type LinkOf = (field: string, value: unknown) => string | undefined

/**
 * Returns the links of the records of an entity: from the key to the record, and from references to the referenced
 * records.
 */
export function recordLinks(scenario: string, entity: Entity): LinkOf {
  return (name, value) => {
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined
    const field = entity.fieldByName.get(name)
    if (field === undefined) return undefined
    const own = name === entity.key && entity.basedOn === undefined
    const target = own ? entity.name : field.reference?.entity
    if (target === undefined) return undefined
    const [app = '', model = ''] = target.split('.')
    return `${dataPath(scenario, app, model, String(value))}?format=api`
  }
}

function valueHtml(value: unknown, margin: string, link: string | undefined): string {
  const text = JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`)
  const escaped = escapeHtml(text)
  if (link !== undefined) return `<a href="${escapeHtml(link)}">${escaped}</a>`
  if (typeof value === 'string') return `<span class="s">${escaped}</span>`
  return typeof value === 'object' && value !== null ? escaped : `<span class="n">${escaped}</span>`
}

/**
 * Maximum length of a value in characters; longer texts are cut, because a page cannot show a plan of a thousand
 * lines.
 */
const longestValue = 2_000

const shortened = (value: unknown): unknown => {
  const text = JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : value
}

/** Returns one JSON object field by field, and any other value as JSON. */
export function jsonHtml(value: unknown, linkOf: LinkOf, margin = ''): Html {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { html: valueHtml(shortened(value), margin, undefined) }
  }
  const members = Object.entries(value).map(([name, member]) => {
    const shown = valueHtml(shortened(member), `${margin}  `, linkOf(name, member))
    return `${margin}  ${escapeHtml(JSON.stringify(name))}: ${shown}`
  })
  return { html: members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${margin}}` }
}

export interface ListHtml {
  readonly html: Html
  /** Number of records that are shown. */
  readonly shown: number
}

/** Returns as many records as fit into a number of characters, at least one. */
export function listHtml(records: readonly unknown[], linkOf: LinkOf, room: number): ListHtml {
  if (records.length === 0) return { html: { html: '[]' }, shown: 0 }
  const texts: string[] = []
  let size = 0
  for (const record of records) {
    const text = `  ${jsonHtml(record, linkOf, '  ').html}`
    size += text.length
    if (size > room && texts.length > 0) break
    texts.push(text)
  }
  return { html: { html: `[\n${texts.join(',\n')}\n]` }, shown: texts.length }
}
