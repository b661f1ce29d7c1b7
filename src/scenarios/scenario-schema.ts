/** The schema of one scenario: makes and migrates it, under the scenario's name or beside the live one. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { identifier } from '../database/identifiers.ts'
import { migrateSchema } from '../database/migrations.ts'
import { buildModel } from '../model/model.ts'
import { addAllColumns, loadCustomFields } from './custom-attributes.ts'
import { requireScenario } from './registry.ts'

/**
 * Creates the tables of a scenario, or those that are missing, with the columns of all custom attributes.
 * The schema may have any name, such as one that is built aside. Needs a client inside a transaction.
 * Returns the names of the migrations applied.
 */
export async function createScenarioSchema(
  client: pg.ClientBase,
  schema: string,
): Promise<readonly string[]> {
  const applied = await migrateSchema(client, 'scenario', schema)
  if (applied.length === 0) return applied
  // An attribute that is being added does not see this schema before the transaction ends: it has to wait.
  await client.query('LOCK TABLE control."attribute" IN SHARE MODE')
  const customFields = await loadCustomFields({
    query: ({ text, values = [] }) => client.query(text, [...values]),
  })
  await addAllColumns(client, buildModel(customFields), schema)
  return applied
}

/** Migrates the schema of one scenario, creating it if it has none yet. Throws `unknown_scenario`. */
export async function migrateScenario(database: Database, name: string): Promise<readonly string[]> {
  await requireScenario(database, name)
  return database.withTransaction((client) => createScenarioSchema(client, name))
}

/** Replaces the schema of one scenario by an empty one; its data is lost. Throws `unknown_scenario`. */
export async function recreateScenario(database: Database, name: string): Promise<void> {
  await requireScenario(database, name)
  await database.withTransaction(async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${identifier(name)} CASCADE`)
    await createScenarioSchema(client, name)
  })
}
