/** Tests the sizes of orders that no buffer asks for: of alternates that deliver, and of operations that others depend on. */
import { describe, expect, it } from 'vitest'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { buys, current, date, demand, makes, plant, row, shipped } from './small-plans.ts'

const planned = (...rows: readonly FixtureRow[]): Solution =>
  solve(plannerInput([plant, row('item', { name: 'bike' }), ...rows], { current }))

const sizesOf = ({ plan }: Solution, operation: string): readonly number[] =>
  plan.orders.filter((order) => order.operation.name === operation).map(({ quantity }) => quantity)

const option = (operation: string, suboperation: string, priority = 1): FixtureRow =>
  row('suboperation', { operation, suboperation, priority })

describe('an alternate that delivers a sales order', () => {
  const choice = makes({ name: 'choose', type: 'alternate' })
  const wanted = demand({ due: date(20), quantity: 12, operation: 'choose' })

  it('makes orders of the minimum and multiple of the chosen option', () => {
    const large = makes({ name: 'large', item: undefined, sizemultiple: 7 })
    const solution = planned(choice, large, option('choose', 'large'), wanted)
    expect(sizesOf(solution, 'large')).toEqual([14])
    expect(shipped(solution)).toEqual({ order: [[20, 12]] })
  })

  it('makes several orders if the largest option is too small, and passes over smaller ones', () => {
    const small = makes({ name: 'small', item: undefined, sizemaximum: 2 })
    const middle = makes({ name: 'middle', item: undefined, sizemaximum: 8 })
    const solution = planned(
      choice,
      small,
      middle,
      option('choose', 'small', 1),
      option('choose', 'middle', 2),
      wanted,
    )
    const sizes = [...sizesOf(solution, 'small'), ...sizesOf(solution, 'middle')]
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12)
    expect(sizesOf(solution, 'small').every((size) => size <= 2)).toBe(true)
    expect(sizesOf(solution, 'middle').every((size) => size <= 8)).toBe(true)
  })
})

describe.each([
  ['unconstrained', { constraints: 0 }],
  ['with the constraints that alternates obey', { plantype: 2 }],
] as const)('a plan that is %s', (_, settings) => {
  it.each([
    ['an option', [makes({ name: 'choose', type: 'alternate' }), option('choose', 'small')]],
    ['the delivering operation', []],
  ])('ships all in orders of the maximum of %s, whatever the minimum shipment is', (_of, rows) => {
    const small = makes({ name: 'small', item: rows.length > 0 ? undefined : 'bike', sizemaximum: 5 })
    const operation = rows.length > 0 ? 'choose' : 'small'
    const wanted = demand({ due: date(20), quantity: 1_001, minshipment: 1_001, operation })
    const input = plannerInput([plant, row('item', { name: 'bike' }), small, ...rows, wanted], {
      current,
      ...settings,
    })
    const solution = solve(input)
    expect(sizesOf(solution, 'small').filter((size) => size === 5)).toHaveLength(200)
    const parts = shipped(solution)['order'] ?? []
    expect(parts.reduce((sum, [, quantity]) => sum + quantity, 0)).toBe(1_001)
  })
})

describe('an order of several lots', () => {
  it('leaves no more for the last lot than its minimum, and not much less', () => {
    const work = makes({ sizeminimum: 4, sizemultiple: 3, sizemaximum: 10 })
    const solution = planned(work, demand({ due: date(5), quantity: 20 }))
    expect(sizesOf(solution, 'make').toSorted((a, b) => a - b)).toEqual([6, 6, 9])
  })
})

