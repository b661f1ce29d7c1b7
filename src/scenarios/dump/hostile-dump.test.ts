import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  expectNoLeftovers,
  fillScenario,
  fingerprint,
  scenarioWork,
} from '../../../test/support/scenarios.ts'
import { backupScenario } from './backup-scenario.ts'
import { headerMember } from './dump-format.ts'
import { checkDump } from './read-dump.ts'
import { restoreScenario } from './restore-scenario.ts'

// An attacker who can write a dump can also write its checksum.
let test: TestDatabase
let folder: string
let path: string
let text: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  await fillScenario(test.database, 'default', 50)
  const work = scenarioWork(test.database)
  ;({ path } = await backupScenario(work, { scenario: 'default', folder }))
  const header = await checkDump(path)
  text = gunzipSync((await readFile(path)).subarray(headerMember(header).length)).toString()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test[Symbol.asyncDispose]()
})

async function restore(changed: string): Promise<unknown> {
  const body = gzipSync(changed)
  const header = { ...(await checkDump(path)), checksum: createHash('sha256').update(body).digest('hex') }
  const forged = join(folder, 'forged.sql.gz')
  await writeFile(forged, Buffer.concat([headerMember(header), body]))
  return restoreScenario(scenarioWork(test.database), { path: forged, scenario: 'scenario1', user: null })
}

