import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { Additions } from '../model/additions.ts'
import { lastModified, nameKey, number, reference } from '../model/define.ts'
import { defineEntity } from '../model/entity.ts'
import { migrateAll, missingMigrations } from './installation.ts'

const pallet = defineEntity({
  name: 'yard.pallet',
  label: 'pallet',
  labelPlural: 'pallets',
  about: 'For tests.',
  rowsMidSize: 1,
  fields: [
    lastModified(),
    nameKey(),
    reference('item', 'input.item', 'cascade', { help: 'Item.' }),
    number('weight', { nullable: true, help: 'Weight.' }),
  ],
})

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

const additions = (sql: string): Additions => ({
  modules: ['yard'],
  entities: [pallet],
  fields: new Map(),
  migrations: { control: [], scenario: [{ name: 'yard/0001_pallet', sql }] },
})

const table = (item: string, weight = '"weight" double precision', key = 'PRIMARY KEY'): string =>
  `CREATE TABLE "pallet" ("lastmodified" timestamp NOT NULL DEFAULT now(), "name" text COLLATE "C" ${key}, ${weight}, "item" text COLLATE "C" NOT NULL ${item})`
const acting = 'REFERENCES "item" ("name") ON DELETE CASCADE DEFERRABLE'

describe('a migration of an extension module', () => {
  it.each([
    ['makes another table', 'CREATE TABLE "palet" ("name" text)', 'its migrations make no table "pallet"'],
    ['lacks a column', table(acting, '"note" text'), 'make no column "pallet"."weight" (double precision)'],
    [
      'has another type',
      table(acting, '"weight" text'),
      'column "pallet"."weight" must be double precision, not text',
    ],
    ['has no key', table(acting, undefined, ''), '"pallet"."name" is not its primary key'],
    [
      'has an idle foreign key',
      table('REFERENCES "item" ("name")'),
      'foreign key of "pallet"."item" is not ON DELETE CASCADE',
    ],
  ])('that %s is refused by name, and nothing of it stays', async (_what, sql, reason) => {
    await expect(migrateAll(test.database, additions(sql))).rejects.toThrow(
      `the extension "yard" declares yard.pallet`,
    )
    await expect(migrateAll(test.database, additions(sql))).rejects.toThrow(reason)
    expect((await missingMigrations(test.database, additions(sql)))[0]!.migrations).toEqual([
      'yard/0001_pallet',
    ])
  })

  it('that fits is applied to every scenario once', async () => {
    const sound = additions(table(acting))
    const report = await migrateAll(test.database, sound)
    expect(report.map(({ schema, migrations }) => [schema, migrations])).toEqual([
      ['control', []],
      ['default', ['yard/0001_pallet']],
      ['scenario1', ['yard/0001_pallet']],
    ])
    expect(await missingMigrations(test.database, sound)).toEqual([])
  })

  it('that only a newer version of the module knows keeps an older one out', async () => {
    const older = { ...additions(''), entities: [], migrations: { control: [], scenario: [] } }
    await expect(migrateAll(test.database, older)).rejects.toThrow(
      /newer release: schema "\w+" has yard\/0001_pallet\. .* Start the newer release/,
    )
  })
})
