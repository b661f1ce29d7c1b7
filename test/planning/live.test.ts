/** Tests requests to the plan of a scenario over HTTP: trials, promises, accepting them, and rejected requests. */
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from 'planning-service/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ApiServer, type Kind, recordOf, startApiServer } from '../support/api.ts'
import { checkedClient } from '../support/contract.ts'
import { calledElsewhere, callEveryEndpoint } from '../support/contract-calls.ts'
import { createTestContext } from '../support/database.ts'
import { contract } from '../../src/contract/contract.ts'
import type { DataContext } from '../../src/data/context.ts'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { permissionName } from '../../src/model/entity.ts'
import { buildModel } from '../../src/model/model.ts'
import { writeInTransaction } from '../../src/data/write/write-in-transaction.ts'
import { startServer } from '../../src/http/server.ts'
import { editData } from '../../src/planning/live/edit-data.ts'
import { LivePlan } from '../../src/planner/live/live-plan.ts'
import { LiveScenario } from '../../src/planning/live/live-scenario.ts'
import { readLiveData } from '../../src/planning/live/live-data.ts'
import type { PlanEdit, Trial } from '../../src/planning/live/questions.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { planScenario, storedPlan } from '../support/plans.ts'
import { sendRequest } from '../support/server.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { until } from '../support/wait.ts'
import { createSawShop } from './saw-shop.ts'

