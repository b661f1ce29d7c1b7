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
  structure,
} from '../../../test/support/scenarios.ts'
import { backupScenario } from './backup-scenario.ts'
import { headerMember, parseMark } from './dump-format.ts'
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
  await test.database.query({ text: `INSERT INTO control."user" ("id", "username") VALUES (7, 'mallory')` })
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
function replaced(dump: string, from: string, to: string): string {
  const at = dump.indexOf(from, dump.indexOf('--@ {"schema":"default"'))
  expect(at, from).toBeGreaterThanOrEqual(0)
  return dump.slice(0, at) + to + dump.slice(at + from.length)
}

const takeOver = `UPDATE control."user" SET "username" = 'owned';`
const marker = `CREATE TABLE public.executed (a text);`

/** Statements, with the place in the dump that they replace. */
const hostile: readonly (readonly [from: string, to: string])[] = [
  ['SET search_path TO "default";\n', `SET search_path TO "control";\n${takeOver}\n${marker}\n`],
  ['CREATE TABLE "item" (\n', `DO $$ BEGIN ${takeOver} END $$;\nCREATE TABLE "item" (\n`],
  ['priority integer DEFAULT 10', `priority integer DEFAULT length(pg_read_file('/etc/passwd'))`],
  ['  lft integer,\n', `  CONSTRAINT x CHECK ((lo_import('/etc/passwd') > 0)),\n  lft integer,\n`],
  [
    'CREATE TABLE "demand" (\n',
    `${marker}\nCREATE TABLE control.x (\n  a text\n);\nCREATE TABLE "demand" (\n`,
  ],
  ['CREATE INDEX calendar_category_idx', `DROP TABLE "default".demand;\nCREATE INDEX calendar_category_idx`],
  ['CREATE INDEX', `CREATE INDEX x ON calendar USING btree (name); ${takeOver}\nCREATE INDEX`],
  [
    '--@ {"foreignKeys":true}\n',
    `--@ {"foreignKeys":true}\nALTER TABLE item DROP CONSTRAINT item_pkey;\n${takeOver}\n${marker}
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS '
BEGIN
COPY item TO PROGRAM ''touch /tmp/executed'';
END';
CREATE TRIGGER x AFTER INSERT ON item FOR EACH ROW EXECUTE FUNCTION f();\n`,
  ],
  ['COMMIT;\n', `${takeOver}\n${marker}\nCOMMIT;\n${takeOver}`],
]

it('SQL in a dump is never executed, wherever it stands; the rows are restored as from an honest dump', async () => {
  const forged = hostile.reduce(
    (dump, [from, to]) => replaced(dump, from, to),
    `${takeOver}\n${marker}\n${text}`,
  )
  await restore(
    // The statement that precedes the rows is not executed either.
    forged.replace(/^COPY "item" .*$/m, `COPY control."user" FROM PROGRAM 'touch /tmp/executed';`),
  )
  const { database } = test
  // Messages stay with the scenario that the backup is of.
  expect(await fingerprint(database, 'scenario1')).toBe(await fingerprint(database, 'default'))
  expect(await structure(database, 'scenario1')).toEqual(await structure(database, 'default'))
  const { rows } = await database.query({
    text: `SELECT "username", to_regclass('public.executed') AS "made", to_regclass('control.x') AS "table"
      FROM control."user" WHERE "id" = 7`,
  })
  expect(rows).toEqual([{ username: 'mallory', made: null, table: null }])
  await expectNoLeftovers(database)
})

const mark = (table: string): string => `--@ {"table":"${table}",`
const itemMark = (change: (mark: string) => string): string =>
  text.replace(/^--@ \{"table":"item".*$/m, (found) => change(found))

const refused: readonly (readonly [what: string, reason: RegExp, change: () => string])[] = [
  [
    'a table of the server',
    /"pg_authid" twice, or this installation has no such table/,
    () => text.replace(mark('item'), mark('pg_authid')),
  ],
  ['a table twice', /"calendar" twice/, () => text.replace(mark('item'), mark('calendar'))],
  ['a column twice', /specified more than once/, () => itemMark((found) => found.replace('"lft"', '"name"'))],
  ['rows of another table', /invalid input syntax/, () => text.replace(/^COPY "item" .*$/m, '$&\nnonsense')],
  ['references to nothing', /foreign key/, () => text.replace('\titem 3\tloc', '\titem 99\tloc')],
]

it.each(refused)('%s in a dump is refused, and nothing is changed', async (_, reason, change) => {
  const changed = change()
  expect(changed).not.toBe(text)
  const contents = { text: 'SELECT count(*) FROM scenario1.item' }
  const { rows } = await test.database.query(contents)
  await expect(restore(changed)).rejects.toMatchObject({
    code: 'dump_refused',
    message: expect.stringMatching(new RegExp(`^The dump cannot be restored: (?=.*${reason.source})[^\n]*$`)),
  })
  expect((await test.database.query(contents)).rows).toEqual(rows)
  await expectNoLeftovers(test.database)
})

it('only marks that a backup writes are accepted', () => {
  expect(parseMark('--@ {"table":"item","columns":["name"],"last":"-7"}')).toMatchObject({ table: 'item' })
  expect(parseMark('-- a comment')).toBeUndefined()
  for (const line of [
    '--@ {"evil"',
    '--@ {"evil":1}',
    '--@ {"table":"item"}',
    '--@ {"table":"item","columns":[1]}',
    '--@ {"table":"item","columns":["name"],"last":"1); DROP TABLE item; --"}',
  ]) {
    expect(() => parseMark(line), line).toThrow('a line that "planctl backup" does not write: --@ {"')
  }
})

it('a line without an end is refused before it fills the memory', async () => {
  await expect(restore(text.replace('COPY', `${'x'.repeat(40_000_000)}\nCOPY`))).rejects.toMatchObject({
    code: 'dump_refused',
    message: expect.stringContaining('a line of more than 16777216 bytes'),
  })
})
