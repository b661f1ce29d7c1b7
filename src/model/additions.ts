/**
 * What extension modules add to the model and to the schemas. It travels with the model, so that whoever makes or
 * migrates a schema has it at hand. A value: modules are loaded and checked elsewhere.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

/** One step by which a schema is changed. */
export interface Migration {
  /** File name without extension, such as `0001_model`; of an extension module `<module>/0001_runs`. */
  readonly name: string
  readonly sql: string
}

export interface Additions {
  /** Names of the modules. */
  readonly modules: readonly string[]
  readonly entities: readonly Entity[]
  /** Fields by the name of the entity they are added to. */
  readonly fields: ReadonlyMap<string, readonly Field[]>
  /** Steps by kind of schema, in the order in which they run, after ours. */
  readonly migrations: Readonly<Record<'control' | 'scenario', readonly Migration[]>>
}

export const noAdditions: Additions = {
  modules: [],
  entities: [],
  fields: new Map(),
  migrations: { control: [], scenario: [] },
}

/** The module that a migration belongs to; undefined for one of ours. */
export function moduleOf(migration: string): string | undefined {
  const slash = migration.indexOf('/')
  return slash < 0 ? undefined : migration.slice(0, slash)
}

/** Step that adds the column of a field, such as `abc/input.item.abc`; the inverse is `columnOfStep`. */
export const columnStep = (module: string, entity: string, field: string): string =>
  `${module}/${entity}.${field}`

/** Entity and field whose column a step has added; undefined for other steps. */
export function columnOfStep(
  migration: string,
): { readonly entity: string; readonly field: string } | undefined {
  const match = /^[^/]+\/([^./]+\.[^./]+)\.([^./]+)$/.exec(migration)
  return match === null ? undefined : { entity: match[1]!, field: match[2]! }
}
