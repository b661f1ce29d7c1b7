/** Tests the sources of material. */
import { describe, expect, it } from 'vitest'
import { day, hour } from '../../src/planner/time.ts'
import { buys, date, days, demand, makes, plan, planned, plant, row, shipped, stock } from './small-plans.ts'

const takes = (fields: object) =>
  row('operationmaterial', { operation: 'make', quantity: -1, type: 'start', ...fields })

describe('of materials that can stand in for each other', () => {
  const either = [
    takes({ item: 'steel', name: 'tube', priority: 1 }),
    takes({ item: 'alloy', name: 'tube', priority: 2 }),
  ]

  it('what is in stock is used before the preferred one is bought', () => {
    const solution = plan(
      plant,
      makes({}),
      ...either,
      buys({ item: 'steel' }),
      stock('alloy', 5),
      demand({ due: date(9) }),
    )
    expect(planned(solution)).toEqual([['make', 1, 8, 9]])
  })

  it('several are used for one order when one is not enough', () => {
    const solution = plan(
      plant,
      makes({}),
      ...either,
      stock('steel', 3),
      stock('alloy', 4),
      demand({ quantity: 7, minshipment: 7, due: date(9) }),
    )
    expect(shipped(solution)).toEqual({ order: [[9, 7]] })
    expect(planned(solution)).toEqual([
      ['make', 4, 8, 9],
      ['make', 3, 8, 9],
    ])
  })
})

const gains = (fields: object) =>
  row('operationmaterial', { operation: 'make', item: 'bike', type: 'end', ...fields })

describe('a fixed quantity', () => {
  it('of a product that is negative is lost in every lot, and made in addition', () => {
    const scrap = gains({ quantity: 1, quantity_fixed: -2 })
    const solution = plan(plant, makes({ sizemaximum: 6 }), scrap, demand({ quantity: 8, due: date(9) }))
    expect(shipped(solution)).toEqual({ order: [[9, 8]] })
    expect(planned(solution)).toEqual([
      ['make', 6, 8, 9],
      ['make', 6, 8, 9],
    ])
  })

  it('of a product that is lost as a whole lets nothing be promised', () => {
    const scrap = gains({ quantity: 1, quantity_fixed: -6 })
    const solution = plan(plant, makes({ sizemaximum: 6 }), scrap, demand({ quantity: 8, due: date(9) }))
    expect(shipped(solution)).toEqual({ order: [] })
  })

  it('of a material that is positive is taken less', () => {
    const solution = plan(
      plant,
      makes({}),
      takes({ item: 'steel', quantity: -3, quantity_fixed: 1 }),
      stock('steel', 5),
      demand({ quantity: 2, due: date(9) }),
    )
    expect(shipped(solution)).toEqual({ order: [[9, 2]] })
  })
})

describe('transfer batches', () => {
  const shift = [
    row('calendar', { name: 'shift', defaultvalue: 0 }),
    row('calendarbucket', {
      calendar: 'shift',
      value: 1,
      starttime: '08:00:00',
      endtime: '16:00:00',
      saturday: false,
      sunday: false,
    }),
    row('resource', { name: 'cell', available: 'shift' }),
    row('operationresource', { operation: 'make', resource: 'cell', quantity: 1 }),
  ]
  // Friday, Monday and Tuesday at the end of the shift.
  const ends = [4, 7, 8].map((at) => at + 2 / 3)

  it('are made and taken in the open time of the resources', () => {
    const solution = plan(
      plant,
      ...shift,
      makes({}),
      gains({ quantity: 1, type: 'transfer_batch', transferbatch: 1 }),
      takes({ item: 'frame', type: 'transfer_batch', transferbatch: 1 }),
      stock('frame', 3),
      demand({ quantity: 3, minshipment: 3, due: date(ends[2]!) }),
    )
    expect(planned(solution)).toEqual([['make', 3, 4 + 1 / 3, ends[2]]])
    const movements = solution.plan.orders.find(({ operation: { name } }) => name === 'make')?.movements ?? []
    const moved = (item: string) =>
      movements.filter(({ buffer }) => buffer.item.name === item).map(({ date: at }) => days(at))
    expect(moved('bike')).toEqual(ends)
    expect(moved('frame')).toEqual([4, 7, 8].map((at) => at + 1 / 3))
  })

  it('are there when the work on them begins, also where the order moves across closed time', () => {
    const arrives = 7.5
    const solution = plan(
      plant,
      ...shift,
      makes({ type: 'time_per', duration: 0, duration_per: 2 * hour }),
      takes({ item: 'frame', type: 'transfer_batch', transferbatch: 1 }),
      stock('frame', 1),
      row('operationplan', {
        reference: 'frames',
        type: 'PO',
        status: 'confirmed',
        item: 'frame',
        supplier: 'shop',
        location: 'plant',
        quantity: 1,
        startdate: date(1),
        enddate: date(arrives),
      }),
      demand({ quantity: 2, minshipment: 2, due: date(7 + 10 / 24) }),
    )
    // The second batch begins when its frame arrives on Monday noon, not two hours before.
    expect(planned(solution)).toEqual([['make', 2, 7 + 10 / 24, 7 + 14 / 24]])
    expect(shipped(solution)).toEqual({ order: [[7 + 14 / 24, 2]] })
  })
})

