/** Tests the exceptions of a plan: which exceptions exist, their order, and the notes on them. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { emptyEntities } from '../../src/data/write/empty/empty-entities.ts'
import { planEmptying } from '../../src/data/write/empty/empty-plan.ts'
import type { DataContext } from '../../src/data/context.ts'
import { loadDemo, planScenario } from '../support/plans.ts'

const exceptionShape = Type.Array(
  Type.Object({
    id: Type.String(),
    rank: Type.Integer(),
    kind: Type.String(),
    subject: Type.String(),
    bottleneck: Type.Union([Type.String(), Type.Null()]),
    entity: Type.Union([Type.String(), Type.Null()]),
    enddate: Type.Union([Type.String(), Type.Null()]),
    quantity: Type.Union([Type.Number(), Type.Null()]),
    days: Type.Union([Type.Number(), Type.Null()]),
    effect: Type.Number(),
    value: Type.Number(),
    count: Type.Integer(),
    status: Type.String(),
    until: Type.Union([Type.String(), Type.Null()]),
    assignee: Type.Union([Type.String(), Type.Null()]),
    note: Type.Union([Type.String(), Type.Null()]),
  }),
)

const path = '/api/exceptions/'

describe('exceptions of a plan that is made for the purpose', () => {
  let server: ApiServer
  let context: DataContext

  const list = async (query = '') =>
    Value.Parse(exceptionShape, (await server.api.get(`${path}${query}`, { as: 'superuser' })).json)
  const change = (body: unknown, as: 'superuser' | 'viewer' = 'superuser') =>
    server.request('POST', path, { as, body })

  // Chairs, each of which needs one leg. One order of legs is too late, one is too early, and one order of seats has
  // no demand.
  beforeAll(async () => {
    server = await startApiServer()
    context = createTestContext(server.database)
    const create = server.api.create.bind(server.api)
    const order = {
      supplier: 'mill',
      location: 'plant',
      status: 'confirmed',
      startdate: '2026-01-01T00:00:00',
    }
    const sale = { item: 'chair', location: 'plant', customer: 'Vermeer' }
    await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
    await create('/api/input/location/', [{ name: 'plant' }])
    await create('/api/input/customer/', [{ name: 'Vermeer' }])
    await create('/api/input/supplier/', [{ name: 'mill' }])
    await create('/api/input/item/', [
      { name: 'chair', cost: 100 },
      { name: 'leg', cost: 10 },
      { name: 'screw', cost: 2 },
      { name: 'seat', cost: 30 },
    ])
    await create('/api/input/operation/', [
      { name: 'make', type: 'fixed_time', item: 'chair', location: 'plant', duration: '01:00:00' },
    ])
    await create('/api/input/operationmaterial/', [
      { operation: 'make', item: 'chair', quantity: 1, type: 'end' },
      { operation: 'make', item: 'leg', quantity: -1, type: 'start' },
      { operation: 'make', item: 'screw', quantity: -1, type: 'start' },
    ])
    await create('/api/input/buffer/', [
      { item: 'leg', location: 'plant', onhand: 0 },
      { item: 'screw', location: 'plant', onhand: 40, minimum: 5 },
      { item: 'seat', location: 'plant', onhand: 7, minimum: 2 },
    ])
    await create('/api/input/itemsupplier/', [
      { item: 'leg', supplier: 'mill', location: 'plant', leadtime: '60 00:00:00' },
      {
        item: 'screw',
        supplier: 'mill',
        location: 'plant',
        leadtime: '60 00:00:00',
        hard_safety_leadtime: '2 00:00:00',
      },
    ])
    await create('/api/input/purchaseorder/', [
      { ...order, reference: 'PO late', item: 'leg', quantity: 10, enddate: '2026-01-20T00:00:00' },
      { ...order, reference: 'PO early', item: 'screw', quantity: 20, enddate: '2026-01-10T00:00:00' },
      { ...order, reference: 'PO idle', item: 'seat', quantity: 9, enddate: '2026-01-12T00:00:00' },
    ])
    await create('/api/input/demand/', [
      { ...sale, name: 'soon', quantity: 10, due: '2026-01-15T00:00:00', minshipment: 10 },
      { ...sale, name: 'later', quantity: 40, due: '2026-04-01T00:00:00', minshipment: 40 },
    ])
    await planScenario(context)
  }, 60_000)
  afterAll(() => server[Symbol.asyncDispose]())

  it('are late sales orders with their quantity-days, and the order that they wait for', async () => {
    const found = await list()
    const late = found.find(({ id }) => id === 'demand:soon')
    expect(late).toMatchObject({
      kind: 'late',
      quantity: 10,
      value: 1_000,
      status: 'open',
      entity: 'material',
    })
    expect(late?.effect).toBeCloseTo(10 * (late?.days ?? 0))
    expect(late?.days).toBeGreaterThan(5)
    const awaited = found.find(({ id }) => id === 'expedite:PO late')
    expect(awaited).toMatchObject({ kind: 'expedite', subject: 'PO late', quantity: 10 })
    expect(awaited?.effect).toBeGreaterThan(40)
    expect(awaited?.effect).toBeLessThanOrEqual((late?.effect ?? 0) + 1e-6)
  })

  it('are orders that are needed later, or not at all, and stock that is never used', async () => {
    const found = await list()
    const early = found.find(({ id }) => id === 'postpone:PO early')
    expect(early).toMatchObject({ kind: 'postpone', quantity: 20, value: 40, effect: 0 })
    // Needed on the 31st; the hard safety lead time passes before the screws can be used.
    expect(early?.enddate?.slice(0, 10)).toBe('2026-03-29')
    expect(found.find(({ id }) => id === 'cancel:PO idle')).toMatchObject({ quantity: 9, value: 270 })
    expect(found.find(({ id }) => id === 'excess:seat @ plant')).toMatchObject({ quantity: 5, value: 150 })
  })

  it('are ranked by effect, then value', async () => {
    const found = await list()
    expect(found.map(({ rank }) => rank)).toEqual(found.map((_, index) => index + 1))
    const sorted = found.toSorted((a, b) => b.effect - a.effect || b.value - a.value)
    expect(found.map(({ effect, value }) => [effect, value])).toEqual(
      sorted.map(({ effect, value }) => [effect, value]),
    )
  })

  it('are filtered as every list is', async () => {
    expect((await list('?kind__in=cancel,excess&item=seat')).length).toBe(2)
    expect((await list('?search=Vermeer')).map(({ id }) => id)).toContain('demand:soon')
    const { status } = await server.request('GET', `${path}?kind__nonsense=1`, {
      as: 'superuser',
      headers: { prefer: 'handling=strict' },
    })
    expect(status).toBe(400)
  })

  it('keep what is noted when the plan is made again', async () => {
    const ids = ['demand:soon', 'cancel:PO idle', 'demand:nothing of the kind']
    const { json } = await change({ ids, status: 'acknowledged', assignee: 'superuser', note: 'Called.' })
    expect(json).toEqual({ changed: expect.arrayContaining(ids.slice(0, 2)) })
    await planScenario(context)
    const noted = await list('?status=acknowledged')
    expect(noted.map(({ id }) => id).toSorted()).toEqual(['cancel:PO idle', 'demand:soon'])
    expect(noted[0]).toMatchObject({ assignee: 'superuser', note: 'Called.' })
    await change({ ids, status: 'open' })
    expect((await list('?status=acknowledged')).length).toBe(0)
    expect((await list('?assignee=superuser')).length).toBe(2)
  })

  it('are those of the stored plan until there is another one, whoever asks first', async () => {
    const before = await list()
    await server.request('PATCH', '/api/input/demand/soon/', {
      as: 'superuser',
      body: { quantity: 3, minshipment: 3 },
    })
    expect(await list()).toEqual(before)
    await planScenario(context)
    const found = await Promise.all(Array.from({ length: 5 }, () => list()))
    for (const one of found) expect(one).toEqual(found[0])
    expect(found[0]?.find(({ id }) => id === 'demand:soon')).toMatchObject({ quantity: 3 })
  })

  it('are open again when they have been snoozed long enough', async () => {
    const ids = ['demand:soon']
    await change({ ids, status: 'snoozed', until: '2999-01-01T06:00:00' })
    expect(await list('?status=snoozed')).toMatchObject([{ id: 'demand:soon', until: '2999-01-01T06:00:00' }])
    await context.home.query({
      text: `UPDATE "${context.scenario}"."exceptionstate" SET "until" = '2020-01-01T06:00:00' WHERE "id" = $1`,
      values: ids,
    })
    expect((await list('?status=snoozed')).length).toBe(0)
    expect((await list('?status=open')).map(({ id }) => id)).toContain('demand:soon')
  })

  it.each([
    [{ status: 'open' }, 'ids'],
    [{ ids: 'demand:soon', status: 'open' }, 'ids'],
    [{ ids: [], status: 'open' }, 'ids'],
    [{ ids: [3], status: 'open' }, 'ids'],
    [{ ids: ['a\0'], status: 'open' }, 'ids'],
    [{ ids: Array.from({ length: 1_001 }, () => 'x'), status: 'open' }, 'ids'],
    [{ ids: ['demand:soon'] }, 'status'],
    [{ ids: ['demand:soon'], status: 'gone' }, 'status'],
    [{ ids: ['demand:soon'], status: 'snoozed' }, 'until'],
    [{ ids: ['demand:soon'], status: 'snoozed', until: 'tomorrow?' }, 'until'],
    [{ ids: ['demand:soon'], status: 'snoozed', until: '2020-01-01T06:00:00' }, 'until'],
    [{ ids: ['demand:soon'], until: '2026-02-01' }, 'status'],
    [{ ids: ['demand:soon'], assignee: 'nobody at all' }, 'assignee'],
    [{ ids: ['demand:soon'], note: 'x'.repeat(2_001) }, 'note'],
    [{ ids: ['demand:soon'], remark: 'x' }, 'remark'],
  ])('are not changed by %j', async (body, field) => {
    const { status, json } = await change(body)
    expect(status).toBe(400)
    expect(Object.keys(Object(json))).toEqual([field])
  })

  it('are changed only by those who may comment', async () => {
    const { status } = await change({ ids: ['demand:soon'], status: 'open' }, 'viewer')
    expect(status).toBe(403)
    expect((await server.request('GET', path, { as: 'viewer' })).status).toBe(200)
    expect((await server.request('GET', path, { as: 'norights' })).status).toBe(403)
  })

  it('go with the data when all of it is deleted', async () => {
    const plan = planEmptying(context.model)
    const before = await list()
    expect(before).not.toEqual([])
    await emptyEntities(context, plan, { dryRun: true })
    expect(await list()).toEqual(before)
    await emptyEntities(context, plan, { dryRun: false })
    expect(await list()).toEqual([])
  })
})

describe('a shortage of an item with several suppliers', () => {
  it('is one exception, up to the longest lead time, also of suppliers of its group and of the site', async () => {
    await using server = await startApiServer()
    const create = server.api.create.bind(server.api)
    const [long, short] = [{ leadtime: '60 00:00:00' }, { leadtime: '10 00:00:00' }]
    await create('/api/common/parameter/', [{ name: 'currentdate', value: '2026-01-05 00:00:00' }])
    await create('/api/input/location/', [{ name: 'site' }, { name: 'plant', owner: 'site' }])
    await create('/api/input/supplier/', [{ name: 'mill' }, { name: 'shop' }])
    await create('/api/input/item/', [
      { name: 'wood' },
      { name: 'leg', cost: 10 },
      { name: 'seat', owner: 'wood' },
      { name: 'back' },
    ])
    await create('/api/input/itemsupplier/', [
      { item: 'leg', supplier: 'mill', ...long },
      { item: 'leg', supplier: 'shop', location: 'plant', ...short },
      { item: 'wood', supplier: 'mill', location: 'plant', ...long },
      { item: 'seat', supplier: 'shop', location: 'plant', ...short },
      { item: 'back', supplier: 'mill', location: 'site', ...long },
      { item: 'back', supplier: 'shop', location: 'plant', ...short },
    ])
    const items = ['back', 'leg', 'seat']
    await create(
      '/api/input/buffer/',
      items.map((item) => ({ item, location: 'plant', onhand: 0 })),
    )
    await planScenario(createTestContext(server.database))
    const dips = [
      ['2026-01-06', '2026-01-08'],
      ['2026-02-20', '2026-02-21'],
      ['2026-04-20', '2026-04-21'],
    ]
    for (const [index, item] of items.entries()) {
      await server.database.query({
        text: `INSERT INTO "default"."problem" ("id", "entity", "owner", "name", "description", "startdate", "enddate")
          OVERRIDING SYSTEM VALUE
          SELECT 1000 + 10 * $1::integer + d."number", 'material', $2, 'material shortage', '', d."start", d."end"
          FROM json_to_recordset($3) AS d("number" integer, "start" timestamp, "end" timestamp)`,
        values: [
          index,
          `${item} @ plant`,
          JSON.stringify(dips.map(([start, end], number) => ({ number, start, end }))),
        ],
      })
    }
    // They are computed again for the next reader.
    await server.database.query({ text: 'DELETE FROM "default"."exceptionplan"' })
    const { status, json } = await server.api.get(`${path}?kind=shortage&ordering=id`, { as: 'superuser' })
    expect([status, json]).toMatchObject([
      200,
      items.map((item) => ({
        id: `shortage:${item} @ plant`,
        count: 2,
        days: 3,
        enddate: '2026-02-21T00:00:00',
      })),
    ])
  }, 60_000)
})

describe('exceptions of the demo', () => {
  let server: ApiServer

  beforeAll(async () => {
    server = await startApiServer()
    const context = createTestContext(server.database)
    await loadDemo(context, 'manufacturing_demo')
    await planScenario(context)
  }, 60_000)
  afterAll(() => server[Symbol.asyncDispose]())

  it('add up to the figure of the plan, and are one per buffer', async () => {
    const all = Value.Parse(exceptionShape, (await server.api.get(path, { as: 'superuser' })).json)
    const history = await server.api.get('/api/plan/history/', { as: 'superuser' })
    const [plan]: readonly unknown[] = Object(history.json).plans
    const late = all.filter(({ kind }) => kind === 'late').reduce((sum, { effect }) => sum + effect, 0)
    expect(late).toBeGreaterThan(0)
    expect(late).toBeCloseTo(Number(Object(Object(plan).figures).quantity_days_late), 3)
    const buffers = all.filter(({ kind }) => kind === 'shortage')
    expect(buffers.some(({ count }) => count > 1)).toBe(true)
    expect(new Set(buffers.map(({ subject }) => subject)).size).toBe(buffers.length)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})
