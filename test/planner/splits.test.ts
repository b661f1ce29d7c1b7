/** Tests operations that consist of others: splits, alternates, and routings with such steps. */
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, planWith, row, shipped } from './small-plans.ts'

const part = (name: string, priority: number, fields: FixtureRow['fields'] = {}): FixtureRow =>
  makes({ name, item: undefined, owner: 'split', priority, ...fields })
const yields = (operation: string, quantity: number): FixtureRow =>
  row('operationmaterial', { operation, item: 'bike', quantity, type: 'end' })

const sorted = (solution: Solution): readonly unknown[] =>
  planned(solution).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

const rows = (...parts: readonly FixtureRow[]): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  makes({ name: 'split', type: 'split' }),
  ...parts,
  demand({ due: date(5), quantity: 10 }),
]

const reasonsOf = (of: FixtureRow): readonly unknown[] =>
  [...planResult(plan(...rows(of))).constraints].map(({ name, owner }) => [name, owner])

describe('the parts of a split', () => {
  const scrapped = rows(part('new', 50), yields('new', 0.5), part('old', 50))

  it('make more where some of it is scrapped', () => {
    const solution = plan(...scrapped)
    expect(sorted(solution)).toEqual([
      ['new', 10, 4, 5],
      ['old', 5, 4, 5],
    ])
    expect(shipped(solution)).toEqual({ order: [[5, 10]] })
  })

  it('make more where some of it is scrapped in a plan without constraints too', () => {
    const constraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }
    expect(sorted(planWith({ plantype: 2, constraints }, ...scrapped))).toEqual([
      ['new', 10, 4, 5],
      ['old', 5, 4, 5],
    ])
  })

  it('are those that are effective', () => {
    const ended = rows(part('new', 50), part('old', 50, { effective_end: date(3) }))
    expect(planned(plan(...ended))).toEqual([['new', 10, 4, 5]])
  })

  it('are those that are effective next, or were last, if none is on the date', () => {
    expect(sorted(plan(...rows(part('new', 50, { effective_start: date(8) }))))).toEqual([['new', 10, 7, 8]])
    expect(sorted(plan(...rows(part('old', 50, { effective_end: date(3) }))))).toEqual([['old', 10, 2, 3]])
  })

  const busy = [
    row('resource', { name: 'cell', location: 'plant' }),
    ...['new', 'old', 'work'].map((operation) => row('operationresource', { operation, resource: 'cell' })),
    makes({ name: 'work', item: undefined }),
    row('operationplan', {
      reference: '1',
      type: 'MO',
      status: 'confirmed',
      operation: 'work',
      quantity: 1,
      startdate: date(0),
      enddate: date(9),
    }),
  ]

  it('are those that are still effective when the order is late', () => {
    const solution = plan(...rows(part('new', 50), part('old', 50, { effective_end: date(6) })), ...busy)
    expect(planned(solution)).toEqual([['new', 10, 9, 10]])
    expect([...planResult(solution).constraints].map(({ name, owner }) => [name, owner])).toEqual([
      ['overload', 'cell'],
    ])
  })

  it('name the part that ends as the reason', () => {
    const solution = plan(
      ...rows(part('old', 50, { effective_end: date(3), duration: 4 * day }), part('new', 50)).slice(0, -1),
      demand({ due: date(2), quantity: 20, minshipment: 20 }),
    )
    expect([...planResult(solution).constraints].map(({ name, owner }) => [name, owner])).toEqual([
      ['effective dates', 'old'],
    ])
  })

  it('are made only while their row in the split is effective', () => {
    const solution = plan(
      ...rows(makes({ name: 'new', item: undefined }), makes({ name: 'old', item: undefined })),
      row('suboperation', { operation: 'split', suboperation: 'new', priority: 50 }),
      row('suboperation', { operation: 'split', suboperation: 'old', priority: 50, effective_end: date(6) }),
      ...busy,
    )
    expect(planned(solution)).toEqual([['new', 10, 9, 10]])
  })

  it('are not made in the past where nothing obeys lead times', () => {
    const ended = rows(
      part('old', 50, { effective_end: date(-3) }),
      part('new', 50, { effective_start: date(8) }),
    )
    const constraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }
    for (const settings of [{ constraints }, { plantype: 2 as const, constraints }])
      expect(planned(planWith(settings, ...ended))).toEqual([['new', 10, 7, 8]])
  })

  it('are not made before the split itself is effective', () => {
    const ended = rows(
      part('old', 50, { effective_end: date(2) }),
      part('new', 50, { effective_start: date(8) }),
      makes({ name: 'split', type: 'split', effective_start: date(4) }),
    ).filter(({ fields }, index) => fields['name'] !== 'split' || index > 2)
    expect(planned(plan(...ended))).toEqual([['new', 10, 7, 8]])
  })

  it('that are effective too late or no more are the reason of the order', () => {
    const later = part('new', 50, { effective_start: date(8) })
    expect(reasonsOf(later)).toEqual([['effective dates', 'split']])
    expect(reasonsOf(part('old', 50, { effective_end: date(-3) }))).toEqual([['effective dates', 'split']])
  })

  it('may be alternates, of which the next is used when the first is not effective', () => {
    const [first, second] = ['first', 'second'].map((name, index) =>
      makes({ name, item: undefined, owner: 'old', priority: index + 1 }),
    )
    const chosen = rows(
      part('new', 60),
      part('old', 40, { type: 'alternate' }),
      { ...first!, fields: { ...first!.fields, effective_end: date(3) } },
      second!,
      yields('second', 0.5),
    )
    expect(sorted(plan(...chosen))).toEqual([
      ['new', 6, 4, 5],
      ['second', 8, 4, 5],
    ])
  })
})

