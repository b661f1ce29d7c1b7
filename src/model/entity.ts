/**
 * What an entity is: a kind of record with a key, fields, words and rights.
 *
 * `defineEntity` completes a declaration and refuses an inconsistent one when the module is loaded, so a
 * mistake in the model never reaches a request.
 */
import type { Field } from './field.ts'

export type Action = 'view' | 'add' | 'change' | 'delete'
export const actions: readonly Action[] = ['view', 'add', 'change', 'delete']

export interface Entity {
  /** `<app>.<model>`, for example `input.demand`: the name in URLs, rights, fixtures and logs. */
  readonly name: string
  readonly app: string
  readonly model: string
  readonly label: string
  readonly labelPlural: string
  readonly about: string
  /** Which kind of schema holds the table: one `control` schema, or the schema of each scenario. */
  readonly schema: 'control' | 'scenario'
  readonly table: string
  /** Name of the key field. */
  readonly key: string
  /** Fields that identify a record for people and other systems; empty when there are none. */
  readonly naturalKey: readonly string[]
  /** Whether the database guarantees that the natural key is unique. */
  readonly naturalKeyUnique: boolean
  /** Indexes over several fields each, for filters that name them together; the first field needs none of its own. */
  readonly indexes: readonly (readonly string[])[]
  /** Field that points to the parent record. */
  readonly tree?: string
  /** A typed view shows the rows of another entity's table that have this `type`. */
  readonly view?: { readonly of: string; readonly type: string }
  /**
   * Its records are the rows of a query instead of those of a table: a report. Answers the SQL; `table` gives the
   * qualified table of another entity, in the scenario that is read.
   */
  readonly query?: ReportQuery
  /** Entities that a report tells about: who may view them all may view it, and nobody else. */
  readonly tellsOf?: readonly string[]
  readonly fields: readonly Field[]
  readonly fieldByName: ReadonlyMap<string, Field>
  /** Rights that exist for the entity. An action without a right is open to superusers only. */
  readonly permissions: readonly Action[]
  /** Rights beyond the four actions, full names such as `common.copy_scenario`. */
  readonly extraPermissions: readonly string[]
  /** Whether files and spreadsheets may bring records of this entity. */
  readonly imports: boolean
  /** Written by the planner only; the data API serves it read-only. */
  readonly readOnly: boolean
  /** What nobody does through the data API, whatever the rights: tasks do it. */
  readonly never: readonly Action[]
  /** Field with the user a record belongs to: everybody may see and change records of their own. */
  readonly ownerField?: string
  /** Fields a PUT must name, key excluded. */
  readonly coreFields: readonly string[]
  /** Row count of a mid-size site, for benchmarks and choices of access path. */
  readonly rowsMidSize: number
}

/** `scenario` names another one than that which is read. */
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
  readonly view?: { readonly of: string; readonly type: string }
  readonly query?: ReportQuery
  readonly tellsOf?: readonly string[]
  readonly fields: readonly (Field | readonly Field[])[]
  readonly permissions?: readonly Action[]
  readonly extraPermissions?: readonly string[]
  readonly imports?: boolean
  readonly readOnly?: boolean
  readonly never?: readonly Action[]
  readonly ownerField?: string
  /** Core fields beyond the not-null fields without default. */
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
  const { indexes = [], tree } = declaration
  for (const part of [key, ...naturalKey, ...indexes.flat(), ...(tree === undefined ? [] : [tree])]) {
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
    ...(declaration.view === undefined ? {} : { view: declaration.view }),
    ...(declaration.query === undefined ? {} : { query: declaration.query }),
    ...(declaration.tellsOf === undefined ? {} : { tellsOf: declaration.tellsOf }),
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

/** Parts of a natural key never hold nulls where they have a default; the key itself never does. */
function completeField(field: Field, key: string, naturalKey: readonly string[]): Field {
  if (field.name === key && field.type !== 'identity') return { ...field, nullable: false, required: true }
  if (naturalKey.includes(field.name) && field.default !== undefined && field.default !== 'now()') {
    return { ...field, nullable: false, nullMeansDefault: true }
  }
  return field
}

/** The field that holds the key of a record. */
export function keyField(entity: Entity): Field {
  return entity.fieldByName.get(entity.key)!
}

/** Name of the right for an action, for example `input.view_demand`. */
export function permissionName(entity: Entity, action: Action): string {
  return `${entity.app}.${action}_${entity.model}`
}
