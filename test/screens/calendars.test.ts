/** Tests the effective values of a calendar, its users, and the effect of edits before they are saved. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
const week = { start: '2026-01-05', end: '2026-01-12' }
const path = '/api/calendars/shift/'

beforeAll(async () => {
  server = await startApiServer()
  const create = server.api.create.bind(server.api)
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 06:00:00' }])
  await create('/api/input/calendar/', [{ name: 'shift', defaultvalue: 0 }])
  await create('/api/input/calendarbucket/', [
    {
      calendar: 'shift',
      value: 1,
      priority: 5,
      starttime: '08:00',
      endtime: '15:59:59',
      saturday: false,
      sunday: false,
    },
    {
      calendar: 'shift',
      value: 2,
      priority: 1,
      startdate: '2026-01-06T10:00:00',
      enddate: '2026-01-06T12:00:00',
    },
    {
      calendar: 'shift',
      value: 3,
      priority: 9,
      starttime: '22:00',
      endtime: '06:00',
      startdate: '2026-01-10',
      enddate: '2026-01-11',
    },
  ])
  await create('/api/input/location/', [{ name: 'plant', available: 'shift' }])
  await create('/api/input/resource/', [
    { name: 'bench', available: 'shift', maximum: 2 },
    { name: 'saw', available: 'shift', location: 'plant' },
    { name: 'free' },
  ])
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (query: object, as: Kind = 'planner') => {
  const { status, json } = await server.api.get(`${path}?${new URLSearchParams({ ...query }).toString()}`, {
    as,
  })
  return { status, json: Object(json) }
}
const preview = async (edits: readonly object[], more: object = {}, as: Kind = 'planner', at = path) => {
  const { status, json } = await server.api.post(at, { ...week, ...more, edits }, { as })
  return { status, json: Object(json) }
}

it('tells the value at every moment, which entry decides it, and what the entries cover', async () => {
  const { json } = await get({ start: '2026-01-06', end: '2026-01-07' })
  const [rush, usual] = json.entries
  expect(json.effective).toEqual([
    { start: '2026-01-06T00:00:00', end: '2026-01-06T08:00:00', value: 0, entry: null },
    { start: '2026-01-06T08:00:00', end: '2026-01-06T10:00:00', value: 1, entry: usual.id },
    { start: '2026-01-06T10:00:00', end: '2026-01-06T12:00:00', value: 2, entry: rush.id },
    { start: '2026-01-06T12:00:00', end: '2026-01-06T16:00:00', value: 1, entry: usual.id },
    { start: '2026-01-06T16:00:00', end: '2026-01-07T00:00:00', value: 0, entry: null },
  ])
  // The effective entry comes first; the other one is reported as if it were the only entry.
  expect(usual.stretches).toEqual([['2026-01-06T08:00:00', '2026-01-06T16:00:00']])
  expect(rush.record).toMatchObject({ calendar: 'shift', value: 2, priority: 1 })
  expect(json).toMatchObject({
    now: '2026-01-05T06:00:00',
    entry_count: 2,
    lowest_priority: 1,
    capacity: null,
  })
})

it('tells hours over midnight as one stretch', async () => {
  const { json } = await get({ start: '2026-01-10', end: '2026-01-12' })
  expect(json.entries.map(({ stretches }: { stretches: unknown }) => stretches)).toEqual([
    [['2026-01-10T22:00:00', '2026-01-11T06:00:00']],
  ])
})

it('tells who shares it, as far as the reader may see them, and what a resource can do each day', async () => {
  const { json } = await get({ ...week, resource: 'bench' })
  expect(json.uses).toEqual([
    { entity: 'input.location', field: 'available', keys: ['plant'], count: 1 },
    { entity: 'input.resource', field: 'available', keys: ['bench', 'saw'], count: 2 },
  ])
  expect(json.capacity.map(({ available }: { available: number }) => available)).toEqual([
    16, 16, 16, 16, 16, 4, 12,
  ])
})

it('shows what edits would make of it, and stores nothing', async () => {
  const down = {
    entity: 'input.calendarbucket',
    action: 'create',
    fields: {
      calendar: 'shift',
      value: 0,
      priority: 0,
      startdate: '2026-01-05T09:30:00',
      enddate: '2026-01-12',
    },
  }
  const before = await get({ ...week, resource: 'bench' })
  const { json } = await preview([down], { resource: 'bench' })
  expect(json.capacity.map(({ available }: { available: number }) => available)).toEqual([
    3, 0, 0, 0, 0, 0, 0,
  ])
  expect(json.lowest_priority).toBe(0)
  expect(json.entries.map(({ edit }: { edit: number | null }) => edit)).toEqual([0, null, null, null])
  expect((await get({ ...week, resource: 'bench' })).json).toEqual(before.json)
})

it('shows a copy for one resource before there is one', async () => {
  const edits = [
    { entity: 'input.calendar', action: 'create', fields: { name: 'own', defaultvalue: 1 } },
    { entity: 'input.resource', action: 'update', key: 'saw', fields: { available: 'own' } },
  ]
  const { json } = await preview(edits, {}, 'planner', '/api/calendars/own/')
  expect(json.uses).toEqual([{ entity: 'input.resource', field: 'available', keys: ['saw'], count: 1 }])
  expect(json.effective).toEqual([
    { start: '2026-01-05T00:00:00', end: '2026-01-12T00:00:00', value: 1, entry: null },
  ])
})

it('refuses wrong edits with their place, unknown calendars, windows too long, and who may not see calendars', async () => {
  const wrong = {
    entity: 'input.calendarbucket',
    action: 'create',
    fields: { calendar: 'shift', value: 'x' },
  }
  expect(await preview([wrong])).toMatchObject({
    status: 400,
    json: { errors: [{ edit: 0, field: 'value' }] },
  })
  expect((await get({ ...week, end: '2027-01-01' })).json).toMatchObject({ end: [expect.any(String)] })
  expect((await get({ start: '2026-01-05', end: '2026-01-05' })).status).toBe(400)
  expect((await get({})).status).toBe(400)
  for (const start of ['9999-12-31T23:59:59', '0001-01-01'])
    expect((await get({ start })).json).toEqual({ start: [expect.stringContaining('1970-01-01')] })
  expect((await preview([], {}, 'planner', '/api/calendars/none/')).status).toBe(404)
  expect((await get(week, 'norights')).status).toBe(403)
})
