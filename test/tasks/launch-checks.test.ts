/** Tests that every task with a check at launch rejects what the current state does not permit. */
import { detail } from '../support/detail.ts'
import { processorClock } from '../support/processor-time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseArguments } from '../../src/tasks/arguments.ts'
import { makeBuckets } from '../../src/planning/time-buckets/make-buckets.ts'
import { limitChecks } from '../../src/tasks/limit-checks.ts'
import { allTasks, findDefinition } from '../../src/tasks/registry.ts'
import { taskPrincipal } from '../../src/tasks/runner/principal.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

interface Refused {
  readonly body?: Readonly<Record<string, unknown>>
  readonly prefix?: string
  readonly status: number
  readonly words: RegExp
}

const copied = { source: 'default', destination: 'scenario1' }

/** Launches that each task rejects by its own check or by its parameters. */
const refusals: Readonly<Record<string, readonly Refused[]>> = {
  createsuperuser: [
    { body: { name: 'one', password: '123' }, status: 400, words: /password/ },
    {
      body: { name: 'one', email: 'one', password: 'correct horse 42' },
      status: 400,
      words: /no e-mail address/,
    },
  ],
  changepassword: [{ body: { name: 'ann', password: '123' }, status: 400, words: /password/ }],
  emailreport: [
    { body: { recipient: 'ann@example.com', report: 'none.csv' }, status: 400, words: /no file .*none.csv/ },
    { body: { recipient: 'nobody', report: 'none.csv' }, status: 400, words: /no e-mail address/ },
  ],
  importfromfolder: [
    { body: { files: ['none.csv'] }, status: 400, words: /no file .*none.csv/ },
    { body: { files: ['../scenario1/item.csv'] }, status: 400, words: /without folders/ },
    { body: { files: ['statements.sql'] }, status: 400, words: /SQL_ROLE/ },
    { body: { purge: ['Sales Orders', 'itme'] }, status: 400, words: /itme.. is the name of no entity/ },
  ],
  loaddata: [{ body: { fixture: 'none' }, status: 400, words: /no dataset/ }],
  importworkbook: [{ body: { file: 'none.xlsx' }, status: 400, words: /no workbook/ }],
  scheduletasks: [{ body: { schedule: 'none' }, status: 400, words: /none/ }],
  createbuckets: [{ body: { start: '2026-02-01', end: '2026-01-01' }, status: 400, words: /end/ }],
  empty: [{ body: { models: 'input.none' }, status: 400, words: /input.none/ }],
  exporttofolder: [{ body: { files: ['none.csv'] }, status: 400, words: /none/ }],
  runplan: [{ body: { current: 'soon' }, status: 400, words: /no date/ }],
  scenario_create: [
    { body: { name: 'scenario1' }, status: 400, words: /exists already/ },
    { body: { name: 'api' }, status: 400, words: /cannot name a scenario/ },
  ],
  scenario_delete: [
    { body: { name: 'default' }, status: 400, words: /cannot be deleted/ },
    { body: { name: 'scenario1' }, status: 409, words: /not free/ },
    { body: { name: 'none' }, status: 404, words: /none/ },
  ],
  scenario_release: [{ status: 400, words: /cannot be released/ }],
  scenario_copy: [
    { body: { copy: 1, ...copied }, status: 409, words: /not free/ },
    { body: { release: 1 }, status: 400, words: /cannot be released/ },
    { body: { 'revert-promote': 1 }, status: 400, words: /Nothing to revert/ },
    { body: { 'redo-promote': 1 }, status: 400, words: /Nothing to redo/ },
    {
      body: { promote: 1, source: 'scenario2', destination: 'default' },
      status: 409,
      words: /holds no data: its status is .*Free/,
    },
    { body: { copy: 1, source: 'scenario2', destination: 'scenario3' }, status: 409, words: /holds no data/ },
    {
      body: { promote: 1, source: 'default', destination: 'scenario1' },
      status: 400,
      words: /promoted into/,
    },
    { body: { copy: 1, source: 'scenario1', destination: 'default' }, status: 400, words: /not copied over/ },
  ],
  undo: [{ body: { changeset: 999999999 }, status: 400, words: /999999999/ }],
  proposal_apply: [{ body: { proposal: 999999999 }, status: 400, words: /no proposal 999999999/ }],
  scenario_compare: [
    { body: { a: 'default', b: 'default' }, status: 400, words: /same/ },
    { body: { a: 'default', b: 'nowhere' }, status: 404, words: /no scenario .*nowhere/ },
  ],
}

/** Tasks that only the command line runs, and tasks that only missing rights reject at launch. */
const exempt: ReadonlySet<string> = new Set(['restore', 'flush', 'backup', 'exportworkbook'])

