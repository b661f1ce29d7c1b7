import { detail } from '../../../test/support/detail.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { createHash } from 'node:crypto'
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { buildUser } from '../../../test/support/users.ts'
import { isInstalled } from '../../../test/support/programs.ts'
import {
  expectNoLeftovers,
  fillScenario,
  fingerprint,
  scenarioWork,
  structure,
} from '../../../test/support/scenarios.ts'
import { loadCustomFields } from '../custom-attributes.ts'
import { noAdditions } from '../../model/additions.ts'
import { buildModel } from '../../model/model.ts'
import { readMigrations } from '../../database/migrations.ts'
import { createScenarioSchema } from '../scenario-schema.ts'
import { missingMigrations } from '../installation.ts'
import { listScenarios } from '../registry.ts'
import { type Backup, backupScenario } from './backup-scenario.ts'
import { headerMember } from './dump-format.ts'
import type { ScenarioWork } from '../aside/work.ts'
import { deleteDrafts } from './old-dumps.ts'
import { checkDump } from './read-dump.ts'
import { releaseScenario } from '../scenario-lifecycle.ts'
import { restoreScenario } from './restore-scenario.ts'

let test: TestDatabase
let folder: string
let backup: Backup

const at = (time: string) => () => new Date(time)

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dump-'))
  const { database } = test
  await fillScenario(database, 'default', 5000)
  await database.query({ text: `INSERT INTO control."user" ("id", "username") VALUES (7, 'ann')` })
  await database.query({
    text: `INSERT INTO control."session" VALUES ('key of a session', 7, now(), now(), now() + interval '1 day')`,
  })
  await database.query({
    text: `INSERT INTO control."task" ("id", "name", "status", "submitted") VALUES (1, 'empty', 'Done', now())`,
  })
  await writeFile(join(folder, 'backup.default.20260101000000.sql.gz'), 'old')
  await writeFile(join(folder, 'backup.default.20260310000000.sql.gz'), 'recent')
  await writeFile(join(folder, 'notes.sql.gz'), 'of somebody else')
  const work = scenarioWork(database, { now: at('2026-03-14T09:30:00Z') })
  backup = await backupScenario(work, { scenario: 'default', folder })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test[Symbol.asyncDispose]()
})

