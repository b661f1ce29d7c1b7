/** Tests over HTTP that stock of another location is offered to a late sales order, and that it can be accepted. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { planScenario } from '../support/plans.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let server: ApiServer

const answerShape = Type.Object({
  remedies: Type.Array(
    Type.Object({
      token: Type.String(),
      kind: Type.String(),
      after: Type.Object({ date: Type.String(), days_late: Type.Number() }),
    }),
  ),
})

beforeAll(async () => {
  server = await startApiServer()
  const { api } = server
  await api.create('/api/input/location/', [{ name: 'plant' }, { name: 'depot' }])
  await api.create('/api/input/item/', [{ name: 'frame' }, { name: 'saddle' }])
  await api.create('/api/input/supplier/', [{ name: 'shop' }])
  await api.create('/api/input/itemsupplier/', [
    { item: 'frame', location: 'plant', supplier: 'shop', leadtime: '20 00:00:00' },
  ])
  await api.create('/api/input/buffer/', [{ item: 'frame', location: 'depot', onhand: 9, minimum: 4 }])
  await api.create('/api/input/itemdistribution/', [
    { item: 'saddle', origin: 'depot', location: 'plant', leadtime: '2 00:00:00' },
  ])
  await api.create('/api/input/demand/', [
    { name: 'SO', item: 'frame', location: 'plant', quantity: 5, due: '2026-01-10', status: 'open' },
  ])
  await api.post('/api/common/parameter/', { name: 'currentdate', value: '2026-01-05' })
  await planScenario(createTestContext(server.database), { current: '2026-01-05' })
})
afterAll(() => server[Symbol.asyncDispose]())

it('offers the stock above the safety stock of another location, and takes it', detail, async () => {
  const ask = { as: 'superuser' } as const
  const { json } = await server.api.post('/api/plan/remedies/', { demand: 'SO' }, ask)
  const { remedies } = Value.Parse(answerShape, json)
  const transfer = remedies.find(({ kind }) => kind === 'transfer')
  expect(transfer).toMatchObject({ after: { days_late: 0 } })
  const accepted = await server.api.post('/api/plan/accept/', { token: transfer!.token }, ask)
  expect([accepted.status, accepted.json]).toEqual([200, expect.anything()])
  expect(await server.api.list('/api/input/distributionorder/?status=approved')).toMatchObject([
    { item: 'frame', origin: 'depot', destination: 'plant', quantity: 5, enddate: '2026-01-07T00:00:00' },
  ])
  const [order] = await server.api.list('/api/input/demand/?name=SO')
  expect(order).toMatchObject({ deliverydate: '2026-01-10T00:00:00', quantity: 5, plannedquantity: 5 })
})
