import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import type { Outcome } from '../support/planctl.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Tests installation scripts that were written for related services. The tests run in order and depend on each other.
let folder: string
let base: Readonly<Record<string, string>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-scripts-'))
  base = { PLANCTL_VAR: join(folder, 'var') }
  await run('database start')
})
afterAll(async () => {
  await run('database stop --force')
  await rm(folder, { recursive: true })
})

const run = (line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  warmPlanctl(line.split(' '), { cwd: folder, env: { ...base, ...env } })

it('createdatabase says what it has made, and migrate gives a free scenario its database', async () => {
  const made = await run('createdatabase --no-input --verbosity=1')
  expect([made.exitCode, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toContain('with the data of default. Free are scenario1, scenario2, scenario3; --all')
  const one = await run('migrate --noinput --database=scenario1 --fake-initial -v 2')
  expect([one.exitCode, one.stdout]).toEqual([0, 'The database of "scenario1" is ready and empty.\n'])
  expect(one.stderr).toBe(
    'planctl: Ignored: --fake-initial (every migration is known to be applied or not).\n',
  )
  expect((await run('migrate --database=scenario1')).stdout).toBe('scenario1: up to date\n')
  const unknown = await run('migrate --database=scenario9')
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('scenario3, not "scenario9"'),
  ])
})

it(
  'of two migrations of a free scenario at once one makes it, the other waits and finds it done',
  detail,
  async () => {
    const both = await Promise.all([1, 2].map(() => run('migrate --database=scenario3')))
    expect(both.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(both.map(({ stdout }) => stdout).toSorted()).toEqual([
      'The database of "scenario3" is ready and empty.\n',
      'scenario3: up to date\n',
    ])
  },
)

it('createdatabase --all makes what is missing, or everything', detail, async () => {
  const missing = await run('createdatabase --all --skip-if-exists')
  expect([missing.exitCode, missing.stdout]).toEqual([
    0,
    'The database exists already; it is left as it is.\nThe database of "scenario2" is ready and empty.\n',
  ])
  const both = await run('createdatabase --all --database=scenario1')
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')])
  const again = await run('createdatabase --all --noinput')
  expect(again.stdout).toMatch(
    /data of default\.\n.*"scenario1".*\n.*"scenario2".*\n.*"scenario3" is ready and empty\.\nMake an administrator: .*\n$/,
  )
})

it('users are made without a question', detail, async () => {
  const env = { DJANGO_SUPERUSER_USERNAME: 'ann', DJANGO_SUPERUSER_EMAIL: 'ann@example.com' }
  const nothing = await run('createsuperuser --noinput', env)
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('PLANCTL_PASSWORD')])
  const password = { DJANGO_SUPERUSER_PASSWORD: 'correct horse 42' }
  const made = await run('createsuperuser --noinput', { ...env, ...password })
  expect([made.exitCode, made.stdout]).toEqual([0, 'User "ann" may do everything in every scenario.\n'])
  const other = await run('createsuperuser --username bob --email bob@example.com --noinput', password)
  expect([other.exitCode, other.stdout]).toEqual([0, 'User "bob" may do everything in every scenario.\n'])
  // The variable is read by one command only.
  expect((await run('changepassword ann --noinput', password)).exitCode).toBe(2)
})

it('data are loaded, dumped and deleted', async () => {
  const loaded = await run('loaddata jobshop_demo --verbosity=0 --no-color')
  expect([loaded.exitCode, loaded.stderr]).toEqual([0, ''])
  expect(loaded.stdout).toMatch(/^jobshop_demo: \d+ created/)
  const dumped = await run('dumpdata --format=json --indent 2 -o all.json --natural-foreign')
  expect([dumped.exitCode, dumped.stderr]).toEqual([
    0,
    expect.stringMatching(/^planctl: Ignored: --indent \(.*\), --natural-foreign \(.*\)\.\n\d+ records/),
  ])
  const some = await run('dumpdata input.Item input.location')
  expect(some.exitCode, some.stderr).toBe(0)
  const models = new Set(JSON.parse(some.stdout).map(({ model }: { model: string }) => model))
  expect(models).toEqual(new Set(['input.item', 'input.location']))
  expect((await run('dumpdata input')).stdout).toContain('"input.demand"')
  const buckets = await run(
    'createbuckets --format_day=D%d.%m.%y --start=2026-01-01 --end=2026-02-01 --weekstart=1',
  )
  expect(buckets.exitCode, buckets.stderr).toBe(0)
  const emptied = await run('empty --noinput --models=input.demand')
  expect([emptied.exitCode, emptied.stdout]).toEqual([0, expect.stringContaining('input.demand')])
  const wrong = await run('empty --noimput')
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("unknown option '--noimput'")])
})
