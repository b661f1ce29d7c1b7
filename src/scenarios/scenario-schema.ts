/** The schema of one scenario: makes and migrates it, under the scenario's name or beside the live one. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { identifier } from '../database/identifiers.ts'
import { migrateSchema, pendingMigrations } from '../database/migrations.ts'
import { type Additions, noAdditions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import { checkAddedTables, refuseTakenColumns } from './added-tables.ts'
import { carryPrivileges } from './aside/privileges.ts'
import { lockedScenario, withScenarioLocks } from './aside/scenario-lock.ts'
import { asideName } from './aside/schema-names.ts'
import { timestampOf } from './aside/work.ts'
import { addAllColumns, loadCustomFields } from './custom-attributes.ts'
import { requireScenario, setScenarioStatus } from './registry.ts'

/**
 * Creates the tables of a scenario, or those that are missing, also those of extension modules, with the columns
 * of all custom attributes.
 * The schema may have any name, such as one that is built aside. Needs a client inside a transaction.
 * Returns the names of the migrations applied.
 */
export async function createScenarioSchema(
  client: pg.ClientBase,
  schema: string,
  additions: Additions = noAdditions,
): Promise<readonly string[]> {
  if (additions.modules.length > 0) {
    const pending = await pendingMigrations(client, 'scenario', schema, additions)
    await refuseTakenColumns(client, buildModel(undefined, additions), pending)
  }
  const applied = await migrateSchema(client, 'scenario', schema, additions)
  if (applied.length === 0) return applied
  // An attribute that is being added does not see this schema before the transaction ends: it has to wait.
  await client.query('LOCK TABLE control."attribute" IN SHARE MODE')
  const customFields = await loadCustomFields({
    query: ({ text, values = [] }) => client.query(text, [...values]),
  })
  const model = buildModel(customFields, additions)
  await checkAddedTables(client, model, 'scenario', schema)
  await addAllColumns(client, model, schema)
  return applied
}

/** Migrates the schema of one scenario, creating it if it has none yet. Throws `unknown_scenario`. */
export async function migrateScenario(
  database: Database,
  name: string,
  additions: Additions = noAdditions,
): Promise<readonly string[]> {
  await requireScenario(database, name)
  return database.withTransaction((client) => createScenarioSchema(client, name, additions))
}

export interface Recreation {
  readonly additions?: Additions
  /** Runs first in the transaction. */
  readonly first?: ((client: pg.ClientBase) => Promise<void>) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Replaces the schema of one scenario by an empty one, which is in use from then on; its data is lost, privileges of roles
 * stay. Throws `unknown_scenario`, and `scenario_busy` while somebody copies into it, restores it or reads it for a copy.
 */
export async function recreateScenario(
  database: Database,
  name: string,
  { additions = noAdditions, first, signal }: Recreation = {},
): Promise<void> {
  await requireScenario(database, name)
  return withScenarioLocks({ database, signal }, { replaces: [name] }, async () => {
    const { hasSchema } = await lockedScenario(database, name)
    await replaceSchema(database, { name, hasSchema, additions, first })
  })
}

/** Milliseconds to wait for another process that makes the same scenario. */
const creationWaitMs = 60_000

/**
 * Gives a free scenario an empty schema, which is in use from then on. Of two at once, one waits for the other: false if
 * the scenario has a schema by then, which stays as it is. Throws `unknown_scenario` and `scenario_busy`.
 */
export async function createIfFree(
  database: Database,
  name: string,
  { additions = noAdditions, first, signal }: Recreation = {},
): Promise<boolean> {
  await requireScenario(database, name)
  return withScenarioLocks({ database, signal }, { replaces: [name], waitMs: creationWaitMs }, async () => {
    const { hasSchema } = await lockedScenario(database, name)
    if (!hasSchema) await replaceSchema(database, { name, hasSchema, additions, first })
    return !hasSchema
  })
}

async function replaceSchema(
  database: Database,
  {
    name,
    hasSchema,
    additions,
    first,
  }: { name: string; hasSchema: boolean; additions: Additions; first: Recreation['first'] },
): Promise<void> {
  const replaced = asideName(name, 'drop', timestampOf(new Date()))
  await database.withTransaction(async (client) => {
    await first?.(client)
    if (hasSchema) await client.query(`ALTER SCHEMA ${identifier(name)} RENAME TO ${identifier(replaced)}`)
    await createScenarioSchema(client, name, additions)
    await setScenarioStatus(client, name, 'In use')
    if (!hasSchema) return
    await carryPrivileges(client, { from: replaced, to: name })
    await client.query(`DROP SCHEMA ${identifier(replaced)} CASCADE`)
  })
}