describe('an alternate', () => {
  const options = [
    plant,
    row('item', { name: 'bike' }),
    makes({ name: 'either', type: 'alternate' }),
    makes({ name: 'build', type: 'routing', item: undefined, owner: 'either', priority: 1 }),
    ...['weld', 'paint'].map((name, index) =>
      makes({ name, item: undefined, owner: 'build', priority: index + 1 }),
    ),
    makes({ name: 'mend', item: undefined, owner: 'either', priority: 2 }),
  ]

  it('that is a routing makes its item once, when the last step ends', () => {
    const solution = plan(...options, demand({ due: date(5), quantity: 4 }))
    expect(planned(solution)).toEqual([
      ['weld', 4, 3, 4],
      ['paint', 4, 4, 5],
    ])
    expect([...planResult(solution).movements].map(({ quantity }) => quantity)).toEqual([4, -4])
  })

  it('makes its item by each option, also where only one says what it makes', () => {
    const solution = plan(...options, yields('mend', 0.5), demand({ due: date(1), quantity: 4 }))
    expect(planned(solution)).toEqual([['mend', 8, 0, 1]])
    const later = plan(...options, yields('mend', 0.5), demand({ due: date(5), quantity: 4 }))
    expect(planned(later)).toEqual([
      ['weld', 4, 3, 4],
      ['paint', 4, 4, 5],
    ])
  })
})

const unordered = (last: FixtureRow, ...options: readonly FixtureRow[]): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  makes({ name: 'build', type: 'routing', duration: undefined }),
  makes({ name: 'cut', item: undefined, owner: 'build', priority: 1 }),
  last,
  ...options,
]
const routing = (last: FixtureRow, ...options: readonly FixtureRow[]): readonly FixtureRow[] => [
  ...unordered(last, ...options),
  demand({ due: date(5), quantity: 10 }),
]
const option = (name: string, priority: number, fields: FixtureRow['fields'] = {}): FixtureRow =>
  makes({ name, item: undefined, owner: 'last', priority, ...fields })
const last = (type: string): FixtureRow =>
  makes({ name: 'last', item: undefined, owner: 'build', priority: 2, type, duration: undefined })