// A separate process holds the plan.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  context = createTestContext(server.database)
  await createSawShop(server)
  await server.api.create('/api/input/customer/', [{ name: 'Vermeer' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const order = (name: string, due: string, fields: object = {}) => ({
  name,
  item: 'chair',
  location: 'plant',
  customer: 'Vermeer',
  quantity: 24,
  due,
  minshipment: 24,
  ...fields,
})

// The saw makes the first order on the fifth and the second one on the sixth, twelve hours late.
beforeEach(async () => {
  await server.api.delete('/api/input/demand/?name__in=first,second,third')
  await server.api.create('/api/input/demand/', [
    order('first', '2026-01-06T00:00:00', { priority: 1 }),
    order('second', '2026-01-06T12:00:00', { priority: 2 }),
    order('third', '2026-02-01T00:00:00', { priority: 3 }),
  ])
  await planScenario(context)
})

const consequencesShape = Type.Object({
  demands: Type.Array(Type.Object({ name: Type.String(), edit: Type.Union([Type.Null(), Type.Integer()]) })),
})
const trialShape = Type.Object({
  keyfigures: Type.Object({
    before: Type.Object({ utilization: Type.Number() }),
    after: Type.Object({ utilization: Type.Number() }),
  }),
  token: Type.String(),
  demands: Type.Array(
    Type.Object({
      name: Type.String(),
      after: Type.Union([Type.Null(), Type.Object({ date: Type.Union([Type.Null(), Type.String()]) })]),
    }),
  ),
  orders: Type.Object({
    list: Type.Array(
      Type.Object({
        reference: Type.Union([Type.Null(), Type.String()]),
        after: Type.Union([Type.Null(), Type.Object({ quantity: Type.Number() })]),
      }),
    ),
  }),
})

/** Runs a trial and returns its parsed response. */
const tried = async (body: unknown) => Value.Parse(trialShape, (await ask('trial', body)).json)

const ask = async (path: string, body: unknown, as: Kind = 'superuser') => {
  const { status, json } = await server.api.post(`/api/plan/${path}/`, body, { as })
  return { status, json }
}

const update = (key: string, fields: Readonly<Record<string, unknown>>) =>
  ({ entity: 'input.demand', action: 'update', key, fields }) as const

it('tells which sales orders a change delays and which it brings in time, and stores nothing', async () => {
  const before = await storedPlan(context)
  const { status, json } = await ask('trial', {
    edits: [{ entity: 'input.demand', action: 'delete', key: 'first' }],
    mode: 'replan',
  })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    mode: 'replan',
    keyfigures: { before: { ontime: 2, late: 1, short: 0 }, after: { ontime: 2, late: 0, short: 0 } },
    demands: expect.arrayContaining([
      expect.objectContaining({
        name: 'second',
        change: 'recovered',
        before: { date: '2026-01-07T00:00:00', days_late: 0.5, short: 0 },
        after: { date: '2026-01-06T12:00:00', days_late: 0, short: 0 },
        edit: 0,
      }),
      expect.objectContaining({ name: 'first', change: 'gone', after: null }),
    ]),
  })
  expect(await storedPlan(context)).toEqual(before)
})

it('tells which of several edits causes what', detail, async () => {
  // The clock is fixed, so that each edit is left out once, however busy the machine is.
  const live = new LiveScenario(
    () => 0,
    () => '2026-01-05T00:00:00',
  )
  const edits = [
    update('third', { due: '2026-02-02T00:00:00' }),
    update('second', { priority: 0 }),
    { entity: 'input.demand', action: 'create', fields: order('fourth', '2026-01-20T00:00:00') },
  ] as const
  const trial: Trial = { edits, mode: 'repair', displace: true }
  const { shown } = await live.answer(context, { kind: 'trial', trial })
  const { demands } = Value.Parse(consequencesShape, shown)
  const causes = Object.fromEntries(demands.map(({ name, edit }) => [name, edit]))
  expect(causes).toMatchObject({ first: 1, second: 1, fourth: 2 })
})

it('keeps every order in its place but those that the edits touch', async () => {
  const { json } = await ask('trial', { edits: [update('third', { due: '2026-02-02T00:00:00' })] })
  expect(json).toMatchObject({ mode: 'repair', orders: { added: 0, dropped: 0 } })
  const names = Value.Parse(trialShape, json).demands.map(({ name }) => name)
  expect(names).not.toContain('first')
  expect(names).not.toContain('second')
})

it('leaves orders alone of which an edit changes only what the planner does not read', detail, async () => {
  const [work] = await server.api.list('/api/input/manufacturingorder/?status=proposed&limit=1')
  const key = String(work?.['reference'])
  const remark = (fields: PlanEdit['fields']): PlanEdit => ({
    entity: 'input.manufacturingorder',
    action: 'update',
    key,
    fields,
  })
  const data = await readLiveData(context, '2026-01-05T00:00:00')
  const touched = async (...edits: readonly PlanEdit[]) => {
    const edited = await writeInTransaction(context, { dryRun: true, attempts: 1 }, (open) =>
      editData(open, context, data, edits),
    )
    return [...edited.touched.orders, ...edited.touched.demands]
  }
  const unread = [remark({ remark: 'mine' }), update('first', { description: 'mine' })]
  expect(await touched(...unread)).toEqual([])
  expect(await touched(remark({ remark: 'mine', quantity: 48 }))).toEqual([key])
  expect(await touched(update('first', {}))).toEqual(['first'])
  const { json } = await ask('trial', { edits: unread })
  expect(json).toMatchObject({ demand_count: 0, orders: { list: [] } })
})

it('lets an order that becomes urgent displace others only where that is asked for', async () => {
  const edits = [update('second', { priority: 0 })]
  const stays = await ask('trial', { edits })
  expect(stays.json).toMatchObject({ keyfigures: { after: { late: 1 } } })
  const displaced = await ask('trial', { edits, displace: true })
  expect(displaced.json).toMatchObject({
    demands: expect.arrayContaining([
      expect.objectContaining({ name: 'second', change: 'recovered' }),
      expect.objectContaining({ name: 'first', change: 'late' }),
    ]),
  })
})

it('sees what has been written since the question before', detail, async () => {
  await ask('trial', { edits: [] })
  await server.api.patch('/api/input/demand/third/', { quantity: 12, minshipment: 12 })
  const { orders } = await tried({ edits: [update('third', { quantity: 24, minshipment: 24 })] })
  expect(orders.list.map(({ after }) => after?.quantity)).toContain(24)
})

it('follows orders that are approved, moved and deleted without loading the plan again', async () => {
  const live = new LiveScenario(Date.now, () => '2026-01-05T00:00:00')
  const trial: Trial = { edits: [], mode: 'repair', displace: false }
  await live.answer(context, { kind: 'trial', trial })
  const prepare = vi.spyOn(LivePlan, 'prepare')
  const [first] = await server.api.list('/api/input/manufacturingorder/?status=proposed&ordering=-startdate')
  const reference = String(first?.['reference'])
  const path = `/api/input/manufacturingorder/${reference}/`
  const orderOf = async () => {
    const { plan } = await live.current(context)
    return plan.state.plan.orders.find(({ locked }) => locked?.reference === reference)
  }
  for (const startdate of ['2026-01-12T00:00:00', '2026-01-14T00:00:00']) {
    await server.api.patch(path, { status: 'approved', startdate, enddate: null })
    expect((await orderOf())?.start).toBe(Date.parse(`${startdate}Z`) / 1000)
  }
  await server.api.delete(path)
  expect(await orderOf()).toBeUndefined()
  const { plan } = await live.current(context)
  expect(plan.state.deliveries.get('third')?.shipments.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
    24,
  )
  expect(prepare).not.toHaveBeenCalled()
  // A proposal that a user has changed can be read only from its table.
  const [other] = await server.api.list('/api/input/manufacturingorder/?status=proposed')
  await server.api.patch(`/api/input/manufacturingorder/${String(other?.['reference'])}/`, { remark: 'mine' })
  await live.current(context)
  expect(prepare).toHaveBeenCalledOnce()
  prepare.mockRestore()
})

it('names the edit and the field of what cannot be applied', async () => {
  const wrong = await ask('trial', {
    edits: [update('first', { priority: 1 }), update('second', { quantity: 'many' }), update('fourth', {})],
  })
  expect(wrong).toMatchObject({
    status: 400,
    json: {
      errors: expect.arrayContaining([
        expect.objectContaining({
          edit: 1,
          entity: 'input.demand',
          field: 'quantity',
          code: 'invalid_number',
        }),
        expect.objectContaining({ edit: 2, key: 'fourth' }),
      ]),
    },
  })
  for (const edits of [
    'no list',
    [7],
    [{ entity: 'input.nothing', action: 'update', key: 'a', fields: {} }],
    [{ entity: 'common.user', action: 'update', key: 1, fields: { is_superuser: true } }],
    [{ entity: 'input.demand', action: 'rename', key: 'first' }],
    [{ entity: 'input.demand', action: 'update', fields: {} }],
    [{ ...update('first', {}), because: 'why not' }],
  ])
    expect([edits, (await ask('trial', { edits })).status]).toEqual([edits, 400])
  expect((await ask('trial', { edits: [], mode: 'guess' })).status).toBe(400)
  expect((await ask('trial', { edits: [], fast: true })).status).toBe(400)
})

it('asks for the right to try, and for the right to see what is tried', async () => {
  for (const as of ['norights', 'viewer', 'planner'] as const)
    expect([as, (await ask('trial', { edits: [] }, as)).status]).toEqual([as, 403])
  expect((await ask('trial', { edits: [] }, 'anonymous')).status).toBe(401)
})

it('shows the plan to nobody who may not view what it consists of', async () => {
  await server.addUser({ username: 'narrow', rights: { default: ['input.try_plan', 'input.view_item'] } })
  const as = { as: 'narrow' }
  const statuses = [
    await server.request('POST', '/api/plan/trial/', { ...as, body: { edits: [], mode: 'replan' } }),
    await server.request('POST', '/api/plan/promise/', {
      ...as,
      body: { item: 'chair', quantity: 1, due: '2026-02-01' },
    }),
    await server.request('GET', '/api/plan/history/', as),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 403])
})