let server: TaskServer
beforeAll(async () => {
  server = await startTaskServer({ EMAIL_HOST: '127.0.0.1', DEFAULT_FROM_EMAIL: 'plan@example.com' })
  await buildUser(server.database, { username: 'ann', rights: { default: [] } })
  await buildUser(server.database, { username: 'guest', rights: { scenario1: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const listings = await allTasks({ EXTENSIONS: [] })

it.each(listings.map(({ name }) => name).filter((name) => !exempt.has(name)))(
  '%s is refused at launch for what can be known then',
  async (name) => {
    for (const { body = {}, status, words } of refusals[name] ?? []) {
      const answer = await server.request('POST', `/execute/api/${name}/`, { as: 'admin', body })
      expect([body, answer.status, answer.text]).toEqual([body, status, expect.stringMatching(words)])
    }
    expect(refusals[name]?.length ?? 0).toBeGreaterThan(0)
  },
)

it('waits with its check where an earlier task may make what is missing', async () => {
  const first = await server.request('POST', '/execute/api/exporttofolder/', { as: 'admin' })
  const body = { recipient: 'ann@example.com', report: 'demandreport.csv' }
  const second = await server.request('POST', '/execute/api/emailreport/', { as: 'admin', body })
  expect([first.status, second.status]).toEqual([200, 200])
})

it('answers at the Location of a launch that frees its own scenario, to whoever launched it', async () => {
  await server.startWorker()
  const launched = await server.request('POST', '/scenario1/execute/api/scenario_copy/?release=1', {
    as: 'guest',
  })
  const task = await server.ended(idIn(launched))
  expect([task.status, task.message]).toEqual(['Done', expect.stringContaining('it is free')])
  const location = launched.headers.get('location') ?? ''
  expect(location).toContain(`?id=${idIn(launched)}`)
  const status = await server.request('GET', location, { as: 'guest' })
  expect([status.status, status.text]).toEqual([200, expect.stringContaining('Done')])
  const log = await server.request('GET', location.replace('/status/', '/log/'), { as: 'guest' })
  expect(log.status).toBe(200)
  // Other users get no information about the task, and lists still require the scenario.
  expect((await server.request('GET', location, { as: 'ann' })).status).toBe(404)
  expect((await server.request('GET', '/scenario1/execute/api/status/', { as: 'guest' })).status).toBe(404)
})

it('names the parameter of the scenario with which no plan can be made', async () => {
  await server.database.query({
    text: `INSERT INTO "default"."parameter" ("name", "value") VALUES ('currentdate', 'next monday')
      ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
  })
  const answer = await server.request('POST', '/execute/api/runplan/', { as: 'admin' })
  const words = /^Parameter "currentdate" is invalid: .*"next monday"/
  expect([answer.status, Object(answer.json)['detail']]).toEqual([400, expect.stringMatching(words)])
  await server.database.query({ text: `DELETE FROM "default"."parameter" WHERE "name" = 'currentdate'` })
})

const endless = (): Promise<never> => new Promise(() => undefined)
const unfinished = (part: string) => ({
  code: 'task_check_timeout',
  params: { task: 'endless', part, seconds: 0.01 },
})

it('ends functions of a task that never end themselves', async () => {
  const { service } = server
  const principal = await taskPrincipal(service, { userId: null, operator: true })
  const caller = { service, principal, scenario: 'default' }
  const createbuckets = await findDefinition({ EXTENSIONS: [] }, 'createbuckets')
  const parts = { authorize: endless, check: endless, settle: endless, scenarios: endless }
  const task = limitChecks('endless', { ...createbuckets!, ...parts }, 0.01)
  await expect(task.authorize?.(caller, {})).rejects.toMatchObject(unfinished('authorize'))
  await expect(task.check?.(caller, {})).rejects.toMatchObject(unfinished('check'))
  await expect(task.settle?.(caller, {})).rejects.toMatchObject(unfinished('settle'))
  await expect(task.scenarios?.({}, 'default', caller)).rejects.toMatchObject(unfinished('scenarios'))
  const sound = limitChecks('sound', { ...createbuckets!, scenarios: () => ['scenario1'] })
  expect(await sound.scenarios?.({}, 'default', caller)).toEqual(['scenario1'])
})

it('checks the longest horizon of buckets beside other requests', detail, async () => {
  const { service } = server
  const principal = await taskPrincipal(service, { userId: null, operator: true })
  const definition = await findDefinition({ EXTENSIONS: [] }, 'createbuckets')
  const args = parseArguments(definition!, { start: '1950-01-01', end: '2048-12-31' })
  const caller = { service, principal, scenario: 'default' }
  const launching = processorClock()
  await definition!.authorize?.(caller, args)
  const taken = launching()
  const making = processorClock()
  const templates = { day: '%Y-%m-%d', week: '%y W%W', month: '%b %y', quarter: '%y Q%q', year: '%Y' }
  makeBuckets({ start: '1950-01-01', end: '2048-12-31', weekStart: 1, templates, language: 'en' })
  expect(taken).toBeLessThan(making())
})
