/**
 * Prints the SQL that the model asks for, as the draft of a migration:
 *   npm run migration:draft -- input.machine          the table of a new entity
 *   npm run migration:draft -- input.item.colour      the column of a new field
 */
import {
  columnDefinition,
  createForeignKeys,
  createIndexes,
  createTable,
  type NamedStatement,
} from '../src/database/ddl.ts'
import { identifier } from '../src/database/identifiers.ts'
import type { Entity } from '../src/model/entity.ts'
import { buildModel } from '../src/model/model.ts'

/** Stands for the schema, which the runner of migrations sets: the files name none. */
const anySchema = 'any'
const unqualified = (sql: string): string => sql.replaceAll(`${identifier(anySchema)}.`, '')

const model = buildModel()

function findEntity(name: string): Entity {
  const entity = model.byName.get(name)
  if (entity === undefined || entity.view !== undefined) {
    const known = model.entities.filter(({ view }) => view === undefined).map((one) => one.name)
    throw new Error(`"${name}" has no table in the model. Tables: ${known.join(', ')}`)
  }
  return entity
}

const statements = (entity: Entity): readonly NamedStatement[] => [
  ...createIndexes(entity, anySchema),
  ...createForeignKeys(model, entity, anySchema),
]

function draftTable(entity: Entity): readonly string[] {
  return [createTable(model, entity, anySchema), ...statements(entity).map(({ sql }) => sql)]
}

function draftColumn(entity: Entity, name: string): readonly string[] {
  const field = entity.fieldByName.get(name)
  if (field === undefined) throw new Error(`${entity.name} has no field "${name}".`)
  const column = identifier(field.column)
  const about = statements(entity).filter(({ sql }) => sql.includes(`(${column})`))
  return [
    `ALTER TABLE ${identifier(entity.table)} ADD COLUMN ${columnDefinition(model, field)};`,
    ...about.map(({ sql }) => sql),
  ]
}

function draft(path: string): readonly string[] {
  const [app, name, field] = path.split('.')
  const entity = findEntity(`${app}.${name}`)
  return [
    `-- migrations/${entity.schema}/`,
    ...(field === undefined ? draftTable(entity) : draftColumn(entity, field)),
  ]
}

const wanted = process.argv.slice(2)
if (wanted.length === 0) {
  console.error('Name entities or fields: npm run migration:draft -- input.item input.demand.due')
  process.exitCode = 2
} else {
  for (const path of wanted) console.log(unqualified(draft(path).join('\n')))
}