it('stores a plan for nobody who may not run one, even without edits', async () => {
  const views = buildModel()
    .entities.filter(({ permissions }) => permissions.includes('view'))
    .map((entity) => permissionName(entity, 'view'))
  const tries = ['input.try_plan', ...views]
  await server.addUser({ username: 'asks', rights: { default: tries } })
  await server.addUser({ username: 'runs', rights: { default: [...tries, 'execute.run_runplan'] } })
  const accepted = async (as: string, edits: readonly object[]) => {
    const trial = await server.request('POST', '/api/plan/trial/', { as, body: { edits } })
    const { token } = Value.Parse(Type.Object({ token: Type.String() }), trial.json)
    return (await server.request('POST', '/api/plan/accept/', { as, body: { token } })).status
  }
  expect(await accepted('asks', [])).toBe(403)
  expect(await accepted('runs', [])).toBe(200)
  expect(await accepted('runs', [update('second', { priority: 0 })])).toBe(403)
})

it('stores lists of child records only for those who may write them', async () => {
  const names = buildModel()
    .entities.filter(({ permissions }) => permissions.includes('view'))
    .map((entity) => permissionName(entity, 'view'))
  const rights = [...names, 'input.try_plan', 'execute.run_runplan', 'input.change_manufacturingorder']
  await server.addUser({ username: 'moves orders', rights: { default: rights } })
  const as = 'moves orders'
  const [made] = await server.api.list('/api/input/manufacturingorder/?limit=1')
  const edit = { entity: 'input.manufacturingorder', action: 'update', key: made?.['reference'] }
  const edits = [{ ...edit, fields: { status: 'approved', resources: [] } }]
  const trial = await server.request('POST', '/api/plan/trial/', { as, body: { edits } })
  const { token } = Value.Parse(Type.Object({ token: Type.String() }), trial.json)
  expect(await server.request('POST', '/api/plan/accept/', { as, body: { token } })).toMatchObject({
    status: 403,
    json: { resources: expect.arrayContaining([expect.stringContaining('delete_operationplanresource')]) },
  })
})

