import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { detail } from '../../test/support/detail.ts'
import { buildUser } from '../../test/support/users.ts'
import type { Database } from '../database/database.ts'
import { noAdditions } from '../model/additions.ts'
import { flushInstallation } from './flush.ts'
import {
  createInstallation,
  dropInstallation,
  installationExists,
  migrateAll,
  missingMigrations,
  newerMigrations,
} from './installation.ts'
import { listScenarios, requireScenario, setScenarioStatus } from './registry.ts'
import { createIfFree, migrateScenario, recreateScenario } from './scenario-schema.ts'

const schemas = async (database: Database): Promise<readonly string[]> => {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT nspname::text AS "name" FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname NOT IN ('public', 'information_schema') ORDER BY 1`,
  })
  return rows.map(({ name }) => name)
}

const count = async (database: Database, table: string): Promise<unknown> =>
  (await database.query<{ n: number }>({ text: `SELECT count(*) AS "n" FROM ${table}` })).rows[0]!.n

test('an unknown scenario is refused by name and changes nothing', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  const before = await schemas(database)
  for (const work of [
    () => requireScenario(database, 'nope'),
    () => migrateScenario(database, 'nope'),
    () => recreateScenario(database, 'nope'),
    () => database.withTransaction((client) => setScenarioStatus(client, 'nope', 'Free')),
  ]) {
    await expect(work()).rejects.toMatchObject({ code: 'unknown_scenario', params: { name: 'nope' } })
  }
  expect(await schemas(database)).toEqual(before)
})

test('an empty database lacks everything; three at once make one installation of it', async () => {
  await using test = await createTestDatabase({ empty: true })
  const { database } = test
  expect(await installationExists(database)).toBe(false)
  expect((await missingMigrations(database)).map(({ schema }) => schema)).toEqual(['control', 'default'])
  await Promise.all([1, 2, 3].map(() => createInstallation(database)))
  expect(await missingMigrations(database)).toEqual([])
  expect(await schemas(database)).toEqual(['control', 'default'])
  expect(
    (await listScenarios(database)).map(({ name, status, hasSchema }) => [name, status, hasSchema]),
  ).toEqual([
    ['default', 'In use', true],
    ['scenario1', 'Free', false],
    ['scenario2', 'Free', false],
    ['scenario3', 'Free', false],
  ])
})

test('migrations of a newer release are found in every schema, and those of modules that are in use', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  expect(await newerMigrations(database)).toEqual([])
  for (const name of ['9001_new', 'abc/0009_new', 'gone/0001_old']) {
    await database.query({ text: `INSERT INTO "default".schema_migration ("name") VALUES ('${name}')` })
  }
  await database.query({ text: `INSERT INTO control.schema_migration ("name") VALUES ('abc/0001_new')` })
  expect(await newerMigrations(database)).toEqual([{ schema: 'default', migrations: ['9001_new'] }])
  expect(await newerMigrations(database, { ...noAdditions, modules: ['abc'] })).toEqual([
    { schema: 'control', migrations: ['abc/0001_new'] },
    { schema: 'default', migrations: ['9001_new', 'abc/0009_new'] },
  ])
  await expect(migrateAll(database)).rejects.toThrow(
    /newer release: schema "default" has 9001_new\. This release, \d+\.\d+\.\d+, knows the migrations up to \d{4}_\w+ and/,
  )
})

test('migrating a second time changes nothing, and a scenario that was deleted does not come back', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  await database.query({ text: `DELETE FROM control."scenario" WHERE "name" = 'scenario3'` })
  const report = await migrateAll(database)
  expect(report.map(({ schema, migrations }) => [schema, migrations.length])).toEqual([
    ['control', 0],
    ['default', 0],
    ['scenario1', 0],
  ])
  expect(await listScenarios(database)).toHaveLength(3)
})

test('a scenario made later has the columns of the custom attributes', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  await database.query({
    text: `INSERT INTO control."attribute" ("model", "name", "label", "type")
      VALUES ('input.item', 'colour', 'colour', 'string')`,
  })
  expect((await missingMigrations(database)).length).toBe(0)
  expect((await migrateScenario(database, 'scenario2')).length).toBeGreaterThan(0)
  expect(await count(database, '"scenario2"."item" WHERE "colour" IS NULL')).toBe(0)
})

test('recreating one scenario empties it and leaves the others', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  for (const scenario of ['default', 'scenario1']) {
    await database.query({ text: `INSERT INTO "${scenario}"."item" ("name") VALUES ('bike')` })
  }
  await recreateScenario(database, 'scenario1')
  expect([await count(database, '"default"."item"'), await count(database, '"scenario1"."item"')]).toEqual([
    1, 0,
  ])
})

const usersOf = async (database: Database, scenario: string): Promise<readonly string[]> => {
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT u."username" AS "name" FROM control."membership" m JOIN control."user" u ON u."id" = m."user"
      WHERE m."scenario" = $1 AND m."is_active" ORDER BY 1`,
    values: [scenario],
  })
  return rows.map(({ name }) => name)
}

test('the superusers of production, and only they, can open a scenario that gets an empty database', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  await buildUser(database, { username: 'admin', rights: { default: 'superuser' } })
  await buildUser(database, { username: 'ann', rights: { default: ['input.view_item'] } })
  await buildUser(database, {
    username: 'former',
    rights: { scenario2: 'superuser', scenario1: 'superuser' },
  })
  await recreateScenario(database, 'scenario2')
  expect(await usersOf(database, 'scenario2')).toEqual(['admin'])
  await createIfFree(database, 'scenario3')
  expect(await usersOf(database, 'scenario3')).toEqual(['admin'])
  // The users of a scenario that is in use keep their access.
  await recreateScenario(database, 'scenario1')
  expect(await usersOf(database, 'scenario1')).toEqual(['former'])
  await recreateScenario(database, 'default')
  expect(await usersOf(database, 'default')).toEqual(['admin', 'ann'])
})

test('flushing empties every table but the registry, and takes the custom columns away', detail, async () => {
  await using test = await createTestDatabase()
  const { database } = test
  await database.query({
    text: `INSERT INTO control."attribute" ("model", "name", "label", "type")
      VALUES ('input.item', 'colour', 'colour', 'string')`,
  })
  await database.query({ text: 'ALTER TABLE "default"."item" ADD COLUMN "colour" text' })
  await database.query({ text: `INSERT INTO control."user" ("username") VALUES ('ann')` })
  await database.query({ text: `INSERT INTO "default"."item" ("name") VALUES ('bike')` })
  await database.query({ text: `INSERT INTO "scenario1"."changeset" ("channel") VALUES ('api')` })
  await flushInstallation(database)
  for (const table of [
    'control."attribute"',
    'control."user"',
    '"default"."item"',
    '"scenario1"."changeset"',
  ]) {
    expect(await count(database, table)).toBe(0)
  }
  expect(await count(database, `information_schema.columns WHERE column_name = 'colour'`)).toBe(0)
  expect(await listScenarios(database)).toHaveLength(4)
  expect(await missingMigrations(database)).toEqual([])
  // A later user of the same name is not the user of the tokens of the former one.
  await database.query({ text: `INSERT INTO control."user" ("username") VALUES ('bob'), ('Ann')` })
  expect(await count(database, 'control."passwordchange"')).toBe(1)
})

test('dropping leaves nothing, also when there is nothing', async () => {
  await using test = await createTestDatabase()
  await dropInstallation(test.database)
  expect(await schemas(test.database)).toEqual([])
  await dropInstallation(test.database)
  expect(await installationExists(test.database)).toBe(false)
})
