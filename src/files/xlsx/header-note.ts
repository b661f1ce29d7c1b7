/** Builds the comment of a header cell: the meaning of the field, its allowed values, and the sheet to which it refers. */
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { fieldHelp, noteText, type NoteWord } from '../../words/field-help.ts'
import type { TextParams } from '../../words/texts.ts'

const typeWords: Readonly<Partial<Record<FieldType, NoteWord>>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  datetime: 'moment',
  date: 'date',
  time: 'time',
  duration: 'span',
}

export function headerNote(model: Model, entity: Entity, field: Field, labels: Labels): string {
  const text = (word: NoteWord, params?: TextParams): string => noteText(word, labels, params)
  const typeWord = typeWords[field.type]
  return [
    fieldHelp(field, labels),
    ...(field === keyField(entity) || entity.naturalKey.includes(field.name) ? [text('key')] : []),
    ...(field.access !== 'write' ? [text('readonly')] : []),
    ...(field.required && field.access === 'write' ? [text('required')] : []),
    ...(typeWord === undefined ? [] : [text(typeWord)]),
    ...(field.choices === undefined ? [] : [text('choices', { value: field.choices.join(', ') })]),
    ...(field.reference === undefined
      ? []
      : [text('reference', { value: entityLabel(requireEntity(model, field.reference.entity), labels) })]),
    ...(hasDefault(field) ? [text('default', { value: String(field.default) })] : []),
  ].join('\n')
}

const hasDefault = ({ default: value, access, type }: Field): boolean =>
  access === 'write' &&
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== 'now()' &&
  type !== 'json'
