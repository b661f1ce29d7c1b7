/** Tests changeovers whose duration changes because preceding work is moved. */
import { describe, expect, it } from 'vitest'
import { day, hour } from '../../src/planner/time.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { solve } from '../../src/planner/solve.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { prepare, snapshotOf, touching } from './live-support.ts'
import { planTables } from './plan-tables.ts'
import { buys, current, date, demand, makes, plan, planned, plant, row } from './small-plans.ts'

const paints = (operation: string): FixtureRow =>
  row('operationresource', { operation, resource: 'paint', quantity: 1, setup: 'red' })

/** Returns one bike of one frame, both painted red, on a resource with the setup white. */
const painted = (...frame: readonly FixtureRow[]): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('setupmatrix', { name: 'colors' }),
  row('setuprule', { setupmatrix: 'colors', fromsetup: 'white', tosetup: 'red', duration: 2 * hour }),
  row('resource', { name: 'paint', maximum: 1, setupmatrix: 'colors', setup: 'white' }),
  makes({ duration: 22 * hour }),
  row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
  paints('make'),
  ...frame,
  demand({ due: '2026-01-05 00:00:00' }),
]

const changeover = 2 / 24

describe('work that is moved behind what it waits for', () => {
  it('leaves time for the changeover of an operation that may not start before its fence', () => {
    const rows = painted(makes({ name: 'weld', item: 'frame', fence: day }), paints('weld'))
    const solution = plan(...rows)
    expect(violationsOf(rows, current, planTables(solution))).toEqual([])
    expect(planned(solution)).toEqual([
      ['weld', 1, 1, 2 + changeover],
      ['make', 1, 2 + changeover, 3],
    ])
  })

  it('leaves time for the changeover of a step that waits for the step before it', () => {
    const rows = painted(
      makes({ name: 'build', type: 'routing', item: 'frame', duration: undefined }),
      makes({ name: 'cut', item: undefined, owner: 'build', priority: 1 }),
      makes({ name: 'weld', item: undefined, owner: 'build', priority: 2 }),
      paints('weld'),
    )
    const solution = plan(...rows)
    expect(violationsOf(rows, current, planTables(solution))).toEqual([])
    expect(planned(solution)).toEqual([
      ['cut', 1, 0, 1],
      ['weld', 1, 1, 2 + changeover],
      ['make', 1, 2 + changeover, 3],
    ])
  })
})

const step = (fields: FixtureRow['fields']): FixtureRow =>
  makes({ item: undefined, owner: 'build', ...fields })

const waits = (operation: string, blockedby: string): FixtureRow =>
  row('operationdependency', { operation, blockedby })

describe('a routing whose step loses its changeover to work before it', () => {
  it('starts with the first of its steps, where they run at the same time', () => {
    const { plan: made } = plan(
      ...painted(
        makes({ name: 'build', type: 'routing', item: 'frame', duration: undefined }),
        step({ name: 'cut', priority: 1, duration: 21 * hour }),
        step({ name: 'weld', priority: 2, duration: 20 * hour }),
        step({ name: 'pack', priority: 3 }),
        waits('pack', 'cut'),
        waits('pack', 'weld'),
        paints('weld'),
        // Planned later, but before it: the resource is red already.
        makes({ name: 'coat', item: 'sign', duration: hour }),
        row('item', { name: 'sign' }),
        paints('coat'),
        demand({ name: 'sign order', item: 'sign', due: date(4), priority: 2 }),
      ).filter(({ fields: { name, item } }) => name !== 'order' && item !== 'bike'),
      demand({ item: 'frame', due: date(6) }),
    )
    const startOf = (name: string): number =>
      made.orders.find(({ operation }) => operation.name === name)!.start
    expect(startOf('cut')).toBeLessThan(startOf('weld'))
    expect(startOf('build')).toBe(startOf('cut'))
  })
})

