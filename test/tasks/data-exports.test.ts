/**
 * Tests data exports that users define: their validation when they are saved, and which data an SQL query can read.
 */
import { randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { write } from '../support/records.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import type { TestResponse } from '../support/server.ts'
import { buildUser } from '../support/users.ts'

const role = `export_role_${randomBytes(4).toString('hex')}`
const path = '/api/execute/dataexport/'
let server: TaskServer
let folder: string

beforeAll(async () => {
  server = await startTaskServer({
    DATABASES: JSON.stringify({ default: { SQL_ROLE: role } }),
    LANGUAGE_CODE: 'de',
    CSV_CHARSET: 'windows-1252',
  })
  folder = join(server.folder, 'upload/default/export')
  const { database } = server
  await database.query({ text: `CREATE ROLE ${role} NOLOGIN` })
  await database.query({ text: `GRANT USAGE ON SCHEMA "default" TO ${role}` })
  await database.query({ text: `GRANT SELECT ON ALL TABLES IN SCHEMA "default" TO ${role}` })
  await server.startWorker()
  const context = createTestContext(database)
  await write(context, 'input.item', [
    { name: 'Schraube', description: 'größer; "breiter"', cost: 1.5 },
    { name: 'Rad' },
  ])
  await write(context, 'input.demand', [
    {
      name: 'A',
      item: 'Rad',
      quantity: 2.25,
      due: '2026-05-01T08:30:00',
      status: 'open',
      maxlateness: '1 02:00:00',
    },
    { name: 'B', item: 'Schraube', quantity: 7, status: 'closed' },
  ])
  const rights = ['add', 'change', 'view', 'delete'].map((action) => `execute.${action}_dataexport`)
  await buildUser(database, { username: 'definer', rights: { default: [...rights, 'input.view_item'] } })
}, 60_000)

afterAll(async () => {
  await server.database.query({ text: `DROP OWNED BY ${role}` })
  await server.database.query({ text: `DROP ROLE ${role}` })
  await server[Symbol.asyncDispose]()
})

afterEach(() => server.database.query({ text: 'DELETE FROM control."dataexport"' }))

const save = (record: object, as = 'admin'): Promise<TestResponse> =>
  server.request('POST', path, { body: record, as })

async function run(args: Readonly<Record<string, unknown>>): Promise<TaskRecord> {
  return server.ended(await server.launch('exporttofolder', args))
}

/** Saves a query and exports it. Returns the content of the file, or the reason why there is none. */
async function ask(sql: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  const { status, text } = await save({ name: 'query.json', sql })
  if (status !== 201) return text
  const task = await run({ files: ['query.json'] })
  return task.status === 'Done' ? readFile(join(folder, 'query.json'), 'utf8') : String(task.message)
}

describe('saving a data export', () => {
  it.each([
    [{ name: 'x.doc', report: 'item' }, 'name'],
    [{ name: '../x.csv', report: 'item' }, 'name'],
    [{ name: '.csv', report: 'item' }, 'name'],
    [{ name: 'x.csv' }, 'report'],
    [{ name: 'x.csv', report: 'item', sql: 'SELECT 1' }, 'sql'],
    [{ name: 'x.csv', report: 'nothing' }, 'report'],
    [{ name: 'x.csv', report: 'common.user' }, 'report'],
    [{ name: 'x.csv', report: 'item', arguments: { nosuch: 1 } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { columns: ['nosuch'] } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { filter: { cost__gte: 'much' } } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { filter: { nosuch: 'x' } } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { filter: { limit: 5 } } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { ordering: 'nosuch' } }, 'arguments'],
    [{ name: 'x.csv', report: 'item', arguments: { bucket: 'week' } }, 'arguments'],
    [{ name: 'x.csv', report: 'demandreport', arguments: { bucket: 'fortnight' } }, 'arguments'],
    [{ name: 'x.csv', report: 'demandreport', arguments: { start: 'tomorrow' } }, 'arguments'],
    [{ name: 'x.csv', sql: 'SELECT nosuch FROM item' }, 'sql'],
    [{ name: 'x.csv', sql: 'DELETE FROM item' }, 'sql'],
    [{ name: 'x.csv', sql: 'SELECT 1 AS a; SELECT 2' }, 'sql'],
    [{ name: 'x.csv', sql: 'SELECT 1 AS a, 2 AS a' }, 'sql'],
    [{ name: 'x.csv', sql: 'SELECT 1 AS a', arguments: { columns: ['a'] } }, 'sql or arguments'],
  ])('refuses %j', async (record, fields) => {
    const { status, json } = await save(record)
    expect([status, Object.keys(Object(json)).every((field) => fields.includes(field))]).toEqual([400, true])
    expect(await server.request('GET', path)).toMatchObject({ json: [] })
  })

  it('takes the examples of the documentation', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/tasks/exporttofolder.md'), 'utf8')
    const example: unknown = JSON.parse(/-d '(\[.*?\])'/s.exec(page)![1]!)
    expect(await save(Object(example))).toMatchObject({ status: 201 })
    expect(await run({ files: ['late orders', 'stock per month.csv.gz'] })).toMatchObject({ status: 'Done' })
  })

  it('takes SQL of superusers alone, and lets nobody else change or delete it', async () => {
    const sql = 'SELECT 1 AS "a"'
    expect(await save({ name: 'x.csv', sql }, 'definer')).toMatchObject({
      status: 400,
      json: { sql: [expect.any(String)] },
    })
    expect((await save({ name: 'x.csv', sql })).status).toBe(201)
    const change = await server.request('PATCH', `${path}x.csv/`, {
      body: { sql: null, report: 'item' },
      as: 'definer',
    })
    expect(change.status).toBe(400)
    expect((await server.request('DELETE', `${path}x.csv/`, { as: 'definer' })).status).toBe(403)
  })

  it('takes reports of those who may see what they show', async () => {
    expect((await save({ name: 'x.csv', report: 'item' }, 'definer')).status).toBe(201)
    expect((await save({ name: 'y.csv', report: 'demand' }, 'definer')).status).toBe(400)
    const follow = { name: 'z.csv', report: 'item', arguments: { filter: { owner__category: 'x' } } }
    expect((await save(follow, 'definer')).status).toBe(201)
    expect(
      (await server.request('PATCH', `${path}x.csv/`, { body: { report: 'demand' }, as: 'definer' })).status,
    ).toBe(400)
  })

  it('needs a role for SQL', async () => {
    const { status, text } = await server.request('POST', `/scenario1${path}`, {
      body: { name: 'x.csv', sql: 'SELECT 1 AS a' },
    })
    expect([status, text]).toEqual([400, expect.stringContaining('SQL_ROLE')])
  })
})

