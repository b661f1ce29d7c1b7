/** Tests that a stock with a minimum gets no more than the sales orders and the minimum need together. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { FixtureRow } from './fixture-input.ts'
import { buys, date, demand, makes, plan, planned, plant, row, shipped, stock } from './small-plans.ts'

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

  it('is for the next sales orders too, when it is made in several steps', () => {
    const steps = ['cut', 'weld'].map((name, at) =>
      makes({ name, item: undefined, owner: 'make', priority: at + 1 }),
    )
    const routing = makes({ type: 'routing', duration: 0, sizemultiple: 20 })
    expect(planned(plan(...bike, kept, routing, ...steps, order))).toEqual([
      ['cut', 20, 0, 1],
      ['weld', 20, 1, 2],
    ])
  })

  it('does not take the lot of a sales order that needs it', () => {
    const large = demand({ quantity: 30, due: date(10), minshipment: 30 })
    expect(planned(plan(...bike, kept, makes({ sizemultiple: 20 }), large))).toEqual([
      ['make', 20, 0, 1],
      ['make', 20, 9, 10],
    ])
  })
})

describe('a refill of safety stock by an operation that makes it beside its product', () => {
  const chips = row('operationmaterial', { operation: 'make', item: 'chip', quantity: 0.5, type: 'end' })
  const rows = [...bike, row('item', { name: 'chip' }), makes({}), chips]

  it('is for the next sales orders of the product too', () => {
    const order = demand({ quantity: 8, due: date(10) })
    expect(planned(plan(...rows, stock('chip', 2, { minimum: 10 }), order))).toEqual([['make', 16, 0, 1]])
  })

  it('leaves to the sales orders what they need in addition', () => {
    const order = demand({ quantity: 20, due: date(10), minshipment: 20 })
    const solution = plan(...rows, stock('chip', 2, { minimum: 10 }), order)
    expect(planned(solution)).toEqual([
      ['make', 16, 0, 1],
      ['make', 4, 9, 10],
    ])
    expect(shipped(solution)).toEqual({ order: [[10, 20]] })
  })

  it('keeps the safety stock of the product', () => {
    const both = [stock('chip', 0, { minimum: 10 }), stock('bike', 0, { minimum: 10 })]
    expect(planned(plan(...rows, ...both))).toEqual([['make', 20, 0, 1]])
  })
})

describe('a refill of safety stock that comes late', () => {
  it('is enough until the next delivery', () => {
    const delivery = row('operationplan', {
      reference: 'PO 1',
      type: 'PO',
      status: 'confirmed',
      item: 'bike',
      location: 'plant',
      supplier: 'shop',
      quantity: 3,
      startdate: date(0),
      enddate: date(30),
    })
    const solution = plan(
      ...bike,
      stock('bike', 4, { minimum: 10 }),
      buys({ leadtime: 8 * day }),
      delivery,
      demand({ quantity: 4, due: date(5) }),
    )
    expect(planned(solution)).toEqual([['Purchase bike @ plant from shop', 10, 0, 8]])
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

  it('stays below its maximum where a smaller late refill is ready earlier than a full one', () => {
    const solution = plan(
      ...bike,
      row('item', { name: 'chip' }),
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'chip', quantity: 1, type: 'end' }),
      makes({ name: 'make chips', item: 'chip', type: 'time_per', duration: 0, duration_per: day / 5 }),
      stock('chip', 0, { minimum: 10, maximum: 20 }),
      demand({ quantity: 8, due: date(2), minshipment: 8 }),
    )
    expect(planned(solution)).toEqual([
      ['make chips', 12, 0, 2.4],
      ['make', 8, 1, 2],
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

const descriptionsOf = (...rows: readonly FixtureRow[]): readonly unknown[] =>
  [...planResult(plan(...bike, buys({}), ...rows)).problems].map(({ description }) => description)

describe('a minimum above the maximum', () => {
  const above =
    'The minimum 10 of the stock "bike @ plant" is more than its maximum 4: it is refilled to the minimum, above the maximum. Lower the minimum or raise the maximum.'

  it('is reported, and refilled', () => {
    const levels = stock('bike', 2, { minimum: 10, maximum: 4 })
    expect(planned(plan(...bike, buys({}), levels))).toEqual([['Purchase bike @ plant from shop', 8, 0, 1]])
    expect(descriptionsOf(levels)).toContain(above)
  })

  it('is reported where a calendar gives it at some time', () => {
    const rising = [
      row('calendar', { name: 'rising', defaultvalue: 3 }),
      row('calendarbucket', { calendar: 'rising', value: 10, startdate: date(5), enddate: date(9) }),
    ]
    const levels = stock('bike', 3, { minimum_calendar: 'rising', maximum: 4 })
    expect(descriptionsOf(...rising, levels)).toContain(above)
    expect(descriptionsOf(...rising, stock('bike', 10, { minimum: 10, maximum: 10 }))).not.toContain(above)
  })
})