describe('a routing', () => {
  it('whose last step has alternates makes its quantity in one lot', () => {
    const rows = routing(last('alternate'), option('fast', 1), option('slow', 2, { duration: 2 * day }))
    expect(sorted(plan(...rows))).toEqual([
      ['cut', 10, 3, 4],
      ['fast', 10, 4, 5],
    ])
  })

  it('whose alternates yield differently makes enough with any of them', () => {
    const rows = routing(last('alternate'), option('fast', 1), option('slow', 2), yields('slow', 0.5))
    expect(sorted(plan(...rows))).toEqual([
      ['cut', 20, 3, 4],
      ['fast', 20, 4, 5],
    ])
  })

  it('whose last step is a split divides its quantity among the parts', () => {
    const rows = routing(last('split'), option('left', 50), option('right', 50))
    expect(sorted(plan(...rows))).toEqual([
      ['cut', 10, 3, 4],
      ['left', 5, 4, 5],
      ['right', 5, 4, 5],
    ])
  })

  it('whose last step is a split makes enough with the parts that are effective, and not more', () => {
    const left = option('left', 50, { effective_end: date(3) })
    const rows = routing(last('split'), left, yields('left', 0.5), option('right', 50))
    expect(sorted(plan(...rows))).toEqual([
      ['cut', 10, 3, 4],
      ['right', 10, 4, 5],
    ])
  })

  it.each([
    ['have ended', { effective_end: date(-3) }],
    ['begin later', { effective_start: date(4) }],
  ])('whose last step is a split is planned late without the parts that %s', (_, period) => {
    const left = option('left', 50, period)
    const rows = unordered(last('split'), left, yields('left', 0.5), option('right', 50))
    const order = demand({ due: date(0), quantity: 10, minshipment: 10 })
    expect(shipped(plan(...rows, order))).toEqual({ order: [[2, 10]] })
  })

  it('whose alternates yield differently does not count those that have ended', () => {
    const ended = option('old', 1, { effective_end: date(-3) })
    const rows = routing(last('alternate'), ended, yields('old', 0.5), option('new', 2))
    expect(sorted(plan(...rows))).toEqual([
      ['cut', 10, 3, 4],
      ['new', 10, 4, 5],
    ])
  })

  it('whose last step is a routing makes its quantity once', () => {
    const rows = routing(last('routing'), option('bend', 1), option('weld', 2))
    expect(sorted(plan(...rows))).toEqual([
      ['bend', 10, 3, 4],
      ['cut', 10, 2, 3],
      ['weld', 10, 4, 5],
    ])
  })

  it('that is completed has brought its quantity once, whatever alternates its steps have', () => {
    const done = row('operationplan', {
      reference: '1',
      type: 'MO',
      status: 'completed',
      operation: 'build',
      quantity: 6,
      startdate: date(-3),
      enddate: date(-1),
    })
    const rows = routing(last('alternate'), option('fast', 1), option('slow', 2))
    expect(sorted(plan(...rows, done))).toEqual([
      ['cut', 4, 3, 4],
      ['fast', 4, 4, 5],
    ])
  })
})

/** Returns a routing whose first step is a split, with the dates of the rows of its parts. */
const splitFirst = (left: FixtureRow['fields'], right: FixtureRow['fields'] = {}): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  makes({ name: 'build', type: 'routing', duration: 0 }),
  makes({ name: 'first', item: undefined, owner: 'build', priority: 1, type: 'split', duration: 0 }),
  makes({ name: 'paint', item: undefined, owner: 'build', priority: 2, duration: 2 * day }),
  ...['left', 'right'].map((name) => makes({ name, item: undefined })),
  row('suboperation', { operation: 'first', suboperation: 'left', priority: 50, ...left }),
  row('suboperation', { operation: 'first', suboperation: 'right', priority: 50, ...right }),
]

describe('a routing whose first step is a split', () => {
  it('makes none of its parts before their rows are effective', () => {
    const [later, order] = [{ effective_start: date(8) }, demand({ due: date(5), quantity: 10 })]
    expect(sorted(plan(...splitFirst(later, later), order))).toEqual([
      ['left', 5, 7, 8],
      ['paint', 10, 8, 10],
      ['right', 5, 7, 8],
    ])
  })

  it('makes none of its parts after their rows were effective', () => {
    const [ended, order] = [{ effective_end: date(3) }, demand({ due: date(10), quantity: 10 })]
    expect(sorted(plan(...splitFirst(ended, ended), order))).toEqual([
      ['left', 5, 2, 3],
      ['paint', 10, 8, 10],
      ['right', 5, 2, 3],
    ])
  })

  it('makes all by the part that is left where the other one would end too late', () => {
    const cell = [
      row('resource', { name: 'cell', location: 'plant' }),
      ...['left', 'right', 'work'].map((operation) =>
        row('operationresource', { operation, resource: 'cell' }),
      ),
      makes({ name: 'work', item: undefined }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'confirmed',
        operation: 'work',
        quantity: 1,
        startdate: date(0),
        enddate: date(6),
      }),
    ]
    const order = demand({ due: date(3), quantity: 10, minshipment: 10 })
    expect(sorted(plan(...splitFirst({ effective_end: date(5) }), ...cell, order))).toEqual([
      ['paint', 10, 7, 9],
      ['right', 10, 6, 7],
    ])
  })
})

describe('an operation that should have steps and has none', () => {
  it.each(['split', 'alternate', 'routing'])('is reported, with the type %s', (type) => {
    const solution = plan(plant, row('item', { name: 'bike' }), makes({ type }), demand({ due: date(5) }))
    expect([...planResult(solution).problems].map(({ description }) => description)).toContain(
      'Operation "make" consists of steps by its type, but has none.',
    )
  })

  it('is made as it is, if it is a split', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ type: 'split' }),
      demand({ due: date(5) }),
    )
    expect(planned(solution)).toEqual([['make', 1, 4, 5]])
  })

  it('brings nothing if it is a split, and the reason says so', () => {
    const solution = plan(...rows(part('new', 0)))
    expect([...planResult(solution).constraints].map(({ name }) => name)).toEqual(['material shortage'])
  })
})
