import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { buildModel } from '../model/model.ts'
import type { Database } from './database.ts'
import { createForeignKeys, createIndexes, createTable, tableEntities } from './ddl.ts'
import { identifier } from './identifiers.ts'

const model = buildModel()

/** Columns of the table of tasks that are used by the queue only. */
const queueColumns = [
  ['scenarios', 'parameters', 'sealed', 'operator', 'channel', 'parent', 'worker', 'host', 'cancel'],
  [
    'idempotency_key',
    'request_hash',
    'changed',
    'memory',
    'outcome',
    'outcome_message',
    'coded_message',
    'processstart',
    'cancel_asked',
    'root',
    'schedule',
    'planned',
    'notify',
    'transaction',
    'trace',
  ],
].flat()

/** Created by hand in migrations, for features that are not part of the model. */
const beyondTheModel: ReadonlySet<string> = new Set([
  'user_username_folded_key',
  'user_email_folded_key',
  ...queueColumns.flatMap((column) => [`task.${column}`, `task_${column}_not_null`]),
  ...[
    'memory',
    'unfinished',
    'changed',
    'parent',
    'idempotency',
    'planned',
    'schedule',
    'notify',
    'transaction',
    'finished',
  ].map((index) => `task_${index}_idx`),
  'task_parent_fkey',
  'task_schedule_fkey',
  // Where the data of the scenario is.
  'scenario.home',
  'scenario.stored',
  'scenario_stored_not_null',
  'scenario.replacement',
  'follower.since',
  'scheduledtask.due',
  'scheduledtask_due_idx',
  'userpreference_digest_idx',
])

const kinds = [
  { kind: 'control', migrated: 'control', expected: 'expected_control' },
  { kind: 'scenario', migrated: 'default', expected: 'expected_scenario' },
] as const

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  for (const { kind, expected } of kinds) {
    const entities = tableEntities(model, kind)
    const statements = [
      `CREATE SCHEMA ${expected};`,
      ...entities.map((entity) => createTable(model, entity, expected)),
      ...entities.flatMap((entity) => createIndexes(entity, expected).map(({ sql }) => sql)),
      ...entities.flatMap((entity) => createForeignKeys(model, entity, expected).map(({ sql }) => sql)),
    ]
    await database.query({ text: statements.join('\n') })
  }
})

afterAll(() => testDatabase[Symbol.asyncDispose]())

/**
 * Returns PostgreSQL's definitions of the tables of the model in a schema, one line per table, column, index and
 * constraint, without the name of the schema.
 */
async function shape(
  client: Pick<pg.ClientBase, 'query'>,
  kind: 'control' | 'scenario',
  schema: string,
): Promise<readonly string[]> {
  const tables = tableEntities(model, kind).map(({ table }) => table)
  const { rows } = await client.query<{ name: string; line: string }>(
    `WITH t AS (
       SELECT c.oid, c.relname FROM pg_class c
       WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($2)
     )
     SELECT relname AS "name", format('table %I', relname) AS "line" FROM t
     UNION ALL
     SELECT t.relname || '.' || attname, concat_ws(' ', 'column', t.relname || '.' || attname, format_type(atttypid, atttypmod),
         (SELECT 'COLLATE ' || collname FROM pg_collation l
          WHERE l.oid = attcollation AND collname <> 'default'),
         CASE WHEN attnotnull THEN 'NOT NULL' END, CASE WHEN attidentity <> '' THEN 'IDENTITY ' || attidentity::text END,
         'DEFAULT ' || pg_get_expr(adbin, adrelid))
     FROM t JOIN pg_attribute a ON a.attrelid = t.oid
     LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
     WHERE a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
     SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM t JOIN pg_index i ON i.indrelid = t.oid
     UNION ALL
     SELECT conname, concat_ws(' ', 'constraint', t.relname, conname, pg_get_constraintdef(k.oid))
     FROM t JOIN pg_constraint k ON k.conrelid = t.oid`,
    [identifier(schema), tables],
  )
  const prefix = new RegExp(`(${schema}|"${schema}")\\.`, 'g')
  return rows
    .filter(({ name }) => !beyondTheModel.has(name.replaceAll(prefix, '')))
    .map(({ line }) => line.replaceAll(prefix, ''))
    .sort((a, b) => (a < b ? -1 : 1))
}

describe.each(kinds)('the migrated $kind schema', ({ kind, migrated, expected }) => {
  test('has the tables of the model, column by column', async () => {
    await database.withClient(async (client) => {
      const wanted = await shape(client, kind, expected)
      expect(wanted.length).toBeGreaterThan(100)
      expect(await shape(client, kind, migrated)).toEqual(wanted)
    })
  })
})

describe('a difference is noticed', () => {
  test.each([
    ['a missing table', 'DROP TABLE "default"."bucketdetail"'],
    ['another type', 'ALTER TABLE "default"."demand" ALTER "quantity" TYPE numeric'],
    ['another collation', 'ALTER TABLE "default"."item" ALTER "description" TYPE text'],
    ['another default', 'ALTER TABLE "default"."demand" ALTER "status" SET DEFAULT \'closed\''],
    ['a missing default', 'ALTER TABLE "default"."demand" ALTER "lastmodified" DROP DEFAULT'],
    ['a column that may be null', 'ALTER TABLE "default"."demand" ALTER "lastmodified" DROP NOT NULL'],
    ['a key that is not assigned', 'ALTER TABLE "default"."calendarbucket" ALTER "id" DROP IDENTITY'],
    ['a column too many', 'ALTER TABLE "default"."demand" ADD "colour" text'],
    ['a missing column', 'ALTER TABLE "default"."demand" DROP "category"'],
    ['a missing index', 'DROP INDEX "default"."demand_due_idx"'],
    ['an index too many', 'CREATE INDEX ON "default"."demand" ("description")'],
    ['a missing foreign key', 'ALTER TABLE "default"."demand" DROP CONSTRAINT "demand_item_fkey"'],
    [
      'another rule for deletions',
      `ALTER TABLE "default"."demand" DROP CONSTRAINT "demand_item_fkey",
       ADD CONSTRAINT "demand_item_fkey" FOREIGN KEY ("item") REFERENCES "default"."item" ON DELETE RESTRICT`,
    ],
  ])('%s', async (_what, statement) => {
    await database.withClient(async (client) => {
      await client.query('BEGIN')
      const before = await shape(client, 'scenario', 'default')
      await client.query(statement)
      const after = await shape(client, 'scenario', 'default')
      await client.query('ROLLBACK')
      expect(after).not.toEqual(before)
    })
  })
})
