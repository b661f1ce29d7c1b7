/** Tests on which resources orders run, and when. */
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { day, hour } from '../../src/planner/time.ts'
import {
  date,
  days,
  demand,
  makes,
  plan,
  planned,
  plant,
  row,
  shipped,
  stock,
  usedBy,
} from './small-plans.ts'

const uses = (fields: object) =>
  row('operationresource', { operation: 'make', resource: 'cell', quantity: 1, ...fields })

describe('capacity in buckets', () => {
  const weeks = [
    row('calendar', { name: 'weeks', defaultvalue: 0 }),
    ...Array.from({ length: 20 }, (_, week) =>
      row('calendarbucket', {
        calendar: 'weeks',
        startdate: date(7 * week),
        enddate: date(7 * week + 7),
        value: 10,
      }),
    ),
    row('resource', { name: 'cell', type: 'buckets', maximum_calendar: 'weeks' }),
  ]

  it('takes a large order in several lots, as much in time as there is room', () => {
    const solution = plan(
      plant,
      makes({ duration: 0 }),
      uses({}),
      ...weeks,
      demand({ quantity: 25, minshipment: 25, due: date(6) }),
    )
    expect(shipped(solution)).toEqual({ order: [[14, 25]] })
    expect(planned(solution)).toHaveLength(3)
  })

  it('takes work in several steps in several orders too', () => {
    const routing = [
      makes({ type: 'routing', duration: undefined }),
      makes({ name: 'press', item: undefined, owner: 'make', priority: 1, duration: 0 }),
      makes({ name: 'pack', item: undefined, owner: 'make', priority: 2 }),
      uses({ operation: 'press' }),
    ]
    const order = demand({ quantity: 25, minshipment: 25, due: date(6) })
    expect(shipped(plan(plant, ...routing, ...weeks, order))).toEqual({ order: [[15, 25]] })
  })

  it('is divided on ten levels without trying every lot of one with every lot of the others', () => {
    const items = ['bike', ...Array.from({ length: 9 }, (_, level) => `part ${level}`)]
    const rows = items.flatMap((item, level) => [
      row('item', { name: item }),
      row('resource', { name: `cell ${level}`, type: 'buckets', maximum_calendar: 'weeks' }),
      makes({ name: `make ${item}`, item }),
      row('operationresource', { operation: `make ${item}`, resource: `cell ${level}`, quantity: 1 }),
    ])
    const parts = items
      .slice(1)
      .map((part, level) =>
        row('operationmaterial', { operation: `make ${items[level] ?? ''}`, item: part, quantity: -1 }),
      )
    const order = demand({ quantity: 25, minshipment: 25, due: date(6) })
    const solution = plan(plant, ...weeks, ...rows, ...parts, order)
    expect(shipped(solution)).toEqual({ order: [[24, 25]] })
    expect(planned(solution)).toHaveLength(30)
    expect(solution.plan.placed).toBeLessThan(100_000)
  })

  it('goes back to earlier buckets, as far as the resource lets it', () => {
    const order = demand({ quantity: 20, minshipment: 20, due: date(20) })
    expect(shipped(plan(plant, makes({ duration: 0 }), uses({}), ...weeks, order))).toEqual({
      order: [[20, 20]],
    })
    const [strict] = weeks.slice(-1)
    const tight = row('resource', { ...strict!.fields, maxearly: 2 * day })
    const late = shipped(plan(plant, makes({ duration: 0 }), uses({}), ...weeks.slice(0, -1), tight, order))
    expect(late).toEqual({ order: [[21, 20]] })
  })

  it('of a week holds the open hours of the week', () => {
    const oven = row('resource', { name: 'cell', type: 'buckets_week', maximum: 1 })
    const make = makes({ type: 'time_per', duration: 0, duration_per: hour })
    const solution = plan(
      plant,
      make,
      uses({}),
      oven,
      demand({ quantity: 200, minshipment: 200, due: date(7) }),
    )
    // A week has 168 hours; the rest is done at the start of the next week.
    expect(shipped(solution)['order']!.map(([end, quantity]) => [Math.floor(end), quantity])).toEqual([
      [8, 200],
    ])
  })
})

