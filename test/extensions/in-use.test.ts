/**
 * Tests extension modules from end to end: with the command line, with a server and its workers, and after removal.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Outcome, planctl } from '../support/planctl.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import type { TestRequest, TestResponse } from '../support/server.ts'
import { until } from '../support/wait.ts'
import { buildUser } from '../support/users.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Servers, tasks and some commands are separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const abc = join(import.meta.dirname, '../../extensions/abc_classification')

let folder: string
let test: TestDatabase
let server: ServerProcess

/** The package is installed next to the settings; the folder is given by its path. */
const both = `planning-extension-depot,${abc}`

const run = (args: readonly string[], extensions = both): Promise<Outcome> =>
  warmPlanctl(args, {
    cwd: folder,
    env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var'), PLANCTL_EXTENSIONS: extensions },
  })

async function good(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args)
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  return stdout
}

const ask = (method: string, path: string, options?: TestRequest): Promise<TestResponse> =>
  server.request(method, path, options)

const get = async (path: string, as?: string): Promise<unknown> =>
  (await ask('GET', path, as === undefined ? {} : { as })).json

const startServer = (extensions: string): Promise<ServerProcess> =>
  startServerProcess({
    databaseUrl: test.url,
    folder,
    settings: { EXTENSIONS: extensions, VAR: join(folder, 'var'), SUPPORT_ACCOUNTS: 'admin' },
  })

