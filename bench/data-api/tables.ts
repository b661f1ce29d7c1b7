/**
 * The two tables that are compared: `"default".demand`, which the service works on, and `bench.demand`, the same in
 * columns, indexes, foreign keys and tables that refer to it, for the references. Both hold the same rows,
 * were filled the same way, and no background vacuum hits one of them alone.
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
  // Deleting asks every table that refers to the deleted rows: the reference is to have as many.
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

/** Adds the demands with these numbers to both tables, by the quickest way there is. */
export async function fill(client: pg.Client, first: number, end: number): Promise<void> {
  if (first >= end) return
  // Rows of the generator refer to nothing that does not exist; checking that is not what is measured here.
  await client.query('SET session_replication_role = replica')
  for (const table of both) {
    await withoutIndexes(client, table, () => copyInto(client, table, copyPieces(demands(first, end))))
  }
  await client.query('RESET session_replication_role')
  await vacuum(client)
}

/**
 * Fills a table without its indexes, which are built afterwards: the quickest way there is.
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

/** COPY of demands into a table. */
export async function copyInto(client: pg.Client, table: string, pieces: Iterable<Buffer>): Promise<void> {
  await pipeline(
    Readable.from(pieces, { objectMode: false }),
    client.query(copyFrom(`COPY ${table} (${columnList}) FROM STDIN`)),
  )
}

/** Brings both tables into the state in which an installation at rest has them. */
export async function vacuum(client: pg.Client): Promise<void> {
  await client.query(`VACUUM (ANALYZE) ${both.join(', ')}`)
  await settle(client)
}

/** Writes everything to disk, so that what comes next does not pay for what was before. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('CHECKPOINT')
}

export async function countRows(client: pg.Client, table: string, condition = 'true'): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`)
  return Number(rows[0]!.n)
}

/** Values of the columns, for a prepared INSERT. */
export const rowValues = (record: Demand): readonly (string | number)[] =>
  demandColumns.map((column) => record[column])
