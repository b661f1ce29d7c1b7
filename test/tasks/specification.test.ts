/**
 * Tests table 4.2 of the specification row by row, for tasks on databases and scenarios. curl sends the literal URL
 * to a server process and the test waits for the end; the literal command line is run as well.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail, detailUnless } from '../support/detail.ts'
import type { Outcome } from '../support/planctl.ts'
import { isInstalled, runProgram } from '../support/programs.ts'
import { rowsOf, write } from '../support/records.ts'
import { scale } from '../support/scale.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Tasks and the server are separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let test: TestDatabase
let server: ServerProcess
let context: DataContext
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-table-'))
  test = await createTestDatabase()
  context = createTestContext(test.database)
  const both = { default: 'superuser', scenario1: 'superuser' } as const
  for (const username of ['admin', 'support']) await buildUser(test.database, { username, rights: both })
  for (const username of ['stranger', 'clerk'])
    await buildUser(test.database, { username, rights: { default: [] } })
  const settings = { SUPPORT_ACCOUNTS: 'support,clerk' }
  server = await startServerProcess({ databaseUrl: test.url, folder, settings })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface CurlAnswer {
  readonly status: number
  readonly text: string
}

/** Sends a request with curl as a user of the service. */
async function curl(path: string, options: readonly string[] = [], user = 'admin'): Promise<CurlAnswer> {
  const always = ['-s', '-u', `${user}:${goodPassword}`, '-w', '\n%{http_code}']
  const { output } = await runProgram('curl', [...always, ...options, `${server.url}${path}`])
  const end = output.lastIndexOf('\n')
  return { status: Number(output.slice(end + 1)), text: output.slice(0, end) }
}

const digits = (text: string): number => Number(text.replaceAll(/\D/g, ''))

interface Ended {
  readonly id: number
  readonly status: string
  readonly message: string
}

/** Launches by POST, polls the status until the task has ended, and returns its final status. */
async function toItsEnd(path: string, options: readonly string[] = [], user = 'admin'): Promise<Ended> {
  const launched = await curl(path, ['-X', 'POST', ...options], user)
  expect([path, launched]).toEqual([path, { status: 200, text: expect.stringContaining('"taskid"') }])
  const id = digits(launched.text)
  return until(`task ${id} ends`, async () => {
    const { text } = await curl(`/execute/api/status/?id=${id}`, [], user)
    if (!/Done|Failed/.test(text)) return undefined
    const { status, message } = Object(Object(JSON.parse(text))[id])
    return { id, status: String(status), message: String(message) }
  })
}

const asJson = (query: string): readonly string[] => [
  '-H',
  'Content-Type: application/json',
  '-d',
  JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
]

const command = (line: string): Promise<Outcome> =>
  warmPlanctl(line.split(' '), { cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: folder } })

interface Row {
  /** The literal URL up to the parameters; `query` contains the parameters. */
  readonly path: string
  readonly query: string
  readonly line: string
  readonly result: RegExp
  readonly user?: string
  /** Prepares the required data before each launch. */
  readonly before?: () => Promise<unknown>
  /** Whether the URL contains the scenario. */
  readonly prefixed?: boolean
}

const copied = (): Promise<unknown> => command('scenario_copy --force default scenario2')

const rows: Readonly<Record<string, Row>> = {
  'Generate time buckets': {
    path: '/execute/api/createbuckets/',
    query: 'start=2026-01-01&end=2026-12-31&weekstart=1',
    line: 'createbuckets --start=2026-01-01 --end=2026-12-31 --weekstart=1',
    result: /^bucket dates from 2026-01-01 to 2026-12-31: \d+ created/,
  },
  'Load a dataset': {
    path: '/execute/api/loaddata/',
    query: 'fixture=jobshop_demo',
    line: 'loaddata jobshop_demo',
    result: /^jobshop_demo: \d+ created, \d+ updated, \d+ unchanged/,
  },
  'Empty the database': {
    path: '/execute/api/empty/',
    query: 'models=input.demand,input.operationplan',
    line: 'empty --models=input.demand,input.operationplan',
    result: /\d+ records? deleted\.$/,
  },
  'Scenario copy': {
    path: '/execute/api/scenario_copy/',
    query: 'copy=1&source=default&destination=scenario2&force=1',
    line: 'scenario_copy --force default scenario2',
    result: /^Copied "default" to "scenario2": \d+ records/,
  },
  'Scenario promote': {
    path: '/execute/api/scenario_copy/',
    query: 'promote=1&source=scenario1&destination=default',
    line: 'scenario_copy --promote scenario1 default',
    result: /^Promoted "scenario1" to "default": \d+ records/,
  },
  'Scenario release': {
    path: '/scenario2/execute/api/scenario_copy/',
    query: 'release=1',
    line: 'scenario_release --database=scenario2',
    result: /^Released "scenario2": it is free/,
    before: copied,
    prefixed: true,
  },
  'Back up database': {
    path: '/execute/api/backup/',
    query: '',
    line: 'backup',
    result: /^backup\.(default|scenario1)\.\d{14}(-\d+)?\.sql\.gz: \d+ records/,
    user: 'support',
  },
}

