import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { finishTask } from '../../src/tasks/queue/queue.ts'
import { taskById, type TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import {
  type Outcome,
  planctl,
  type RunOptions,
  type RunningCommand,
  startPlanctl,
  cleanEnvironment,
  planctlPath,
} from '../support/planctl.ts'
import { planctlOnTerminal } from '../support/planctl-terminal.ts'
import { isInstalled } from '../support/programs.ts'
import { rowsOf } from '../support/records.ts'
import { trialTasks } from '../support/tasks.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'
import { dumpFormat, headerMember } from '../../src/scenarios/dump/dump-format.ts'

// Workers are separate processes, as on any machine with the same database and log folder. Every test starts several
// processes.
vi.setConfig({ testTimeout: 60_000 })

let test: TestDatabase
let folder: string
const started: RunningCommand[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-tasks-'))
  test = await createTestDatabase()
})
afterEach(async () => {
  for (const command of started.splice(0)) await command[Symbol.asyncDispose]()
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const environment = (): Readonly<Record<string, string>> => ({
  DATABASE_URL: test.url,
  PLANCTL_VAR: join(folder, 'var'),
  PLANCTL_EXTENSIONS: trialTasks,
  PLANCTL_TASK_GRACE: '20',
})
const options = (): RunOptions => ({ cwd: folder, env: environment() })
/** Runs a command without a process of its own. */
const run = (...args: readonly string[]): Promise<Outcome> => warmPlanctl(args, options())
const start = (...args: readonly string[]): RunningCommand => {
  const command = startPlanctl(args, options())
  started.push(command)
  return command
}

/** Queues a task and returns its number. */
async function queue(...args: readonly string[]): Promise<number> {
  const { exitCode, stdout, stderr } = await run(...args, '--background')
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`planctl log ${stdout.trim()} --follow`)])
  return Number(stdout)
}

const record = async (id: number): Promise<TaskRecord> => (await taskById(test.database, id))!
const untilStatus = (id: number, status: RegExp): Promise<TaskRecord> =>
  until(`task ${id} is ${status}`, async () => {
    const task = await record(id)
    return status.test(task.status) && task
  })

const file = (name: string): string => join(folder, name)
const noted = (name: string): readonly string[] => ['noted', `--file=${file(name)}`, `--mark=${name}`]

async function worker(): Promise<RunningCommand> {
  const command = start('runworker', '--concurrency=2')
  await command.says('The worker runs up to 2 tasks at a time')
  return command
}

/** Types an answer on a terminal and returns the output. */
const answer = (input: string, ...args: readonly string[]): Promise<string> =>
  planctlOnTerminal(args, { ...options(), input: `${input}\n` })

const items = async (): Promise<number> =>
  (await rowsOf(createTestContext(test.database), 'item', '"name"')).length

const onTerminal = (...args: readonly string[]): Promise<string> => planctlOnTerminal(args, options())

describe('while the data of a scenario is replaced', () => {
  const here = ['--database=scenario1']
  it('a command waits and says so, and fails with --nowait', async () => {
    let waiting: RunningCommand | undefined
    await whileScenarioBusy(test.database, 'scenario1', async () => {
      const refused = await run(...noted('busy_nowait'), ...here, '--nowait')
      expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('"scenario1"')])
      waiting = start(...noted('busy_patient'), ...here)
      await waiting.says('Waiting for scenario "scenario1", whose data is being replaced')
      const queued = await run(...noted('busy_queued'), ...here, '--background')
      expect(queued.exitCode).toBe(0)
      await run('cancel', queued.stdout.trim())
    })
    expect(await waiting?.ended).toBe(0)
  })
})

describe('a command that asks before it replaces data', () => {
  it('first rejects what is rejected anyway', detail, async () => {
    const missing = await run('restore', file('missing.sql.gz'))
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read: ENOENT')])
    const directory = await run('importworkbook', folder)
    expect([directory.exitCode, directory.stderr]).toEqual([
      2,
      expect.stringContaining('cannot be read: it is a folder'),
    ])
    expect(missing.stderr).not.toContain('--noinput')
    await writeFile(file('other.sql.gz'), 'DROP SCHEMA public;')
    const other = await run('restore', file('other.sql.gz'))
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      expect.stringContaining('not compressed with gzip, as the files of "planctl backup" are'),
    ])
    expect(other.stderr).not.toContain('--noinput')
    await writeFile(
      file('there.sql.gz'),
      headerMember({
        format: dumpFormat,
        scenario: 'default',
        created: '2026-01-01T00:00:00',
        postgresql: '18',
        migrations: [],
        control: false,
        tables: 0,
        rows: 0,
        checksum: 'x',
      }),
    )
    const asked = await run('restore', file('there.sql.gz'))
    expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('add --noinput')])
  })
})

