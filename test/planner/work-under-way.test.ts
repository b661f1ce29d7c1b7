/** Tests existing orders: work that is already done is not planned again. */
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { day } from '../../src/planner/time.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { type FixtureRow, type FixtureSettings, plannerInput, secondsOf } from './fixture-input.ts'
import {
  buys,
  current,
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

const existing = (fields: object) =>
  row('operationplan', {
    reference: 'MO 1',
    type: 'MO',
    status: 'confirmed',
    quantity: 1,
    startdate: date(0),
    enddate: date(2),
    ...fields,
  })

describe('work that others wait for', () => {
  const project = [
    plant,
    makes({ name: 'design', item: undefined, duration: 5 * day }),
    makes({ name: 'build', item: 'bike', duration: 2 * day }),
    row('operationdependency', { operation: 'build', blockedby: 'design' }),
  ]

  it('is done first', () => {
    const solution = plan(...project, demand({ due: date(1) }))
    expect(planned(solution)).toEqual([
      ['design', 1, 0, 5],
      ['build', 1, 5, 7],
    ])
  })

  it('is not done again when it is under way', () => {
    const solution = plan(...project, existing({ operation: 'design' }), demand({ due: date(1) }))
    expect(planned(solution)).toEqual([['build', 1, 2, 4]])
    expect(shipped(solution)).toEqual({ order: [[4, 1]] })
  })

  it('is done for whoever it is not enough for', () => {
    const orders = [
      demand({ name: 'one', due: date(4) }),
      demand({ name: 'two', due: date(20), priority: 2 }),
    ]
    const solution = plan(...project, existing({ operation: 'design' }), ...orders)
    expect(planned(solution)).toEqual([
      ['build', 1, 2, 4],
      ['design', 1, 13, 18],
      ['build', 1, 18, 20],
    ])
  })

  it('has been waited for by what is under way itself', () => {
    const solution = plan(
      ...project,
      existing({ operation: 'design', status: 'completed' }),
      existing({ reference: 'MO 2', operation: 'build', startdate: date(2), enddate: date(4) }),
      demand({ quantity: 2, minshipment: 2, due: date(3) }),
    )
    expect(planned(solution)).toEqual([
      ['design', 1, 0, 5],
      ['build', 1, 5, 7],
    ])
  })
})

describe('a routing order that is under way', () => {
  const routing = [
    plant,
    stock('frame', 0),
    makes({ name: 'make', type: 'routing', duration: undefined }),
    makes({ name: 'weld', item: undefined, owner: 'make', priority: 1 }),
    makes({ name: 'paint', item: undefined, owner: 'make', priority: 2 }),
    row('operationmaterial', { operation: 'weld', item: 'frame', quantity: -1, type: 'start' }),
    row('resource', { name: 'booth' }),
    row('operationresource', { operation: 'paint', resource: 'booth', quantity: 1 }),
  ]

  it('takes and makes by its steps, as far as they are not completed', () => {
    const solution = plan(
      ...routing,
      existing({ operation: 'make', status: 'confirmed' }),
      existing({
        reference: 'WO 1',
        type: 'WO',
        owner: 'MO 1',
        operation: 'weld',
        status: 'completed',
        enddate: date(1),
      }),
      existing({ reference: 'WO 2', type: 'WO', owner: 'MO 1', operation: 'paint', startdate: date(1) }),
      demand({ due: date(2) }),
    )
    expect(shipped(solution)).toEqual({ order: [[2, 1]] })
    expect(usedBy(solution, 'paint')).toEqual(['booth'])
    expect(usedBy(solution, 'make')).toEqual([])
  })

  it('is given its steps, to end when it ends', () => {
    const solution = plan(
      ...routing,
      existing({ operation: 'make', enddate: date(4) }),
      demand({ due: date(4) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 2, 3],
      ['paint', 1, 3, 4],
    ])
  })

  it('is given its steps from its start on when it has no end', () => {
    const solution = plan(
      ...routing,
      existing({ operation: 'make', startdate: date(1), enddate: null }),
      demand({ due: date(3) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 1, 2],
      ['paint', 1, 2, 3],
    ])
    expect(shipped(solution)).toEqual({ order: [[3, 1]] })
  })

  it('is given its steps from today on when it has no dates at all', () => {
    const solution = plan(
      ...routing,
      existing({ operation: 'make', startdate: null, enddate: null }),
      demand({ due: date(2) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 0, 1],
      ['paint', 1, 1, 2],
    ])
  })

  it('is given its steps in the open time of their resources', () => {
    const solution = plan(
      ...routing,
      row('calendar', { name: 'shift', defaultvalue: 1 }),
      row('calendarbucket', {
        calendar: 'shift',
        startdate: date(3),
        enddate: date(5),
        value: 0,
        priority: 1,
      }),
      row('resource', { name: 'oven', available: 'shift' }),
      row('operationresource', { operation: 'weld', resource: 'oven', quantity: 1 }),
      existing({ operation: 'make', enddate: date(6) }),
      demand({ due: date(6) }),
    )
    expect(planned(solution)).toEqual([
      ['weld', 1, 2, 3],
      ['paint', 1, 5, 6],
    ])
  })

  it('makes only what is not completed', () => {
    const solution = plan(
      plant,
      makes({}),
      existing({ operation: 'make', quantity: 5, quantity_completed: 2 }),
      demand({ quantity: 3, minshipment: 3, due: date(2) }),
    )
    expect(planned(solution)).toEqual([])
    expect(shipped(solution)).toEqual({ order: [[2, 3]] })
  })

  it.each(['confirmed', 'approved'])('does not use the machine of a %s order that is done', (status) => {
    const solution = plan(
      plant,
      makes({ duration: day }),
      row('resource', { name: 'oven', maximum: 1 }),
      row('operationresource', { operation: 'make', resource: 'oven', quantity: 1 }),
      existing({ operation: 'make', status, quantity: 5, quantity_completed: 5, enddate: date(9) }),
      demand({ due: date(2) }),
    )
    expect(shipped(solution)).toEqual({ order: [[2, 1]] })
  })

  it('does not plan the steps of an order that is done', () => {
    const solution = plan(
      plant,
      makes({ type: 'routing' }),
      makes({ name: 'weld', item: undefined, duration: day }),
      row('suboperation', { operation: 'make', suboperation: 'weld', priority: 1 }),
      existing({ operation: 'make', quantity: 5, quantity_completed: 5 }),
      demand({ due: date(2) }),
    )
    expect(solution.plan.orders.filter(({ locked, owner }) => locked === undefined && owner?.locked)).toEqual(
      [],
    )
  })
})

describe('an approved order far in the future', () => {
  const frames = [
    plant,
    makes({ duration: day }),
    ...[2, 30].map((at, index) => demand({ name: `order ${index}`, due: date(at) })),
  ]

  it('is waited for only by those for whom nothing can be made sooner', () => {
    const far = existing({ operation: 'make', status: 'approved', quantity: 1, enddate: date(400) })
    const solution = plan(...frames, demand({ name: 'late', due: date(0) }), far)
    expect(shipped(solution)).toEqual({ 'order 0': [[2, 1]], 'order 1': [[30, 1]], late: [[1, 1]] })
  })

  it('is taken when it comes sooner than anything new', () => {
    const solution = plan(
      plant,
      buys({ leadtime: 10 * day }),
      row('operationplan', {
        reference: 'PO 1',
        type: 'PO',
        status: 'approved',
        item: 'bike',
        location: 'plant',
        supplier: 'shop',
        quantity: 1,
        enddate: date(9),
      }),
      demand({ due: date(8) }),
    )
    expect(planned(solution)).toEqual([])
    expect(shipped(solution)).toEqual({ order: [[9, 1]] })
  })

  it('leaves the time before it to work with another setup', () => {
    const colours = ['black', 'red'].flatMap((colour) => [
      makes({ name: colour, item: colour }),
      row('operationresource', { operation: colour, resource: 'booth', quantity: 1, setup: colour }),
    ])
    const solution = plan(
      plant,
      row('setupmatrix', { name: 'colours' }),
      row('setuprule', { setupmatrix: 'colours', duration: day / 2 }),
      row('resource', { name: 'booth', setupmatrix: 'colours', setup: 'black' }),
      ...colours,
      demand({ item: 'red', due: date(5) }),
      existing({ operation: 'black', status: 'approved', startdate: date(400), enddate: date(401) }),
    )
    expect(shipped(solution)).toEqual({ order: [[5, 1]] })
    const approved = solution.plan.orders.find(({ locked }) => locked !== undefined)
    expect(approved).toMatchObject({ start: secondsOf(date(400)), begin: secondsOf(date(400)) })
    // The changeover of the booth ends when the order starts.
    expect(approved?.uses[0]?.from).toBe(secondsOf(date(400)) - day / 2)
  })
})

/** Returns reference, quantity, and days from now of start and end of the existing orders. */
const lies = ({ plan: { orders } }: Solution) =>
  orders
    .filter(({ locked }) => locked !== undefined)
    .map(({ locked, quantity, start, end }) => [locked?.reference, quantity, days(start), days(end)])

describe('confirmed orders that take a part of which there is none', () => {
  it('are given all of it, however many they are', () => {
    const orders = Array.from({ length: 1500 }, (_, index) =>
      existing({
        reference: `MO ${index}`,
        operation: 'make',
        startdate: date(2 + index / 24),
        enddate: date(3 + index / 24),
      }),
    )
    const takes = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' })
    const buy = buys({ item: 'frame', batchwindow: 0 })
    const { network } = plan(plant, stock('frame', 0), makes({}), takes, buy, ...orders)
    const frames = network.buffers.find(({ item }) => item.name === 'frame')
    expect(frames?.stock.lowestFrom(-Infinity)).toBe(0)
  })
})

describe('approved orders that may be moved', () => {
  const rows = [
    plant,
    stock('frame', 0),
    makes({ duration: 2 * day }),
    row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
    buys({ item: 'frame', leadtime: 3 * day }),
    existing({ operation: 'make', status: 'approved', quantity: 4, startdate: date(40), enddate: date(42) }),
  ]
  const moved = (settings: Partial<FixtureSettings>, ...more: readonly FixtureRow[]) =>
    solve(plannerInput([...rows, ...more], { current, ...settings }))

  it('lie where they lie unless a parameter says otherwise', () => {
    const solution = moved({}, demand({ quantity: 4, minshipment: 4, due: date(8) }))
    expect(lies(solution)).toEqual([['MO 1', 4, 40, 42]])
    expect(shipped(solution)).toEqual({ order: [[8, 4]] })
  })

  it('are done sooner for who would wait for them, in their quantity and with their material', () => {
    const solution = moved({ moveApprovedEarly: true }, demand({ quantity: 3, minshipment: 3, due: date(8) }))
    expect(lies(solution)).toEqual([['MO 1', 4, 6, 8]])
    expect(planned(solution)).toEqual([['Purchase frame @ plant from shop', 4, 3, 6]])
    expect(shipped(solution)).toEqual({ order: [[8, 3]] })
  })

  it('stay in the plan, once, beside late orders', () => {
    const others = [
      row('item', { name: 'trike' }),
      row('resource', { name: 'cell', maximum: 1 }),
      makes({ name: 'weld', item: 'trike', duration: 2 * day }),
      row('operationresource', { operation: 'weld', resource: 'cell', quantity: 1 }),
      ...[1, 2, 3].map((number) =>
        demand({ name: `late ${number}`, item: 'trike', due: date(4), priority: number }),
      ),
    ]
    const wanted = demand({ quantity: 3, minshipment: 3, due: date(8), priority: 0 })
    const solution = moved({ moveApprovedEarly: true }, wanted, ...others)
    expect(lies(solution)).toEqual([['MO 1', 4, 6, 8]])
    const shipments = solution.plan.orders.filter(({ operation }) => operation.kind === 'delivery')
    expect(shipments).toHaveLength(4)
  })

  it('stay where they are when they are begun', () => {
    const begun = existing({
      reference: 'MO 2',
      operation: 'make',
      status: 'approved',
      startdate: date(-1),
      enddate: date(9),
    })
    const solution = moved({ moveApprovedEarly: true }, begun, demand({ due: date(4) }))
    expect(lies(solution)).toContainEqual(['MO 2', 1, -1, 9])
  })

  it('are done later when their material is not there', () => {
    const early = existing({
      reference: 'MO 2',
      operation: 'make',
      status: 'approved',
      startdate: date(1),
      enddate: date(3),
    })
    expect(lies(moved({}, early))).toContainEqual(['MO 2', 1, 1, 3])
    expect(lies(moved({ moveApprovedLate: true }, early))).toContainEqual(['MO 2', 1, 3, 5])
  })
})

describe('an order that names nothing known', () => {
  it('is reported, and the rest is planned', () => {
    const solution = plan(plant, makes({}), existing({ operation: 'nothing' }), demand({ due: date(3) }))
    expect(solution.network.invalid).toMatchObject([{ owner: 'MO 1' }])
    expect(shipped(solution)).toEqual({ order: [[3, 1]] })
  })
})

const load = (operation: string, resource: string) =>
  row('operationresource', { operation, resource, quantity: 1 })

/** Returns an order for an item that is welded and painted for some days. */
const job = (item: string, welding: number, painting: number) => [
  makes({ name: `make ${item}`, item, type: 'routing', duration: 0 }),
  makes({ name: `weld ${item}`, item: undefined, duration: welding * day }),
  makes({ name: `paint ${item}`, item: undefined, duration: painting * day }),
  row('suboperation', { operation: `make ${item}`, suboperation: `weld ${item}`, priority: 1 }),
  row('suboperation', { operation: `make ${item}`, suboperation: `paint ${item}`, priority: 2 }),
  load(`weld ${item}`, 'welder'),
  load(`paint ${item}`, 'painter'),
  demand({ name: item, item, due: date(0) }),
]

const shipping = (fields: object) =>
  plan(
    plant,
    stock('bike', 10),
    demand({ name: 'closed', status: 'closed', quantity: 4, due: date(-9) }),
    demand({ quantity: 10, minshipment: 1, due: date(3) }),
    existing({
      type: 'DLVR',
      demand: 'closed',
      item: 'bike',
      location: 'plant',
      quantity: 4,
      startdate: date(-1),
      enddate: date(-1),
      ...fields,
    }),
  )

describe('a delivery of a sales order that is not planned', () => {
  it('takes what was shipped from the stock that does not show it yet', () => {
    const solution = shipping({ status: 'completed' })
    expect(solution.network.invalid).toEqual([])
    expect(shipped(solution)).toEqual({ order: [[3, 6]] })
  })

  it('takes its stock too when it is to be shipped, and is reported', () => {
    const solution = shipping({ status: 'confirmed' })
    expect(solution.network.invalid).toMatchObject([{ entity: 'operation', owner: 'MO 1' }])
    expect(shipped(solution)).toEqual({ order: [[3, 6]] })
    expect([...planResult(solution).orders].find(({ reference }) => reference === 'MO 1')).toMatchObject({
      existing: true,
      type: 'DLVR',
    })
  })

  it('is reported as naming nothing when its item is not known', () => {
    const solution = shipping({ item: null })
    expect(solution.network.invalid).toMatchObject([{ entity: 'operation', owner: 'MO 1' }])
    expect(shipped(solution)).toEqual({ order: [[3, 10]] })
  })

  it('leaves the others planned together as without it', () => {
    const shop = [
      plant,
      ...['welder', 'painter'].map((name) => row('resource', { name })),
      ...job('car', 3, 1),
      ...job('van', 1, 3),
      ...job('bus', 2, 2),
    ]
    const history = existing({
      type: 'DLVR',
      status: 'completed',
      demand: 'closed',
      item: 'bike',
      location: 'plant',
    })
    expect(shipped(plan(...shop, stock('bike', 5), history))).toEqual(shipped(plan(...shop)))
  })
})
