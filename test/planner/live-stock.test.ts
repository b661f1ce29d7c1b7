/** Tests what an edit of a plan in memory makes and buys for stock: no less than safety stock, and nothing without need. */
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DemandRow } from '../../src/planner/input.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, never } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { prepare, testTimeoutMs, touching } from './live-support.ts'
import { networks } from './random-network.ts'
import { buys, current, date, demand, makes, planned, plant, row, stock } from './small-plans.ts'

const order = (name: string, due: number): FixtureRow =>
  demand({ name, quantity: 5, due: date(due), minshipment: 5 })

/** Changes the sales orders of a plan as a trial does, one by its name, and returns the orders of the plan. */
function plannedFor(live: LivePlan, demands: readonly DemandRow[], name: string): readonly unknown[] {
  const next = { ...live.input, demands }
  const attempt = finish(live.attempt(next, touching([name]), { mode: 'repair', displace: false }))
  const made = planned(attempt.solution())
  attempt.close()
  return made
}

const plannedWith = (live: LivePlan, name: string, due: number): readonly unknown[] =>
  plannedFor(live, [...live.input.demands, ...plannerInput([order(name, due)], { current }).demands], name)

const plannedWithout = (live: LivePlan, name: string): readonly unknown[] =>
  plannedFor(
    live,
    live.input.demands.filter((one) => one.name !== name),
    name,
  )

describe('a sales order that takes safety stock before a refill arrives', () => {
  const rows = [
    plant,
    row('item', { name: 'bike' }),
    makes({}),
    stock('bike', 10, { minimum: 10, maximum: 30 }),
  ]

  it('is followed by a refill of its own, where the other one is not late', () => {
    const live = prepare(plannerInput([...rows, order('first', 10)], { current }))
    expect(planned(live.solution())).toEqual([['make', 25, 9, 10]])
    expect(plannedWith(live, 'second', 5)).toEqual([['make', 25, 4, 5]])
  })

  it('is followed by the same refill, where that is late already', () => {
    const slow = rows.map((each) =>
      each.model === 'input.operation'
        ? makes({ type: 'time_per', duration: undefined, duration_per: day })
        : each,
    )
    const live = prepare(plannerInput([...slow, order('first', 6)], { current }))
    expect(planned(live.solution())).toEqual([['make', 25, 0, 25]])
    expect(plannedWith(live, 'second', 4)).toEqual([['make', 25, 0, 25]])
  })
})

describe('a purchase for several sales orders', () => {
  const rows = [plant, row('item', { name: 'bike' }), row('supplier', { name: 'shop' })]
  const orders = [order('first', 10), order('second', 11)]

  it('has only what the others need once one of them is deleted', () => {
    const live = prepare(plannerInput([...rows, buys({}), ...orders], { current }))
    expect(planned(live.solution())).toEqual([['Purchase bike @ plant from shop', 10, 9, 10]])
    expect(plannedWithout(live, 'second')).toEqual([['Purchase bike @ plant from shop', 5, 9, 10]])
    expect(planned(live.solution())).toEqual([['Purchase bike @ plant from shop', 10, 9, 10]])
  })

  it('stays in the sizes of its supplier', () => {
    const sized = buys({ sizeminimum: 4, sizemultiple: 4 })
    const live = prepare(plannerInput([...rows, sized, ...orders], { current }))
    expect(planned(live.solution())).toEqual([['Purchase bike @ plant from shop', 12, 9, 10]])
    expect(plannedWithout(live, 'second')).toEqual([['Purchase bike @ plant from shop', 8, 9, 10]])
  })
})

/** Returns what is left in stock once all orders of a plan have ended. */
const leftOver = ({ network: { buffers } }: Solution): number =>
  buffers.reduce((sum, { infinite, stock: profile }) => sum + (infinite ? 0 : profile.level(never)), 0)

it('trials in random networks leave about as much in stock as new plans', { timeout: testTimeoutMs }, () => {
  let [tried, planned] = [0, 0]
  for (let seed = 1; seed <= scale({ short: 12, full: 100 }); seed += 1) {
    const [rows] = sample(networks, { numRuns: 1, seed })
    const input = plannerInput(rows!, { current })
    const { plan, deliveries } = solve(input)
    const live = prepare({ ...input, previous: proposalsOf(plan, deliveries) })
    const one = input.demands[seed % input.demands.length]
    if (one === undefined) continue
    const others = input.demands.filter((row) => row !== one)
    for (const demands of [others, [...others, { ...one, quantity: 2 * one.quantity }]]) {
      const next = { ...live.input, demands }
      const attempt = finish(live.attempt(next, touching([one.name]), { mode: 'repair', displace: false }))
      tried += leftOver(attempt.solution())
      attempt.close()
      planned += leftOver(solve({ ...input, demands }))
    }
  }
  expect(tried).toBeLessThan(1.1 * planned)
})
