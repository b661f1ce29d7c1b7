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
