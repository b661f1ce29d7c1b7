/** Tests routings in which some steps depend on each other, or are effective for a limited time. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import type { Solution } from '../../src/planner/solution.ts'
import type { FixtureRow } from './fixture-input.ts'
import { buys, date, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

const step = (name: string, priority: number, period: FixtureRow['fields'] = {}) => [
  row('operation', { name, location: 'plant', type: 'fixed_time', duration: day }),
  row('suboperation', { operation: 'make', suboperation: name, priority, ...period }),
]
const waits = (operation: string, blockedby: string) => row('operationdependency', { operation, blockedby })
const routing = [plant, makes({ type: 'routing', duration: 0 }), ...step('cut', 1), ...step('weld', 2)]

describe('what a routing makes', () => {
  it('is there once all steps have ended, also those that the last one does not wait for', () => {
    const solution = plan(...routing, ...step('pack', 3), waits('weld', 'cut'), demand({ due: date(0) }))
    expect(planned(solution)).toEqual([
      ['cut', 1, 0, 1],
      ['weld', 1, 1, 2],
      ['pack', 1, 2, 3],
    ])
    expect(shipped(solution)).toEqual({ order: [[3, 1]] })
  })

  it('is there when the step has ended that nothing waits for, whatever its place', () => {
    const solution = plan(...routing, waits('cut', 'weld'), demand({ due: date(0) }))
    expect(planned(solution)).toEqual([
      ['weld', 1, 0, 1],
      ['cut', 1, 1, 2],
    ])
    expect(shipped(solution)).toEqual({ order: [[2, 1]] })
  })
})

/** Returns a plan of bikes that are welded until the 10th day, and glued after it. */
const build = (...orders: readonly FixtureRow[]): Solution =>
  plan(
    plant,
    row('item', { name: 'bike' }),
    row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
    makes({ name: 'weld', item: undefined }),
    makes({ name: 'glue', item: undefined, duration: 2 * day }),
    makes({ name: 'paint', item: undefined }),
    row('suboperation', { operation: 'build', suboperation: 'weld', priority: 1, effective_end: date(10) }),
    row('suboperation', {
      operation: 'build',
      suboperation: 'glue',
      priority: 2,
      effective_start: date(10),
    }),
    row('suboperation', { operation: 'build', suboperation: 'paint', priority: 3 }),
    ...orders,
  )

describe('a step of a routing that is effective for a limited time', () => {
  it('is done for what ends in that time', () => {
    const orders = [5, 20].map((due) => demand({ name: `order ${due}`, due: date(due) }))
    expect(planned(build(...orders))).toEqual([
      ['weld', 1, 3, 4],
      ['paint', 1, 4, 5],
      ['glue', 1, 17, 19],
      ['paint', 1, 19, 20],
    ])
  })

  it('is not done for what ends later because it is late', () => {
    const late = row('operationmaterial', { operation: 'paint', item: 'frame', quantity: -1 })
    const solution = build(late, buys({ item: 'frame', leadtime: 15 * day }), demand({ due: date(5) }))
    expect(planned(solution).filter((order) => Object.values(Object(order))[0] !== 'paint')).toEqual([
      ['Purchase frame @ plant from shop', 1, 0, 15],
      ['glue', 1, 13, 15],
    ])
  })
})

/** Returns steps of which the first or the last one is another from the 10th day on. */
const changing = (place: 'first' | 'last'): readonly FixtureRow[] => {
  const at = place === 'first' ? 1 : 3
  return [
    plant,
    makes({ type: 'routing', duration: 0 }),
    ...step('weld', at, { effective_end: date(10) }),
    ...step('glue', at + 0.5, { effective_start: date(10) }),
    ...step('pack', 2),
  ]
}

/** Returns the days on which bolts are consumed, and how many. */
const consumed = (solution: Solution): readonly unknown[] =>
  solution.plan.orders
    .flatMap(({ movements }) => movements)
    .filter(({ buffer, quantity }) => buffer.item.name === 'bolt' && quantity < 0)
    .map(({ date: at, quantity }) => [(at - solution.network.input.settings.current) / day, quantity])

