import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdServer } from '../../src/database/embedded/hold.ts'
import { detail } from '../support/detail.ts'
import { scale } from '../support/scale.ts'
import { type Outcome, planctl, type RunOptions, startPlanctl } from '../support/planctl.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// One embedded server runs for all tests of this file, which run in order and depend on each other.
let folder: string
let base: Readonly<Record<string, string>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-cli-'))
  base = { PLANCTL_VAR: join(folder, 'var'), PLANCTL_PORT: '0' }
  await run(['database', 'start'])
})
afterAll(async () => {
  await run(['database', 'stop', '--force'])
  await rm(folder, { recursive: true })
})

/** Runs a command, in a process of its own only if it is given input. */
const run = (args: readonly string[], options: RunOptions = {}): Promise<Outcome> => {
  const start = options.input === undefined ? warmPlanctl : planctl
  return start(args, { cwd: folder, ...options, env: { ...base, ...options.env } })
}

const secret = 'correct horse 42'
const count = (text: string): number => text.trim().split('\n').length - 2

it('commands that need an installation say how to make one', async () => {
  for (const args of [
    ['loaddata', 'jobshop_demo'],
    ['runserver'],
    ['dumpdata'],
    ['shell'],
    ['createsuperuser', 'x'],
  ]) {
    const { exitCode, stderr } = await run(args, { env: { PLANCTL_PASSWORD: secret } })
    expect([args, exitCode, stderr]).toEqual([args, 1, expect.stringContaining('planctl createdatabase')])
    // Somebody in the wrong folder sees that it is the wrong one.
    expect(stderr).toContain(`There is no installation in ${join(folder, 'var')}.`)
  }
})

it('commands that need an installation create nothing in a folder without one', detail, async () => {
  const empty = await mkdtemp(join(tmpdir(), 'planctl-empty-'))
  const env = { PLANCTL_VAR: join(empty, 'var'), PLANCTL_PASSWORD: secret }
  for (const args of [
    ['status'],
    ['status', '--workers'],
    ['plans'],
    ['loaddata', 'jobshop_demo'],
    ['runserver'],
    ['runworker'],
    ['runserver', '--await-migration=0.1'],
    ['runworker', '--await-migration=0.1'],
    ['dbshell'],
    ['migrate', '--database=scenario1'],
    ['createsuperuser', 'x'],
    ['doctor'],
  ]) {
    const { exitCode, stdout, stderr } = await run(args, { cwd: empty, env })
    expect([args, exitCode]).toEqual([args, 1])
    expect(stdout + stderr).toContain(
      `There is no installation in ${join(empty, 'var')}. Make one: planctl createdatabase.`,
    )
    expect([args, await readdir(empty)]).toEqual([args, []])
  }
  await rm(empty, { recursive: true })
})

it('createdatabase makes it, and again only with consent', async () => {
  expect(await run(['createdatabase'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('is ready'),
  })
  const again = await run(['createdatabase'])
  expect([again.exitCode, again.stderr]).toEqual([
    2,
    expect.stringMatching(/deletes all data[\s\S]*--noinput/),
  ])
  expect((await run(['createdatabase', '--skip-if-exists'])).stdout).toContain('left as it is')
  expect((await run(['createdatabase', '--noinput'])).exitCode).toBe(0)
})

it(
  'a new installation has groups of users to begin with, and the rights of tasks among theirs',
  detail,
  async () => {
    const sql = `SELECT g."name", count(*) FILTER (WHERE p."permission" = 'execute.run_createbuckets') AS "buckets",
    count(*) FILTER (WHERE p."permission" = 'input.change_demand') AS "change"
    FROM control."group" g JOIN control."grouppermission" p ON p."group" = g."id" GROUP BY 1 ORDER BY 1;`
    const { stdout } = await run(['dbshell'], { input: sql })
    const groups = stdout.split('\n').filter((line) => /viewer|planner|administrator/.test(line))
    expect(groups.map((line) => line.match(/\w+/g))).toEqual([
      ['administrator', '1', '1'],
      ['planner', '1', '1'],
      ['viewer', '0', '0'],
    ])
  },
)

it('migrate has nothing to do twice and at once', async () => {
  const both = await Promise.all([run(['migrate']), run(['migrate'])])
  for (const { exitCode, stdout } of both) {
    expect([exitCode, stdout]).toEqual([0, 'control: up to date\ndefault: up to date\n'])
  }
})

it('a database that a newer release has migrated is refused, with versions and remedy', detail, async () => {
  const hold = await holdServer(join(folder, 'var', 'postgres'))
  const client = new Client(hold.url('planning'))
  await client.connect()
  const change = (sql: string): Promise<unknown> => client.query(sql)
  const reading = [['dumpdata'], ['runserver'], ['migrate', '--database=default']]
  const others = [
    ['runworker'],
    ['migrate'],
    ['createdatabase', '--database=scenario1'],
    ['createsuperuser', 'x'],
    ['cancel', '1'],
  ]
  const refused: Readonly<Record<string, typeof others>> = {
    control: [...others, ['status'], ...scale({ short: [], full: reading })],
    '"default"': [...reading, ...scale({ short: [], full: others })],
  }
  for (const [schema, commands] of Object.entries(refused)) {
    await change(`INSERT INTO ${schema}.schema_migration ("name") VALUES ('9001_of_the_future');`)
    for (const args of commands) {
      const { exitCode, stderr } = await run(args, { env: { PLANCTL_PASSWORD: secret } })
      expect([args, exitCode, stderr]).toEqual([
        args,
        1,
        expect.stringMatching(
          /migrated by a newer release: schema "\w+" has 9001_of_the_future\. This release, \d+\.\d+\.\d+, knows .* Start the newer release/,
        ),
      ])
    }
    await change(`DELETE FROM ${schema}.schema_migration WHERE "name" = '9001_of_the_future';`)
  }
  await client.end()
  hold.release()
  expect((await run(['migrate'])).exitCode).toBe(0)
})

it('scenarios that do not exist or hold nothing are named', detail, async () => {
  const unknown = await run(['loaddata', 'jobshop_demo', '--database=scenario9'])
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('must be one of default, scenario1, scenario2, scenario3, not "scenario9"'),
  ])
  const free = await run(['dumpdata', '--database=scenario1'])
  expect([free.exitCode, free.stdout]).toEqual([1, ''])
  expect(free.stderr).toContain('createdatabase --database=scenario1')
})

