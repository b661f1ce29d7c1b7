/** Support for tests of scenarios: test data, and fingerprints of a schema's data and structure. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { qualified } from '../../src/database/identifiers.ts'
import { tableEntities } from '../../src/database/ddl.ts'
import { buildModel } from '../../src/model/model.ts'
import type { ScenarioWork } from '../../src/scenarios/aside/work.ts'
import { leaseClass } from '../../src/tasks/queue/lock-classes.ts'
import { until } from './wait.ts'

export const scenarioWork = (database: Database, overrides: Partial<ScenarioWork> = {}): ScenarioWork => ({
  database,
  model: buildModel(),
  now: () => new Date(),
  ...overrides,
})

/** Inserts records in several tables that refer to each other. */
export async function fillScenario(database: Database, schema: string, records = 100): Promise<void> {
  const table = (name: string): string => qualified(schema, name)
  for (const text of [
    `INSERT INTO ${table('location')} ("name") SELECT 'loc ' || n FROM generate_series(1, 5) n`,
    `INSERT INTO ${table('customer')} ("name", "description") VALUES ('ACME', E'tab\\t, newline\\n, "quote", \\\\.')`,
    `INSERT INTO ${table('item')} ("name") SELECT 'item ' || n FROM generate_series(1, 10) n`,
    `INSERT INTO ${table('demand')} ("name", "item", "location", "customer", "quantity", "due")
      SELECT 'SO ' || n, 'item ' || (n % 10 + 1), 'loc ' || (n % 5 + 1), 'ACME', n, timestamp '2026-01-01' + n * interval '1 h'
      FROM generate_series(1, ${records}) n`,
    `INSERT INTO ${table('calendar')} ("name") VALUES ('week')`,
    `INSERT INTO ${table('calendarbucket')} ("calendar", "value", "priority") SELECT 'week', n, n FROM generate_series(1, 7) n`,
    `INSERT INTO ${table('changeset')} ("channel") SELECT 'api' FROM generate_series(1, 3)`,
    `INSERT INTO ${table('follower')} ("content_type", "user") VALUES ('input.item', 1)`,
  ]) {
    await database.query({ text })
  }
}

/** Returns a digest of all records of all tables of the model, except the given tables. */
export async function fingerprint(
  database: Database,
  schema: string,
  without: readonly string[] = ['follower', 'notification'],
): Promise<string> {
  const digest = createHash('sha256')
  for (const { table } of tableEntities(buildModel(), 'scenario')) {
    if (without.includes(table)) continue
    const { rows } = await database.query<{ text: string }>({
      text: `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS "text"
        FROM ${qualified(schema, table)} t`,
    })
    digest.update(`${table}\n${rows[0]!.text}\n`)
  }
  return digest.digest('hex')
}

/** Returns the structure of a schema without its name: columns, indexes, constraints, storage options. */
export async function structure(database: Database, schema: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ line: string }>({
    text: `
      SELECT format('%s.%s %s %s %s %s %s', table_name, column_name, data_type, collation_name, column_default,
        is_nullable, identity_generation) AS "line"
      FROM information_schema.columns WHERE table_schema = $1
      UNION ALL SELECT replace(indexdef, quote_ident($1) || '.', '') FROM pg_catalog.pg_indexes WHERE schemaname = $1
      UNION ALL SELECT format('%s %s %s %s', conrelid::regclass, conname,
          replace(pg_get_constraintdef(c.oid), quote_ident($1) || '.', ''), convalidated)
        FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
        WHERE n.nspname = $1 AND contype <> 'n'
      UNION ALL SELECT format('%s %s storage %s', r.relname, a.attname, a.attstorage)
        FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
        WHERE n.nspname = $1 AND r.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      UNION ALL SELECT format('%s %s', r.relname, unnest(r.reloptions))
        FROM pg_catalog.pg_class r JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
        WHERE n.nspname = $1 AND r.relkind = 'r'`,
    values: [schema],
  })
  const prefix = schema === 'default' ? '"default".' : `${schema}.`
  return rows.map(({ line }) => line.replaceAll(prefix, '')).toSorted()
}

/** Fails if temporary schemas remain, except those kept on purpose, or if advisory locks or Busy scenarios remain. */
export async function expectNoLeftovers(database: Database, kept = 0): Promise<void> {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT nspname::text AS "name" FROM pg_catalog.pg_namespace WHERE nspname LIKE '%\\_\\_%' ORDER BY 1`,
  })
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => !name.includes('__old_'))).toEqual([])
  expect(names.length).toBe(kept)
  const locks = await database.query({
    text: `SELECT FROM pg_catalog.pg_locks WHERE locktype = 'advisory'
      AND NOT (classid = $1::oid AND objsubid = 2)
      AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())`,
    // The lease of a worker that waits for tasks is expected.
    values: [leaseClass],
  })
  expect(locks.rowCount).toBe(0)
  const busy = await database.query({ text: `SELECT FROM control."scenario" WHERE "status" = 'Busy'` })
  expect(busy.rowCount).toBe(0)
}

/**
 * Waits until nothing is left as `expectNoLeftovers` expects it. The session of a process that was killed releases its
 * locks a moment later.
 */
export async function untilNoLeftovers(...expected: Parameters<typeof expectNoLeftovers>): Promise<void> {
  const expectNone = () => expectNoLeftovers(...expected)
  await until('nothing is left', () =>
    expectNone().then(
      () => true,
      () => false,
    ),
  ).catch(expectNone)
}