it('promises what is free without a priority, and with one names who pays', async () => {
  const wanted = { item: 'chair', location: 'plant', quantity: 12, due: '2026-01-06T00:00:00' }
  // The saw is occupied until the seventh.
  expect(await ask('promise', wanted)).toMatchObject({
    status: 200,
    json: {
      promises: [{ date: '2026-01-07T12:00:00', quantity: 12 }],
      complete: '2026-01-07T12:00:00',
      days_late: 1.5,
      confidence: 'firm',
      binding: [expect.objectContaining({ owner: 'saw' })],
      delays: [],
    },
  })
  expect(await ask('promise', { ...wanted, priority: 0 })).toMatchObject({
    json: {
      complete: '2026-01-06T00:00:00',
      days_late: 0,
      delays: [
        { demand: expect.any(String), days: 1 },
        { demand: 'second', days: 1 },
      ],
    },
  })
  expect(await ask('promise', { ...wanted, item: 'stool' })).toMatchObject({
    status: 400,
    json: { errors: [expect.objectContaining({ field: 'item', code: 'invalid_reference' })] },
  })
  expect((await ask('promise', { item: 'chair' })).status).toBe(400)
  // The chair is known at one location only, until another one buys it.
  expect(await ask('promise', { ...wanted, location: null })).toMatchObject({
    json: { promises: [{ date: '2026-01-07T12:00:00' }] },
  })
  const add = async (path: string, body: object): Promise<void> => {
    expect((await server.request('POST', path, { as: 'admin', body })).status).toBe(201)
  }
  await add('/api/input/location/', { name: 'shop' })
  await add('/api/input/buffer/', { item: 'chair', location: 'shop' })
  expect(await ask('promise', { ...wanted, location: null })).toMatchObject({
    status: 400,
    json: {
      errors: [
        {
          field: 'location',
          code: 'location_needed',
          message: 'Item "chair" is not stocked at just one location: give the location that delivers it.',
        },
      ],
    },
  })
  expect((await server.request('DELETE', '/api/input/location/shop/', { as: 'admin' })).status).toBe(204)
  const nulls = { name: null, customer: null, priority: null, minshipment: null }
  expect(await ask('promise', { ...wanted, ...nulls })).toMatchObject({
    json: { promises: [{ date: '2026-01-07T12:00:00' }] },
  })
})