it('loaddata rejects names that are not datasets', detail, async () => {
  const unknown = await run(['loaddata', 'nonsense'])
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('Packaged datasets:')])
  const directory = await run(['loaddata', folder])
  expect([directory.exitCode, directory.stderr]).toEqual([2, expect.stringContaining('Packaged datasets:')])
  const file = join(folder, 'broken.json')
  await writeFile(file, '[\n{"model": "input.demand", "fields": {"name": "SO", "quantity": "many"}}\n]')
  const broken = await run(['loaddata', 'broken.json'])
  expect([broken.exitCode, broken.stdout]).toEqual([1, ''])
  expect(broken.stderr).toMatch(
    /line 2, object 1: input\.demand "SO", quantity "many": A valid number is required/,
  )
})

it('loaddata loads, rehearses, and changes nothing the second time', async () => {
  const rehearsal = await run(['loaddata', 'manufacturing_demo', '--dryrun'])
  expect(rehearsal.stdout).toMatch(
    /^Nothing was stored\. manufacturing_demo: (\d+) created, 0 updated, 0 unchanged\n$/,
  )
  const first = await run(['loaddata', 'manufacturing_demo'])
  expect(first.stdout).toBe(rehearsal.stdout.replace('Nothing was stored. ', ''))
  expect(first.stderr).toContain('demand: 126 created, 0 updated, 0 unchanged')
  const second = await run(['loaddata', 'manufacturing_demo'])
  expect(second.stdout).toMatch(/0 created, 0 updated, \d{3} unchanged/)
})

it('Ctrl-C ends a command with 130', detail, async () => {
  await using waiting = startPlanctl(['loaddata', '-'], { cwd: folder, env: base })
  await waiting.says('Reading standard input')
  waiting.kill('SIGINT')
  expect(await waiting.ended).toBe(130)
})

it('every other packaged dataset loads into a scenario of its own', detail, async () => {
  for (const [name, scenario] of [
    ['distribution_demo', 'scenario1'],
    ['jobshop_demo', 'scenario2'],
  ] as const) {
    expect((await run(['createdatabase', `--database=${scenario}`])).exitCode).toBe(0)
    const { exitCode, stdout, stderr } = await run(['loaddata', name, `--database=${scenario}`])
    expect([exitCode, stdout], stderr).toEqual([
      0,
      expect.stringMatching(/: \d{3,4} created, 0 updated, 0 unchanged/),
    ])
  }
})