describe('where no worker runs', () => {
  it('whoever queues a task, waits behind one or looks at it is told so', detail, async () => {
    const { stdout, stderr } = await run(...noted('alone'), '--background')
    const id = Number(stdout)
    expect(stderr).toMatch(/No worker is running.*planctl runworker/)
    const refused = await run(...noted('nowait'), '--nowait')
    expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(
      new RegExp(`Not begun: .* noted \\(task ${id} in default\\). No worker is running`),
    )
    const patient = start(...noted('patient'))
    expect(await patient.says('No worker is running')).toContain(
      `Waiting for noted (task ${id} in default) …`,
    )
    patient.kill('SIGINT')
    expect(await patient.ended).toBe(130)
    const follower = start('log', String(id), '--follow')
    expect(await follower.says('No worker is running')).toContain(`Task ${id} waits for a worker`)
    follower.kill('SIGINT')
    expect(await follower.ended).toBe(130)
    expect((await record(id)).status).toBe('Waiting')
    const log = await run('log', String(id))
    expect([log.exitCode, log.stderr]).toEqual([1, expect.stringContaining('it waits for a worker')])
    expect(await run('cancel', String(id))).toMatchObject({
      exitCode: 0,
      stdout: `Task ${id} is canceled.\n`,
    })
    const never = await run('log', String(id))
    expect([never.exitCode, never.stderr]).toEqual([1, expect.stringContaining('it never began')])
  })
})

describe('planctl runworker', () => {
  it('refuses an unknown scenario, whose tasks it would never find', async () => {
    const { exitCode, stderr } = await run('runworker', '--scenarios=nope')
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/--scenarios must be one of default, .*, not "nope"\./),
    ])
  })

  it('works for the scenarios that there are, with a warning of the others', detail, async () => {
    const command = start('runworker', '--scenarios=default,nope')
    await command.says('Warning: there is no scenario "nope" at the moment.')
    await command.says('The worker runs')
    command.kill('SIGTERM')
    expect(await command.ended).toBe(0)
  })

  it('works in another folder than whoever queues: paths are those of the latter', detail, async () => {
    const records = [{ model: 'input.item', fields: { name: 'queued' } }]
    await writeFile(file('own.json'), JSON.stringify(records))
    const ids = [
      await queue('loaddata', 'own.json'),
      // A path is used as it is, also without the ending of workbooks.
      await queue('exportworkbook', '--entities=input.item', '--output=own'),
    ]
    const elsewhere = startPlanctl(['runworker'], { cwd: '/', env: environment() })
    started.push(elsewhere)
    for (const id of ids) await untilStatus(id, /Done/)
    expect((await record(ids[0]!)).message).toContain('1 created')
    const imported = await queue('importworkbook', 'own')
    expect((await untilStatus(imported, /Done|Failed/)).status).toBe('Done')
    const piped = await run('loaddata', '-', '--background')
    expect([piped.exitCode, piped.stderr]).toEqual([2, expect.stringContaining('no standard input')])
  })

  it('runs what is queued, and others see how it goes', async () => {
    const [good, bad] = [await queue(...noted('good')), await queue('ends', '--how=reject')]
    const running = await worker()
    await untilStatus(bad, /Failed/)
    const [done, failed] = await Promise.all([good, bad].map((id) => run('log', String(id), '--follow')))
    expect([done!.exitCode, done!.stdout]).toEqual([
      0,
      expect.stringMatching(/begins[\s\S]*Done: noted good/),
    ])
    expect([failed!.exitCode, failed!.stdout]).toEqual([1, expect.stringContaining('did not work')])
    expect(failed!.stderr).toContain(`Task ${bad} has failed: did not work`)
    expect((await run('log', String(bad))).exitCode).toBe(0)
    running.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })

  it('lets running tasks end, and leaves waiting ones to the next', detail, async () => {
    const one = await worker()
    const first = await queue('patient')
    await untilStatus(first, /%/)
    const second = await queue(...noted('later'))
    one.kill('SIGTERM')
    await one.says('No more tasks are taken')
    expect((await run('cancel', String(first))).exitCode).toBe(0)
    expect(await one.ended).toBe(0)
    expect((await record(second)).status).toBe('Waiting')
    const other = await worker()
    await untilStatus(second, /Done/)
    other.kill('SIGINT')
    expect(await other.ended).toBe(0)
  })
})

