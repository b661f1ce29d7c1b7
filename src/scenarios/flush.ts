/** Empties an installation without dropping it: the structure stays, all data that users have entered is deleted. */
import type pg from 'pg'
import { identifier, qualified } from '../database/identifiers.ts'
import type { Database } from '../database/database.ts'
import { buildModel, type Model } from '../model/model.ts'
import { listAsides } from './aside/cleanup.ts'
import { withScenarioLocks } from './aside/scenario-lock.ts'
import { dropColumn, loadAttributes } from './custom-attributes.ts'
import type { CreatePresets } from './installation.ts'
import { listScenarios, scenarioSchemas } from './registry.ts'
import { controlSchema } from './scenario.ts'

/**
 * Tables that describe the structure: the applied migrations, the scenarios, and the positions from which logs can be
 * followed.
 */
const keptTables = ['schema_migration', 'scenario', 'eventlog', 'changelog']

/**
 * Empties all tables of all scenarios and of the control schema: planning data, change log, users, permissions,
 * preferences, tasks, and custom attributes with their columns. Also drops data that a promote has replaced. The
 * registry of scenarios stays. Throws `scenario_busy` if a scenario is locked.
 */
export async function flushInstallation(database: Database, flush: Flush = {}): Promise<void> {
  const replaces = (await listScenarios(database)).map(({ name }) => name)
  await withScenarioLocks({ database }, { replaces }, () => emptyTables(database, flush))
}

export interface Flush {
  /** The model with the current custom attributes. */
  readonly model?: Model
  /** Called first in the transaction. */
  readonly first?: (client: pg.ClientBase) => Promise<void>
  /** Creates the initial records of a new installation. */
  readonly createPresets?: CreatePresets
}

async function emptyTables(
  database: Database,
  { model = buildModel(), first, createPresets }: Flush,
): Promise<void> {
  const schemas = [controlSchema, ...(await scenarioSchemas(database))]
  const asides = await listAsides(database)
  await database.withTransaction(async (client) => {
    await first?.(client)
    for (const { schema } of asides) await client.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)
    const attributes = await client.query<{ id: number }>('SELECT "id" FROM control."attribute"')
    const ids = attributes.rows.map(({ id }) => id)
    for (const attribute of await loadAttributes(client, ids)) {
      await dropColumn(client, model, attribute)
    }
    const { rows } = await client.query<{ schema: string; table: string }>(
      `SELECT schemaname AS "schema", tablename AS "table" FROM pg_catalog.pg_tables
       WHERE schemaname = ANY ($1) AND tablename <> ALL ($2) ORDER BY 1, 2`,
      [schemas, keptTables],
    )
    const tables = rows.map(({ schema, table }) => qualified(schema, table))
    await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`)
    for (const schema of schemas.filter((name) => name !== controlSchema)) {
      await client.query(
        `UPDATE ${qualified(schema, 'changelog')}
         SET "replaced" = pg_current_xact_id()::text::bigint, "expired" = 0, "forgotten" = 0`,
      )
    }
    await createPresets?.(client)
  })
}