describe('a changeover before work that waits for bought material', () => {
  const bought = [row('supplier', { name: 'shop' }), buys({ item: 'frame', leadtime: 3 * day })]

  it('is over when the material arrives', () => {
    const rows = painted(...bought)
    const solution = plan(...rows)
    expect(violationsOf(rows, current, planTables(solution))).toEqual([])
    expect(planned(solution)).toContainEqual(['make', 1, 3 - changeover, 3 + 22 / 24])
  })

  it('is not over too soon where the work is slower before the material arrives', () => {
    const rows = painted(
      ...bought,
      row('calendar', { name: 'speed', defaultvalue: 100 }),
      row('calendarbucket', { calendar: 'speed', startdate: date(0), enddate: date(3), value: 50 }),
    ).map((each) =>
      each.model === 'input.resource'
        ? row('resource', { ...each.fields, efficiency_calendar: 'speed' })
        : each,
    )
    expect(planned(plan(...rows))).toContainEqual(['make', 1, 3 - changeover, 3 + 22 / 24])
  })

  it('is not awaited by work whose resource is not effective', () => {
    const rows = painted(...bought).map((each) =>
      each.model === 'input.operationresource'
        ? row('operationresource', { ...each.fields, effective_start: date(30) })
        : each,
    )
    expect(planned(plan(...rows))).toContainEqual(['make', 1, 3, 3 + 22 / 24])
  })
})

/** Returns presses of some parts, painted red in a day each, with a changeover of eight hours from white. */
const pressed = (...demands: readonly FixtureRow[]): readonly FixtureRow[] => [
  plant,
  ...['first', 'second'].flatMap((item) => [
    row('item', { name: item }),
    makes({ name: `press ${item}`, item, duration: item === 'first' ? day : 16 * hour }),
    row('operationresource', { operation: `press ${item}`, resource: 'press', quantity: 1, setup: 'red' }),
  ]),
  row('setupmatrix', { name: 'colors' }),
  row('setuprule', { setupmatrix: 'colors', fromsetup: 'white', tosetup: 'red', duration: 8 * hour }),
  row('resource', { name: 'press', maximum: 1, setupmatrix: 'colors', setup: 'white' }),
  ...demands,
]

/** Returns the orders of a plan of two demands, of which the second one needs its part before the first one. */
const plannedBefore = (first: string, second: string): readonly unknown[] => {
  const rows = pressed(
    demand({ name: 'a', item: 'first', due: first, priority: 1 }),
    demand({ name: 'b', item: 'second', due: second, priority: 2 }),
  )
  const solution = plan(...rows)
  expect(violationsOf(rows, current, planTables(solution))).toEqual([])
  return planned(solution)
}

describe('work placed before work with the same setup', () => {
  it('uses the time of the changeover that is no longer needed, as late as possible', () => {
    expect(plannedBefore('2026-01-09 00:00:00', '2026-01-08 00:00:00')).toEqual([
      ['press second', 1, 2, 3],
      ['press first', 1, 3, 4],
    ])
  })

  it('and as early as possible', () => {
    expect(plannedBefore('2026-01-07 00:00:00', '2026-01-05 00:00:00')).toEqual([
      ['press second', 1, 0, 1],
      ['press first', 1, 1, 2],
    ])
  })
})

const press = (name: string, setup: string): FixtureRow =>
  row('resource', { name, setupmatrix: 'colors', setup })
const option = (name: string, resource: string, priority: number): readonly FixtureRow[] => [
  makes({ name, item: undefined, owner: 'either', priority }),
  row('operationresource', { operation: name, resource, quantity: 1, setup: 'red' }),
]