describe('what a routing itself says', () => {
  it('no step starts within its fence', () => {
    const fenced = makes({ type: 'routing', duration: 0, fence: 3 * day })
    const rows = routing.map((each) => (each.fields['type'] === 'routing' ? fenced : each))
    expect(planned(plan(...rows, demand({ due: date(4) })))).toEqual([
      ['cut', 1, 3, 4],
      ['weld', 1, 4, 5],
    ])
  })

  it('a negative fence lets its steps start in the past', () => {
    const fenced = makes({ type: 'routing', duration: 0, fence: -2 * day })
    const rows = routing.map((each) => (each.fields['type'] === 'routing' ? fenced : each))
    expect(planned(plan(...rows, demand({ due: date(0) })))).toEqual([
      ['cut', 1, -2, -1],
      ['weld', 1, -1, 0],
    ])
  })

  it.each([
    ['alternates', ['either', 'either']],
    ['options of alternates', ['either', 'or']],
  ])('its fence does not count for another routing that shares %s', (_what, choices) => {
    const names = [...new Set(choices)]
    const shared = [
      plant,
      makes({ type: 'routing', duration: 0, fence: 3 * day }),
      makes({ name: 'other', item: 'car', type: 'routing', duration: 0 }),
      makes({ name: 'drill', item: undefined }),
      ...names.flatMap((name) => [
        makes({ name, item: undefined, type: 'alternate', duration: 0 }),
        row('suboperation', { operation: name, suboperation: 'drill', priority: 1 }),
      ]),
      ...['make', 'other'].map((operation, at) =>
        row('suboperation', { operation, suboperation: choices[at]!, priority: 1 }),
      ),
    ]
    const orders = ['bike', 'car'].map((item) => demand({ name: item, item, due: date(1) }))
    expect(shipped(plan(...shared, ...orders))).toEqual({ bike: [[4, 1]], car: [[1, 1]] })
  })

  it('its steps do not change where one is effective since a date in the past', () => {
    const since = [
      plant,
      makes({ type: 'routing', duration: 0 }),
      ...step('cut', 1, { effective_start: date(-100) }),
      ...step('weld', 2),
    ]
    const solution = plan(...since, demand({ due: date(4) }))
    expect(solution.network.operations.get('make')!.periods).toEqual([])
    expect(planned(solution)).toHaveLength(2)
  })

  it('its duration is reported, since that of its steps counts', () => {
    const long = makes({ type: 'routing', duration: 9 * day })
    const rows = routing.map((each) => (each.fields['type'] === 'routing' ? long : each))
    const solution = plan(...rows, demand({ due: date(4) }))
    expect(planned(solution)).toEqual([
      ['cut', 1, 2, 3],
      ['weld', 1, 3, 4],
    ])
    expect(solution.network.invalid.map(({ description }) => description)).toEqual([
      'The duration of "make" does not count: it takes the time of its steps.',
    ])
  })

  it('a step is done only while its operation is effective', () => {
    const ended = [
      ...routing.filter(({ fields }) => fields['name'] !== 'cut'),
      row('operation', {
        name: 'cut',
        type: 'fixed_time',
        location: 'plant',
        duration: day,
        effective_end: date(4),
      }),
    ]
    expect(planned(plan(...ended, demand({ due: date(4) })))).toHaveLength(2)
    expect(planned(plan(...ended, demand({ due: date(6) })))).toEqual([['weld', 1, 5, 6]])
  })
})

