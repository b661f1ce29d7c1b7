/**
 * Functions to declare entities: one per field type, the fields that many entities share, and `defineEntity`, which
 * validates and completes a declaration.
 */
import { defineField, type Field, type FieldOptions, type OnDelete } from './field.ts'

export const text = (name: string, options: FieldOptions): Field => defineField(name, 'text', options)
export const number = (name: string, options: FieldOptions): Field => defineField(name, 'number', options)
export const integer = (name: string, options: FieldOptions): Field => defineField(name, 'integer', options)
export const boolean = (name: string, options: FieldOptions): Field => defineField(name, 'boolean', options)
export const datetime = (name: string, options: FieldOptions): Field => defineField(name, 'datetime', options)
export const date = (name: string, options: FieldOptions): Field => defineField(name, 'date', options)
export const time = (name: string, options: FieldOptions): Field => defineField(name, 'time', options)
export const duration = (name: string, options: FieldOptions): Field => defineField(name, 'duration', options)
export const json = (name: string, options: FieldOptions): Field => defineField(name, 'json', options)

export const choice = (name: string, choices: readonly string[], options: FieldOptions): Field =>
  defineField(name, 'choice', { ...options, choices })

export const reference = (name: string, entity: string, onDelete: OnDelete, options: FieldOptions): Field =>
  defineField(name, 'reference', { indexed: true, ...options, reference: { entity, onDelete } })

/** Surrogate key, assigned by the database. */
export const identity = (label = 'identifier'): Field =>
  defineField('id', 'identity', {
    label,
    access: 'readonly',
    help: 'Surrogate key, assigned by the database sequence.',
  })

export const source = (): Field =>
  text('source', {
    nullable: true,
    indexed: true,
    help: 'Tag naming the system or process that supplied the record; used for selective cleanup.',
  })

export const lastModified = (): Field =>
  datetime('lastmodified', {
    label: 'last modified',
    default: 'now()',
    access: 'readonly',
    help: 'Time of the last real change; set by the database, an unchanged record keeps it.',
  })

export const description = (): Field => text('description', { nullable: true, help: 'Free text.' })

export const category = (): Field =>
  text('category', { nullable: true, indexed: true, help: 'Free grouping label used for filtering.' })

export const subcategory = (): Field =>
  text('subcategory', { nullable: true, indexed: true, help: 'Second-level grouping label.' })

/** Business key of entities that users name. */
export const nameKey = (help = 'Unique business identifier of the record.'): Field =>
  text('name', { required: true, help })

/** Key of orders. Sorted by its number: 9 comes before 10. */
export const orderReference = (): Field =>
  text('reference', {
    required: true,
    numbered: true,
    help: 'Order number; one key space shared by all order types.',
  })

/** Names of the fields of `treePosition`, which screens do not show and comparisons ignore. */
export const treePositionNames: ReadonlySet<string> = new Set(['lft', 'rght', 'lvl'])

/** Position in the tree as a nested set; null until the tree is numbered (see `data/tree`). */
export const treePosition = (): readonly Field[] => [
  integer('lft', {
    nullable: true,
    access: 'computed',
    help: 'Nested-set left bound; null marks the tree as needing a rebuild.',
  }),
  integer('rght', { nullable: true, access: 'computed', help: 'Nested-set right bound.' }),
  integer('lvl', { nullable: true, access: 'computed', help: 'Depth in the tree, 0 for a root.' }),
]

/** Fields of every entity whose records form a tree, with the key of the record above in `owner`. */
export const treeFields = (entity: string, ownerHelp: string): readonly (Field | readonly Field[])[] => [
  treePosition(),
  nameKey(),
  reference('owner', entity, 'setNull', { nullable: true, help: ownerHelp }),
  source(),
  lastModified(),
  description(),
  category(),
  subcategory(),
]