describe.runIf(isInstalled('curl')).each(Object.entries(rows))('%s', (name, row) => {
  const { path, query, user = 'admin' } = row
  const ways: readonly (readonly [string, string, readonly string[]])[] = [
    ['query string', `${path}?${query}`, []],
    ['form body', path, ['-d', query]],
    ['JSON body', path, asJson(query)],
    ['body and query, the body first', `${path}?${query.replaceAll(/=[^&]+/g, '=wrong')}`, ['-d', query]],
    ...(row.prefixed === true
      ? []
      : ([
          ['prefix of production', `/default${path}?${query}`, []],
          ['prefix of a scenario', `/scenario1${path}?${query}`, []],
        ] as const)),
  ]

  // In the short form each row is launched by its URL, and one in all ways; other tests run the other commands.
  const isMain = name === 'Generate time buckets'
  const few = isMain ? ways : ways.slice(0, 1)
  it.each(scale({ short: few, full: ways }))('over the web: %s', async (_way, url, options) => {
    await row.before?.()
    const ended = await toItsEnd(url, options, user)
    expect(ended).toMatchObject({ status: 'Done', message: expect.stringMatching(row.result) })
  })

  it(`planctl ${row.line}`, detailUnless(isMain), async () => {
    await row.before?.()
    const { exitCode, stdout, stderr } = await command(row.line)
    expect([exitCode, stdout.trimEnd()], stderr).toEqual([0, expect.stringMatching(row.result)])
  })
})

describe.runIf(isInstalled('curl'))('a script of the usual kind', () => {
  it('launches by a form, takes all digits as the number, and looks for Done or Failed', async () => {
    const script = `
      api='${server.url}/execute/api'
      for fixture in jobshop_demo jobshop_demo; do
        id=$(curl -s -u 'admin:${goodPassword}' -d "fixture=$fixture" "$api/loaddata/" | tr -dc 0-9)
        until curl -s -u 'admin:${goodPassword}' "$api/status/?id=$id" | grep -oE 'Done|Failed'; do sleep 0.1; done
        echo "$id"
      done`
    const { code, output } = await runProgram('sh', ['-c', script])
    const [first, one, second, two] = output.trim().split('\n')
    expect([code, first, second]).toEqual([0, 'Done', 'Done'])
    expect(Number(two)).toBe(Number(one) + 1)
  })

  it('never counts what was refused', detail, async () => {
    const before = await toItsEnd('/execute/api/createbuckets/')
    for (const [path, status] of [
      ['/execute/api/loaddata/?fixture=nothing', 400],
      ['/execute/api/createbuckets/?weekstart=8', 400],
      ['/execute/api/flush/', 404],
      ['/execute/api/restore/?dump_file=/etc/passwd', 404],
      ['/nowhere/execute/api/empty/', 404],
    ] as const) {
      expect([path, (await curl(path, ['-X', 'POST'])).status]).toEqual([path, status])
    }
    const after = await toItsEnd('/execute/api/createbuckets/')
    expect(after.id).toBe(before.id + 1)
  })
})

