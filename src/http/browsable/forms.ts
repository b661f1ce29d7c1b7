/** The forms below a list or a record: fields, raw JSON, and deletion, each for the methods that the user may use. */
import type { Field } from '../../model/field.ts'
import { withParameters } from '../data/read-handlers.ts'
import { activeFilters } from './filters.ts'
import type { PageParts } from './page-parts.ts'
import { formFields } from './form-request.ts'
import { markup, type Html } from './html.ts'
import { formFieldsOf, inputHtml } from './inputs.ts'

const hidden = (name: string, value: string): Html =>
  markup`<input type="hidden" name="${name}" value="${value}">`

export function formsHtml(parts: PageParts): Html {
  const { call, permitted, form } = parts
  const detail = call.target.kind === 'detail'
  const gone = detail && form.record === undefined
  // The Enter key presses the first button, so the first method is the one that changes the least.
  const methods = ['POST', 'PATCH', 'PUT'].filter(
    (method) => permitted.includes(method) && !(detail && method === 'POST'),
  )
  const wanted = detail ? methods : methods.filter((method) => method === 'POST')
  return markup`${wanted.length > 0 && !gone ? fieldForm(parts, wanted) : ''}
${methods.length > 0 && !gone ? rawForm(parts, methods) : ''}
${permitted.includes('DELETE') && !gone ? deleteForm(parts) : ''}`
}

/** Forms are sent to the URL of their own page. */
const action = ({ call }: PageParts): string => `?${withParameters(call.query, { format: 'api' })}`

function buttons(methods: readonly string[]): readonly Html[] {
  return methods.map(
    (method) => markup`<button name="${formFields.method}" value="${method}">${method}</button> `,
  )
}

function fieldForm(parts: PageParts, methods: readonly string[]): Html {
  const { call, labels, words, form } = parts
  const { entity } = call
  const inputs = formFieldsOf(entity).map((field) =>
    inputHtml({
      entity,
      field,
      labels,
      value: form.typed.get(field.name) ?? typedValue(form.record?.[field.name], field),
      errors: form.errors.get(field.name) ?? [],
      readOnly: form.record !== undefined && field.name === entity.key,
    }),
  )
  const open = form.errors.size > 0 && !form.typed.has(formFields.content)
  return markup`<details${open ? markup` open` : ''}><summary>${form.record === undefined ? words.add : words.change}</summary>
<form method="post" action="${action(parts)}" class="fields">${hidden(formFields.token, form.token)}
${inputs}<p class="wide">${buttons(methods)}</p></form></details>`
}

/** Returns a value in the text format of its input. */
function typedValue(value: unknown, field: Field): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' && field.type !== 'json' ? value : JSON.stringify(value)
}

/** Maximum length in characters of a text in the form; longer ones are only for programs. */
const longestRaw = 6_000

function rawForm(parts: PageParts, methods: readonly string[]): Html {
  const { call, words, form } = parts
  const { record } = form
  const typed = form.typed.get(formFields.content)
  const names = formFieldsOf(call.entity).map(({ name }) => name)
  const started =
    record === undefined
      ? ''
      : JSON.stringify(Object.fromEntries(names.map((name) => [name, record[name] ?? null])), null, 2)
  const text = (typed ?? started).length > longestRaw ? '' : (typed ?? started)
  return markup`<details${typed === undefined ? '' : markup` open`}><summary>${words.raw}</summary>
<form method="post" action="${action(parts)}">${hidden(formFields.token, form.token)}
<p class="wide"><label for="raw">${words.content}</label><textarea id="raw" name="${formFields.content}" rows="12" spellcheck="false">${text}</textarea></p>
<p class="wide">${buttons(methods)}</p></form></details>`
}

function deleteForm(parts: PageParts): Html {
  const { call, words, form } = parts
  const detail = call.target.kind === 'detail'
  // Without a filter the form would delete all records, which is rejected anyway.
  if (!detail && activeFilters(call).length === 0) return markup``
  return markup`<details class="danger">
<summary>${words.delete}</summary>
<form method="post" action="${action(parts)}">
${hidden(formFields.token, form.token)}
<p>${detail ? words.deleteOne : words.deleteMany}</p>
<p><button name="${formFields.method}" value="DELETE">DELETE</button></p>
</form>
</details>`
}
