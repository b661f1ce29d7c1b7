/** Validates entities, reports and fields of modules against the model and against each other. */
import { allMigrations } from '../database/migrations.ts'
import { messageText } from '../errors/messages.ts'
import { type Additions, noAdditions } from '../model/additions.ts'
import { defineEntity, type Entity } from '../model/entity.ts'
import type { Field } from '../model/field.ts'
import { buildModel, type Model } from '../model/model.ts'
import { isExtensible, nameFault } from '../scenarios/attribute-storage.ts'
import { reservedForModules } from '../scenarios/reserved-names.ts'
import type { Report } from './definition.ts'
import { type Complain, declaredEntities, type FoundExtension, messageOf } from './found.ts'

/** Second parts of names with another meaning in URLs. */
const takenModels: ReadonlySet<string> = new Set(['report', 'reports'])

/** Converts a report to a read-only entity. Throws the errors of `defineEntity`. */
function reportEntity(extension: string, report: Report): Entity {
  const { name, label, labelPlural, about, key, columns, sql } = report
  const model = buildModel()
  // Builds the query once, so that unknown tables are reported at the start.
  const text: unknown = sql((entity) => {
    if (!model.byName.has(entity) && !entity.startsWith(`${extension}.`)) {
      throw new Error(`its query asks for the table of "${entity}", which is no entity`)
    }
    return '"table"'
  })
  if (typeof text !== 'string' || !/^\s*(select|with)\b/i.test(text)) {
    throw new Error('its query must be a text that begins with SELECT or WITH')
  }
  return defineEntity({
    name: `${extension}.${name}`,
    label,
    labelPlural,
    about,
    key,
    fields: columns.map((field): Field => Object.assign({}, field, { access: 'computed' as const })),
    permissions: ['view'],
    imports: false,
    readOnly: true,
    rowsMidSize: 1000,
    query: sql,
  })
}

interface Owned {
  readonly extension: FoundExtension
  readonly entity: Entity
}

/** Returns the valid entities and reports of all modules. */
export async function checkEntities(
  extensions: readonly FoundExtension[],
  complain: Complain,
): Promise<readonly Owned[]> {
  const core = buildModel()
  const takenTables = await coreTables()
  const sound: Owned[] = []
  const known = new Set([
    ...core.byName.keys(),
    ...extensions.flatMap(({ definition }) => (definition.entities ?? []).map(({ name }) => name)),
  ])
  for (const extension of extensions) {
    const { name: owner, entities = [], reports = [] } = extension.definition
    const refuse = (reason: string): void => complain(extension, reason)
    for (const entity of [...entities, ...reportsOf(extension, reports, refuse)]) {
      const faults = entityFaults(extension, entity, known)
      const duplicate = sound.find((other) => other.entity.model === entity.model)
      const ours = core.entities.find(({ model }) => model === entity.model)
      if (duplicate !== undefined) {
        faults.push(
          `has the name of ${duplicate.entity.name} of the extension "${duplicate.extension.definition.name}"`,
        )
      } else if (ours !== undefined) faults.push(`has the name of ${ours.name}`)
      else if (takenTables.has(entity.table)) faults.push(`would have a table of ours, "${entity.table}"`)
      for (const fault of faults) refuse(`the entity ${entity.name} ${fault}`)
      if (faults.length === 0 && entity.app === owner) sound.push({ extension, entity })
    }
  }
  return sound
}

function reportsOf(
  { definition }: FoundExtension,
  reports: readonly Report[],
  refuse: (reason: string) => void,
): readonly Entity[] {
  return reports.flatMap((report) => {
    try {
      return [reportEntity(definition.name, report)]
    } catch (error) {
      refuse(`the report ${report.name}: ${messageOf(error)}`)
      return []
    }
  })
}

