/**
 * Creates the tables for a restore as the migrations that the header of the dump names have created them, with the
 * columns of the present custom attributes. No definition is taken from the dump.
 */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import {
  allMigrations,
  appliedMigrations,
  historyTable,
  unknownMigrations,
} from '../../database/migrations.ts'
import type { ServiceError } from '../../errors/service-error.ts'
import { moduleOf } from '../../model/additions.ts'
import { awaitAttributes, createTables } from '../aside/create-tables.ts'
import { readStructure, type TableStructure } from '../aside/table-structure.ts'
import type { ScenarioWork } from '../aside/work.ts'
import { schemasIn } from '../registry.ts'
import { createScenarioSchema } from '../scenario-schema.ts'
import { dumpRefused, shown } from './dump-format.ts'

/**
 * Creates the schema with empty tables that have no keys and indexes yet, and returns their structure. Throws
 * `dump_refused` for migrations of a newer release, and of an extension module whose tables are unknown.
 */
export async function createFromMigrations(
  work: ScenarioWork,
  schema: string,
  names: readonly string[],
): Promise<readonly TableStructure[]> {
  const { database, control, model, signal } = work
  const { additions } = model
  const migrations = new Set(names)
  const known = new Set((await allMigrations('scenario', additions)).map(({ name }) => name))
  const newer = unknownMigrations(migrations, known, additions)
  if (newer.length > 0) {
    throw dumpRefused({ code: 'dump_migrations_newer', params: { migrations: shown(newer.join(', ')) } })
  }
  const unused = [...migrations].filter((name) => !known.has(name))
  const schemas = await schemasIn(database, control)
  return database.withTransaction(
    async (client) => {
      await awaitAttributes(client, work)
      const same = await findSchemaWith(client, schemas, migrations)
      if (same === undefined && unused.length > 0) throw unknownTables(unused)
      const tables =
        same === undefined
          ? await structureOfMigrations(client, schema, () =>
              createScenarioSchema(client, schema, additions, { only: migrations, control }),
            )
          : await readStructure(client, same)
      await createTables(client, schema, tables)
      await client.query(
        `INSERT INTO ${qualified(schema, historyTable)} ("name") SELECT unnest($1::text[])`,
        [[...migrations]],
      )
      return tables
    },
    { signal },
  )
}

/**
 * Returns the schema of a scenario to which exactly these migrations were applied, if there is one. Reading its
 * structure is faster than applying the migrations again. It also has the tables of extension modules that are not in
 * use any more, whose migrations cannot be applied.
 */
async function findSchemaWith(
  client: pg.ClientBase,
  schemas: readonly string[],
  migrations: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const schema of schemas) {
    const applied = await appliedMigrations(client, schema)
    if (applied.size === migrations.size && [...applied].every((name) => migrations.has(name))) return schema
  }
  return undefined
}

/**
 * Returns the structure of the schema that the callback creates, and undoes the callback: without keys and indexes,
 * tables are filled faster.
 */
async function structureOfMigrations(
  client: pg.ClientBase,
  schema: string,
  create: () => Promise<unknown>,
): Promise<readonly TableStructure[]> {
  await client.query('SAVEPOINT "migrated"')
  await create()
  const tables = await readStructure(client, schema)
  await client.query('ROLLBACK TO SAVEPOINT "migrated"')
  return tables
}

function unknownTables(unused: readonly string[]): ServiceError {
  const modules = [...new Set(unused.map((name) => `"${moduleOf(name)}"`))].join(', ')
  return dumpRefused({ code: 'dump_of_extension', params: { modules: shown(modules) } })
}
