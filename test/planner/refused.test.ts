/**
 * Tests data that is planned correctly or rejected with a reason: materials and resources of routings, pools, yields,
 * negative stock.
 */
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day, hour } from '../../src/planner/time.ts'
import { detail } from '../support/detail.ts'
import { processorClock } from '../support/processor-time.ts'
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
  usedBy,
} from './small-plans.ts'

const routing = [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('supplier', { name: 'shop' }),
  row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
  ...['weld', 'paint'].map((name, index) =>
    row('operation', {
      name,
      type: 'fixed_time',
      duration: day,
      location: 'plant',
      owner: 'build',
      priority: index + 1,
    }),
  ),
]
const material = (fields: FixtureRow['fields']): FixtureRow =>
  row('operationmaterial', { operation: 'build', ...fields })
const load = (fields: FixtureRow['fields']): FixtureRow =>
  row('operationresource', { operation: 'build', quantity: 1, ...fields })

const reasons = (solution: Solution): readonly unknown[] =>
  [...planResult(solution).constraints].map(({ demand: of, name, owner }) => [of, name, owner])
const problems = (solution: Solution): readonly string[] =>
  [...planResult(solution).problems].map(({ description }) => description)

const crew = (...names: readonly string[]): readonly FixtureRow[] => [
  row('resource', { name: 'crew', maximum: 1 }),
  ...names.map((name) => row('resource', { name, owner: 'crew', maximum: 1 })),
]
const shop = (quantity: number): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  makes({}),
  row('operationresource', { operation: 'make', resource: 'crew', quantity }),
]

const gain = (fields: FixtureRow['fields']): FixtureRow =>
  row('operationmaterial', { operation: 'make', item: 'bike', type: 'end', ...fields })

