import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { migrateSchema, pendingMigrations, readMigrations } from './migrations.ts'

test('a schema migrated by another release is refused, naming what is unknown', async () => {
  await using test = await createTestDatabase()
  await test.database.query({
    text: `INSERT INTO "default"."schema_migration" ("name") VALUES ('9999_from_the_future')`,
  })
  await expect(
    test.database.withTransaction((client) => migrateSchema(client, 'scenario', 'default')),
  ).rejects.toThrow(/"default".*9999_from_the_future/)
})

test('a schema of any name is built, records what was applied, and keeps it when renamed', async () => {
  await using test = await createTestDatabase()
  const all = (await readMigrations('scenario')).map(({ name }) => name)
  const name = 'it"s a __new one'
  const applied = await test.database.withTransaction((client) => migrateSchema(client, 'scenario', name))
  expect(applied).toEqual(all)
  await test.database.withTransaction(async (client) => {
    await client.query(`ALTER SCHEMA "it""s a __new one" RENAME TO renamed`)
    expect(await pendingMigrations(client, 'scenario', 'renamed')).toEqual([])
    expect(await pendingMigrations(client, 'scenario', name)).toEqual(all)
    expect(await migrateSchema(client, 'scenario', 'renamed')).toEqual([])
  })
})

test('a failure leaves nothing of the schema, and the search path of the transaction is put back', async () => {
  await using test = await createTestDatabase()
  await expect(
    test.database.withTransaction(async (client) => {
      await client.query('SET LOCAL search_path TO "default", pg_catalog')
      await migrateSchema(client, 'scenario', 'aside')
      const { rows } = await client.query('SHOW search_path')
      expect(rows).toEqual([{ search_path: '"default", pg_catalog' }])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const { rows } = await test.database.query({ text: `SELECT to_regnamespace('aside') AS "found"` })
  expect(rows).toEqual([{ found: null }])
})

test('two at once apply every migration once', async () => {
  await using test = await createTestDatabase()
  const migrate = (): Promise<readonly string[]> =>
    test.database.withTransaction((client) => migrateSchema(client, 'scenario', 'twice'))
  const counts = (await Promise.all([migrate(), migrate()])).map(({ length }) => length).sort((a, b) => a - b)
  expect(counts).toEqual([0, (await readMigrations('scenario')).length])
})

test('orders that were stored without a name get the one that the planner gives', async () => {
  await using test = await createTestDatabase()
  for (const [table, name] of [
    ['item', 'bell'],
    ['location', 'plant'],
    ['location', 'store'],
    ['supplier', 'shop'],
  ])
    await test.database.query({ text: `INSERT INTO "default"."${table}" ("name") VALUES ('${name}')` })
  await test.database.query({
    text: `INSERT INTO "default"."operation" ("name", "location") VALUES ('weld', 'plant')`,
  })
  await test.database.query({
    text: `INSERT INTO "default"."operationplan" ("reference", "type", "item", "location", "origin", "destination", "supplier", "operation", "name")
      VALUES ('1', 'PO', 'bell', 'plant', NULL, NULL, 'shop', NULL, NULL), ('2', 'PO', 'bell', 'plant', NULL, NULL, NULL, NULL, ''),
        ('3', 'DO', 'bell', NULL, 'plant', 'store', NULL, NULL, NULL), ('4', 'MO', NULL, NULL, NULL, NULL, NULL, 'weld', NULL),
        ('5', 'PO', 'bell', 'plant', NULL, NULL, 'shop', NULL, 'own'), ('6', 'DLVR', 'bell', 'plant', NULL, NULL, NULL, NULL, NULL)`,
  })
  await test.database.query({
    text: `DELETE FROM "default"."schema_migration" WHERE "name" = '0007_order_names'`,
  })
  expect(
    await test.database.withTransaction((client) => migrateSchema(client, 'scenario', 'default')),
  ).toEqual(['0007_order_names'])
  const { rows } = await test.database.query<{ name: string }>({
    text: `SELECT "name" FROM "default"."operationplan" ORDER BY "reference"`,
  })
  expect(rows.map(({ name }) => name)).toEqual([
    'Purchase bell @ plant from shop',
    'Purchase bell @ plant',
    'Ship bell from plant to store',
    'weld',
    'own',
    'Ship bell @ plant',
  ])
})
