/**
 * Tests changing and deleting all records that match a filter: the confirmed number of records must be right,
 * otherwise nothing changes.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const demands = '/api/input/demand/'
beforeAll(async () => {
  server = await startApiServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.api.create(
    demands,
    ['a', 'b', 'c', 'd'].map((name, index) => ({ name, quantity: index, priority: 5, category: 'x' })),
  )
})

const patch = (query: string, body: unknown, as: Kind = 'superuser') =>
  server.api.patch(`${demands}?${query}`, body, { as })
const priorities = async () =>
  (await server.api.list(`${demands}?ordering=name`)).map(({ priority }) => priority)

describe('PATCH of a list with a filter and one object', () => {
  it('needs the rights to change and to view', async () => {
    expect((await patch('quantity__gte=2', { priority: 1 }, 'viewer')).status).toBe(403)
    expect((await patch('quantity__gte=2', { priority: 1 }, 'anonymous')).status).toBe(401)
    expect((await patch('quantity__gte=2', { priority: 1 }, 'changer')).status).toBe(403)
    expect((await patch('quantity__gte=2', { priority: 1 }, 'planner')).status).toBe(200)
  })

  it('changes all that match, in one change set', async () => {
    expect((await patch('quantity__gte=2', { priority: 1 })).json).toEqual({
      matched: 2,
      updated: 2,
      unchanged: 0,
    })
    expect(await priorities()).toEqual([5, 5, 1, 1])
    expect((await patch('priority=1', { priority: 1 })).json).toEqual({
      matched: 2,
      updated: 0,
      unchanged: 2,
    })
    const filter = encodeURIComponent('{"or":[{"field":"name","value":"a"},{"field":"quantity","value":3}]}')
    expect((await patch(`filter=${filter}`, { priority: 9 })).json).toMatchObject({ matched: 2 })
    expect(await priorities()).toEqual([9, 5, 1, 9])
    expect((await patch('name=nobody', { priority: 1 })).json).toMatchObject({ matched: 0 })
  })

  it('changes those in which the searched words occur', async () => {
    expect((await patch('search=b&quantity__gte=0', { priority: 1 })).json).toMatchObject({ matched: 1 })
    expect((await patch('search=d&expect=1', { priority: 1 })).json).toMatchObject({ updated: 1 })
    expect(await priorities()).toEqual([5, 1, 5, 1])
  })

  it('names the missing records that it creates, as every write does', async () => {
    const { status, headers } = await patch('name=a', { item: 'unheard of', location: 'nowhere' })
    expect([status, headers.get('x-created-references')]).toEqual([
      200,
      'input.item=unheard%20of; input.location=nowhere',
    ])
    expect((await patch('name=b', { item: 'unheard of' })).headers.get('x-created-references')).toBeNull()
  })

  it('names the orders whose other date it assumes', async () => {
    const orders = '/api/input/purchaseorder/'
    await server.api.create(orders, [{ reference: 'PO-1', item: 'steel', supplier: 's', quantity: 1 }])
    const moved = await server.api.patch(`${orders}?supplier=s`, { startdate: '2026-12-01' })
    expect([moved.status, moved.headers.get('x-assumed-dates')]).toEqual([200, 'PO-1'])
  })

  it('is rehearsed, and bound to a number', async () => {
    expect((await patch('quantity__gte=1&dryrun=1', { priority: 2 })).json).toMatchObject({
      matched: 3,
      updated: 3,
    })
    expect(await priorities()).toEqual([5, 5, 5, 5])
    const refused = await patch('quantity__gte=1&expect=2', { priority: 2 })
    expect([refused.status, refused.json]).toEqual([
      409,
      { detail: expect.stringContaining('3 records match now') },
    ])
    expect((await patch('quantity__gte=1&expect=many', { priority: 2 })).status).toBe(400)
    expect((await patch('quantity__gte=1&expect=3', { priority: 2 })).status).toBe(200)
  })

  it('never widens what it changes', async () => {
    for (const query of [
      'quantity__gte=',
      'filter=%7B%7D',
      'quantty=1',
      'limit=1',
      'quantity=1&ordering=name',
      'search=',
      'search=%20',
    ]) {
      expect([query, (await patch(query, { priority: 2 })).status]).toEqual([query, 400])
    }
    expect((await patch('', { priority: 2 })).status).toBe(400)
    expect((await patch('quantity=1', [{ name: 'a', priority: 2 }])).status).toBe(400)
    expect((await patch('quantity=1', { name: 'z' })).json).toEqual({ name: ['This field is read-only.'] })
    expect(await priorities()).toEqual([5, 5, 5, 5])
  })

  it('says once what is wrong with a value', async () => {
    const { status, json } = await patch('quantity__gte=0', { priority: 'high', due: 'soon' })
    expect([status, Object.keys(Object(json)).sort()]).toEqual([400, ['due', 'priority']])
    const reference = await patch('quantity__gte=0', { operation: 'nothing' })
    expect([reference.status, Object.keys(Object(reference.json))]).toEqual([400, ['operation']])
  })

  it('changes many', async () => {
    await server.api.create(
      demands,
      Array.from({ length: 3_000 }, (_, index) => ({ name: `m "${index}"`, category: 'many' })),
    )
    expect((await patch('category=many&expect=3000', { priority: 3 })).json).toMatchObject({ updated: 3_000 })
    expect((await server.api.delete(`${demands}?category=many&expect=1`)).status).toBe(409)
    expect((await server.api.delete(`${demands}?category=many&expect=3000`)).status).toBe(204)
    expect(await priorities()).toHaveLength(4)
  })
})
