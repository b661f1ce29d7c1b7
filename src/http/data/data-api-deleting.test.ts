/** Tests what the data API deletes, and what it tells about a resource. */
import { describe, expect, it } from 'vitest'
import { demands, names, serveThreeDemands } from '../../../test/support/three-demands.ts'

const { send } = serveThreeDemands()

describe('deleting', () => {
  it.each(['', '?', '?format=json', '?source=', '?quantity__gte=0', '?name__isnull=false'])(
    'never empties a table: DELETE %s',
    async (query) => {
      const { status, json } = await send('DELETE', demands + query)
      expect([status, json]).toEqual([400, { detail: expect.stringContaining('must be lower') }])
      expect(names((await send('GET', demands)).json)).toEqual(['a', 'b', 'c'])
    },
  )

  it.each([
    ['', undefined, 'the URL has no filter (a body is not read)'],
    ['', [{ name: 'a' }], 'the URL has no filter (a body is not read)'],
    ['?source=', undefined, 'source without a value is no filter'],
    ['?source=&filter={}', undefined, 'source, filter without a value'],
    ['?quantity__gte=0', undefined, 'the filter matches all 3 records'],
  ])('says why all records would be deleted: DELETE %s %j', async (query, body, reason) => {
    const { json } = await send('DELETE', demands + query, body === undefined ? {} : { body })
    expect(json).toEqual({ detail: expect.stringContaining(reason) })
  })

  it.each(['?nonsense=1', '?source=erp&limit=1', '?source=erp&nonsense=1', '?search=erp', '?ordering=name'])(
    'refuses what is no filter: DELETE %s',
    async (query) => {
      expect(await send('DELETE', demands + query)).toMatchObject({ status: 400 })
      expect(names((await send('GET', demands)).json)).toEqual(['a', 'b', 'c'])
    },
  )

  it.each([
    ['DELETE', '?location=Ghent&source=', 'source'],
    ['DELETE', '?location=Ghent&name__in=', 'name__in'],
    ['DELETE', '?location=Ghent&filter=', 'filter'],
    ['DELETE', '?location=Ghent&filter={}', 'filter'],
    ['DELETE', '?location=Ghent&filter={"and":[]}', 'filter'],
    ['DELETE', '?location=Ghent&filter={"or":[]}', 'filter'],
    ['PATCH', '?location=Ghent&search=', 'search'],
    ['PATCH', '?location=Ghent&search=%20', 'search'],
    ['PATCH', '?location=Ghent&filter={}', 'filter'],
  ])(
    'refuses a filter without a value next to others, which it would not narrow: %s %s',
    async (method, query, name) => {
      const { status, json } = await send(
        method,
        demands + query,
        method === 'PATCH' ? { body: { quantity: 8 } } : {},
      )
      expect([status, json]).toEqual([400, { [name]: ['This field may not be blank.'] }])
      expect(names((await send('GET', demands)).json)).toEqual(['a', 'b', 'c'])
      expect(names((await send('GET', `${demands}?quantity=8`)).json)).toEqual([])
    },
  )

  it.each([
    ['DELETE', '{"or":[{"field":"name","value":"a"},{"and":[]}]}'],
    ['PATCH', '{"or":[{"field":"name","value":"a"},{"and":[]}]}'],
    ['PATCH', '{"and":[{"field":"name","value":"a"},{"not":{"or":[]}}]}'],
    ['GET', '{"and":[{"field":"name","value":"a"},{"or":[]}]}'],
    ['GET', '{"not":{"or":[{"and":[]}]}}'],
  ])('refuses an inner group without conditions: %s %s', async (method, filter) => {
    const body = method === 'PATCH' ? { body: { quantity: 8 } } : {}
    const { status, json } = await send(method, `${demands}?filter=${encodeURIComponent(filter)}`, body)
    expect([status, json]).toEqual([400, { filter: [expect.stringContaining('has no conditions')] }])
    expect(names((await send('GET', `${demands}?quantity=8`)).json)).toEqual([])
  })

  it('deletes what the filter matches, with an empty JSON body', async () => {
    const { status, text } = await send('DELETE', `${demands}?source=erp`, {
      body: '',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    })
    expect([status, text]).toEqual([204, ''])
    expect(names((await send('GET', demands)).json)).toEqual(['c'])
    expect(await send('DELETE', `${demands}?source=erp`)).toMatchObject({ status: 204 })
  })

  it('deletes one record', async () => {
    expect(await send('DELETE', `${demands}a/`)).toMatchObject({ status: 204 })
    expect(await send('DELETE', `${demands}a/`)).toMatchObject({ status: 404 })
    expect(await send('DELETE', `${demands}b/?dryrun=1`)).toMatchObject({ status: 200, json: { deleted: 1 } })
    expect(names((await send('GET', demands)).json)).toEqual(['b', 'c'])
  })

  it('counts what it would delete', async () => {
    const { json } = await send('DELETE', '/api/input/location/?name=Ghent&dryrun=1')
    expect(json).toEqual({ deleted: 1, cascaded: { 'input.demand': 2 } })
  })
})

describe('OPTIONS', () => {
  it('tells what a resource is and what this user may do', async () => {
    const { status, json, headers } = await send('OPTIONS', demands, { as: 'viewer' })
    expect(status).toBe(200)
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE')
    expect(json).toMatchObject({
      name: 'sales orders',
      key: 'name',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      fields: {
        name: { type: 'text', required: true, read_only: false },
        lastmodified: { read_only: true },
        status: { type: 'choice', choices: expect.arrayContaining([{ value: 'open', label: 'open' }]) },
        item: { type: 'reference', reference: 'input.item' },
      },
    })
    const german = await send('OPTIONS', demands, { as: 'german' })
    expect(german.json).not.toMatchObject({ name: 'sales orders' })
  })
})
