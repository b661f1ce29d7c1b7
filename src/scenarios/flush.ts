/** Empties an installation without dropping it: the structure stays, all data that users have entered is deleted. */
import type pg from 'pg'
import { homesOf } from '../database/homes.ts'
import { identifier, qualified } from '../database/identifiers.ts'
import type { Database } from '../database/database.ts'
import { buildModel, type Model } from '../model/model.ts'
import { listAsides } from './aside/cleanup.ts'
import { requireOwnServer } from './aside/further-servers.ts'
import { withScenarioLocks } from './aside/scenario-lock.ts'
import { dropColumns, loadAttributes } from './custom-attributes.ts'
import type { CreatePresets } from './installation.ts'
import { listScenarios, schemasIn } from './registry.ts'
import { controlSchema } from './scenario.ts'

/**
 * Tables that describe the structure: the applied migrations, the scenarios, and the positions from which logs can be
 * followed; and hashes of former names, which tokens of former users still state.
 */
const keptTables = ['schema_migration', 'scenario', 'homeowner', 'eventlog', 'changelog', 'formername']

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
  // A repetition empties other servers again; what a killed process has left there is not lost sight of.
  for (const [name, server] of homesOf(database).servers) await emptyServer(database, { name, server, model })
  const schemas = [controlSchema, ...(await schemasIn(database))]
  const asides = await listAsides(database)
  await database.withTransaction(async (client) => {
    await first?.(client)
    for (const { schema } of asides) await client.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)
    const attributes = await client.query<{ id: number }>('SELECT "id" FROM control."attribute"')
    const ids = attributes.rows.map(({ id }) => id)
    await dropColumns(client, model, await loadAttributes(client, ids))
    await truncate(client, schemas)
    await createPresets?.(client)
  })
}

async function truncate(client: pg.ClientBase, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string }>(
    `SELECT schemaname AS "schema", tablename AS "table" FROM pg_catalog.pg_tables
     WHERE schemaname = ANY ($1) AND tablename <> ALL ($2) ORDER BY 1, 2`,
    [schemas, keptTables],
  )
  const tables = rows.map(({ schema, table }) => qualified(schema, table))
  // Everybody waits behind it.
  await client.query(`SET LOCAL lock_timeout TO '10s'`)
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`)
  for (const schema of schemas.filter((name) => name !== controlSchema)) {
    await client.query(
      `UPDATE ${qualified(schema, 'changelog')}
       SET "replaced" = pg_current_xact_id()::text::bigint, "expired" = 0, "forgotten" = 0`,
    )
  }
}

/** Empties the scenarios of a further server, and drops the columns of custom attributes there. */
async function emptyServer(
  database: Database,
  { name, server, model }: { readonly name: string; readonly server: Database; readonly model: Model },
): Promise<void> {
  const schemas = await schemasIn(server, database)
  if (schemas.length === 0) return
  await requireOwnServer(database, server, name)
  const attributes = await database.withClient(async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT "id" FROM control."attribute"')
    return loadAttributes(
      client,
      rows.map(({ id }) => id),
    )
  })
  await server.withTransaction(async (client) => {
    for (const { schema } of await listAsides(server)) {
      await client.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)
    }
    await dropColumns(client, model, attributes)
    await truncate(client, schemas)
  })
}
