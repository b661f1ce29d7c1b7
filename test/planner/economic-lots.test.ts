/** Tests that lots are divided only if all orders become earlier in total, and that equal lots are one order. */
import { describe, expect, it } from 'vitest'
import { latenessOf } from '../../src/planner/lateness.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day, hour } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import {
  buys,
  date,
  demand,
  makes,
  plan,
  planned,
  planWith,
  plant,
  row,
  shipped,
  stock,
} from './small-plans.ts'

/** Returns quantity and end, in days, of each lot. */
const sizes = (solution: Solution): readonly (readonly number[])[] =>
  solution.plan.orders
    .filter(({ operation }) => operation.name === 'make')
    .map(({ quantity, end }) => [quantity, (end - solution.network.input.settings.current) / day])
    .toSorted(([, one = 0], [, other = 0]) => one - other)

/** Returns the plan of one machine with a fixed time for each lot, and orders that arrive faster than it can work. */
const rush = (fixed: number, fields: FixtureRow['fields'] = {}): Solution =>
  plan(
    plant,
    row('item', { name: 'bike' }),
    row('resource', { name: 'bench', maximum: 1 }),
    makes({ type: 'time_per', duration: fixed, duration_per: hour / 2, sizemultiple: 1 }),
    row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    ...Array.from({ length: 6 }, (_, index) =>
      demand({ name: `order ${index}`, quantity: 12, due: date(1 + index * 0.3), ...fields }),
    ),
  )

const dueInTwoGroups = (index: number) => ({ due: date(index < 5 ? 1 : 6) })
const tenOrders = (fields: (index: number) => FixtureRow['fields']) =>
  Array.from({ length: 10 }, (_, index) => demand({ name: `order ${index}`, ...fields(index) }))

describe('a lot with a fixed time', () => {
  const oven = [
    plant,
    row('item', { name: 'bike' }),
    row('resource', { name: 'oven', maximum: 1 }),
    row('operationresource', { operation: 'make', resource: 'oven', quantity: 1 }),
  ]

  it('is for all orders that would wait for lots of their own', () => {
    const solution = plan(
      ...oven,
      makes({ sizemaximum: 10 }),
      ...tenOrders((index) => ({ due: date(2 + index / 5) })),
    )
    expect(latenessOf(solution.deliveries)).toBe(0)
    expect(planned(solution)).toEqual([['make', 10, 1, 2]])
  })

  it('is no larger than allowed', () => {
    const solution = plan(...oven, makes({ sizemaximum: 4 }), ...tenOrders(() => ({ due: date(1) })))
    expect(sizes(solution)).toEqual([
      [4, 1],
      [4, 2],
      [2, 3],
    ])
  })

  it('is for one order where nothing says how many fit into it', () => {
    const solution = plan(...oven, makes({}), ...tenOrders(() => ({ due: date(1) })))
    expect(sizes(solution)).toHaveLength(10)
  })

  it('is not for those who are served by what is on order', () => {
    const expected = row('operationplan', {
      reference: '1',
      type: 'MO',
      status: 'confirmed',
      operation: 'make',
      quantity: 5,
      startdate: date(2),
      enddate: date(3),
    })
    const solution = plan(...oven, makes({ sizemaximum: 20 }), expected, ...tenOrders(dueInTwoGroups))
    expect(latenessOf(solution.deliveries)).toBe(0)
    expect(sizes(solution)).toEqual([
      [5, 1],
      [5, 3],
    ])
  })

  it('is for nobody twice where the lines of an order are delivered together', () => {
    const solution = plan(
      ...oven,
      makes({ sizemaximum: 20 }),
      ...tenOrders((index) => ({
        due: date(1),
        ...(index < 4 ? { policy: 'alltogether', owner: 'both' } : {}),
      })),
    )
    expect(sizes(solution).reduce((sum, [size = 0]) => sum + size, 0)).toBe(10)
  })

  it('is for the next orders, and not for those that are due long after', () => {
    const solution = plan(
      ...oven,
      makes({ sizemaximum: 10 }),
      ...tenOrders((index) => ({ due: date(index < 5 ? 1 : 90) })),
    )
    expect(sizes(solution)).toEqual([
      [5, 1],
      [5, 90],
    ])
  })

  it('does not wait for the material of others', () => {
    const solution = plan(
      ...oven,
      makes({ sizemaximum: 10 }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      stock('frame', 5),
      buys({ item: 'frame', leadtime: 5 * day }),
      ...tenOrders(() => ({ due: date(1) })),
    )
    expect(sizes(solution)).toEqual([
      [5, 1],
      [5, 6],
    ])
  })

  it('is for the steps of a routing too', () => {
    const steps = ['weld', 'paint'].flatMap((name, index) => [
      row('operation', {
        ...makes({}).fields,
        name,
        item: undefined,
        owner: 'build',
        priority: index + 1,
      }),
      row('operationresource', { operation: name, resource: 'oven', quantity: 1 }),
    ])
    const routing = makes({ name: 'build', type: 'routing', duration: undefined, sizemaximum: 10 })
    const solution = plan(...oven.slice(0, 3), routing, ...steps, ...tenOrders(() => ({ due: date(2) })))
    expect(latenessOf(solution.deliveries)).toBe(0)
  })
})

describe('a late order', () => {
  it('is not cut into lots that cost everybody their fixed time', () => {
    const inParts = rush(10 * hour)
    const whole = rush(10 * hour, { minshipment: 12 })
    expect(sizes(inParts).map(([quantity]) => quantity)).toEqual([24, 48])
    expect(latenessOf(inParts.deliveries)).toBeLessThanOrEqual(latenessOf(whole.deliveries))
  })

  it('is shipped in parts where that costs nothing', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ quantity: 9, due: date(2), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({
      order: [2, 3, 4, 5, 6, 7, 8, 9].map((at) => [at, at === 2 ? 2 : 1]),
    })
  })

  it('of many pieces comes in a limited number of parts, none of them far behind', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ quantity: 300, due: date(0), minshipment: 0 }),
    )
    const [delivery] = solution.deliveries
    const parts = delivery!.shipments.map(({ quantity }) => quantity)
    expect(parts.length).toBeLessThanOrEqual(101)
    expect(Math.max(...parts)).toBeLessThanOrEqual(30)
    // The lateness if each piece were shipped when it is made, plus 5 %.
    expect(latenessOf(solution.deliveries)).toBeLessThanOrEqual(1.05 * ((300 * 301) / 2))
  })
})

