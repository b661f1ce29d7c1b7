/** Tests how closed time counts for shipments and early work, and what is no longer effective closes nothing. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { buys, date, demand, makes, plan, planned, plant, row, shipped, stock } from './small-plans.ts'

const closed = (from: number, until: number): readonly FixtureRow[] => [
  row('calendar', { name: 'open', defaultvalue: 1 }),
  row('calendarbucket', { calendar: 'open', value: 0, startdate: date(from), enddate: date(until) }),
]
const bike = row('item', { name: 'bike' })

/** Returns an order that waits for a purchase and is shipped late, from a plant that is closed for two days. */
const late = (leadtime: number): readonly FixtureRow[] => [
  row('location', { name: 'plant', available: 'open' }),
  row('supplier', { name: 'shop' }),
  bike,
  ...closed(4, 6),
  buys({ leadtime: leadtime * day }),
  demand({ due: date(1) }),
]

describe('a shipment', () => {
  it('that is late leaves when its location is open again', () => {
    expect(shipped(plan(...late(5)))).toEqual({ order: [[6, 1]] })
  })

  it('leaves at the moment at which its location closes', () => {
    expect(shipped(plan(...late(4)))).toEqual({ order: [[4, 1]] })
  })
})

/** Returns work on a resource that is closed for two days. */
const bench = (maxearly: number): readonly FixtureRow[] => [
  plant,
  bike,
  ...closed(7, 9),
  row('resource', { name: 'bench', available: 'open', maxearly }),
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
  makes({}),
]

describe('the maximum earliness of a resource', () => {
  it('does not count the closed time before the due date', () => {
    expect(planned(plan(...bench(0), demand({ due: date(8) })))).toEqual([['make', 1, 6, 7]])
  })

  it('counts from the last open time before the due date', () => {
    const two = ['one', 'two'].map((name) => demand({ name, due: date(8), minshipment: 1 }))
    const busy = makes({ sizemaximum: 1 })
    expect(planned(plan(...bench(day), busy, ...two))).toEqual([
      ['make', 1, 5, 6],
      ['make', 1, 6, 7],
    ])
    expect(planned(plan(...bench(day / 2), busy, ...two))).toEqual([
      ['make', 1, 5.5, 6.5],
      ['make', 1, 6.5, 9.5],
    ])
  })
})

describe('a resource of a routing that is no longer effective', () => {
  it('does not close its steps', () => {
    const solution = plan(
      plant,
      bike,
      ...closed(3, 20),
      row('resource', { name: 'cell', available: 'open' }),
      row('operationresource', { operation: 'build', resource: 'cell', effective_end: date(-1) }),
      makes({ name: 'build', type: 'routing', duration: 0 }),
      makes({ name: 'weld', item: undefined, owner: 'build' }),
      demand({ due: date(9) }),
    )
    expect(planned(solution)).toEqual([['weld', 1, 8, 9]])
  })
})

describe('a material that ends with the row of its step', () => {
  it('is taken by an order that ends at this moment', () => {
    const solution = plan(
      plant,
      bike,
      row('item', { name: 'frame' }),
      stock('frame', 5),
      makes({ name: 'build', type: 'routing', duration: 0 }),
      makes({ name: 'weld', item: undefined }),
      row('suboperation', { operation: 'build', suboperation: 'weld', priority: 1, effective_end: date(9) }),
      row('operationmaterial', {
        operation: 'weld',
        item: 'frame',
        quantity: -1,
        type: 'start',
        effective_end: date(9),
      }),
      demand({ due: date(9), quantity: 2, minshipment: 2 }),
    )
    expect(planned(solution)).toEqual([['weld', 2, 8, 9]])
    const taken = solution.plan.orders.flatMap(({ movements }) =>
      movements.flatMap(({ buffer, quantity }) => (buffer.item.name === 'frame' ? quantity : [])),
    )
    expect(taken).toEqual([-2])
  })
})
