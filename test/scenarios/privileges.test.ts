import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { runSql } from '../../src/files/sql/run-sql.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { restoreScenario } from '../../src/scenarios/dump/restore-scenario.ts'
import { withImportRights } from '../../src/scenarios/import-rights.ts'
import { migrateAll } from '../../src/scenarios/installation.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { recreateScenario } from '../../src/scenarios/scenario-schema.ts'
import { buildModel } from '../../src/model/model.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { fillScenario, scenarioWork } from '../support/scenarios.ts'

// Tests that privileges which an administrator granted on a scenario survive the replacement of its data.
let test: TestDatabase
let database: Database
let folder: string
// Roles belong to the server, which other tests use at the same time.
const suffix = randomBytes(4).toString('hex')
const reader = `reader_${suffix}`
const importer = `importer_${suffix}`
const roles = [reader, importer, `late_${suffix}`]

const administrate = (text: string): Promise<unknown> => test.database.query({ text })

beforeAll(async () => {
  for (const role of roles) await inDatabase(`CREATE ROLE ${role} NOLOGIN`)
  folder = await mkdtemp(join(tmpdir(), 'privileges-'))
})
afterAll(async () => {
  for (const role of roles) await inDatabase(`DROP ROLE ${role}`)
  await rm(folder, { recursive: true })
})

async function inDatabase(text: string): Promise<void> {
  await using other = await createTestDatabase({ empty: true })
  await other.database.query({ text })
}

beforeEach(async () => {
  test = await createTestDatabase()
  database = test.database
  await fillScenario(database, 'default', 10)
  await fillScenario(database, 'scenario1', 20)
  return () => test[Symbol.asyncDispose]()
})

/**
 * Returns all privileges on a schema and its objects except those of the owner, without the names of schema and
 * grantor.
 */
async function privileges(schema: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ line: string }>({
    text: `
      WITH s AS (SELECT * FROM pg_namespace WHERE nspname = $1), object AS (
        SELECT 'schema' AS what, nspacl AS acl, nspowner AS owner FROM s
        UNION ALL SELECT c.relkind::text || ' ' || c.relname, c.relacl, c.relowner FROM pg_class c JOIN s ON relnamespace = s.oid
        UNION ALL SELECT c.relname || '.' || a.attname, a.attacl, c.relowner
          FROM pg_class c JOIN s ON relnamespace = s.oid JOIN pg_attribute a ON a.attrelid = c.oid
        UNION ALL SELECT 'default ' || defaclobjtype::text, defaclacl, 0 FROM pg_default_acl JOIN s ON defaclnamespace = s.oid)
      SELECT concat_ws(' ', what, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END, privilege_type,
        CASE WHEN is_grantable THEN 'grantable' END) AS line
      FROM object, aclexplode(acl) WHERE grantee <> owner`,
    values: [schema],
  })
  return rows.map(({ line }) => line).toSorted()
}

/** Grants privileges that differ between scenarios, so that their origin can be identified. */
async function grant(schema: string, column: string): Promise<readonly string[]> {
  await administrate(`
    GRANT USAGE ON SCHEMA "${schema}" TO ${importer} WITH GRANT OPTION;
    GRANT USAGE ON SCHEMA "${schema}" TO PUBLIC;
    GRANT SELECT ON "${schema}".demand TO ${importer};
    GRANT SELECT, UPDATE ON "${schema}".item TO ${importer} WITH GRANT OPTION;
    GRANT UPDATE ("${column}") ON "${schema}".demand TO ${importer};
    GRANT USAGE ON SEQUENCE "${schema}".calendarbucket_id_seq TO ${importer};
    ALTER DEFAULT PRIVILEGES IN SCHEMA "${schema}" GRANT SELECT ON TABLES TO ${importer}`)
  return privileges(schema)
}

const copy = (destination: string, overrides: Parameters<typeof scenarioWork>[1] = {}): Promise<unknown> =>
  copyScenario(scenarioWork(database, overrides), {
    source: 'default',
    destination,
    force: true,
    user: null,
  })
const promotion = { source: 'scenario1', destination: 'default', user: null }