describe('the materials of a routing whose first or last step changes', () => {
  const orders = [5, 10, 20].map((due) => demand({ name: `order ${due}`, due: date(due) }))
  const bolts = [
    row('operationmaterial', { operation: 'make', item: 'bolt', quantity: -2, type: 'start' }),
    buys({ item: 'bolt', leadtime: 0 }),
  ]
  it('are consumed when the first step starts that is effective', () => {
    expect(consumed(plan(...changing('first'), ...bolts, ...orders))).toEqual([
      [3, -2],
      [8, -2],
      [18, -2],
    ])
  })

  it('are there when the last step ends that is effective', () => {
    expect(shipped(plan(...changing('last'), ...orders))).toEqual({
      'order 5': [[5, 1]],
      'order 10': [[10, 1]],
      'order 20': [[20, 1]],
    })
  })

  it('are moved once where the steps wait for each other', () => {
    const waiting = [waits('weld', 'pack'), waits('glue', 'pack')]
    const solution = plan(...changing('last'), ...waiting, ...bolts, ...orders)
    expect(shipped(solution)).toEqual({ 'order 5': [[5, 1]], 'order 10': [[10, 1]], 'order 20': [[20, 1]] })
    expect(consumed(solution).length).toBe(3)
    expect(planned(solution).filter((order) => JSON.stringify(order).includes('pack')).length).toBe(3)
  })

  it('wait for no step that is not effective', () => {
    const waiting = [waits('pack', 'weld'), waits('pack', 'glue')]
    const solution = plan(...changing('first'), ...waiting, ...orders)
    expect(planned(solution).map((order) => Object.values(Object(order))[0])).toEqual([
      'weld',
      'pack',
      'weld',
      'pack',
      'glue',
      'pack',
    ])
  })

  it('are those of the steps that are effective when an existing order ends', () => {
    const approved = row('operationplan', {
      reference: 'MO 1',
      type: 'MO',
      operation: 'make',
      status: 'approved',
      quantity: 1,
      enddate: date(20),
    })
    const solution = plan(...changing('last'), ...bolts, approved, demand({ due: date(20) }))
    expect(shipped(solution)).toEqual({ order: [[20, 1]] })
    expect(solution.plan.orders.map(({ operation: { name } }) => name)).not.toContain('weld')
  })
})

/** Returns a routing whose second step has sizes. */
const sized = (fields: FixtureRow['fields']): readonly FixtureRow[] => [
  plant,
  makes({ type: 'routing', duration: 0, sizemultiple: 2 }),
  ...step('cut', 1),
  row('operation', { name: 'bake', location: 'plant', type: 'fixed_time', duration: day, ...fields }),
  row('suboperation', { operation: 'make', suboperation: 'bake', priority: 2 }),
]

const bakedIn = (solution: Solution): readonly unknown[] =>
  planned(solution)
    .map((order) => Object.values(Object(order)))
    .flatMap(([name, quantity]) => (name === 'bake' ? [quantity] : []))

/** Returns the operations with problems in a plan whose second step has a maximum. */
const faults = (...more: readonly FixtureRow[]): readonly string[] =>
  plan(...sized({ sizemaximum: 4 }), ...more, demand({ due: date(5) })).network.invalid.map(
    ({ owner }) => owner,
  )

