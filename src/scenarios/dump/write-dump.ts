/** Writes the schemas of a dump as SQL: tables, their data as COPY blocks, keys and indexes, foreign keys. */
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copiedBytes } from '../../database/copied-bytes.ts'
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { readStructure, type TableStructure } from '../aside/table-structure.ts'
import { markLine } from './dump-format.ts'

export type Write = (text: Buffer | string) => Promise<void>

/** Settings with which every session restores the same values. */
export const preamble = `SET client_encoding TO 'UTF8';
SET standard_conforming_strings TO on;
SET DateStyle TO 'ISO, MDY';
SET IntervalStyle TO 'postgres';
SET TimeZone TO 'UTC';
SET check_function_bodies TO off;
BEGIN;
`

export const ending = `RESET search_path;
COMMIT;
`

export interface SchemaDump {
  readonly schema: string
  /** Tables whose rows are left out, because they are only valid for a running service. */
  readonly empty?: ReadonlySet<string>
  /** Called after each table, with the share of the schema that is written. */
  readonly onTable?: (share: number, table: string) => void
}

export interface Written {
  readonly tables: number
  readonly rows: number
}

/** Writes one schema in the snapshot of the transaction of the client. */
export async function writeSchema(client: pg.ClientBase, write: Write, dump: SchemaDump): Promise<Written> {
  const { schema, empty = new Set<string>() } = dump
  const tables = await readStructure(client, schema)
  await write(`\n${markLine({ schema })}CREATE SCHEMA ${identifier(schema)};\n`)
  await write(`SET search_path TO ${identifier(schema)};\n`)
  await write(statements(await sequencesAlone(client, schema)))
  for (const { create } of tables) await write(statements(create))
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let rows = 0
  let bytes = 0
  for (const table of tables) {
    const { name, columns, types, identity, indexes } = table
    const last = identity === null ? null : await lastNumber(client, qualified(schema, name), identity)
    await write(`\n${markLine({ table: name, columns, types, ...(last === null ? {} : { last }) })}`)
    if (!empty.has(name)) rows += await writeRows(client, write, schema, table)
    if (identity !== null && last !== null) await write(statements([setSequence(name, identity, last)]))
    await write(statements(indexes.map(({ sql }) => sql)))
    bytes += table.bytes
    dump.onTable?.(bytes / total, name)
  }
  await write(`\n${markLine({ foreignKeys: true })}`)
  await write(statements(tables.flatMap(({ foreignKeys }) => foreignKeys.map(({ sql }) => sql))))
  await write(statements(await functionsAndTriggers(client, schema)))
  await write(markLine({ end: true }))
  return { tables: tables.length, rows }
}

const statements = (list: readonly string[]): string => list.map((sql) => `${sql};\n`).join('')

async function writeRows(
  client: pg.ClientBase,
  write: Write,
  schema: string,
  table: TableStructure,
): Promise<number> {
  const columns = table.columns.map((column) => identifier(column)).join(', ')
  await write(`COPY ${identifier(table.name)} (${columns}) FROM stdin;\n`)
  const copy = client.query(copyTo(`COPY ${qualified(schema, table.name)} (${columns}) TO STDOUT`))
  for await (const bytes of copiedBytes(client, copy)) await write(bytes)
  await write('\\.\n')
  return copy.rowCount
}

/** Returns the last value of the sequence of an identity column; null before its first value. */
async function lastNumber(client: pg.ClientBase, table: string, column: string): Promise<string | null> {
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT pg_catalog.pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text AS "last"',
    [table, column],
  )
  return rows[0]!.last
}

/**
 * Returns the statement that sets the sequence of an identity column of a table on the search path to an SQL
 * expression; null has no effect.
 */
export const setSequence = (table: string, column: string, last: string): string =>
  'SELECT pg_catalog.setval(pg_catalog.pg_get_serial_sequence(' +
  `${literal(identifier(table))}, ${literal(column)}), ${last}, true)`

/** Returns statements for sequences without a column, with their last value. */
async function sequencesAlone(client: pg.ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ create: string; last: string | null }>(
    `SELECT format('CREATE SEQUENCE %I AS %s START %s INCREMENT %s MINVALUE %s MAXVALUE %s CACHE %s%s', c.relname,
         format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
         CASE WHEN s.seqcycle THEN ' CYCLE' ELSE '' END) AS "create",
       'SELECT pg_catalog.setval(' || quote_literal(quote_ident(c.relname)) || ', '
         || pg_catalog.pg_sequence_last_value(c.oid) || ', true)' AS "last"
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_catalog.pg_sequence s ON s.seqrelid = c.oid
     WHERE n.nspname = $1 AND NOT EXISTS (
       SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid
         AND d.deptype IN ('a', 'i'))
     ORDER BY c.relname`,
    [schema],
  )
  return rows.flatMap(({ create, last }) => (last === null ? [create] : [create, last]))
}

/** Returns statements for functions and triggers; only the control schema has any. */
async function functionsAndTriggers(client: pg.ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT "sql" FROM (
       SELECT 1 AS "rank", p.proname::text AS "name", pg_get_functiondef(p.oid) AS "sql"
       FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = $1 AND p.prokind = 'f'
       UNION ALL
       SELECT 2, t.tgname::text, pg_get_triggerdef(t.oid)
       FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
       JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND NOT t.tgisinternal
     ) "objects" ORDER BY "rank", "name"`,
    [schema],
  )
  return rows.map(({ sql }) => sql)
}
