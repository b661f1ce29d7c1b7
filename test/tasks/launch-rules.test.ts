import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostWaitingTasks } from '../../src/tasks/queue/launch.ts'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser, goodPassword, type TestRights } from '../support/users.ts'

// Checks at launch and in status requests over HTTP, in addition to those that apply to every task.
let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('text that nothing can hold', () => {
  it.each([
    '/execute/api/status/?name=%00',
    '/execute/api/status/?schedule=a%00b',
    '/execute/api/status/?status=%00',
    '/execute/api/status/?id=%00',
    '/execute/api/log/?id=%00',
    '/execute/api/events/?id=%00',
    '/execute/uploadtofolder/0/?name=%00',
  ])('is refused in %s, naming the parameter', async (path) => {
    const { status, text } = await server.request('GET', path)
    expect([status, text]).toEqual([400, expect.stringMatching(/Parameter \\"(name|schedule|status|id)\\"/)])
  })
})

describe('a launch that is repeated with its key', () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { name: 'repeated', password: goodPassword }

  it('answers the first one, although its work is done or the scenario is busy now', async () => {
    const first = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
    expect([first.status, first.text]).toEqual([200, expect.anything()])
    await buildUser(server.database, { username: 'repeated' })
    const again = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
    expect([again.status, idIn(again)]).toEqual([200, idIn(first)])
    await whileScenarioBusy(server.database, 'default', async () => {
      const busy = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
      expect([busy.status, idIn(busy)]).toEqual([200, idIn(first)])
    })
    const other = await server.request('POST', '/execute/api/createsuperuser/', {
      headers,
      body: { ...body, promote: true },
    })
    expect([other.status, other.text]).not.toContain(200)
  })
})

it('of one more task than may wait is refused to its user, and to nobody else', async () => {
  for (const username of ['eager', 'calm']) {
    await buildUser(server.database, { username, rights: { default: ['execute.run_createbuckets'] } })
  }
  const launch = async (as: string): Promise<number> =>
    (await server.request('POST', '/execute/api/createbuckets/', { as })).status
  expect(await launch('eager')).toBe(200)
  // One task fewer than the maximum number of waiting tasks, copied from the first one: launching each would take a
  // minute.
  await server.database.query({
    text: `WITH "first" AS (SELECT t FROM control."task" t WHERE "name" = 'createbuckets' ORDER BY "id" DESC LIMIT 1),
      "counted" AS (UPDATE control."task_counter" SET "last" = "last" + $1)
      INSERT INTO control."task"
      SELECT (jsonb_populate_record(t, jsonb_build_object('id', (t)."id" + n))).*
      FROM "first", generate_series(1, $1) AS n`,
    values: [mostWaitingTasks - 2],
  })
  expect([await launch('eager'), await launch('eager')]).toEqual([200, 429])
  expect(await launch('calm')).toBe(200)
  await server.database.query({
    text: `UPDATE control."task" SET "status" = 'Canceled', "finished" = LOCALTIMESTAMP WHERE "name" = 'createbuckets'`,
  })
  expect(await launch('eager')).toBe(200)
})

const copy = async (path: string, as = 'admin'): Promise<readonly [number, string]> => {
  const { status, text } = await server.request('POST', path, { as })
  return [status, text]
}

const statuses = async (path: string): Promise<Readonly<Record<string, number>>> => {
  const found: Record<string, number> = {}
  for (const as of ['releaser', 'promoter', 'copier']) found[as] = (await copy(path, as))[0]
  return found
}

