import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { write } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser, type TestRights } from '../support/users.ts'
import { until } from '../support/wait.ts'

// Tests section 2.2 of the specification over HTTP: states of scenarios, labels, and who can open a copy.
let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  const cast: Readonly<Record<string, Readonly<Record<string, TestRights>>>> = {
    planner: { default: ['common.copy_scenario', 'input.view_demand'] },
    colleague: { default: ['input.view_demand'] },
    boss: { default: 'superuser' },
    neighbour: { scenario1: 'superuser' },
    labeller: { default: [], scenario1: ['common.change_scenario'] },
  }
  for (const [username, rights] of Object.entries(cast))
    await buildUser(server.database, { username, rights })
  await write(createTestContext(server.database), 'input.demand', [{ name: 'SO 1' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const launch = (path: string, as: string) => server.request('POST', path, { as })

async function run(path: string, as = 'admin'): Promise<string> {
  const launched = await launch(path, as)
  expect([path, launched.status, launched.text]).toEqual([path, 200, expect.anything()])
  const { status, message } = await server.ended(idIn(launched))
  return `${status}: ${message}`
}

/** Returns the scenarios that a user can see, with their states. */
async function statesFor(as: string): Promise<Readonly<Record<string, string>>> {
  const { json } = await server.request('GET', `/api/common/scenario/?fields=name,status`, { as })
  const rows: readonly unknown[] = Array.isArray(json) ? json : []
  return Object.fromEntries(rows.map((row) => [Object(row).name, Object(row).status]))
}

/** Returns the HTTP status of reading the sales orders of a scenario, by user. */
async function readers(scenario: string): Promise<Readonly<Record<string, number>>> {
  const users = ['planner', 'colleague', 'boss', 'admin', 'neighbour']
  const statuses = users.map(async (as) => {
    return [as, (await server.request('GET', `/${scenario}/api/input/demand/`, { as })).status]
  })
  return Object.fromEntries(await Promise.all(statuses))
}

const nobody = { planner: 404, colleague: 404, boss: 404, admin: 404, neighbour: 404 }
const copy = '/execute/api/scenario_copy/?copy=1&source=default&destination=scenario2'
const release = '/scenario2/execute/api/scenario_copy/?release=1'

describe('a scenario', () => {
  it('that is free is open to nobody', async () => {
    expect(await readers('scenario2')).toEqual(nobody)
    expect((await launch('/scenario2/execute/api/empty/', 'admin')).status).toBe(404)
  })

  it('is copied only with the right to, in the source', async () => {
    expect((await launch(copy, 'colleague')).status).toBe(403)
    expect((await launch(`/scenario1${copy}`, 'neighbour')).status).toBe(403)
    expect(await readers('scenario2')).toEqual(nobody)
  })

  it('that is being copied to shows the copy to whoever made it, as the source does', detail, async () => {
    const id = await server.database.withTransaction(async (writer) => {
      await writer.query('LOCK TABLE "default".demand')
      const launched = idIn(await launch(copy.replace('scenario2', 'scenario3'), 'planner'))
      await until('the copy has begun', async () => {
        const { json } = await server.request('GET', `/execute/api/status/?id=${launched}`)
        return String(Object(json)[launched].status).endsWith('%')
      })
      const seen = (path: string, as: string) =>
        server.request('GET', `${path}/execute/api/status/?id=${launched}`, { as })
      for (const path of ['', '/scenario3']) {
        expect(await seen(path, 'planner')).toMatchObject({ status: 200 })
        expect((await seen(path, 'neighbour')).status).toBe(404)
      }
      expect((await seen('/scenario2', 'planner')).status).toBe(404)
      return launched
    })
    expect(await server.ended(id)).toMatchObject({ status: 'Done' })
    expect(await run('/scenario3/execute/api/scenario_copy/?release=1')).toMatch(/^Done/)
  })

  it('once copied is in use, open to whoever made the copy and to the superusers of the source', async () => {
    expect(await run(copy, 'planner')).toMatch(/^Done: Copied "default" to "scenario2"/)
    expect(await readers('scenario2')).toEqual({ ...nobody, planner: 200, boss: 200, admin: 200 })
    expect(
      (await server.request('GET', '/scenario2/api/input/demand/', { as: 'planner' })).json,
    ).toMatchObject([{ name: 'SO 1' }])
    expect(await statesFor('planner')).toEqual({ default: 'In use', scenario2: 'In use' })
    expect(await statesFor('colleague')).toEqual({ default: 'In use' })
  })

  it('in use is overwritten only by force, which takes the right to release it', async () => {
    expect(await launch(copy, 'admin')).toMatchObject({
      status: 409,
      text: expect.stringContaining('scenario2'),
    })
    expect((await launch(`${copy}&force=1`, 'planner')).status).toBe(403)
    expect((await launch(`${copy}&force=0`, 'planner')).status).toBe(409)
    expect((await launch(release, 'planner')).status).toBe(403)
    expect(await run(`${copy}&force=1`)).toMatch(/^Done/)
    // The copy has another owner now.
    expect(await readers('scenario2')).toEqual({ ...nobody, boss: 200, admin: 200 })
  })

  it('that is busy is read and seen as such, and takes no tasks', async () => {
    await whileScenarioBusy(server.database, 'scenario2', async () => {
      expect(await statesFor('admin')).toMatchObject({ scenario2: 'Busy' })
      const { status, headers, text } = await launch('/scenario2/execute/api/empty/', 'admin')
      expect([status, headers.get('retry-after'), text]).toEqual([409, '5', expect.stringContaining('busy')])
    })
  })

  it(
    'is released while somebody reads it: the log names the schema that is left to the cleanup',
    detail,
    async () => {
      expect(await run(copy.replace('scenario2', 'scenario3'))).toMatch(/^Done/)
      const ended = await server.database.withTransaction(async (reader) => {
        await reader.query('SELECT FROM scenario3.demand')
        const launched = await launch('/scenario3/execute/api/scenario_copy/?release=1', 'admin')
        return server.ended(idIn(launched))
      })
      expect(ended.status).toBe('Done')
      const log = await server.request('GET', `/execute/logdownload/${ended.id}/`)
      expect(log.text).toMatch(
        / warning The schema "scenario3__drop_\d{14}" could not be deleted: other transactions still use it\. The cleanup of the service deletes what is left\./,
      )
    },
  )

  it('is released from any scenario, production never', async () => {
    expect((await launch(release, 'colleague')).status).toBe(404)
    expect(await run(release, 'boss')).toMatch(/^Done: Released "scenario2"/)
    expect(await readers('scenario2')).toEqual(nobody)
    expect(await statesFor('boss')).not.toHaveProperty('scenario2')
    const production = await launch('/execute/api/scenario_copy/?release=1', 'admin')
    const refused =
      production.status === 200 ? (await server.ended(idIn(production))).status : production.status
    expect([400, 'Failed']).toContain(refused)
    expect(await readers('default')).toMatchObject({ planner: 200, admin: 200 })
  })
})

const label = (name: string, as: string, body: unknown = { description: `By ${as}` }) =>
  server.request('PATCH', `/api/common/scenario/${name}/`, { as, body })

describe('the label of a scenario', () => {
  it('is changed with the right to, in that very scenario', async () => {
    const answers = [
      await label('scenario1', 'labeller'),
      await label('scenario1', 'admin'),
      await label('default', 'boss'),
      await label('default', 'labeller'),
      await label('default', 'colleague'),
      await server.request('PATCH', '/scenario1/api/common/scenario/default/', {
        as: 'neighbour',
        body: { description: 'Ours' },
      }),
    ]
    expect(answers.map(({ status }) => (status === 404 ? 403 : status))).toEqual([
      200, 200, 200, 403, 403, 403,
    ])
    expect((await server.request('GET', '/api/common/scenario/default/', { as: 'boss' })).json).toMatchObject(
      {
        name: 'default',
        description: 'By boss',
      },
    )
  })

  it('may be called label', async () => {
    const { json } = await label('scenario1', 'admin', { label: 'Second shift' })
    expect(json).toMatchObject({ description: 'Second shift' })
    const both = await label('scenario1', 'admin', { label: 'One', description: 'Other' })
    expect([both.status, both.json]).toEqual([
      400,
      { description: [expect.stringContaining('"label" are the same')] },
    ])
  })

  it('is all that is changed', async () => {
    const { json } = await label('scenario1', 'admin', { description: 'What if', status: 'Free' })
    expect(json).toMatchObject({ name: 'scenario1', description: 'What if', status: 'In use' })
    expect((await label('scenario1', 'admin', { name: 'renamed' })).status).toBe(400)
    for (const [method, path, allow] of [
      ['POST', '/api/common/scenario/', 'GET, HEAD, OPTIONS, PUT, PATCH'],
      ['DELETE', '/api/common/scenario/?name=scenario1', 'GET, HEAD, OPTIONS, PUT, PATCH'],
      ['DELETE', '/api/common/scenario/scenario1/', 'GET, HEAD, OPTIONS, PUT, PATCH'],
    ] as const) {
      const { status, headers } = await server.request(
        method,
        path,
        method === 'POST' ? { body: { name: 'x' } } : {},
      )
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow])
    }
    expect(await statesFor('admin')).toMatchObject({ default: 'In use', scenario1: 'In use' })
  })
})

describe('records of tasks', () => {
  it('are read by the data API, and made and changed by nobody there', async () => {
    const { status, json } = await server.request('GET', '/api/execute/task/?name=scenario_copy&status=Done')
    expect([status, Array.isArray(json) && json.length > 0]).toEqual([200, true])
    const id = Object(Array.isArray(json) ? json[0] : {}).id
    for (const [method, path] of [
      ['POST', '/api/execute/task/'],
      ['DELETE', '/api/execute/task/?status=Done'],
      ['PUT', `/api/execute/task/${id}/`],
      ['PATCH', `/api/execute/task/${id}/`],
      ['DELETE', `/api/execute/task/${id}/`],
    ] as const) {
      const { status: refused, headers } = await server.request(method, path, { body: {} })
      expect([method, path, refused, headers.get('allow')]).toEqual([method, path, 405, 'GET, HEAD, OPTIONS'])
    }
  })
})