describe('a backup', () => {
  it('is refused for a free or unknown scenario, and leaves nothing where it cannot write', async () => {
    const work = scenarioWork(test.database)
    await expect(backupScenario(work, { scenario: 'scenario2', folder })).rejects.toMatchObject({
      code: 'scenario_not_in_use',
    })
    await expect(backupScenario(work, { scenario: 'nowhere', folder })).rejects.toMatchObject({
      code: 'scenario_missing',
    })
    const nowhere = join(folder, 'notes.sql.gz', 'x')
    await expect(backupScenario(work, { scenario: 'default', folder: nowhere })).rejects.toMatchObject({
      code: 'command_failed',
    })
    expect((await readdir(folder)).filter((name) => name.includes('part'))).toEqual([])
  })

  it('takes the name of the next second when another one has its own', async () => {
    const work = scenarioWork(test.database, { now: at('2026-07-05T10:00:00Z') })
    const twice = await mkdtemp(join(tmpdir(), 'dumps-'))
    const first = await backupScenario(work, { scenario: 'default', folder: twice })
    const bytes = await readFile(first.path)
    const second = await backupScenario(work, { scenario: 'default', folder: twice })
    expect([first.fileName, second.fileName]).toEqual([
      'backup.default.20260705100000.sql.gz',
      'backup.default.20260705100001.sql.gz',
    ])
    expect((await readdir(twice)).toSorted()).toEqual([first.fileName, second.fileName])
    expect(await readFile(first.path)).toEqual(bytes)
    expect((await stat(second.path)).mode & 0o777).toBe(0o600)
    await rm(twice, { recursive: true })
  })

  it('is made although an older one cannot be deleted', async () => {
    const work = scenarioWork(test.database, { now: at('2026-07-05T11:00:00Z') })
    const place = await mkdtemp(join(tmpdir(), 'dumps-'))
    await mkdir(join(place, 'backup.default.20200101000000.sql.gz'))
    const made = await backupScenario(work, { scenario: 'default', folder: place })
    expect(made.undeleted).toEqual([expect.stringMatching(/^backup.default.20200101000000.sql.gz: /)])
    expect(made.deleted).toEqual([])
    await rm(place, { recursive: true })
  })

  it('is a private file that tells what is in it, and takes the place of those older than a month', async () => {
    expect(backup.fileName).toBe('backup.default.20260314093000.sql.gz')
    expect((await stat(backup.path)).mode & 0o777).toBe(0o600)
    expect(backup.deleted).toEqual(['backup.default.20260101000000.sql.gz'])
    expect((await readdir(folder)).toSorted()).toEqual([
      'backup.default.20260310000000.sql.gz',
      backup.fileName,
      'notes.sql.gz',
    ])
    // The next backup deletes the draft of a killed backup, but not one that is being written.
    const draft = `${backup.path}.${2 ** 22 + 1}.${hostname()}.part`
    const alive = `${backup.path}.${process.pid}.${hostname()}.part`
    for (const path of [draft, alive]) await writeFile(path, 'cut off')
    await deleteDrafts(folder, at('2026-03-14T10:00:00Z')())
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([basename(alive)])
    await rm(alive)
    const text = gunzipSync(await readFile(backup.path)).toString()
    const first = JSON.parse(text.slice(3, text.indexOf('\n')))
    expect(first).toMatchObject({
      format: 1,
      scenario: 'default',
      created: '2026-03-14T09:30:00Z',
      control: true,
      migrations: expect.arrayContaining(['0001_model']),
      rows: backup.rows,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(text).not.toContain('key of a session')
  })

  // Skipped on a machine without psql.
  it.skipIf(!isInstalled('psql'))('is restored into an empty database by psql alone', async () => {
    await using empty = await createTestDatabase({ empty: true })
    const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', empty.url], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let complaints = ''
    psql.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    psql.stdin.end(gunzipSync(await readFile(backup.path)))
    const [code] = await once(psql, 'exit')
    expect([code, complaints]).toEqual([0, ''])
    expect(await fingerprint(empty.database, 'default', [])).toBe(
      await fingerprint(test.database, 'default', []),
    )
    for (const schema of ['default', 'control']) {
      expect(await structure(empty.database, schema)).toEqual(await structure(test.database, schema))
    }
    expect(await missingMigrations(empty.database)).toEqual([])
    const { rows } = await empty.database.query({
      text: `INSERT INTO control."user" ("username") VALUES ('bob') RETURNING "id"`,
    })
    expect(rows).toEqual([{ id: 1 }])
    const objects = `SELECT n.nspname, c.relkind::text, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('default', 'control') ORDER BY 1, 2, 3`
    expect((await empty.database.query({ text: objects })).rows).toEqual(
      (await test.database.query({ text: objects })).rows,
    )
    // Inserts a task as launching does; clients that follow tasks must receive new tasks after the known ones.
    const launch = `INSERT INTO control."task" ("id", "name", "status", "submitted") VALUES (2, 'empty', 'Done', now()) RETURNING "changed"`
    const [there] = (await test.database.query<{ changed: string }>({ text: launch })).rows
    const [here] = (await empty.database.query<{ changed: string }>({ text: launch })).rows
    expect(here).toEqual(there)
    const triggers = `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`
    expect((await empty.database.query({ text: triggers })).rows).toEqual(
      (await test.database.query({ text: triggers })).rows,
    )
  })

  it('can be read by the usual tools', async () => {
    await expect(promisify(execFile)('gzip', ['-t', backup.path])).resolves.toBeDefined()
  })
})

const restore = (path: string, scenario = 'scenario1') =>
  restoreScenario(scenarioWork(test.database), { path, scenario, user: null })

describe('a restore', () => {
  it('is refused for a damaged, cut off, foreign or newer file, before anything is touched', async () => {
    const whole = await readFile(backup.path)
    const header = await checkDump(backup.path)
    const before = await fingerprint(test.database, 'scenario1')
    const body = whole.subarray(headerMember(header).length)
    const damaged = Buffer.from(whole)
    damaged[whole.length - 100]! ^= 1
    const newer = headerMember({ ...header, migrations: [...header.migrations, '9999_later'] })
    const format = headerMember({ ...header, format: 2 })
    const unfinished = headerMember({ ...header, checksum: '' })
    for (const [content, reason] of [
      [damaged, /data is damaged: .*\. Copy it again/],
      [whole.subarray(0, whole.length - 50), new RegExp(`cut off after ${whole.length - 50} bytes.*Copy it`)],
      [whole.subarray(0, 0), /cut off after 0 bytes/],
      [whole.subarray(0, 1), /cut off after 1 byte/],
      [whole.subarray(0, 10), /cut off after 10 bytes/],
      [whole.subarray(0, 4000), /cut off after 4000 bytes/],
      [whole.subarray(0, whole.length - body.length), /cut off after \d+ bytes/],
      [Buffer.from('nonsense'), /not compressed with gzip.*psql/],
      [gunzipSync(whole), /not compressed with gzip.*psql/],
      [gzipSync(gunzipSync(whole)), /compressed again.*as "planctl backup" wrote it.*psql/],
      [gzipSync('nonsense'), /first line/],
      [Buffer.concat([whole, gzipSync('SELECT 1;')]), /was changed after the backup.*psql/],
      [gzipSync('-- {"format": 1}\n'), /first line/],
      [Buffer.concat([newer, body]), /9999_later/],
      [Buffer.concat([format, body]), /newer release/],
      [Buffer.concat([unfinished, body]), /checksum/],
    ] as const) {
      const path = join(folder, 'bad.sql.gz')
      await writeFile(path, content)
      const error: unknown = await restore(path).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'dump_refused', message: expect.stringMatching(reason) })
      expect(error instanceof ServiceError && error.detail(await loadMessages('de'))).toMatch(
        /^Die Sicherung kann nicht wiederhergestellt werden: (?:sie|die|es) /,
      )
    }
    await expect(restore(join(folder, 'missing.sql.gz'))).rejects.toMatchObject({ code: 'dump_refused' })
    await expect(restore(backup.path, 'nowhere')).rejects.toMatchObject({ code: 'scenario_missing' })
    expect(await fingerprint(test.database, 'scenario1')).toBe(before)
    await expectNoLeftovers(test.database)
  })

  it('into another scenario, in use or free, gives the same data and the same tables', async () => {
    const { database } = test
    for (const scenario of ['scenario1', 'scenario2']) {
      const { rows, otherRows } = await restore(backup.path, scenario)
      expect(rows).toBeGreaterThan(5000)
      // The others are users, tasks and the registry.
      expect(rows + otherRows).toBe(backup.rows)
      expect(await fingerprint(database, scenario)).toBe(await fingerprint(database, 'default'))
      expect(await structure(database, scenario)).toEqual(await structure(database, 'default'))
      expect((await listScenarios(database)).find(({ name }) => name === scenario)).toMatchObject({
        status: 'In use',
      })
    }
    const { rows } = await database.query({
      text: 'SELECT "origin" FROM scenario2.changeset ORDER BY "id" DESC LIMIT 1',
    })
    expect(rows).toEqual([{ origin: `restore ${backup.fileName}` }])
    await expectNoLeftovers(database)
  })

  it('into a free scenario lets the superusers of production open it', async () => {
    const { database } = test
    await buildUser(database, { username: 'admin', rights: { default: 'superuser' } })
    await buildUser(database, { username: 'bob', rights: { default: ['input.view_item'] } })
    await restore(backup.path, 'scenario3')
    const { rows } = await database.query({
      text: `SELECT u."username" FROM control."membership" m JOIN control."user" u ON u."id" = m."user"
        WHERE m."scenario" = 'scenario3' AND m."is_superuser" AND m."is_active"`,
    })
    expect(rows).toEqual([{ username: 'admin' }])
    await releaseScenario(scenarioWork(database), 'scenario3')
  })

  it('restores as many records as the backup of a scenario counts', detail, async () => {
    const own = await mkdtemp(join(tmpdir(), 'dumps-'))
    const inside = await backupScenario(scenarioWork(test.database), { scenario: 'scenario1', folder: own })
    const { rows, otherRows } = await restore(inside.path)
    expect([rows, otherRows]).toEqual([inside.rows, 0])
    await rm(own, { recursive: true })
  })

  it('brings custom attributes to what they are now', detail, async () => {
    const { database } = test
    const work = scenarioWork(database, { now: at('2026-03-15T00:00:00Z') })
    for (const schema of ['default', 'scenario1', 'scenario2']) {
      await database.query({
        text: `ALTER TABLE "${schema}".item ADD COLUMN "gone" text, ADD COLUMN "size" text;
          UPDATE "${schema}".item SET "gone" = 'x', "size" = 'large'`,
      })
    }
    const { path } = await backupScenario(work, { scenario: 'scenario1', folder })
    for (const schema of ['default', 'scenario1', 'scenario2']) {
      await database.query({
        text: `ALTER TABLE "${schema}".item DROP COLUMN "gone", ADD COLUMN "colour" text COLLATE "C",
          DROP COLUMN "size", ADD COLUMN "size" integer`,
      })
    }
    await database.query({
      text: `INSERT INTO control."attribute" ("model", "name", "label", "type") VALUES ('input.item', 'colour', 'colour', 'string'), ('input.item', 'size', 'size', 'integer')`,
    })
    const model = buildModel(await loadCustomFields(database))
    const restored = scenarioWork(database, { model })
    const { leftOut } = await restoreScenario(restored, { path, scenario: 'scenario2', user: null })
    expect(leftOut.toSorted()).toEqual(['item.gone', 'item.size'])
    expect(await structure(database, 'scenario2')).toEqual(await structure(database, 'default'))
  })

  it('of production keeps what it replaces', async () => {
    const { kept } = await restore(backup.path, 'default')
    expect(kept).toMatch(/^default__old_/)
    await expectNoLeftovers(test.database, 1)
  })
})