it('promises no date for a quantity that nothing has to be delivered for', detail, async () => {
  for (const quantity of [0, -5]) {
    expect(
      await ask('promise', { item: 'chair', location: 'plant', quantity, due: '2026-01-06T00:00:00' }),
    ).toEqual({ status: 400, json: { quantity: ['Ensure this value is greater than 0.'] } })
  }
})

it.each([
  ['due', { due: '2999-01-06T00:00:00' }, 'Give a due date before the year 2200.'],
  [
    'due',
    { due: '2020-01-01T00:00:00' },
    'The due date 2020-01-01 is too far in the past: a sales order is delivered at most 1825 days late. Give today or a later date.',
  ],
  ['quantity', { quantity: 1e13 }, 'Give a quantity of at most 1,000,000,000,000.'],
  ['quantity', { quantity: 1e-7 }, 'Ensure this value is greater than 0.000001.'],
])('says which %s no plan can have', async (field, change, message) => {
  const wanted = { item: 'chair', location: 'plant', quantity: 1, due: '2026-01-06T00:00:00', ...change }
  expect(await ask('promise', wanted)).toMatchObject({ status: 400, json: { errors: [{ field, message }] } })
})

it('takes the order of a promise that is accepted', async () => {
  const wanted = {
    name: 'fourth',
    item: 'chair',
    location: 'plant',
    quantity: 12,
    due: '2026-01-06T00:00:00',
  }
  const { token } = Value.Parse(Type.Object({ token: Type.String() }), (await ask('promise', wanted)).json)
  expect((await ask('accept', { token })).status).toBe(200)
  const { json } = await server.api.get('/api/input/demand/fourth/')
  expect(json).toMatchObject({ quantity: 12, deliverydate: '2026-01-07T12:00:00', plannedquantity: 12 })
  await server.api.delete('/api/input/demand/fourth/')
})

it('takes the order of a promise over at another server than the one that made it', detail, async () => {
  const wanted = { name: 'fifth', item: 'chair', location: 'plant', quantity: 12, due: '2026-01-06T00:00:00' }
  const { token } = Value.Parse(Type.Object({ token: Type.String() }), (await ask('promise', wanted)).json)
  const other = await startServer(server.service, { port: 0, grace: 2_000 })
  try {
    const accepted = await sendRequest(other.url, 'POST', '/api/plan/accept/', {
      body: { token },
      as: 'superuser',
    })
    expect(accepted, accepted.text).toMatchObject({ status: 200 })
  } finally {
    await other.close()
  }
  expect((await server.api.get('/api/input/demand/fifth/')).json).toMatchObject({ plannedquantity: 12 })
  await server.api.delete('/api/input/demand/fifth/')
})

it('stores the edits with the plan that was shown when the trial is accepted, once', async () => {
  const { token, demands } = await tried({ edits: [update('second', { priority: 0 })], displace: true })
  const accepted = await ask('accept', { token })
  expect(accepted).toMatchObject({ status: 200, json: { changeset: expect.any(Number) } })
  expect((await server.api.get('/api/input/demand/second/')).json).toMatchObject({ priority: 0 })
  for (const { name, after } of demands) {
    const { json: stored } = await server.api.get(`/api/input/demand/${name}/`)
    expect(stored).toMatchObject({ name, deliverydate: after?.date })
  }
  expect((await ask('accept', { token })).status).toBe(410)
  // The plan in memory is the stored plan, so no edits are required to reproduce it.
  const { json } = await ask('trial', { edits: [], mode: 'repair' })
  expect(json).toMatchObject({ demands: [], orders: { added: 0, moved: 0, dropped: 0 } })
  const stored = await server.api.list('/api/input/manufacturingorder/?status=proposed')
  const again = await tried({
    edits: [update('second', { priority: 9 }), update('first', { priority: 0 })],
    displace: true,
  })
  const known = new Set<unknown>([null, ...stored.map(({ reference }) => reference)])
  expect(again.orders.list.filter(({ reference }) => !known.has(reference))).toEqual([])
})

