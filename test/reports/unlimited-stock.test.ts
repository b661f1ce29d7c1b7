/** Tests that unlimited stock has no value in the figures of a plan, although its movements are stored. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { type Planned, planScenario } from '../support/plans.ts'

let server: ApiServer
let planned: Planned

// A bike of 500 is made of water, which is unlimited.
beforeAll(async () => {
  server = await startApiServer()
  const create = server.api.create.bind(server.api)
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('/api/input/location/', [{ name: 'plant' }])
  await create('/api/input/item/', [
    { name: 'bike', cost: 500 },
    { name: 'water', cost: 100 },
  ])
  await create('/api/input/buffer/', [
    { item: 'water', location: 'plant', type: 'infinite', onhand: 5 },
    { item: 'bike', location: 'plant', onhand: 2 },
  ])
  await create('/api/input/operation/', [
    { name: 'make', type: 'fixed_time', item: 'bike', location: 'plant', duration: '1 00:00:00' },
  ])
  await create('/api/input/operationmaterial/', [
    { operation: 'make', item: 'bike', quantity: 1, type: 'end' },
    { operation: 'make', item: 'water', quantity: -30, type: 'start' },
  ])
  await create('/api/input/manufacturingorder/', [
    {
      reference: 'MO',
      operation: 'make',
      status: 'confirmed',
      quantity: 1,
      startdate: '2026-01-07T00:00:00',
      enddate: '2026-01-08T00:00:00',
    },
  ])
  planned = await planScenario(createTestContext(server.database))
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

it('the value of the stock leaves it out', async () => {
  const { average, start } = planned.figures.inventoryValue
  expect([start, average]).toEqual([1_000, 1_000])
  const rows = await server.api.list('/api/output/plansummary/?section=inventory')
  expect(rows.map(({ name, quantity, value }) => [name, quantity, value])).toEqual([
    ['start', 2, 1_000],
    ['end', 3, 1_500],
  ])
})
