/** Tests that a stored plan has the key figures that trials compare with. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plannerInput } from '../../../test/planner/fixture-input.ts'
import { prepare, testTimeoutMs } from '../../../test/planner/live-support.ts'
import { current, date, networks } from '../../../test/planner/random-network.ts'
import { demand, makes, plant, row, stock } from '../../../test/planner/small-plans.ts'
import { planResult } from '../../planner/result/plan-result.ts'
import { day } from '../../planner/time.ts'
import type { PlannerInput } from '../../planner/input.ts'
import { createTally } from './plan-figures.ts'

/** Returns setup hours and utilization, as a stored plan and as a trial has them. */
function figuresOf(input: PlannerInput) {
  const live = prepare(input)
  const result = planResult(live.solution())
  const tally = createTally(input, result.capacities())
  for (const bucket of result.resourceBuckets) tally.bucket(bucket)
  const { setupHours, utilization } = tally.figures()
  const trial = live.state.totals.figures(() => live.state.plan.orders)
  return { stored: [setupHours, utilization], trial: [trial.setup_hours, trial.utilization] }
}

describe('the utilization of a stored plan', () => {
  it('is that of the time until the last work ends', () => {
    const rows = [
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      row('resource', { name: 'idle', maximum: 1 }),
      makes({ duration: day }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ due: date(2) }),
    ]
    // One of two days on one of two resources.
    expect(figuresOf(plannerInput(rows, { current })).stored).toEqual([0, 25])
  })

  it('is that which trials show, in any plan', { timeout: testTimeoutMs }, () => {
    fc.assert(
      fc.property(networks, (rows) => {
        const { stored, trial } = figuresOf(plannerInput(rows, { current }))
        for (const [index, value] of stored.entries()) expect(value).toBeCloseTo(trial[index]!, 6)
      }),
      { numRuns: 20 },
    )
  })
})

describe('the value of the stock', () => {
  it('leaves out unlimited stock, in a stored plan and in a trial', () => {
    const input = plannerInput(
      [
        plant,
        row('item', { name: 'bike', cost: 500 }),
        row('item', { name: 'water', cost: 100 }),
        stock('bike', 2),
        stock('water', 5, { type: 'infinite' }),
        makes({ duration: day }),
        row('operationmaterial', { operation: 'make', item: 'water', quantity: -30, type: 'start' }),
        demand({ due: date(4), quantity: 3 }),
      ],
      { current },
    )
    const live = prepare(input)
    const result = planResult(live.solution())
    const tally = createTally(input, result.capacities())
    for (const movement of result.movements) tally.movement(movement)
    // Two bikes until the third is made on the third day; all three leave on the fourth.
    const { start, average } = tally.figures().inventoryValue
    const trial = live.state.totals.figures(() => live.state.plan.orders).stock_value
    expect([start, average, trial]).toEqual([1_000, 1_000, 1_000])
  })
})
