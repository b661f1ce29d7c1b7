/** Tests that orders are joined, so that there are fewer of them. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import { buys, date, demand, makes, plan, planned, plant, row, shipped, stock } from './small-plans.ts'

const orders = [2, 5, 30].map((due) => demand({ name: `due ${due}`, quantity: 2, due: date(due) }))

describe('purchases', () => {
  it('within their window are one, on the date of the first', () => {
    expect(planned(plan(plant, buys({ batchwindow: 7 * day }), ...orders))).toEqual([
      ['Purchase bike @ plant from shop', 4, 1, 2],
      ['Purchase bike @ plant from shop', 2, 29, 30],
    ])
  })

  it('without a window stay as they are', () => {
    expect(planned(plan(plant, buys({ batchwindow: 0 }), ...orders))).toHaveLength(3)
  })

  it('are not joined to more than the largest lot', () => {
    expect(planned(plan(plant, buys({ batchwindow: 7 * day, sizemaximum: 3 }), ...orders))).toHaveLength(3)
  })
})

describe('work', () => {
  const takes = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' })

  it('within its window is one when what it takes is there by then', () => {
    const there = plan(plant, makes({ batchwindow: 7 * day }), takes, stock('frame', 9), ...orders)
    expect(planned(there)).toEqual([
      ['make', 4, 1, 2],
      ['make', 2, 29, 30],
    ])
    const delivery = row('operationplan', {
      reference: 'PO 1',
      type: 'PO',
      status: 'confirmed',
      item: 'frame',
      location: 'plant',
      supplier: 'shop',
      quantity: 9,
      startdate: date(0),
      enddate: date(3),
    })
    const later = plan(plant, makes({ batchwindow: 7 * day }), takes, stock('frame', 2), delivery, ...orders)
    expect(planned(later)).toHaveLength(3)
  })

  it('that loads a resource stays as it is planned', () => {
    const cell = [
      row('resource', { name: 'cell' }),
      row('operationresource', { operation: 'make', resource: 'cell', quantity: 1 }),
    ]
    expect(planned(plan(plant, makes({ batchwindow: 7 * day }), ...cell, ...orders))).toHaveLength(3)
  })
})

describe('shipments', () => {
  it('of a demand on one date are one', () => {
    const make = makes({ duration: 0, sizemaximum: 5 })
    expect(shipped(plan(plant, make, demand({ quantity: 20, minshipment: 1, due: date(3) })))).toEqual({
      order: [[3, 20]],
    })
  })
})