/** Changes the body of a dump, and returns the path of the changed dump. */
async function rewritten(path: string, change: (text: string) => string): Promise<string> {
  const header = await checkDump(path)
  const start = headerMember(header).length
  const body = gzipSync(change(gunzipSync((await readFile(path)).subarray(start)).toString()))
  const checksum = createHash('sha256').update(body).digest('hex')
  const changed = join(folder, 'changed.sql.gz')
  await writeFile(changed, Buffer.concat([headerMember({ ...header, checksum }), body]))
  return changed
}

describe('a restore of a dump of an older release', () => {
  it('migrates the data, and continues the numbers of the records', async () => {
    await using own = await createTestDatabase()
    const { database } = own
    const work = scenarioWork(database)
    const older = (await readMigrations('scenario')).slice(0, 2).map(({ name }) => name)
    await database.query({ text: 'DROP SCHEMA scenario1 CASCADE' })
    await database.withTransaction((client) =>
      createScenarioSchema(client, 'scenario1', noAdditions, { only: new Set(older) }),
    )
    await fillScenario(database, 'scenario1', 10)
    const { path } = await backupScenario(work, { scenario: 'scenario1', folder })
    // Older releases do not write the types of columns and the last numbers of sequences.
    const changed = await rewritten(path, (text) =>
      text.replaceAll(/^(--@ \{"table":.*?\]),"types":.*\}$/gm, '$1}'),
    )
    await restoreScenario(work, { path: changed, scenario: 'scenario1', user: null })
    expect(await structure(database, 'scenario1')).toEqual(await structure(database, 'default'))
    expect(await missingMigrations(database)).toEqual([])
    const { rows } = await database.query({
      text: `INSERT INTO scenario1."calendarbucket" ("calendar", "priority") VALUES ('week', 8) RETURNING "id",
        (SELECT count(*)::integer FROM scenario1."demand") AS "demands"`,
    })
    expect(rows).toEqual([{ id: 8, demands: 10 }])
  })
})

