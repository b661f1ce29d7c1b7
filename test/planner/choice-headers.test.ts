/** Tests what alternates and splits have themselves: their options are made as it says, or a problem names it. */
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, row, shipped, stock, usedBy } from './small-plans.ts'

type Fields = FixtureRow['fields']

const option = (owner: string, name: string, priority: number, fields: Fields = {}): FixtureRow =>
  makes({ name, item: undefined, owner, priority, ...fields })
const shop = [plant, row('item', { name: 'bike' }), row('item', { name: 'frame' }), stock('frame', 100)]
const alternate = (fields: Fields = {}): readonly FixtureRow[] => [
  ...shop,
  makes({ name: 'either', type: 'alternate', duration: 0, ...fields }),
  option('either', 'new', 1),
  option('either', 'old', 2),
]
const split = (fields: Fields = {}): readonly FixtureRow[] => [
  ...shop,
  makes({ name: 'both', type: 'split', duration: 0, ...fields }),
  option('both', 'new', 60),
  option('both', 'old', 40),
]
const order = demand({ due: date(9), quantity: 10, minshipment: 10 })

const problems = (solution: Solution): readonly string[] =>
  [...planResult(solution).problems].map(({ description }) => description)
const sorted = (solution: Solution): readonly unknown[] =>
  planned(solution).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
/** Returns the quantities of an item that orders move, by operation, sorted as texts. */
const moved = ({ plan: { orders } }: Solution, item: string): readonly unknown[] =>
  orders
    .flatMap(({ operation, movements }) =>
      movements.flatMap(({ buffer, quantity }) =>
        buffer.item.name === item ? [[operation.name, quantity] as const] : [],
      ),
    )
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

const closed = (from: number, until: number): readonly FixtureRow[] => [
  row('calendar', { name: 'open', defaultvalue: 1 }),
  row('calendarbucket', { calendar: 'open', value: 0, startdate: date(from), enddate: date(until) }),
]
const takes = (operation: string, fields: Fields): FixtureRow =>
  row('operationmaterial', { operation, item: 'frame', type: 'start', ...fields })
const makesFixed = (operation: string, quantity: number): FixtureRow =>
  row('operationmaterial', { operation, item: 'bike', type: 'end', quantity: 0, quantity_fixed: quantity })

describe('an alternate operation itself', () => {
  it.each([
    ['minimum size', { sizeminimum: 12 }, [['new', 12, 8, 9]]],
    ['multiple', { sizemultiple: 7 }, [['new', 14, 8, 9]]],
    [
      'maximum size',
      { sizemaximum: 6 },
      [
        ['new', 4, 8, 9],
        ['new', 6, 8, 9],
      ],
    ],
    ['release fence', { fence: 10 * day }, [['new', 10, 10, 11]]],
    ['time after it', { posttime: 2 * day }, [['new', 10, 6, 7]]],
  ])('has a %s, which its alternates obey', (_, fields, made) => {
    expect(sorted(plan(...alternate(fields), order))).toEqual(made)
  })

  it('is open only while its calendar is', () => {
    const solution = plan(...alternate({ available: 'open' }), ...closed(8, 9), order)
    expect(planned(solution)).toEqual([['new', 10, 7, 8]])
  })

  it('has materials that its alternates move besides their own', () => {
    const solution = plan(
      ...alternate(),
      takes('either', { quantity: -2 }),
      takes('new', { quantity: -1 }),
      order,
    )
    expect(moved(solution, 'frame')).toEqual([
      ['new', -10],
      ['new', -20],
    ])
  })

  it('has resources that its alternates use', () => {
    const cell = [row('resource', { name: 'cell', maximum: 1 })]
    const solution = plan(
      ...alternate(),
      ...cell,
      row('operationresource', { operation: 'either', resource: 'cell', quantity: 1 }),
      order,
    )
    expect(usedBy(solution, 'new')).toEqual(['cell'])
  })

  it('waits for other operations before its alternates begin', () => {
    const solution = plan(
      ...alternate(),
      makes({ name: 'prepare', item: undefined, duration: 2 * day }),
      row('operationdependency', { operation: 'either', blockedby: 'prepare', quantity: 1 }),
      order,
    )
    expect(planned(solution)).toEqual([
      ['prepare', 10, 6, 8],
      ['new', 10, 8, 9],
    ])
  })

  it('joins the lots of its alternates within its batching window', () => {
    const next = demand({ name: 'next', due: date(11), quantity: 4 })
    expect(planned(plan(...alternate({ batchwindow: 5 * day }), order, next))).toEqual([['new', 14, 8, 9]])
  })

  it('says if its sizes and those of an alternate do not fit together', () => {
    const rows = [...alternate({ sizeminimum: 12 }), option('either', 'tiny', 3, { sizemaximum: 5 })]
    expect(problems(plan(...rows, order))).toEqual([
      'Not all sizes of "either" count in lots of its alternate "tiny": they do not fit together with its own. Its smallest lot is 5.',
    ])
  })

  it('has them for an alternate that is a routing too', () => {
    const solution = plan(
      ...shop,
      makes({ name: 'either', type: 'alternate', duration: 0, fence: 10 * day }),
      option('either', 'build', 1, { type: 'routing', duration: 0 }),
      option('build', 'weld', 1),
      option('build', 'paint', 2),
      takes('either', { quantity: -1 }),
      order,
    )
    expect(planned(solution)).toEqual([
      ['weld', 10, 10, 11],
      ['paint', 10, 11, 12],
    ])
    expect(moved(solution, 'frame')).toEqual([['build', -10]])
  })
})

