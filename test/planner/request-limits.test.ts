/** Tests the limits of the work of a request and of a plan. */
import { describe, expect, it } from 'vitest'
import type { DemandRow } from '../../src/planner/input.ts'
import { compileNetwork } from '../../src/planner/network/compile.ts'
import { finish } from '../../src/planner/pauses.ts'
import { Plan } from '../../src/planner/search/plan.ts'
import { RequestLimits } from '../../src/planner/search/request-limits.ts'
import { day } from '../../src/planner/time.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { demoRows } from './demo-rows.ts'
import { plannerInput } from './fixture-input.ts'
import { prepare, testTimeoutMs, touching } from './live-support.ts'
import { date, demand, makes, plan, plant, row, shipped } from './small-plans.ts'

function newPlan(): { readonly plan: Plan; readonly limits: RequestLimits } {
  const network = finish(compileNetwork(plannerInput([], { current: '2026-01-05 00:00:00' })))
  const plan = new Plan(network.calendars)
  return { plan, limits: new RequestLimits(plan) }
}

it('a request that took too much work has one more attempt, in which no lot is divided', () => {
  const { limits } = newPlan()
  expect([limits.isSpent, limits.allowsDividing]).toEqual([false, true])
  while (limits.allowsAttempt());
  expect(limits.isSpent).toBe(true)
  const inside = limits.undivided(() => [limits.allowsAttempt(), limits.isSpent, limits.allowsDividing])
  expect(inside).toEqual([true, false, false])
  expect(limits.allowsDividing).toBe(true)
})

it('requests share what may be placed in the divided lots of a plan, and each may place a little', () => {
  const { plan, limits } = newPlan()
  const placedByRequest = (): number => {
    const before = plan.placed
    limits.reset()
    while (limits.allowsDividing)
      limits.dividing(() => {
        plan.placed += 1_000
      })
    return plan.placed - before
  }
  const [first, second] = [placedByRequest(), placedByRequest()]
  expect(first).toBeGreaterThanOrEqual(100_000)
  expect(second).toBe(1_000)
  limits.startPlan()
  expect(placedByRequest()).toBe(first)
})

it('parallel lots on a resource that is mostly occupied take little work', () => {
  const solution = plan(
    plant,
    row('item', { name: 'bike' }),
    makes({ name: 'make', type: 'time_per', duration: 300, duration_per: day / 8 }),
    makes({ name: 'busy', item: undefined }),
    row('resource', { name: 'hall', maximum: 1_000 }),
    row('operationresource', { operation: 'make', resource: 'hall', quantity: 1 }),
    row('operationresource', { operation: 'busy', resource: 'hall', quantity: 998 }),
    row('operationplan', {
      reference: '1',
      type: 'MO',
      status: 'confirmed',
      operation: 'busy',
      quantity: 1,
      startdate: date(0),
      enddate: date(1_000),
    }),
    demand({ due: date(1), quantity: 1_000, minshipment: 1_000 }),
  )
  // Rounds that try only one lot less would take 200,000, and the limit would leave one lot of twice the time.
  expect(solution.plan.placed).toBeLessThan(30_000)
  const { end } = solution.deliveries[0]!.shipments[0]!.order
  expect((end - solution.network.input.settings.current) / day).toBeLessThan(70)
})

describe('a repair of many late sales orders', () => {
  const input = plannerInput(demoRows(manufacturingDemo()), { current: `${referenceDate} 00:00:00` })
  const live = prepare(input)

  /** Changes sales orders, and returns their deliveries and the number of orders placed for them. */
  function change(names: readonly string[], fields: Partial<DemandRow>) {
    const demands = input.demands.map((row) => (names.includes(row.name) ? { ...row, ...fields } : row))
    const before = live.state.plan.placed
    const steps = live.attempt({ ...input, demands }, touching(names), { mode: 'repair', displace: false })
    const attempt = finish(steps)
    const deliveries = names.map((name) => attempt.deliveryOf(name))
    attempt.close()
    return { deliveries, placed: live.state.plan.placed - before }
  }

  it('takes little more work than that of a few, and plans them all', { timeout: testTimeoutMs }, () => {
    const names = input.demands.slice(0, 20).map(({ name }) => name)
    const { deliveries, placed } = change(names, { quantity: 120 })
    // Without a limit for all of them 1,300,000.
    expect(placed).toBeLessThan(300_000)
    for (const delivery of deliveries)
      expect(delivery?.shipments.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(120)
    // What an attempt may divide does not depend on those before it.
    expect(change(names, { quantity: 120 }).placed).toBe(placed)
  })
})

it('late lots are tried without the time after the work once, not again in each level of their components', () => {
  const items = ['bike', 'frame', 'tube', 'sheet']
  const solution = plan(
    plant,
    ...items.flatMap((item) => [
      row('item', { name: item }),
      row('resource', { name: `${item} bench` }),
      makes({
        name: `make ${item}`,
        item,
        type: 'time_per',
        duration: 0,
        duration_per: day / 120,
        sizemaximum: 6,
        posttime: day,
      }),
      row('operationresource', { operation: `make ${item}`, resource: `${item} bench`, quantity: 1 }),
    ]),
    ...items.slice(1).map((item, at) => {
      const operation = `make ${items[at]!}`
      return row('operationmaterial', { operation, item, quantity: -2, type: 'start' })
    }),
    demand({ due: date(1), quantity: 12, minshipment: 12 }),
  )
  expect(shipped(solution)).toEqual({ order: [[1, 12]] })
  // 31 orders.
  expect(solution.plan.placed).toBeLessThan(120)
})