describe('planctl log --follow', () => {
  it('brings lines as they are written and ends as the task does', detail, async () => {
    await worker()
    const id = await queue('patient')
    const follower = start('log', String(id), '--follow')
    await follower.says('waiting')
    expect(await run('cancel', String(id), '999')).toMatchObject({
      exitCode: 2,
      stdout: `Task ${id} is canceled.\n`,
      stderr: expect.stringContaining('There is no task "999"'),
    })
    expect(await follower.ended).toBe(130)
    const again = await run('cancel', String(id))
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('has ended already')])
    expect((await run('log', String(id), '--follow')).exitCode).toBe(130)
  })
})

describe('planctl status', () => {
  it('gives lines of values to programs, and the JSON of the web API', async () => {
    const { stdout } = await run('status', '--status=Failed', '--name=ends')
    const [id, status, name, scenario, user, submitted, began, finished, message, ...rest] = stdout
      .trim()
      .split('\t')
    expect([status, name, scenario, user, message, rest]).toEqual([
      'Failed',
      'ends',
      'default',
      'operator',
      'did not work',
      [],
    ])
    for (const time of [submitted, began, finished]) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const json = await run('status', id!, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ [id!]: { name: 'ends', status: 'Failed' } })
    const missing = await run('status', id!, '99999')
    expect([missing.exitCode, missing.stdout]).toEqual([2, expect.stringContaining('did not work')])
    expect(missing.stderr).toContain('There is no task "99999"')
  })

  it('with options answers the same as without', detail, async () => {
    const [quick, long] = [await run('status'), await run('status', '--limit=20')]
    expect(long).toEqual(quick)
    expect(quick.stdout.split('\n').length).toBeGreaterThan(5)
    const inScenario = quick.stdout.split('\n').filter((line) => line.includes('\tscenario1\t'))
    const { stdout: only } = await run('status', '--database=scenario1')
    expect(only.trimEnd().split('\n')).toEqual(inScenario)
    expect((await run('status', '--limit=1')).stdout.trim().split('\n')).toHaveLength(1)
    for (const wrong of ['--limit=0', '--status=Broken', 'one']) {
      expect([wrong, (await run('status', wrong)).exitCode]).toEqual([wrong, 2])
    }
  })

  it('follows tasks until they have ended', detail, async () => {
    const id = await queue(...noted('followed'))
    const follower = start('status', String(id), '--follow')
    await follower.says('Waiting')
    await worker()
    expect(await follower.says('\tDone\t')).toMatch(/Waiting[\s\S]*0%[\s\S]*Done/)
    expect(await follower.ended).toBe(0)
  })
})

describe.runIf(isInstalled('script'))('on a terminal', () => {
  it('status is a table', detail, async () => {
    const shown = await onTerminal('status', '--limit=3')
    expect(shown).toMatch(/^ID +TASK +SCENARIO +STATUS +SUBMITTED +TOOK +USER +MESSAGE\r\n/)
    expect(shown.trim().split('\r\n')).toHaveLength(4)
    expect(await onTerminal('status', '--name=restore')).toContain('There are no such tasks.')
  })

  it('a task shows a bar, and its result in the end', detail, async () => {
    const shown = await onTerminal('createbuckets', '--start=2026-01-01', '--end=2026-12-31')
    expect(shown).toMatch(/\r<clear>█+░+ 20 % Storing 435 buckets/)
    expect(shown).toMatch(/\r<clear>bucket dates from 2026-01-01 to 2026-12-31: 435 created/)
  })
})

it.each([
  ['--database=nope', /--database must be one of default, .*, not "nope"\./],
  ['--name=nope', /--name must be one of .*\bbackup\b.*, not "nope"\./],
])('planctl status refuses %s instead of finding nothing', detail, async (option, reason) => {
  for (const more of [[], ['--json'], ['--status=Failed']]) {
    const { exitCode, stdout, stderr } = await run('status', option, ...more)
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringMatching(reason)])
  }
})

describe.runIf(isInstalled('script'))('a deletion that cannot be undone', () => {
  it('is confirmed on a terminal, unless it only counts', async () => {
    await writeFile(file('lamp.json'), '[{"model": "input.item", "fields": {"name": "lamp"}}]')
    expect((await run('loaddata', 'lamp.json')).exitCode).toBe(0)
    const before = await items()
    const refused = await answer('no', 'empty')
    expect(refused).toContain('this deletes all planning data of scenario "default". It cannot be undone.')
    expect(refused).toContain('Canceled.')
    expect(await answer('no', 'empty', '--all')).toContain('This deletes all planning data of scenario')
    expect(await answer('no', 'empty', '--models=input.item', '--dryrun')).not.toContain('Type "yes"')
    expect(await answer('no', 'importfromfolder', '--purge=item')).toContain(
      'This deletes all records of item, and all records that depend on them, of scenario "default".',
    )
    expect([before > 0, await items()]).toEqual([true, before])
    expect(await answer('yes', 'empty', '--models=input.item')).toContain(`input.item ${before}`)
    expect(await items()).toBe(0)
  })

  it('needs no confirmation in a script that names what it deletes', detail, async () => {
    expect((await run('loaddata', 'lamp.json')).exitCode).toBe(0)
    expect((await run('empty', '--models=input.item')).exitCode).toBe(0)
    expect(await items()).toBe(0)
  })
})

