/**
 * The definition of an entity: a kind of record with a key, fields, labels and rights.
 *
 * `defineEntity` completes a declaration and rejects an inconsistent one when the module is loaded, so that errors in
 * the model never reach a request.
 */
import type { Field } from './field.ts'

export const actions = ['view', 'add', 'change', 'delete'] as const
export type Action = (typeof actions)[number]

/** Names of the fields with the start and the end of a time. */
export interface Period {
  readonly start: string
  readonly end: string
}

export interface Entity {
  /** `<app>.<model>`, for example `input.demand`: the name in URLs, rights, fixtures and logs. */
  readonly name: string
  readonly app: string
  readonly model: string
  readonly label: string
  readonly labelPlural: string
  readonly about: string
  /** The kind of schema with the table: the `control` schema, or the schema of each scenario. */
  readonly schema: 'control' | 'scenario'
  readonly table: string
  /** Name of the key field. */
  readonly key: string
  /** Fields that identify a record for users and other systems; empty without. */
  readonly naturalKey: readonly string[]
  /** Whether the database enforces that the natural key is unique. */
  readonly naturalKeyUnique: boolean
  /**
   * Indexes over several fields, for filters with all of them; the first field needs no index of its own. With the key
   * as the last field, the keys of a page are read from the index alone.
   */
  readonly indexes: readonly (readonly string[])[]
  /** Field that refers to the parent record. */
  readonly tree?: string
  /**
   * Fields of the time in which a record is valid; its end must not be before its start. The default of a field stands
   * for no bound.
   */
  readonly period?: Period
  /** A view contains the rows of another entity's table with this `type`. */
  readonly view?: { readonly of: string; readonly type: string }
  /**
   * Its records are the rows of a query instead of a table: a report. Returns the SQL; `table` returns the qualified
   * table of another entity in the scenario that is read.
   */
  readonly query?: ReportQuery
  /** Entities that a report depends on: it requires the right to view all of them, and no other right. */
  readonly basedOn?: readonly string[]
  readonly fields: readonly Field[]
  readonly fieldByName: ReadonlyMap<string, Field>
  /** Rights of the entity. An action without a right is allowed to superusers only. */
  readonly permissions: readonly Action[]
  /** Additional rights, full names such as `common.copy_scenario`. */
  readonly extraPermissions: readonly string[]
  /** Whether files and spreadsheets may contain records of this entity. */
  readonly imports: boolean
  /** Whether only the planner writes records; the data API is read-only. */
  readonly readOnly: boolean
  /** Actions that the data API never allows, because tasks perform them. */
  readonly never: readonly Action[]
  /** Field with the owner of a record: every user may view and change own records. */
  readonly ownerField?: string
  /** Fields that a PUT must contain, without the key. */
  readonly coreFields: readonly string[]
  /** Number of rows of a mid-size installation, for benchmarks and access paths. */
  readonly rowsMidSize: number
}

/** `scenario` selects another scenario than the one that is read. */
export type ReportQuery = (table: (entity: string, scenario?: string) => string) => string

export interface EntityDeclaration {
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  readonly about: string
  readonly schema?: 'control' | 'scenario'
  readonly key?: string
  readonly naturalKey?: readonly string[]
  readonly naturalKeyUnique?: boolean
  readonly indexes?: readonly (readonly string[])[]
  readonly tree?: string
  readonly period?: Period
  readonly view?: { readonly of: string; readonly type: string }
  readonly query?: ReportQuery
  readonly basedOn?: readonly string[]
  readonly fields: readonly (Field | readonly Field[])[]
  readonly permissions?: readonly Action[]
  readonly extraPermissions?: readonly string[]
  readonly imports?: boolean
  readonly readOnly?: boolean
  readonly never?: readonly Action[]
  readonly ownerField?: string
  /** Additional core fields besides the non-null fields without a default. */
  readonly extraCoreFields?: readonly string[]
  readonly rowsMidSize: number
}

export function defineEntity(declaration: EntityDeclaration): Entity {
  const { name } = declaration
  const [app, model] = name.split('.')
  if (app === undefined || model === undefined)
    throw new Error(`Entity name "${name}" must be <app>.<model>.`)
  const key = declaration.key ?? 'name'
  const naturalKey = declaration.naturalKey ?? (key === 'id' ? [] : [key])
  const fields = declaration.fields.flat().map((field) => completeField(field, key, naturalKey))
  const fieldByName = new Map(fields.map((field) => [field.name, field]))
  if (fieldByName.size !== fields.length) throw new Error(`Entity "${name}" declares a field twice.`)
  const { indexes = [], tree, period } = declaration
  const named = [tree, period?.start, period?.end].filter((part) => part !== undefined)
  for (const part of [key, ...naturalKey, ...indexes.flat(), ...named]) {
    if (!fieldByName.has(part)) throw new Error(`Entity "${name}" names the unknown field "${part}".`)
  }
  const core = fields.filter(
    (field) =>
      field.access === 'write' && !field.nullable && field.default === undefined && field.name !== key,
  )
  return {
    name,
    app,
    model,
    label: declaration.label,
    labelPlural: declaration.labelPlural,
    about: declaration.about,
    schema: declaration.schema ?? 'scenario',
    table: declaration.view === undefined ? model : declaration.view.of.split('.')[1]!,
    key,
    naturalKey,
    naturalKeyUnique: declaration.naturalKeyUnique ?? naturalKey.length > 0,
    indexes,
    ...(tree === undefined ? {} : { tree }),
    ...(period === undefined ? {} : { period }),
    ...(declaration.view === undefined ? {} : { view: declaration.view }),
    ...(declaration.query === undefined ? {} : { query: declaration.query }),
    ...(declaration.basedOn === undefined ? {} : { basedOn: declaration.basedOn }),
    fields,
    fieldByName,
    permissions: declaration.permissions ?? actions,
    extraPermissions: declaration.extraPermissions ?? [],
    imports: declaration.imports ?? true,
    readOnly: declaration.readOnly ?? false,
    never: declaration.never ?? [],
    ...(declaration.ownerField === undefined ? {} : { ownerField: declaration.ownerField }),
    coreFields: [...new Set([...core.map((field) => field.name), ...(declaration.extraCoreFields ?? [])])],
    rowsMidSize: declaration.rowsMidSize,
  }
}

/** Fields of a natural key with a default are never null, and neither is the key. */
function completeField(field: Field, key: string, naturalKey: readonly string[]): Field {
  if (field.name === key && field.type !== 'identity') return { ...field, nullable: false, required: true }
  if (naturalKey.includes(field.name) && field.default !== undefined && field.default !== 'now()') {
    return { ...field, nullable: false, nullMeansDefault: true }
  }
  return field
}

/** Returns the key field of an entity. */
export function keyField(entity: Entity): Field {
  return entity.fieldByName.get(entity.key)!
}

/** Returns the right for an action, for example `input.view_demand`. */
export function permissionName(entity: Entity, action: Action): string {
  return `${entity.app}.${action}_${entity.model}`
}