describe('what a launch of scenario_copy takes', () => {
  beforeAll(async () => {
    const cast = {
      releaser: { scenario1: ['common.release_scenario'] },
      promoter: { default: ['common.promote_scenario'], scenario1: ['common.promote_scenario'] },
      copier: { default: ['common.copy_scenario'], scenario1: [] },
      // May open both scenarios, and promote from or into one of them only.
      from: { default: ['common.copy_scenario'], scenario1: ['common.promote_scenario'] },
      into: { default: ['common.promote_scenario'], scenario1: [] },
    }
    for (const [username, rights] of Object.entries(cast))
      await buildUser(server.database, { username, rights })
  })
  const scenario_copy = 'execute/api/scenario_copy/'

  it('is the right of its kind, and no other', async () => {
    expect(await statuses(`/scenario1/${scenario_copy}?release=1`)).toEqual({
      releaser: 200,
      promoter: 403,
      copier: 403,
    })
    expect(await statuses(`/${scenario_copy}?promote=1&source=scenario1`)).toEqual({
      releaser: 404,
      promoter: 200,
      copier: 403,
    })
    expect(await statuses(`/${scenario_copy}?revert-promote=1`)).toEqual({
      releaser: 404,
      promoter: 200,
      copier: 403,
    })
    expect(await statuses(`/${scenario_copy}?destination=scenario2`)).toEqual({
      releaser: 404,
      promoter: 403,
      copier: 200,
    })
  })

  it.each(['', '&merge=1'])('is the right to promote in the source and in production: %s', async (more) => {
    const query = `${scenario_copy}?promote=1&source=scenario1&destination=default${more}`
    for (const path of [`/${query}`, `/scenario1/${query}`]) {
      expect(await copy(path, 'from')).toEqual([403, expect.any(String)])
      expect(await copy(path, 'into')).toEqual([403, expect.any(String)])
      expect(await copy(path, 'promoter')).toEqual([200, expect.any(String)])
    }
  })

  it('is nothing beside a release that it would ignore', async () => {
    for (const [given, name] of [
      ['source=scenario3&destination=scenario1', 'source'],
      ['destination=default', 'destination'],
      ['source=default', 'source'],
    ]) {
      expect(await copy(`/scenario1/${scenario_copy}?release=1&${given}`)).toEqual([
        400,
        expect.stringContaining(`\\"${name}\\"`),
      ])
    }
    expect(await copy(`/${scenario_copy}?revert-promote=1&source=scenario1`)).toEqual([
      400,
      expect.stringContaining('source'),
    ])
    expect((await copy(`/scenario1/${scenario_copy}?release=1&source=scenario1`))[0]).toBe(200)
  })

  it('is a source and a destination that exist, and are two', async () => {
    for (const [given, told] of [
      ['destination=nowhere', 'nowhere'],
      ['source=nowhere&destination=scenario2', 'nowhere'],
      ['source=default&destination=default', 'destination'],
      ['promote=1&source=nowhere', 'nowhere'],
      ['promote=1', 'destination'],
      ['revert-promote=1&destination=nowhere', 'nowhere'],
    ]) {
      expect([given, ...(await copy(`/${scenario_copy}?${given}`))]).toEqual([
        given,
        400,
        expect.stringContaining(told!),
      ])
    }
    expect(await copy(`/${scenario_copy}?destination=nowhere`, 'copier')).toEqual([
      400,
      expect.stringMatching(/Free: .*scenario2, scenario3/),
    ])
    expect((await copy(`/${scenario_copy}?source=nowhere&destination=scenario2`, 'copier'))[0]).toBe(403)
  })
})

describe('the record of a task that holds several scenarios', () => {
  const admin = 'admin'
  const viewers: Readonly<Record<string, Readonly<Record<string, TestRights>>>> = {
    one: { default: ['execute.view_task'], scenario1: [] },
    other: { scenario1: ['execute.view_task'] },
    both: { default: ['execute.view_task'], scenario1: ['execute.view_task'] },
    half: { default: 'superuser', scenario1: ['execute.view_task'] },
    whole: { default: 'superuser', scenario1: 'superuser' },
  }
  beforeAll(async () => {
    for (const [username, rights] of Object.entries(viewers))
      await buildUser(server.database, { username, rights })
  })
  /**
   * Returns the users who can read the task by its number, in the lists of both scenarios, and its result in the data
   * API.
   */
  async function seenBy(id: number): Promise<Readonly<Record<string, readonly string[]>>> {
    const seen: Record<string, string[]> = { number: [], list: [], listOfScenario1: [], message: [] }
    for (const as of Object.keys(viewers)) {
      const get = (path: string) => server.request('GET', path, { as })
      if ((await get(`/scenario1/execute/api/status/?id=${id}`)).status === 200) seen['number']?.push(as)
      const lists = { list: '', listOfScenario1: '/scenario1' }
      for (const [place, prefix] of Object.entries(lists)) {
        const { json } = await get(`${prefix}/execute/api/status/?limit=1000`)
        if (Object.hasOwn(Object(json), id)) seen[place]?.push(as)
      }
      const { text } = await get(`/scenario1/api/execute/task/?id=${id}&fields=id,message`)
      if (text.includes('what it found')) seen['message']?.push(as)
    }
    return seen
  }
  const launch = async (path: string): Promise<number> => {
    const id = idIn(await server.request('POST', path, { as: admin }))
    await server.database.query({
      text: `UPDATE control."task" SET "message" = 'what it found' WHERE "id" = $1`,
      values: [id],
    })
    return id
  }

  it('is for those who may see tasks in all of them, and with records in it for superusers of all', async () => {
    const promote = '/execute/api/scenario_copy/?promote=1&source=scenario1&destination=default'
    expect(await seenBy(await launch(promote))).toEqual({
      number: ['both', 'half', 'whole'],
      list: ['both', 'half', 'whole'],
      listOfScenario1: ['both', 'half', 'whole'],
      message: ['whole'],
    })
    const compare = await launch('/execute/api/scenario_compare/?a=default&b=scenario1')
    const whole = ['whole']
    expect(await seenBy(compare)).toEqual({
      number: whole,
      list: whole,
      listOfScenario1: whole,
      message: whole,
    })
    for (const as of ['both', 'half'])
      expect((await server.request('GET', `/execute/api/log/?id=${compare}`, { as })).status).toBe(404)
  })
})
