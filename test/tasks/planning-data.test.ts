import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import { type Outcome, type RunOptions, startPlanctl } from '../support/planctl.ts'
import { rowsOf, write } from '../support/records.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Tests the tasks that create and delete planning data on the command line, as the specification writes them.
let test: TestDatabase
let context: DataContext
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-data-'))
  test = await createTestDatabase()
  context = createTestContext(test.database)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const options = (): RunOptions => ({
  cwd: folder,
  env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') },
})

const run = (...args: readonly string[]): Promise<Outcome> => warmPlanctl(args, options())

const contents = async (): Promise<unknown> => [
  await rowsOf(context, 'bucket', '"name"'),
  await rowsOf(context, 'bucketdetail', '"id"'),
  await rowsOf(context, 'changeset', '"id"'),
]

const names = async (table: string, scenario = 'default'): Promise<readonly unknown[]> =>
  (await rowsOf({ ...context, scenario }, table, '"name"')).map(({ name }) => name)

describe('planctl createbuckets', () => {
  it.each([
    [['--start=2026-01-xx'], '--start'],
    [['--weekstart=7'], '--weekstart'],
    [['--format-week=W%W', '--start=2026-01-01', '--end=2027-12-31'], 'would both be named "W52"'],
    [['--format-day=%Q'], 'unknown code "%Q"'],
    [['--format-day='], '--format-day'],
    [['--start=2026-01-01', '--end=2025-01-01'], 'is before the start'],
  ])('refuses %j and changes nothing', async (args, message) => {
    const { exitCode, stdout, stderr } = await run('createbuckets', ...args)
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(message)])
    expect([1, 2]).toContain(exitCode)
    expect(await names('bucket')).toEqual([])
  })

  it('fills the buckets of a horizon', async () => {
    const { exitCode, stdout } = await run(
      'createbuckets',
      '--start=2026-01-01',
      '--end=2026-12-31',
      '--weekstart=1',
    )
    expect([exitCode, stdout]).toEqual([
      0,
      'bucket dates from 2026-01-01 to 2026-12-31: 435 created, 0 updated, 0 unchanged, 0 deleted\n',
    ])
    expect(await names('bucket')).toEqual(['day', 'month', 'quarter', 'week', 'year'])
    expect(await names('bucketdetail')).toContain('26 W01')
  })

  it('needs no horizon, and works on another scenario', detail, async () => {
    const { exitCode, stdout } = await run('createbuckets', '--database=scenario1', '--dryrun')
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('Nothing was stored. bucket dates from 20'),
    ])
    expect(await names('bucket', 'scenario1')).toEqual([])
  })
})

describe('planctl createbuckets, killed in the middle', () => {
  it('has changed nothing, and works again', detail, async () => {
    const before = await contents()
    const blocker = await test.database.pool.connect()
    await blocker.query('BEGIN')
    await blocker.query('LOCK TABLE "default"."bucketdetail" IN SHARE MODE')
    await using command = startPlanctl(
      ['createbuckets', '--start=2020-01-01', '--format-year=year %Y'],
      options(),
    )
    await until('the task waits, or has ended', async () => {
      const { rows } = await blocker.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = '"default"."bucketdetail"'::regclass`,
      )
      return rows.length > 0
    })
    command.kill('SIGKILL')
    expect(await command.ended).not.toBe(0)
    await blocker.query('COMMIT')
    blocker.release()
    await until('the task waits, or has ended', async () => {
      const { rows } = await test.database.query({
        text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE '%in transaction%'`,
      })
      return rows.length === 0
    })
    expect(await contents()).toEqual(before)
    const again = await run('createbuckets', '--start=2026-01-01', '--end=2026-12-31')
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('435 unchanged')])
  })
})

