/** Tests the unconstrained plan that chooses alternates: it is never short and never waits for existing orders. */
import { describe, expect, it } from 'vitest'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { current, date, days, demand, makes, plant, row, shipped, stock } from './small-plans.ts'

const orders = (...rows: readonly FixtureRow[]): Solution =>
  solve(plannerInput(rows, { current, plantype: 2 }))

describe('the unconstrained plan with alternates', () => {
  it('waits for no existing work', () => {
    const solution = orders(
      plant,
      row('item', { name: 'bike' }),
      makes({ name: 'prepare', item: undefined }),
      makes({}),
      row('operationdependency', { operation: 'make', blockedby: 'prepare', quantity: 1 }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'approved',
        operation: 'prepare',
        quantity: 1,
        startdate: date(20),
        enddate: date(21),
      }),
      demand({ due: date(5), operation: 'make' }),
    )
    expect(shipped(solution)).toEqual({ order: [[5, 1]] })
  })

  it('ships no less than the minimum shipment, and nothing again that is shipped', () => {
    const solution = orders(
      plant,
      row('item', { name: 'bike' }),
      stock('bike', 50),
      demand({ name: 'small', quantity: 2, minshipment: 5, due: date(3) }),
      demand({ name: 'done', quantity: 2, due: date(3) }),
      row('operationplan', {
        reference: '1',
        type: 'DLVR',
        status: 'confirmed',
        demand: 'done',
        quantity: 2,
        startdate: date(1),
        enddate: date(1),
      }),
    )
    expect(shipped(solution)).toEqual({ small: [[3, 5]], done: [[1, 2]] })
  })

  it('leaves nothing out that is too long for the time in which something is open', () => {
    const solution = orders(
      plant,
      row('item', { name: 'bike' }),
      row('calendar', { name: 'open', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'open', value: 1, startdate: date(10), enddate: date(13) }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: day, available: 'open' }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ quantity: 8, due: date(5), operation: 'make' }),
    )
    const [delivery] = solution.deliveries
    expect(delivery!.shipments.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(8)
    expect(Math.max(...delivery!.shipments.map(({ order }) => days(order.end)))).toBeLessThanOrEqual(13)
  })
})
