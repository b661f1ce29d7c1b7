import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../../src/tasks/worker.ts'
import { detail } from '../support/detail.ts'
import { planctl, startPlanctl } from '../support/planctl.ts'
import { saveSchedule, schedulePath, setReplacement, stepsOf, type TestStep } from '../support/schedules.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

let server: TaskServer
let worker: Worker
/** Megabytes that tasks of the worker may use. */
const memoryMegabytes = 777

// One task at a time is enough: the steps of a group need no slot of their own.
const startWorker = () =>
  server.startWorker({ concurrency: 1, cancelGraceMs: 15_000, memory: memoryMegabytes })

const noted = (mark: string, more: object = {}): TestStep => ({
  task: 'noted',
  arguments: { file: join(server.folder, 'notes'), mark, ...more },
})
const broken: TestStep = { task: 'ends', arguments: { how: 'reject' } }
const notes = async (): Promise<readonly string[]> =>
  (await readFile(join(server.folder, 'notes'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')

const launch = (name: string, as = 'admin', prefix = '') =>
  server.request('POST', `${prefix}/execute/api/scheduletasks/?schedule=${encodeURIComponent(name)}`, { as })
const run = async (name: string, as?: string) => {
  const answer = await launch(name, as)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('taskid')])
  return server.ended(idIn(answer))
}
const post = (record: object, as = 'admin') => server.request('POST', schedulePath, { body: record, as })
const env = () => ({
  PLANCTL_VAR: server.folder,
  DATABASE_URL: server.url,
  PLANCTL_TIME_ZONE: 'UTC',
  PLANCTL_EXTENSIONS: server.settings.EXTENSIONS.join(','),
})
const fieldsOf = (answer: { readonly json: unknown }): unknown =>
  Array.isArray(answer.json) ? answer.json[0] : answer.json

beforeAll(async () => {
  server = await startTaskServer()
  worker = await startWorker()
  const { database } = server
  await buildUser(database, {
    username: 'ann',
    rights: {
      default: [
        'execute.run_noted',
        'execute.run_scheduletasks',
        'execute.view_scheduledtask',
        'execute.add_scheduledtask',
        'execute.change_scheduledtask',
      ],
    },
  })
  await buildUser(database, { username: 'bob', rights: { scenario1: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a group is refused', () => {
  it.each([
    [{ steps: 'import' }, { steps: [/list/] }],
    [
      { steps: [{ task: 'noted', arguments: { file: 'x' }, args: {} }] },
      { steps: [/^Step 1 must be an object/] },
    ],
    [{ steps: [{ task: 'nothing' }] }, { steps: [/^Step 1: there is no task "nothing"/] }],
    [
      { steps: [{ task: 'createbuckets' }, { task: 'createbuckets', arguments: { weekstart: 9 } }] },
      { steps: [/^Step 2, createbuckets: Parameter "weekstart".*9/] },
    ],
    [
      { steps: [{ task: 'createbuckets', arguments: { database: 'scenario1' } }] },
      { steps: [/^Step 1, createbuckets: Unknown parameter "database"/] },
    ],
    [
      { steps: [{ task: 'createbuckets', arguments: { weekstart: '1 --user=admin' } }] },
      { steps: [/^Step 1, createbuckets: Parameter "weekstart".*1 --user=admin/] },
    ],
    [
      { steps: [{ task: 'changepassword', arguments: { user: 'admin', password: 'very secret 42' } }] },
      { steps: [/^Step 1: changepassword needs "password", which is secret/] },
    ],
    [{ steps: [{ task: 'flush' }] }, { steps: [/^Step 1: you do not have permission to run flush/] }],
    [
      { steps: [{ task: 'backup' }] },
      {
        steps: [/^Step 1: only superusers listed in the setting SUPPORT_ACCOUNTS may run backup/],
      },
    ],
    [
      { steps: [{ task: 'scheduletasks', arguments: { schedule: 'wrong' } }] },
      { steps: [/^Step 1: group "wrong" would run itself: wrong → wrong/] },
    ],
    [
      { steps: [{ task: 'scheduletasks', arguments: { schedule: 'nowhere' } }] },
      { steps: [/^Step 1: there is no group "nowhere"/] },
    ],
    [{ starttimes: ['06:00'], steps: [] }, { steps: [/at least one step/] }],
    [{ tz: 'CET+1' }, { tz: [/"CET\+1" is not a time zone/] }],
    [{ tz: 'Mars/Olympus' }, { tz: [/is not a time zone/] }],
    [{ starttimes: '06:00' }, { starttimes: [/list/] }],
    [{ starttimes: ['24:00', '6', 21600] }, { starttimes: [/"24:00"/, /"6"/, /"21600"/] }],
    [{ email_success: ['ann@example.com'] }, { email_success: [/separate several values in it by commas/i] }],
    [{ email_failure: 'ann@example.com, nobody' }, { email_failure: [/"nobody" is not an e-mail address/] }],
    [{ email_success: 'a@x.org\nBcc: eve@x.org' }, { email_success: [/is not an e-mail address/] }],
    [{ scenario: 'scenario9' }, { scenario: [/scenario9/] }],
  ])('with %j', async (record, faults) => {
    const answer = await post({ name: 'wrong', ...record })
    expect(answer.status).toBe(400)
    const expected = Object.fromEntries(
      Object.entries(faults).map(([field, patterns]) => [
        field,
        (patterns as readonly RegExp[]).map((pattern) => expect.stringMatching(pattern)),
      ]),
    )
    expect(fieldsOf(answer)).toEqual(expected)
    expect(answer.text).not.toContain('very secret')
  })

  it('with a step that its saver may not run, whoever made the group', async () => {
    const steps = [noted('a'), { task: 'ends', arguments: { how: 'reject' } }]
    const refused = await post({ name: 'beyond', steps }, 'ann')
    expect([refused.status, fieldsOf(refused)]).toEqual([
      400,
      { steps: ['Step 2: you do not have permission to run ends.'] },
    ])
    const { id } = await saveSchedule(server, { name: 'beyond', steps })
    // The user who changes the schedule becomes its owner.
    const changed = await server.request('PATCH', `${schedulePath}${id}/`, {
      body: { enabled: false },
      as: 'ann',
    })
    expect(changed.status).toBe(400)
    expect((await launch('beyond', 'ann')).status).toBe(403)
    expect((await launch('beyond', 'ann')).text).toMatch(/Step 2: you do not have permission to run ends/)
  })

  it('when several groups would make a circle', async () => {
    await saveSchedule(server, { name: 'inner', steps: [noted('inner')] })
    await saveSchedule(server, {
      name: 'outer',
      steps: [{ task: 'scheduletasks', arguments: { schedule: 'inner' } }],
    })
    const answer = await post({
      name: 'inner',
      steps: [{ task: 'scheduletasks', arguments: { schedule: 'outer' } }],
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/inner → outer → inner/)
    const both = await server.request('POST', schedulePath, {
      body: [
        { name: 'x1', steps: [{ task: 'scheduletasks', arguments: { schedule: 'x2' } }] },
        { name: 'x2', steps: [{ task: 'scheduletasks', arguments: { schedule: 'x1' } }] },
      ],
    })
    expect([both.status, both.text]).toEqual([400, expect.stringMatching(/x1 → x2 → x1/)])
  })

  it('to those who may not open its scenario, and names it to nobody else', async () => {
    await saveSchedule(server, { name: 'of default', steps: [noted('x')] })
    const list = await server.request('GET', `/scenario1${schedulePath}`, { as: 'bob' })
    expect([list.status, list.json]).toEqual([200, []])
    const launched = await launch('of default', 'bob', '/scenario1')
    expect([launched.status, launched.json]).toEqual([
      400,
      expect.objectContaining({
        detail: expect.stringMatching(/no group "of default". There are no groups/),
      }),
    ])
    const other = await launch('of default', 'admin', '/scenario1')
    expect([other.status, other.text]).toEqual([
      400,
      expect.stringMatching(/belongs to scenario \\"default\\"/),
    ])
  })
})

describe('a group', () => {
  it('runs its steps in their order, each with a record, on one place of a worker', async () => {
    await saveSchedule(server, {
      name: 'three',
      steps: [
        noted('one'),
        { task: 'createbuckets', arguments: { start: '2026-01-01', end: '2026-12-31' } },
        noted('two'),
      ],
    })
    const task = await run('three')
    expect([task.status, task.message]).toEqual(['Done', 'Group "three": 3 of 3 steps done.'])
    const steps = await stepsOf(server, task.id)
    expect(steps.map(({ name, status }) => [name, status])).toEqual([
      ['noted', 'Done'],
      ['createbuckets', 'Done'],
      ['noted', 'Done'],
    ])
    expect((await notes()).slice(-4).map((line) => line.replace(/ \d+ /, ' '))).toEqual([
      'begin default one',
      'end default one',
      'begin default two',
      'end default two',
    ])
    const asked = await server.request('GET', `/execute/api/status/?parent=${task.id}`)
    expect(Object.values(Object(asked.json))).toEqual(
      steps.map(({ name }) => expect.objectContaining({ name, parent: task.id, status: 'Done' })),
    )
    const wrong = await server.request('GET', '/execute/api/status/?parent=three')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/parent.*three/)])
    const log = await server.log(task)
    expect(log).toMatch(/Step 1 of 3: noted begins \(task \d+\)\./)
    expect(log).toMatch(/Step 3, noted: Done. noted two/)
  })

  it('gives its steps the memory of its worker, also within another group', async () => {
    await saveSchedule(server, { name: 'inner memory', steps: [{ task: 'options' }] })
    const steps = [{ task: 'scheduletasks', arguments: { schedule: 'inner memory' } }]
    await saveSchedule(server, { name: 'outer memory', steps })
    const outer = await run('outer memory')
    expect(outer).toMatchObject({ status: 'Done' })
    const [inner] = await stepsOf(server, outer.id)
    const [step] = await stepsOf(server, inner!.id)
    expect(step).toMatchObject({
      message: expect.stringContaining(`--max-old-space-size=${memoryMegabytes}`),
    })
  })

  it('ends with the step that fails, and says which were not run', async () => {
    await saveSchedule(server, { name: 'stops', steps: [noted('a'), broken, noted('never')] })
    const task = await run('stops')
    expect([task.status, task.message]).toEqual([
      'Failed',
      expect.stringMatching(
        /1 of 3 steps done. Step 2 \(ends\): Failed. did not work. Not run: 3 \(noted\)\.$/,
      ),
    ])
    expect((await stepsOf(server, task.id)).map(({ status, message }) => [status, message])).toEqual([
      ['Done', 'noted a'],
      ['Failed', 'did not work'],
      ['Canceled', 'Not run: step 2 (ends) was not done.'],
    ])
    expect((await notes()).join('\n')).not.toContain('never')
  })

  it('goes on after a step that may fail, and has failed all the same', detail, async () => {
    await saveSchedule(server, {
      name: 'goes on',
      steps: [{ ...broken, abort_on_failure: false }, noted('after')],
    })
    const task = await run('goes on')
    expect([task.status, task.message]).toEqual(['Failed', expect.stringMatching(/1 of 2 steps done/)])
    expect((await stepsOf(server, task.id)).map(({ status }) => status)).toEqual(['Failed', 'Done'])
  })

  it('survives the crash of a step', detail, async () => {
    await saveSchedule(server, {
      name: 'crash',
      steps: [{ task: 'ends', arguments: { how: 'exit' }, abort_on_failure: false }, noted('after crash')],
    })
    const task = await run('crash')
    expect((await stepsOf(server, task.id)).map(({ status }) => status)).toEqual(['Failed', 'Done'])
    expect(task.message).toMatch(/exit code 3/)
  })

  it('whose process is killed has a failed step, and the steps after it were not run', detail, async () => {
    await saveSchedule(server, { name: 'killed', steps: [{ task: 'patient' }, noted('not after the kill')] })
    const id = idIn(await launch('killed'))
    await until('the patient step runs', async () => (await stepsOf(server, id))[0]?.status === '25%')
    const { rows } = await server.database.query<{ processid: number }>({
      text: 'SELECT "processid" FROM control."task" WHERE "id" = $1',
      values: [id],
    })
    process.kill(-rows[0]!.processid, 'SIGKILL')
    expect(await server.ended(id)).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('The process was killed (SIGKILL)'),
    })
    const steps = await until('its steps have ended', async () => {
      const all = await stepsOf(server, id)
      return all.every(({ status }) => /^[A-Z]/.test(status) && status !== 'Waiting') && all
    })
    expect(steps.map(({ status, message }) => [status, message])).toEqual([
      ['Failed', 'The process of its group has ended unexpectedly.'],
      ['Canceled', 'Not run: its group has ended.'],
    ])
    expect((await notes()).join('\n')).not.toContain('not after the kill')
  })

  it('holds its scenarios: no stranger comes between two steps', async () => {
    await saveSchedule(server, {
      name: 'holds',
      steps: [noted('h1'), noted('h2', { both: true }), noted('h3')],
    })
    const group = idIn(await launch('holds'))
    const strangers = await Promise.all(
      ['default', 'scenario1'].map((scenario) =>
        server.launch(
          'noted',
          { file: join(server.folder, 'notes'), mark: `stranger ${scenario}` },
          scenario,
        ),
      ),
    )
    const others = await server.startWorker({ concurrency: 4 })
    await Promise.all([group, ...strangers].map((id) => server.ended(id)))
    await others.close()
    const marks = (await notes())
      .filter((line) => /^begin.*(h\d|stranger)/.test(line))
      .map((line) => line.split(' ').slice(3).join(' '))
    expect(marks.slice(0, 3)).toEqual(['h1', 'h2', 'h3'])
    expect(marks).toHaveLength(5)
  })

  it('may be a step of another one', detail, async () => {
    const task = await run('outer')
    expect([task.status, task.message]).toEqual(['Done', 'Group "outer": 1 of 1 steps done.'])
    const [inner] = await stepsOf(server, task.id)
    expect((await stepsOf(server, inner!.id)).map(({ status }) => status)).toEqual(['Done'])
  })

  it('can be canceled: the step that runs and those that wait', detail, async () => {
    await saveSchedule(server, {
      name: 'cancel',
      steps: [noted('c'), { task: 'patient' }, noted('not after cancel')],
    })
    const id = idIn(await launch('cancel'))
    const running = await until('the patient step runs', async () =>
      (await stepsOf(server, id)).find(({ name, status }) => name === 'patient' && status === '25%'),
    )
    await server.untilTask(id, 'is told', ({ step }) => step === 'Step 2 of 3: patient')
    expect((await server.request('POST', `/execute/api/cancel/?id=${id}`)).status).toBe(202)
    expect((await server.ended(id)).status).toBe('Canceled')
    expect((await stepsOf(server, id)).map(({ status }) => status)).toEqual(['Done', 'Canceled', 'Canceled'])
    expect((await server.record(running.id)).finished).not.toBeNull()
    expect((await notes()).join('\n')).not.toContain('not after cancel')
  })

  it('whose worker stops says so of the step that runs, and not that it was canceled', async () => {
    const patient = { task: 'patient', abort_on_failure: false }
    await saveSchedule(server, { name: 'stopped', steps: [patient, noted('not after the stop')] })
    const id = idIn(await launch('stopped'))
    await until('the patient step runs', async () =>
      (await stepsOf(server, id)).find(({ status }) => status === '25%'),
    )
    const { json } = await server.request('GET', `/execute/api/status/?parent=${id}`)
    expect(Object.values(Object(json))).toMatchObject([
      { message: null },
      { message: `Waiting for an earlier step of the same group (task ${id})` },
    ])
    await worker.close()
    worker = await startWorker()
    const stopped = 'The worker was stopped before the task was through.'
    expect(await server.ended(id)).toMatchObject({ status: 'Failed', message: stopped })
    expect((await stepsOf(server, id)).map(({ status, message }) => [status, message])).toEqual([
      ['Failed', stopped],
      ['Canceled', 'Not run: its group has ended.'],
    ])
  })

  it(
    'keeps a step waiting while the data of its scenario is replaced on a further server',
    detail,
    async () => {
      await saveSchedule(server, {
        name: 'replaced',
        steps: [{ task: 'patient', abort_on_failure: false }, noted('after the replacement')],
      })
      const id = idIn(await launch('replaced'))
      const first = await until('the first step runs', async () =>
        (await stepsOf(server, id)).find(({ name, status }) => name === 'patient' && status === '25%'),
      )
      await setReplacement(server, '{}')
      await server.request('POST', `/execute/api/cancel/?id=${first.id}`)
      await server.untilTask(id, 'is at the second step', ({ step }) => step === 'Step 2 of 2: noted')
      const [, waiting] = await stepsOf(server, id)
      expect(await server.record(waiting!.id)).toMatchObject({ status: 'Waiting', replaced: 'default' })
      await setReplacement(server, null)
      await server.ended(id)
      expect((await stepsOf(server, id)).map(({ status }) => status)).toEqual(['Canceled', 'Done'])
    },
  )

  it('has not passed when one of its steps was canceled by hand', detail, async () => {
    await saveSchedule(server, {
      name: 'by hand',
      steps: [{ task: 'patient', abort_on_failure: false }, noted('goes on')],
    })
    const id = idIn(await launch('by hand'))
    const step = await until('the step runs', async () =>
      (await stepsOf(server, id)).find(({ name, status }) => name === 'patient' && status === '25%'),
    )
    await server.request('POST', `/execute/api/cancel/?id=${step.id}`)
    const task = await server.ended(id)
    expect([task.status, task.message]).toEqual([
      'Failed',
      expect.stringMatching(/1 of 2 steps done. Step 1 \(patient\): Canceled/),
    ])
  })

  it('keeps its runs and its place in other groups when it gets another name', detail, async () => {
    const { id } = await saveSchedule(server, { name: 'old name', steps: [noted('renamed')] })
    await saveSchedule(server, {
      name: 'around',
      steps: [{ task: 'scheduletasks', arguments: { schedule: 'old name' } }],
    })
    const task = await run('old name')
    const renamed = await server.request('PATCH', `${schedulePath}${id}/`, { body: { name: 'new name' } })
    expect([renamed.status, renamed.json]).toEqual([200, expect.objectContaining({ id, name: 'new name' })])
    const history = await server.request('GET', '/execute/api/status/?schedule=new%20name')
    expect(Object.keys(Object(history.json))).toEqual([String(task.id)])
    expect((await run('around')).status).toBe('Done')
    const deleted = await server.request('DELETE', `${schedulePath}${id}/`)
    expect([deleted.status, deleted.text]).toEqual([
      409,
      expect.stringMatching(/\\"new name\\" is a step of around/),
    ])
  })

  it('is upserted by its name, and shows its next start in the zone of the installation', async () => {
    const first = await saveSchedule(server, {
      name: 'nightly',
      tz: 'America/New_York',
      starttimes: ['18:30', '06:00:00', '06:00'],
      steps: [noted('n')],
      email_failure: ' ops@example.com ; ann@example.com ',
    })
    expect(first).toMatchObject({
      starttimes: ['06:00', '18:30'],
      email_failure: 'ops@example.com,ann@example.com',
      enabled: true,
      scenario: 'default',
      monday: true,
      next_run: expect.stringMatching(/T(1[01]|2[23]):[03]0:00$/),
    })
    const again = await saveSchedule(server, { name: 'nightly', enabled: false })
    expect(again).toMatchObject({ id: first.id, next_run: null, starttimes: ['06:00', '18:30'] })
  })
})

