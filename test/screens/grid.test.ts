/**
 * Tests the requests of a grid with a long list: nested filters, values of a column, positions of records, titles of
 * references.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer
const demands = '/api/input/demand/'
const filtered = (filter: unknown, path = demands): string =>
  `${path}?filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}`
const names = async (filter: unknown): Promise<readonly unknown[]> =>
  (await server.api.list(`${filtered(filter)}&fields=name`)).map(({ name }) => name)

beforeAll(async () => {
  server = await startApiServer()
  await server.addUser({
    username: 'clerk',
    rights: { default: ['input.view_demand', 'input.delete_demand'] },
  })
  await server.api.create('/api/input/item/', [
    { name: 'BIKE', category: 'A', description: 'A city bike' },
    { name: 'bikini', category: 'B' },
    { name: 'Wheel', category: 'A', description: 'of a bike' },
  ])
  await server.api.create(demands, [
    { name: 'a', item: 'BIKE', quantity: 1, due: '2026-01-01T00:00:00', status: 'open' },
    { name: 'b', item: 'bikini', quantity: 5, due: '2026-02-01T00:00:00', status: 'closed' },
    { name: 'c', item: 'Wheel', quantity: 9, status: 'open', delay: '1 00:00:00' },
    { name: 'd', quantity: 9, status: 'quote' },
  ])
})
const place = (query: string, as?: 'norights') =>
  server.api.get(`/api/position/input/demand/?${query}`, as === undefined ? {} : { as })
const distinct = async (query: string) =>
  Object((await server.api.get(`/api/distinct/input/demand/?${query}`)).json)
const lookup = async (entity: string, query: string, as?: string) =>
  server.request('GET', `/api/lookup/${entity}/?${query}`, { as: as ?? 'superuser' })
const labels = async (query: string) => {
  const { json } = await lookup('input/item', query)
  return Object(json).map(({ label, rank }: { label: string; rank: number }) => `${label} ${rank}`)
}
afterAll(() => server[Symbol.asyncDispose]())

describe('filters joined by and, or and not', () => {
  it.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ field: 'quantity', lookup: 'gte', value: 5 }, ['b', 'c', 'd']],
    [
      {
        or: [
          { field: 'name', value: 'a' },
          { field: 'item__category', value: 'B' },
        ],
      },
      ['a', 'b'],
    ],
    [{ and: [{ field: 'status', value: 'open' }, { not: { field: 'name', value: 'a' } }] }, ['c']],
    [{ not: { field: 'item__category', value: 'A' } }, ['b', 'd']],
    [{ field: 'name', lookup: 'in', value: ['a', 'd', 'x,y'] }, ['a', 'd']],
    [{ field: 'item', value: null }, ['d']],
    [{ field: 'due', lookup: 'ne', value: null }, ['a', 'b']],
    [{ or: [] }, []],
  ])('%j finds %j', async (filter, found) => {
    expect(await names(filter)).toEqual(found)
  })

  it('stand beside other parameters', async () => {
    const rows = await server.api.list(
      `${filtered({
        or: [
          { field: 'name', value: 'a' },
          { field: 'name', value: 'c' },
        ],
      })}&quantity__gt=5`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['c'])
  })

  it.each([
    'no json',
    '[]',
    '{"and": {}}',
    '{"field": "nothing", "value": 1}',
    '{"field": "quantity", "value": "many"}',
    '{"field": "quantity", "lookup": "icontains", "value": "1"}',
    '{"or": [], "and": []}',
    JSON.stringify({ or: Array.from({ length: 201 }, () => ({ field: 'name', value: 'a' })) }),
  ])('that are none are refused: %s', async (filter) => {
    const { status, json } = await server.api.get(filtered(filter))
    expect([status, Object.keys(Object(json))]).toEqual([400, ['filter']])
  })

  it('do not look at records that may not be seen', async () => {
    const { status, json } = await server.request(
      'GET',
      filtered({ not: { field: 'item__cost', lookup: 'gt', value: 1 } }),
      {
        as: 'clerk',
      },
    )
    expect([status, Object.keys(Object(json))]).toEqual([403, ['filter']])
  })

  it('choose what is deleted, and never all of it', async () => {
    await server.api.create(demands, [{ name: 'gone' }])
    const rehearsed = await server.api.delete(`${filtered({ field: 'name', value: 'gone' })}&dryrun=1`)
    expect(rehearsed.json).toMatchObject({ deleted: 1 })
    expect((await server.api.delete(filtered({ field: 'name', value: 'gone' }))).status).toBe(204)
    expect((await server.api.delete(filtered({}))).status).toBe(400)
    expect((await server.api.delete(filtered({ and: [] }))).status).toBe(400)
    expect(await names({})).toHaveLength(4)
  })
})

describe('pages', () => {
  it('come without the number of records where it is not asked for', async () => {
    const { headers, json } = await server.api.get(`${demands}?limit=2&offset=1&count=0`)
    expect([headers.get('x-total-count'), Object(json).length]).toEqual([null, 2])
  })

  it('far from the beginning are the same as near it', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => ({
      name: `l${String(index).padStart(5, '0')}`,
      available: null,
    }))
    await server.api.create('/api/input/location/', many)
    for (const ordering of ['name', '-name', 'source,-name']) {
      const all = await server.api.list(`/api/input/location/?ordering=${ordering}`)
      const page = await server.api.list(`/api/input/location/?ordering=${ordering}&limit=7&offset=1200`)
      expect(page).toEqual(all.slice(1200, 1207))
    }
  })
})

describe('the place of a record', () => {
  it('is that in the list as it is sorted and filtered', async () => {
    for (const ordering of ['name', '-name', '-quantity', 'due', '-due,name']) {
      const rows = await server.api.list(`${demands}?ordering=${ordering}`)
      for (const [index, { name }] of rows.entries()) {
        const { json } = await place(`ordering=${ordering}&key=${String(name)}`)
        expect([ordering, name, json]).toEqual([ordering, name, { position: index, total: rows.length }])
      }
    }
    expect((await place('key=d&quantity__gte=9')).json).toEqual({ position: 1, total: 2 })
  })

  it('hears nothing of what the list does not hold', async () => {
    expect((await place('key=a&quantity__gte=9')).status).toBe(404)
    expect((await place('key=nothing')).status).toBe(404)
    expect((await place('')).status).toBe(400)
    expect((await place('key=a', 'norights')).status).toBe(403)
  })
})

describe('values of a column', () => {
  it('come with how often they occur', async () => {
    expect(await distinct('field=status')).toEqual({
      values: [
        { value: 'open', count: 2 },
        { value: 'closed', count: 1 },
        { value: 'quote', count: 1 },
      ],
      more: false,
    })
    expect(await distinct('field=quantity&status=open')).toEqual({
      values: [
        { value: 1, count: 1 },
        { value: 9, count: 1 },
      ],
      more: false,
    })
    expect(await distinct('field=due&limit=1')).toEqual({ values: [{ value: null, count: 2 }], more: true })
    expect((await distinct('field=item&q=BIK')).values).toHaveLength(2)
  })

  it('are refused where there can be none', async () => {
    for (const query of [
      '',
      'field=plan',
      'field=nothing',
      'field=status&limit=0',
      'field=status&filter=x',
    ]) {
      expect((await server.api.get(`/api/distinct/input/demand/?${query}`)).status).toBe(400)
    }
    // Nobody reads secrets, not even by how many records have which one.
    for (const [entity, field] of [
      ['common/user', 'password'],
      ['common/apikey', 'hashed_key'],
    ])
      for (const path of [
        `/api/distinct/${entity}/?field=${field}`,
        `/api/aggregate/${entity}/?group=${field}`,
      ])
        expect((await server.api.get(path)).status, path).toBe(400)
    const refused = await server.api.get('/api/distinct/input/demand/?field=status', { as: 'norights' })
    expect(refused.status).toBe(403)
  })
})

const aggregate = async (query: string) => {
  const { status, json } = await server.api.get(`/api/aggregate/input/demand/?${query}`)
  return { status, ...Object(json) }
}

describe('counts and sums of a list', () => {
  it('are computed over all records that match, not over a page', async () => {
    const { groups, rows } = await aggregate('measure=quantity__sum,quantity__avg,due__max&limit=1')
    expect(groups).toBe(1)
    expect(rows).toEqual([
      {
        values: [],
        count: 4,
        measures: {
          quantity__sum: 24,
          quantity__avg: 6,
          due__max: '2026-02-01T00:00:00',
        },
        filter: {},
      },
    ])
    expect((await aggregate('measure=quantity__sum&status=open')).rows[0].measures).toEqual({
      quantity__sum: 10,
    })
    expect((await aggregate('measure=quantity__sum&name=nobody')).rows[0]).toMatchObject({
      count: 0,
      measures: { quantity__sum: null },
    })
  })

  it('are given by group with pages, orders and the filter that finds the records of each', async () => {
    const first = await aggregate('group=status&measure=quantity__sum&limit=2')
    expect(first).toMatchObject({
      groups: 3,
      rows: [
        { values: ['closed'], count: 1, measures: { quantity__sum: 5 }, filter: { status__exact: 'closed' } },
        { values: ['open'], count: 2, measures: { quantity__sum: 10 } },
      ],
    })
    expect((await aggregate('group=status&limit=2&offset=2')).rows).toMatchObject([{ values: ['quote'] }])
    const byQuantity = await aggregate('group=status&measure=quantity__sum&ordering=-quantity__sum')
    expect(byQuantity.rows.map(({ values }: { values: unknown[] }) => values[0])).toEqual([
      'open',
      'quote',
      'closed',
    ])
  })

  it('go by two fields, by fields of referred records and by periods of dates', async () => {
    const { rows } = await aggregate('group=item__category,due__month&measure=quantity__sum')
    expect(rows.map(({ values }: { values: unknown[] }) => values)).toEqual([
      ['A', '2026-01-01T00:00:00'],
      ['A', null],
      ['B', '2026-02-01T00:00:00'],
      [null, null],
    ])
    expect(rows[0].filter).toEqual({
      item__category__exact: 'A',
      due__gte: '2026-01-01T00:00:00',
      due__lt: '2026-02-01T00:00:00',
    })
    for (const { filter, count } of rows) {
      const found = await server.api.list(`${demands}?${new URLSearchParams(filter).toString()}`)
      expect(found).toHaveLength(count)
    }
    const weeks = await aggregate('group=due__week&due__isnull=false')
    expect(weeks.rows.map(({ values }: { values: unknown[] }) => values[0])).toEqual([
      '2025-12-29T00:00:00',
      '2026-01-26T00:00:00',
    ])
  })

  it('find the records of a group without a text, too', async () => {
    const buffers = '/api/input/buffer/'
    const place = { item: 'of batches', location: 'of batches' }
    for (const batch of ['', 'B1', 'B2']) await server.api.create(buffers, [{ ...place, batch }])
    const { json } = await server.api.get('/api/aggregate/input/buffer/?group=batch&item=of batches')
    const rows: { values: unknown[]; count: number; filter: Record<string, string> }[] = Object(json).rows
    expect(rows.map(({ values }) => values[0])).toContain('')
    for (const { filter, count } of rows) {
      const query = new URLSearchParams({ ...filter, item: 'of batches' }).toString()
      expect(await server.api.list(`${buffers}?${query}`)).toHaveLength(count)
    }
    await server.api.delete(`${buffers}?item=of batches`)
    await server.api.delete('/api/input/item/?name=of batches')
  })

  it.each(['day', 'week', 'month'])(
    'find the records of the first and the last %s of the calendar',
    async (period) => {
      const dues = ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59']
      await server.api.create(
        demands,
        dues.map((due, index) => ({ name: `edge ${index}`, due, source: 'edge' })),
      )
      const { rows } = await aggregate(`group=due__${period}&source=edge`)
      expect(rows.map(({ count }: { count: number }) => count)).toEqual([1, 2])
      for (const { filter, count } of rows) {
        const query = new URLSearchParams({ ...filter, source: 'edge' }).toString()
        expect(await server.api.list(`${demands}?${query}`)).toHaveLength(count)
      }
      await server.api.delete(`${demands}?source=edge`)
    },
  )

  it('find the records of a group by a field that is named as a parameter of the list', async () => {
    await server.api.create('/api/input/operation/', [{ name: 'brew', location: 'kitchen' }])
    const materials = '/api/input/operationmaterial/'
    await server.api.create(materials, [
      { operation: 'brew', item: 'water', quantity: -1 },
      { operation: 'brew', item: 'malt', quantity: -1, offset: '1 00:00:00' },
    ])
    const { json } = await server.api.get(
      `${materials.replace('/api/', '/api/aggregate/')}?group=offset&operation=brew`,
    )
    const rows: { count: number; filter: Record<string, string> }[] = Object(json).rows
    expect(rows).toHaveLength(2)
    for (const { filter, count } of rows) {
      const query = new URLSearchParams({ ...filter, operation: 'brew', limit: '10' }).toString()
      expect(await server.api.list(`${materials}?${query}`)).toHaveLength(count)
    }
    await server.api.delete('/api/input/operation/brew/')
    await server.api.delete('/api/input/item/?name__in=water,malt')
  })

  it('are refused for what cannot be computed and for what may not be seen', async () => {
    for (const query of [
      'group=nothing',
      'group=status,name,item',
      'group=quantity__month',
      'measure=status__sum',
      'measure=due__sum',
      'measure=quantity',
      'group=status&ordering=name',
      'limit=501',
    ])
      expect([query, (await aggregate(query)).status]).toEqual([query, 400])
    const hidden = '/api/aggregate/input/demand/?group=item__category'
    expect((await server.request('GET', hidden, { as: 'clerk' })).status).toBe(403)
    expect((await server.api.get('/api/aggregate/input/demand/', { as: 'norights' })).status).toBe(403)
  })
})

describe('names for references', () => {
  it('come the best first', async () => {
    expect(await labels('q=bike')).toEqual(['BIKE 1', 'Wheel 2'])
    expect(await labels('q=BIKE')).toEqual(['BIKE 0', 'Wheel 2'])
    expect(await labels('q=bik')).toEqual(['BIKE 1', 'bikini 1', 'Wheel 2'])
    expect(await labels('q=bik&limit=1')).toEqual(['BIKE 1'])
    expect(await labels('q=%25')).toEqual([])
    expect(await labels('')).toEqual(['BIKE 2', 'Wheel 2', 'bikini 2'])
  })

  it('are found by parts of their words in any order', async () => {
    expect(await labels('q=city%20bike')).toEqual(['BIKE 2'])
    expect(await labels('q=bik%20cit')).toEqual(['BIKE 3'])
    expect(await labels('q=bike%20wheel')).toEqual(['Wheel 3'])
    expect(await labels('q=city%20city')).toEqual(['BIKE 3'])
    expect(await labels('q=bike%20car')).toEqual([])
  })

  it('are of records that may be seen', async () => {
    expect((await lookup('input/item', 'q=b', 'clerk')).status).toBe(403)
    expect(Object((await lookup('common/user', 'q=', 'clerk')).json)).toMatchObject([{ label: 'clerk' }])
    expect((await lookup('input/nothing', 'q=b')).status).toBe(404)
    expect((await lookup('input/item', 'q=b&limit=1000')).status).toBe(400)
  })
})