function entityFaults(extension: FoundExtension, entity: Entity, known: ReadonlySet<string>): string[] {
  const faults: string[] = []
  if (entity.app !== extension.definition.name) {
    faults.push(`must be named "${extension.definition.name}.${entity.model}", after the extension`)
  }
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(entity.model) || takenModels.has(entity.model)) {
    faults.push('has a name that cannot be: use lower case letters and digits, and not "report"')
  }
  if (entity.view !== undefined) faults.push('cannot be a view of another one')
  for (const field of entity.fields) {
    const target = field.reference?.entity
    if (target !== undefined && !known.has(target)) {
      faults.push(`refers by "${field.name}" to the unknown entity "${target}"`)
    }
    if (field.virtual) faults.push(`cannot have the virtual field "${field.name}"`)
  }
  const table = new RegExp(`create\\s+table\\s+(if\\s+not\\s+exists\\s+)?"?${entity.table}"?[\\s(]`, 'i')
  if (entity.query === undefined && !extension.migrations[entity.schema].some(({ sql }) => table.test(sql))) {
    const where = `${extension.definition.migrations ?? 'migrations'}/${entity.schema}/`
    faults.push(
      `has no table: no file in ${where} makes "${entity.table}". A draft: planctl extensions --draft=${entity.name}`,
    )
  }
  return faults
}

/** Returns all tables that the migrations of the service create, including those without an entity. */
async function coreTables(): Promise<ReadonlySet<string>> {
  const ours = await Promise.all([
    allMigrations('control', noAdditions),
    allMigrations('scenario', noAdditions),
  ])
  const made = ours
    .flat()
    .flatMap(({ sql }) => [...sql.matchAll(/CREATE TABLE "(\w+)"/g)].map((match) => match[1]!))
  return new Set([...made, 'schema_migration'])
}

/** Returns the valid fields by entity. */
export function checkFields(
  extensions: readonly FoundExtension[],
  model: Model,
  complain: Complain,
): Additions['fields'] {
  const added = new Map<string, Field[]>()
  const declared = declaredEntities(extensions)
  const owners = new Map<string, string>()
  for (const extension of extensions) {
    for (const [name, fields] of Object.entries(extension.definition.fields ?? {})) {
      const entity = model.byName.get(name)
      for (const field of fields) {
        const refuse = (fault: string): void =>
          complain(extension, `the field ${name}.${field.name} ${fault}`)
        const before = owners.get(`${entity?.table}.${field.name}`)
        if (entity === undefined && declared.has(name)) continue
        if (entity === undefined) refuse(`is added to "${name}", which is no entity`)
        else if (before !== undefined) refuse(`is added by the extension "${before}" as well`)
        else {
          const faults = fieldFaults(model, entity, field)
          const target = field.reference?.entity
          if (target !== undefined && !model.byName.has(target)) {
            if (declared.has(target)) continue
            faults.push(`refers to the unknown entity "${target}"`)
          }
          for (const fault of faults) refuse(fault)
          if (faults.length > 0) continue
          owners.set(`${entity.table}.${field.name}`, extension.definition.name)
          added.set(name, [...(added.get(name) ?? []), field])
        }
      }
    }
  }
  return added
}

function fieldFaults(model: Model, entity: Entity, field: Field): string[] {
  const faults: string[] = []
  if (!isExtensible(entity) || entity.query !== undefined) {
    return [`cannot be: ${entity.name} does not hold records that people keep in scenarios`]
  }
  if (entity.view !== undefined)
    return [`must be added to ${entity.view.of}, whose records ${entity.name} shows`]
  const named = nameFault(model, entity, field.name, reservedForModules)
  if (named !== undefined) faults.push(`has a name that cannot be. ${messageText(named).replace(/\.$/, '')}`)
  if (!field.nullable || field.required)
    faults.push('must be nullable and not required: records exist already')
  if (field.type === 'identity' || field.virtual || field.unique || field.column !== field.name) {
    faults.push('must be a plain column of its own')
  }
  return faults
}