describe('planctl empty', () => {
  beforeAll(async () => {
    for (const scenario of ['default', 'scenario1']) {
      const there = { ...context, scenario }
      await write(there, 'input.item', [{ name: 'bike' }])
      await write(there, 'input.location', [{ name: 'here' }])
      await write(there, 'input.demand', [
        { name: 'SO', item: 'bike', location: 'here', due: '2026-01-05T00:00:00' },
      ])
      await write(there, 'input.purchaseorder', [{ reference: 'PO', item: 'bike', location: 'here' }])
      await write(there, 'input.operationplanmaterial', [
        { operationplan: 'PO', item: 'bike', location: 'here', quantity: 1, flowdate: '2026-01-05T00:00:00' },
      ])
    }
  })

  it.each([
    [
      ['--models=input.demand,input.nothing'],
      '"input.nothing" cannot be emptied. Models that can be emptied:',
    ],
    [['--models=common.user'], '"common.user" cannot be emptied'],
    [['--models='], '--models'],
    [['--models=input.demand', '--all'], 'cannot be combined with "models"'],
  ])('refuses %j and deletes nothing', async (args, message) => {
    const { exitCode, stdout, stderr } = await run('empty', ...args)
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(message)])
    expect([1, 2]).toContain(exitCode)
    expect(await names('demand')).toEqual(['SO'])
  })

  it('deletes the records of models and what refers to them', async () => {
    const rehearsed = await run('empty', '--models=input.demand,input.operationplan', '--dryrun')
    expect(rehearsed.stdout).toBe(
      'Nothing was deleted. Along with them: input.operationplanmaterial 1. input.demand 1, input.operationplan 1. 3 records would be deleted.\n',
    )
    expect(await names('demand')).toEqual(['SO'])
    const { exitCode, stdout } = await run('empty', '--models=input.demand,input.operationplan')
    expect([exitCode, stdout]).toEqual([
      0,
      'Along with them: input.operationplanmaterial 1. input.demand 1, input.operationplan 1. 3 records deleted.\n',
    ])
    expect([await names('demand'), await names('item'), await names('demand', 'scenario1')]).toEqual([
      [],
      ['bike'],
      ['SO'],
    ])
  })

  it('forgets the imports of the files of emptied models, and of no others', async () => {
    const files = ['demand.1.csv', 'purchaseorder.csv', 'Sales orders.xlsx', 'item.csv', 'location.csv.gz']
    await test.database.query({
      text: `INSERT INTO "default"."importedfile" ("name", "size", "modified", "rejected")
        SELECT "name", 1, 1, 0 FROM unnest($1::text[]) AS n("name")`,
      values: [files],
    })
    await run('empty', '--models=input.demand', '--dryrun')
    expect(await names('importedfile')).toEqual(files.toSorted())
    await run('empty', '--models=input.demand')
    expect(await names('importedfile')).toEqual(['item.csv', 'location.csv.gz', 'purchaseorder.csv'])
    await run('empty', '--models=input.operationplan')
    expect(await names('importedfile')).toEqual(['item.csv', 'location.csv.gz'])
    await run('empty', '--all', '--database=scenario1', '--dryrun')
    expect(await names('importedfile')).toEqual(['item.csv', 'location.csv.gz'])
  })

  it('in a script deletes all planning data only if an option says so', detail, async () => {
    for (const scenario of ['default', 'scenario1']) {
      const { exitCode, stdout, stderr } = await run('empty', `--database=${scenario}`)
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`Without --models this deletes all planning data of scenario "${scenario}".`)
      expect(stderr).toContain('add --noinput')
    }
    const queued = await run('empty', '--background')
    expect([queued.exitCode, queued.stdout]).toEqual([2, ''])
    expect([await names('item'), await names('item', 'scenario1')]).toEqual([['bike'], ['bike']])
    const counted = await run('empty', '--database=scenario1', '--dryrun')
    expect([counted.exitCode, counted.stdout]).toEqual([0, expect.stringContaining('would be deleted')])
  })

  it.each(mainCases(['--noinput', '--all'], (option) => option === '--all'))(
    'with %s deletes all planning data of the scenario',
    async (option) => {
      await write({ ...context, scenario: 'scenario1' }, 'input.item', [{ name: 'lamp' }])
      const { exitCode, stdout } = await run('empty', '--database=scenario1', option)
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+ records? deleted\.\n$/)])
      expect([await names('item', 'scenario1'), await names('item')]).toEqual([[], ['bike']])
      expect((await names('bucketdetail')).length).toBe(435)
    },
  )
})