/** Returns a routing whose first step is an alternate with one option, and an order. */
const step = (fields: Fields, own: Fields = {}): readonly FixtureRow[] => [
  ...shop,
  makes({ name: 'build', type: 'routing', duration: 0 }),
  option('build', 'either', 1, { type: 'alternate', duration: 0, ...fields }),
  option('build', 'pack', 2),
  option('either', 'new', 1, own),
  order,
]

describe('an alternate that is a step of a routing', () => {
  it('has sizes that the lots of the routing obey', () => {
    expect(planned(plan(...step({ sizemultiple: 7 })))).toEqual([
      ['new', 14, 7, 8],
      ['pack', 14, 8, 9],
    ])
  })

  it('keeps the desired time after its alternates, which may be their own', () => {
    for (const rows of [step({ posttime: 2 * day }), step({}, { posttime: 2 * day })])
      expect(planned(plan(...rows))).toEqual([
        ['new', 10, 5, 6],
        ['pack', 10, 8, 9],
      ])
  })

  it('waits for a step only once', () => {
    const waits = row('operationdependency', { operation: 'either', blockedby: 'prepare', quantity: 1 })
    const prepare = makes({ name: 'prepare', item: undefined })
    expect(planned(plan(...step({}), prepare, waits))).toEqual([
      ['prepare', 10, 6, 7],
      ['new', 10, 7, 8],
      ['pack', 10, 8, 9],
    ])
  })
})

describe('a split itself', () => {
  it.each([
    [
      'minimum size',
      { sizeminimum: 15 },
      [
        ['new', 9, 8, 9],
        ['old', 6, 8, 9],
      ],
    ],
    [
      'multiple',
      { sizemultiple: 15 },
      [
        ['new', 9, 8, 9],
        ['old', 6, 8, 9],
      ],
    ],
    [
      'maximum size',
      { sizemaximum: 5 },
      [
        ['new', 3, 8, 9],
        ['new', 3, 8, 9],
        ['old', 2, 8, 9],
        ['old', 2, 8, 9],
      ],
    ],
    [
      'release fence',
      { fence: 10 * day },
      [
        ['new', 6, 10, 11],
        ['old', 4, 10, 11],
      ],
    ],
    [
      'time after it',
      { posttime: 2 * day },
      [
        ['new', 6, 6, 7],
        ['old', 4, 6, 7],
      ],
    ],
  ])('has a %s, which its parts obey', (_, fields, made) => {
    expect(sorted(plan(...split(fields), order))).toEqual(made)
  })

  it('has materials that its parts take for their shares', () => {
    const solution = plan(...split(), takes('both', { quantity: -2 }), order)
    expect(moved(solution, 'frame')).toEqual([
      ['new', -12],
      ['old', -8],
    ])
  })

  it('says that its resources and fixed quantities do not count', () => {
    const solution = plan(
      ...split(),
      row('resource', { name: 'cell', maximum: 1 }),
      row('operationresource', { operation: 'both', resource: 'cell', quantity: 1 }),
      takes('both', { quantity: -1, quantity_fixed: -3 }),
      order,
    )
    expect(problems(solution)).toEqual([
      'The resources of the split "both" itself do not count. Give them to its parts.',
      'The fixed quantities of the materials of the split "both" itself do not count. Give them to one of its parts.',
    ])
    expect(moved(solution, 'frame')).toEqual([
      ['new', -6],
      ['old', -4],
    ])
  })

  it('says that its maximum size does not count for a part with larger lots', () => {
    const solution = plan(
      ...shop,
      makes({ name: 'both', type: 'split', duration: 0, sizemaximum: 10 }),
      option('both', 'new', 60, { sizemultiple: 10 }),
      option('both', 'old', 40),
      order,
    )
    expect(problems(solution)).toEqual([
      'The maximum size of the split "both" does not count for its part "new", whose smallest lot is 10.',
    ])
    expect(shipped(solution)).toEqual({ order: [[9, 10]] })
  })

  it('is asked for the product of parts that make a fixed quantity', () => {
    const solution = plan(...split(), makesFixed('new', 6), makesFixed('old', 4), order)
    expect(shipped(solution)).toEqual({ order: [[9, 10]] })
    expect(sorted(solution).map((made) => String(made).split(',')[0])).toEqual(['new', 'old'])
  })
})

