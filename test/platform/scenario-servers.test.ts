/**
 * Scenarios on a second PostgreSQL server: copies there and back, the daily work in such a scenario, processes that are
 * killed during a copy, and the second server killed and started again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { homeOf } from '../../src/database/homes.ts'
import type { ScenarioWork } from '../../src/scenarios/aside/work.ts'
import { cleanupScenarios } from '../../src/scenarios/aside/cleanup.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { requireScenario } from '../../src/scenarios/registry.ts'
import { deleteScenario, releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { detail } from '../support/detail.ts'
import { expectNoLeftovers, fingerprint, fillScenario, scenarioWork } from '../support/scenarios.ts'
import { scale } from '../support/scale.ts'
import { type TestServer, startTestServer } from '../support/server.ts'
import { type Outcome, planctl } from '../support/planctl.ts'
import { goodPassword } from '../support/good-password.ts'
import { until } from '../support/wait.ts'
import { buildUser } from '../support/users.ts'
import { type FurtherServer, startFurtherServer } from './support/further-server.ts'

let second: FurtherServer
let server: TestServer
let database: Database
let work: ScenarioWork

beforeAll(async () => {
  second = await startFurtherServer()
  server = await startTestServer({ homes: { second: second.url } })
  database = server.database
  work = scenarioWork(database)
  await releaseScenario(work, 'scenario1')
  await fillScenario(database, 'default', 2_000)
}, 180_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

const copyThere = (destination: string, more: { force?: boolean } = {}) =>
  copyScenario(work, { source: 'default', destination, force: false, user: null, home: 'second', ...more })

/** Runs a command in the installation with both servers. */
const run = (...command: readonly string[]): Promise<Outcome> =>
  planctl(command, {
    env: {
      DATABASE_URL: database.address(),
      PLANCTL_VAR: server.service.settings.VAR,
      PLANCTL_TIME_ZONE: 'UTC',
      PLANCTL_SCENARIO_DATABASES: JSON.stringify({ second: second.url }),
      PLANCTL_PASSWORD: goodPassword,
    },
    cwd: server.service.settings.VAR,
  })

/** Returns the names of the schemas on the second server. */
async function schemasThere(): Promise<readonly string[]> {
  const { rows } = await onSecond((there) =>
    there.query<{ name: string }>({
      text: `SELECT nspname::text AS "name" FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|public)' ORDER BY 1`,
    }),
  )
  return rows.map(({ name }) => name)
}

async function onSecond<Result>(run: (there: Database) => Promise<Result>): Promise<Result> {
  const there = connectDatabase({ url: second.url, timeZone: 'UTC', poolSize: 1, applicationName: 'test' })
  try {
    return await run(there)
  } finally {
    await there.close()
  }
}

/** Returns the number of columns `shade` of a scenario there. */
const columns = () =>
  onSecond(async (there) => {
    const { rowCount } = await there.query({
      text: `SELECT FROM information_schema.columns WHERE table_schema = 'scenario2' AND column_name = 'shade'`,
    })
    return rowCount
  })

const left = ['follower', 'notification', 'plannotice', 'mention']

it('copies a scenario there, within the server, and back', async () => {
  await copyThere('scenario2')
  expect(await schemasThere()).toEqual(['planning__home', 'scenario2'])
  const { rows } = await database.query({ text: `SELECT FROM pg_namespace WHERE nspname = 'scenario2'` })
  expect(rows).toEqual([])
  const original = await fingerprint(database, 'default', [...left, 'changeset'])
  expect(await fingerprint(homeOf(database, 'scenario2'), 'scenario2', [...left, 'changeset'])).toBe(original)
  await copyScenario(work, {
    source: 'scenario2',
    destination: 'scenario3',
    force: false,
    user: null,
    home: 'second',
  })
  expect(await fingerprint(homeOf(database, 'scenario3'), 'scenario3', [...left, 'changeset'])).toBe(original)
  await releaseScenario(work, 'scenario3')
  expect(await schemasThere()).toEqual(['planning__home', 'scenario2'])
  await copyScenario(work, { source: 'scenario2', destination: 'scenario3', force: false, user: null })
  expect(await requireScenario(database, 'scenario3')).toMatchObject({ home: null, status: 'In use' })
  expect(await fingerprint(database, 'scenario3', [...left, 'changeset'])).toBe(original)
  await releaseScenario(work, 'scenario3')
  await deleteScenario(work, 'scenario3')
  await expectNoLeftovers(database)
})

it('keeps a scenario in use where it is, and refuses unknown servers', async () => {
  await expect(
    copyScenario(work, {
      source: 'default',
      destination: 'scenario2',
      force: true,
      user: null,
      home: 'main',
    }),
  ).rejects.toThrow('is in use on the server "second". Release it first')
  await expect(
    copyScenario(work, {
      source: 'default',
      destination: 'scenario1',
      force: true,
      user: null,
      home: 'third',
    }),
  ).rejects.toThrow(/third/)
  await copyThere('scenario2', { force: true })
  expect(await schemasThere()).toEqual(['planning__home', 'scenario2'])
})