describe('a routing itself', () => {
  const frames = [
    material({ item: 'frame', quantity: -2, type: 'start' }),
    buys({ item: 'frame', leadtime: 10 * day }),
  ]

  it('takes materials when its first step begins, and brings them when its last step ends', () => {
    const solution = plan(
      ...routing,
      ...frames,
      material({ item: 'bike', quantity: 1, type: 'end' }),
      demand({ quantity: 3, due: date(5), minshipment: 3 }),
    )
    expect(shipped(solution)).toEqual({ order: [[12, 3]] })
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 6, 0, 10],
      ['weld', 3, 10, 11],
      ['paint', 3, 11, 12],
    ])
    const result = planResult(solution)
    const owner = [...result.orders].find(({ operation }) => operation === 'build')!
    expect(owner.plan.pegging).toEqual({ order: 3 })
    expect(
      [...result.movements]
        .filter(({ operationplan }) => operationplan === owner.reference)
        .map(({ item, quantity }) => [item, quantity]),
    ).toEqual([
      ['frame', -6],
      ['bike', 3],
    ])
  })

  it('says for whom its steps are, though it moves what they make', () => {
    const solution = plan(
      ...routing,
      material({ item: 'bike', quantity: 1, type: 'end' }),
      demand({ due: date(9) }),
    )
    const pegged = [...planResult(solution).orders].map((order) => [order.operation, order.plan.pegging])
    expect(pegged).toContainEqual(['weld', { order: 1 }])
    expect(pegged).toContainEqual(['build', { order: 1 }])
  })

  it('holds its resource from its begin to its end', () => {
    const solution = plan(
      ...routing,
      row('resource', { name: 'cell', maximum: 1 }),
      load({ resource: 'cell' }),
      demand({ name: 'first', due: date(9), minshipment: 1 }),
      demand({ name: 'second', due: date(9), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({ first: [[9, 1]], second: [[9, 1]] })
    expect(planned(solution)).toEqual([
      ['weld', 1, 5, 6],
      ['paint', 1, 6, 7],
      ['weld', 1, 7, 8],
      ['paint', 1, 8, 9],
    ])
    expect(usedBy(solution, 'build')).toEqual(['cell', 'cell'])
  })

  it('is refused if it needs more of its resource than there ever is', () => {
    const solution = plan(
      ...routing,
      row('resource', { name: 'cell', maximum: 0.5 }),
      load({ resource: 'cell' }),
      demand({ due: date(9) }),
    )
    expect(shipped(solution)).toEqual({ order: [] })
    expect(reasons(solution)).toEqual([['order', 'never enough capacity', 'build']])
  })

  it('is late where its resource is busy, and says so', () => {
    const solution = plan(
      ...routing,
      row('resource', { name: 'cell', maximum: 1 }),
      load({ resource: 'cell' }),
      demand({ name: 'first', due: date(2), minshipment: 1 }),
      demand({ name: 'second', due: date(2), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({ first: [[2, 1]], second: [[4, 1]] })
    expect(reasons(solution)).toEqual([['second', 'overload', 'cell']])
  })

  it('is done while its resource and its own calendar are open', () => {
    const solution = plan(
      ...routing,
      row('calendar', { name: 'open', defaultvalue: 1 }),
      row('calendarbucket', { calendar: 'open', value: 0, startdate: date(8), enddate: date(9) }),
      row('resource', { name: 'cell', maximum: 1, available: 'open' }),
      load({ resource: 'cell' }),
      demand({ due: date(10), minshipment: 1 }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 7, 9 - 1],
      ['paint', 1, 9, 10],
    ])
  })

  it('says which of its resources it cannot hold', () => {
    const solution = plan(
      ...routing,
      row('setupmatrix', { name: 'colors' }),
      row('setuprule', { setupmatrix: 'colors', duration: day }),
      row('resource', { name: 'cell', maximum: 1, setupmatrix: 'colors' }),
      load({ resource: 'cell', setup: 'red' }),
      demand({ due: date(9) }),
    )
    expect(problems(solution)).toEqual([
      'A resource of routing "build" itself does not count: "cell" has setups. Give it to its steps.',
    ])
  })
})

describe('a fixed quantity of a resource', () => {
  it('is reported where it does not count', () => {
    const bench = row('resource', { name: 'bench', maximum: 5 })
    const load = row('operationresource', {
      operation: 'make',
      resource: 'bench',
      quantity: 1,
      quantity_fixed: 2,
    })
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({}),
      bench,
      load,
      demand({ due: date(3) }),
    )
    expect(problems(solution)).toEqual([
      'The fixed quantity 2 of "bench" that "make" needs does not count: only resources with time buckets have fixed quantities.',
    ])
  })
})

describe('a pool', () => {
  it('gives as many members as are needed, and different ones to work side by side', () => {
    const solution = plan(
      ...shop(2),
      ...crew('Ann', 'Bob', 'Cid', 'Dot'),
      demand({ name: 'one', due: date(1), minshipment: 1 }),
      demand({ name: 'two', due: date(1), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({ one: [[1, 1]], two: [[1, 1]] })
    expect(usedBy(solution, 'make').toSorted()).toEqual(['Ann', 'Bob', 'Cid', 'Dot'])
  })

  it('gives members of different sizes that have enough together', () => {
    const sizes = [
      row('resource', { name: 'crew' }),
      row('resource', { name: 'Ann', owner: 'crew', maximum: 2 }),
      row('resource', { name: 'Bob', owner: 'crew', maximum: 1 }),
    ]
    const solution = plan(...shop(3), ...sizes, demand({ due: date(9) }))
    expect(shipped(solution)).toEqual({ order: [[9, 1]] })
    expect(usedBy(solution, 'make').toSorted()).toEqual(['Ann', 'Bob'])
  })

  it('needs no member that never works', () => {
    const sizes = [
      row('calendar', { name: 'shut', defaultvalue: 0 }),
      row('resource', { name: 'crew' }),
      row('resource', { name: 'Ann', owner: 'crew', maximum: 2 }),
      row('resource', { name: 'Bob', owner: 'crew', maximum: 1 }),
      row('resource', { name: 'Cid', owner: 'crew', maximum: 2.5, available: 'shut' }),
    ]
    const solution = plan(...shop(3), ...sizes, demand({ due: date(9) }))
    expect(usedBy(solution, 'make').toSorted()).toEqual(['Ann', 'Bob'])
  })

  it('with one member for several skills at the same time is refused', () => {
    const skills = ['weld', 'lift'].flatMap((skill) => [
      row('skill', { name: skill }),
      row('resourceskill', { resource: 'Ann', skill }),
      row('operationresource', { operation: 'make', resource: 'crew', skill, quantity: 1 }),
    ])
    const rows = shop(1).filter(({ model }) => model !== 'input.operationresource')
    const solution = plan(...rows, ...crew('Ann'), ...skills, demand({ due: date(9) }))
    expect(reasons(solution)).toEqual([['order', 'never enough capacity', 'make']])
  })

  it('with one member that is needed by two rows in turn is not refused for that', () => {
    const inTurn = [{ effective_end: date(6) }, { effective_start: date(6) }].map((dates) =>
      row('operationresource', { operation: 'make', resource: 'Ann', quantity: 1, ...dates }),
    )
    const rows = shop(1).filter(({ model }) => model !== 'input.operationresource')
    const frame = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 })
    const solution = plan(...rows, ...crew('Ann'), ...inTurn, frame, demand({ due: date(9) }))
    expect(reasons(solution)).toEqual([['order', 'material shortage', 'frame @ plant']])
  })

  it('with too few members is refused', () => {
    const solution = plan(...shop(3), ...crew('Ann', 'Bob'), demand({ due: date(9) }))
    expect(shipped(solution)).toEqual({ order: [] })
    expect(reasons(solution)).toEqual([['order', 'never enough capacity', 'make']])
  })

  it('with too few members is refused in whatever number of lots', () => {
    const solution = plan(
      ...shop(3).filter(({ model }) => model !== 'input.operation'),
      ...crew('Ann', 'Bob'),
      makes({ type: 'time_per', duration: 0, duration_per: hour, sizemaximum: 10 }),
      demand({ quantity: 2_000, due: date(9) }),
    )
    expect(shipped(solution)).toEqual({ order: [] })
    expect(reasons(solution)).toEqual([['order', 'never enough capacity', 'make']])
  })

  it('gives an existing order all members that it names', () => {
    const solution = plan(
      ...shop(1),
      ...crew('Ann', 'Bob', 'Cid'),
      row('operationplan', {
        reference: '7',
        type: 'MO',
        status: 'confirmed',
        operation: 'make',
        quantity: 1,
        startdate: date(1),
        enddate: date(2),
      }),
      row('operationplanresource', { operationplan: '7', resource: 'Cid' }),
      row('operationplanresource', { operationplan: '7', resource: 'Bob' }),
      row('operationplanresource', { operationplan: '7', resource: 'nobody' }),
    )
    expect(usedBy(solution, 'make').toSorted()).toEqual(['Bob', 'Cid'])
    expect(problems(solution)).toEqual([
      'Order "7" is to run on the resource "nobody", on which "make" cannot run: it does not count there.',
    ])
  })
})

describe('a yield that changes', () => {
  it('is that of the date on which the lot ends', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({}),
      gain({ quantity: 0.5, effective_end: date(20) }),
      gain({ quantity: 1, effective_start: date(20) }),
      demand({ name: 'soon', quantity: 10, due: date(10) }),
      demand({ name: 'later', quantity: 10, due: date(30) }),
    )
    expect(shipped(solution)).toEqual({ soon: [[10, 10]], later: [[30, 10]] })
    expect(planned(solution)).toEqual([
      ['make', 20, 9, 10],
      ['make', 10, 29, 30],
    ])
  })
})

describe('stock', () => {
  it('that is negative on two levels is made up for before an order', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'frame' }),
      row('supplier', { name: 'shop' }),
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
      buys({ item: 'frame', leadtime: 5 * day }),
      stock('bike', -7),
      stock('frame', -3),
      demand({ quantity: 5, due: date(20), minshipment: 5 }),
    )
    expect(shipped(solution)).toEqual({ order: [[20, 5]] })
    expect(planned(solution).slice(0, 2)).toEqual([
      ['Purchase frame @ plant from shop', 10, 0, 5],
      ['make', 7, 5, 6],
    ])
  })

  it('is filled up to its maximum whenever it is refilled, and never beyond it', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('supplier', { name: 'shop' }),
      buys({}),
      stock('bike', 0, { maximum: 30 }),
      ...[5, 6, 7, 8, 9, 10, 11].map((at) =>
        demand({ name: `order ${at}`, quantity: 8, due: date(at), minshipment: 8 }),
      ),
    )
    expect(planned(solution)).toEqual([
      ['Purchase bike @ plant from shop', 38, 4, 5],
      ['Purchase bike @ plant from shop', 32, 8, 9],
    ])
  })
})