async function newestDump(): Promise<string> {
  const files = await readdir(join(folder, 'var/log'))
  return join(folder, 'var/log', files.toSorted().findLast((name) => name.endsWith('.sql.gz')) ?? '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-extended-'))
  await cp(
    join(import.meta.dirname, '../support/depot'),
    join(folder, 'node_modules/planning-extension-depot'),
    { recursive: true },
  )
  test = await createTestDatabase()
  await buildUser(test.database, {
    username: 'admin',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
  const rights = ['depot.view_pallet', 'execute.run_count_pallets']
  await buildUser(test.database, { username: 'pat', rights: { default: rights } })
  await buildUser(test.database, { username: 'nobody', rights: { default: [] } })
  await buildUser(test.database, {
    username: 'greta',
    language: 'de',
    rights: { default: 'superuser', scenario1: 'superuser' },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('the command line', () => {
  it('wants the tables of modules first, then makes them in every scenario', async () => {
    const early = await run(['count_pallets'])
    expect([early.exitCode, early.stderr]).toEqual([
      1,
      expect.stringMatching(/lacks tables or columns of extension modules \(depot, abc\).*planctl migrate/),
    ])
    const migrated = await good('migrate')
    expect(migrated).toContain('control: applied depot/0001_carrier')
    expect(migrated).toMatch(/default: applied depot\/0001_pallet, .*abc\/input.item.abc_value/)
    expect(migrated).toMatch(/scenario1: applied depot\/0001_pallet/)
    expect(await good('migrate')).toBe('control: up to date\ndefault: up to date\nscenario1: up to date\n')
  })

  it('lists modules and their tasks, and helps with them', async () => {
    expect(await good('extensions')).toMatch(/^depot 2\.3\.4\n[\s\S]*depot\.pallet[\s\S]*abc 1\.0\.0/)
    const { extensions } = JSON.parse(await good('extensions', '--json'))
    expect(extensions[1]).toMatchObject({
      name: 'abc',
      version: '1.0.0',
      adds: { tasks: ['abc_classification'] },
    })
    expect(await good('extensions', '--draft=depot.carrier')).toContain('CREATE TABLE "carrier"')
    expect(await good('--help')).toMatch(/Depot:\n  count_pallets +Count pallets\./)
    expect(await good('count_pallets', '--help')).toContain('Weight from which a pallet counts.')
  })

  it('loads datasets of modules and runs their tasks, in the scenario that is named', async () => {
    expect(await good('loaddata', 'depot_demo', '--no-shift')).toBe(
      'depot_demo: 5 created, 0 updated, 0 unchanged\n',
    )
    expect(await good('count_pallets')).toBe('2 pallets\n')
    expect(await good('count_pallets', '--least=25')).toBe('1 pallets\n')
    expect(await good('count_pallets', '--database=scenario1')).toBe('0 pallets\n')
    const wrong = await run(['count_pallets', '--least=heavy'])
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('--least')])
  })

  it('names everything that is wrong with any module, and starts nothing', async () => {
    const { exitCode, stderr } = await run(['runserver', '--port=0'], `/nowhere,no-such-package,${abc}`)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('/nowhere: there is no folder or file /nowhere.')
    expect(stderr).toContain('no-such-package: the package is not installed')
  })
})

describe('the server', () => {
  beforeAll(async () => {
    server = await startServer(both)
  }, 60_000)

  it('serves entities and fields of modules like its own', async () => {
    expect(await get('/api/depot/pallet/?weight__gt=25&fields=name,item')).toEqual([
      { name: 'P2', item: 'bike' },
    ])
    expect(await get('/api/input/location/?dock=7&fields=name,dock')).toEqual([{ name: 'hall', dock: '7' }])
    expect(await get('/api/input/demand/?pallet__item=bike&fields=name,pallet')).toEqual([
      { name: 'SO', pallet: 'P1' },
    ])
    const made = await ask('POST', '/api/depot/pallet/', {
      body: [{ name: 'P3', item: 'bike', weight: 'heavy' }],
    })
    expect([made.status, made.json]).toEqual([400, [{ weight: [expect.any(String)] }]])
    const order = { reference: 'PO1', item: 'bike', location: 'hall', pallets: 4 }
    expect((await ask('POST', '/api/input/purchaseorder/', { body: order })).status).toBe(201)
    expect(await get('/api/input/purchaseorder/PO1/?fields=pallets')).toEqual({ pallets: 4 })
    expect((await ask('POST', '/api/depot/carrier/', { body: { name: 'Swift' } })).status).toBe(201)
    expect(await get('/scenario1/api/depot/carrier/?fields=name')).toEqual([{ name: 'Swift' }])
  })

  it('documents them, shows them as pages, in words of the reader', async () => {
    const document = Object(await get('/openapi.json'))
    expect(Object.keys(document.paths)).toContain('/api/depot/pallet/{key}/')
    expect(document.components.schemas['input.item'].properties).toHaveProperty('abc')
    const page = await ask('GET', '/api/depot/pallet/?format=api', { as: 'greta' })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Paletten')])
    const index = await ask('GET', '/api/?format=api', { as: 'greta' })
    expect(index.text).toContain('Paletten')
  })

  it('asks for the rights that modules bring, which can be granted', async () => {
    expect((await ask('GET', '/api/depot/pallet/', { as: 'pat' })).status).toBe(200)
    expect((await ask('GET', '/api/depot/load/', { as: 'pat' })).status).toBe(403)
    expect((await ask('POST', '/api/depot/pallet/', { as: 'pat', body: {} })).status).toBe(403)
    expect((await ask('POST', '/execute/api/count_pallets/', { as: 'nobody' })).status).toBe(403)
    const group = { name: 'depot people', permissions: ['depot.view_load', 'execute.run_abc_classification'] }
    expect((await ask('POST', '/api/auth/group/', { body: group })).status).toBe(201)
  })

  it('lists tasks with their forms and datasets, and runs tasks in processes of their own', async () => {
    const tasks = Object(await get('/execute/api/', 'pat'))
    expect(tasks).toEqual([expect.objectContaining({ name: 'count_pallets', group: 'Depot' })])
    expect(tasks[0].parameters.properties.least).toMatchObject({ type: 'number', default: 0 })
    expect(await get('/execute/api/fixtures/')).toContainEqual(
      expect.objectContaining({ name: 'depot_demo' }),
    )
    const launched = await ask('POST', '/execute/api/count_pallets/?least=25', {
      as: 'pat',
      headers: { prefer: 'wait=60' },
    })
    const [task] = Object.values(Object(launched.json))
    expect(task).toMatchObject({ status: 'Done', message: '1 pallets', user: 'pat' })
  })

  it('serves reports like entities that nobody writes, per scenario', async () => {
    const loads = await get('/api/depot/load/?weight__gte=50')
    expect(loads).toEqual([{ item: 'bike', weight: 50 }])
    expect((await ask('GET', '/api/depot/load/?format=csv')).text.replaceAll('\r', '')).toContain('bike,50')
    expect(await get('/scenario1/api/depot/load/')).toEqual([])
    expect((await ask('POST', '/api/depot/load/', { body: {} })).status).toBe(405)
    const first = await ask('GET', '/api/depot/load/')
    await ask('PATCH', '/api/depot/pallet/P1/', { body: { weight: 21 } })
    const etag = first.headers.get('etag') ?? 'none'
    const again = await ask('GET', '/api/depot/load/', { headers: { 'if-none-match': etag } })
    expect([again.status, again.json]).toEqual([200, [{ item: 'bike', weight: 51 }]])
  })

  it('gives the items of the menu, disabled with the reason where rights are missing', async () => {
    const menu = Object(await get('/api/menu/', 'pat'))
    const denied = { enabled: false, reason: expect.stringContaining('permission') }
    expect(Object(menu).find(({ group }: { group: string }) => group === 'Depot')).toEqual({
      id: 'depot:Depot',
      group: 'Depot',
      items: [
        {
          id: 'depot:depot.pallet',
          label: 'Pallets',
          kind: 'entity',
          entity: 'depot.pallet',
          route: '/data/pallet',
          url: '/api/depot/pallet/',
          extension: 'depot',
          enabled: true,
        },
        {
          id: 'depot:count_pallets',
          label: 'Count pallets',
          kind: 'task',
          task: 'count_pallets',
          route: '/execute?task=count_pallets',
          url: '/execute/api/count_pallets/',
          extension: 'depot',
          enabled: true,
        },
        {
          id: 'depot:https://example.com/depot',
          label: 'Handbook',
          kind: 'link',
          url: 'https://example.com/depot',
          extension: 'depot',
          enabled: true,
        },
        {
          id: 'depot:/execute/api/fixtures/',
          label: 'Files',
          kind: 'link',
          url: '/execute/api/fixtures/',
          extension: 'depot',
          ...denied,
        },
      ],
    })
    const inventory = menu.filter(({ group }: { group: string }) => group === 'Inventory')
    expect(inventory).toHaveLength(1)
    expect(inventory[0].items.map(({ extension }: { extension?: string }) => extension)).toContain('abc')
    const german = await ask('GET', '/scenario1/api/menu/', { as: 'greta' })
    const lager = Object(german.json).find(({ group }: { group: string }) => group === 'Lager')
    expect(lager.items[0].url).toBe('/scenario1/api/depot/pallet/')
    expect((await ask('GET', '/execute/api/', { as: 'greta' })).json).toContainEqual(
      expect.objectContaining({
        name: 'count_pallets',
        group: 'Lager',
        title: 'Paletten zählen',
        about: 'Counts the pallets of a scenario.',
        parameters: expect.objectContaining({
          properties: {
            least: expect.objectContaining({
              title: 'Mindestgewicht',
              description: 'Gewicht, ab dem eine Palette zählt.',
            }),
          },
        }),
      }),
    )
    expect((await ask('GET', '/api/menu/', { as: null })).status).toBe(401)
    expect((await ask('POST', '/api/menu/')).status).toBe(405)
  })

  it('records changes, copies, compares, backs up and restores what modules hold', async () => {
    const { rows } = await test.database.query<{ count: number }>({
      text: `SELECT count(*) AS "count" FROM "default"."change" WHERE "entity" = 'depot.pallet' AND "key" = 'P1'`,
    })
    expect(rows[0]!.count).toBeGreaterThan(0)
    await good('scenario_copy', '--force', 'default', 'scenario1')
    expect(await get('/scenario1/api/depot/load/')).toEqual([{ item: 'bike', weight: 51 }])
    await ask('PATCH', '/scenario1/api/depot/pallet/P1/', { body: { weight: 99 } })
    expect(await good('scenario_compare', 'default', 'scenario1')).toContain('depot.pallet')
    await good('createdatabase', '--database=scenario2', '--noinput')
    expect(await good('count_pallets', '--database=scenario2')).toBe('0 pallets\n')
    await good('backup')
    const dump = await newestDump()
    await good('restore', dump, '--database=scenario2', '--noinput')
    expect(await good('count_pallets', '--database=scenario2')).toBe('2 pallets\n')
    expect(await good('empty', '--models=depot.pallet', '--database=scenario2')).toContain(
      '2 records deleted',
    )
  })
})

describe('a module that is named no longer', () => {
  it('leaves its data; nothing breaks, and migrate says so', async () => {
    await server.end('SIGTERM')
    const { exitCode, stdout, stderr } = await run(['migrate'], abc)
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('default: up to date')])
    expect(stderr).toMatch(
      /The extension "depot" is not named in EXTENSIONS; .* stay with their data \(control, default, scenario1/,
    )
    server = await startServer(abc)
    expect((await ask('GET', '/api/depot/pallet/')).status).toBe(404)
    expect((await ask('POST', '/execute/api/count_pallets/')).status).toBe(404)
    const [place] = Object(await get('/api/input/location/'))
    expect(place).not.toHaveProperty('dock')
    const attribute = { model: 'input.location', name: 'dock', label: 'Dock', type: 'string' }
    const taken = await ask('POST', '/api/common/attribute/', { body: attribute })
    expect([taken.status, taken.json]).toEqual([
      400,
      { name: ['input.location has a field "dock" already.'] },
    ])
  })

  it('does not stand in the way of deleting, copying and restoring', async () => {
    const dump = await newestDump()
    const restored = await run(['restore', dump, '--database=scenario2', '--noinput'], abc)
    expect([restored.exitCode, restored.stderr]).toEqual([0, expect.any(String)])
    const gone = await ask('DELETE', '/scenario1/api/input/item/bike/')
    expect([gone.status, gone.text]).toEqual([204, ''])
  })

  it('finds its data again when it comes back', async () => {
    await server.end('SIGTERM')
    server = await startServer(both)
    expect(await get('/api/input/location/?fields=name,dock')).toEqual([{ name: 'hall', dock: '7' }])
    expect(await get('/scenario1/api/depot/pallet/?fields=name')).toEqual([])
    expect(await good('count_pallets', '--database=scenario2')).toBe('2 pallets\n')
    const { rows } = await test.database.query<{ dock: string }>({
      text: `SELECT "dock" FROM "scenario2"."location"`,
    })
    expect(rows).toEqual([{ dock: '7' }])
  })
})

describe('a module whose field a custom attribute has already', () => {
  it('is refused by migrate, and the schema stays as it was', async () => {
    await server.end('SIGTERM')
    const fresh = await createTestDatabase()
    await fresh.database.query({
      text: `INSERT INTO control."attribute" ("model", "name", "label", "type") VALUES ('input.location', 'dock', 'Dock', 'string')`,
    })
    const env = { DATABASE_URL: fresh.url, PLANCTL_VAR: join(folder, 'var'), PLANCTL_EXTENSIONS: both }
    const { exitCode, stderr } = await planctl(['migrate'], { cwd: folder, env })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('the extension "depot" adds the field "dock" to input.location')
    await until('nothing was made', async () => {
      const { rows } = await fresh.database.query({
        text: `SELECT to_regclass('"default"."pallet"') AS "found"`,
      })
      return rows[0]!['found'] === null
    })
    await fresh[Symbol.asyncDispose]()
  })
})