/** Returns the plan of two pieces, one of them in stock, the other bought. */
const pieces = (second: number): Solution =>
  plan(
    plant,
    row('buffer', { item: 'bike', location: 'plant', onhand: 1 }),
    buys({ leadtime: second * day }),
    demand({ quantity: 2, due: date(1) }),
  )

describe('a small order that names no smallest shipment', () => {
  it('is shipped in parts only where one of them is there much sooner', () => {
    expect(shipped(pieces(3))).toEqual({ order: [[3, 2]] })
    expect(shipped(pieces(20))).toEqual({
      order: [
        [1, 1],
        [20, 1],
      ],
    })
  })
})

describe('orders that begin and end together', () => {
  it('are one, of what brings them too', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'frame' }),
      row('supplier', { name: 'shop' }),
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -2 }),
      buys({ item: 'frame', batchwindow: 0 }),
      ...[1, 2, 3].map((number) => demand({ name: `order ${number}`, quantity: number, due: date(9) })),
    )
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 12, 7, 8],
      ['make', 6, 8, 9],
    ])
    expect(solution.network.buffers.map(({ stock }) => stock.level(Infinity))).toEqual([0, 0])
  })

  it('stay apart where a lot may not be so large', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ sizemaximum: 4 }),
      ...[1, 2, 3].map((number) => demand({ name: `order ${number}`, quantity: number, due: date(9) })),
    )
    expect(planned(solution)).toEqual([
      ['make', 3, 8, 9],
      ['make', 3, 8, 9],
    ])
  })
})

/** A bench that makes one lot at a time, each with ten hours of fixed time. */
const bench = (fields: FixtureRow['fields'] = {}): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  row('resource', { name: 'bench', maximum: 1 }),
  makes({ type: 'time_per', duration: 10 * hour, duration_per: hour, ...fields }),
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
]
const orders = (...dues: readonly number[]): readonly FixtureRow[] =>
  dues.map((due, index) => demand({ name: `order ${index}`, quantity: 2, due: date(due) }))

describe('work that delivers sales orders itself', () => {
  it.each([
    ['on a resource', bench({ type: 'fixed_time' })],
    ['without one', [plant, row('item', { name: 'bike' }), makes({})]],
  ])('stays as many orders as there are shipments, %s', (_, rows) => {
    const fields = { quantity: 2, due: date(9), operation: 'make' }
    const { deliveries, plan: made } = plan(
      ...rows,
      ...['one', 'other', 'third'].map((name) => demand({ name, ...fields })),
    )
    expect(made.orders).toHaveLength(3)
    for (const { shipments } of deliveries)
      expect(shipments.map(({ order }) => made.orders.includes(order))).toEqual([true])
  })
})

const lots = (solution: Solution) => planned(solution).filter((order) => String(order).startsWith('make'))

