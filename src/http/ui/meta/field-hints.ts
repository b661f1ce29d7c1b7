/** How screens show a field: how wide, on which side, in which section of a form. Derived from its type. */
import type { Entity } from '../../../model/entity.ts'
import type { Field, FieldType } from '../../../model/field.ts'

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

const rightAligned: ReadonlySet<FieldType> = new Set(['number', 'integer', 'duration', 'identity'])

/** Fields by which records are looked after rather than planned. */
const bookkeeping: ReadonlySet<string> = new Set(['source', 'lastmodified', 'lft', 'rght', 'lvl'])

export const widthOf = (entity: Entity, field: Field): number =>
  field.name === entity.key && field.type === 'text' ? 180 : (wide[field.name] ?? widths[field.type])

export const alignOf = ({ type }: Field): 'left' | 'right' => (rightAligned.has(type) ? 'right' : 'left')

export function sectionOf(entity: Entity, field: Field): 'key' | 'main' | 'plan' | 'system' {
  if (field.name === entity.key || entity.naturalKey.includes(field.name)) return 'key'
  if (bookkeeping.has(field.name) || field.access === 'readonly') return 'system'
  return field.access === 'computed' ? 'plan' : 'main'
}

/** Places in trees are for computers, and long documents for details: grids leave them out until they are asked for. */
export const isHidden = (field: Field): boolean =>
  ['lft', 'rght', 'lvl'].includes(field.name) || field.type === 'json' || field.initiallyHidden