describe.runIf(isInstalled('curl'))('GET /execute/logdownload/<task identifier>/', () => {
  it('gives a backup to the accounts of SUPPORT_ACCOUNTS alone, whole and in part', async () => {
    const { id, message } = await toItsEnd('/execute/api/backup/', [], 'support')
    const path = `/execute/logdownload/${id}/`
    const file = join(folder, 'download.sql.gz')
    expect((await curl(path, ['-o', file], 'support')).status).toBe(200)
    const { output: sum } = await runProgram('sh', ['-c', `gunzip -c '${file}' | head -n 1`])
    expect(sum).toContain('"scenario":"default"')
    expect((await readdir(join(folder, 'log'))).join()).toContain(message.split(':')[0])
    const part = await curl(path, ['-r', '0-1', '-o', file], 'support')
    expect(part.status).toBe(206)
    // A user who can read the task can learn that a file exists, but cannot download it.
    expect([(await curl(path)).status, (await curl(path, [], 'stranger')).status]).toEqual([403, 404])
    expect((await curl(path, ['-u', 'nobody:nothing'])).status).toBe(401)
    expect((await curl('/execute/logdownload/999999/', [], 'support')).status).toBe(404)
  })

  it('tells superusers and listed users who may run a backup, and others nothing', async () => {
    const denied = await server.request('POST', '/execute/api/backup/', { as: 'stranger' })
    for (const as of ['admin', 'clerk']) {
      const refused = await server.request('POST', '/execute/api/backup/', { as })
      expect([as, refused.status, refused.json]).toMatchObject([
        as,
        403,
        { detail: 'Only superusers listed in the setting SUPPORT_ACCOUNTS may run this task.' },
      ])
    }
    expect([denied.status, denied.json]).toMatchObject([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ])
  })

  it('gives a backup neither to limited keys of these accounts, nor to those who are no superusers any more', async () => {
    const { id } = await toItsEnd('/execute/api/backup/', [], 'support')
    const path = `/execute/logdownload/${id}/`
    for (const scope of ['read', 'propose', 'tasks', 'all']) {
      const made = await server.request('POST', '/api/common/apikey/', {
        as: 'support',
        body: {
          name: scope,
          scope,
          expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19),
        },
      })
      expect([scope, made.status, made.text]).toEqual([scope, 201, expect.stringContaining('"key"')])
      const { status } = await server.request('GET', path, {
        as: null,
        headers: { authorization: `Bearer ${String(Object(made.json).key)}` },
      })
      expect([scope, status]).toEqual([scope, scope === 'all' ? 200 : 403])
    }
    await setSuperuser(false)
    await until('the download is refused', async () => (await curl(path, [], 'support')).status === 403)
    await setSuperuser(true)
  })

  it('gives the backup of a scenario also when the scenario is Free again', detail, async () => {
    const name = 'scenario3'
    await toItsEnd(`/execute/api/scenario_copy/?source=default&destination=${name}`, [], 'support')
    const { id } = await toItsEnd(`/${name}/execute/api/backup/`, [], 'support')
    await toItsEnd(`/${name}/execute/api/scenario_release/`, [], 'support')
    const path = `/execute/logdownload/${id}/`
    const file = join(folder, 'released.sql.gz')
    await until('the scenario is gone', async () => {
      const { status } = await curl(`/${name}/api/input/item/`, [], 'support')
      return status === 404
    })
    expect((await curl(path, ['-o', file], 'support')).status).toBe(200)
    await setSuperuser(false)
    await until('the download is refused', async () => (await curl(path, [], 'support')).status === 403)
    await setSuperuser(true)
    expect((await curl(path)).status).toBe(404)
  })

  it('gives the log of other tasks to those who see them', async () => {
    const { id } = await toItsEnd('/execute/api/createbuckets/')
    const { status, text } = await curl(`/execute/logdownload/${id}/`)
    expect([status, text]).toEqual([200, expect.stringContaining('Done: bucket dates')])
    expect((await curl(`/execute/logdownload/${id}/`, [], 'stranger')).status).toBe(404)
  })
})

describe('planctl restore <dump_file>', () => {
  it('brings back what planctl backup has written', detail, async () => {
    await write(context, 'input.skill', [{ name: 'welding' }])
    const { stdout } = await command('backup')
    const dump = join(folder, 'log', stdout.split(':')[0]!)
    await command('empty --models=input.skill')
    expect(await command(`restore ${dump}`)).toMatchObject({ exitCode: 2 })
    expect(await rowsOf(context, 'skill', '"name"')).toEqual([])
    const { exitCode, stderr } = await command(`restore ${dump} --noinput`)
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
    expect(await rowsOf(context, 'skill', '"name"')).toMatchObject([{ name: 'welding' }])
  })
})
const setSuperuser = (value: boolean) =>
  test.database.query({
    text: `UPDATE control."membership" SET "is_superuser" = $1 FROM control."user" u
      WHERE u."id" = "user" AND u."username" = 'support' AND "scenario" = 'default'`,
    values: [value],
  })
