/** Tests what an edit of a plan in memory does for safety stock. */
import { describe, expect, it } from 'vitest'
import type { DemandRow } from '../../src/planner/input.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import { finish } from '../../src/planner/pauses.ts'
import { day } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { prepare, touching } from './live-support.ts'
import { current, date, demand, makes, planned, plant, row, stock } from './small-plans.ts'

const order = (name: string, due: number): FixtureRow =>
  demand({ name, quantity: 5, due: date(due), minshipment: 5 })

/** Returns the demand rows of a plan with one more. */
const withOrder = (live: LivePlan, name: string, due: number): readonly DemandRow[] => [
  ...live.input.demands,
  ...plannerInput([order(name, due)], { current }).demands,
]

/** Adds a sales order to a plan as a trial does, and returns its orders. */
function plannedWith(live: LivePlan, name: string, due: number): readonly unknown[] {
  const next = { ...live.input, demands: withOrder(live, name, due) }
  const attempt = finish(live.attempt(next, touching([name]), { mode: 'repair', displace: false }))
  const made = planned(attempt.solution())
  attempt.close()
  return made
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
