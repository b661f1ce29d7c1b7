/** Tests orders that a user moves in a plan in memory. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderRow, PlannerInput, PreviousOrderRow } from '../../src/planner/input.ts'
import type { Attempt } from '../../src/planner/live/attempt.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import { solutionOf } from '../../src/planner/live/make-state.ts'
import { finish } from '../../src/planner/pauses.ts'
import { randomOf } from '../../src/planner/improve/random.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { prepare, snapshotOf, testTimeoutMs, touching } from './live-support.ts'
import { planTables } from './plan-tables.ts'
import { current, date, networks, row } from './random-network.ts'
import { days, demand, makes, plant, stock } from './small-plans.ts'

const sample = fc.sample(networks, { numRuns: scale({ short: 12, full: 100 }), seed: 21 })

/** Returns the order as it is approved on other dates. */
function pinned(order: PreviousOrderRow, days: number): OrderRow {
  const { resources: _resources, pegged: _pegged, demand: _demand, ...kept } = order
  const move = (at: number | null | undefined): number => Math.max(0, (at ?? 0) + days * day)
  return { ...kept, status: 'approved', startdate: move(order.startdate), enddate: move(order.enddate) }
}

interface Drag {
  readonly next: PlannerInput
  readonly reference: string
}

/** Moves or deletes a random order, proposed or existing. */
function dragOf(live: LivePlan, random: () => number): Drag | undefined {
  const { input } = live
  const proposals = live.proposals().filter(({ type, owner }) => type !== 'DLVR' && owner === null)
  const some = proposals[Math.floor(random() * proposals.length)]
  const shift = Math.floor(random() * 15) - 5
  const existing = input.orders[Math.floor(random() * input.orders.length)]
  if (existing !== undefined && random() < 0.4) {
    const { reference } = existing
    const move = (at: number | null | undefined): number => (at ?? 0) + shift * day
    const moved = { ...existing, startdate: move(existing.startdate), enddate: move(existing.enddate) }
    const others = input.orders.filter((order) => order !== existing)
    return { next: { ...input, orders: random() < 0.3 ? others : [...others, moved] }, reference }
  }
  if (some === undefined) return undefined
  const order = pinned(
    some,
    Math.max(shift, Math.ceil((input.settings.current - (some.startdate ?? 0)) / day)),
  )
  const resources = some.resources.map((resource) => ({ operationplan: some.reference, resource }))
  return {
    next: {
      ...input,
      orders: [...input.orders, order],
      orderResources: [...(input.orderResources ?? []), ...resources],
    },
    reference: some.reference,
  }
}

const tryDrag = (live: LivePlan, { next, reference }: Drag, displace = false): Attempt =>
  finish(live.attempt(next, touching([], [reference]), { mode: 'repair', displace }))

const rowsWith = (rows: readonly FixtureRow[], { orders }: PlannerInput): readonly FixtureRow[] => [
  ...rows.filter(({ model }) => model !== 'input.operationplan'),
  ...orders.map((order) => row('operationplan', { ...order })),
]

describe('an order that is put elsewhere', () => {
  it('leaves nothing when it is taken back', { timeout: testTimeoutMs }, () => {
    const random = randomOf(8)
    let drags = 0
    for (const rows of sample) {
      const live = prepare(plannerInput(rows, { current }))
      for (let count = 0; count < 5; count += 1) {
        const drag = dragOf(live, random)
        if (drag === undefined) continue
        const before = snapshotOf(live)
        tryDrag(live, drag, count % 2 === 1).close()
        expect(snapshotOf(live)).toBe(before)
        drags += 1
      }
    }
    expect(drags).toBeGreaterThan(3 * sample.length)
  })

  it('makes a plan that is sound', { timeout: testTimeoutMs }, () => {
    const random = randomOf(9)
    for (const rows of sample) {
      const live = prepare(plannerInput(rows, { current }))
      for (let count = 0; count < 3; count += 1) {
        const drag = dragOf(live, random)
        if (drag === undefined) continue
        const attempt = tryDrag(live, drag, count % 2 === 1)
        expect(violationsOf(rowsWith(rows, drag.next), current, planTables(attempt.solution()))).toEqual([])
        attempt.keep()
      }
    }
  })

  it('moves what is in its way, and what waits for it', () => {
    const rows = [
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'trike' }),
      row('resource', { name: 'bench' }),
      makes({}),
      makes({ name: 'make trike', item: 'trike' }),
      row('operationresource', { operation: 'make trike', resource: 'bench', quantity: 1 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ name: 'A', due: date(5) }),
      demand({ name: 'B', item: 'trike', due: date(6), priority: 2 }),
      demand({ name: 'C', item: 'trike', due: date(7), priority: 3 }),
    ]
    const live = prepare(plannerInput(rows, { current }))
    // A from 4 to 5, B from 5 to 6, C from 6 to 7. A is moved to 5 to 6, the time of B.
    const order = live.proposals().find(({ type, pegged }) => type === 'MO' && pegged === 'A')!
    const attempt = tryDrag(live, {
      next: { ...live.input, orders: [pinned(order, 1)] },
      reference: order.reference,
    })
    expect(attempt.mode).toBe('repair')
    expect(
      attempt.consequences.demands.map(({ name, change, after }) => [name, change, days(after!.date!)]),
    ).toEqual([['A', 'late', 6]])
    // B gets the time that has become free.
    expect(attempt.consequences.orders).toMatchObject({ moved: 2, added: 0, dropped: 0 })
    attempt.close()
    expect(days(live.state.deliveries.get('A')!.shipments[0]!.order.end)).toBe(5)
  })

  it.each([
    { displace: false },
    { displace: true },
    // More time of a resource needs the whole plan again.
    { displace: false, tables: ['resources'] as const },
    { displace: true, tables: ['resources'] as const },
  ])(
    'is waited for when it is later, and not made again: $displace, $tables',
    ({ displace, tables = [] }) => {
      const rows = [
        plant,
        row('item', { name: 'bike' }),
        row('resource', { name: 'bench' }),
        makes({}),
        row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
        demand({ name: 'A', due: date(5) }),
      ]
      const live = prepare(plannerInput(rows, { current }))
      const order = live.proposals().find(({ type }) => type === 'MO')!
      const next = { ...live.input, orders: [pinned(order, 1)] }
      const attempt = finish(
        live.attempt(next, touching([], [order.reference], new Set(tables)), { mode: 'repair', displace }),
      )
      expect(attempt.mode).toBe('repair')
      expect(attempt.consequences.orders).toMatchObject({ moved: 1, added: 0, dropped: 0 })
      expect(days(attempt.deliveryOf('A')!.shipments[0]!.order.end)).toBe(6)
    },
  )
})