/** Returns the dump with a text replaced that occurs in the part of the scenario. */
function replaced(from: string, to: string): string {
  const start = text.indexOf('--@ {"schema":"default"')
  const at = text.indexOf(from, start)
  expect(at, from).toBeGreaterThanOrEqual(start)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

const path1 = 'SET search_path TO "default";\n'
const afterPath = (sql: string): string => replaced(path1, `${path1}${sql}\n`)
const withDefault = (expression: string): string =>
  replaced('priority integer DEFAULT 10', `priority integer DEFAULT ${expression}`)
const withItem = (item: string): string => replaced('  lft integer,\n', `  ${item},\n  lft integer,\n`)
const afterIndex = (sql: string): string =>
  replaced('CREATE INDEX calendar_category_idx', `${sql}\nCREATE INDEX calendar_category_idx`)
const amongKeys = (sql: string): string =>
  replaced('--@ {"foreignKeys":true}\n', `--@ {"foreignKeys":true}\n${sql}\n`)

const takeOver = `UPDATE control."user" SET "is_superuser" = true;`
const program = `COPY item FROM PROGRAM 'touch /tmp/owned';`

const hostile: readonly (readonly [what: string, change: () => string])[] = [
  ['an update of users', () => afterPath(takeOver)],
  ['a block of code', () => afterPath(`DO $$ BEGIN COPY item TO PROGRAM 'touch /tmp/owned'; END $$;`)],
  ['a program among the tables', () => afterPath(program)],
  ['a program instead of rows', () => text.replace(/COPY "calendar" \(.*\) FROM stdin;/, program)],
  ['rows of another table', () => text.replace(/COPY "calendar" \(/, 'COPY control."user" (')],
  [
    'a mark for a table of the server',
    () => text.replace('--@ {"table":"calendar"', '--@ {"table":"pg_authid"'),
  ],
  [
    'a table with the name of one of the server',
    () => afterPath('CREATE TABLE "pg_authid" (\n  rolname text\n);'),
  ],
  [
    'a second statement on a line',
    () => afterIndex(`CREATE INDEX x ON calendar USING btree (name); ${takeOver}`),
  ],
  [
    'a semicolon after brackets',
    () =>
      amongKeys(`ALTER TABLE item ADD CONSTRAINT x FOREIGN KEY (owner) REFERENCES item(name); ${takeOver}`),
  ],
  ['a comment in a statement', () => afterIndex(`CREATE INDEX x ON calendar USING btree (name) -- ;\n;`)],
  ['a comment of another kind', () => afterIndex(`CREATE INDEX x ON calendar USING btree (name /* */);`)],
  ['a table of another schema', () => afterPath('CREATE TABLE control.x (\n  a text\n);')],
  ['a quoted name of another schema', () => afterPath('CREATE TABLE "control"."x" (\n  a text\n);')],
  [
    'an index on another schema',
    () => afterIndex('CREATE INDEX x ON control."user" USING btree (username);'),
  ],
  ['an index on another table', () => afterIndex('CREATE INDEX x ON item USING btree (name);')],
  [
    'a reference to another schema',
    () =>
      amongKeys('ALTER TABLE item ADD CONSTRAINT x FOREIGN KEY (owner) REFERENCES control."user"(username);'),
  ],
  ['a key that is none', () => amongKeys('ALTER TABLE item DROP CONSTRAINT item_pkey;')],
  ['another owner', () => amongKeys('ALTER TABLE item OWNER TO postgres;')],
  [
    'a column added',
    () => amongKeys("ALTER TABLE item ADD COLUMN x text DEFAULT pg_read_file('/etc/passwd');"),
  ],
  ['a default that reads a file', () => withDefault(`length(pg_read_file('/etc/passwd'))`)],
  ['a default with a quoted function', () => withDefault(`"pg_read_file"('/etc/passwd')`)],
  [
    'a default with a function of a schema',
    () => withDefault(`pg_catalog.set_config('role', 'none', false)`),
  ],
  ['a default with a space before the bracket', () => withDefault(`pg_sleep \n (1)`)],
  ['a default with an operator of a schema', () => withDefault(`1 OPERATOR(public.+) 1`)],
  ['a default with a query', () => withDefault(`(SELECT 1)`)],
  ['a default with a sequence of others', () => withDefault(`nextval('control.task_changed'::regclass)`)],
  ['a default with a literal with a prefix', () => withDefault(`E'\\'' || pg_sleep(1) || '0'`)],
  ['a default with a prefix of unicode', () => withDefault(`U&'\\0031'`)],
  ['a default in dollar quotes', () => withDefault(`$$1$$`)],
  ['a default of a strange type', () => withDefault(`'x'::regclass`)],
  ['a default that ends the table', () => withDefault(`1); ${takeOver} CREATE TABLE x (a integer`)],
  ['a default with a key to elsewhere', () => withDefault(`1 REFERENCES control."user"(id)`)],
  ['a check that calls', () => withItem(`CONSTRAINT x CHECK ((lo_import('/etc/passwd') > 0))`)],
  [
    'a generated column that calls',
    () => withItem(`x text GENERATED ALWAYS AS (pg_read_file('/etc/passwd')) STORED`),
  ],
  [
    'a generated column that calls one named like a column',
    () => withItem(`pg_read_file text, x text GENERATED ALWAYS AS (pg_read_file('/etc/passwd')) STORED`),
  ],
  [
    'a field read as a call',
    () => withItem(`x text GENERATED ALWAYS AS (('/etc/passwd'::text).pg_read_file) STORED`),
  ],
  ['an index that calls', () => afterIndex(`CREATE INDEX x ON calendar USING btree (pg_read_file(name));`)],
  [
    'an index where something is called',
    () => afterIndex(`CREATE INDEX x ON calendar USING btree (name) WHERE (pg_sleep(1) IS NULL);`),
  ],
  [
    'a sequence of others set',
    () => afterIndex(`SELECT pg_catalog.setval('control.task_changed', 1, true);`),
  ],
  ['any query', () => afterIndex(`SELECT pg_catalog.pg_read_file('/etc/passwd');`)],
  ['a trigger', () => amongKeys('CREATE TRIGGER x AFTER INSERT ON item FOR EACH ROW EXECUTE FUNCTION f();')],
  ['a function', () => amongKeys(`CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT 1';`)],
  ['a setting', () => afterPath('SET session_replication_role TO replica;')],
  ['another path', () => replaced(path1, 'SET search_path TO "control";\n')],
  ['a path of two', () => replaced(path1, 'SET search_path TO "default", "control";\n')],
  [
    'a section of another schema',
    () =>
      replaced(
        '--@ {"schema":"default"}\n',
        '--@ {"schema":"evil"}\nCREATE SCHEMA x;\n--@ {"end":true}\n--@ {"schema":"default"}\n',
      ),
  ],
  ['a statement after the end', () => `${text}${takeOver}\n`],
  ['a statement before the first section', () => `${takeOver}\n${text}`],
  ['a statement without an end', () => `${text}UPDATE control."user"\n`],
  ['a mark in a statement', () => afterPath('CREATE TABLE x (\n--@ {"end":true}\n  a text\n);')],
  ['a mark that is none', () => afterPath('--@ {"evil"')],
  [
    'a key in a form of its own',
    () => amongKeys('ALTER TABLE IF EXISTS item ADD CONSTRAINT x FOREIGN KEY (owner) REFERENCES item(name);'),
  ],
]

it.each(hostile)('%s in a dump is refused before anything is touched', async (_, change) => {
  const before = await fingerprint(test.database, 'scenario1')
  await expect(restore(change())).rejects.toMatchObject({
    code: 'dump_refused',
    message: expect.stringMatching(
      /^The dump cannot be restored: line \d+ is none that "planctl backup" writes: [^\n]*$/,
    ),
  })
  expect(await fingerprint(test.database, 'scenario1')).toBe(before)
  await expectNoLeftovers(test.database)
})

it('a line without an end is refused before it fills the memory', async () => {
  const before = await fingerprint(test.database, 'scenario1')
  await expect(restore(afterPath('x'.repeat(100_000_000)))).rejects.toMatchObject({
    code: 'dump_refused',
    message: expect.stringMatching(/line \d+ is longer than 16777216 bytes/),
  })
  await expect(restore(afterPath('CREATE TABLE x (\n'.repeat(2_000_000)))).rejects.toMatchObject({
    code: 'dump_refused',
  })
  expect(await fingerprint(test.database, 'scenario1')).toBe(before)
})

it('names the line and the first line of the statement', async () => {
  const line =
    text
      .slice(0, text.indexOf('--@ {"foreignKeys":true}', text.indexOf('--@ {"schema":"default"')))
      .split('\n').length + 2
  await expect(restore(amongKeys('DROP TABLE\n  item;'))).rejects.toMatchObject({
    message: `The dump cannot be restored: line ${line} is none that "planctl backup" writes: DROP TABLE.`,
  })
})

it('what the database does not take is told in a line', async () => {
  const faulty = [
    [replaced('subcategory text COLLATE "C"', 'subcategory text COLLATE "nowhere"'), /collation/],
    [replaced('FROM stdin;\n', 'FROM stdin;\nnonsense\n'), /missing data/],
    [amongKeys('ALTER TABLE item ADD CONSTRAINT x FOREIGN KEY (nothing) REFERENCES item(name);'), /nothing/],
  ] as const
  for (const [changed, reason] of faulty) {
    await expect(restore(changed)).rejects.toMatchObject({
      code: 'dump_refused',
      message: expect.stringMatching(
        new RegExp(`^The dump cannot be restored: [^\n]*${reason.source}[^\n]*$`),
      ),
    })
    await expectNoLeftovers(test.database)
  }
})

it('a dump with all that the writer may write is taken', async () => {
  const { database } = test
  await database.query({
    text: `CREATE SEQUENCE "default"."odd ""name" START 5 INCREMENT -1 MINVALUE -10 MAXVALUE 9 CYCLE;
      SELECT nextval('"default"."odd ""name"');
      CREATE TABLE "default"."Odd one" (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "user" text DEFAULT 'it''s; "so" -- \\ $$' NOT NULL,
        "number" integer DEFAULT nextval('"default"."odd ""name"'), "code" varchar(7) CHECK ("code" ~ '^\\d+$'),
        "size" numeric(12,3) DEFAULT -1.5 CHECK ("size" > -2 AND "size" IS NOT NULL OR length("user") < 3),
        "tags" text[] DEFAULT '{}' CHECK (cardinality("tags") < 5), "at" timestamptz(3) DEFAULT now(),
        "day" date DEFAULT CURRENT_DATE, "long" integer GENERATED ALWAYS AS (char_length("user") * 2) STORED,
        "parent" bigint REFERENCES "default"."Odd one" ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
        "item" text COLLATE "C" REFERENCES "default".item ON UPDATE CASCADE,
        UNIQUE NULLS NOT DISTINCT ("user", "number") INCLUDE ("id") WITH (fillfactor = 70)
      ) WITH (fillfactor = 60);
      CREATE INDEX ON "default"."Odd one" (lower("user") text_pattern_ops DESC NULLS LAST, "number") INCLUDE ("day")
        WITH (fillfactor = 80) WHERE "number" > 3 AND "user" LIKE 'a%';
      ALTER TABLE "default"."Odd one" ADD CONSTRAINT "apart" FOREIGN KEY ("code") REFERENCES "default".item NOT VALID;
      CREATE INDEX ON "default"."Odd one" USING gin ("tags");
      INSERT INTO "default"."Odd one" ("user", "code") VALUES (E'a\\nb;\\\\', NULL)`,
  })
  const { path: odd } = await backupScenario(
    scenarioWork(database, { now: () => new Date('2026-05-05T00:00:00Z') }),
    { scenario: 'default', folder },
  )
  const request = { path: odd, scenario: 'scenario1', user: null }
  await restoreScenario(scenarioWork(database), request)
  const content = (schema: string): Promise<unknown> =>
    database.query({ text: `SELECT * FROM "${schema}"."Odd one"` }).then(({ rows }) => rows)
  expect(await content('scenario1')).toEqual(await content('default'))
})
