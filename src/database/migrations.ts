/**
 * Brings a schema to the state this release needs by running the numbered SQL files that it lacks. The files
 * name no schema, so the same ones build the live schema of any scenario and one that is built aside under
 * another name; what was applied is recorded inside the schema and travels with it when it is renamed.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { type Additions, type Migration, moduleOf, noAdditions } from '../model/additions.ts'
import { identifier, qualified } from './identifiers.ts'

export type SchemaKind = 'control' | 'scenario'

const migrationsFolder = join(import.meta.dirname, '../../migrations')
const historyTable = 'schema_migration'
/** Any number that nobody else locks on: migrations of one database run one after the other. */
const migrationLock = '7021883455'

/** The migrations of a kind of schema, oldest first. Throws when two share a number or a name is malformed. */
export async function readMigrations(
  kind: SchemaKind,
  folder: string = migrationsFolder,
): Promise<readonly Migration[]> {
  const files = (await readdir(join(folder, kind))).filter((file) => file.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const file of files) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]
    if (number === undefined || numbers.has(number)) {
      throw new Error(`Migration "${kind}/${file}" needs a name like 0001_what.sql with a number of its own.`)
    }
    numbers.add(number)
  }
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.sql'),
      sql: await readFile(join(folder, kind, file), 'utf8'),
    })),
  )
}

/** Our migrations, then those of the extension modules. */
export async function allMigrations(kind: SchemaKind, additions: Additions): Promise<readonly Migration[]> {
  return [...(await readMigrations(kind)), ...additions.migrations[kind]]
}

/** Of the applied migrations those that nobody knows; those of modules that are not in use are nobody's concern. */
export function unknownMigrations(
  applied: Iterable<string>,
  known: ReadonlySet<string>,
  { modules }: Additions,
): readonly string[] {
  return [...applied].filter((name) => {
    const module = moduleOf(name)
    return !known.has(name) && (module === undefined || modules.includes(module))
  })
}

/**
 * Creates the schema if it is missing and applies what it lacks; returns the names of the migrations applied.
 * Needs a client inside a transaction, which the caller commits: the schema changes as a whole or not at all.
 * Of two at once, the second waits for the transaction of the first and then finds nothing to do.
 * Throws `unusable_database` when the schema was migrated by a newer release, of ours or of an extension module.
 * What a module has made that is no longer named in the settings stays as it is.
 */
export async function migrateSchema(
  client: pg.ClientBase,
  kind: SchemaKind,
  schema: string,
  additions: Additions = noAdditions,
): Promise<readonly string[]> {
  const migrations = await allMigrations(kind, additions)
  await client.query(`SELECT pg_catalog.pg_advisory_xact_lock(${migrationLock})`)
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS ${identifier(schema)};
    CREATE TABLE IF NOT EXISTS ${qualified(schema, historyTable)} (
      "name" text COLLATE "C" PRIMARY KEY,
      "applied" timestamptz NOT NULL DEFAULT now()
    )`)
  const applied = await appliedMigrations(client, schema)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = unknownMigrations(applied, known, additions)
  if (unknown.length > 0) {
    const reason =
      `Schema "${schema}" was migrated by another release: this one does not know ${unknown.join(', ')}. ` +
      'Start the release that the data belongs to, or a newer one.'
    throw new ServiceError('unusable_database', { reason })
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  if (pending.length === 0) return []
  const { rows } = await client.query<{ path: string }>(
    `SELECT pg_catalog.current_setting('search_path') AS "path"`,
  )
  await client.query(`SET LOCAL search_path TO ${identifier(schema)}`)
  for (const { name, sql } of pending) {
    await client.query(sql)
    await client.query(`INSERT INTO ${qualified(schema, historyTable)} ("name") VALUES ($1)`, [name])
  }
  // The transaction may go on with other work.
  await client.query(`SELECT pg_catalog.set_config('search_path', $1, true)`, [rows[0]!.path])
  return pending.map(({ name }) => name)
}

/** Names of the migrations a schema lacks; all of them when it does not exist. */
export async function pendingMigrations(
  client: pg.ClientBase,
  kind: SchemaKind,
  schema: string,
  additions: Additions = noAdditions,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    'SELECT pg_catalog.to_regclass($1) IS NOT NULL AS "found"',
    [qualified(schema, historyTable)],
  )
  const applied = rows[0]!.found ? await appliedMigrations(client, schema) : new Set<string>()
  return (await allMigrations(kind, additions)).map(({ name }) => name).filter((name) => !applied.has(name))
}

/** Names of the migrations that the schema has; it must have a history. */
export async function appliedMigrations(client: pg.ClientBase, schema: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "name" FROM ${qualified(schema, historyTable)}`,
  )
  return new Set(rows.map(({ name }) => name))
}
