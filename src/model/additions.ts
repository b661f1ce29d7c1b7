/**
 * What extension modules add to the model and to the schemas. It is part of the model, because creating and migrating
 * a schema requires it. Modules are loaded and validated elsewhere.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

/** A migration of a schema. */
export interface Migration {
  /** File name without extension, such as `0001_model`; of an extension module `<module>/0001_runs`. */
  readonly name: string
  readonly sql: string
}

export interface Additions {
  /** Names of the modules. */
  readonly modules: readonly string[]
  readonly entities: readonly Entity[]
  /** Additional fields by name of the entity. */
  readonly fields: ReadonlyMap<string, readonly Field[]>
  /** Migrations by kind of schema, in the sequence in which they run, after those of the service. */
  readonly migrations: Readonly<Record<'control' | 'scenario', readonly Migration[]>>
}

export const noAdditions: Additions = {
  modules: [],
  entities: [],
  fields: new Map(),
  migrations: { control: [], scenario: [] },
}

/** Returns the module of a migration; undefined for one of the service. */
export function moduleOf(migration: string): string | undefined {
  const slash = migration.indexOf('/')
  return slash < 0 ? undefined : migration.slice(0, slash)
}

/** Returns the migration name for the column of a field, such as `abc/input.item.abc`; the inverse is `columnOfStep`. */
export const columnStep = (module: string, entity: string, field: string): string =>
  `${module}/${entity}.${field}`

/** Returns the entity and field whose column a migration adds; undefined for other migrations. */
export function columnOfStep(
  migration: string,
): { readonly entity: string; readonly field: string } | undefined {
  const match = /^[^/]+\/([^./]+\.[^./]+)\.([^./]+)$/.exec(migration)
  return match === null ? undefined : { entity: match[1]!, field: match[2]! }
}
