/**
 * Tests remedies of late sales orders over HTTP with the demo data: each accepted remedy has the effect that it
 * states.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { isHarmful } from '../../src/rules/remedy-harm.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { createTestContext } from '../support/database.ts'
import { loadDemo, planScenario } from '../support/plans.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  context = createTestContext(server.database)
  await loadDemo(context, 'manufacturing_demo')
  await server.api.post('/api/common/parameter/', { name: 'currentdate', value: '2026-01-05' })
  await planScenario(context, { current: '2026-01-05' })
})
afterAll(() => server[Symbol.asyncDispose]())

const state = Type.Union([
  Type.Null(),
  Type.Object({
    date: Type.Union([Type.Null(), Type.String()]),
    days_late: Type.Union([Type.Null(), Type.Number()]),
    short: Type.Number(),
  }),
])
const planFigures = Type.Object({ quantity_days_late: Type.Number(), short: Type.Number() })
const remedyShape = Type.Object({
  token: Type.String(),
  rank: Type.Number(),
  kind: Type.String(),
  before: state,
  after: state,
  deliveries: Type.Array(Type.Object({ date: Type.String(), quantity: Type.Number() })),
  quantity_days: Type.Object({ before: Type.Number(), after: Type.Number() }),
  total_quantity_days: Type.Object({ before: Type.Number(), after: Type.Number() }),
  edits: Type.Array(Type.Unknown()),
  keyfigures: Type.Object({ before: planFigures, after: planFigures }),
  others: Type.Object({ later: Type.Number(), late: Type.Number() }),
  cost: Type.Union([Type.Null(), Type.Number()]),
  costs: Type.Array(Type.Object({ amount: Type.Number(), price: Type.Number(), cost: Type.Number() })),
})
const effectShape = Type.Object({
  token: Type.String(),
  demands: Type.Array(Type.Object({ name: Type.String(), change: Type.String(), after: state })),
})
const answerShape = Type.Object({
  demand: Type.String(),
  before: state,
  earliest: Type.Union([Type.Null(), Type.String()]),
  needs: Type.Array(
    Type.Object({ owner: Type.String(), amount: Type.Number({ exclusiveMinimum: 0 }), by: Type.String() }),
  ),
  remedies: Type.Array(remedyShape),
})

const overtimeShape = Type.Object({
  demand: Type.String(),
  options: Type.Array(
    Type.Object({ edits: Type.Array(Type.Object({ entity: Type.String(), action: Type.String() })) }),
  ),
})
const figures = Type.Object({ quantity_days_late: Type.Number() })
const triedShape = Type.Object({ keyfigures: Type.Object({ before: figures, after: figures }) })

const remediesOf = async (demand: string) => {
  const { status, json } = await server.api.post('/api/plan/remedies/', { demand }, { as: 'superuser' })
  expect([demand, status, status === 200 ? '' : json]).toEqual([demand, 200, ''])
  return Value.Parse(answerShape, json)
}

const lateOrders = async (): Promise<readonly string[]> => {
  const late = await server.api.list('/api/input/demand/?delay__gt=0&status=open&ordering=-delay&fields=name')
  return late.map(({ name }) => String(name))
}

let searched: ReturnType<typeof remediesOf> | undefined

/** Returns the remedies of one late sales order, for which the tests search once. */
const found = async () => (searched ??= remediesOf((await lateOrders()).at(-1) ?? ''))

it('returns for the token of each remedy the effect on every sales order that the remedy states', async () => {
  const { demand: name, remedies } = await found()
  expect(remedies.length).toBeGreaterThan(1)
  for (const { token, kind, after, others } of remedies) {
    const { status, json } = await server.api.get(`/api/plan/trial/?token=${token}`, { as: 'superuser' })
    expect([kind, status]).toEqual([kind, 200])
    const { demands, token: same } = Value.Parse(effectShape, json)
    expect(same).toBe(token)
    expect([kind, demands.find(({ name: one }) => one === name)?.after]).toEqual([kind, after])
    const delayed = demands.filter((one) => one.name !== name && ['late', 'later'].includes(one.change))
    expect([kind, delayed.length]).toEqual([kind, others.later])
  }
  const forgotten = '/api/plan/trial/?token=00000000-0000-4000-8000-000000000000'
  expect(await server.api.get(forgotten, { as: 'superuser' })).toMatchObject({ status: 410 })
})

