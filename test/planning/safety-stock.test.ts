/** Tests proposals of safety stock: their data, filters, permissions and limits. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

const path = '/api/plan/safetystock/'

const answerShape = Type.Object({
  total: Type.Integer(),
  buffers: Type.Array(
    Type.Object({
      item: Type.String(),
      location: Type.String(),
      demand: Type.Object({
        mean: Type.Number(),
        deviation: Type.Number(),
        weeks: Type.Integer(),
        weeks_with_demand: Type.Integer(),
      }),
      lead_time: Type.Union([
        Type.Object({
          days: Type.Number(),
          deviation_days: Type.Number(),
          source: Type.String(),
          orders: Type.Integer(),
          supply: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ]),
      cost: Type.Union([Type.Number(), Type.Null()]),
      present: Type.Number(),
      calendar: Type.Union([
        Type.Object({ name: Type.String(), least: Type.Number(), most: Type.Number() }),
        Type.Null(),
      ]),
      proposed: Type.Union([Type.Number(), Type.Null()]),
      reorder_quantity: Type.Union([Type.Number(), Type.Null()]),
      value_change: Type.Union([Type.Number(), Type.Null()]),
      obstacle: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
})

/** Returns a day of 2026 as a date: 0 is the first of January. */
const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 19)

describe('safety stock', () => {
  let server: ApiServer

  const ask = async (query = '') => {
    const { status, json, text } = await server.api.get(`${path}${query}`, { as: 'superuser' })
    expect(status, text).toBe(200)
    return Value.Parse(answerShape, json)
  }
  const one = async (item: string, query = '') => (await ask(`?item=${item}${query}`)).buffers[0]!

  beforeAll(async () => {
    server = await startApiServer()
    const create = server.api.create.bind(server.api)
    // The plan starts after ten weeks of closed sales orders.
    await create('/api/common/parameter/', [{ name: 'currentdate', value: dayOf(70).replace('T', ' ') }])
    await create('/api/input/location/', [{ name: 'Europe' }, { name: 'shop', owner: 'Europe' }])
    await create('/api/input/customer/', [{ name: 'Vermeer' }])
    await create('/api/input/supplier/', [{ name: 'mill' }])
    await create('/api/input/calendar/', [{ name: 'season', defaultvalue: 3 }])
    await create('/api/input/calendarbucket/', [
      { calendar: 'season', value: 8, startdate: dayOf(84), enddate: dayOf(98), priority: 1 },
    ])
    await create('/api/input/item/', [
      { name: 'furniture' },
      { name: 'chair', owner: 'furniture', category: 'A', cost: 20 },
      { name: 'stool', owner: 'furniture', category: 'A' },
      { name: 'bench', category: 'B' },
      { name: 'table', category: 'B' },
    ])
    await create('/api/input/buffer/', [
      { item: 'chair', location: 'shop', minimum: 10 },
      { item: 'stool', location: 'shop' },
      { item: 'bench', location: 'shop' },
      { item: 'table', location: 'shop', minimum_calendar: 'season' },
    ])
    // A supplier of the group, at the parent location, and one of lower priority.
    await create('/api/input/itemsupplier/', [
      { item: 'furniture', location: 'Europe', supplier: 'mill', leadtime: '14 00:00:00', sizemultiple: 12 },
      { item: 'chair', location: 'shop', supplier: 'mill', leadtime: '2 00:00:00', priority: 2 },
    ])
    const sale = { location: 'shop', customer: 'Vermeer' }
    await create(
      '/api/input/demand/',
      Array.from({ length: 12 }, (_, week) => ({
        ...sale,
        name: `chairs ${week}`,
        item: 'chair',
        quantity: week % 2 === 0 ? 8 : 12,
        due: dayOf(week * 7 + 1),
        status: week < 10 ? 'closed' : 'open',
      })),
    )
    await create('/api/input/demand/', [
      { ...sale, name: 'canceled', item: 'chair', quantity: 1000, due: dayOf(20), status: 'canceled' },
      ...[0, 1, 2, 3, 4].map((week) =>
        Object.assign(
          { name: `benches ${week}`, item: 'bench', quantity: 5 + week, due: dayOf(week * 7 + 1) },
          { ...sale, status: 'closed' },
        ),
      ),
      { ...sale, name: 'stools', item: 'stool', quantity: 5, due: dayOf(8), status: 'closed' },
    ])
    // Stools arrive after 10, 12, … days, and chairs once.
    await create(
      '/api/input/purchaseorder/',
      [10, 12, 14, 16, 18].map((days, index) => ({
        reference: `stools ${index}`,
        item: 'stool',
        location: 'shop',
        supplier: 'mill',
        quantity: 5,
        status: 'closed',
        ordering_date: dayOf(index),
        receipt_date: dayOf(index + days),
      })),
    )
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it('comes from closed and open sales orders and from the preferred supplier of the item group', async () => {
    const chair = await one('chair')
    expect(chair.demand).toMatchObject({ mean: 10, weeks: 12, weeks_with_demand: 12 })
    expect(chair.demand.deviation).toBeCloseTo(Math.sqrt((12 * 4) / 11), 9)
    expect(chair.lead_time).toEqual({
      days: 14,
      deviation_days: expect.closeTo(2.8, 9),
      source: 'standard',
      orders: 0,
      supply: 'PO',
    })
    // 1.645 * sqrt(2 * 4.36 + 100 * 0.16) = 8.2
    expect(chair).toMatchObject({ present: 10, proposed: 9, reorder_quantity: 12, value_change: -20 })
  })

  it('rises with the service level and with the variation of lead times', async () => {
    const stocks = [
      (await one('chair', '&service_level=60')).proposed,
      (await one('chair')).proposed,
      (await one('chair', '&service_level=99.9')).proposed,
      (await one('chair', '&service_level=99.9&lead_time_variation=100')).proposed,
    ].map(Number)
    expect(stocks).toEqual([...new Set(stocks)].toSorted((a, b) => a - b))
  })

  it('uses lead times of completed orders', async () => {
    const { lead_time: time, obstacle, value_change: value } = await one('stool')
    expect(time).toMatchObject({ days: 14, source: 'observed', orders: 5 })
    expect(time?.deviation_days).toBeCloseTo(Math.sqrt(10), 9)
    expect({ obstacle, value }).toEqual({ obstacle: 'rare_demand', value: null })
  })

  it('is not proposed without regular demand, lead time or effect, for a reason', async () => {
    expect((await one('bench')).obstacle).toBe('no_lead_time')
    expect((await one('table')).obstacle).toBe('calendar')
    expect((await one('chair', '&history=0')).obstacle).toBe('short_history')
  })

  it('states the value of a calendar in force at the date of the plan, and its range in the weeks to come', async () => {
    const season = { name: 'season', least: 3, most: 8 }
    expect(await one('table')).toMatchObject({ present: 3, calendar: season, proposed: null })
    // The season begins after the first two weeks of the plan.
    expect((await one('table', '&outlook=1')).calendar).toEqual({ ...season, most: 3 })
    expect(await one('chair')).toMatchObject({ present: 10, calendar: null, cost: 20 })
  })

  it('is computed for a filtered list, up to a limit', async () => {
    expect((await ask()).total).toBe(4)
    const classA = await ask('?item__category=A')
    expect(classA.buffers.map(({ item }) => item)).toEqual(['chair', 'stool'])
    const first = await ask('?limit=1')
    expect([first.total, first.buffers.length]).toEqual([4, 1])
    expect(await ask('?item=none')).toEqual({ total: 0, buffers: [] })
  })

  it('refuses invalid parameters with the valid range', async () => {
    for (const query of ['service_level=100', 'service_level=x', 'history=1.5', 'limit=1001', 'outlook=-1']) {
      const { status, text } = await server.api.get(`${path}?${query}`, { as: 'superuser' })
      expect([query, status]).toEqual([query, 400])
      expect(text).toContain('number from')
    }
    const { status, text } = await server.api.get(`${path}?servicelevel=95`, { as: 'superuser' })
    expect([status, text]).toEqual([400, expect.stringContaining('servicelevel')])
  })

  it('requires the permission to view the data it is computed from', async () => {
    expect((await server.api.get(path, { as: 'viewer' })).status).toBe(200)
    expect((await server.api.get(path, { as: 'norights' })).status).toBe(403)
  })
})
