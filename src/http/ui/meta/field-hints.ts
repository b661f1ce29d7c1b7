/** How screens show a field: how wide, on which side, in which section of a form. Derived from its type. */
import type { Entity } from '../../../model/entity.ts'
import type { Field, FieldType } from '../../../model/field.ts'
import { choicesOf, type Labels } from '../../../model/labels/labels.ts'

/** Pixels of a column at normal density. */
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

/** What the service says in whole sentences, in entities that nobody writes. */
const sentence = 440

const rightAligned: ReadonlySet<FieldType> = new Set(['number', 'integer', 'duration', 'identity'])

/** Fields by which records are administered rather than planned. */
const bookkeeping: ReadonlySet<string> = new Set(['source', 'lastmodified'])

export function widthOf(entity: Entity, field: Field, labels: Labels): number {
  if (field.name === entity.key && field.type === 'text') return 180
  const usual =
    entity.readOnly && field.name === 'description' ? sentence : (wide[field.name] ?? widths[field.type])
  const words = (choicesOf(entity, field, labels) ?? []).map(({ label }) => label)
  return Math.max(usual, Math.min(220, Math.max(0, ...words.map(pixelsOf))))
}

/** About as wide as a word is in a cell, its sign included; letters of East Asia are twice as wide as others. */
const pixelsOf = (word: string): number =>
  40 + 7 * (word.length + (word.match(/[\u2E80-\uFFEF]/gu) ?? []).length)

export const alignOf = ({ type }: Field): 'left' | 'right' => (rightAligned.has(type) ? 'right' : 'left')

export function sectionOf(entity: Entity, field: Field): 'key' | 'main' | 'plan' | 'system' {
  if (field.name === entity.key || entity.naturalKey.includes(field.name)) return 'key'
  // Where nobody writes anything, being read only says nothing of a field.
  if (bookkeeping.has(field.name) || (field.access === 'readonly' && !entity.readOnly)) return 'system'
  return field.access === 'computed' ? 'plan' : 'main'
}