it('lets nobody read a copy of which the process was killed before its access was stored', async () => {
  await database.query({ text: `DELETE FROM control."user" WHERE "username" = 'earlier'` })
  await buildUser(database, { username: 'earlier', rights: { scenario2: 'superuser' } })
  const ask = (as: string | undefined) =>
    server.request('GET', '/scenario2/api/input/item/?fields=name', as === undefined ? {} : { as })
  expect((await ask('earlier')).status).toBe(200)
  const counted = await server.request('GET', '/scenario2/api/meta/?counts=1', { as: 'earlier' })
  expect(counted.json).toContainEqual(
    expect.objectContaining({ entity: 'common.user', count: expect.any(Number) }),
  )
  // As if the process was killed in between: the access cannot be stored after the data was replaced.
  await database.query({
    text: `CREATE FUNCTION control.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON control."membership"
      FOR EACH ROW WHEN (NEW."scenario" = 'scenario2') EXECUTE FUNCTION control.refuse()`,
  })
  await expect(copyThere('scenario2', { force: true })).rejects.toThrow('killed')
  const copied = await fingerprint(homeOf(database, 'scenario2'), 'scenario2', [...left, 'changeset'])
  expect(copied).toBe(await fingerprint(database, 'default', [...left, 'changeset']))
  await until('the notification of the replacement', async () => (await ask('earlier')).status !== 200)
  for (const user of ['earlier', undefined]) {
    const { status, headers, text } = await ask(user)
    expect([status, headers.get('retry-after')]).toEqual([409, '15'])
    expect(text).toContain('is busy. Try again later.')
  }
  expect((await server.request('GET', '/api/input/item/')).status).toBe(200)
  expect(await requireScenario(database, 'scenario2')).toMatchObject({ status: 'Busy' })
  await database.query({ text: 'DROP FUNCTION control.refuse() CASCADE' })
  await cleanupScenarios({ database, now: () => new Date() })
  expect(await requireScenario(database, 'scenario2')).toMatchObject({ status: 'In use', home: 'second' })
  await until('the notification of the access', async () => (await ask(undefined)).status === 200)
  expect((await ask('earlier')).status).toBe(404)
})