it('dumpdata writes into a named pipe and does not replace it', async () => {
  await run(['createdatabase', '--skip-if-exists'])
  const path = join(folder, 'items.pipe')
  await promisify(execFile)('mkfifo', [path])
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const { exitCode } = await run(['dumpdata', 'input.customer', `--output=${path}`])
  expect([exitCode, (await stat(path)).isFIFO()]).toEqual([0, true])
  const { buffer, bytesRead } = await reader.read(Buffer.alloc(65_536))
  expect(buffer.toString('utf8', 0, bytesRead)).toMatch(/^\[[^]*\]\s*$/)
  await reader.close()
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('dumpdata gives what loaddata takes, to a file or through a pipe', detail, async () => {
  const dump = await run(['dumpdata'])
  expect(dump.stderr).toMatch(/^\d+ records/)
  expect((await run(['createdatabase', '--database=scenario3'])).exitCode).toBe(0)
  const loaded = await run(['loaddata', '-', '--database=scenario3'], { input: dump.stdout })
  expect(loaded.stdout).toBe(`standard input: ${count(dump.stdout)} created, 0 updated, 0 unchanged\n`)
  expect((await run(['dumpdata', '--database=scenario3'])).stdout).toBe(dump.stdout)

  const file = join(folder, 'items.json')
  expect((await run(['dumpdata', '--models=item,input.demand', `--output=${file}`])).stdout).toBe('')
  expect((await stat(file)).size).toBeGreaterThan(1000)
  const nowhere = await run(['dumpdata', '--output=nowhere/items.json'])
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/^planctl: nowhere\/items\.json cannot be written: ENOENT/),
  ])
  const wrong = await run(['dumpdata', '--models=nothing'])
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringMatching(/input\.item.*not "nothing"/)])
})

it('users are made with strong passwords, from standard input or the environment', async () => {
  const nobody = await run(['createsuperuser', 'ann'])
  expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringContaining('--password-stdin')])
  const weak = await run(['createsuperuser', 'ann'], { env: { PLANCTL_PASSWORD: 'password1' } })
  expect([weak.exitCode, weak.stderr]).toEqual([
    2,
    expect.stringMatching(/"password" is invalid.*too common/),
  ])
  const unreachable = await run(['createsuperuser', 'ann', '--email=ann at home'])
  expect([unreachable.exitCode, unreachable.stderr]).toEqual([2, expect.stringContaining('"ann at home"')])
  const made = await run(['createsuperuser', 'ann', '--email= ann@example.com ', '--password-stdin'], {
    input: `${secret}\n`,
  })
  expect([made.exitCode, made.stderr]).toEqual([0, ''])
  const twice = await run(['createsuperuser', 'Ann'], { env: { PLANCTL_PASSWORD: secret } })
  expect([twice.exitCode, twice.stderr]).toEqual([
    2,
    expect.stringMatching(/a user "Ann" already.*--promote/s),
  ])
  // The error is reported before the password prompt.
  const taken = await run(['createsuperuser', 'Ann'])
  expect([taken.exitCode, taken.stderr]).toEqual([2, expect.stringContaining('a user "Ann" already')])
  const stranger = await run(['changepassword', 'bob'])
  expect([stranger.exitCode, stranger.stderr]).toEqual([2, expect.stringContaining('"bob"')])
  const nobodyYet = await run(['createsuperuser', 'bob', '--promote'], { env: { PLANCTL_PASSWORD: secret } })
  expect([nobodyYet.exitCode, nobodyYet.stderr]).toEqual([2, expect.stringContaining('"bob"')])
  const unknown = await run(['changepassword', 'bob'], { env: { PLANCTL_PASSWORD: secret } })
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('"bob"')])
  const changed = await run(['changepassword', 'ann'], { env: { PLANCTL_PASSWORD: `${secret}!` } })
  expect(changed.exitCode).toBe(0)
})

it('a user who exists is made a superuser only when that is said', detail, async () => {
  const sql = (statement: string): Promise<Outcome> => run(['dbshell', '--builtin'], { input: statement })
  await sql(`UPDATE control."membership" SET "is_active" = false, "is_superuser" = false;`)
  const promoted = await run(['createsuperuser', 'ANN', '--promote', '--password-stdin'], {
    input: `${secret}!\n`,
  })
  expect([promoted.exitCode, promoted.stdout]).toEqual([
    0,
    'User "ANN" may do everything in every scenario.\n',
  ])
  const { stdout } = await sql(
    `SELECT count(*) FROM control."membership" WHERE "is_active" AND "is_superuser";`,
  )
  expect(stdout).toMatch(/\n4 *\n/)
})

it('runserver serves, and ends in good order on Ctrl-C', async () => {
  await using server = startPlanctl(['runserver'], { cwd: folder, env: base })
  const url = /http:\S+/.exec(await server.says('Ctrl-C'))![0]
  const authorization = `Basic ${btoa(`ann:${secret}!`)}`
  const answer = await fetch(`${url}api/input/demand/?format=json`, { headers: { authorization } })
  expect(await answer.json()).toHaveLength(126)
  const taken = await run(['runserver', `--port=${new URL(url).port}`])
  expect([taken.exitCode, taken.stderr]).toEqual([
    1,
    expect.stringMatching(/Port \d+ is taken by another program/),
  ])
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
})

