import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'

const demands = '/api/input/demand/'
const items = '/api/input/item/'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const ofDemands = ['view', 'add', 'change', 'delete'].map((action) => `input.${action}_demand`)
  await server.addUser({ username: 'clerk', rights: { default: ofDemands } })
  await server.addUser({
    username: 'cleaner',
    rights: { default: ['input.delete_demand'] },
  })
  await server.addUser({
    username: 'buyer',
    rights: { default: [...ofDemands, 'input.view_item', 'input.add_item'] },
  })
  await server.request('POST', items, { body: [{ name: 'all' }, { name: 'cheap', cost: 1, owner: 'all' }] })
  await server.request('POST', items, { body: [{ name: 'dear', cost: 9 }] })
  await server.request('POST', demands, {
    body: [
      { name: 'a', item: 'cheap' },
      { name: 'b', item: 'dear' },
    ],
  })
})

afterAll(() => server[Symbol.asyncDispose]())

describe('records that a reference names but that do not exist', () => {
  const unknown = { name: 'new', item: 'unheard of' }

  it('are made by those only who may add them', async () => {
    for (const [method, path] of [
      ['POST', demands],
      ['PATCH', `${demands}a/`],
    ] as const) {
      const body = method === 'POST' ? unknown : { item: 'unheard of' }
      const refused = await server.request(method, path, { as: 'clerk', body })
      expect([refused.status, refused.json]).toEqual([
        400,
        { item: ['Invalid pk "unheard of" - object does not exist.'] },
      ])
    }
    expect(await server.request('GET', `${items}unheard%20of/`)).toMatchObject({ status: 404 })
    const made = await server.request('POST', demands, { as: 'buyer', body: unknown })
    expect([made.status, made.headers.get('x-created-references')]).toEqual([201, 'input.item=unheard%20of'])
  })
})

describe('filters that follow a reference', () => {
  it.each([
    ['GET', 'item__cost__gte=5'],
    ['GET', 'item__cost__gte=5&format=csv'],
    ['HEAD', 'item__owner=all'],
    ['DELETE', 'item__cost__gte=5'],
    ['DELETE', 'item__cost__gte=5&dryrun=1'],
    ['GET', 'item__isdescendantof=all'],
    ['GET', 'item__name__isdescendantof=all'],
  ])('need the right to view what is referred to: %s ?%s', async (method, query) => {
    const refused = await server.request(method, `${demands}?${query}`, { as: 'clerk' })
    expect(refused.status).toBe(403)
    if (method === 'HEAD') return
    const name = query.split('=')[0]!
    expect(refused.json).toEqual({ [name]: [expect.stringContaining('input.item')] })
  })

  it('work with that right', async () => {
    const { status, json } = await server.request('GET', `${demands}?item__cost__gte=5`, { as: 'buyer' })
    expect([status, json]).toEqual([200, [expect.objectContaining({ name: 'b' })]])
  })

  it.each(['item=cheap', 'item__in=cheap', 'item__name=cheap'])(
    'need no further right for what the record itself says: %s',
    async (query) => {
      const { status, json } = await server.request('GET', `${demands}?${query}`, { as: 'clerk' })
      expect([status, json]).toEqual([200, [expect.objectContaining({ name: 'a' })]])
    },
  )
})

describe('the number of records', () => {
  const keys = '/api/common/apikey/'

  it('is that of visible ones where a delete without a filter is refused', async () => {
    for (const as of ['admin', 'clerk']) {
      const body = { name: 'key', expiry_date: '2099-01-01' }
      expect((await server.request('POST', keys, { as, body })).status).toBe(201)
    }
    const refused = await server.request('DELETE', keys, { as: 'clerk' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(' 1 ')])
    expect((await server.request('DELETE', keys)).text).toContain(' 2 ')
  })

  it.each(['', '?name__startswith=a&dryrun=1', '?name=a&expect=7'])(
    'that a delete would have requires the right to view them: %s',
    async (query) => {
      expect((await server.request('DELETE', demands + query, { as: 'cleaner' })).status).toBe(403)
    },
  )

  it('is not needed to delete those of a filter', async () => {
    expect((await server.request('DELETE', `${demands}?name=none`, { as: 'cleaner' })).status).toBe(204)
  })
})
