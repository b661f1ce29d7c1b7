/** Tests reading and writing `resources` and `materials`, the child records in orders. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, recordOf, recordsOf, startApiServer } from '../support/api.ts'
import type { JsonRecord } from '../support/records.ts'

let server: ApiServer
const orders = '/api/input/manufacturingorder/'

beforeAll(async () => {
  server = await startApiServer()
  const { api } = server
  await api.create('/api/input/item/', [{ name: 'bike' }, { name: 'frame' }])
  await api.create('/api/input/resource/', [{ name: 'torch' }, { name: 'booth' }])
  await api.create('/api/input/operation/', [{ name: 'make', item: 'bike', location: 'plant' }])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const order = (reference: string): JsonRecord => ({
  reference,
  operation: 'make',
  quantity: 5,
  startdate: '2099-01-01',
  enddate: '2099-01-09',
  resources: [{ resource: 'torch' }, { resource: 'booth', quantity: 2 }],
  materials: [{ item: 'frame', quantity: -5, flowdate: '2099-01-01T00:00:00' }],
})

const listsOf = (record: JsonRecord): readonly unknown[] => [record['resources'], record['materials']]
const rightsOn = (model: string, ...actions: readonly string[]): readonly string[] =>
  actions.map((action) => `input.${action}_${model}`)
const carried = [
  [
    expect.objectContaining({ resource: 'torch', quantity: 1 }),
    expect.objectContaining({ resource: 'booth', quantity: 2 }),
  ],
  [
    expect.objectContaining({
      item: 'frame',
      quantity: -5,
      location: 'plant',
      flowdate: '2099-01-01T00:00:00',
    }),
  ],
]

it('gives the lists out wherever an order is given out, empty ones as empty lists', async () => {
  const { api } = server
  const stored = recordOf(await api.post(orders, order('all')), 201)
  expect(listsOf(stored)).toEqual(carried)
  expect(listsOf((await api.create(orders, [order('bulk')]))[0]!)).toEqual(carried)
  expect(listsOf(recordOf(await api.get(`${orders}all/`)))).toEqual(carried)
  expect(listsOf(recordOf(await api.patch(`${orders}all/`, { remark: 'seen' })))).toEqual(carried)
  expect(listsOf((await api.list(`${orders}?reference=all`))[0]!)).toEqual(carried)
  expect(listsOf((await api.list('/api/input/operationplan/?reference=all'))[0]!)).toEqual(carried)
  const lines = await api.get(`${orders}?reference=all&format=ndjson`)
  expect(listsOf(JSON.parse(lines.text))).toEqual(carried)
  expect(listsOf(recordOf(await api.post(orders, { reference: 'bare', operation: 'make' }), 201))).toEqual([
    [],
    [],
  ])
  const step = recordOf(
    await api.post('/api/input/workorder/', { reference: 'step', operation: 'make' }),
    201,
  )
  expect(listsOf(step)).toEqual([[], []])
  const bought = recordOf(
    await api.post('/api/input/purchaseorder/', { reference: 'PO', item: 'frame' }),
    201,
  )
  expect(bought).not.toHaveProperty('resources')
})

it('gives out what is chosen, and refuses lists where a format has no room for them', async () => {
  const { api } = server
  await api.create(orders, [order('chosen')])
  const [record] = await api.list(`${orders}?reference=chosen&fields=reference,materials`)
  expect(Object.keys(record!)).toEqual(['reference', 'materials'])
  expect(Object.keys(recordOf(await api.get(`${orders}chosen/?fields=resources`)))).toEqual(['resources'])
  expect((await api.get(`${orders}?fields=reference,materials&format=csv`)).status).toBe(400)
  expect((await api.get(`${orders}?format=csv`)).text.split('\n')[0]).not.toContain('materials')
  expect((await api.get('/api/input/purchaseorder/?fields=materials')).status).toBe(400)
})

it('stores what a client has read and sends back, row by row', async () => {
  const { api } = server
  const twice = { item: 'frame', quantity: -1, flowdate: '2099-01-01T00:00:00' }
  await api.create(orders, [{ ...order('back'), materials: [] }])
  await api.create('/api/input/operationplanmaterial/', [
    { ...twice, operationplan: 'back', location: 'plant' },
  ])
  const read = recordOf(await api.get(`${orders}back/`))
  for (const send of [
    async () => recordOf(await api.put(`${orders}back/`, read)),
    async () => recordOf(await api.patch(`${orders}back/`, read)),
    async () => recordsOf(await api.post(orders, [read]), 201)[0]!,
    async () => recordsOf(await api.put(orders, [read]))[0]!,
    async () => recordsOf(await api.patch(orders, [read]))[0]!,
  ]) {
    expect(await send()).toEqual(read)
  }
})

it('changes the tags of records and lists with the rows that they carry', async () => {
  const { api } = server
  await api.create(orders, [order('tag')])
  const tagsOf = async (): Promise<readonly (string | null)[]> => {
    const detail = await api.get(`${orders}tag/`)
    const list = await api.get(`${orders}?reference=tag`, { headers: { 'If-None-Match': '"none"' } })
    return [detail.headers.get('etag'), list.headers.get('etag')]
  }
  const before = await tagsOf()
  expect(await tagsOf()).toEqual(before)
  await api.create('/api/input/operationplanresource/', [
    { operationplan: 'tag', resource: 'torch', quantity: 7 },
  ])
  const after = await tagsOf()
  expect(after.map((tag, index) => tag === before[index])).toEqual([false, false])
  const stale = await api.patch(`${orders}tag/`, { remark: 'x' }, { headers: { 'If-Match': before[0]! } })
  expect(stale.status).toBe(412)
})

it('takes a row for the order that carries it, whatever keys are left over from others', async () => {
  const { api } = server
  await api.create(orders, [order('one'), order('two')])
  const one = recordOf(await api.get(`${orders}one/`))
  const moved = recordOf(
    await api.patch(`${orders}two/`, { resources: one['resources'], materials: one['materials'] }),
  )
  expect(listsOf(moved)).toEqual(carried)
  expect(recordOf(await api.get(`${orders}one/`))).toEqual(one)
})

it('are left out by grids, which read what the metadata of the entity names', async () => {
  const { api } = server
  const { list_fields: named } = Object((await api.get('/api/meta/input/manufacturingorder/')).json)
  expect(named).toEqual(expect.arrayContaining(['reference', 'operation', 'lastmodified']))
  const rows = await api.list(`${orders}?limit=200&fields=${named.join(',')}`)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect([row['resources'], row['materials']]).toEqual([undefined, undefined])
  const { list_fields: none } = Object((await api.get('/api/meta/input/demand/')).json)
  expect(none).toEqual([])
})

it('accepts the order named in a row, as operationplan or reference, and refuses another one', async () => {
  const { api } = server
  const named = {
    ...order('named'),
    resources: [{ operationplan: 'named', reference: 'named', resource: 'torch' }],
  }
  expect((await api.post(orders, named)).status).toBe(201)
  for (const name of ['operationplan', 'reference']) {
    const answer = await api.patch(`${orders}named/`, { resources: [{ [name]: 'other', resource: 'torch' }] })
    expect(answer).toMatchObject({
      status: 400,
      json: { resources: [`[0].${name}: This is part of "named" and cannot name another order.`] },
    })
  }
})

it('holds no capacity for orders that are done, and takes the lists of the last of several records', async () => {
  const { api } = server
  await api.create(orders, [{ ...order('done'), status: 'approved' }])
  const read = recordOf(await api.get(`${orders}done/`))
  const done = recordOf(await api.put(`${orders}done/`, { ...read, status: 'completed' }))
  expect(done['resources']).toEqual([])
  const last = await api.create(orders, [
    { ...order('last'), resources: [{ resource: 'torch' }] },
    { ...order('last'), resources: [{ resource: 'booth' }] },
  ])
  for (const record of last)
    expect(record['resources']).toEqual([expect.objectContaining({ resource: 'booth' })])
})

it('counts an order as updated when only its lists change, and gives it a new time of change', async () => {
  const { api } = server
  const url = `${orders}touched/`
  const first = recordOf(await api.post(orders, order('touched')), 201)
  const counted = async (body: JsonRecord): Promise<unknown> =>
    (await api.patch(orders, [{ reference: 'touched', ...body }], { headers: { prefer: 'return=minimal' } }))
      .json
  const materials = [{ item: 'frame', quantity: -9, flowdate: '2099-01-01T00:00:00' }]
  expect(await counted({ materials })).toEqual({ created: 0, updated: 1, unchanged: 0 })
  const second = recordOf(await api.get(url))
  expect(second['lastmodified']).not.toBe(first['lastmodified'])
  expect(await counted({ materials: second['materials'] })).toEqual({ created: 0, updated: 0, unchanged: 1 })
  expect(recordOf(await api.get(url))['lastmodified']).toBe(second['lastmodified'])
  expect(await counted({ resources: [] })).toEqual({ created: 0, updated: 1, unchanged: 0 })
  const third = recordOf(await api.get(url))
  expect([third['resources'], third['lastmodified'] === second['lastmodified']]).toEqual([[], false])
})

it('dates a material without a date by its order: consumed at its start, produced at its end', async () => {
  const { api } = server
  const materials = [
    { item: 'frame', quantity: -5 },
    { item: 'bike', quantity: 5, flowdate: null },
  ]
  const stored = recordOf(await api.post(orders, { ...order('undated'), materials }), 201)
  expect(stored['materials']).toEqual([
    expect.objectContaining({ item: 'frame', flowdate: '2099-01-01T00:00:00' }),
    expect.objectContaining({ item: 'bike', flowdate: '2099-01-09T00:00:00' }),
  ])
})

it('asks for the permissions of the child records, too, and names what is missing', async () => {
  const { api, database } = server
  const ordering = rightsOn('manufacturingorder', 'view', 'add', 'change')
  await server.addUser({ username: 'order clerk', rights: { default: ordering } })
  await server.addUser({
    username: 'shop clerk',
    rights: { default: [...ordering, ...rightsOn('operationplanresource', 'add', 'change')] },
  })
  const send = (as: string, method: string, path: string, body: unknown) =>
    server.request(method, path, { as, body })
  await api.create(orders, [order('held')])
  const held = recordOf(await api.get(`${orders}held/`))
  const { resources, materials, ...plain } = order('fresh')

  expect(await send('order clerk', 'POST', orders, plain)).toMatchObject({ status: 201 })
  expect(await send('order clerk', 'PUT', `${orders}held/`, held)).toMatchObject({ status: 200, json: held })
  const added = await send('order clerk', 'PATCH', `${orders}fresh/`, { resources, materials })
  expect(added.status).toBe(403)
  expect(added.json).toEqual({
    resources: [0, 1].map(
      (place) =>
        `[${place}]: You do not have permission to add resource detail (input.add_operationplanresource).`,
    ),
    materials: ['[0]: You do not have permission to add inventory detail (input.add_operationplanmaterial).'],
  })
  const more = { resources: [{ resource: 'torch', quantity: 3 }] }
  expect(await send('order clerk', 'PATCH', `${orders}?reference=held`, more)).toMatchObject({
    status: 403,
    json: { resources: [expect.stringContaining('input.change_operationplanresource')] },
  })
  const staged = { update: [{ reference: 'held', ...more }] }
  expect(await send('order clerk', 'POST', '/api/batch/input/manufacturingorder/', staged)).toMatchObject({
    status: 403,
    json: { errors: [{ field: 'resources' }] },
  })
  expect(await send('shop clerk', 'POST', orders, [{ ...plain, resources }])).toMatchObject({ status: 201 })
  expect(await send('shop clerk', 'PATCH', `${orders}held/`, { resources: [] })).toMatchObject({
    status: 403,
    json: {
      resources: [
        'You do not have permission to delete resource detail (input.delete_operationplanresource).',
      ],
    },
  })
  expect(recordOf(await api.get(`${orders}held/`))).toEqual(held)
  const { rows } = await database.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM "default".operationplanmaterial WHERE operationplan = 'fresh'`,
  })
  expect(rows).toEqual([{ count: 0 }])
})

it('rejects only the order with an invalid row, if asked to be lenient', async () => {
  const { api } = server
  const headers = { prefer: 'handling=lenient' }
  const invalid = { ...order('lenient 2'), resources: [{ resource: 'nonexist' }] }
  const { status, json } = await api.post(orders, [order('lenient 1'), invalid], { headers })
  expect([status, json]).toEqual([
    200,
    {
      created: 1,
      updated: 0,
      unchanged: 0,
      failed: 1,
      results: [
        { outcome: 'created', key: 'lenient 1' },
        {
          outcome: 'failed',
          key: 'lenient 2',
          errors: { resources: ['[0].resource: Invalid pk "nonexist" - object does not exist.'] },
        },
      ],
    },
  ])
  expect(listsOf(recordOf(await api.get(`${orders}lenient 1/`)))).toEqual(carried)
  expect((await api.get(`${orders}lenient 2/`)).status).toBe(404)
})
