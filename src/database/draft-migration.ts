/**
 * The statements that a migration needs for a new table or column. They contain no schema name: the migration runner
 * sets the schema, so that the same file is used for every scenario.
 */
import type { Entity } from '../model/entity.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import {
  columnDefinition,
  createForeignKeys,
  createIndexes,
  createTable,
  type NamedStatement,
} from './ddl.ts'
import { identifier } from './identifiers.ts'

export interface DraftOptions {
  /** Whether foreign keys delete or clear references themselves, as those of extension modules do. */
  readonly acting?: boolean
}

/** Placeholder of the schema. */
const anySchema = 'any'
const unqualified = (sql: string): string => sql.replaceAll(`${identifier(anySchema)}.`, '')

const statements = (model: Model, entity: Entity, options: DraftOptions): readonly NamedStatement[] => [
  ...createIndexes(entity, anySchema),
  ...createForeignKeys(model, entity, anySchema, options),
]

/** Returns the table of an entity with its indexes and foreign keys. */
export function draftTable(model: Model, entity: Entity, options: DraftOptions = {}): string {
  const others = statements(model, entity, options).map(({ sql }) => sql)
  return unqualified([createTable(model, entity, anySchema), ...others].join('\n'))
}

/** Returns the column of a field of an entity, with its index and its foreign key. */
export function draftColumn(model: Model, entity: Entity, field: Field, options: DraftOptions = {}): string {
  const column = identifier(field.column)
  const about = statements(model, entity, options).filter(({ sql }) => sql.includes(`(${column})`))
  const table = identifier(entity.table)
  return unqualified(
    [
      `ALTER TABLE ${table} ADD COLUMN ${columnDefinition(model, field)};`,
      ...about.map(({ sql }) => sql),
    ].join('\n'),
  )
}
