/**
 * Prints the SQL for a table or a column of the model, as the draft of a migration:
 *   npm run migration:draft -- input.machine          the table of a new entity
 *   npm run migration:draft -- input.item.colour      the column of a new field
 */
import { draftColumn, draftTable } from '../src/database/draft-migration.ts'
import type { Entity } from '../src/model/entity.ts'
import { buildModel } from '../src/model/model.ts'

const model = buildModel()

function findEntity(name: string): Entity {
  const entity = model.byName.get(name)
  if (entity === undefined || entity.view !== undefined) {
    const known = model.entities.filter(({ view }) => view === undefined).map((one) => one.name)
    throw new Error(`"${name}" has no table in the model. Tables: ${known.join(', ')}`)
  }
  return entity
}

function draftField(entity: Entity, name: string): string {
  const field = entity.fieldByName.get(name)
  if (field === undefined) throw new Error(`${entity.name} has no field "${name}".`)
  return draftColumn(model, entity, field)
}

function draft(path: string): readonly string[] {
  const [app, name, field] = path.split('.')
  const entity = findEntity(`${app}.${name}`)
  return [
    `-- migrations/${entity.schema}/`,
    field === undefined ? draftTable(model, entity) : draftField(entity, field),
  ]
}

const wanted = process.argv.slice(2)
if (wanted.length === 0) {
  console.error('Name entities or fields: npm run migration:draft -- input.item input.demand.due')
  process.exitCode = 2
} else {
  for (const path of wanted) console.log(draft(path).join('\n'))
}