describe('a resource whose efficiency changes', () => {
  const slow = [
    row('calendar', { name: 'speed', defaultvalue: 100 }),
    row('calendarbucket', { calendar: 'speed', startdate: date(0), enddate: date(5), value: 50 }),
    row('resource', { name: 'cell', efficiency_calendar: 'speed' }),
  ]

  it('takes the time of its efficiency until the change, where work ends with that', () => {
    expect(planned(plan(plant, makes({}), uses({}), ...slow, demand({ due: date(5) })))).toEqual([
      ['make', 1, 3, 5],
    ])
  })

  it('takes for each part of the work the time of its efficiency then', () => {
    expect(planned(plan(plant, makes({}), uses({}), ...slow, demand({ due: date(5.5) })))).toEqual([
      ['make', 1, 4, 5.5],
    ])
  })

  it('takes it when work begins as early as possible, too', () => {
    const work = makes({ duration: 2 * day, fence: 4 * day })
    expect(planned(plan(plant, work, uses({}), ...slow, demand({ due: date(2) })))).toEqual([
      ['make', 1, 4, 6.5],
    ])
  })

  it('does nothing while that is zero', () => {
    const broken = row('calendarbucket', {
      calendar: 'speed',
      startdate: date(2),
      enddate: date(4),
      value: 0,
      priority: -1,
    })
    const rows = [plant, makes({ duration: 12 * hour }), uses({}), ...slow, broken]
    expect(planned(plan(...rows, demand({ due: date(4) })))).toEqual([['make', 1, 1, 2]])
    expect(planned(plan(...rows, demand({ due: date(4.5) })))).toEqual([['make', 1, 1.5, 4.5]])
  })

  it('can never be used if it is always zero', () => {
    const solution = plan(
      plant,
      makes({}),
      uses({}),
      row('resource', { name: 'cell', efficiency: 0 }),
      demand({ due: date(5) }),
    )
    const reasons = [...planResult(solution).constraints]
    expect(reasons.map(({ name, owner }) => [name, owner])).toEqual([['never open', 'cell']])
  })
})

describe('a resource that limits how early work may be', () => {
  const [first, second] = ['first', 'second'].map((name) => demand({ name, due: date(5) }))
  const cell = row('resource', { name: 'cell', maxearly: 0 })

  it('is not used sooner than that, where several orders are planned together', () => {
    const solution = plan(plant, makes({ sizemaximum: 1 }), uses({}), cell, first!, second!)
    expect(planned(solution)).toEqual([
      ['make', 1, 4, 5],
      ['make', 1, 5, 6],
    ])
  })

  it('lets slow work begin as early as it must', () => {
    const slow = row('resource', { name: 'cell', maxearly: 0, efficiency: 50 })
    const routed = [
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      makes({ item: undefined, owner: 'build', priority: 1 }),
      makes({ name: 'paint', item: undefined, owner: 'build', priority: 2 }),
    ]
    const solution = plan(plant, ...routed, uses({ operation: 'paint' }), slow, first!, second!)
    expect(planned(solution).map((order) => Object.values(Object(order)))).toEqual([
      ['make', 1, 2, 3],
      ['paint', 1, 3, 5],
      ['make', 1, 4, 5],
      ['paint', 1, 5, 7],
    ])
  })

  it('lets the steps before it be as early as they must', () => {
    const solution = plan(
      plant,
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      makes({ item: undefined, owner: 'build', priority: 1, duration: 2 * day }),
      makes({ name: 'paint', item: undefined, owner: 'build', priority: 2 }),
      uses({}),
      cell,
      first!,
      second!,
    )
    expect(planned(solution).map((order) => Object.values(Object(order)))).toEqual([
      ['make', 1, 2, 4],
      ['paint', 1, 4, 5],
      ['make', 1, 4, 6],
      ['paint', 1, 6, 7],
    ])
  })
})