describe('lots that follow each other on a resource', () => {
  it('are one where nobody needs the first before the second', () => {
    expect(planned(plan(...bench(), ...orders(9, 9, 9)))).toEqual([['make', 6, 9 - 16 / 24, 9]])
    expect(planned(plan(...bench({ sizemaximum: 4 }), ...orders(9, 9, 9)))).toEqual([
      ['make', 4, expect.any(Number), expect.any(Number)],
      ['make', 2, 9 - 12 / 24, 9],
    ])
  })

  it('stay apart where somebody needs the first before', () => {
    expect(planned(plan(...bench(), ...orders(8, 9)))).toHaveLength(2)
  })

  it('stay apart where the material of the second comes later', () => {
    const takes = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' })
    const frames = (onhand: number): Solution =>
      plan(
        ...bench(),
        takes,
        stock('frame', onhand),
        row('operationplan', {
          reference: 'PO 1',
          type: 'PO',
          status: 'confirmed',
          item: 'frame',
          location: 'plant',
          supplier: 'shop',
          quantity: 2,
          startdate: date(0),
          enddate: date(8.5),
        }),
        row('supplier', { name: 'shop' }),
        ...orders(9, 9),
      )
    expect(lots(frames(4))).toHaveLength(1)
    expect(lots(frames(2))).toHaveLength(2)
  })

  it('are one of what they are made of as well', () => {
    const solution = plan(
      ...bench({ type: 'fixed_time' }),
      makes({ name: 'weld', item: 'frame', duration: 2 * day }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      ...orders(9, 9, 9),
    )
    expect(planned(solution)).toHaveLength(2)
    expect(solution.network.buffers.map(({ stock: profile }) => profile.level(Infinity))).toEqual([0, 0])
  })
})

/** Returns the plan of twelve pieces on a bench that makes one per day. */
const slow = (settings: Parameters<typeof planWith>[0], quantity = 12): Solution =>
  planWith(
    settings,
    plant,
    row('item', { name: 'bike' }),
    row('resource', { name: 'bench', maximum: 1 }),
    makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 }),
    row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    demand({ quantity, due: date(1), minshipment: 1 }),
  )
const partsOf = ({ deliveries }: Solution): readonly number[] =>
  deliveries.flatMap(({ shipments }) => shipments.map(({ quantity }) => quantity))

/** Returns the planned orders of twelve pieces on four benches. */
const beside = (settings: Parameters<typeof planWith>[0]): readonly unknown[] =>
  planned(
    planWith(
      settings,
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'benches', maximum: 4 }),
      makes({ type: 'time_per', duration: 0, duration_per: day }),
      row('operationresource', { operation: 'make', resource: 'benches', quantity: 1 }),
      demand({ quantity: 12, due: date(1), minshipment: 12 }),
    ),
  )

const load = (resource: string, fields: FixtureRow['fields'] = {}): FixtureRow =>
  row('operationresource', { operation: 'make', resource, quantity: 1, ...fields })

describe('a lot whose time grows with its size', () => {
  const work = [
    plant,
    row('item', { name: 'bike' }),
    makes({ type: 'time_per', duration: 0, duration_per: hour }),
    demand({ quantity: 48, due: date(1), minshipment: 48 }),
  ]
  const halves = [
    ['make', 24, 0, 1],
    ['make', 24, 0, 1],
  ]

  it('is divided among the members of a pool that are free, if it would be late', () => {
    const crew = [
      row('resource', { name: 'crew' }),
      ...['Ann', 'Bob'].map((name) => row('resource', { name, owner: 'crew' })),
    ]
    expect(planned(plan(...work, ...crew, load('crew')))).toEqual(halves)
  })

  it('is divided among alternate resources', () => {
    const benches = ['old', 'new'].map((name) => row('resource', { name }))
    const either = [load('old', { name: 'any', priority: 1 }), load('new', { name: 'any', priority: 2 })]
    expect(planned(plan(...work, ...benches, ...either))).toEqual(halves)
  })
})

describe('parameters for parts', () => {
  it('limit how many there are', () => {
    expect(partsOf(slow({}))).toHaveLength(12)
    for (const maximumParts of [1, 2, 3, 5]) {
      const parts = partsOf(slow({ maximumParts }))
      expect(parts).toHaveLength(maximumParts)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(12)
    }
  })

  it('say how small they may be, the rest of an order included', () => {
    expect(Math.min(...partsOf(slow({ smallestLot: 5 })))).toBeGreaterThanOrEqual(5)
    expect(partsOf(slow({ smallestLot: 7 }))).toEqual([12])
    expect(partsOf(slow({ smallestLot: 50 }))).toEqual([12])
  })

  it('hold for lots beside each other', () => {
    expect(beside({}).map((order) => String(order))).toEqual(Array.from({ length: 4 }, () => 'make,3,0,3'))
    expect(beside({ maximumParts: 2 })).toHaveLength(2)
    expect(beside({ smallestLot: 4 })).toHaveLength(3)
    expect(beside({ smallestLot: 12 })).toHaveLength(1)
  })
})