const oddTable = `CREATE TABLE "Odd one" (
    "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "user" text DEFAULT 'it''s; "so" -- \\ $$' NOT NULL,
    "code" varchar(7) CHECK ("code" ~ '^\\d+$'), "size" numeric(12,3) DEFAULT -1.5 CHECK ("size" > -2),
    "tags" text[] DEFAULT '{}', "long" integer GENERATED ALWAYS AS (char_length("user") * 2) STORED,
    "parent" bigint REFERENCES "Odd one" ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    "item" text COLLATE "C" REFERENCES "item" ON UPDATE CASCADE,
    UNIQUE NULLS NOT DISTINCT ("user", "code") INCLUDE ("id")
  ) WITH (fillfactor = 60);
  CREATE INDEX ON "Odd one" (lower("user") text_pattern_ops DESC NULLS LAST) INCLUDE ("code") WHERE "id" > 3;
  CREATE INDEX ON "Odd one" USING gin ("tags");`

describe('a restore of the tables of an extension module', () => {
  it(
    'creates them as in a scenario that has them, else by their migrations if the module is in use',
    detail,
    async () => {
      await using own = await createTestDatabase()
      const { database } = own
      const migrations = { control: [], scenario: [{ name: 'odd/0001_odd', sql: oddTable }] }
      const additions = { ...noAdditions, modules: ['odd'], migrations }
      const model = buildModel(undefined, additions)
      await fillScenario(database, 'default', 10)
      await database.withTransaction((client) => createScenarioSchema(client, 'default', additions))
      await database.query({
        text: `INSERT INTO "default"."Odd one" ("user", "code", "item") VALUES (E'a\\nb;\\\\', NULL, 'item 1'), ('c', '7', NULL);
        DELETE FROM "default"."Odd one" WHERE "id" = 2`,
      })
      const { path } = await backupScenario(scenarioWork(database), { scenario: 'default', folder })
      const restored = async (scenario: string, work: ScenarioWork): Promise<void> => {
        await restoreScenario(work, { path, scenario, user: null })
        expect(await structure(database, scenario)).toEqual(await structure(database, 'default'))
        const { rows } = await database.query({
          text: `SELECT "id", "user", "size", "long", "item", (SELECT count(*)::integer FROM ${scenario}."schema_migration"
          WHERE "name" = 'odd/0001_odd') AS "known" FROM ${scenario}."Odd one"`,
        })
        expect(rows).toEqual([{ id: 1, user: 'a\nb;\\', size: '-1.500', long: 10, item: 'item 1', known: 1 }])
        const next = `INSERT INTO ${scenario}."Odd one" ("user") VALUES ('d') RETURNING "id"`
        expect((await database.query({ text: next })).rows).toEqual([{ id: 3 }])
      }
      await restored('scenario1', scenarioWork(database))
      for (const schema of ['default', 'scenario1']) {
        await database.query({
          text: `DELETE FROM "${schema}"."schema_migration" WHERE "name" = 'odd/0001_odd'`,
        })
      }
      await expect(restored('scenario2', scenarioWork(database))).rejects.toMatchObject({
        code: 'dump_refused',
        message: expect.stringMatching(
          /the extension "odd", .* EXTENSIONS, or restore the dump with psql\.$/,
        ),
      })
      await restored('scenario2', scenarioWork(database, { model }))
    },
  )
})