describe('a data export', () => {
  it('makes the file that it describes, by the conventions of the installation', async () => {
    const args = {
      filter: { status: 'open' },
      columns: ['name', 'quantity', 'due', 'maxlateness'],
      ordering: '-due',
    }
    await save({ name: 'offene Aufträge.csv', report: 'demand', arguments: args })
    await rm(folder, { recursive: true, force: true })
    expect(await run({ files: ['offene Aufträge'] })).toMatchObject({ status: 'Done' })
    expect(await readFile(join(folder, 'offene Aufträge.csv'), 'latin1')).toBe(
      'name;quantity;due;maxlateness\nA;2,25;2026-05-01 08:30:00;1 02:00:00\n',
    )
  })

  it('takes the place of the usual file of its name', detail, async () => {
    await save({ name: 'purchaseorder.csv', report: 'item', arguments: { columns: ['name'] } })
    await run({})
    expect(await readFile(join(folder, 'purchaseorder.csv'), 'utf8')).toBe('name\nRad\nSchraube\n')
  })

  it('of a query has its columns and its order', async () => {
    const rows = await ask(
      'SELECT "name" AS "Artikel", count(*) OVER () AS n, cost, lastmodified > \'2000-01-01\' AS "neu" FROM item ORDER BY "name" DESC -- a remark',
    )
    expect(JSON.parse(rows)).toEqual([
      { Artikel: 'Schraube', n: 2, cost: 1.5, neu: true },
      { Artikel: 'Rad', n: 2, cost: null, neu: true },
    ])
    await save({ name: 'query.xlsx', sql: 'SELECT "name" FROM item;' })
    expect(await run({ files: ['query.xlsx'] })).toMatchObject({
      status: 'Done',
      message: expect.stringContaining('query.xlsx 2'),
    })
  })

  it('imports back unchanged what it has written', detail, async () => {
    await run({ files: ['item', 'demand'] })
    for (const name of ['item.csv', 'demand.csv'])
      await copyFile(join(folder, name), join(folder, '..', name))
    const task = await server.ended(await server.launch('importfromfolder'))
    expect(task).toMatchObject({ status: 'Done' })
    expect(task.message).toMatch(/item: 0 created, 0 updated, 2 unchanged/)
    expect(task.message).toMatch(/demand: 0 created, 0 updated, 2 unchanged/)
    await rm(join(folder, '..', 'item.csv'))
    await rm(join(folder, '..', 'demand.csv'))
  })
})