it(
  'stores the utilization that was shown, also where work is added behind the end of all others',
  detail,
  async () => {
    const { token, keyfigures } = await tried({ edits: [update('second', { quantity: 40 })] })
    expect((await ask('accept', { token })).status).toBe(200)
    const { json } = await server.api.get('/api/plan/history/?limit=1')
    const [plan] = Value.Parse(
      Type.Object({
        plans: Type.Array(Type.Object({ figures: Type.Object({ utilization: Type.Number() }) })),
      }),
      json,
    ).plans
    expect(keyfigures.after.utilization).toBeGreaterThan(keyfigures.before.utilization)
    expect(plan?.figures.utilization).toBeCloseTo(keyfigures.after.utilization, 6)
  },
)

it('applies all edits of one record, one after the other', detail, async () => {
  const { token } = await tried({
    edits: [
      update('third', { priority: 7 }),
      update('third', { quantity: 30 }),
      update('second', { priority: 1 }),
      update('third', { priority: 8 }),
    ],
  })
  expect(await ask('accept', { token })).toMatchObject({ status: 200 })
  const { json } = await server.api.get('/api/input/demand/third/')
  expect(json).toMatchObject({ priority: 8, quantity: 30 })
})

it('refuses to accept what others have overtaken, and stores nothing of it', async () => {
  const { token } = await tried({ edits: [update('second', { priority: 0 })], displace: true })
  await server.api.patch('/api/input/demand/second/', { quantity: 12, minshipment: 12 })
  expect(await ask('accept', { token })).toMatchObject({
    status: 409,
    json: { conflicts: [expect.objectContaining({ edit: 0, entity: 'input.demand', key: 'second' })] },
  })
  expect((await server.api.get('/api/input/demand/second/')).json).toMatchObject({ priority: 2 })
  expect((await ask('accept', { token: 'none' })).status).toBe(410)
  await server.addUser({ username: 'other', rights: { default: 'superuser' } })
  const other = await server.request('POST', '/api/plan/accept/', { as: 'other', body: { token } })
  expect(other.status).toBe(410)
})

it('makes the plan that is accepted before it locks anything', detail, async () => {
  const events: string[] = []
  const { home } = context
  const withTransaction: typeof home.withTransaction = async (run, options) => {
    events.push('begin')
    try {
      return await home.withTransaction(run, options)
    } finally {
      events.push('end')
    }
  }
  const recorded = new Proxy(home, {
    get: (target, name) => (name === 'withTransaction' ? withTransaction : Reflect.get(target, name, target)),
  })
  const observed = { ...context, home: recorded }
  const live = new LiveScenario(Date.now, () => '2026-01-05T00:00:00')
  const trial: Trial = {
    edits: [{ entity: 'input.demand', action: 'update', key: 'second', fields: { priority: 0 } }],
    mode: 'replan',
    displace: false,
  }
  const { kept } = await live.answer(observed, { kind: 'trial', trial })
  events.length = 0
  const attempt = vi.spyOn(LivePlan.prototype, 'attempt').mockImplementation(function* (
    this: LivePlan,
    ...given
  ) {
    events.push('plan')
    attempt.mockRestore()
    return yield* this.attempt(...given)
  })
  await live.answer(observed, { kind: 'accept', ...kept! })
  expect(events).toEqual(['begin', 'end', 'plan', 'begin', 'end'])
})