describe('sales orders whose orders are changed in one edit', () => {
  const rows = [
    plant,
    row('item', { name: 'bike' }),
    makes({}),
    demand({ name: 'A', quantity: 5, due: date(5), priority: 2 }),
    demand({ name: 'B', quantity: 5, due: date(8), priority: 1 }),
  ]

  it.each([[], ['resources'] as const])('wait for their own orders only: %s', (...tables) => {
    const live = prepare(plannerInput(rows, { current }))
    const orderOf = (demand: string): PreviousOrderRow =>
      live.proposals().find(({ type, pegged }) => type === 'MO' && pegged === demand)!
    const [later, less] = [orderOf('A'), orderOf('B')]
    const orders = [pinned(later, 15), { ...pinned(less, 0), quantity: 3 }]
    const attempt = finish(
      live.attempt(
        { ...live.input, orders },
        touching([], [later.reference, less.reference], new Set(tables)),
        { mode: 'repair', displace: false },
      ),
    )
    expect(attempt.mode).toBe('repair')
    const dates = ['A', 'B'].map((name) =>
      attempt.deliveryOf(name)!.shipments.map(({ order, quantity }) => [days(order.end), quantity]),
    )
    expect(dates).toEqual([[[20, 5]], [[8, 5]]])
  })
})

describe('a sales order whose place an order is put on', () => {
  const names = ['A', 'B', 'C', 'D']
  const rows = [
    plant,
    row('item', { name: 'bike' }),
    row('item', { name: 'trike' }),
    row('resource', { name: 'bench' }),
    makes({}),
    makes({ name: 'make trike', item: 'trike' }),
    row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    row('operationresource', { operation: 'make trike', resource: 'bench', quantity: 1 }),
    ...names.map((name, at) =>
      demand({
        name,
        item: name === 'D' ? 'trike' : 'bike',
        quantity: name === 'A' ? 10 : 1,
        minshipment: name === 'A' ? 10 : 1,
        due: date(1 + at),
        priority: 1 + at,
      }),
    ),
  ]

  /**
   * The bench is busy from now on. D is moved to the time of A, and some sales orders are edited too; returns the dates
   * of the sales orders.
   */
  function datesWith(displace: boolean, edited: readonly string[] = []): readonly number[] {
    const live = prepare(plannerInput(rows, { current }))
    const order = live.proposals().find(({ type, pegged }) => type === 'MO' && pegged === 'D')!
    const next = { ...live.input, orders: [pinned(order, -3)] }
    const attempt = finish(
      live.attempt(next, touching(edited, [order.reference]), { mode: 'repair', displace }),
    )
    return names.map((name) => days(attempt.deliveryOf(name)!.shipments[0]!.order.end))
  }

  it('waits behind all others without displacing them', () => {
    expect(datesWith(false).slice(0, 3)).toEqual([4, 2, 3])
  })

  it('moves back in its queue where it may displace less urgent ones', () => {
    expect(datesWith(true).slice(0, 3)).toEqual([2, 3, 4])
  })

  it('does not displace sales orders of the same edit', () => {
    expect(datesWith(true, ['B', 'C']).slice(0, 3)).toEqual([4, 2, 3])
  })
})

it('a plan in memory of very many orders is converted to a solution', () => {
  const rows = [plant, row('item', { name: 'bike' }), makes({}), demand({ due: date(5) })]
  const { state } = prepare(plannerInput(rows, { current }))
  const orders = Array.from({ length: 500_000 }, () => state.plan.orders[0]!)
  expect(solutionOf(state, orders).plan.orders).toHaveLength(orders.length)
})

describe('a delivery order that was not shipped', () => {
  const delivery = row('operationplan', {
    reference: 'shipment 1',
    type: 'DLVR',
    status: 'approved',
    demand: 'order',
    item: 'bike',
    location: 'plant',
    quantity: 4,
    startdate: date(2),
    enddate: date(2),
  })
  const rowsOf = (status: string): readonly FixtureRow[] => [
    plant,
    row('item', { name: 'bike' }),
    stock('bike', 20),
    demand({ quantity: 10, due: date(5), status }),
    delivery,
  ]

  it.each([
    ['open', 'closed', 1],
    ['closed', 'open', 0],
  ])('is reported as of now when its sales order was %s and is %s', (before, after, count) => {
    const live = prepare(plannerInput(rowsOf(before), { current }))
    const next = plannerInput(rowsOf(after), { current })
    const edited = { ...live.input, demands: next.demands }
    const attempt = finish(
      live.attempt(edited, touching(['order']), { mode: 'repair', displace: false, explain: false }),
    )
    const told = [...planResult(attempt.solution()).problems].filter(({ owner }) => owner === 'shipment 1')
    expect(told).toHaveLength(count)
    attempt.close()
  })
})
