/**
 * The two tables that are compared: `"default".demand`, which the service uses, and `bench.demand` for the
 * references, with the same columns, indexes, foreign keys and referring tables. Both contain the same rows and were
 * filled in the same way; autovacuum is disabled so that it does not run on only one of them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { identifier } from '../../src/database/identifiers.ts'
import { copyPieces, type Demand, demandColumns, demands, masterData } from './demands.ts'

export const ours = '"default"."demand"'
export const reference = '"bench"."demand"'
const both = [ours, reference] as const

export const columnList = demandColumns.map((column) => identifier(column)).join(', ')

export async function createTables(client: pg.Client): Promise<void> {
  for (const statement of masterData) await client.query(statement)
  await client.query('CREATE SCHEMA bench')
  await client.query(`CREATE TABLE ${reference} (LIKE ${ours} INCLUDING ALL)`)
  const outward = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND conrelid = $1::regclass`,
    [ours],
  )
  for (const { name, definition } of outward.rows) {
    await client.query(`ALTER TABLE ${reference} ADD CONSTRAINT ${identifier(name)} ${definition}`)
  }
  // A DELETE checks every table that refers to the deleted rows, so the reference table must have the same number of
  // them.
  const inward = await client.query<{ table: string; column: string }>(
    `SELECT c.relname AS "table", a.attname AS "column" FROM pg_constraint f
     JOIN pg_class c ON c.oid = f.conrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = f.conkey[1]
     WHERE f.contype = 'f' AND f.confrelid = $1::regclass`,
    [ours],
  )
  for (const { table, column } of inward.rows) {
    const copy = `"bench".${identifier(table)}`
    await client.query(`CREATE TABLE ${copy} (LIKE "default".${identifier(table)} INCLUDING ALL)`)
    await client.query(
      `ALTER TABLE ${copy} ADD FOREIGN KEY (${identifier(column)}) REFERENCES ${reference} ("name") DEFERRABLE`,
    )
  }
  for (const table of both) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
}

/** Adds the demands with these numbers to both tables, in the fastest way. */
export async function fill(client: pg.Client, first: number, end: number): Promise<void> {
  if (first >= end) return
  // Generated rows contain only valid references; checking them is not part of the measurement.
  await client.query('SET session_replication_role = replica')
  for (const table of both) {
    await withoutIndexes(client, table, () => copyInto(client, table, copyPieces(demands(first, end))))
  }
  await client.query('RESET session_replication_role')
  await vacuum(client)
}

/**
 * Fills a table without its indexes, which are built afterwards, because this is the fastest way.
 * @param table as SQL; its primary key stays
 */
export async function withoutIndexes(
  client: pg.Client,
  table: string,
  run: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await run()
  for (const { definition } of rows) await client.query(definition)
}

/** Copies demands into a table with COPY. */
export async function copyInto(client: pg.Client, table: string, pieces: Iterable<Buffer>): Promise<void> {
  await pipeline(
    Readable.from(pieces, { objectMode: false }),
    client.query(copyFrom(`COPY ${table} (${columnList}) FROM STDIN`)),
  )
}

/** Brings both tables into the state of an idle installation. */
export async function vacuum(client: pg.Client): Promise<void> {
  await client.query(`VACUUM (ANALYZE) ${both.join(', ')}`)
  await settle(client)
}

/** Writes all changes to disk, so that the next measurement does not include this work. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('CHECKPOINT')
}

export async function countRows(client: pg.Client, table: string, condition = 'true'): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
  return Number(rows[0]!.n)
}

/** Returns the values of the columns, for a prepared INSERT. */
export const rowValues = (record: Demand): readonly (string | number)[] =>
  demandColumns.map((column) => record[column])