it(
  'answers brief questions in the pauses of a search as without it, but none about newer data',
  detail,
  async () => {
    // Each call is a millisecond later, so that the search may pause again at once.
    let milliseconds = 0
    const live = new LiveScenario(
      () => (milliseconds += 1),
      () => '2026-01-05T00:00:00',
    )
    const question = {
      kind: 'trial',
      trial: { edits: [update('third', { priority: 1 })], mode: 'repair', displace: true },
    } as const
    const search = { kind: 'remedies', demand: 'second', most: 10 } as const
    const alone = {
      trial: await live.answer(context, question),
      remedies: await live.answer(context, search),
    }
    const answers: unknown[] = []
    let [pauses, beside] = [0, 0]
    const remedies = await live.answer(context, search, {
      onPause: async (isBeside) => {
        pauses += 1
        if (isBeside) beside += 1
        if (pauses === 3) await server.api.patch('/api/input/demand/third/', { priority: 5 })
        answers.push(await live.answerInPause(context, question))
      },
    })
    expect(remedies).toEqual(alone.remedies)
    expect(answers.slice(0, 2)).toEqual([alone.trial, alone.trial])
    expect(answers.length).toBeGreaterThan(3)
    // Also while a plan of its own is made for an attempt, which takes seconds for large plans.
    expect(beside).toBeGreaterThan(0)
    expect(new Set(answers.slice(2))).toEqual(new Set(['request']))
  },
)

it('keeps the plan in memory when a question is canceled', async () => {
  const live = new LiveScenario(Date.now, () => '2026-01-05T00:00:00')
  const { plan } = await live.current(context)
  const leaving = new AbortController()
  const search = { kind: 'remedies', demand: 'second', most: 10 } as const
  const canceled = live.answer({ ...context, signal: leaving.signal }, search, {
    onPause: async () => leaving.abort(),
  })
  await expect(canceled).rejects.toMatchObject({ name: 'AbortError' })
  expect((await live.current(context)).plan).toBe(plan)
})

it('lets a question go on when another one that waits behind it is canceled', detail, async () => {
  await ask('trial', { edits: [] })
  await server.api.patch('/api/input/demand/third/', { priority: 4 })
  const answered = await server.database.withTransaction(async (client) => {
    await client.query(`LOCK TABLE "default"."demand" IN ACCESS EXCLUSIVE MODE`)
    const first = ask('trial', { edits: [] })
    await until('the question waits for the table', async () => (await lockWaits(server.database)) > 0)
    const leaving = new AbortController()
    const second = fetch(`${server.url}/api/plan/trial/`, {
      method: 'POST',
      headers: {
        authorization: encodeBasic({ name: 'superuser', password: goodPassword }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ edits: [] }),
      signal: leaving.signal,
    }).catch(() => undefined)
    await delay(200)
    leaving.abort()
    await second
    // Longer than a request may take to stop after it was canceled.
    await delay(6_000)
    return { first }
  })
  expect((await answered.first).status).toBe(200)
})

it('holds up nobody for long while records of a trial are locked', async () => {
  await ask('trial', { edits: [] })
  const waited = await server.database.withTransaction(async (client) => {
    await client.query(`SELECT FROM "default"."demand" WHERE "name" = 'first' FOR UPDATE`)
    const locked = ask('trial', { edits: [update('first', { priority: 5 })] })
    const other = ask('trial', { edits: [update('second', { priority: 5 })] })
    return { locked: await locked, other: await other }
  })
  expect(waited.locked).toMatchObject({ status: 503, json: { detail: expect.stringContaining('3 seconds') } })
  expect(waited.other.status).toBe(200)
})

it('says which entities a trial takes, and tells of none that its user may not view', async () => {
  const unknown = await ask('trial', { edits: [{ entity: 'common.user', action: 'create', fields: {} }] })
  expect(JSON.stringify(unknown.json)).toContain('input.demand')
  expect(JSON.stringify(unknown.json)).not.toMatch(/\{\w+\}/)
  const views = buildModel()
    .entities.filter(({ permissions, name }) => permissions.includes('view') && name !== 'input.customer')
    .map((entity) => permissionName(entity, 'view'))
  await server.addUser({ username: 'withoutcustomers', rights: { default: ['input.try_plan', ...views] } })
  for (const customer of ['Vermeer', 'Nobody']) {
    const { status, json } = await server.request('POST', '/api/plan/trial/', {
      as: 'withoutcustomers',
      body: { edits: [update('first', { customer })] },
    })
    expect([status, json]).toEqual([
      400,
      { 'edits.0.fields.customer': [expect.stringContaining('do not have permission to view')] },
    ])
  }
})

