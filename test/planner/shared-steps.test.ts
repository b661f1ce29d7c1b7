/** Tests routings that share steps, or alternates below their steps, with other routings. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { Solution } from '../../src/planner/solution.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

const step = (operation: string, suboperation: string, priority: number): FixtureRow =>
  row('suboperation', { operation, suboperation, priority })

/** Two routings with alternates of their own that share an option; the first has a fence of three days. */
const drilled = (item: string | undefined): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'car' }),
  makes({ name: 'make', item, type: 'routing', duration: 0, fence: 3 * day }),
  makes({ name: 'other', item: 'car', type: 'routing', duration: 0 }),
  ...['drill', 'weld'].map((name) => makes({ name, item: undefined })),
  ...['either', 'or'].flatMap((name) => [
    makes({ name, item: undefined, type: 'alternate', duration: 0 }),
    step(name, 'drill', 1),
  ]),
  step('make', 'either', 1),
  step('make', 'weld', 2),
  step('other', 'or', 1),
]

const order = (reference: string, fields: FixtureRow['fields']): FixtureRow =>
  row('operationplan', { reference, type: 'WO', status: 'confirmed', quantity: 5, owner: '1', ...fields })

describe('a routing that shares an option of a step with another one', () => {
  it('has the product of its confirmed orders', () => {
    const orders = [
      order('1', { type: 'MO', owner: undefined, operation: 'make', startdate: date(0), enddate: date(2) }),
      order('2', { operation: 'drill', startdate: date(0), enddate: date(1) }),
      order('3', { operation: 'weld', startdate: date(1), enddate: date(2) }),
    ]
    const solution = plan(...drilled('bike'), ...orders, demand({ due: date(10), quantity: 5 }))
    expect(solution.plan.orders.filter(({ locked }) => locked === undefined).length).toBe(1)
    expect(solution.deliveries[0]!.shipments.map(({ quantity }) => quantity)).toEqual([5])
  })

  it('takes all its steps, after its fence', () => {
    const product = row('operationmaterial', { operation: 'weld', item: 'bike', quantity: 1, type: 'end' })
    expect(planned(plan(...drilled(undefined), product, demand({ due: date(1) })))).toEqual([
      ['drill', 1, 3, 4],
      ['weld', 1, 4, 5],
    ])
  })
})

/** Returns two routings that share a first step, which the second step of one of them waits for. */
const rows = (fence: number): readonly FixtureRow[] => [
  plant,
  ...['bike', 'car'].map((name) => row('item', { name })),
  makes({ name: 'make', type: 'routing', duration: 0, fence }),
  makes({ name: 'other', item: 'car', type: 'routing', duration: 0 }),
  ...['cut', 'weld', 'paint'].map((name) => makes({ name, item: undefined })),
  step('make', 'cut', 1),
  step('make', 'weld', 2),
  step('other', 'cut', 1),
  step('other', 'paint', 2),
  row('operationdependency', { operation: 'weld', blockedby: 'cut' }),
]

describe('a routing that shares a step that others wait for', () => {
  const car = demand({ name: 'car', item: 'car', due: date(0) })

  it('does not start in the past where the other one has a negative fence', () => {
    expect(planned(plan(...rows(-3 * day), car))).toEqual([
      ['cut', 1, 0, 1],
      ['paint', 1, 1, 2],
    ])
  })

  it('starts within the fence of the other one, which keeps it', () => {
    expect(planned(plan(...rows(3 * day), car, demand({ name: 'bike', due: date(0) })))).toEqual([
      ['cut', 1, 0, 1],
      ['paint', 1, 1, 2],
      ['cut', 1, 3, 4],
      ['weld', 1, 4, 5],
    ])
  })

  it('does not take the materials of the other one, which takes them once', () => {
    const frames = [
      row('item', { name: 'frame' }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      row('buffer', { item: 'frame', location: 'plant', onhand: 1 }),
    ]
    const solution = plan(...rows(0), ...frames, car, demand({ name: 'bike', due: date(9) }))
    expect(shipped(solution)).toEqual({ bike: [[9, 1]], car: [[2, 1]] })
    const taken = solution.plan.orders.filter(({ movements }) =>
      movements.some(({ buffer, quantity }) => buffer.item.name === 'frame' && quantity < 0),
    )
    expect(taken.map(({ operation: { name } }) => name)).toEqual(['make'])
  })

  it('uses a confirmed order of the step for an operation that waits for it alone', () => {
    const done = order('9', {
      type: 'MO',
      owner: undefined,
      operation: 'cut',
      startdate: date(0),
      enddate: date(1),
    })
    const frame = [row('item', { name: 'frame' }), makes({ name: 'join', item: 'frame' })]
    const waits = row('operationdependency', { operation: 'join', blockedby: 'cut' })
    const solution = plan(
      ...rows(3 * day),
      ...frame,
      waits,
      done,
      demand({ item: 'frame', quantity: 5, due: date(4) }),
    )
    expect(planned(solution)).toEqual([['join', 5, 3, 4]])
  })
})

/** Two routings for different items that end with the same step. */
const painted: readonly FixtureRow[] = [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'car' }),
  makes({ name: 'make', item: 'bike', type: 'routing', duration: 0 }),
  makes({ name: 'other', item: 'car', type: 'routing', duration: 0 }),
  ...['cut', 'weld', 'paint'].map((name) => makes({ name, item: undefined })),
  step('make', 'cut', 1),
  step('make', 'paint', 2),
  step('other', 'weld', 1),
  step('other', 'paint', 2),
]

/** Returns the names of the new orders without routings and deliveries, in alphabetical order. */
const namesOf = ({ plan: { orders } }: Solution): readonly string[] =>
  orders
    .filter(({ locked, owner, operation: { kind } }) => {
      const isNew = locked === undefined && owner?.locked === undefined
      return isNew && kind !== 'routing' && kind !== 'delivery'
    })
    .map(({ operation: { name } }) => name)
    .sort()

describe('routings for different items that end with the same step', () => {
  it('each make their own item only', () => {
    const orders = ['bike', 'car'].map((item) => demand({ name: item, item, due: date(9) }))
    expect(namesOf(plan(...painted, ...orders))).toEqual(['cut', 'paint', 'paint', 'weld'])
  })

  it('have the item of their confirmed orders in stock', () => {
    const confirmed = [
      order('1', { type: 'MO', owner: undefined, operation: 'make', startdate: date(0), enddate: date(2) }),
      order('2', { operation: 'cut', startdate: date(0), enddate: date(1) }),
      order('3', { operation: 'paint', startdate: date(1), enddate: date(2) }),
    ]
    const bikes = demand({ name: 'bikes', due: date(9), quantity: 5 })
    const cars = demand({ name: 'cars', item: 'car', due: date(9), quantity: 1 })
    const solution = plan(...painted, ...confirmed, bikes, cars)
    expect(namesOf(solution)).toEqual(['paint', 'weld'])
    expect(shipped(solution)).toEqual({ bikes: [[9, 5]], cars: [[9, 1]] })
  })
})
