/** Tests how alternates are chosen: by sequence, by cost, by penalty, or by both; of operations, steps and resources. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, demand, makes, plan, planned, plant, row, usedBy } from './small-plans.ts'

/** A dear press that keeps its setup, and a cheap one that has to change over. */
const presses = [
  plant,
  row('item', { name: 'bike' }),
  row('setupmatrix', { name: 'colors' }),
  row('setuprule', { setupmatrix: 'colors', duration: 0, cost: 50 }),
  row('resource', { name: 'dear', setupmatrix: 'colors', setup: 'red', cost: 3 }),
  row('resource', { name: 'cheap', setupmatrix: 'colors', setup: 'white', cost: 1 }),
]
const order = demand({ due: date(9), quantity: 2, minshipment: 2 })
/** Alternates on two presses: the cost of a day differs by 48, and a changeover costs 50. */
const options = (owner: string, ofCheap: FixtureRow['fields'] = {}): readonly FixtureRow[] => [
  ...presses,
  ...['dear', 'cheap'].flatMap((resource, index) => [
    makes({
      name: `on the ${resource} one`,
      item: undefined,
      owner,
      priority: index + 1,
      ...(index === 1 ? ofCheap : {}),
    }),
    row('operationresource', { operation: `on the ${resource} one`, resource, quantity: 1, setup: 'red' }),
  ]),
]
const chosen = [
  ['PRIORITY', 'dear'],
  ['MINCOST', 'cheap'],
  ['MINPENALTY', 'dear'],
  ['MINCOSTPENALTY', 'dear'],
] as const

describe('alternates are chosen', () => {
  it.each(chosen)('by %s', (search, name) => {
    const either = makes({ name: 'either', type: 'alternate', duration: 0, search })
    expect(planned(plan(...options('either'), either, order))).toEqual([[`on the ${name} one`, 2, 8, 9]])
  })

  it.each(chosen)('by %s as steps of a routing', (search, name) => {
    const solution = plan(
      ...options('either'),
      makes({ name: 'build', type: 'routing', duration: 0 }),
      makes({ name: 'either', item: undefined, owner: 'build', type: 'alternate', duration: 0, search }),
      order,
    )
    expect(planned(solution)).toEqual([[`on the ${name} one`, 2, 8, 9]])
  })

  it.each(chosen)('by %s as parts of a split', (search, name) => {
    const solution = plan(
      ...options('either'),
      makes({ name: 'parts', type: 'split', duration: 0 }),
      makes({ name: 'either', item: undefined, owner: 'parts', type: 'alternate', duration: 0, search }),
      order,
    )
    expect(planned(solution)).toEqual([[`on the ${name} one`, 2, 8, 9]])
  })

  it('by another than the cheapest if only that is on time', () => {
    const rows = [
      makes({ name: 'build', type: 'routing', duration: 0 }),
      makes({
        name: 'either',
        item: undefined,
        owner: 'build',
        type: 'alternate',
        duration: 0,
        search: 'MINCOST',
      }),
      order,
    ]
    expect(planned(plan(...options('either', { duration: 10 * day }), ...rows))).toEqual([
      ['on the dear one', 2, 8, 9],
    ])
  })
})

describe('alternates that need no changeover are chosen', () => {
  /** The first press is closed on the two days before the order is due, so what it makes ends two days early. */
  const withBusyFirst = [
    plant,
    row('item', { name: 'bike' }),
    row('calendar', { name: 'busy', defaultvalue: 1 }),
    row('calendarbucket', { calendar: 'busy', startdate: date(7), enddate: date(9), value: 0, priority: 1 }),
    row('resource', { name: 'first', available: 'busy', cost: 1 }),
    row('resource', { name: 'second', cost: 1 }),
    ...['first', 'second'].flatMap((resource, index) => [
      makes({ name: `on the ${resource} one`, item: undefined, owner: 'either', priority: index + 1 }),
      row('operationresource', { operation: `on the ${resource} one`, resource, quantity: 1 }),
    ]),
  ]
  const made = (search: string) =>
    planned(plan(...withBusyFirst, makes({ name: 'either', type: 'alternate', duration: 0, search }), order))

  it.each(['PRIORITY', 'MINCOST'])('without regard to early work by %s', (search) => {
    expect(made(search)).toEqual([['on the first one', 2, 6, 7]])
  })

  it.each(['MINPENALTY', 'MINCOSTPENALTY'])('by the least early work by %s', (search) => {
    expect(made(search)).toEqual([['on the second one', 2, 8, 9]])
  })
})

describe('alternate resources are chosen', () => {
  it.each(chosen)('by %s', (search, name) => {
    const solution = plan(
      ...presses,
      makes({}),
      ...['dear', 'cheap'].map((resource, index) =>
        row('operationresource', {
          operation: 'make',
          resource,
          name: 'any',
          quantity: 1,
          priority: index + 1,
          setup: 'red',
          search,
        }),
      ),
      order,
    )
    expect(usedBy(solution, 'make')).toEqual([name])
  })
})
