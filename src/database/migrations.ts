/**
 * Migrates a schema to the state that this release requires by executing the numbered SQL files that were not applied
 * yet. The files contain no schema name, so the same files are used for the live schema of any scenario and for a
 * schema that is built under another name. Applied migrations are recorded within the schema, so the record stays
 * with it when it is renamed.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { ServiceError } from '../errors/service-error.ts'
import { type Additions, type Migration, moduleOf, noAdditions } from '../model/additions.ts'
import { serviceVersion } from '../settings/version.ts'
import { identifier, literal, qualified } from './identifiers.ts'

export type SchemaKind = 'control' | 'scenario'

const migrationsFolder = join(import.meta.dirname, '../../migrations')
export const historyTable = 'schema_migration'
/**
 * Key of the advisory lock, which is used for nothing else: migrations of one database are executed one after the
 * other.
 */
const migrationLock = '7021883455'
/** Maximum number of schemas in a message. */
const mostSchemasShown = 5

/**
 * Returns the migrations of a kind of schema, oldest first. Throws if two of them have the same number or a name is
 * malformed.
 */
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

const ofThisRelease = new Map<SchemaKind, Promise<readonly Migration[]>>()

/**
 * Returns the migrations of this release, as they were when this process first read them: an update replaces the
 * files while a process of the old release is still running, which must not use the new ones.
 */
function releaseMigrations(kind: SchemaKind): Promise<readonly Migration[]> {
  const known =
    ofThisRelease.get(kind) ??
    readMigrations(kind).catch((error: unknown) => {
      ofThisRelease.delete(kind)
      throw error
    })
  ofThisRelease.set(kind, known)
  return known
}

/** Returns the migrations of this release, then those of the extension modules. */
export async function allMigrations(kind: SchemaKind, additions: Additions): Promise<readonly Migration[]> {
  return [...(await releaseMigrations(kind)), ...additions.migrations[kind]]
}

/** Migrations of a schema that this process does not know. */
export interface UnknownMigrations {
  readonly schema: string
  readonly migrations: readonly string[]
}

/**
 * Returns a message with the schemas that a newer release has migrated, the last migrations that this release knows,
 * and what to do.
 */
export async function newerSchemaReason(
  found: readonly UnknownMigrations[],
  additions: Additions,
): Promise<string> {
  const known = (
    await Promise.all((['control', 'scenario'] as const).map((kind) => allMigrations(kind, additions)))
  )
    .map((migrations) => migrations.at(-1)?.name)
    .join(' and ')
  const schemas = found.map(({ schema, migrations }) => `schema "${schema}" has ${migrations.join(', ')}`)
  const shown = [...schemas.slice(0, mostSchemasShown), ...(schemas.length > mostSchemasShown ? ['…'] : [])]
  return (
    `The database was migrated by a newer release: ${shown.join('; ')}. This release, ${serviceVersion()}, knows the ` +
    `migrations up to ${known}. Start the newer release, or go back as in docs/how-to/upgrade-without-downtime.md.`
  )
}

/** Returns the applied migrations that are unknown; those of modules that are not in use are ignored. */
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
 * Creates the schema if it is missing and applies pending migrations; returns their names. Needs a client inside a
 * transaction, which the caller commits, so that the schema changes completely or not at all. If two processes
 * migrate at once, the second waits for the transaction of the first and then finds nothing to do. Throws
 * `unusable_database` if the schema was migrated by a newer release of the service or of an extension module. Tables
 * of a module that is no longer in the settings stay unchanged. With `only`, applies only these migrations.
 */
export async function migrateSchema(
  client: pg.ClientBase,
  kind: SchemaKind,
  schema: string,
  additions: Additions = noAdditions,
  only?: ReadonlySet<string>,
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
    const reason = await newerSchemaReason([{ schema, migrations: unknown }], additions)
    throw new ServiceError('unusable_database', { reason })
  }
  const pending = migrations.filter(({ name }) => !applied.has(name) && only?.has(name) !== false)
  if (pending.length === 0) return []
  const { rows } = await client.query<{ path: string }>(
    `SELECT pg_catalog.current_setting('search_path') AS "path"`,
  )
  await client.query(`SET LOCAL search_path TO ${identifier(schema)}`)
  for (const { name, sql } of pending) {
    await client.query(sql)
    await client.query(`INSERT INTO ${qualified(schema, historyTable)} ("name") VALUES ($1)`, [name])
  }
  // The transaction may continue with other work.
  await client.query(`SELECT pg_catalog.set_config('search_path', $1, true)`, [rows[0]!.path])
  return pending.map(({ name }) => name)
}

/**
 * Returns the migrations of schemas that neither this release nor its extension modules know. A schema without a
 * history, which will be created or replaced, has none.
 */
export async function findUnknownMigrations(
  client: Pick<pg.ClientBase, 'query'>,
  schemas: readonly { readonly schema: string; readonly kind: SchemaKind }[],
  additions: Additions,
): Promise<readonly UnknownMigrations[]> {
  const { rows: existing } = await client.query<{ schema: string }>(
    `SELECT s."schema" FROM unnest($1::text[]) AS s("schema")
    WHERE pg_catalog.to_regclass(format('%I.%I', s."schema", $2::text)) IS NOT NULL`,
    [schemas.map(({ schema }) => schema), historyTable],
  )
  if (existing.length === 0) return []
  const parts = existing.map(
    ({ schema }) => `SELECT ${literal(schema)} AS "schema", "name" FROM ${qualified(schema, historyTable)}`,
  )
  const { rows } = await client.query<{ schema: string; name: string }>(parts.join(' UNION ALL '))
  const applied = Map.groupBy(rows, ({ schema }) => schema)
  const known = {
    control: new Set((await allMigrations('control', additions)).map(({ name }) => name)),
    scenario: new Set((await allMigrations('scenario', additions)).map(({ name }) => name)),
  }
  return schemas.flatMap(({ schema, kind }) => {
    const names = (applied.get(schema) ?? []).map(({ name }) => name).sort()
    const migrations = unknownMigrations(names, known[kind], additions)
    return migrations.length === 0 ? [] : [{ schema, migrations }]
  })
}

/** Returns the names of the migrations that were not applied to a schema; all of them if it does not exist. */
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

/** Returns the names of the applied migrations of a schema, which must have a history. */
export async function appliedMigrations(client: pg.ClientBase, schema: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "name" FROM ${qualified(schema, historyTable)}`,
  )
  return new Set(rows.map(({ name }) => name))
}