it('runserver with several workers serves and ends with all of them', detail, async () => {
  const port = String(20_000 + (process.pid % 20_000))
  await using server = startPlanctl(['runserver', '--workers=2', `--port=${port}`], {
    cwd: folder,
    env: base,
  })
  await server.says('in 2 processes')
  expect((await fetch(`http://127.0.0.1:${port}/api/input/demand/`)).status).toBe(401)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('dbshell answers SQL with the tables of a scenario at hand', detail, async () => {
  for (const own of [[], ['--builtin']]) {
    const sql = 'SELECT count(*) FROM demand;'
    const answer = await run(['dbshell', '--database=scenario3', ...own], { input: sql })
    expect([own, answer.exitCode, answer.stdout]).toEqual([own, 0, expect.stringContaining('126')])
  }
  for (const own of [[], ['--builtin']]) {
    const wrong = await run(['dbshell', ...own], { input: "SELEKT 1;\nSELECT 'later';" })
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('syntax error')])
    expect(wrong.stdout).not.toContain('later')
  }
})

it('shell knows the rooms and awaits at the top level', detail, async () => {
  const input = `await readCount(context, readEverything(entity('input.demand')), { timeout: 60 })\n`
  expect(await run(['shell'], { input })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('126'),
  })
  for (const line of ['throw new Error("wrong")', 'await Promise.reject(new Error("wrong"))', 'missing()']) {
    const { exitCode, stdout } = await run(['shell'], { input: `${line}\n"lat" + "er"\n` })
    expect([line, exitCode]).toEqual([line, 1])
    expect(stdout).toContain('later')
  }
})

it('settings shows where each comes from, secrets masked', async () => {
  const env = { PLANCTL_JWT_SECRET: 'x'.repeat(40) }
  const { stdout } = await run(['settings'], { env })
  expect(stdout).toMatch(/^PORT +0 +\(PLANCTL_PORT\)$/m)
  expect(stdout).not.toContain('xxxx')
  expect((await run(['settings', '--template'])).stdout).toContain('#PORT = 8000')
})

it('flush rejects the choice of a scenario, since it empties all of them', detail, async () => {
  for (const scenario of ['scenario1', 'default']) {
    const { exitCode, stderr } = await run(['flush', '--noinput', `--database=${scenario}`])
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(
        `not on "${scenario}" alone. Planning data of one scenario: planctl empty --all --database=`,
      ),
    ])
  }
  expect((await run(['dumpdata'])).stdout).not.toBe('[\n]\n')
})

it('flush asks, then leaves nothing but the structure', detail, async () => {
  const unasked = await run(['flush'])
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--noinput')])
  expect((await run(['flush', '--noinput'])).exitCode).toBe(0)
  expect((await run(['dumpdata'])).stdout).toBe('[\n]\n')
  const gone = await run(['changepassword', 'ann'], { env: { PLANCTL_PASSWORD: secret } })
  expect(gone.exitCode).toBe(2)
})

it('demo makes everything once and says what there is', detail, async () => {
  const weak = await run(['demo'], { env: { PLANCTL_ADMIN_PASSWORD: 'admin' } })
  expect([weak.exitCode, weak.stderr]).toEqual([2, expect.stringContaining('PLANCTL_ADMIN_PASSWORD')])
  const env = { ...base, PLANCTL_ADMIN_PASSWORD: secret }
  for (const loads of ['manufacturing_demo is loaded', 'holds data already']) {
    await using demo = startPlanctl(['demo'], { cwd: folder, env })
    const said = await demo.says('Ctrl-C ends it')
    expect(said).toContain(loads)
    expect(said).toMatch(/A late sales order: SO-\d+, .*\nWhy: /)
    const url = /runs at (\S+)\//.exec(said)![1]!
    const authorization = `Basic ${btoa(`admin:${secret}`)}`
    const answer = await fetch(`${url}/api/input/item/?format=json`, { headers: { authorization } })
    expect(await answer.json()).toHaveLength(33)
    // Weeks have the numbers of ISO 8601.
    for (const ahead of [1, 2, 3, 4, 5]) {
      const year = new Date().getFullYear() + ahead
      const day = `${year}-01-04T00:00:00`
      const weeks = await fetch(
        `${url}/api/common/bucketdetail/?format=json&bucket=week&startdate__lte=${day}&enddate__gt=${day}&fields=name`,
        { headers: { authorization } },
      )
      expect(await weeks.json()).toEqual([{ name: `${year % 100} W01` }])
    }
    demo.kill('SIGINT')
    expect(await demo.ended).toBe(0)
  }
})