describe('a resource', () => {
  const pool = [
    row('resource', { name: 'team' }),
    row('resource', { name: 'ann', owner: 'team' }),
    row('resource', { name: 'bob', owner: 'team' }),
    row('resourceskill', { resource: 'ann', skill: 'weld', effective_end: date(10) }),
    row('resourceskill', { resource: 'bob', skill: 'weld', priority: 2 }),
  ]

  it('works only while it has the skill', () => {
    const weld = uses({ resource: 'team', skill: 'weld' })
    expect(usedBy(plan(plant, makes({}), weld, ...pool, demand({ due: date(5) })), 'make')).toEqual(['ann'])
    expect(usedBy(plan(plant, makes({}), weld, ...pool, demand({ due: date(20) })), 'make')).toEqual(['bob'])
  })

  it('gives way to another one when it may not be used any more', () => {
    const cells = [
      row('resource', { name: 'cell' }),
      row('resource', { name: 'hall' }),
      uses({ name: 'either', priority: 1, effective_end: date(10) }),
      uses({ resource: 'hall', name: 'either', priority: 2, effective_start: date(10) }),
    ]
    expect(usedBy(plan(plant, makes({}), ...cells, demand({ due: date(5) })), 'make')).toEqual(['cell'])
    expect(usedBy(plan(plant, makes({}), ...cells, demand({ due: date(20) })), 'make')).toEqual(['hall'])
  })

  it('is not needed before it is effective', () => {
    const late = [row('resource', { name: 'cell' }), uses({ effective_start: date(10) })]
    expect(usedBy(plan(plant, makes({}), ...late, demand({ due: date(5) })), 'make')).toEqual([])
    expect(usedBy(plan(plant, makes({}), ...late, demand({ due: date(20) })), 'make')).toEqual(['cell'])
  })

  it.each([
    { units: 1, work: 'as late as possible', start: 11.5 },
    { units: 2, work: 'right after other work', start: 10 },
  ])('of $units units begins work $work', ({ units, start }) => {
    const cell = row('resource', { name: 'cell', maximum: units })
    const solution = plan(
      plant,
      makes({}),
      uses({}),
      cell,
      demand({ name: 'first', due: date(10) }),
      demand({ name: 'second', due: date(12.5) }),
    )
    expect(planned(solution)).toEqual([
      ['make', 1, 9, 10],
      ['make', 1, start, start + 1],
    ])
  })

  it('that is not constrained is overloaded rather than waited for', () => {
    const free = row('resource', { name: 'cell', constrained: false })
    const orders = ['one', 'two'].map((name) => demand({ name, due: date(3) }))
    expect(shipped(plan(plant, makes({}), uses({}), free, ...orders))).toEqual({
      one: [[3, 1]],
      two: [[3, 1]],
    })
  })

  it('that is not constrained is changed over, and not waited for', () => {
    const paint = [
      row('setupmatrix', { name: 'colours' }),
      row('setuprule', { setupmatrix: 'colours', duration: 6 * hour }),
      row('resource', { name: 'cell', constrained: false, setupmatrix: 'colours', setup: 'red' }),
    ]
    const orders = ['one', 'two'].map((name) => demand({ name, due: date(3) }))
    const solution = plan(plant, makes({}), uses({ setup: 'blue' }), ...paint, ...orders)
    expect(shipped(solution)).toEqual({ one: [[3, 1]], two: [[3, 1]] })
    expect(planned(solution)[0]).toEqual(['make', 1, 1.75, 3])
  })

  it('that buys need is waited for by them', () => {
    const truck = row('resource', { name: 'truck' })
    const buy = row('itemsupplier', {
      item: 'bike',
      location: 'plant',
      supplier: 'shop',
      leadtime: 2 * day,
      resource: 'truck',
    })
    const orders = ['one', 'two'].map((name) => demand({ name, due: date(2) }))
    expect(shipped(plan(plant, buy, truck, ...orders))).toEqual({ one: [[2, 1]], two: [[4, 1]] })
  })
})

describe('a pool that buys and transports need', () => {
  const pool = [
    row('resource', { name: 'trucks' }),
    ...['red', 'blue'].map((name) => row('resource', { name, owner: 'trucks' })),
  ]
  const from = { item: 'bike', location: 'plant', leadtime: 2 * day, resource: 'trucks' }
  const buy = row('itemsupplier', { ...from, supplier: 'shop', sizemaximum: 1 })
  const orders = ['one', 'two', 'zero'].map((name) => demand({ name, due: date(2) }))

  it('gives each of them a member', () => {
    const solution = plan(plant, buy, ...pool, ...orders)
    expect(shipped(solution)).toEqual({ one: [[2, 1]], two: [[2, 1]], zero: [[4, 1]] })
    const used = [...usedBy(solution, 'Purchase bike @ plant from shop')].toSorted()
    expect(used).toHaveLength(3)
    expect(new Set(used)).toEqual(new Set(['blue', 'red']))
  })

  it('gives transports no member that does other work', () => {
    const busy = ['red', 'blue'].flatMap((resource) => [
      makes({ name: `wash ${resource}`, item: undefined }),
      uses({ operation: `wash ${resource}`, resource }),
      row('operationplan', {
        reference: resource,
        type: 'MO',
        status: 'confirmed',
        operation: `wash ${resource}`,
        quantity: 1,
        startdate: date(0),
        enddate: date(3),
      }),
    ])
    const bring = row('itemdistribution', { ...from, origin: 'depot' })
    const depot = [row('location', { name: 'depot' }), stock('bike', 9, { location: 'depot' })]
    expect(shipped(plan(plant, ...depot, bring, ...pool, ...busy, orders[0]!))).toEqual({ one: [[5, 1]] })
  })

  it('is reported if it never has so many members', () => {
    const solution = plan(plant, { ...buy, fields: { ...buy.fields, resource_qty: 3 } }, ...pool, orders[0]!)
    const reasons = [...planResult(solution).constraints]
    expect(reasons.map(({ name, owner }) => [name, owner])).toEqual([
      ['never enough capacity', 'Purchase bike @ plant from shop'],
    ])
  })
})

