/** The first and the last step of a schema that is built aside: its tables without keys, and its foreign keys. */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import type { TableStructure } from './table-structure.ts'
import { inParallel, type ScenarioWork } from './work.ts'

/**
 * Settings of a transaction that fills a schema nobody reads yet. Waiting for the disk at its end is left to the
 * swap, whose commit makes everything before it durable. Several connections work at once, so no statement needs
 * workers of its own, which pass each other sorted rows through files. A statement whose client was killed ends by itself, so
 * that nothing holds on to a schema that is to be removed.
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
 * Makes the schema with empty tables. Needs a client inside a transaction, to be committed before the tables
 * are filled: attributes that are added meanwhile then find the schema and add their column to it as well.
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

/** Waits for attributes that are being added: their transaction does not see the schema that comes. */
export const lockAttributes = 'LOCK TABLE control."attribute" IN SHARE MODE'

export interface NewKey {
  readonly name: string
  readonly sql: string
}

/** Adds the foreign keys of all tables, then checks them table by table on several connections. */
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