describe('stock whose lots have a multiple', () => {
  const lots = [makes({ sizemultiple: 4 }), row('item', { name: 'bike' }), plant]

  it('is not filled beyond its maximum by the multiple', () => {
    const order = demand({ quantity: 3, due: date(8) })
    const rows = [...lots, stock('bike', 0, { maximum: 10 }), order]
    expect(planned(plan(...rows))).toEqual([['make', 12, 7, 8]])
    const constraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }
    expect(planned(planWith({ plantype: 2, constraints }, ...rows))).toEqual([['make', 12, 7, 8]])
  })

  it('is filled to its minimum even if that is beyond its maximum', () => {
    expect(planned(plan(...lots, stock('bike', 0, { minimum: 5, maximum: 10 })))).toEqual([['make', 8, 0, 1]])
    expect(planned(plan(...lots, stock('bike', 0, { minimum: 5, maximum: 6 })))).toEqual([['make', 8, 0, 1]])
  })
})

describe('what can never be planned has a reason of its own:', () => {
  const shop = [plant, row('item', { name: 'bike' }), row('item', { name: 'frame' })]

  it('a resource that is never open', () => {
    const solution = plan(
      ...shop,
      row('calendar', { name: 'closed', defaultvalue: 0 }),
      row('resource', { name: 'bench', available: 'closed' }),
      makes({}),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ due: date(9) }),
    )
    expect(reasons(solution)).toEqual([['order', 'never open', 'bench']])
  })

  it('an operation that is never open', () => {
    const solution = plan(
      ...shop,
      row('calendar', { name: 'closed', defaultvalue: 0 }),
      makes({ available: 'closed' }),
      demand({ due: date(9) }),
    )
    expect(reasons(solution)).toEqual([['order', 'never open', 'make']])
  })

  it('a resource that does not exist, and an operation of the order that does not', () => {
    const solution = plan(
      ...shop,
      makes({}),
      row('operationresource', { operation: 'make', resource: 'ghost', quantity: 1 }),
      demand({ name: 'one', due: date(9) }),
      demand({ name: 'two', due: date(9), operation: 'nothing' }),
    )
    expect(reasons(solution)).toEqual([
      ['one', 'missing reference', 'make'],
      ['two', 'missing reference', 'two'],
    ])
  })

  it('a component that nothing brings', () => {
    const solution = plan(
      ...shop,
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
      demand({ due: date(9) }),
    )
    expect(reasons(solution)).toEqual([['order', 'material shortage', 'frame @ plant']])
  })

  it('a quantity that takes too many lots, or more time than there is: without looking at every lot', () => {
    const mill = [
      ...shop,
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: 1, sizemaximum: 10_000 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    ]
    const processorMs = processorClock()
    const many = plan(...mill, demand({ quantity: 1e9, due: date(60) }))
    expect(reasons(many)).toEqual([['order', 'too many lots', 'make']])
    const long = plan(
      ...mill,
      demand({ quantity: 4e7, due: date(60), minshipment: 4e7, maxlateness: 90 * day }),
    )
    expect(reasons(long)).toEqual([
      ['order', 'overload', 'bench'],
      ['order', 'maximum lateness', 'order'],
    ])
    expect(processorMs()).toBeLessThan(2_000)
  })

  it(
    'a quantity whose components are made in many small lots too: after a limited number of attempts',
    detail,
    () => {
      const processorMs = processorClock()
      const solution = plan(
        ...shop,
        row('item', { name: 'frame' }),
        row('item', { name: 'tube' }),
        row('resource', { name: 'bench', maximum: 1 }),
        makes({ duration: 60, sizemaximum: 1 }),
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1_000 }),
        row('operation', { name: 'weld', item: 'frame', location: 'plant', duration: 1, sizemaximum: 1 }),
        row('operationresource', { operation: 'weld', resource: 'bench', quantity: 1 }),
        row('operationmaterial', { operation: 'weld', item: 'tube', quantity: -1_000 }),
        row('operation', { name: 'saw', item: 'tube', location: 'plant', duration: 1, sizemaximum: 1 }),
        demand({ quantity: 500, due: date(60) }),
      )
      expect(reasons(solution)).toContainEqual(['order', 'too many lots', expect.any(String)])
      expect(processorMs()).toBeLessThan(20_000)
    },
  )
})

describe('the plan reaches as far as the data', () => {
  it('beyond 2030, with working time', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('calendar', { name: 'shift', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'shift', value: 1, starttime: '08:00:00', endtime: '16:00:00' }),
      makes({ available: 'shift', duration: 8 * hour }),
      demand({ name: 'far', due: '2038-03-04 16:00:00' }),
      demand({ name: 'never', due: '2250-01-01 00:00:00' }),
    )
    const [far] = solution.deliveries
    expect(far?.shipments.map(({ order }) => new Date(order.end * 1000).toISOString())).toEqual([
      '2038-03-04T16:00:00.000Z',
    ])
    expect(problems(solution)).toEqual(['Demand "never" lacks a due date before the year 2200.'])
  })
})
