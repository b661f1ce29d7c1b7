/** Display of a field on screens: its width, its alignment and its section in a form. Derived from its type. */
import type { Entity } from '../../../model/entity.ts'
import type { Field, FieldType } from '../../../model/field.ts'
import { choicesOf, type Labels } from '../../../model/labels/labels.ts'

/** Column widths in pixels at normal density. */
const widths: Readonly<Record<FieldType, number>> = {
  text: 160,
  number: 110,
  integer: 90,
  boolean: 80,
  datetime: 150,
  date: 110,
  time: 90,
  duration: 110,
  choice: 120,
  reference: 180,
  json: 200,
  identity: 80,
}

const wide: Readonly<Record<string, number>> = { description: 240, comment: 320, remark: 240 }

/** Width of whole sentences of the service, in read-only entities. */
const sentence = 440

const rightAligned: ReadonlySet<FieldType> = new Set(['number', 'integer', 'duration', 'identity'])

/** Administrative fields that are not planning data. */
const bookkeeping: ReadonlySet<string> = new Set(['source', 'lastmodified'])

export function widthOf(entity: Entity, field: Field, labels: Labels): number {
  if (field.name === entity.key && field.type === 'text') return 180
  const usual =
    entity.readOnly && field.name === 'description' ? sentence : (wide[field.name] ?? widths[field.type])
  const words = (choicesOf(entity, field, labels) ?? []).map(({ label }) => label)
  return Math.max(usual, Math.min(220, Math.max(0, ...words.map(pixelsOf))))
}

/** Returns the approximate width of a word in a cell, including its icon; East Asian characters are twice as wide. */
const pixelsOf = (word: string): number =>
  40 + 7 * (word.length + (word.match(/[\u2E80-\uFFEF]/gu) ?? []).length)

export const alignOf = ({ type }: Field): 'left' | 'right' => (rightAligned.has(type) ? 'right' : 'left')

export function sectionOf(entity: Entity, field: Field): 'key' | 'main' | 'plan' | 'system' {
  if (field.name === entity.key || entity.naturalKey.includes(field.name)) return 'key'
  // In a read-only entity, the access of a field has no meaning.
  if (bookkeeping.has(field.name) || (field.access === 'readonly' && !entity.readOnly)) return 'system'
  return field.access === 'computed' ? 'plan' : 'main'
}