describe('the next starts', () => {
  const path = '/execute/api/scheduletasks/next/'
  const starts = async (query: string) => {
    const answer = await server.request('GET', `${path}?${query}`)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    const { starts: list } = Object(answer.json)
    if (!Array.isArray(list)) throw new Error(answer.text)
    return list.map((one: unknown): { start: string; local: string; utc: string } => Object(one))
  }

  it('are five, of times that are not saved, on the clock of a zone', async () => {
    const found = await starts('starttimes=18:30,6:00&tz=America/New_York&days=monday,friday')
    expect(found).toHaveLength(5)
    for (const { start, local, utc } of found) {
      expect(local).toMatch(/T(06:00|18:30):00$/)
      expect(['Mon', 'Fri']).toContain(new Date(`${local}Z`).toUTCString().slice(0, 3))
      expect(`${start}.000000Z`).toBe(utc)
    }
    const moments = found.map(({ utc }) => utc)
    expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => (one < other ? -1 : 1)))
  })

  it('begin with the one that the record of a group tells', async () => {
    const { next_run: next } = await saveSchedule(server, {
      name: 'twice a day',
      tz: 'Asia/Tokyo',
      starttimes: ['06:00', '18:30'],
      sunday: false,
      steps: [noted('n')],
    })
    const [first, ...others] = await starts('schedule=twice%20a%20day&count=3')
    expect([first?.start, others.length]).toEqual([next, 2])
    expect(await starts('schedule=twice%20a%20day&enabled=0')).toEqual([])
    expect((await starts('schedule=twice%20a%20day&starttimes=07:15'))[0]?.local).toMatch(/T07:15:00$/)
    expect(await starts('schedule=twice%20a%20day&starttimes=')).toEqual([])
  })

  it.each([
    ['', 400, /"starttimes".*required/],
    ['starttimes=25:00', 400, /"starttimes".*"25:00" is no time of day/],
    ['starttimes=06:00&tz=Mars', 400, /"tz".*"Mars" is no time zone/],
    ['starttimes=06:00&days=someday', 400, /"days".*someday/],
    ['starttimes=06:00&count=1000', 400, /"count"/],
    ['schedule=nowhere', 400, /no group "nowhere"/],
    ['times=06:00', 400, /Unknown parameter "times"/],
  ])('are not told for %s', async (query, status, words) => {
    const answer = await server.request('GET', `${path}?${query}`)
    expect([answer.status, Object(answer.json).detail]).toEqual([status, expect.stringMatching(words)])
  })

  it('of a group are told to those who may see it', async () => {
    await saveSchedule(server, { name: 'secret', starttimes: ['06:00'], steps: [noted('n')] })
    await buildUser(server.database, { username: 'carl', rights: { default: ['execute.run_noted'] } })
    expect((await server.request('GET', `${path}?schedule=secret`, { as: 'carl' })).status).toBe(403)
    expect((await server.request('GET', `${path}?starttimes=06:00`, { as: 'carl' })).status).toBe(200)
    expect((await server.request('GET', `${path}?starttimes=06:00`, { as: null })).status).toBe(401)
    expect((await server.request('POST', `${path}?starttimes=06:00`)).status).toBe(405)
  })
})

