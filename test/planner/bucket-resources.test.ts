/** Tests resources whose capacity is counted in hours per day, week or month. */
import { describe, expect, it } from 'vitest'
import { hour } from '../../src/planner/time.ts'
import { date, days, demand, makes, plan, plant, row } from './small-plans.ts'

/** Returns the days from now on which orders of some hours for one day start, on a resource of a speed in percent. */
function starts(hours: number, efficiency: number, orders: number): readonly number[] {
  const solution = plan(
    plant,
    row('resource', { name: 'line', type: 'buckets_day', efficiency }),
    makes({ duration: hours * hour, sizemaximum: 1 }),
    row('operationresource', { operation: 'make', resource: 'line', quantity: 1 }),
    ...Array.from({ length: orders }, (_, at) => demand({ name: `order ${at}`, due: date(10) })),
  )
  return solution.plan.orders
    .filter(({ operation }) => operation.name === 'make')
    .map(({ start }) => Math.floor(days(start)))
    .toSorted((a, b) => a - b)
}

describe('a resource that counts hours per day', () => {
  it('takes as many orders at double speed as it has time for', () => {
    // Each of 16 hours takes 8.
    expect(starts(16, 200, 4)).toEqual([8, 9, 9, 9])
  })

  it('takes fewer at half speed', () => {
    // Each of 6 hours takes 12.
    expect(starts(6, 50, 3)).toEqual([8, 9, 9])
  })
})