it('is worked in like any other scenario', async () => {
  await server.request('PATCH', '/api/common/user/1/', { body: {} })
  await database.query({ text: `DELETE FROM control."user" WHERE "username" = 'planner'` })
  await buildUser(database, { username: 'planner', rights: { default: 'superuser', scenario2: 'superuser' } })
  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/scenario2/api/input/${path}`, { as: 'planner', body })
  expect((await ask('POST', 'item/', { name: 'there' })).status).toBe(201)
  expect((await ask('PATCH', 'item/there/', { description: 'changed' })).json).toMatchObject({
    description: 'changed',
  })
  expect((await ask('PUT', 'item/there/', { name: 'there', cost: '3' })).json).toMatchObject({ cost: 3 })
  expect((await ask('GET', 'item/there/')).status).toBe(200)
  const history = await server.request('GET', '/scenario2/api/history/input/item/?key=there', {
    as: 'planner',
  })
  expect(Object(history.json).entries).toHaveLength(3)
  expect((await ask('DELETE', 'item/there/')).status).toBe(204)
  expect((await ask('GET', 'item/there/')).status).toBe(404)
  const elsewhere = await server.request('GET', '/api/input/item/there/')
  expect(elsewhere.status).toBe(404)
})

it('promotes data from there', async () => {
  const before = await fingerprint(homeOf(database, 'scenario2'), 'scenario2', [...left, 'changeset'])
  const { exitCode, stderr } = await run('scenario_copy', '--promote', 'scenario2', 'default')
  expect(stderr).toContain('are on different database servers: not compared.')
  expect([exitCode, stderr]).toEqual([0, stderr])
  expect(await fingerprint(database, 'default', [...left, 'changeset'])).toBe(before)
})

it(
  'compares scenarios on the same server, and says how to compare those on different servers',
  detail,
  async () => {
    for (const path of [
      '/api/output/plancomparison/?with=scenario2',
      '/api/output/plansummary/?compare=scenario2',
      '/api/output/inventoryreport/?compare=scenario2',
      '/api/scenarios/default/difference/scenario2/',
      '/api/scenarios/scenario2/difference/default/?format=csv',
    ]) {
      const { status, text } = await server.request('GET', path)
      expect([path, status]).toEqual([path, 400])
      expect(text).toContain('are on different database servers. To compare or merge them, copy one to')
    }
    await copyThere('scenario1')
    for (const path of [
      '/scenario2/api/output/plancomparison/?with=scenario1',
      '/api/scenarios/scenario1/difference/scenario2/',
      '/api/scenarios/scenario1/difference/scenario2/?format=csv',
    ]) {
      const { status } = await server.request('GET', path)
      expect([path, status]).toEqual([path, 200])
    }
    await releaseScenario(work, 'scenario1')
  },
)

it('shares attributes with all servers', async () => {
  const model = 'input.item'
  const made = await server.request('POST', '/api/common/attribute/', {
    body: { model, name: 'shade', label: 'Shade', type: 'string' },
  })
  expect(made.status).toBe(201)
  expect(await columns()).toBe(1)
  const written = await server.request('POST', '/scenario2/api/input/item/', {
    as: 'planner',
    body: { name: 'shaded', shade: 'red' },
  })
  expect(written.status).toBe(201)
  const path = `/api/common/attribute/${Object(made.json).id}/`
  expect((await server.request('DELETE', path)).status).toBe(400)
  expect((await server.request('DELETE', `${path}?confirm=true`)).status).toBe(204)
  expect(await columns()).toBe(0)
})

it(
  'is not affected by kills: a copy is complete or not there, and a repetition completes',
  detail,
  async () => {
    const kills = scale({ short: 3, full: 25 })
    for (let kill = 0; kill < kills; kill += 1) {
      const script = join(import.meta.dirname, '../support/scenario-work.ts')
      const child = spawn(process.execPath, [script, database.address(), 'copy across', second.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      const timer = setTimeout(() => child.kill('SIGKILL'), (kill * 900) / kills + Math.random() * 200)
      await ended
      clearTimeout(timer)
      await cleanupScenarios({ database, now: () => new Date() })
      const found = await requireScenario(database, 'scenario1')
      const there = await schemasThere()
      expect(there.filter((name) => name.includes('__') && name !== 'planning__home')).toEqual([])
      expect(found.status).not.toBe('Busy')
      expect(there.includes('scenario1')).toBe(found.home === 'second')
      expect(found.hasSchema).toBe(found.home === 'second')
      if (found.home === 'second') await releaseScenario(work, 'scenario1')
    }
    await copyThere('scenario1')
    const original = await fingerprint(database, 'default', [...left, 'changeset'])
    expect(await fingerprint(homeOf(database, 'scenario1'), 'scenario1', [...left, 'changeset'])).toBe(
      original,
    )
    await releaseScenario(work, 'scenario1')
    await expectNoLeftovers(database, 1)
  },
)

it('affects its scenarios only while it is down', async () => {
  await second.kill()
  const gone = await server.request('GET', '/scenario2/api/input/item/', { as: 'planner' })
  expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '2'])
  expect(gone.text).toContain('second')
  expect((await server.request('GET', '/api/input/item/')).status).toBe(200)
  expect((await server.request('POST', '/api/input/item/', { body: { name: 'here' } })).status).toBe(201)
  const inbox = await server.request('GET', '/api/inbox/', { as: 'planner' })
  expect([inbox.status, inbox.json]).toEqual([200, expect.objectContaining({ unavailable: ['scenario2'] })])
  const ready = await server.request('GET', '/readyz', { as: null })
  expect(ready.json).toMatchObject({ checks: { database: 'ok', 'server second': 'failed' } })
  expect((await server.request('GET', '/api/scenarios/')).status).toBe(200)
  await expect(copyThere('scenario1')).rejects.toMatchObject({
    code: 'scenario_server_unavailable',
  })
  await cleanupScenarios({ database, now: () => new Date() })
  await second.start()
  expect((await server.request('GET', '/scenario2/api/input/item/', { as: 'planner' })).status).toBe(200)
})

it('runs tasks and commands', { ...detail, timeout: 600_000 }, async () => {
  const full: readonly (readonly string[])[] = [
    ['exporttofolder', '--database=scenario2'],
    ['importfromfolder', '--database=scenario2'],
    ['empty', '--database=scenario2', '--all'],
    ['migrate'],
    ['status', '--workers'],
  ]
  const commands = [
    ['loaddata', 'manufacturing_demo', '--database=scenario2'],
    ['createbuckets', '--database=scenario2'],
    ['runplan', '--database=scenario2'],
    ['backup', '--database=scenario2'],
    ...scale({ short: [], full }),
  ]
  for (const command of commands) {
    const { exitCode, stderr } = await run(...command)
    expect([command[0], exitCode, stderr]).toEqual([command[0], 0, stderr])
  }
  const name = 'plan.autoFenceOperations'
  // An SQL file can store a value that the service would refuse.
  await onSecond((there) =>
    there.query({
      text: `INSERT INTO "scenario2"."parameter" ("name", "value") VALUES ($1, 'soon')
        ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      values: [name],
    }),
  )
  const refused = await run('runplan', '--database=scenario2')
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(name)])
  const history = await server.request('GET', '/scenario2/api/plan/history/', { as: 'planner' })
  expect(history.text).toContain('changeset')
})