describe('privileges on a scenario', () => {
  it('stay when something is copied over it, and those of the source do not come along', async () => {
    await administrate(
      `GRANT USAGE ON SCHEMA "default" TO ${reader}; GRANT ALL ON "default".demand TO ${reader}`,
    )
    const before = await grant('scenario1', 'quantity')
    expect(before).toHaveLength(8)
    await copy('scenario1')
    expect(await privileges('scenario1')).toEqual(before)
  })

  it('stay when something is promoted into it, and when that is reverted', async () => {
    await grant('scenario1', 'quantity')
    const before = await grant('default', 'due')
    const work = scenarioWork(database)
    await promoteScenario(work, promotion)
    expect(await privileges('default')).toEqual(before)
    await administrate(`GRANT SELECT ON "default".item TO ${reader}; REVOKE SELECT ON "default".demand FROM ${importer};
      ALTER DEFAULT PRIVILEGES IN SCHEMA "default" REVOKE SELECT ON TABLES FROM ${importer};
      REVOKE GRANT OPTION FOR UPDATE ON "default".item FROM ${importer}`)
    const today = await privileges('default')
    await revertPromote(work, promotion)
    expect(await privileges('default')).toEqual(today)
  })

  it('stay when a backup is restored into it, and when it is made anew', async () => {
    await grant('default', 'due')
    const { path } = await backupScenario(scenarioWork(database), { scenario: 'default', folder })
    expect(gunzipSync(await readFile(path)).toString()).not.toMatch(/GRANT|OWNER/)
    const before = await grant('scenario1', 'quantity')
    await restoreScenario(scenarioWork(database), { path, scenario: 'scenario1', user: null })
    expect(await privileges('scenario1')).toEqual(before)
    await recreateScenario(database, 'scenario1')
    expect(await privileges('scenario1')).toEqual(before)
  })

  it('hold for a table that only the new data brings, as its default privileges say', detail, async () => {
    await grant('scenario1', 'quantity')
    await administrate('CREATE TABLE "default".brought (id bigint)')
    await copy('scenario1')
    expect(await privileges('scenario1')).toContain(`r brought ${importer} SELECT`)
  })

  it('go when it is released', detail, async () => {
    await grant('scenario1', 'quantity')
    await releaseScenario(scenarioWork(database), 'scenario1')
    await copy('scenario1')
    expect(await privileges('scenario1')).toEqual([])
  })
})

const model = buildModel()
const importRole = (): string => importer
const statements = (scenario: string, text: string): ReturnType<typeof runSql> =>
  runSql(text, { database, role: importer, scenario, timeout: 20, onNotice: () => undefined })

describe('the role for SQL files', () => {
  it('may import into a scenario that was free, and no more than that', async () => {
    await copy('scenario2', { importRole })
    const done = await statements(
      'scenario2',
      `UPDATE demand SET quantity = 5; INSERT INTO calendarbucket (calendar, value) VALUES ('week', 1)`,
    )
    expect(done.get('demand')).toMatchObject({ updated: 10 })
    for (const table of ['changeset', 'comment', 'follower', 'schema_migration']) {
      await expect(statements('scenario2', `DELETE FROM ${table}`)).rejects.toThrow(/permission denied/)
    }
    expect((await privileges('scenario2')).filter((line) => !line.includes(importer))).toEqual([])
    expect(await privileges('control')).toEqual([])
  })

  it('has in a copy what it has in the source, where that was chosen', detail, async () => {
    await administrate(
      `GRANT USAGE ON SCHEMA "default" TO ${importer}; GRANT DELETE ON "default".demand TO ${importer}`,
    )
    await copy('scenario2', { importRole })
    expect(await privileges('scenario2')).toEqual([`r demand ${importer} DELETE`, `schema ${importer} USAGE`])
  })

  it('may import into a free scenario in which a backup is restored', detail, async () => {
    const { path } = await backupScenario(scenarioWork(database), { scenario: 'default', folder })
    const request = { path, scenario: 'scenario2', user: null }
    await restoreScenario(scenarioWork(database, { importRole }), request)
    expect((await statements('scenario2', 'DELETE FROM demand')).get('demand')).toMatchObject({ deleted: 10 })
  })

  it('gets its rights when the installation is migrated; one that exists in the settings only gets none', async () => {
    const roleOf = (name: string): string => (name === 'default' ? importer : `missing_${suffix}`)
    const migrate = () =>
      withImportRights({ database, model, importRole: roleOf }, () => migrateAll(database))
    expect((await migrate()).granted).toEqual([{ scenario: 'default', role: importer }])
    expect((await statements('default', 'DELETE FROM demand')).get('demand')).toMatchObject({ deleted: 10 })
    expect((await migrate()).granted).toEqual([])
    expect(await privileges('scenario1')).toEqual([])
  })

  it('gets the tables that a migration brings, unless its rights were chosen by hand', async () => {
    const rights = { database, model, importRole }
    await administrate(
      `GRANT USAGE ON SCHEMA scenario1 TO ${importer}; GRANT SELECT ON scenario1.demand TO ${importer}`,
    )
    const chosen = await privileges('scenario1')
    await administrate(
      'DROP TABLE "default".follower, "default".demand CASCADE; DROP TABLE scenario1.follower CASCADE',
    )
    await withImportRights(rights, async () => undefined)
    await withImportRights(rights, async () => {
      await administrate(
        'CREATE TABLE "default".follower (id bigint); CREATE TABLE scenario1.follower (id bigint)',
      )
      await administrate('CREATE TABLE "default".demand (id bigint)')
    })
    const brought = (await privileges('default')).filter((line) => /^r (follower|demand) /.test(line))
    expect(brought).toEqual(
      ['DELETE', 'INSERT', 'SELECT', 'UPDATE'].map((right) => `r demand ${importer} ${right}`),
    )
    expect(await privileges('scenario1')).toEqual(chosen)
  })
})