describe('a changeover that becomes longer', () => {
  const presses = ['A', 'B'].flatMap((item) => [
    row('item', { name: item }),
    makes({ name: `press ${item}`, item, sizemaximum: 1 }),
    row('operationresource', { operation: `press ${item}`, resource: 'press', quantity: 1, setup: item }),
  ])
  const rows = [
    plant,
    row('setupmatrix', { name: 'forms' }),
    row('setuprule', { setupmatrix: 'forms', duration: 6 * hour, priority: 1 }),
    row('resource', { name: 'press', setupmatrix: 'forms', setup: 'A' }),
    row('resource', { name: 'mold' }),
    ...presses,
    row('operationresource', { operation: 'press A', resource: 'mold', quantity: 1 }),
    row('item', { name: 'C' }),
    makes({ name: 'cast C', item: 'C', duration: 6 * hour }),
    row('operationresource', { operation: 'cast C', resource: 'mold', quantity: 1 }),
    demand({ name: 'A', item: 'A', due: date(2.5), priority: 1 }),
    demand({ name: 'C', item: 'C', due: date(1.5), priority: 2 }),
  ]
  const other = demand({ name: 'B', item: 'B', due: date(1.26), priority: 3 })

  it('takes the other resources of the work only while they are free', () => {
    expect(violationsOf([...rows, other], current, planTables(plan(...rows, other)))).toEqual([])
  })

  it('takes them in a plan in memory too, and gives them back', () => {
    const input = plannerInput([...rows, other], { current })
    const base = plannerInput(rows, { current })
    const { plan: stored, deliveries } = solve(base)
    const live = prepare({ ...base, previous: proposalsOf(stored, deliveries) })
    const before = snapshotOf(live)
    const attempt = finish(
      live.attempt({ ...live.input, demands: input.demands }, touching(['B']), {
        mode: 'repair',
        displace: false,
      }),
    )
    expect(violationsOf([...rows, other], current, planTables(attempt.solution()))).toEqual([])
    attempt.close()
    expect(snapshotOf(live)).toBe(before)
  })
})

describe('the cost of a changeover', () => {
  it('counts where alternates are chosen by cost', () => {
    const rows = [
      plant,
      row('item', { name: 'bike' }),
      row('setupmatrix', { name: 'colors' }),
      row('setuprule', { setupmatrix: 'colors', duration: 0, cost: 9 }),
      press('old', 'white'),
      press('new', 'red'),
      makes({ name: 'either', type: 'alternate', duration: undefined, search: 'MINPENALTY' }),
      ...option('on the old one', 'old', 1),
      ...option('on the new one', 'new', 2),
      demand({ due: date(4) }),
    ]
    expect(planned(plan(...rows))).toEqual([['on the new one', 1, 3, 4]])
  })
})

const reasonsOf = (...rows: readonly FixtureRow[]) => [...planResult(plan(...rows)).constraints]

const rule = (fromsetup: string, tosetup: string): FixtureRow =>
  row('setuprule', { setupmatrix: 'colors', fromsetup, tosetup, duration: 6 * hour })

describe('the reason of work on a resource with changeovers', () => {
  const red = [
    plant,
    row('item', { name: 'bike' }),
    row('setupmatrix', { name: 'colors' }),
    row('resource', { name: 'paint', setupmatrix: 'colors', setup: 'white' }),
    makes({ duration: 6 * hour }),
    paints('make'),
    demand({ due: '2026-01-05 08:00:00' }),
  ]

  it('may be the changeover, where the resource has no other work', () => {
    expect(reasonsOf(...red, rule('white', 'red'))).toMatchObject([
      {
        name: 'overload',
        description:
          'Resource "paint" is busy with other orders or a changeover when it is needed. Without this alone, the order would be 0.2 days earlier.',
      },
      { name: 'manufacturing lead time' },
    ])
  })

  it('is that no changeover leads to its setup, where none does', () => {
    expect(reasonsOf(...red, rule('blue', 'red'))).toMatchObject([
      {
        name: 'never enough capacity',
        owner: 'make',
        description:
          'Resource "paint" can never be changed over to "red": no rule of its setup matrix leads there.',
      },
    ])
  })

  it('is not that where other work leads to a setup from which there is a changeover', () => {
    const blue = [
      makes({ name: 'make car', item: 'car' }),
      row('item', { name: 'car' }),
      row('operationresource', { operation: 'make car', resource: 'paint', quantity: 1, setup: 'blue' }),
    ]
    const found = reasonsOf(...red, ...blue, rule('white', 'blue'), rule('blue', 'red'))
    expect(found.map(({ name }) => name)).not.toContain('never enough capacity')
  })
})
