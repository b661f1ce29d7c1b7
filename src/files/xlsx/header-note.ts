/** Builds the comment of a header cell: the meaning of the field, its allowed values, and the sheet to which it refers. */
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { type NoteWords, noteWords } from './note-words.ts'

const typeWords: Readonly<Partial<Record<FieldType, keyof NoteWords>>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  datetime: 'moment',
  date: 'date',
  time: 'time',
  duration: 'span',
}

export function headerNote(model: Model, entity: Entity, field: Field, labels: Labels): string {
  const words = noteWords(labels.language)
  const fill = (word: keyof NoteWords, value: string): string => words[word].replace('{value}', () => value)
  const typeWord = typeWords[field.type]
  return [
    field.help,
    ...(field === keyField(entity) || entity.naturalKey.includes(field.name) ? [words.key] : []),
    ...(field.access !== 'write' ? [words.readonly] : []),
    ...(field.required && field.access === 'write' ? [words.required] : []),
    ...(typeWord === undefined ? [] : [words[typeWord]]),
    ...(field.choices === undefined ? [] : [fill('choices', field.choices.join(', '))]),
    ...(field.reference === undefined
      ? []
      : [fill('reference', entityLabel(requireEntity(model, field.reference.entity), labels))]),
    ...(hasDefault(field) ? [fill('default', String(field.default))] : []),
  ].join('\n')
}

const hasDefault = ({ default: value, access, type }: Field): boolean =>
  access === 'write' &&
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== 'now()' &&
  type !== 'json'