describe('the sizes of the steps of a routing', () => {
  it.each([
    [{ sizemaximum: 4 }, [4, 4]],
    [{ sizeminimum: 10 }, [10]],
    [{ sizemultiple: 3 }, [12]],
    [{ sizemultiple: 3, sizemaximum: 6 }, [6, 6]],
  ])('are those of its lots: %j', (fields, lots) => {
    const solution = plan(...sized(fields), demand({ quantity: 8, minshipment: 8, due: date(5) }))
    expect(bakedIn(solution)).toEqual(lots)
  })

  it('count without a problem where another step of the routing waits for it', () => {
    expect(faults(waits('cut', 'bake'))).toEqual([])
    const twice = row('operationdependency', { operation: 'cut', blockedby: 'bake', quantity: 2 })
    expect(faults(twice)).toEqual(['bake'])
    expect(faults(makes({ name: 'other' }), waits('other', 'bake'))).toEqual(['bake'])
  })

  it('do not count once the step is no longer effective', () => {
    const ended = step('bake', 2, { effective_end: date(-10) })
    const small = row('operation', { name: 'bake', location: 'plant', type: 'fixed_time', sizemaximum: 1 })
    const cut = [plant, makes({ type: 'routing', duration: 0 }), ...step('cut', 1), ...ended.slice(1), small]
    const solution = plan(...cut, demand({ quantity: 8, minshipment: 8, due: date(5) }))
    expect(planned(solution)).toEqual([['cut', 8, 4, 5]])
  })

  it('exclude neither the smallest maximum nor, within it, the multiple', () => {
    const sizes = [{ sizeminimum: 7 }, { sizemaximum: 8 }, { sizemultiple: 5 }]
    const steps = sizes.flatMap((size, at) => [
      row('operation', { name: `step ${at}`, location: 'plant', type: 'fixed_time', duration: day, ...size }),
      row('suboperation', { operation: 'make', suboperation: `step ${at}`, priority: at + 1 }),
    ])
    const routed = [plant, makes({ type: 'routing', duration: 0, sizemultiple: 0 }), ...steps]
    const solution = plan(...routed, demand({ quantity: 3, minshipment: 3, due: date(9) }))
    expect(planned(solution).map((order) => Object.values(Object(order))[1])).toEqual([5, 5, 5])
    expect(solution.network.invalid.map(({ description }) => description)).toEqual([
      'The minimum size 7 of "step 0" does not count in lots of the routing "make": with the sizes of all its steps, its largest possible lot is 5.',
    ])
  })

  it.each([
    [
      { sizemultiple: 5 },
      { sizemultiple: 12 },
      'The multiple 12 of "step 1" does not count in lots of the routing "make": the smallest lot with all its multiples is 60, and "make" allows 50 at most.',
    ],
    [
      { sizemaximum: 6 },
      { sizemultiple: 8 },
      'The multiple 8 of "step 1" does not count in lots of the routing "make": the smallest lot with all its multiples is 8, and "step 0" allows 6 at most.',
    ],
  ])('name the step whose multiple is too large: %j, %j', (first, second, problem) => {
    const steps = [first, second].flatMap((size, at) => [
      row('operation', { name: `step ${at}`, location: 'plant', type: 'fixed_time', duration: day, ...size }),
      row('suboperation', { operation: 'make', suboperation: `step ${at}`, priority: at + 1 }),
    ])
    const routed = [plant, makes({ type: 'routing', duration: 0, sizemaximum: 50 }), ...steps]
    const { invalid } = plan(...routed, demand({ quantity: 3, due: date(9) })).network
    expect(invalid.map(({ owner, description }) => [owner, description])).toEqual([['step 1', problem]])
  })

  it('have a common multiple, also with decimals', () => {
    const solution = plan(
      ...sized({ sizemultiple: 2.5 }),
      demand({ quantity: 8, minshipment: 8, due: date(5) }),
    )
    expect(bakedIn(solution)).toEqual([10])
  })

  it('have no common multiple far above both, which decimals did not mean', () => {
    const solution = plan(
      ...sized({ sizemultiple: 0.333333 }).map((each) =>
        each.fields['type'] === 'routing' ? makes({ type: 'routing', duration: 0, sizemultiple: 2.5 }) : each,
      ),
      demand({ quantity: 3, minshipment: 3, due: date(5) }),
    )
    expect(bakedIn(solution)).toEqual([5])
    expect(solution.network.invalid).toMatchObject([
      { description: expect.stringMatching(/The multiple 0\.333333 of .* would be 833332\.5\./) },
    ])
  })

  it('give the routing their maximum where its own minimum is larger', () => {
    const rows = sized({ sizemaximum: 4 }).map((each) =>
      each.fields['type'] === 'routing' ? makes({ type: 'routing', duration: 0, sizeminimum: 10 }) : each,
    )
    const solution = plan(...rows, demand({ quantity: 8, minshipment: 8, due: date(5) }))
    expect(bakedIn(solution)).toEqual([4, 4])
    expect(solution.network.invalid).toHaveLength(1)
  })
})