it('a command with actions of its own names the option that its task needs', async () => {
  expect(await run('scheduletasks')).toMatchObject({
    exitCode: 2,
    stderr: 'planctl: --schedule is required.\n',
  })
})

describe('a task in the foreground', () => {
  it('ends with 130 when it is interrupted, and at once when somebody insists', async () => {
    const polite = start('patient')
    await polite.says('waiting')
    polite.kill('SIGINT')
    expect(await polite.ended).toBe(130)
    const stubborn = start('stubborn')
    const left = Number(/started (\d+)/.exec(await stubborn.says('started'))![1])
    stubborn.kill('SIGINT')
    await stubborn.says('Ctrl-C again ends it at once')
    stubborn.kill('SIGINT')
    expect(await stubborn.ended).toBe(130)
    await until('what it has started is gone', () => !isRunning(left))
    const tasks = await run('status', '--limit=2')
    expect(tasks.stdout).toMatch(/Canceled\tpatient/)
    // No process was left to record the end, so the next command records it.
    expect((await run(...noted('next'))).exitCode).toBe(0)
    expect((await run('status', '--name=stubborn')).stdout).toMatch(/Canceled\tstubborn/)
  })

  it('goes on when nobody reads its messages any more', detail, async () => {
    const line = `"${planctlPath}" loaddata jobshop_demo 2>&1 | head -1`
    const env = cleanEnvironment(environment())
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder, env })
    expect(stdout.split('\n')).toHaveLength(2)
    // The shell ends with "head"; the command may still run.
    await until('it is done', async () => (await run('status', '--name=loaddata')).stdout.includes('Done'))
  })

  it('that takes longer than allowed fails, and what it has started ends with it', detail, async () => {
    const slow = await run('limited')
    expect([slow.exitCode, slow.stderr]).toEqual([1, expect.stringContaining('longer than allowed')])
    const left = await planctl(['leaves'], {
      ...options(),
      env: { ...environment(), PLANCTL_TASK_TIMEOUT: '1' },
    })
    expect([left.exitCode, left.stderr]).toEqual([1, expect.stringContaining('longer than allowed')])
    const other = Number(/started (\d+)/.exec(left.stderr)![1])
    await until('what it has started is gone', () => !isRunning(other))
    expect((await run('status', '--limit=2')).stdout).toMatch(
      /Failed\tlimited.*longer[^]*Failed\tleaves.*longer/,
    )
  })

  it('without a log does not begin, and its record says why', async () => {
    const { rows } = await test.database.query<{ last: number }>({
      text: 'SELECT "last" FROM control."task_counter"',
    })
    await mkdir(join(folder, 'var', 'log', `noted.${rows[0]!.last + 1}.log`), { recursive: true })
    const { exitCode, stderr } = await run(...noted('unlogged'))
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be written: EISDIR')])
    expect(await record(rows[0]!.last + 1)).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('cannot be written'),
    })
  })

  it('whose turn never comes tells how others have ended it', detail, async () => {
    const first = start('patient')
    await first.says('waiting')
    const second = start(...noted('second'))
    await second.says('Waiting for patient (task')
    const { rows } = await test.database.query<{ id: number }>({
      text: `SELECT max("id") AS "id" FROM control."task"`,
    })
    await finishTask(test.database, rows[0]!.id, {
      status: 'Failed',
      message: { code: 'plain_text', params: { text: 'somebody else ended it' } },
    })
    await second.says('somebody else ended it')
    expect(await second.ended).toBe(1)
  })

  it('is told apart by its exit code', detail, async () => {
    expect(await run(...noted('fine'))).toMatchObject({ exitCode: 0, stdout: 'noted fine\n' })
    const failed = await run('ends', '--how=reject')
    expect([failed.exitCode, failed.stdout]).toEqual([1, ''])
    const unknown = await run('ends', '--how=unknown')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('77')])
    expect((await run('ends', '--how=sideways')).exitCode).toBe(2)
    expect((await run('loaddata', 'nothing')).exitCode).toBe(2)
  })
})
