/** Tests fields of referenced records in lists: requested with the names that filters use. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, recordOf, startApiServer } from '../support/api.ts'

let server: ApiServer
const loads = '/api/input/operationplanresource/'
const movements = '/api/input/operationplanmaterial/'

beforeAll(async () => {
  server = await startApiServer()
  const { api } = server
  await api.create('/api/input/item/', [{ name: 'bike' }, { name: 'frame' }])
  await api.create('/api/input/resource/', [{ name: 'torch' }])
  await api.create('/api/input/operation/', [
    { name: 'weld', item: 'frame', location: 'plant' },
    { name: 'make', item: 'bike', location: 'plant' },
  ])
  await api.create(
    '/api/input/manufacturingorder/',
    ['weld', 'make'].map((operation, index) => ({
      reference: `MO ${index + 1}`,
      operation,
      quantity: 5 + index,
      status: index === 0 ? 'confirmed' : 'approved',
      startdate: '2099-01-01',
      enddate: '2099-01-09',
      resources: [{ resource: 'torch' }],
      materials: [{ item: 'frame', quantity: index === 0 ? 5 : -6, flowdate: '2099-01-01T00:00:00' }],
    })),
  )
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const fields =
  'resource,operationplan__operation,operationplan__quantity,operationplan__startdate,operationplan__type'

it('gives them out in the order in which they are named, in every format', async () => {
  const { api } = server
  const rows = await api.list(`${loads}?fields=${fields}&ordering=operationplan__operation`)
  expect(rows).toEqual(
    [
      ['make', 6],
      ['weld', 5],
    ].map(([operation, quantity]) => ({
      resource: 'torch',
      operationplan__operation: operation,
      operationplan__quantity: quantity,
      operationplan__startdate: '2099-01-01T00:00:00',
      operationplan__type: 'MO',
    })),
  )
  expect(Object.keys(rows[0]!)).toEqual(fields.split(','))
  const csv = await api.get(`${loads}?fields=${fields}&ordering=-operationplan__operation&format=csv`)
  expect(csv.text.split(/\r?\n/).slice(0, 2)).toEqual([fields, 'torch,weld,5,2099-01-01 00:00:00,MO'])
  expect((await api.get(`${loads}?fields=${fields}&format=xlsx`)).status).toBe(200)
})

it('leaves them out unasked, and names each once', async () => {
  const { api } = server
  expect(Object.keys((await api.list(movements))[0]!)).not.toContain('operationplan__item')
  const twice = 'operationplan__item,operationplan__item'
  expect(await api.list(`${movements}?fields=${twice}&operationplan__item=bike`)).toEqual([
    { operationplan__item: 'bike' },
  ])
})

it('pages and sorts by them far into a list, and along a cursor', async () => {
  const { api } = server
  const order = 'ordering=-operationplan__item&fields=operationplan__item'
  expect(await api.list(`${movements}?${order}&limit=1&offset=1`)).toEqual([{ operationplan__item: 'bike' }])
  expect(await api.list(`${movements}?${order}&limit=1&offset=1500`)).toEqual([])
  const first = await api.get(`${movements}?${order}&limit=1&cursor=`)
  expect(first.json).toEqual([{ operationplan__item: 'frame' }])
  const next = new URL(/<([^>]+)>; rel="?next/.exec(first.headers.get('link') ?? '')?.[1] ?? '', server.url)
  expect((await api.get(`${next.pathname}${next.search}`)).json).toEqual([{ operationplan__item: 'bike' }])
})

it('refuses what may not be seen, and what there is not', async () => {
  const { api } = server
  await server.addUser({
    username: 'loads only',
    rights: { default: ['input.view_operationplanresource'] },
  })
  const asked = (query: string) => server.request('GET', `${loads}?${query}`, { as: 'loads only' })
  expect((await asked('fields=operationplan__item')).status).toBe(403)
  expect((await asked('ordering=operationplan__item')).status).toBe(403)
  expect((await asked('fields=resource,operationplan__reference')).status).toBe(200)
  // Users who can read a comment can read the name of its author, as in the history, but no other field of the
  // author.
  await server.addUser({ username: 'reader', rights: { default: ['common.view_comment'] } })
  const comments = (query: string) => server.request('GET', `/api/common/comment/?${query}`, { as: 'reader' })
  expect((await comments('fields=id,user__username')).status).toBe(200)
  expect((await comments('fields=id,user__email')).status).toBe(403)
  const [load] = await api.list(`${loads}?fields=id&limit=1`)
  const one = (query: string) =>
    server.request('GET', `${loads}${String(load?.['id'])}/?${query}`, { as: 'loads only' })
  expect((await one('fields=operationplan__item')).status).toBe(403)
  expect((await one('fields=operationplan__item&format=csv')).status).toBe(403)
  expect((await one('fields=resource')).status).toBe(200)
  for (const name of ['operationplan__nothing', 'nothing__item', 'operationplan__item__name'])
    expect([name, (await api.get(`${loads}?fields=${name}`)).status]).toEqual([name, 400])
  expect((await api.get('/api/common/follower/?fields=user__password')).status).toBe(400)
})

it('are columns of movements and loads for those who may see orders', async () => {
  const names = async (entity: string, as: string): Promise<readonly unknown[]> => {
    const meta = recordOf(await server.request('GET', `/api/meta/input/${entity}/`, { as }))
    const list = meta['fields']
    return Array.isArray(list) ? list.filter(({ followed }) => followed === true).map(({ name }) => name) : []
  }
  const shown = ['type', 'operation', 'item', 'quantity', 'startdate', 'enddate', 'status', 'demands']
  expect(await names('operationplanresource', 'planner')).toEqual(
    shown.map((name) => `operationplan__${name}`),
  )
  expect(await names('operationplanresource', 'loads only')).toEqual([])
  await server.addUser({ username: 'german', language: 'de', rights: { default: 'superuser' } })
  const german = await server.request('GET', '/api/meta/input/operationplanmaterial/', { as: 'german' })
  const fields = recordOf(german)['fields']
  const found = Array.isArray(fields)
    ? fields.filter(({ name }) => /__(quantity|startdate)$/.test(String(name)))
    : []
  expect(found.map(({ label }) => label)).toEqual(['Menge (Auftrag)', 'Startdatum'])
})
