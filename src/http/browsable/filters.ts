/** The filters of a list: the active ones, each with a link that removes it, and a form for more. */
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { isReserved } from '../../data/read/index.ts'
import { visibleFields } from '../../data/record-sql.ts'
import type { DataCall } from '../data/data-call.ts'
import { attributes, markup, type Html } from './html.ts'
import type { Words } from './words.ts'

/** Maximum number of filter inputs; any other filter can be written into the URL. */
const mostInputs = 9

/**
 * Maximum total length of the links that remove filters, in characters: each link repeats all other filters, so the
 * page has space for only some of them.
 */
const mostChipLength = 6_000

/** Fields that users filter by most, in this order: the key, choices, references, other indexed fields. */
const interests: readonly ((field: Field, entity: Entity) => boolean)[] = [
  (field, entity) => field.name === entity.key,
  (field) => field.choices !== undefined,
  (field) => field.reference !== undefined,
  (field, { indexes }) => field.indexed || indexes.some((names) => names.includes(field.name)),
]

function filterFields({ entity }: DataCall): readonly Field[] {
  const fields = visibleFields(entity).filter((field) => !field.virtual && field.type !== 'json')
  const wanted = interests.flatMap((matches) => fields.filter((field) => matches(field, entity)))
  return [...new Set(wanted)].slice(0, mostInputs)
}

/** Returns the query parameters that select records. */
export function activeFilters({ entity, query }: DataCall): readonly (readonly [string, string])[] {
  const given = new Map(query)
  return [...given].filter(
    ([name, value]) => value !== '' && (!isReserved(entity, name) || name === 'search'),
  )
}

export function filterHtml(call: DataCall, labels: Labels, words: Words): Html {
  const { entity } = call
  const active = activeFilters(call)
  const chips = chipsHtml(call, active, words)
  const values = new Map(active)
  const inputs = filterFields(call).map((field) =>
    filterInput(field, fieldLabel(entity, field, labels), values.get(field.name) ?? ''),
  )
  return markup`${
    chips.length === 0
      ? ''
      : markup`<ul class="chips">
${chips}
</ul>`
  }
<details>
<summary>${words.filter}</summary>
<form class="fields">
<input type="hidden" name="format" value="api">
${isReserved(entity, 'search') ? searchInput(words, values.get('search')) : ''}
${inputs}
<p><button>${words.apply}</button></p>
</form>
</details>`
}

/**
 * Returns the active filters, each with a link that removes it, and the number of those for which the page has no
 * space.
 */
function chipsHtml(
  { query }: DataCall,
  active: readonly (readonly [string, string])[],
  words: Words,
): readonly Html[] {
  const chips: Html[] = []
  let room = mostChipLength
  for (const [name, value] of active) {
    const rest = new URLSearchParams(
      query
        .filter(([given]) => given !== name && given !== 'offset')
        .map(([given, text]): [string, string] => [given, text]),
    )
    rest.set('format', 'api')
    const link = rest.toString()
    room -= link.length
    if (room < 0) return [...chips, markup`<li>+${active.length - chips.length}</li>`]
    const label = `${name} = ${value}`.slice(0, 80)
    chips.push(markup`<li>
<a href="?${link}" title="${words.removeFilter}">${label} <span aria-hidden="true">×</span><span class="hidden"> – ${words.removeFilter}</span></a>
</li>`)
  }
  return chips
}

function searchInput(words: Words, value: string | undefined): Html {
  return markup`<p>
<label for="q-search">${words.search}</label><input id="q-search" name="search" type="search" ${attributes({ value })}>
</p>`
}

function filterInput(field: Field, label: string, value: string): Html {
  const id = `q-${field.name}`
  if (field.choices === undefined) {
    return markup`<p>
<label for="${id}">${label}</label><input id="${id}" name="${field.name}" ${attributes({ value: value === '' ? undefined : value })}>
</p> `
  }
  const options = ['', ...field.choices].map(
    (choice) =>
      markup`<option${attributes({ value: choice === '' ? '' : undefined, selected: choice === value })}>${choice}</option>`,
  )
  return markup`<p>
<label for="${id}">${label}</label><select id="${id}" name="${field.name}">
${options}
</select>
</p> `
}
