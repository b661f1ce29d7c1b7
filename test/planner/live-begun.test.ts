/** Tests plans in memory while time passes: proposals that have begun since the plan was made. */
import { describe, expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { finish } from '../../src/planner/pauses.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, hour } from '../../src/planner/time.ts'
import { demoRows } from './demo-rows.ts'
import { plannerInput } from './fixture-input.ts'
import { ordersOf, prepare, touching } from './live-support.ts'

const input = plannerInput(demoRows(manufacturingDemo()), { current: `${referenceDate} 10:00:00` })
const made = solve(input)
const previous = proposalsOf(made.plan, made.deliveries)

/** Returns the data some seconds after the plan was made. */
function after(seconds: number, begunFrom: number | undefined = input.settings.current): PlannerInput {
  const settings = { ...input.settings, current: input.settings.current + seconds, begunFrom }
  return { ...input, settings, previous }
}

describe('proposals of the stored plan that should have begun', () => {
  it.each([5 * 60, 4 * hour, day])('keep their dates %d seconds later', (seconds) => {
    const live = prepare(after(seconds))
    expect(ordersOf(live.solution()).toSorted()).toEqual(ordersOf(made).toSorted())
    const problems = [...planResult(live.solution()).problems]
    expect(problems.filter(({ name }) => name === 'before current')).toEqual([])
  })

  it('are planned again, with all others, if they should have begun too long ago', () => {
    const later = after(day, input.settings.current + 12 * hour)
    const again = prepare(later)
    expect(ordersOf(again.solution()).toSorted()).toEqual(ordersOf(solve(later)).toSorted())
    const starts = again.state.plan.orders.filter(({ locked }) => locked === undefined)
    expect(Math.min(...starts.map(({ start }) => start))).toBeGreaterThanOrEqual(later.settings.current)
  })
})

it('new work of a trial does not start before now, and the work that has begun stays', () => {
  const live = prepare(after(4 * hour))
  const known = new Set(live.state.plan.orders)
  const before = new Map([...known].map((order) => [order, order.start]))
  const [first, ...others] = live.input.demands
  const demands = [{ ...first!, quantity: first!.quantity + 3, minshipment: 0 }, ...others]
  const attempt = finish(
    live.attempt({ ...live.input, demands }, touching([first!.name]), { mode: 'repair', displace: false }),
  )
  const { current } = live.input.settings
  const proposals = attempt.solution().plan.orders.filter(({ locked }) => locked === undefined)
  const made = proposals.filter((order) => !known.has(order))
  expect(made.length).toBeGreaterThan(0)
  expect(Math.min(...made.map(({ start }) => start))).toBeGreaterThanOrEqual(current)
  const begun = proposals.filter((order) => known.has(order) && order.start < current)
  expect(begun.length).toBeGreaterThan(5)
  for (const order of begun) expect(order.start).toBe(before.get(order))
  attempt.close()
})