describe('at the command line', () => {
  it('a group runs in the foreground, in its own process', async () => {
    const { exitCode, stdout, stderr } = await planctl(['scheduletasks', '--schedule=three'], { env: env() })
    expect([exitCode, stdout.trim(), stderr]).toEqual([
      0,
      'Group "three": 3 of 3 steps done.',
      expect.any(String),
    ])
  }, 90_000)

  it('a group that fails or does not exist is told by the exit code', detail, async () => {
    const failed = await planctl(['scheduletasks', '--schedule=stops'], { env: env() })
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringMatching(/Step 2 \(ends\): Failed/)])
    const unknown = await planctl(['scheduletasks', '--schedule=nowhere'], { env: env() })
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringMatching(/no group "nowhere"/)])
  })

  it('Ctrl-C ends the step that runs, and the rest', detail, async () => {
    const command = startPlanctl(['scheduletasks', '--schedule=cancel'], { env: env() })
    await command.says('Step 2 of 3')
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT max("id") AS "id" FROM control."task" WHERE "name" = 'scheduletasks'`,
    })
    const { id } = rows[0]!
    await until('the step runs', async () =>
      (await stepsOf(server, id)).some(({ status }) => status === '25%'),
    )
    command.kill('SIGINT')
    expect(await command.ended).toBe(130)
    expect((await server.ended(id)).status).toBe('Canceled')
    expect((await stepsOf(server, id)).map(({ status }) => status)).toEqual(['Done', 'Canceled', 'Canceled'])
  })
})