describe('a material that changes', () => {
  it('is the one that holds when the order runs, also when that is later than was wanted', () => {
    const change = [
      takes({ item: 'steel', effective_end: date(6) }),
      takes({ item: 'alloy', effective_start: date(6) }),
    ]
    const solution = plan(
      plant,
      makes({}),
      ...change,
      buys({ item: 'steel', leadtime: 7 * day }),
      stock('alloy', 5),
      demand({ due: date(3) }),
    )
    const made = solution.plan.orders.find(({ operation }) => operation.name === 'make')!
    expect(
      made.movements.filter(({ quantity }) => quantity < 0).map(({ buffer }) => buffer.item.name),
    ).toEqual(['alloy'])
  })
})

describe('what is there when the work begins', () => {
  it('is made so that the work begins by then', () => {
    const made = row('operationmaterial', { operation: 'make', item: 'bike', quantity: 1, type: 'start' })
    const solution = plan(plant, makes({ duration: 3 * day }), made, demand({ due: date(2) }))
    expect(shipped(solution)).toEqual({ order: [[2, 1]] })
    expect(planned(solution)).toEqual([['make', 1, 2, 5]])
  })
})

describe('lines that are shipped in ratio', () => {
  it('are planned one by one, and that is told', () => {
    const lines = ['one', 'two'].map((name) =>
      demand({ name, owner: 'customer order', policy: 'inratio', due: date(3) }),
    )
    const solution = plan(plant, stock('bike', 2), ...lines)
    expect(shipped(solution)).toEqual({ one: [[3, 1]], two: [[3, 1]] })
    expect(solution.network.invalid).toMatchObject([{ entity: 'demand', owner: 'customer order' }])
  })
})

describe('a supplier', () => {
  it('is waited for until it may be used', () => {
    const solution = plan(plant, buys({ effective_start: date(6) }), demand({ due: date(3) }))
    expect(shipped(solution)).toEqual({ order: [[6, 1]] })
  })

  it('is used before it may not be used any more', () => {
    const solution = plan(plant, buys({ effective_end: date(6) }), demand({ due: date(10) }))
    expect(shipped(solution)).toEqual({ order: [[10, 1]] })
  })

  it('of a group of items sells every item of it', () => {
    const group = [row('item', { name: 'bikes' }), row('item', { name: 'bike', owner: 'bikes' })]
    expect(shipped(plan(plant, ...group, buys({ item: 'bikes' }), demand({ due: date(4) })))).toEqual({
      order: [[4, 1]],
    })
  })

  it('with priority 0 is never asked', () => {
    expect(shipped(plan(plant, buys({ priority: 0 }), demand({ due: date(4) })))).toEqual({ order: [] })
  })

  it('whose smallest lot is more than is needed comes after others', () => {
    const solution = plan(
      plant,
      buys({ sizeminimum: 100 }),
      buys({ supplier: 'trader', priority: 2 }),
      demand({ due: date(4) }),
    )
    expect(planned(solution)).toEqual([['Purchase bike @ plant from trader', 1, 3, 4]])
  })

  it('may be asked to deliver earlier, and must where the safety time is hard', () => {
    const soft = plan(plant, buys({ extra_safety_leadtime: 2 * day }), demand({ due: date(2) }))
    expect(shipped(soft)).toEqual({ order: [[2, 1]] })
    const hard = plan(plant, buys({ hard_safety_leadtime: 2 * day }), demand({ due: date(2) }))
    expect(shipped(hard)).toEqual({ order: [[3, 1]] })
  })

  it('has as much of the soft safety time as there is', () => {
    const soon = plan(plant, buys({ extra_safety_leadtime: 2 * day }), demand({ due: date(2) }))
    expect(planned(soon)).toEqual([['Purchase bike @ plant from shop', 1, 0, 1]])
  })
})