describe('sizes that exclude each other', () => {
  const minimum = 'The minimum size 8 of "make" does not count: its largest possible lot is 5.'
  const multiple = 'The multiple 7 of "make" does not count: it is more than the maximum size 5.'

  it.each([
    ['a multiple above the maximum', { sizemultiple: 7, sizemaximum: 5 }, multiple, [3, 5]],
    ['a minimum above the maximum', { sizeminimum: 8, sizemaximum: 5 }, minimum, [5, 5]],
    ['no multiple between them', { sizeminimum: 8, sizemultiple: 5, sizemaximum: 9 }, minimum, [5, 5]],
  ])('are reported, and the maximum is obeyed: %s', (_name, sizes, description, lots) => {
    const solution = planned(makes(sizes), demand({ due: date(5), quantity: 8 }))
    expect(solution.network.invalid).toEqual([{ entity: 'operation', owner: 'make', description }])
    expect(shipped(solution)).toEqual({ order: [[5, 8]] })
    expect(sizesOf(solution, 'make').toSorted((a, b) => a - b)).toEqual(lots)
  })

  it('are reported of purchases too', () => {
    const solution = planned(
      row('supplier', { name: 'shop' }),
      buys({ sizeminimum: 8, sizemaximum: 5 }),
      demand({ due: date(5), quantity: 8 }),
    )
    const owner = 'Purchase bike @ plant from shop'
    const description = minimum.replace('make', owner)
    expect(solution.network.invalid).toEqual([{ entity: 'operation', owner, description }])
  })

  it('are reported once, whatever the number of batches is', () => {
    const orders = ['a', 'b', 'c'].map((batch) => demand({ name: batch, batch, due: date(5), quantity: 8 }))
    const bike = row('item', { name: 'bike', type: 'make to order' })
    const solution = planned(bike, buys({ sizeminimum: 8, sizemaximum: 5 }), ...orders)
    expect(solution.network.invalid).toHaveLength(1)
    expect(solution.plan.orders.filter(({ operation }) => operation.kind === 'purchase')).toHaveLength(6)
  })

  it('keep the preference of a supplier whose minimum does not count', () => {
    const preferred = buys({ supplier: 'first', sizeminimum: 8, sizemaximum: 5 })
    const other = buys({ supplier: 'second', priority: 2 })
    const solution = planned(preferred, other, demand({ due: date(5), quantity: 5 }))
    expect(sizesOf(solution, 'Purchase bike @ plant from first')).toEqual([5])
  })
})

const depends = (operation: string, blockedby: string, quantity: number) =>
  row('operationdependency', { operation, blockedby, quantity })
const work = (name: string) => makes({ name, item: undefined })

describe('an operation that others depend on', () => {
  const make = makes({ name: 'make' })
  const waits = row('operationdependency', { operation: 'make', blockedby: 'prepare', quantity: 2 })
  const wanted = demand({ due: date(20), quantity: 3, operation: 'make' })

  it('has an order of its minimum and multiple', () => {
    const prepare = makes({ name: 'prepare', item: undefined, sizeminimum: 5, sizemultiple: 4 })
    expect(sizesOf(planned(make, prepare, waits, wanted), 'prepare')).toEqual([8])
  })

  it('has an order of these sizes for what existing orders leave', () => {
    const prepare = makes({ name: 'prepare', item: undefined, sizemultiple: 4 })
    const existing = row('operationplan', {
      reference: '1',
      type: 'MO',
      status: 'confirmed',
      operation: 'prepare',
      quantity: 5,
      startdate: date(1),
      enddate: date(2),
    })
    expect(sizesOf(planned(make, prepare, waits, wanted, existing), 'prepare')).toEqual([5, 4])
  })

  it('has an order for what the largest of those that share it needs, with all that it needs itself', () => {
    const solution = planned(
      make,
      ...['check', 'prepare', 'order'].map(work),
      // "check" is found first, and needs less of "prepare".
      depends('make', 'check', 1),
      depends('check', 'prepare', 1),
      depends('make', 'prepare', 2),
      depends('prepare', 'order', 3),
      wanted,
    )
    expect(sizesOf(solution, 'prepare')).toEqual([6])
    expect(sizesOf(solution, 'order')).toEqual([18])
  })

  it('has no order where nothing of it is needed', () => {
    const prepare = makes({ name: 'prepare', item: undefined, sizeminimum: 5 })
    expect(sizesOf(planned(make, prepare, depends('make', 'prepare', 0), wanted), 'prepare')).toEqual([])
  })

  it('has one order of any size, and its maximum is reported', () => {
    const prepare = makes({ name: 'prepare', item: undefined, sizemaximum: 4 })
    const solution = planned(make, prepare, waits, wanted)
    expect(sizesOf(solution, 'prepare')).toEqual([6])
    expect(solution.network.invalid).toContainEqual({
      entity: 'operation',
      owner: 'prepare',
      description:
        'The maximum size of operation "prepare" does not count where "make" depends on it: what that needs is one order.',
    })
  })
})
