/** Tests the history of records, the audit of a scenario, and the search for records, pages and tasks by name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const demands = '/api/input/demand/'
beforeAll(async () => {
  server = await startApiServer()
  await server.api.create(demands, [{ name: 'A1', quantity: 1 }, { name: 'a100' }, { name: 'B' }], {
    as: 'planner',
  })
  await server.api.patch(`${demands}A1/`, { quantity: 5, priority: 2 }, { as: 'changer' })
  await server.api.delete(`${demands}B/`)
  await server.api.create('/api/input/item/', [{ name: 'A1', description: 'the same name' }])
  await server.api.create('/api/input/customer/', [{ name: 'Smith A1' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string, as: Kind = 'superuser') => {
  const { status, json } = await server.api.get(path, { as })
  return { status, json: Object(json) }
}

const labels = async (q: string, as: Kind = 'superuser') =>
  (await get(`/api/search/?q=${encodeURIComponent(q)}`, as)).json.records.map(
    ({ entity, key, rank }: Record<string, unknown>) => [entity, key, rank].join(' '),
  )

/** Returns the titles of resource skills in the audit. */
const skillTitles = async (): Promise<readonly unknown[]> => {
  const { sets } = (await get('/api/audit/?entity=input.resourceskill')).json
  const answers = await Promise.all(
    sets.map(({ changeset }: { changeset: number }) => get(`/api/audit/${changeset}/`)),
  )
  return answers.flatMap(({ json }) => json.records.map(({ title }: { title: unknown }) => title))
}

describe('the history of a record', () => {
  const path = '/api/history/input/demand/'

  it('is for those who may see such records', async () => {
    expect((await get(`${path}?key=A1`, 'norights')).status).toBe(403)
    expect((await get(`${path}?key=A1`, 'anonymous')).status).toBe(401)
    expect((await get(path, 'viewer')).status).toBe(400)
    expect((await get('/api/history/common/apikey/?key=1', 'norights')).status).toBe(403)
  })

  it('tells who changed what, when and how', async () => {
    const { json } = await get(`${path}?key=A1`, 'viewer')
    expect(json).toMatchObject({
      entries: [
        {
          action: 'change',
          user: { username: 'changer' },
          channel: 'api',
          changes: { quantity: [1, 5], priority: [10, 2] },
        },
        { action: 'add', user: { username: 'planner' }, changes: null },
      ],
      next: null,
    })
    expect((await get(`${path}?key=B`)).json.entries).toMatchObject([
      { action: 'delete', changes: { name: 'B' } },
      { action: 'add' },
    ])
    expect((await get(`${path}?key=nothing`)).json).toEqual({ entries: [], next: null })
  })

  it('comes in pages', async () => {
    const first = (await get(`${path}?key=A1&limit=1`)).json
    expect(first.entries).toMatchObject([{ action: 'change' }])
    const second = (await get(`${path}?key=A1&limit=1&before=${first.next}`)).json
    expect(second.entries).toMatchObject([{ action: 'add' }])
    expect((await get(`${path}?key=A1&limit=0`)).status).toBe(400)
  })
})

