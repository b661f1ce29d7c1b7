/**
 * Tests the requests of the plan board: orders with another date, resource or quantity; first tried, then accepted.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { readEdited, readLiveData } from '../../src/planning/live/live-data.ts'
import { createTestContext } from '../support/database.ts'
import { planScenario } from '../support/plans.ts'

// A separate process holds the plan.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ApiServer
let context: DataContext

const order = (name: string, due: string) => ({
  name,
  item: 'chair',
  location: 'plant',
  quantity: 8,
  due,
  minshipment: 8,
})

// Two saws, open on weekdays from eight to four; a chair takes an hour.
beforeAll(async () => {
  server = await startApiServer()
  context = createTestContext(server.database)
  const create = server.api.create.bind(server.api)
  await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
  await create('/api/input/calendar/', [{ name: 'shift', defaultvalue: 0 }])
  await create('/api/input/calendarbucket/', [
    { calendar: 'shift', value: 1, days: 62, starttime: '08:00:00', endtime: '16:00:00' },
  ])
  await create('/api/input/location/', [{ name: 'plant' }])
  await create('/api/input/item/', [{ name: 'chair' }])
  await create('/api/input/resource/', [
    { name: 'saw 1', maximum: 1, location: 'plant', available: 'shift' },
    { name: 'saw 2', maximum: 1, location: 'plant', available: 'shift' },
  ])
  await create('/api/input/operation/', [
    { name: 'make', type: 'time_per', item: 'chair', location: 'plant', duration_per: '01:00:00' },
  ])
  await create('/api/input/operationresource/', [
    { operation: 'make', resource: 'saw 1', name: 'saw', priority: 1, search: 'PRIORITY' },
    { operation: 'make', resource: 'saw 2', name: 'saw', priority: 2, search: 'PRIORITY' },
  ])
  await create('/api/input/demand/', [
    order('first', '2026-01-07T00:00:00'),
    order('second', '2026-01-08T00:00:00'),
  ])
  await planScenario(context)
})
afterAll(() => server[Symbol.asyncDispose]())

const trialShape = Type.Object({
  token: Type.String(),
  demands: Type.Array(Type.Object({ name: Type.String(), change: Type.String() })),
  orders: Type.Object({
    list: Type.Array(
      Type.Object({
        reference: Type.Union([Type.Null(), Type.String()]),
        change: Type.String(),
        after: Type.Union([
          Type.Null(),
          Type.Object({
            start: Type.String(),
            end: Type.String(),
            quantity: Type.Number(),
            resources: Type.Array(Type.String()),
          }),
        ]),
      }),
    ),
  }),
})

const ask = async (edits: readonly object[]) => {
  const { status, json } = await server.api.post('/api/plan/trial/', { edits })
  expect([status, status === 200 ? undefined : json]).toEqual([200, undefined])
  return Value.Parse(trialShape, json)
}

interface Stored {
  readonly reference: string
  readonly startdate: string
  readonly enddate: string
}

const listShape = Type.Array(
  Type.Object({ reference: Type.String(), startdate: Type.String(), enddate: Type.String() }),
)

const orders = async (): Promise<readonly Stored[]> =>
  Value.Parse(
    listShape,
    (
      await server.api.get(
        '/api/input/manufacturingorder/?ordering=startdate&fields=reference,startdate,enddate',
      )
    ).json,
  )

const move = (reference: string, startdate: string, fields: object = {}) => ({
  entity: 'input.manufacturingorder',
  action: 'update',
  key: reference,
  // The other date is computed from the working time.
  fields: { status: 'approved', startdate, enddate: null, ...fields },
})

it('moves an order in time, its end by working time, and tells who comes late', async () => {
  const [first] = await orders()
  const { demands } = await ask([move(first!.reference, '2026-01-08T12:00:00')])
  expect(demands).toEqual([expect.objectContaining({ name: 'first', change: 'late' })])
})

it('moves an order to another machine', async () => {
  const [first] = await orders()
  const { json } = await server.api.get(
    `/api/input/operationplanresource/?operationplan=${first!.reference}&fields=id,resource`,
  )
  const [use] = Value.Parse(Type.Array(Type.Object({ id: Type.Number(), resource: Type.String() })), json)
  const tried = await ask([
    move(first!.reference, first!.startdate),
    {
      entity: 'input.operationplanresource',
      action: 'update',
      key: use!.id,
      fields: { resource: 'saw 2' },
    },
  ])
  const { status } = await server.api.post('/api/plan/accept/', { token: tried.token })
  expect(status).toBe(200)
  const after = await server.api.get(
    `/api/input/operationplanresource/?operationplan=${first!.reference}&fields=resource`,
  )
  expect(after.json).toEqual([{ resource: 'saw 2' }])
})

it('reads of edited orders what reading all of them would find', async () => {
  const [first, second] = await orders()
  for (const change of [
    `UPDATE "default"."operationplan" SET "status" = 'approved', "startdate" = '2026-01-09'`,
    `UPDATE "default"."operationplan" SET "status" = 'proposed'`,
    `UPDATE "default"."operationplan" SET "quantity" = 4, "status" = 'confirmed'`,
  ]) {
    for (const { reference } of [first!, second!]) {
      const data = await readLiveData(context, '2026-01-05T00:00:00')
      const [known, all] = await server.database.withTransaction(async (client) => {
        await client.query(`${change} WHERE "reference" = $1`, [reference])
        const changed = ['input.operationplan']
        const edited = new Set([reference])
        const keys = new Map([['input.operationplan', { keys: edited, touched: edited }]])
        return [
          await readEdited(client, context, data, changed, keys),
          await readEdited(client, context, data, changed),
        ] as const
      })
      const byReference = ({ input }: typeof known) => ({
        orders: input.orders.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
        uses: input.orderResources?.toSorted((a, b) => (a.operationplan < b.operationplan ? -1 : 1)),
      })
      expect([change, reference, byReference(known)]).toEqual([change, reference, byReference(all)])
      expect([...known.touched.tables]).toEqual([...all.touched.tables])
      expect(known.touched.orders.has(reference)).toBe(true)
    }
  }
})
