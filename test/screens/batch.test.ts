/** Tests staged edits of a grid: saved in one transaction, and never over concurrent changes of other users. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const path = '/api/batch/input/demand/'
const demands = '/api/input/demand/'

beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.api.create(demands, [
    { name: 'a', quantity: 1, priority: 1, due: '2026-01-01' },
    { name: 'b', quantity: 2 },
    { name: 'c', quantity: 3 },
  ])
})

const save = (body: unknown, as: Kind = 'superuser', query = '') =>
  server.api.post(path + query, body, { as })
const names = async () => (await server.api.list(`${demands}?fields=name`)).map(({ name }) => name)
const read = async (name: string) => Object((await server.api.get(`${demands}${name}/`)).json)

describe('staged edits', () => {
  it('need the right of each kind of edit', async () => {
    const edits = {
      create: { create: [{ name: 'n' }] },
      update: { update: [{ name: 'a', quantity: 5 }] },
      delete: { delete: [{ name: 'c' }] },
    }
    for (const body of Object.values(edits)) {
      expect((await save(body, 'anonymous')).status).toBe(401)
      expect((await save(body, 'viewer')).status).toBe(403)
      expect((await save({ ...body, update: edits.update.update }, 'norights')).status).toBe(403)
    }
    expect((await save(edits.create, 'changer')).status).toBe(403)
    expect((await save(edits.delete, 'changer')).status).toBe(403)
    expect((await save(edits.update, 'changer')).status).toBe(200)
    expect((await server.api.post('/api/batch/output/problem/', {})).status).toBe(403)
    expect((await server.api.post('/api/batch/input/nothing/', {})).status).toBe(404)
  })

  it('name the kind of a record that does not exist, in the language of the user', async () => {
    const body = { update: [{ name: 'a', operation: 'nowhere' }] }
    expect(await save(body)).toMatchObject({
      status: 400,
      json: {
        errors: [
          {
            field: 'operation',
            code: 'invalid_reference',
            message: 'There is no operation "nowhere". Correct the name, or create that record first.',
          },
        ],
      },
    })
    await server.api.patch('/api/me/', { language: 'de' }, { as: 'superuser' })
    const german = await save(body)
    await server.api.patch('/api/me/', { language: 'en' }, { as: 'superuser' })
    expect(Object(german.json).errors[0].message).toMatch(/^Es gibt "nowhere" nicht \(Arbeitsgang\)\. /)
  })

  it('are saved together, as one change set, and come back as stored', async () => {
    const { status, json } = await save(
      {
        create: [{ name: 'n2', quantity: 7 }, { name: 'n1' }],
        update: [
          { name: 'b', quantity: '9', priority: 3 },
          { name: 'a', quantity: 1 },
        ],
        delete: [{ name: 'c' }],
      },
      'planner',
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({
      created: 2,
      updated: 1,
      unchanged: 1,
      deleted: 1,
      records: {
        create: [{ name: 'n2' }, { name: 'n1' }],
        update: [{ name: 'b', quantity: 9 }, { name: 'a' }],
      },
    })
    expect(await names()).toEqual(['a', 'b', 'n1', 'n2'])
    const { rows } = await server.database.query({
      text: `SELECT "created", "updated", "deleted" FROM "default"."changesetentity"
        WHERE "entity" = 'input.demand' ORDER BY "changeset" DESC LIMIT 1`,
    })
    expect(rows).toEqual([{ created: 2, updated: 1, deleted: 1 }])
    await server.api.delete(`${demands}n1/`)
    await server.api.delete(`${demands}n2/`)
  })

  it('are rehearsed', async () => {
    const { json } = await save({ create: [{ name: 'n' }], delete: [{ name: 'a' }] }, 'planner', '?dryrun=1')
    expect(json).toEqual({ changeset: null, created: 1, updated: 0, unchanged: 0, deleted: 1, cascaded: {} })
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('with anything wrong are refused as a whole, with every fault at its place', async () => {
    const { status, json } = await save({
      create: [{ name: 'fine' }, { name: 'a' }, { quantity: 5 }],
      update: [
        { name: 'b', quantity: 'many', due: 'soon' },
        { name: 'nobody', quantity: 1 },
      ],
      delete: [{ name: 'c' }],
    })
    expect(status).toBe(400)
    const faults = Object(json).errors.map(({ list, row, key, field, code }: Record<string, unknown>) =>
      [list, row, key ?? 'null', field, code].join(' '),
    )
    expect(faults.sort()).toEqual([
      'create 1 a name duplicate',
      'create 2 null name required',
      'update 0 b due invalid_datetime',
      'update 0 b quantity invalid_number',
      'update 1 nobody name unknown_key',
    ])
    expect(Object(json).errors[0].message).toEqual(expect.any(String))
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('of another shape are refused', async () => {
    for (const body of [{ update: {} }, { update: [1] }, { change: [] }, []]) {
      expect((await save(body)).status).toBe(400)
    }
  })

  it('may take a name that is given up, and delete the last record', async () => {
    const again = await save({ delete: [{ name: 'a' }], create: [{ name: 'a', quantity: 77 }] })
    expect([again.status, (await read('a')).quantity]).toEqual([200, 77])
    expect((await save({ delete: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })).json).toMatchObject({
      deleted: 3,
    })
    expect(await names()).toEqual([])
  })

  it('delete what cannot be without the deleted, and still look at references', async () => {
    await server.api.create('/api/input/location/', [{ name: 'old' }])
    await server.api.patch(`${demands}a/`, { location: 'old' })
    const { json } = await server.api.post('/api/batch/input/location/', {
      delete: [{ name: 'old' }],
      create: [{ name: 'child', available: 'nothing' }],
    })
    expect(Object(json).errors).toMatchObject([{ list: 'create', row: 0, field: 'available' }])
    const gone = await server.api.post('/api/batch/input/location/', { delete: [{ name: 'old' }] })
    expect(gone.json).toMatchObject({ deleted: 1, cascaded: { 'input.demand': 1 } })
  })

  it('of records with numbers for keys work alike', async () => {
    await server.api.create('/api/input/supplier/', [{ name: 's' }])
    await server.api.create('/api/input/item/', [{ name: 'i' }])
    const made = await server.api.post('/api/batch/input/itemsupplier/', {
      create: [{ item: 'i', supplier: 's', cost: 1 }],
    })
    const { id } = Object(made.json).records.create[0]
    const changed = await server.api.post('/api/batch/input/itemsupplier/', { update: [{ id, cost: 2 }] })
    expect(Object(changed.json).records.update).toMatchObject([{ id, cost: 2 }])
    expect(
      (await server.api.post('/api/batch/input/itemsupplier/', { delete: [{ id }] })).json,
    ).toMatchObject({ deleted: 1 })
  })
})

describe('keys that no record can have', () => {
  const comments = '/api/batch/common/comment/'
  const lastmodified = '2026-01-01T00:00:00'

  it.each([
    ['update', 'abc'],
    ['update', '99999999999999999999'],
    ['delete', 'abc'],
    ['delete', 1.5],
  ] as const)('are faults of their row: %s %s', async (list, id) => {
    const { status, json } = await server.api.post(comments, { [list]: [{ id, comment: 'x', lastmodified }] })
    expect([status, json]).toMatchObject([
      400,
      { errors: [{ list, row: 0, key: typeof id === 'number' ? String(id) : id, field: 'id' }] },
    ])
  })

  it('are none if only blanks surround them', async () => {
    const { lastmodified: read } = Object((await server.api.get(`${demands}a/`)).json)
    const changed = await save({ update: [{ name: 'a ', quantity: 3, lastmodified: read }] })
    expect([changed.status, changed.json]).toMatchObject([200, { updated: 1 }])
    expect((await save({ delete: [{ name: ' b ' }] })).json).toMatchObject({ deleted: 1 })
  })
})

describe('edits of what others have changed meanwhile', () => {
  it('are refused with both values, and nothing is saved', async () => {
    const { lastmodified } = await read('a')
    await server.api.patch(`${demands}a/`, { quantity: 50 })
    const body = {
      update: [
        { name: 'b', quantity: 9 },
        { name: 'a', quantity: 5, lastmodified, original: { quantity: 1 } },
      ],
    }
    const { status, json } = await save(body)
    expect([status, json]).toMatchObject([
      409,
      {
        detail: expect.stringContaining('changed 1'),
        conflicts: [
          {
            list: 'update',
            row: 1,
            key: 'a',
            deleted: false,
            fields: { quantity: { yours: 5, theirs: 50 } },
          },
        ],
      },
    ])
    expect((await read('b')).quantity).toBe(2)
    const { conflicts } = Object(json)
    const again = await save({ update: [{ ...body.update[1], lastmodified: conflicts[0].lastmodified }] })
    expect([again.status, (await read('a')).quantity]).toEqual([200, 5])
  })

  it('stand where others have changed other values, or to the same', async () => {
    const { lastmodified } = await read('a')
    await server.api.patch(`${demands}a/`, { quantity: 60, due: '2026-03-03' })
    const other = {
      name: 'a',
      priority: 7,
      due: '2026-03-03T00:00:00',
      lastmodified,
      original: { priority: 1, due: '2026-01-01T00:00:00' },
    }
    expect((await save({ update: [other] })).status).toBe(200)
    expect(await read('a')).toMatchObject({ priority: 7, quantity: 60 })
  })

  it('are refused for records that are gone, and for deletes of what was changed', async () => {
    const [a, b] = [await read('a'), await read('b')]
    await server.api.delete(`${demands}a/`)
    await server.api.patch(`${demands}b/`, { quantity: 70 })
    const { status, json } = await save({
      update: [{ name: 'a', quantity: 5, lastmodified: a.lastmodified }],
      delete: [{ name: 'b', lastmodified: b.lastmodified }],
    })
    expect([status, json]).toMatchObject([
      409,
      {
        conflicts: [
          { key: 'a', deleted: true },
          { list: 'delete', key: 'b', deleted: false },
        ],
      },
    ])
  })

  it('are found among rivals that save at the same time', async () => {
    const { lastmodified } = await read('a')
    const rivals = await Promise.all(
      [11, 12, 13, 14].map((quantity) =>
        save({ update: [{ name: 'a', quantity, lastmodified, original: { quantity: 1 } }] }),
      ),
    )
    expect(rivals.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409', '409'])
  })
})
