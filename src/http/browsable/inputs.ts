/** Renders one input per field of a record, with its label, its help text and its validation errors. */
import type { Entity } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { fieldLabel, type Labels } from '../../model/labels/labels.ts'
import { fieldHelp } from '../../words/field-help.ts'
import { attributes, markup, type Html } from './html.ts'

/** Attributes of `<input>` by field type; types without an entry are plain text. */
const inputs: Partial<Record<FieldType, Readonly<Record<string, string>>>> = {
  number: { type: 'number', step: 'any' },
  integer: { type: 'number', step: '1' },
  identity: { type: 'number', step: '1' },
  date: { type: 'date' },
  time: { type: 'time', step: '1' },
  datetime: { type: 'datetime-local', step: '1' },
  duration: { placeholder: '1 02:30:00' },
}

/** Returns the fields that can be written, the key first. */
export function formFieldsOf(entity: Entity): readonly Field[] {
  const writable = entity.fields.filter((field) => field.access === 'write' && field.column === field.name)
  return writable.toSorted(
    (one, other) => Number(other.name === entity.key) - Number(one.name === entity.key),
  )
}

export interface InputOptions {
  readonly entity: Entity
  readonly field: Field
  readonly labels: Labels
  readonly value: string
  readonly errors: readonly string[]
  readonly readOnly: boolean
}

export function inputHtml({ entity, field, labels, value, errors, readOnly }: InputOptions): Html {
  const id = `f-${field.name}`
  const described = errors.length > 0
  const shared = {
    id,
    name: field.name,
    required: field.required,
    'aria-describedby': `${id}-h`,
    'aria-invalid': described ? 'true' : undefined,
  }
  const faults = errors.map((error) => markup`<em>${error}</em>`)
  return markup`<p>
<label for="${id}">${fieldLabel(entity, field, labels)}${field.required ? markup` <b>*</b>` : ''}</label>
${control(field, value, { ...shared, readonly: readOnly })}<small id="${id}-h">${faults}${fieldHelp(field, labels)}</small>
</p> `
}

function control(
  field: Field,
  value: string,
  shared: Readonly<Record<string, string | boolean | undefined>>,
): Html {
  const choices = field.type === 'boolean' ? ['true', 'false'] : field.choices
  if (choices !== undefined) {
    const { readonly: _, ...rest } = shared
    const options = ['', ...choices].map(
      (choice) =>
        markup`<option${attributes({ value: choice === '' ? '' : undefined, selected: choice === value })}>${choice}</option>`,
    )
    return markup`<select${attributes(rest)}>${options}</select>`
  }
  // A one-line input would join lines, and a date picker would drop fractions of seconds, without an action of the
  // user.
  if (field.type === 'json' || value.includes('\n'))
    return markup`<textarea rows="3" ${attributes(shared)}>${value}</textarea>`
  const fraction = value.includes('.') && (field.type === 'datetime' || field.type === 'time')
  const kind = fraction
    ? {}
    : field.writeOnly
      ? { type: 'password', autocomplete: 'new-password' }
      : inputs[field.type]
  const length = field.maxLength
  return markup`<input${attributes({ ...kind, ...shared, maxlength: length === undefined ? undefined : String(length), value: value === '' ? undefined : value })}>`
}