it('finds remedies for a late sales order, each of which makes it sooner, the best first, and which do what they say', async () => {
  expect((await lateOrders()).length).toBeGreaterThan(3)
  const { demand: name, remedies, before } = await found()
  expect(remedies.map(({ rank }) => rank)).toEqual(remedies.map((_, index) => index + 1))
  for (const { kind, quantity_days: days } of remedies)
    expect([name, kind, days.after]).toEqual([name, kind, Math.min(days.after, days.before - 0.1)])
  // The deliveries end with the date by which everything is delivered.
  const complete = remedies.filter(({ after }) => after?.date != null)
  for (const { kind, after, deliveries } of complete)
    expect([kind, deliveries.at(-1)?.date]).toEqual([kind, after?.date])
  // A partial delivery makes most of the order earlier, and possibly the rest later.
  for (const remedy of remedies.filter(({ kind }) => kind !== 'split' && kind !== 'combination'))
    expect([name, remedy.kind, Number(remedy.after?.days_late)]).toEqual([
      name,
      remedy.kind,
      expect.closeTo(Math.min(Number(remedy.after?.days_late), Number(before?.days_late)), 6),
    ])
  const [best] = remedies
  const accepted = await server.api.post('/api/plan/accept/', { token: best?.token }, { as: 'superuser' })
  expect(accepted.status).toBe(200)
  const { json } = await server.api.get(`/api/input/demand/${encodeURIComponent(name)}/`)
  expect(json).toMatchObject({ deliverydate: best?.after?.date })
  // The change log names the remedy and the sales order.
  const audit = await server.api.get('/api/audit/?limit=1', { as: 'superuser' })
  expect(Object(audit.json).sets[0]).toMatchObject({ origin: `remedy ${best?.kind} ${name}` })
  const remedyOf = async (order: string) =>
    Object(
      (await server.api.get(`/api/audit/?remedy_of=${encodeURIComponent(order)}`, { as: 'superuser' })).json,
    ).sets
  expect(await remedyOf(name)).toMatchObject([{ changeset: Object(accepted.json).changeset }])
  expect(await remedyOf('no order')).toEqual([])
})

it('ranks remedies that make other sales orders worse behind all others, and tells what a cost consists of', async () => {
  let isKnown = false
  for (const name of await lateOrders()) {
    const { remedies } = await remediesOf(name)
    const harmful = remedies.map(isHarmful)
    expect([name, harmful]).toEqual([name, harmful.toSorted((a, b) => Number(a) - Number(b))])
    for (const { cost, costs } of remedies)
      expect(costs.reduce((sum, { amount, price }) => sum + amount * price, 0)).toBeCloseTo(cost ?? 0, 6)
    isKnown ||= harmful.includes(true) && remedies.some(({ cost }) => cost !== null)
    if (isKnown) break
  }
  expect(isKnown).toBe(true)
})

it('sends each remedy as a line when it is found, and tells the rest in the last one', async () => {
  const name = (await lateOrders()).at(-1) ?? ''
  const { text, headers } = await server.api.post(
    '/api/plan/remedies/',
    { demand: name },
    { as: 'superuser', headers: { accept: 'application/x-ndjson', 'accept-encoding': 'br, gzip' } },
  )
  expect(headers.get('content-type')).toContain('application/x-ndjson')
  // A browser would get compressed remedies only when the search has ended.
  expect(headers.get('content-encoding')).toBe(null)
  const lines = text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines.at(-1)).toMatchObject({ demand: name, ranks: expect.any(Array) })
  for (const line of lines.slice(0, -1)) expect(Value.Check(remedyShape, line)).toBe(true)
})

it('knows no sales order that is not planned, whichever form is asked for', async () => {
  for (const accept of ['application/json', 'application/x-ndjson']) {
    const options = { as: 'superuser', headers: { accept } } as const
    expect(await server.api.post('/api/plan/remedies/', { demand: 'none' }, options)).toMatchObject({
      status: 404,
      json: { detail: expect.stringMatching(/^"none" is not in the plan: .* Check the name/) },
    })
  }
})

it('offers more time of a resource where a sales order waits for it, each of which helps when it is tried', async () => {
  const { status, json } = await server.api.post(
    '/api/plan/overtime/',
    { resource: 'Paint line' },
    { as: 'superuser' },
  )
  expect(status).toBe(200)
  const { demand, options } = Value.Parse(overtimeShape, json)
  const late = await server.api.list('/api/input/demand/?delay__gt=0&status__in=open,quote&fields=name')
  expect(late.map(({ name }) => name)).toContain(demand)
  expect(options.length).toBeGreaterThan(2)
  // No other resource uses this calendar, so the calendar needs no copy.
  expect(new Set(options.flatMap(({ edits }) => edits.map(({ entity }) => entity)))).toEqual(
    new Set(['input.calendarbucket']),
  )
  const tried = await server.api.post(
    '/api/plan/trial/',
    { edits: options[1]!.edits, mode: 'replan' },
    { as: 'superuser' },
  )
  const { before, after } = Value.Parse(triedShape, tried.json).keyfigures
  expect(after.quantity_days_late).toBeLessThan(before.quantity_days_late)
  const unknown = await server.api.post('/api/plan/overtime/', { resource: 'nobody' }, { as: 'superuser' })
  expect(unknown).toMatchObject({ status: 404, json: { detail: expect.stringContaining('"nobody"') } })
})
