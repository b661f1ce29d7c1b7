/** Empties an installation without taking it down: the structure stays, all that people have put in goes. */
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

/** What describes the structure: which migrations were applied, which scenarios there are, from where logs are followed. */
const keptTables = ['schema_migration', 'scenario', 'eventlog', 'changelog']

/**
 * Empties all tables of all scenarios and of the control schema: planning data, change log, users, rights,
 * preferences, tasks, custom attributes with their columns; what a promote has replaced goes as well. The registry of scenarios stays. Throws
 * `scenario_busy` while somebody works on one of them.
 */
export async function flushInstallation(database: Database, flush: Flush = {}): Promise<void> {
  const replaces = (await listScenarios(database)).map(({ name }) => name)
  await withScenarioLocks({ database }, { replaces }, () => emptyTables(database, flush))
}

export interface Flush {
  /** The model with the custom attributes of now. */
  readonly model?: Model
  /** Runs first in the transaction. */
  readonly first?: (client: pg.ClientBase) => Promise<void>
  /** Puts in what a new installation starts with. */
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