it('loads the plan again when its process was killed, and loses nothing but that time', async () => {
  const trial = { edits: [{ entity: 'input.demand', action: 'delete', key: 'first' }], mode: 'replan' }
  const before = await tried(trial)
  for (const pid of await livePlanProcesses()) process.kill(pid, 'SIGKILL')
  await until('the process is gone', async () => (await livePlanProcesses()).length === 0)
  const { token, ...after } = await tried(trial)
  expect({ ...after, token: before.token }).toEqual(before)
  expect(token).not.toBe(before.token)
})

it('keeps the key figures of every plan that is stored, whatever becomes of the data', async () => {
  const plansShape = Type.Object({
    plans: Type.Array(
      Type.Object({
        id: Type.Number(),
        user: Type.Union([Type.Null(), Type.String()]),
        figures: Type.Object({
          late: Type.Number(),
          quantity_days_late: Type.Number(),
          deliveries: Type.Record(
            Type.String(),
            Type.Object({ count: Type.Number(), names: Type.Array(Type.String()) }),
          ),
        }),
      }),
    ),
    next: Type.Union([Type.Null(), Type.Number()]),
  })
  const history = async (query: string) =>
    Value.Parse(plansShape, (await server.api.get(`/api/plan/history/?${query}`)).json)
  const first = await history('limit=1')
  expect(first.plans[0]).toMatchObject({ user: null, figures: { late: 1, quantity_days_late: 12 } })
  const { token } = await tried({
    edits: [{ entity: 'input.demand', action: 'delete', key: 'first' }],
    mode: 'replan',
  })
  await ask('accept', { token })
  const second = await history('limit=1')
  expect(second.plans[0]).toMatchObject({ user: 'superuser', figures: { late: 0, quantity_days_late: 0 } })
  expect(second.plans[0]!.figures.deliveries).toMatchObject({
    late: { count: 0, names: [] },
    recovered: { count: 1, names: ['second'] },
  })
  expect((await history(`limit=1&cursor=${second.next}`)).plans).toEqual(first.plans)
  expect((await server.api.get('/api/plan/history/', { as: 'norights' })).status).toBe(403)
})

/** Returns the process ids of the live plans that this process has started. */
async function livePlanProcesses(): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  return stdout
    .split('\n')
    .filter((line) => line.includes('src/live/process.ts'))
    .map((line) => Number.parseInt(line, 10))
}

it('answers every request of the published client as the contract says', async () => {
  const expiry_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
  const { key } = recordOf(await server.api.post('/api/common/apikey/', { name: 'client', expiry_date }), 201)
  const called = new Set<string>()
  const call = checkedClient(createClient({ url: server.url, key: String(key) }), called)
  const edits = [update('third', { quantity: 48 })]
  await server.api.create('/api/input/calendar/', [{ name: 'always', defaultvalue: 1 }])
  await server.api.create('/api/auth/group/', [{ name: 'buyers' }])
  const proposal = recordOf(await server.api.post('/api/proposals/', { title: 'More', edits }), 201)
  await callEveryEndpoint(call, {
    item: 'chair',
    lateOrder: 'second',
    resource: 'saw',
    proposal: Number(proposal['id']),
    edits,
    calendar: 'always',
    group: 'buyers',
    person: { headers: { authorization: encodeBasic({ name: 'superuser', password: goodPassword }) } },
  })
  expect([...called, ...calledElsewhere].toSorted()).toEqual(Object.keys(contract).toSorted())
  const missing = call('GET /api/webhooks/{webhook}/', { path: { webhook: 999 } })
  await expect(missing).rejects.toMatchObject({ status: 404, body: { detail: expect.any(String) } })
})
