/** Tests that a plan in memory, and a plan that is made again, are the stored plan. */
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distributionDemo } from '../../fixtures/generate/distribution-demo.ts'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import { LivePlan } from '../../src/planner/live/live-plan.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import type { Order } from '../../src/planner/search/plan.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { demoRows } from './demo-rows.ts'
import { plannerInput } from './fixture-input.ts'
import { scale } from '../support/scale.ts'
import { current, networks } from './random-network.ts'
import { rareNetworks } from './rare-features.ts'
import { buys, date, days, demand, makes, plant, row } from './small-plans.ts'

const round = (quantity: number): number => Number(quantity.toFixed(9))

/** Returns what orders consume, in an order of its own. */
const consumedBy = (orders: readonly Order[]): readonly string[] =>
  orders
    .flatMap(({ operation, start, end, quantity, movements }) =>
      movements.map((one) =>
        [
          operation.name,
          start,
          end,
          round(quantity),
          one.buffer.item.name,
          one.date,
          round(one.quantity),
        ].join(' '),
      ),
    )
    .toSorted()

describe.each([
  ['distribution_demo', distributionDemo],
  ['manufacturing_demo', manufacturingDemo],
])('a stored plan of %s', (_, rows) => {
  const input = plannerInput(demoRows(rows()), { current: `${referenceDate} 00:00:00` })
  const { plan, deliveries } = solve(input)
  const previous = proposalsOf(plan, deliveries)

  it('has the same orders with the same materials in memory', () => {
    const live = finish(LivePlan.prepare({ ...input, previous }))
    expect(consumedBy(live.state.plan.orders)).toEqual(consumedBy(plan.orders))
  })

  it('stays as it is when the same data are planned again', () => {
    expect(consumedBy(solve({ ...input, previous }).plan.orders)).toEqual(consumedBy(plan.orders))
  })
})

it('a stored plan names the alternate materials that its orders consume', () => {
  const input = plannerInput(demoRows(manufacturingDemo()), { current: `${referenceDate} 00:00:00` })
  const { plan, deliveries } = solve(input)
  const chosen = proposalsOf(plan, deliveries).filter(({ materials }) => materials !== undefined)
  expect(chosen.length).toBeGreaterThan(20)
})

it('a stored plan of a routing whose product is made to order has the same steps in memory', () => {
  const rows = [
    plant,
    row('item', { name: 'bike', type: 'make to order' }),
    makes({ type: 'routing' }),
    ...['weld', 'paint'].flatMap((name, place) => [
      makes({ name, item: undefined }),
      row('suboperation', { operation: 'make', suboperation: name, priority: place + 1 }),
    ]),
    ...['red', 'blue'].map((batch, place) => demand({ name: batch, batch, due: date(2 + place) })),
  ]
  const input = plannerInput(rows, { current })
  const { plan, deliveries } = solve(input)
  const previous = proposalsOf(plan, deliveries)
  const routings = previous.filter(({ operation }) => operation === 'make')
  expect(new Set(routings.map(({ batch }) => batch))).toEqual(new Set(['red', 'blue']))
  const live = finish(LivePlan.prepare({ ...input, previous }))
  expect(consumedBy(live.state.plan.orders)).toEqual(consumedBy(plan.orders))
  expect([...live.state.deliveries.values()].map(({ shipments }) => shipments.length)).toEqual([1, 1])
})

it('a stored plan has the same purchases in memory, also those that wait until their supplier is effective', () => {
  const supplier = buys({ extra_safety_leadtime: 3 * day, effective_start: date(5) })
  const input = plannerInput([plant, supplier, demand({ due: date(6) })], { current })
  const { plan, deliveries } = solve(input)
  expect(plan.orders.map(({ end }) => days(end))).toEqual([6, 3])
  const previous = proposalsOf(plan, deliveries)
  const live = finish(LivePlan.prepare({ ...input, previous }))
  const references = live.state.plan.orders.map((order) => live.referenceOf(order))
  expect(new Set(references)).toEqual(new Set(previous.map(({ reference }) => reference)))
})

it.each([
  { kind: 'random networks', networks, seeds: { short: 70, full: 300 } },
  { kind: 'networks with rare features', networks: rareNetworks, seeds: { short: 30, full: 150 } },
])('stored plans of $kind have the same orders in memory, but for a few', ({ networks: kind, seeds }) => {
  // One network for each seed: the first ones of a sample are simple.
  const samples = Array.from({ length: scale(seeds) }, (_, seed) =>
    sample(kind, { numRuns: 1, seed: seed + 1 }),
  )
  const others = samples.flat().filter((rows) => {
    const input = plannerInput(rows, { current })
    const { plan, deliveries } = solve(input)
    const live = finish(LivePlan.prepare({ ...input, previous: proposalsOf(plan, deliveries) }))
    return consumedBy(live.state.plan.orders).join('\n') !== consumedBy(plan.orders).join('\n')
  })
  expect(others.length / samples.length).toBeLessThanOrEqual(0.05)
})
