/** Tests the effect of orders to expedite: what late sales orders gain if that order alone comes in time. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { planScenario } from '../support/plans.ts'

let server: ApiServer

const made = (item: string) => ({
  name: `make ${item}`,
  type: 'fixed_time',
  item,
  location: 'plant',
  duration: '01:00:00',
})
const uses = (item: string, part: string) => ({
  operation: `make ${item}`,
  item: part,
  quantity: -1,
  type: 'start',
})

// A chair waits for legs and for seats, which are equally late; a lamp waits for its bulb only.
beforeAll(async () => {
  server = await startApiServer()
  const create = server.api.create.bind(server.api)
  const parts = ['leg', 'seat', 'bulb']
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('/api/input/location/', [{ name: 'plant' }])
  await create('/api/input/customer/', [{ name: 'Vermeer' }])
  await create('/api/input/supplier/', [{ name: 'mill' }])
  await create(
    '/api/input/item/',
    ['chair', 'lamp', ...parts].map((name) => ({ name, cost: 10 })),
  )
  await create('/api/input/operation/', [made('chair'), made('lamp')])
  await create('/api/input/operationmaterial/', [
    { operation: 'make chair', item: 'chair', quantity: 1, type: 'end' },
    { operation: 'make lamp', item: 'lamp', quantity: 1, type: 'end' },
    uses('chair', 'leg'),
    uses('chair', 'seat'),
    uses('lamp', 'bulb'),
  ])
  await create(
    '/api/input/itemsupplier/',
    parts.map((item) => ({ item, supplier: 'mill', location: 'plant', leadtime: '60 00:00:00' })),
  )
  const order = {
    supplier: 'mill',
    location: 'plant',
    status: 'confirmed',
    quantity: 10,
    startdate: '2026-01-01T00:00:00',
    enddate: '2026-01-20T00:00:00',
  }
  await create(
    '/api/input/purchaseorder/',
    parts.map((item) => Object.assign({ item, reference: `PO ${item}` }, order)),
  )
  const sale = { location: 'plant', customer: 'Vermeer', quantity: 10, minshipment: 10 }
  await create('/api/input/demand/', [
    { ...sale, name: 'chairs', item: 'chair', due: '2026-01-10T00:00:00' },
    { ...sale, name: 'lamps', item: 'lamp', due: '2026-01-15T00:00:00' },
  ])
  await planScenario(createTestContext(server.database))
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

it('is nothing if another part is as late, and ranks below an order whose gain is certain', async () => {
  const found = await server.api.list('/api/output/exception/?ordering=rank')
  const orders = found.filter(({ kind }) => kind === 'expedite')
  const effects = new Map(orders.map(({ subject, effect }) => [String(subject), Number(effect)]))
  expect(new Set(effects.keys())).toEqual(new Set(['PO bulb', 'PO leg', 'PO seat']))
  const lamps = found.find(({ subject }) => subject === 'lamps')
  expect(effects.get('PO bulb')).toBeGreaterThan(40)
  expect(effects.get('PO bulb')).toBeLessThanOrEqual(Number(lamps?.['effect']) + 1e-6)
  expect([effects.get('PO leg'), effects.get('PO seat')]).toEqual([0, 0])
  expect(orders[0]?.['subject']).toBe('PO bulb')
})
