/**
 * Tests two scenarios that were changed after a copy: their difference, and merging the changes of one into the
 * other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { write } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  await save('default', [
    { name: 'ball', cost: 1 },
    { name: 'bat', cost: 2 },
  ])
  await run('copy=1&source=default&destination=scenario1&force=1')
  await buildUser(server.database, {
    username: 'buyer',
    rights: {
      default: ['input.view_item', 'common.add_proposal'],
      scenario1: ['input.view_item'],
    },
  })
  await save('scenario1', [{ name: 'ball', cost: 5 }, { name: 'net' }])
  await save('default', [{ name: 'bat', cost: 3, description: 'of "wood", light' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const save = (scenario: string, rows: readonly unknown[]) =>
  write({ ...createTestContext(server.database), scenario }, 'input.item', rows)

async function run(parameters: string): Promise<string> {
  const launched = await server.request('POST', `/execute/api/scenario_copy/?${parameters}`)
  expect([parameters, launched.status, launched.text]).toEqual([parameters, 200, expect.anything()])
  const { status, message } = await server.ended(idIn(launched))
  return `${status}: ${message}`
}

const difference = (query = '', as = 'admin') =>
  server.request('GET', `/api/scenarios/scenario1/difference/default/${query}`, { as })

const merge = (body: unknown, as = 'admin') =>
  server.request('POST', '/api/scenarios/scenario1/merge/default/', { body, as })

const costs = async (scenario: string) => {
  const { json } = await server.request('GET', `/${scenario}/api/input/item/?fields=name,cost&ordering=name`)
  return Object.fromEntries((Array.isArray(json) ? json : []).map(({ name, cost }) => [name, cost]))
}

describe('the difference of a scenario from the one that it was copied from', () => {
  it('tells record by record and field by field who changed what', async () => {
    const { status, json } = await difference('?base=ancestor')
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        ancestor: expect.objectContaining({ kind: 'copy', scenario: 'default' }),
        count: 3,
        entities: [
          expect.objectContaining({
            entity: 'input.item',
            records: 3,
            method: 'log',
            mergeable: true,
            changed_a: 2,
            changed_b: 1,
            conflicts: 0,
          }),
        ],
        records: [
          expect.objectContaining({ key: 'ball', changed: 'a', fields: { cost: { base: 1, a: 5, b: 1 } } }),
          expect.objectContaining({ key: 'bat', changed: 'b', key_a: 'bat', key_b: 'bat' }),
          expect.objectContaining({ key: 'net', changed: 'a', key_b: null }),
        ],
      }),
    ])
  })

  it('comes in pages, of one side, without the values of before, and as files', async () => {
    const page = await difference('?base=ancestor&changed=a&limit=1&offset=1')
    expect(page.json).toMatchObject({ count: 2, records: [{ key: 'net' }] })
    const plain = await difference('?entity=item')
    expect(Object(plain.json).records[0]).toMatchObject({ key: 'ball', fields: { cost: { a: 5, b: 1 } } })
    expect(Object(plain.json).records[0]).not.toHaveProperty('changed')
    const csv = await difference('?base=ancestor&format=csv')
    expect(csv.text.split('\r\n')).toEqual([
      'entity,key,changed,conflict,field,base,a,b',
      'input.item,ball,a,false,cost,1,5,1',
      'input.item,bat,b,false,description,,,"of ""wood"", light"',
      'input.item,bat,b,false,cost,2,2,3',
      'input.item,net,a,false,,,,',
      '',
    ])
    const file = await difference('?format=json')
    expect(file.json).toHaveLength(3)
    expect(file.headers.get('content-disposition')).toContain('scenario1-default.json')
  })

  it.each([
    ['?base=yesterday', 400],
    ['?entity=nonsense', 400],
    ['?changed=c', 400],
    ['?limit=0', 400],
  ])('is refused as %s', async (query, status) => {
    expect((await difference(query)).status).toBe(status)
  })

  it('is reported of what somebody may view in both', async () => {
    expect((await difference('', 'buyer')).json).toMatchObject({ count: 3 })
    expect((await difference('?entity=demand', 'buyer')).status).toBe(403)
    const path = '/api/scenarios/scenario2/difference/default/'
    expect((await server.request('GET', path, { as: 'buyer' })).status).toBe(404)
  })
})

describe('a merge', () => {
  it.each([
    [{ strange: 1 }, 400],
    [{ entities: ['nonsense'] }, 400],
    [{ entities: ['output.problem'] }, 400],
    [{ records: [] }, 400],
    [{ records: [{ entity: 'input.item', key: 'nothing' }] }, 400],
    [{ base: 'x' }, 400],
  ])('is refused as %j', async (body, status) => {
    expect((await merge(body)).status).toBe(status)
  })

  it('of chosen records is a proposal in the other scenario', async () => {
    const made = await merge({ records: [{ entity: 'input.item', key: 'net' }] })
    expect([made.status, made.json]).toEqual([
      201,
      { proposal: expect.any(Number), edits: 1, needed: 0, conflict_count: 0 },
    ])
    const { proposal } = Object(made.json)
    expect(made.headers.get('location')).toBe(`/api/proposals/${proposal}/`)
    const shown = await server.request('GET', `/api/proposals/${proposal}/`)
    expect(shown.json).toMatchObject({
      title: 'Changes of "Scenario 1"',
      source: { kind: 'merge', scenario: 'scenario1' },
      edits: 1,
      conflicts: [],
    })
    expect((await server.request('POST', `/api/proposals/${proposal}/apply/`)).status).toBe(200)
    expect(await costs('default')).toEqual({ ball: 1, bat: 3, net: null })
  })

  it('needs the right to propose there, and to view what is referred to', async () => {
    expect((await merge({}, 'buyer')).status).toBe(201)
    const other = await server.request('POST', '/api/scenarios/default/merge/scenario1/', {
      body: {},
      as: 'buyer',
    })
    expect(other.status).toBe(403)
  })
})

describe('the task', () => {
  it('brings only what the scenario changed, and later changes of production into the scenario', async () => {
    expect(await run('refresh=1&source=default&destination=scenario1')).toMatch(
      /^Done: 1 changes? of "default"/,
    )
    expect(await costs('scenario1')).toEqual({ ball: 5, bat: 3, net: null })
    expect(await run('promote=1&merge=1&source=scenario1&destination=default')).toMatch(
      /^Done: 1 changes? of/,
    )
    expect(await costs('default')).toEqual({ ball: 5, bat: 3, net: null })
    const again = await run('promote=1&merge=1&source=scenario1&destination=default')
    expect(again).toContain('has changed nothing')
  })

  it(
    'changes nothing where both have changed the same value, and keeps it for a decision',
    detail,
    async () => {
      await save('scenario1', [{ name: 'ball', cost: 7 }])
      await save('default', [{ name: 'ball', cost: 8 }])
      const message = await run('promote=1&merge=1&source=scenario1&destination=default')
      expect(message).toMatch(/^Failed: .*1 changes? conflict.*proposal (\d+)/s)
      expect(await costs('default')).toMatchObject({ ball: 8 })
      const [, proposal] = /proposal (\d+)/.exec(message) ?? []
      expect((await server.request('GET', `/api/proposals/${proposal}/`)).json).toMatchObject({
        conflicts: [{ key: 'ball', fields: { cost: { base: 5, present: 8, proposed: 7 } } }],
      })
    },
  )

  it.each([
    ['merge=1&source=scenario1&destination=default', 'merge'],
    ['refresh=1&promote=1&source=scenario1&destination=default', 'refresh'],
    ['refresh=1&source=scenario1&destination=default', 'refreshed'],
  ])('is refused as %s', async (parameters, word) => {
    const { status, text } = await server.request('POST', `/execute/api/scenario_copy/?${parameters}`)
    expect([status, text]).toEqual([400, expect.stringContaining(word)])
  })
})
