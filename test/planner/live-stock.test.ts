/** Tests what an edit of a plan in memory makes and buys for stock: no less than safety stock, and nothing without need. */
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannerInput } from '../../src/planner/input.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import type { Touched } from '../../src/planner/live/touched.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, never } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { prepare, testTimeoutMs, touching } from './live-support.ts'
import { networks } from './random-network.ts'
import { buys, current, date, demand, makes, planned, plant, row, stock, usedBy } from './small-plans.ts'

const order = (name: string, due: number): FixtureRow =>
  demand({ name, quantity: 5, due: date(due), minshipment: 5 })

/** Changes the data of a plan as a trial does, and returns the orders of the plan. */
function plannedFor(live: LivePlan, changed: Partial<PlannerInput>, touched: Touched): readonly unknown[] {
  const next = { ...live.input, ...changed }
  const attempt = finish(live.attempt(next, touched, { mode: 'repair', displace: false }))
  const made = planned(attempt.solution())
  attempt.close()
  return made
}

const plannedWith = (live: LivePlan, name: string, due: number): readonly unknown[] => {
  const { demands } = plannerInput([order(name, due)], { current })
  return plannedFor(live, { demands: [...live.input.demands, ...demands] }, touching([name]))
}

const plannedWithout = (live: LivePlan, ...names: readonly string[]): readonly unknown[] => {
  const demands = live.input.demands.filter(({ name }) => !names.includes(name))
  return plannedFor(live, { demands }, touching(names))
}

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

const keeping = (minimum: number): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  makes({}),
  stock('bike', 10, { minimum, maximum: 30 }),
  order('first', 10),
]

describe('a safety stock that a trial raises', () => {
  it('is refilled now, although the refill in the plan is in time for the former one', () => {
    const live = prepare(plannerInput(keeping(10), { current }))
    expect(planned(live.solution())).toEqual([['make', 25, 9, 10]])
    const { buffers } = plannerInput(keeping(20), { current })
    const raised = plannedFor(live, { buffers }, touching([], [], new Set(['buffers'])))
    expect(raised[0]).toEqual(['make', 20, 0, 1])
  })
})

const on = (operation: string, resource: string, priority: number): FixtureRow =>
  row('operationresource', { operation, resource, quantity: 1, priority, name: 'machine' })

describe('a lot for several sales orders', () => {
  const rows = [plant, row('item', { name: 'bike' })]
  const orders = [order('first', 10), order('second', 10)]

  it('stays as far as others need it, where it arrives in transfers', () => {
    const live = prepare(
      plannerInput(
        [
          ...rows,
          makes({ batchwindow: 7 * day, item: undefined }),
          row('resource', { name: 'bench', maximum: 1 }),
          row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
          row('operationmaterial', {
            operation: 'make',
            item: 'bike',
            quantity: 1,
            type: 'transfer_batch',
            transferbatch: 2,
          }),
          ...orders,
        ],
        { current },
      ),
    )
    expect(planned(live.solution())).toEqual([['make', 10, 9, 10]])
    expect(plannedWithout(live, 'second')).toEqual([['make', 5, 9, 10]])
  })

  it('stays on its machine when it becomes smaller', () => {
    const live = prepare(
      plannerInput(
        [
          ...rows,
          row('item', { name: 'car' }),
          row('resource', { name: 'A', maximum: 1 }),
          row('resource', { name: 'B', maximum: 1 }),
          makes({ batchwindow: 7 * day }),
          makes({ name: 'make car', item: 'car', duration: 9.5 * day }),
          on('make', 'A', 1),
          on('make', 'B', 2),
          row('operationresource', { operation: 'make car', resource: 'A', quantity: 1 }),
          demand({ name: 'car order', item: 'car', due: date(10), priority: 0 }),
          ...orders,
        ],
        { current },
      ),
    )
    expect(usedBy(live.solution(), 'make')).toEqual(['B'])
    const demands = live.input.demands.filter(({ name }) => name === 'first')
    const names = ['car order', 'second']
    const attempt = finish(
      live.attempt({ ...live.input, demands }, touching(names), { mode: 'repair', displace: false }),
    )
    expect(planned(attempt.solution())).toEqual([['make', 5, 9, 10]])
    expect(usedBy(attempt.solution(), 'make')).toEqual(['B'])
    attempt.close()
  })

  it('stays as large as it was, where its excess does not come from the change', () => {
    const made = [...rows, makes({}), buys({}), ...orders]
    const { plan, deliveries } = solve(plannerInput(made, { current }))
    // More was counted since: most of what is made is too much.
    const counted = plannerInput([...made, stock('bike', 8)], { current })
    const live = prepare({ ...counted, previous: proposalsOf(plan, deliveries) })
    expect(plannedWith(live, 'third', 20)).toEqual(planned(live.solution()))
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
