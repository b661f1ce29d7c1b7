/** Tests that a stored plan has the key figures that trials compare with. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plannerInput } from '../../../test/planner/fixture-input.ts'
import { prepare, testTimeoutMs, touching } from '../../../test/planner/live-support.ts'
import { current, date, networks } from '../../../test/planner/random-network.ts'
import { demand, makes, plant, row, stock } from '../../../test/planner/small-plans.ts'
import { finish } from '../../planner/pauses.ts'
import { planResult } from '../../planner/result/plan-result.ts'
import { day } from '../../planner/time.ts'
import type { PlannerInput } from '../../planner/input.ts'
import { createTally } from './plan-figures.ts'

/** Returns setup hours and utilization, as a stored plan and as a trial has them. */
function figuresOf(input: PlannerInput) {
  const live = prepare(input)
  const result = planResult(live.solution())
  const tally = createTally(input, result.loads)
  const { setupHours, utilization } = tally.figures()
  const trial = live.state.totals.figures(() => live.state.plan.orders)
  return { stored: [setupHours, utilization], trial: [trial.setup_hours, trial.utilization] }
}

/** Returns the value of the stock at the start and on average of a stored plan, and that on average of a trial. */
function valuesOf(input: PlannerInput): readonly number[] {
  const live = prepare(input)
  const result = planResult(live.solution())
  const tally = createTally(input, result.loads)
  for (const movement of result.movements) tally.movement(movement)
  const { start, average } = tally.figures().inventoryValue
  return [start, average, live.state.totals.figures(() => live.state.plan.orders).stock_value]
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

  it('counts the work before the current date neither as load nor as capacity', () => {
    const rows = [
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ duration: 11 * day }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      row('operationplan', {
        reference: 'begun',
        type: 'MO',
        operation: 'make',
        status: 'confirmed',
        quantity: 1,
        startdate: date(-10),
        enddate: date(1),
      }),
    ]
    const { stored, trial } = figuresOf(plannerInput(rows, { current }))
    expect([stored, trial]).toEqual([
      [0, 100],
      [0, 100],
    ])
  })

  it('counts resources in a trial that have no capacity before its work', () => {
    const rows = [
      plant,
      row('item', { name: 'bike' }),
      row('calendar', { name: 'opening', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'opening', value: 1, startdate: date(4) }),
      row('resource', { name: 'bench', maximum: 1 }),
      row('resource', { name: 'late', maximum: 1, available: 'opening' }),
      makes({ duration: day }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    ]
    const live = prepare(plannerInput(rows, { current }))
    const figures = () => live.state.totals.figures(() => live.state.plan.orders).utilization
    expect(figures()).toBe(0)
    const next = plannerInput([...rows, demand({ due: date(8) })], { current })
    const attempt = finish(live.attempt(next, touching(['order']), { mode: 'repair', displace: false }))
    // One day of the eight of the bench, and of the four of the resource that opens later.
    expect(attempt.consequences.keyfigures.after.utilization).toBeCloseTo(100 / 12)
    attempt.keep()
    expect(figures()).toBeCloseTo(100 / 12)
    expect(figuresOf(next).stored).toEqual([0, expect.closeTo(100 / 12)])
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
    // Two bikes until the third is made on the third day; all three leave on the fourth.
    expect(valuesOf(input)).toEqual([1_000, 1_000, 1_000])
  })

  it('is that after what arrives now if nothing moves later', () => {
    const input = plannerInput(
      [
        plant,
        row('item', { name: 'bike', cost: 500 }),
        row('supplier', { name: 'shop' }),
        stock('bike', 2),
        row('operationplan', {
          reference: 'arrived',
          type: 'PO',
          item: 'bike',
          location: 'plant',
          supplier: 'shop',
          status: 'confirmed',
          quantity: 1,
          startdate: date(-2),
          enddate: date(0),
        }),
      ],
      { current },
    )
    expect(valuesOf(input)).toEqual([1_000, 1_500, 1_500])
  })
})