describe('the audit', () => {
  it('tells when all data were replaced, by whom and from where', async () => {
    await server.database.query({
      text: `INSERT INTO "default".changeset ("user", "channel", "origin")
        SELECT "id", 'task', 'scenario_copy --promote scenario1' FROM control."user" WHERE "username" = 'changer'`,
    })
    for (const path of ['/api/audit/?limit=1', '/api/audit/?limit=1&entity=input.demand&user=changer'])
      expect((await get(path)).json.sets).toMatchObject([
        {
          user: { username: 'changer' },
          entities: [],
          replacement: { kind: 'promote', source: 'scenario1' },
        },
      ])
    const { json } = await get('/api/audit/?channel=api&limit=1')
    expect(json.sets).toMatchObject([{ replacement: null }])
    await server.database.query({ text: `DELETE FROM "default".changeset WHERE "channel" = 'task'` })
  })

  it('takes the right to it, and tells of nothing that may not be seen', async () => {
    expect((await get('/api/audit/', 'norights')).status).toBe(403)
    await server.addUser({
      username: 'auditor',
      rights: { default: ['common.view_comment', 'input.view_item'] },
    })
    const { json } = await server.request('GET', '/api/audit/', { as: 'auditor' })
    const entities = Object(json).sets.flatMap((set: { entities: { entity: string }[] }) => set.entities)
    expect(entities.map(({ entity }: { entity: string }) => entity)).toEqual(['input.item'])
    const { changeset } = (await get('/api/audit/?entity=input.demand&limit=1')).json.sets[0]
    const hidden = await server.request('GET', `/api/audit/${changeset}/`, { as: 'auditor' })
    expect(hidden.json).toEqual({ records: [], more: false })
  })

  it('is filtered and paged', async () => {
    const { json } = await get('/api/audit/?entity=input.demand')
    expect(json.sets).toMatchObject([
      { user: { username: 'superuser' }, entities: [{ label: 'sales orders', deleted: 1 }] },
      { user: { username: 'changer' }, entities: [{ updated: 1 }] },
      { user: { username: 'planner' }, entities: [{ created: 3 }] },
    ])
    expect((await get('/api/audit/?user=changer')).json.sets).toHaveLength(1)
    expect((await get('/api/audit/?user=nobody')).json.sets).toEqual([])
    expect((await get('/api/audit/?channel=import')).json.sets).toEqual([])
    expect((await get('/api/audit/?after=2999-01-01')).json.sets).toEqual([])
    expect((await get('/api/audit/?before=2999-01-01&channel=api')).json.sets).toHaveLength(5)
    expect((await get('/api/audit/?after=yesterday')).status).toBe(400)
    const page = (await get('/api/audit/?limit=2')).json
    const rest = (await get(`/api/audit/?limit=9&cursor=${page.next}`)).json
    expect([page.sets.length, rest.sets.length, rest.next]).toEqual([2, 3, null])
  })

  it('opens one entry', async () => {
    const [, changed, created] = (await get('/api/audit/?entity=input.demand')).json.sets
    expect((await get(`/api/audit/${changed.changeset}/`)).json.records).toMatchObject([
      { entity: 'input.demand', key: 'A1', route: '/data/demand', changes: { quantity: [1, 5] } },
    ])
    const some = (await get(`/api/audit/${created.changeset}/?limit=2`)).json
    expect([some.records.length, some.more]).toEqual([2, true])
    expect((await get('/api/audit/999999999/')).json.records).toEqual([])
    expect((await get('/api/audit/nothing/')).status).toBe(404)
  })

  it('opens entries of bulk writes record by record', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ name: `bulk ${index}` }))
    await server.api.create('/api/input/location/', rows)
    const [{ changeset }] = (await get('/api/audit/?entity=input.location')).json.sets
    const { records, more } = (await get(`/api/audit/${changeset}/?limit=1000`)).json
    expect([records.length, more, records[0].action]).toEqual([1000, true, 'add'])
  })

  it('calls records by their names where their keys are numbers, also those that are gone', async () => {
    const { api } = server
    await api.create('/api/input/skill/', [{ name: 'welding' }])
    await api.create('/api/input/resource/', [{ name: 'torch' }])
    const [made] = await api.create('/api/input/resourceskill/', [{ resource: 'torch', skill: 'welding' }])
    const path = `/api/input/resourceskill/${String(made?.['id'])}/`
    await api.patch(path, { priority: 4 })
    expect(await skillTitles()).toEqual(['torch · welding', 'torch · welding'])
    await api.delete(path)
    expect((await skillTitles())[0]).toBe('torch · welding')
  })
})

describe('searching', () => {
  it('finds records of all entities, the very name first', async () => {
    expect(await labels('A1')).toEqual([
      'input.item A1 0',
      'input.demand A1 0',
      'input.demand a100 1',
      'input.customer Smith A1 2',
    ])
    expect(await labels('the same')).toEqual(['input.item A1 2'])
    const { json } = await get('/api/search/?q=a100')
    expect(json.records[0]).toMatchObject({ entity_label: 'sales order', route: '/data/demand/a100' })
    expect(await labels('%')).toEqual([])
    expect(await labels('')).toEqual([])
  })

  it('finds nothing that may not be seen', async () => {
    await server.addUser({ username: 'itemviewer', rights: { default: ['input.view_item'] } })
    const { json } = await server.request('GET', '/api/search/?q=A1', { as: 'itemviewer' })
    expect(Object(json).records).toMatchObject([{ entity: 'input.item' }])
    expect((await get('/api/search/?q=A1', 'norights')).json.records).toEqual([])
    expect((await get('/api/search/?q=A1', 'anonymous')).status).toBe(401)
  })

  it('finds pages and tasks', async () => {
    const { json } = await get('/api/search/?q=scenario')
    expect(json.pages).toContainEqual({ id: 'scenarios', label: 'Scenarios', route: '/app/admin/scenarios' })
    expect(json.tasks.map(({ name }: { name: string }) => name)).toContain('scenario_copy')
    expect((await get('/api/search/?q=scenario', 'norights')).json.tasks).toEqual([])
  })
})

it('tells in the history which change set has undone a change, unless that was undone in turn', async () => {
  await server.api.create(demands, [{ name: 'back and forth', quantity: 1 }])
  await server.api.patch(`${demands}back and forth/`, { quantity: 2 })
  const undoOf = async (): Promise<readonly unknown[]> => {
    const { json } = await get(`/api/history/input/demand/?key=back and forth`)
    return json.entries.map((entry: { undone_by: number | null }) => entry.undone_by)
  }
  const undoLast = async (changeset: number): Promise<number> => {
    const { status, json } = await server.request('POST', `/api/audit/${changeset}/undo/?apply=1`, {
      as: 'superuser',
    })
    expect(status).toBe(200)
    return Object(json).changeset
  }
  const { json } = await get(`/api/history/input/demand/?key=back and forth&limit=1`)
  expect(await undoOf()).toEqual([null, null])
  const undo = await undoLast(json.entries[0].changeset)
  expect(await undoOf()).toEqual([null, undo, null])
  const redo = await undoLast(undo)
  expect(await undoOf()).toEqual([null, redo, null, null])
})
