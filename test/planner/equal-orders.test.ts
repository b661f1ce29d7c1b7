/** Tests that pairing equal orders first leaves the comparison of two plans as it is. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { consequencesOf } from '../../src/planner/live/consequences/consequences-of.ts'
import {
  type DifferentDeliveries,
  differentDeliveries,
} from '../../src/planner/live/consequences/equal-deliveries.ts'
import { pairEqualOrders } from '../../src/planner/live/consequences/equal-orders.ts'
import { comparedPlan, factsOf, orderFacts } from '../../src/planner/live/consequences/facts-of.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import { finish } from '../../src/planner/pauses.ts'
import type { Order } from '../../src/planner/search/plan.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { plannerInput } from './fixture-input.ts'
import { prepare, testTimeoutMs, withDemands } from './live-support.ts'
import { current, networks } from './random-network.ts'
import { date, demand, makes, plant, row } from './small-plans.ts'

const compared = ({ state }: LivePlan): readonly Order[] => comparedPlan(state).orders

const pairs = (was: LivePlan, is: LivePlan) =>
  finish(pairEqualOrders(comparedPlan(was.state), comparedPlan(is.state)))

const names = (orders: Iterable<Order>) => [...orders].map(({ operation }) => operation.name)

const step = (name: string, priority: number) => [
  row('operation', { name, location: 'plant', type: 'fixed_time', duration: day }),
  row('suboperation', { operation: 'make', suboperation: name, priority }),
]

/** Counts the changes of orders between two plans, whose other orders are equal. */
function changesOf(was: LivePlan, is: LivePlan, before: readonly Order[], after: readonly Order[]) {
  const { orders } = consequencesOf(
    finish(factsOf(was.state, { orders: before, deliveries: [] })),
    finish(factsOf(is.state, { orders: after, deliveries: [] })),
  )
  const { added, dropped, moved, resized } = orders
  return { added, dropped, changed: moved + resized }
}

/** Returns the consequences for sales orders, whose other deliveries are equal. */
const demandsOf = (was: LivePlan, is: LivePlan, { before, after }: DifferentDeliveries) =>
  consequencesOf(
    finish(factsOf(was.state, { orders: [], deliveries: before })),
    finish(factsOf(is.state, { orders: [], deliveries: after })),
  ).demands

it(
  'pairs only orders that are equal, and all others are compared as if all were',
  () => {
    let equal = 0
    fc.assert(
      fc.property(networks, fc.nat(), (rows, seed) => {
        const input = plannerInput(rows, { current })
        const moved = input.demands.map((row, index) =>
          index === seed % input.demands.length ? { ...row, due: row.due - 3 * day } : row,
        )
        const [was, is] = [prepare(input), prepare(withDemands(input, moved))]
        const { same, before, after } = pairs(was, is)
        for (const [one, other] of same()) {
          // An equal order may be for another demand.
          const apart = { reference: '', owner: '', pegged: '' }
          expect({ ...orderFacts(is.state, one), ...apart }).toEqual({
            ...orderFacts(was.state, other),
            ...apart,
          })
          expect(one.owner === undefined).toBe(other.owner === undefined)
        }
        equal += same().size
        expect(before.length + same().size).toBe(compared(was).length)
        expect(after.length + same().size).toBe(compared(is).length)
        const [all, some] = [
          changesOf(was, is, compared(was), compared(is)),
          changesOf(was, is, before, after),
        ]
        expect(demandsOf(was, is, finish(differentDeliveries(was.state, is.state)))).toEqual(
          demandsOf(was, is, {
            before: [...was.state.deliveries.values()],
            after: [...is.state.deliveries.values()],
          }),
        )
        expect([some.added, some.dropped]).toEqual([all.added, all.dropped])
        expect(some.changed).toBeLessThanOrEqual(all.changed)
      }),
      { numRuns: scale({ short: 16, full: 400 }), seed: 11 },
    )
    expect(equal).toBeGreaterThan(100)
  },
  testTimeoutMs,
)

it('compares a routing with its changed step, and leaves its other steps paired', () => {
  const [was, is] = ['brush', 'robot'].map((tool) => {
    const rows = [
      plant,
      makes({ type: 'routing', duration: 0 }),
      ...step('cut', 1),
      ...step('paint', 2),
      row('resource', { name: tool, location: 'plant' }),
      row('operationresource', { operation: 'paint', resource: tool, quantity: 1 }),
      demand({ due: date(0) }),
    ]
    return prepare(plannerInput(rows, { current }))
  })
  const found = pairs(was!, is!)
  expect(names(found.before).toSorted()).toEqual(['make', 'paint'])
  expect(names(found.after).toSorted()).toEqual(['make', 'paint'])
  expect(names(found.same().keys())).toEqual(['cut'])
  expect(changesOf(was!, is!, found.before, found.after)).toEqual({ added: 0, dropped: 0, changed: 1 })
})

it('pairs an approved order with the proposal that it was, not with an equal one', () => {
  const rows = [
    plant,
    makes({ type: 'fixed_time', duration: day, sizemaximum: 5 }),
    demand({ due: date(9), quantity: 10 }),
  ]
  const input = plannerInput(rows, { current })
  const made = prepare(input)
  const proposals = made.proposals().filter(({ operation }) => operation === 'make')
  const previous = proposals.map((row, index) => Object.assign({}, row, { reference: `order ${index}` }))
  expect(previous).toHaveLength(2)
  const was = prepare({ ...input, previous })
  const { state } = was
  const first = state.plan.orders.find((order) => state.referenceOf(order) === 'order 0')
  const twin: Order = { ...first!, locked: undefined }
  const approved: Order = { ...first!, locked: { reference: 'order 0', status: 'approved' } }
  const found = finish(
    pairEqualOrders(comparedPlan(state), {
      orders: [twin, approved],
      referenceOf: ({ locked }) => locked?.reference,
    }),
  )
  expect(found.same().get(twin)).not.toBe(first)
  expect(found.before).toContain(first)
  expect(found.after).toContain(approved)
})
