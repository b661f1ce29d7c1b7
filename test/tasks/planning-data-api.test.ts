import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { createTestContext } from '../support/database.ts'
import { rowsOf, write } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

// Tests the tasks that create and delete planning data, with the URLs of the specification.
let server: TaskServer
let context: DataContext

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  context = createTestContext(server.database)
  await buildUser(server.database, { username: 'ann', rights: { default: ['execute.run_createbuckets'] } })
  for (const scenario of ['default', 'scenario1']) {
    await write({ ...context, scenario }, 'input.skill', [{ name: 'welding' }])
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const names = async (table: string, scenario = 'default'): Promise<readonly unknown[]> =>
  (await rowsOf({ ...context, scenario }, table, '"name"')).map(({ name }) => name)

/** Launches a task, waits for its end and returns its status and message. */
async function run(
  path: string,
  options: Parameters<TaskServer['request']>[2] = {},
): Promise<readonly unknown[]> {
  const launched = await server.request('POST', path, options)
  expect([path, launched.status]).toEqual([path, 200])
  const id = idIn(launched)
  return until(`task ${id} ends`, async () => {
    const { json } = await server.request('GET', `/execute/api/status/?id=${id}`)
    const { status, message } = Object(Object(json)[id])
    return /Done|Failed|Canceled/.test(String(status)) && [status, message]
  })
}

describe('a launch is refused at once', () => {
  it.each([
    [403, 'empty/?models=input.skill', 'ann', /permission/],
    [400, 'empty/?models=input.skill,input.skil', 'admin', /"input.skil" cannot be emptied.*input.skill/],
    [400, 'empty/?models=common.user', 'admin', /"common.user" cannot be emptied/],
    [400, 'empty/?models=', 'admin', /"models"/],
    [400, 'empty/?models=input.skill&all=1', 'admin', /"all".*cannot be combined/],
    [400, 'empty/?all=perhaps', 'admin', /"all"/],
    [400, 'createbuckets/?start=2026-02-30', 'admin', /"start"/],
    [400, 'createbuckets/?weekstart=7', 'ann', /"weekstart"/],
    [400, 'createbuckets/?format-week=W%25V', 'ann', /would both be named "W\d\d"/],
    [400, 'createbuckets/?format-day=%25Q', 'ann', /unknown code "%Q"/],
  ])('with %i: %s by %s', async (status, path, as, words) => {
    const answer = await server.request('POST', `/execute/api/${path}`, { as })
    expect([answer.status, answer.json]).toEqual([
      status,
      expect.objectContaining({ detail: expect.stringMatching(words) }),
    ])
    expect([await names('skill'), await names('bucket')]).toEqual([['welding'], []])
  })
})

const ask = (query: string) => server.request('GET', `/execute/api/bucketnames/?${query}`, { as: 'ann' })

describe('names of buckets that are not made yet', () => {
  it('are told from the one of today on, for the templates that are given', async () => {
    const { status, json } = await ask(`format-week=${encodeURIComponent('%Y/%V')}&format-day=%25d.%25m.%25Y`)
    expect([status, Object.keys(Object(json))]).toEqual([200, ['week', 'day']])
    const { day, week } = Object(json)
    const today = new Date().toISOString().slice(0, 10).split('-').toReversed().join('.')
    expect(day).toHaveLength(6)
    expect(day.slice(0, 2)).toContain(today)
    expect(week).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(/^\d{4}\/\d\d$/)))
    expect(Object.keys(Object((await ask('')).json))).toEqual(['year', 'quarter', 'month', 'week', 'day'])
    expect((await ask('start=2001-01-01&end=2001-12-31&format-year=Y%25y')).json).toEqual({ year: ['Y01'] })
  })

  it('are refused as the task would refuse them', async () => {
    for (const [query, words] of [
      ['format-week=W%25V', /would both be named "W\d\d"/],
      ['format-day=%25Q', /unknown code "%Q"/],
      ['format-hour=x', /format-hour/],
    ] as const) {
      const { status, json } = await ask(query)
      expect([query, status, Object(json).detail]).toEqual([query, 400, expect.stringMatching(words)])
    }
    expect((await server.request('GET', '/execute/api/bucketnames/', { as: null })).status).toBe(401)
  })
})

describe('the literal URLs of the specification', () => {
  it('generate time buckets', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sunday = { headers, body: 'weekstart=0&format-day=%25d.%25m.%25Y' }
    const query = 'start=2026-01-01&end=2026-12-31&weekstart=1'
    expect(await run(`/execute/api/createbuckets/?${query}`)).toEqual([
      'Done',
      'bucket dates from 2026-01-01 to 2026-12-31: 435 created, 0 updated, 0 unchanged, 0 deleted',
    ])
    expect(await run(`/scenario1/execute/api/createbuckets/?${query}`, sunday)).toEqual([
      'Done',
      expect.stringContaining('435 created'),
    ])
    expect(await names('bucketdetail', 'scenario1')).toEqual(expect.arrayContaining(['26 W01', '31.12.2026']))
    expect(await names('bucketdetail')).toContain('2026-12-31')
  })

  it('empty models of a scenario, and all of it', async () => {
    const body = { models: ['input.skill'], dryrun: true }
    expect(await run('/execute/api/empty/', { body })).toEqual([
      'Done',
      'Nothing was deleted. input.skill 1. 1 record would be deleted.',
    ])
    expect(await run('/execute/api/empty/?models=input.skill,common.bucketdetail&dryrun=0')).toEqual([
      'Done',
      'common.bucketdetail 435, input.skill 1. 436 records deleted.',
    ])
    expect(await run('/scenario1/execute/api/empty/')).toEqual([
      'Done',
      expect.stringMatching(/^\d+ records deleted\.$/),
    ])
    expect([
      await names('skill', 'scenario1'),
      await names('bucket'),
      await names('bucket', 'scenario1'),
    ]).toEqual([[], ['day', 'month', 'quarter', 'week', 'year'], []])
  })
})
