/** First and last step of building a schema: creates its tables without keys, and adds its foreign keys. */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import type { TableStructure } from './table-structure.ts'
import { hasControl, inParallel, type ScenarioWork } from './work.ts'

/**
 * Applies the settings of a transaction that fills a schema without readers.
 * - The transaction does not wait for the disk; the commit of the swap makes all previous commits durable.
 * - Statements use no parallel workers, because several connections already work concurrently and workers exchange
 *   sorted rows through files.
 * - A statement whose client was killed ends by itself, so that it does not lock a schema that is to be dropped.
 */
export async function prepareFilling(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`
    SET LOCAL search_path TO ${identifier(schema)};
    SET LOCAL standard_conforming_strings TO on;
    SET LOCAL synchronous_commit TO off;
    SET LOCAL max_parallel_maintenance_workers TO 0;
    SELECT pg_catalog.set_config('client_connection_check_interval', '1s', true)
    WHERE pg_catalog.version() !~* 'windows|mingw|visual'`)
}

/**
 * Creates the schema with empty tables. The caller must commit the transaction before the tables are filled, so that
 * concurrently added attributes find the schema and add their column to it.
 */
export async function createTables(
  client: pg.ClientBase,
  schema: string,
  tables: readonly Pick<TableStructure, 'create'>[],
): Promise<void> {
  await client.query(`CREATE SCHEMA ${identifier(schema)}`)
  await prepareFilling(client, schema)
  await client.query(tables.flatMap(({ create }) => create).join(';\n'))
}

/** Waits for transactions that add attributes, because they do not see a schema that is not committed. */
export const lockAttributes = 'LOCK TABLE control."attribute" IN SHARE MODE'

/**
 * Waits for transactions that add attributes if the database has the schema `control`. On another server, the columns
 * of new attributes are added before the schema is used (`replacement.ts`).
 */
export async function awaitAttributes(
  client: pg.ClientBase,
  work: Pick<ScenarioWork, 'database' | 'control'>,
): Promise<void> {
  if (hasControl(work)) await client.query(lockAttributes)
}

export interface NewKey {
  readonly name: string
  readonly sql: string
}

/** Adds the foreign keys of all tables without validation, then validates them table by table on several connections. */
export async function addForeignKeys(
  work: ScenarioWork,
  schema: string,
  tables: readonly { readonly name: string; readonly foreignKeys: readonly NewKey[] }[],
): Promise<void> {
  const referring = tables.filter(({ foreignKeys }) => foreignKeys.length > 0)
  if (referring.length === 0) return
  const { database, signal } = work
  await database.withTransaction(
    async (client) => {
      await prepareFilling(client, schema)
      const keys = referring.flatMap(({ foreignKeys }) =>
        foreignKeys.map(({ sql }) => (sql.endsWith(' NOT VALID') ? sql : `${sql} NOT VALID`)),
      )
      await client.query(keys.join(';\n'))
    },
    { signal },
  )
  await inParallel(work, referring, async ({ name, foreignKeys }) => {
    const checks = foreignKeys.map(
      (key) => `ALTER TABLE ${qualified(schema, name)} VALIDATE CONSTRAINT ${identifier(key.name)}`,
    )
    await database.withTransaction(
      async (client) => {
        await prepareFilling(client, schema)
        await client.query(checks.join(';\n'))
      },
      { signal },
    )
  })
}