describe('an SQL query', () => {
  it.each([
    'SELECT "password" FROM control."user"',
    'SELECT * FROM control."apikey"',
    'SELECT * FROM "scenario1"."item"',
    `SELECT pg_read_file('/etc/passwd') AS x`,
    `SELECT pg_ls_dir('/') AS x`,
    `SELECT lo_import('/etc/passwd') AS x`,
    `SELECT rolpassword FROM pg_authid`,
    `SELECT set_config('role', 'none', true) AS a, query_to_xml('SELECT "password" FROM control."user"', true, true, '')::text AS b`,
    `SELECT set_config('session_authorization', 'postgres', true) AS a, query_to_xml('SELECT "password" FROM control."user"', true, true, '')::text AS b`,
    `SELECT query_to_xml('DELETE FROM "default"."item" RETURNING *', true, true, '')::text AS x`,
    `SELECT query_to_xml('CREATE TABLE "default"."x" (a int)', true, true, '')::text AS x`,
    `WITH d AS (DELETE FROM item RETURNING "name") SELECT * FROM d`,
    `SELECT 1 AS a) AS q; DROP TABLE "default"."item"; SELECT * FROM (SELECT 1 AS b`,
    `SELECT pg_terminate_backend(pid)::text AS x, 'argon2' FROM pg_stat_activity WHERE 1 / 0 > pid`,
  ])('sees and changes nothing that is not for it: %s', async (sql) => {
    const answer = await ask(sql)
    expect(answer).not.toMatch(/argon2id|root:|<password>\$/)
    expect(await readdir(folder).catch(() => [])).toEqual([])
    const { rows } = await server.database.query<{ n: number }>({
      text: 'SELECT count(*)::integer AS n FROM "default"."item"',
    })
    expect(rows).toEqual([{ n: 2 }])
  })

  it('leaves neither logins nor connections', async () => {
    await ask('SELECT 1 AS a')
    const { rows } = await server.database.query({
      text: `SELECT rolname FROM pg_roles r WHERE pg_has_role(r.oid, '${role}', 'MEMBER') AND rolname LIKE 'planctl_sql_%'`,
    })
    expect(rows).toEqual([])
  })

  it('of a scenario whose role may read what the installation keeps for itself is not run', async () => {
    await server.database.query({ text: `GRANT USAGE ON SCHEMA control TO ${role}` })
    expect(await ask('SELECT 1 AS a')).toContain('control')
    await server.database.query({ text: `REVOKE USAGE ON SCHEMA control FROM ${role}` })
    expect(JSON.parse(await ask('SELECT 1 AS a'))).toEqual([{ a: 1 }])
  })
})