describe('the release of work', () => {
  it('waits for its fence', () => {
    expect(shipped(plan(plant, makes({ fence: 3 * day }), demand({ due: date(1) })))).toEqual({
      order: [[4, 1]],
    })
  })

  it('leaves as much of the time after the work as the fence allows', () => {
    const soon = plan(plant, makes({ fence: day, posttime: 2 * day }), demand({ due: date(3) }))
    expect(planned(soon)).toEqual([['make', 1, 1, 2]])
  })

  it('leaves out the time after the work where lots that follow each other would be late with it', () => {
    const solution = plan(
      plant,
      makes({ type: 'time_per', duration: 0, duration_per: 2 * hour, sizemaximum: 6, posttime: day }),
      row('resource', { name: 'bench' }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ due: date(1.7), quantity: 18, minshipment: 18 }),
    )
    expect(shipped(solution)).toEqual({ order: [[1.7, 18]] })
  })

  it('may lie in the past by a negative fence', () => {
    expect(
      shipped(plan(plant, makes({ fence: -3 * day, duration: 2 * day }), demand({ due: date(1) }))),
    ).toEqual({ order: [[1, 1]] })
  })
})

describe('what is made to order', () => {
  it('is kept for the batch that it is made for', () => {
    const items = [row('item', { name: 'bike', type: 'make to order' })]
    const solution = plan(
      plant,
      ...items,
      stock('bike', 5, { batch: 'red' }),
      makes({ duration: 4 * day }),
      demand({ name: 'red', batch: 'red', due: date(1) }),
      demand({ name: 'blue', batch: 'blue', due: date(1) }),
    )
    expect(shipped(solution)).toEqual({ blue: [[4, 1]], red: [[1, 1]] })
  })
})

describe('stock of batches of an item that is not made to order', () => {
  const solution = plan(
    plant,
    stock('bike', 30, { batch: 'LOT7' }),
    stock('bike', 20, { batch: 'LOT8', minimum: 3 }),
    stock('bike', 5, { minimum: 10 }),
    makes({}),
    demand({ name: 'any', quantity: 20, due: date(1) }),
    demand({ name: 'of a lot', batch: 'LOT7', quantity: 20, due: date(1) }),
  )

  it('is used by all orders, whatever their batch is', () => {
    expect(shipped(solution)).toEqual({ any: [[1, 20]], 'of a lot': [[1, 20]] })
    expect(planned(solution)).toEqual([])
  })

  it('is one stock, with the levels of the row without a batch', () => {
    expect(solution.network.buffers).toMatchObject([{ batch: '', onhand: 55, minimum: 10 }])
  })
})

describe('stock at other places', () => {
  it('is brought over several of them, and circles end', () => {
    const ways = [
      ['hub', 'plant'],
      ['shop', 'hub'],
      ['plant', 'shop'],
    ].map(([location, origin]) => row('itemdistribution', { item: 'bike', location, origin, leadtime: day }))
    const places = ['hub', 'shop'].map((name) => row('location', { name }))
    const there = demand({ location: 'shop', quantity: 3, minshipment: 3, due: date(1) })
    expect(shipped(plan(plant, ...places, ...ways, stock('bike', 3), there))).toEqual({ order: [[2, 3]] })
    expect(shipped(plan(plant, ...places, ...ways, there))).toEqual({ order: [] })
  })
})

describe('operations that wait for each other in a circle', () => {
  it('are reported, and planned without it', () => {
    const solution = plan(
      plant,
      makes({}),
      makes({ name: 'other', item: undefined }),
      row('operationdependency', { operation: 'make', blockedby: 'other' }),
      row('operationdependency', { operation: 'other', blockedby: 'make' }),
      demand({ due: date(4) }),
    )
    expect(solution.network.invalid).toMatchObject([{ entity: 'operation', owner: 'other' }])
    expect(shipped(solution)).toEqual({ order: [[4, 1]] })
  })
})
