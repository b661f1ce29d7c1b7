/** Tests that orders are joined, so that there are fewer of them. */
import { describe, expect, it } from 'vitest'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { plannerInput } from './fixture-input.ts'
import { current } from './random-network.ts'
import {
  buys,
  date,
  demand,
  makes,
  plan,
  planned,
  plant,
  planWith,
  row,
  shipped,
  stock,
} from './small-plans.ts'

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

  it('come before work that may start in the past, where only capacity counts', () => {
    const solution = planWith(
      { constraints: { capacity: true, manufacturingLeadTime: false, purchasingLeadTime: false } },
      plant,
      makes({ sizemaximum: 1, duration: 2 * day }),
      row('resource', { name: 'bench' }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      buys({ item: 'frame' }),
      demand({ quantity: 3, due: date(3) }),
    )
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 3, -4, -3],
      ['make', 1, -3, -1],
      ['make', 1, -1, 1],
      ['make', 1, 1, 3],
    ])
  })

  it('stay where they do not fit again, also if there was less in stock in the past', () => {
    const confirmed = { status: 'confirmed', quantity: 5, location: 'plant' }
    const solution = plan(
      plant,
      buys({ leadtime: 1.5 * day, batchwindow: 0, resource: 'clerk', resource_qty: 1 }),
      row('resource', { name: 'clerk' }),
      makes({ name: 'paint', item: 'car' }),
      row('operationmaterial', { operation: 'paint', item: 'bike', quantity: -1, type: 'start' }),
      row('operationplan', {
        ...confirmed,
        reference: 'taken',
        type: 'MO',
        operation: 'paint',
        startdate: date(-3),
        enddate: date(1),
      }),
      row('operationplan', {
        ...confirmed,
        reference: 'bought',
        type: 'PO',
        item: 'bike',
        supplier: 'shop',
        startdate: date(-4),
        enddate: date(-1),
      }),
      demand({ name: 'urgent', priority: 1, due: date(3.4) }),
      demand({ name: 'other', priority: 2, due: date(2.8) }),
    )
    expect(shipped(solution)).toEqual({ urgent: [[3.4, 1]], other: [[2.8, 1]] })
    expect(planned(solution)).toEqual([
      ['Purchase bike @ plant from shop', 1, 0.4, 1.9],
      ['Purchase bike @ plant from shop', 1, 1.9, 3.4],
    ])
  })

  it('are not joined to more than the largest lot', () => {
    expect(planned(plan(plant, buys({ batchwindow: 7 * day, sizemaximum: 3 }), ...orders))).toHaveLength(3)
  })
})

describe('the smallest lot', () => {
  const lines = [20, 20].map((due, at) =>
    demand({ name: `order ${at}`, quantity: 5 + 3 * at, due: date(due) }),
  )
  const takes = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' })

  it('is bought once where several orders need it on one day', () => {
    const solution = plan(plant, buys({ sizeminimum: 10, sizemultiple: 4 }), ...lines)
    expect(planned(solution)).toEqual([['Purchase bike @ plant from shop', 16, 19, 20]])
  })

  it('is bought once where the supplier delivers on one day only what is needed on several, and costs no more', () => {
    const solution = plan(
      plant,
      row('calendar', { name: 'first week', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'first week', value: 1, enddate: date(7) }),
      row('supplier', { name: 'shop', available: 'first week' }),
      buys({ sizeminimum: 10, sizemultiple: 4, batchwindow: 0, cost: 3 }),
      ...lines,
      demand({ name: 'later', quantity: 5, due: date(22) }),
    )
    expect(planned(solution)).toEqual([['Purchase bike @ plant from shop', 20, 6, 7]])
    const purchase = solution.plan.orders.find(({ operation }) => operation.kind === 'purchase')
    expect([purchase?.cost, solution.plan.costs.cost]).toEqual([60, 60])
  })

  it('is made once where several orders need it on one day, and its material is bought for it alone', () => {
    const solution = plan(plant, makes({ sizeminimum: 10 }), takes, buys({ item: 'frame' }), ...lines)
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 13, 18, 19],
      ['make', 13, 19, 20],
    ])
  })

  it('is made once where they need it within its window, and its material can be there', () => {
    const solution = plan(
      plant,
      makes({ sizeminimum: 10, batchwindow: 7 * day }),
      takes,
      buys({ item: 'frame', batchwindow: 7 * day }),
      lines[0]!,
      demand({ name: 'next day', quantity: 8, due: date(21) }),
    )
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 13, 18, 19],
      ['make', 13, 19, 20],
    ])
  })

  it('is made once for several orders on a resource too', () => {
    const bench = [
      row('resource', { name: 'bench', maximum: 2 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    ]
    const solution = plan(plant, makes({ sizeminimum: 10 }), ...bench, ...lines)
    expect(planned(solution)).toEqual([['make', 13, 19, 20]])
  })

  it('is made once in several steps too', () => {
    const solution = plan(
      plant,
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant', sizeminimum: 10 }),
      ...['weld', 'paint'].flatMap((name, at) => [
        row('operation', { name, location: 'plant', duration: day }),
        row('suboperation', { operation: 'build', suboperation: name, priority: at + 1 }),
      ]),
      row('operationmaterial', { operation: 'weld', item: 'frame', quantity: -1, type: 'start' }),
      buys({ item: 'frame' }),
      ...lines,
    )
    expect(shipped(solution)).toEqual({ 'order 0': [[20, 5]], 'order 1': [[20, 8]] })
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 13, 17, 18],
      ['weld', 13, 18, 19],
      ['paint', 13, 19, 20],
    ])
  })

  it('is made once in a plan of type 2 too, and bought within its window', () => {
    const input = plannerInput(
      [
        plant,
        makes({ sizeminimum: 10 }),
        takes,
        buys({ item: 'frame', batchwindow: 7 * day }),
        ...lines,
        demand({ name: 'later', quantity: 8, due: date(22) }),
      ],
      { current, plantype: 2 },
    )
    expect(planned(solve(input))).toEqual([
      ['Purchase frame @ plant from shop', 23, 18, 19],
      ['make', 13, 19, 20],
      ['make', 10, 21, 22],
    ])
  })

  it('is brought once for several orders', () => {
    const solution = plan(
      plant,
      row('location', { name: 'depot' }),
      stock('bike', 100),
      row('itemdistribution', {
        item: 'bike',
        location: 'depot',
        origin: 'plant',
        leadtime: day,
        sizeminimum: 10,
      }),
      ...lines.map(({ fields }) => demand({ ...fields, location: 'depot' })),
    )
    expect(planned(solution)).toEqual([['Ship bike from plant to depot', 13, 19, 20]])
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

  it('within its window stays separate where one lot would take safety stock', () => {
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
    const kept = stock('frame', 8, { minimum: 5 })
    const solution = plan(plant, makes({ batchwindow: 7 * day }), takes, kept, delivery, ...orders)
    expect(planned(solution)).toHaveLength(3)
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