describe('a late order of a pool', () => {
  it('is divided among the members that are free', () => {
    const cells = ['red', 'blue', 'green']
    const rows = [
      row('resource', { name: 'cells' }),
      ...cells.map((name) => row('resource', { name, owner: 'cells' })),
      uses({ resource: 'cells' }),
      makes({ type: 'time_per', duration: undefined, duration_per: day }),
      makes({ name: 'other', item: undefined }),
      uses({ operation: 'other', resource: 'green' }),
      row('operationplan', {
        reference: '1',
        type: 'MO',
        status: 'confirmed',
        operation: 'other',
        quantity: 1,
        startdate: date(0),
        enddate: date(100),
      }),
    ]
    const solution = plan(plant, ...rows, demand({ quantity: 30, minshipment: 30, due: date(5) }))
    expect(shipped(solution)).toEqual({ order: [[15, 30]] })
    expect([...usedBy(solution, 'make')].toSorted()).toEqual(['blue', 'red'])
  })
})

describe('a confirmed order', () => {
  it('runs on the resource that is named for it', () => {
    const solution = plan(
      plant,
      makes({}),
      row('resource', { name: 'cell' }),
      row('resource', { name: 'hall' }),
      uses({ name: 'either', priority: 1 }),
      uses({ resource: 'hall', name: 'either', priority: 2 }),
      row('operationplan', {
        reference: 'MO 1',
        type: 'MO',
        status: 'confirmed',
        operation: 'make',
        quantity: 1,
        startdate: date(4),
        enddate: date(5),
      }),
      row('operationplanresource', { operationplan: 'MO 1', resource: 'hall' }),
      demand({ quantity: 2, minshipment: 2, due: date(5) }),
    )
    expect(usedBy(solution, 'make').toSorted()).toEqual(['cell', 'hall'])
    expect(shipped(solution)).toEqual({ order: [[5, 2]] })
  })
})

/** Returns the problems in the data of a line with changeovers and the given capacity. */
const problemsOfLine = (maximum: number) =>
  plan(
    plant,
    makes({ duration: day }),
    row('setupmatrix', { name: 'colours' }),
    row('resource', { name: 'cell', maximum, setupmatrix: 'colours' }),
    uses({}),
    demand({ quantity: 1, due: date(6) }),
  ).network.invalid

describe('a resource with changeovers', () => {
  it('does one thing at a time, and a larger maximum is a problem that names it', () => {
    expect(problemsOfLine(1)).toEqual([])
    expect(problemsOfLine(2)).toMatchObject([
      { entity: 'capacity', owner: 'cell', description: expect.stringContaining('maximum of 2') },
    ])
  })
})

describe('a pool of more members than combinations of resources are tried', () => {
  it.each([
    { members: 80, machines: 1 },
    { members: 12, machines: 6 },
  ])('gives each of $members members work beside one of $machines machines', ({ members, machines }) => {
    const numbers = Array.from({ length: members }, (_, number) => number)
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ sizemaximum: 1 }),
      row('resource', { name: 'team' }),
      ...numbers.map((number) => row('resource', { name: `member ${number}`, owner: 'team' })),
      row('operationresource', { operation: 'make', resource: 'team', quantity: 1 }),
      ...Array.from({ length: machines }, (_, number) => [
        row('resource', { name: `machine ${number}`, maximum: members }),
        row('operationresource', {
          operation: 'make',
          resource: `machine ${number}`,
          name: 'machine',
          priority: number + 1,
          quantity: 1,
        }),
      ]).flat(),
      ...numbers.map((number) => demand({ name: `order ${number}`, due: date(1) })),
    )
    expect(
      solution.deliveries.flatMap(({ shipments }) => shipments.map(({ order }) => days(order.end))),
    ).toEqual(numbers.map(() => 1))
  })
})
