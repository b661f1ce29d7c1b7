/** Tests that a stock with a minimum gets no more than the sales orders and the minimum need together. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import { buys, date, demand, makes, plan, planned, plant, row, stock } from './small-plans.ts'

const bike = [plant, row('item', { name: 'bike' })]
const kept = stock('bike', 2, { minimum: 4 })

describe('a refill of safety stock in a large lot', () => {
  const order = demand({ quantity: 4, due: date(10) })

  it('is for the next sales orders too, when it is made', () => {
    expect(planned(plan(...bike, kept, makes({ sizemultiple: 20 }), order))).toEqual([['make', 20, 0, 1]])
  })

  it('is for the next sales orders too, when it is bought', () => {
    const lot = buys({ leadtime: 3 * day, sizemultiple: 20 })
    expect(planned(plan(...bike, kept, lot, order))).toEqual([['Purchase bike @ plant from shop', 20, 0, 3]])
  })

  it('is for the next sales orders too, when it is brought, and what it takes is bought once', () => {
    const solution = plan(
      ...bike,
      row('location', { name: 'depot' }),
      row('itemdistribution', {
        item: 'bike',
        origin: 'plant',
        location: 'depot',
        leadtime: 2 * day,
        sizemultiple: 5,
      }),
      buys({ leadtime: 3 * day, sizemultiple: 20 }),
      row('buffer', { item: 'bike', location: 'depot', onhand: 2, minimum: 4 }),
      demand({ location: 'depot', quantity: 4, due: date(10) }),
    )
    expect(planned(solution)).toEqual([
      ['Purchase bike @ plant from shop', 20, 0, 3],
      ['Ship bike from plant to depot', 10, 3, 5],
    ])
  })

  it('leaves no work behind that only the lots before it waited for', () => {
    const prepared = [
      row('operation', { name: 'prepare', location: 'plant', type: 'fixed_time', duration: day }),
      row('operationdependency', { operation: 'make', blockedby: 'prepare' }),
    ]
    const made = planned(plan(...bike, kept, makes({ sizemultiple: 20 }), ...prepared, order))
    const count = (name: string): number =>
      made.filter((one) => Object.values(Object(one))[0] === name).length
    expect(count('prepare')).toBe(count('make'))
  })

  it('does not take the lot of a sales order that needs it', () => {
    const large = demand({ quantity: 30, due: date(10), minshipment: 30 })
    expect(planned(plan(...bike, kept, makes({ sizemultiple: 20 }), large))).toEqual([
      ['make', 20, 0, 1],
      ['make', 20, 9, 10],
    ])
  })
})

describe('a stock with a minimum and a maximum', () => {
  it('stays below its maximum where the minimum is missing before the first sales order', () => {
    const orders = [5, 10, 15, 20].map((due) =>
      demand({ name: `order ${due}`, quantity: 10, due: date(due), minshipment: 10 }),
    )
    const solution = plan(...bike, stock('bike', 0, { minimum: 5, maximum: 30 }), makes({}), ...orders)
    expect(planned(solution)).toEqual([
      ['make', 30, 0, 1],
      ['make', 30, 14, 15],
    ])
  })
})

describe('purchases of the smallest lot that are joined', () => {
  it('have only what is needed of both', () => {
    const solution = plan(
      ...bike,
      stock('bike', -5),
      buys({ leadtime: 3 * day, sizeminimum: 10 }),
      demand({ name: 'first', quantity: 5, due: date(3) }),
      demand({ name: 'second', quantity: 3, due: date(9) }),
    )
    expect(planned(solution)).toEqual([['Purchase bike @ plant from shop', 13, 0, 3]])
  })
})

describe('a refill up to a maximum', () => {
  it('is in whole lots of the supplier that delivers then, not of one that has ended', () => {
    const ended = buys({ supplier: 'former', priority: 1, sizemultiple: 20, effective_end: date(-5) })
    const usual = buys({ supplier: 'usual', priority: 2, sizemultiple: 3 })
    const bounded = stock('bike', 0, { minimum: 4, maximum: 10 })
    expect(planned(plan(...bike, row('supplier', { name: 'usual' }), bounded, ended, usual))).toEqual([
      ['Purchase bike @ plant from usual', 9, 0, 1],
    ])
  })
})
