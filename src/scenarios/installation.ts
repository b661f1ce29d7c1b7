/**
 * An installation as a whole: the control schema with the registry of scenarios, and a schema for every
 * scenario in use. Creates, migrates and removes it.
 */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { identifier } from '../database/identifiers.ts'
import { migrateSchema } from '../database/migrations.ts'
import { controlSchema, productionScenario, type Scenario } from './scenario.ts'
import { listScenarios, scenarioSchemas } from './registry.ts'

/** Registered from the start. A free scenario has no schema until something is copied into it. */
const firstScenarios: readonly Pick<Scenario, 'name' | 'description' | 'status'>[] = [
  { name: productionScenario, description: 'Production', status: 'In use' },
  { name: 'scenario1', description: 'Scenario 1', status: 'Free' },
  { name: 'scenario2', description: 'Scenario 2', status: 'Free' },
  { name: 'scenario3', description: 'Scenario 3', status: 'Free' },
]

/** What was applied to each schema. */
export type MigrationReport = readonly { readonly schema: string; readonly applied: readonly string[] }[]

/** Whether the database holds an installation. */
export async function installationExists(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>({
    text: `SELECT pg_catalog.to_regclass('control.scenario') IS NOT NULL AS "found"`,
  })
  return rows[0]!.found
}

/** Creates what is missing: control schema, registry, production. Leaves what exists; safe by two at once. */
export async function createInstallation(database: Database): Promise<MigrationReport> {
  return database.withTransaction(async (client) => {
    const report = [{ schema: controlSchema, applied: await migrateSchema(client, 'control', controlSchema) }]
    await client.query(
      `INSERT INTO control."scenario" ("name", "description", "status")
       SELECT "name", "description", "status"
       FROM pg_catalog.json_to_recordset($1) AS s("name" text, "description" text, "status" text)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(firstScenarios)],
    )
    const applied = await migrateSchema(client, 'scenario', productionScenario)
    return [...report, { schema: productionScenario, applied }]
  })
}

/** Creates the tables of a scenario in a schema that may have any name, such as one that is built aside. */
export async function createScenarioSchema(
  client: pg.ClientBase,
  schema: string,
): Promise<readonly string[]> {
  return migrateSchema(client, 'scenario', schema)
}

/** Migrates the control schema and the schema of every scenario that has one, each in a transaction. */
export async function migrateAll(database: Database): Promise<MigrationReport> {
  const report = [...(await createInstallation(database))]
  for (const schema of await scenarioSchemas(database)) {
    if (schema === productionScenario) continue
    const applied = await database.withTransaction((client) => migrateSchema(client, 'scenario', schema))
    report.push({ schema, applied })
  }
  return report
}

/** Removes everything: all data of all scenarios, users, rights, the registry itself. */
export async function dropInstallation(database: Database): Promise<void> {
  if (!(await installationExists(database))) return
  const scenarios = await listScenarios(database)
  await database.withTransaction(async (client) => {
    for (const { name } of scenarios) await client.query(`DROP SCHEMA IF EXISTS ${identifier(name)} CASCADE`)
    await client.query(`DROP SCHEMA ${identifier(controlSchema)} CASCADE`)
  })
}