describe('an operation that is an alternate of several', () => {
  const rows = [
    ...shop,
    row('item', { name: 'car' }),
    makes({ name: 'bikes', type: 'alternate', duration: 0 }),
    makes({ name: 'cars', type: 'alternate', item: 'car', duration: 0, sizemultiple: 4 }),
    makes({ name: 'assemble', item: undefined }),
    ...['bikes', 'cars'].map((operation) =>
      row('suboperation', { operation, suboperation: 'assemble', priority: 1 }),
    ),
  ]

  it('makes the item of the one for which it is done', () => {
    const solution = plan(...rows, order)
    expect(planned(solution)).toEqual([['assemble', 10, 8, 9]])
    expect(moved(solution, 'car')).toEqual([])
  })

  it('has the sizes of the one for which it is done', () => {
    const cars = demand({ item: 'car', due: date(9), quantity: 10, minshipment: 10 })
    const solution = plan(...rows, cars)
    expect(planned(solution)).toEqual([['assemble', 12, 8, 9]])
    expect(moved(solution, 'bike')).toEqual([])
  })

  it('has the materials of that one only', () => {
    const cars = demand({ item: 'car', due: date(9), quantity: 10, minshipment: 10 })
    const wheels = [row('item', { name: 'wheel' }), stock('wheel', 100)]
    const materials = [takes('bikes', { quantity: -1 }), takes('cars', { item: 'wheel', quantity: -4 })]
    const solution = plan(...rows, ...wheels, ...materials, cars)
    expect(moved(solution, 'frame')).toEqual([])
    expect(moved(solution, 'wheel')).toEqual([['assemble', -48]])
  })

  it('has no materials of another one for the same item', () => {
    const solution = plan(
      ...shop,
      makes({ name: 'usual', type: 'alternate', duration: 0, priority: 0 }),
      makes({ name: 'special', type: 'alternate', duration: 0 }),
      makes({ name: 'assemble', item: undefined }),
      ...['usual', 'special'].map((operation) =>
        row('suboperation', { operation, suboperation: 'assemble', priority: 1 }),
      ),
      takes('usual', { quantity: -1 }),
      order,
    )
    expect(shipped(solution)).toEqual({ order: [[9, 10]] })
    expect(moved(solution, 'frame')).toEqual([])
  })
})

describe('a step that is the last of several routings', () => {
  it.each([
    ['an alternate of its own', 'alternate'],
    ['a split of its own', 'split'],
  ])('makes the item of the routing for which it is done, through %s', (_, type) => {
    const solution = plan(
      ...shop,
      row('item', { name: 'car' }),
      makes({ name: 'paint', item: undefined }),
      ...[
        ['bike', 'bikes'],
        ['car', 'cars'],
      ].flatMap(([item, name]) => [
        makes({ name, type: 'routing', item, duration: 0 }),
        option(name!, `weld ${name}`, 1),
        option(name!, `paint ${name}`, 2, { type, duration: 0 }),
        row('suboperation', { operation: `paint ${name}`, suboperation: 'paint', priority: 1 }),
      ]),
      order,
    )
    expect(shipped(solution)).toEqual({ order: [[9, 10]] })
    expect(moved(solution, 'car')).toEqual([])
  })

  it('makes nothing for a routing in which other steps follow', () => {
    const solution = plan(
      ...shop,
      row('item', { name: 'car' }),
      makes({ name: 'either', type: 'alternate', duration: 0 }),
      option('either', 'build', 1, { type: 'routing', duration: 0 }),
      makes({ name: 'cars', type: 'routing', item: 'car', duration: 0 }),
      makes({ name: 'paint', item: undefined }),
      makes({ name: 'pack', item: undefined }),
      row('suboperation', { operation: 'build', suboperation: 'paint', priority: 1 }),
      row('suboperation', { operation: 'cars', suboperation: 'paint', priority: 1 }),
      row('suboperation', { operation: 'cars', suboperation: 'pack', priority: 2 }),
      demand({ item: 'car', due: date(9), quantity: 10, minshipment: 10 }),
    )
    expect(planned(solution)).toEqual([
      ['paint', 10, 7, 8],
      ['pack', 10, 8, 9],
    ])
    expect(moved(solution, 'bike')).toEqual([])
  })
})
