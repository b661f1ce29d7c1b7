/** Tests moving one date of an order: the other date follows by working time, before anything is saved. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const path = '/api/orderdates/input/manufacturingorder/'
const stored = '/api/input/manufacturingorder/M1/'

beforeAll(async () => {
  server = await startApiServer()
  await server.api.create('/api/input/calendar/', [{ name: 'shift', defaultvalue: 0 }])
  await server.api.create('/api/input/calendarbucket/', [
    {
      calendar: 'shift',
      startdate: '2026-01-01',
      value: 1,
      starttime: '08:00:00',
      endtime: '16:00:00',
      saturday: false,
      sunday: false,
    },
  ])
  await server.api.create('/api/input/location/', [{ name: 'plant', available: 'shift' }])
  await server.api.create('/api/input/operation/', [
    { name: 'saw', location: 'plant', type: 'time_per', duration: '02:00:00', duration_per: '01:00:00' },
  ])
  await server.api.create('/api/input/manufacturingorder/', [
    {
      reference: 'M1',
      operation: 'saw',
      quantity: 10,
      startdate: '2026-01-05T08:00:00',
      enddate: '2026-01-06T12:00:00',
    },
  ])
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = async (body: object, as: Kind = 'planner', at = path) => {
  const { status, json } = await server.api.post(at, body, { as })
  return { status, json }
}

it('takes the time of the operation in its working hours, and writes nothing', async () => {
  // Twelve hours: the rest of Friday, and then from Monday on.
  expect(await ask({ reference: 'M1', startdate: '2026-01-09T12:00:00' })).toEqual({
    status: 200,
    json: { startdate: '2026-01-09T12:00:00', enddate: '2026-01-12T16:00:00' },
  })
  expect(await ask({ reference: 'M1', enddate: '2026-01-12T16:00:00' })).toMatchObject({
    json: { startdate: '2026-01-09T12:00:00' },
  })
  expect(await ask({ reference: 'M1', startdate: '2026-01-09T12:00:00', quantity: 1 })).toMatchObject({
    json: { enddate: '2026-01-09T15:00:00' },
  })
  expect((await server.api.get(stored)).json).toMatchObject({
    quantity: 10,
    startdate: '2026-01-05T08:00:00',
    enddate: '2026-01-06T12:00:00',
  })
})

it('takes the working time of another resource, and of an order that is not stored yet', async () => {
  await server.api.create('/api/input/calendar/', [{ name: 'night', defaultvalue: 0 }])
  await server.api.create('/api/input/calendarbucket/', [
    { calendar: 'night', startdate: '2026-01-01', value: 1, starttime: '12:00:00', endtime: '16:00:00' },
  ])
  await server.api.create('/api/input/resource/', [{ name: 'saw 1' }, { name: 'saw 2', available: 'night' }])
  await server.api.create('/api/input/operationresource/', [{ operation: 'saw', resource: 'saw 1' }])
  await server.api.create('/api/input/operationplanresource/', [{ operationplan: 'M1', resource: 'saw 1' }])
  const [used] = await server.api.list('/api/input/operationplanresource/?operationplan=M1')
  const id = used!['id']
  // Twelve hours of four a day: Monday to Wednesday.
  expect(await ask({ reference: 'M1', startdate: '2026-01-12', use: id, resource: 'saw 2' })).toEqual({
    status: 200,
    json: { startdate: '2026-01-12T00:00:00', enddate: '2026-01-14T16:00:00' },
  })
  expect(
    await ask({
      reference: 'New',
      operation: 'saw',
      quantity: 2,
      startdate: '2026-01-12',
      resource: 'saw 2',
    }),
  ).toEqual({ status: 200, json: { startdate: '2026-01-12T00:00:00', enddate: '2026-01-12T16:00:00' } })
  expect((await ask({ reference: 'M1', startdate: '2026-01-12', use: id, resource: 'none' })).status).toBe(
    400,
  )
  expect((await server.api.get('/api/input/manufacturingorder/New/')).status).toBe(404)
  const uses = await server.api.list('/api/input/operationplanresource/?operationplan=M1')
  expect(uses).toMatchObject([{ resource: 'saw 1' }])
})

it('leaves the other date of an order without a known lead time', async () => {
  await server.api.create('/api/input/item/', [{ name: 'part' }])
  await server.api.create('/api/input/purchaseorder/', [
    { reference: 'P1', item: 'part', location: 'plant', startdate: '2026-01-05', enddate: '2026-01-06' },
  ])
  expect(
    await ask({ reference: 'P1', enddate: '2026-01-09' }, 'planner', '/api/orderdates/input/purchaseorder/'),
  ).toEqual({ status: 200, json: { startdate: null, enddate: '2026-01-09T00:00:00' } })
})

it('is there for those who may change orders, and for orders alone', async () => {
  const moved = { reference: 'M1', startdate: '2026-01-09' }
  expect((await ask(moved, 'viewer')).status).toBe(403)
  expect((await ask(moved, 'norights')).status).toBe(403)
  expect((await ask({ ...moved, reference: 'none' })).status).toBe(404)
  expect((await ask({ reference: 'M1' })).status).toBe(400)
  expect((await ask({ reference: 'M1', startdate: 'soon' })).status).toBe(400)
  expect((await ask(moved, 'planner', '/api/orderdates/input/demand/')).status).toBe(404)
})
