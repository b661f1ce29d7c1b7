/** Tests routings that share steps, or alternates below their steps, with other routings. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, row } from './small-plans.ts'

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

it('a routing that shares a step with one of a negative fence does not start in the past', () => {
  const rows = [
    plant,
    ...['bike', 'car'].map((name) => row('item', { name })),
    makes({ name: 'make', type: 'routing', duration: 0, fence: -3 * day }),
    makes({ name: 'other', item: 'car', type: 'routing', duration: 0 }),
    ...['cut', 'weld', 'paint'].map((name) => makes({ name, item: undefined })),
    step('make', 'cut', 1),
    step('make', 'weld', 2),
    step('other', 'cut', 1),
    step('other', 'paint', 2),
    row('operationdependency', { operation: 'weld', blockedby: 'cut' }),
  ]
  expect(planned(plan(...rows, demand({ name: 'car', item: 'car', due: date(0) })))).toEqual([
    ['cut', 1, 0, 1],
    ['paint', 1, 1, 2],
  ])
})
