/** Undoing change sets in tests: whole data before and after, and change sets of the scenario `default`. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { fieldExpression } from '../../src/data/record-sql.ts'
import { undoChangeSets, type UndoRequest } from '../../src/data/write/undo/undo-change-set.ts'
import { storedFields } from '../../src/database/ddl.ts'
import { identifier } from '../../src/database/identifiers.ts'
import { requireEntity } from '../../src/model/model.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from './database.ts'

const tables = [
  'input.calendar',
  'input.calendarbucket',
  'input.customer',
  'input.location',
  'input.supplier',
  'input.item',
  'input.resource',
  'input.operation',
  'input.operationmaterial',
  'input.operationresource',
  'input.itemsupplier',
  'input.itemdistribution',
  'input.buffer',
  'input.skill',
  'input.resourceskill',
  'input.setupmatrix',
  'input.setuprule',
  'input.suboperation',
  'input.operationdependency',
  'input.demand',
  'input.operationplan',
  'input.operationplanmaterial',
  'input.operationplanresource',
]

/** The data of the scenario `default` in the tests of a file, which each test starts without any. */
export function openUndoTrial() {
  let test: TestDatabase
  let context: DataContext

  beforeAll(async () => {
    test = await createTestDatabase()
    context = createTestContext(test.database)
  })
  afterAll(() => test[Symbol.asyncDispose]())

  /** Returns the number of the newest change set. */
  const newest = async (): Promise<number> => {
    const { rows } = await context.home.query<{ id: number }>({
      text: 'SELECT coalesce(max("id"), 0)::float8 AS id FROM "default"."changeset"',
    })
    return rows[0]!.id
  }

  const undoAll = (changesets: readonly number[], options: Partial<UndoRequest> = {}) =>
    undoChangeSets(context, { changesets, dryRun: false, authorize: () => undefined, ...options })

  const undo = (changeset: number, options: Partial<UndoRequest> = {}) => undoAll([changeset], options)

  /** Returns all data written by users in the format of the API, record by record. */
  async function everything(): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {}
    for (const name of tables) {
      const entity = requireEntity(context.model, name)
      const fields = storedFields(entity).filter((field) => field.name !== 'lastmodified')
      const list = fields.map((field) => `${fieldExpression(field, 't')} AS ${identifier(field.name)}`)
      const { rows } = await context.home.query<{ json: string }>({
        text: `SELECT (SELECT row_to_json(r) FROM (SELECT ${list.join(', ')}) r)::text AS json
             FROM "default".${identifier(entity.table)} t ORDER BY t.${identifier(entity.key)}`,
      })
      found[name] = rows.map(({ json }) => json)
    }
    return found
  }

  async function emptyAll(): Promise<void> {
    const names = tables.map((name) => `"default".${identifier(requireEntity(context.model, name).table)}`)
    await context.home.query({ text: `TRUNCATE ${names.join(', ')} CASCADE` })
  }

  beforeEach(emptyAll)

  /** Returns the categories of the customers. */
  const categories = async () =>
    ((await everything())['input.customer'] ?? []).map((json) => /"category":"(\w+)"/.exec(json)?.[1])
  return { context: () => context, newest, undoAll, undo, everything, emptyAll, categories }
}
