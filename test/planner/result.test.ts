import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { capacityOf } from '../../src/planner/result/resource-capacity.ts'
import type {
  ConstraintResult,
  DemandResult,
  MovementResult,
  OrderResult,
  ProblemResult,
  ResourceBucketResult,
  UseResult,
} from '../../src/planner/result/result.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, hour } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'

const current = '2026-01-05 00:00:00'
const now = secondsOf(current)
const date = (days: number): string =>
  new Date((now + days * day) * 1000).toISOString().slice(0, 19).replace('T', ' ')
const row = (model: string, fields: FixtureRow['fields']): FixtureRow => ({ model: `input.${model}`, fields })

interface Tables {
  readonly orders: readonly OrderResult[]
  readonly movements: readonly MovementResult[]
  readonly uses: readonly UseResult[]
  readonly demands: readonly DemandResult[]
  readonly problems: readonly ProblemResult[]
  readonly constraints: readonly ConstraintResult[]
  readonly buckets: readonly ResourceBucketResult[]
}

function planned(rows: readonly FixtureRow[], constraints?: number): Tables {
  const settings = constraints === undefined ? { current } : { current, constraints }
  const result = planResult(solve(plannerInput(rows, settings)))
  return {
    orders: [...result.orders],
    movements: [...result.movements],
    uses: [...result.uses],
    demands: [...result.demands],
    problems: [...result.problems],
    constraints: [...result.constraints],
    buckets: [...result.resourceBuckets],
  }
}

const bike = [
  row('location', { name: 'plant' }),
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('buffer', { item: 'frame', location: 'plant', onhand: 4 }),
  row('resource', { name: 'bench' }),
  row('operation', { name: 'assemble', item: 'bike', location: 'plant', duration: 2 * day }),
  row('operationmaterial', { operation: 'assemble', item: 'frame', quantity: -1, type: 'start' }),
  row('operationresource', { operation: 'assemble', resource: 'bench' }),
  row('itemsupplier', { item: 'frame', location: 'plant', supplier: 'maker', leadtime: 10 * day }),
]
const order = (fields: FixtureRow['fields']): FixtureRow =>
  row('demand', { name: 'order', item: 'bike', location: 'plant', priority: 1, status: 'open', ...fields })

const ofType = (orders: readonly OrderResult[], type: string): readonly OrderResult[] =>
  orders.filter((candidate) => candidate.type === type)

describe('the orders of a plan', () => {
  const tables = planned([...bike, order({ quantity: 5, due: date(30), minshipment: 5 })])

  it('are what they do, and say who they feed and are fed by', () => {
    const [delivery] = ofType(tables.orders, 'DLVR')
    const [made] = ofType(tables.orders, 'MO')
    const [bought] = ofType(tables.orders, 'PO')
    const [stock] = ofType(tables.orders, 'STCK')
    expect(delivery).toMatchObject({ demand: 'order', quantity: 5, item: 'bike', location: 'plant' })
    expect(made).toMatchObject({ operation: 'assemble', item: 'bike', location: 'plant', quantity: 5 })
    expect(bought).toMatchObject({ supplier: 'maker', item: 'frame', quantity: 1, operation: null })
    expect(stock).toMatchObject({ item: 'frame', quantity: 4 })
    expect(made!.plan.downstream_opplans).toEqual([
      { reference: delivery!.reference, quantity: 5, offset: 0 },
    ])
    expect(made!.plan.upstream_opplans).toEqual([
      { reference: stock!.reference, quantity: 4, offset: 0 },
      { reference: bought!.reference, quantity: 1, offset: 0 },
    ])
  })

  it('say how much of them each demand needs, through all levels', () => {
    for (const { type, plan, quantity } of tables.orders) {
      expect([type, plan.pegging]).toEqual([type, { order: quantity }])
    }
  })

  it('have references of their own after those that are there', () => {
    const existing = row('operationplan', {
      reference: '41',
      type: 'PO',
      status: 'confirmed',
      item: 'frame',
      location: 'plant',
      supplier: 'maker',
      quantity: 7,
      enddate: date(1),
    })
    const { orders } = planned([...bike, existing, order({ quantity: 5, due: date(30) })])
    const references = orders.map(({ reference }) => reference)
    expect(new Set(references).size).toBe(references.length)
    expect(orders.find(({ reference }) => reference === '41')).toMatchObject({ existing: true, type: 'PO' })
    const proposed = orders.filter((candidate) => !candidate.existing)
    expect(proposed.every(({ reference }) => Number(reference) > 41)).toBe(true)
  })

  it('are critical by the days that lie between them and the due date', () => {
    const relaxed = planned([
      ...bike,
      row('operationplan', {
        reference: 'early',
        type: 'MO',
        status: 'confirmed',
        operation: 'assemble',
        quantity: 2,
        startdate: date(1),
        enddate: date(3),
      }),
      order({ quantity: 2, due: date(10) }),
    ])
    const early = relaxed.orders.find(({ reference }) => reference === 'early')
    expect(early).toMatchObject({ criticality: 7, delay: -7 * day, color: 100 })
  })

  it('that nobody needs are not urgent', () => {
    const confirmed = row('operationplan', {
      reference: 'more',
      type: 'PO',
      status: 'confirmed',
      item: 'frame',
      location: 'plant',
      supplier: 'maker',
      quantity: 7,
      enddate: date(1),
    })
    const { orders } = planned([...bike, confirmed])
    expect(orders.find(({ reference }) => reference === 'more')).toMatchObject({
      criticality: 999,
      delay: 0,
      plan: { pegging: {} },
    })
  })
})

describe('the movements of a plan', () => {
  it('add up to the stock that they tell of, and to how long it lasts', () => {
    const { movements } = planned([...bike, order({ quantity: 5, due: date(30), minshipment: 5 })])
    const frames = movements.filter(({ item }) => item === 'frame')
    expect(frames.map(({ quantity, onhand }) => [quantity, onhand])).toEqual([
      [4, 4],
      [1, 5],
      [-5, 0],
    ])
    expect(frames[1]!.periodofcover).toBe(999)
  })
})

describe('the reasons of a plan', () => {
  it('name the lead time that a late demand waits for, and by how much', () => {
    const late = planned([...bike, order({ quantity: 5, due: date(3), minshipment: 5 })])
    expect(late.demands).toMatchObject([{ name: 'order', delay: 9 * day, plannedquantity: 5 }])
    expect(late.constraints).toMatchObject([
      {
        demand: 'order',
        item: 'bike',
        entity: 'operation',
        name: 'purchasing lead time',
        owner: 'Purchase frame @ plant from maker',
        startdate: now - 9 * day,
        enddate: now,
      },
    ])
    expect(late.problems).toMatchObject([{ entity: 'demand', name: 'late', owner: 'order' }])
    const [bought] = ofType(late.orders, 'PO')
    expect(bought).toMatchObject({ criticality: 0, delay: 9 * day, color: 91 })
  })

  it('name the resource that is busy', () => {
    const rivals = [1, 2, 3].map((number) =>
      order({ name: `order ${number}`, quantity: 1, due: date(2), minshipment: 1 }),
    )
    const { constraints } = planned([...bike, ...rivals])
    expect(constraints.map(({ demand, name, owner }) => [demand, name, owner])).toEqual([
      ['order 2', 'overload', 'bench'],
      ['order 3', 'overload', 'bench'],
    ])
  })

  it('name the item that nothing brings', () => {
    const without = bike.filter(({ model }) => model !== 'input.itemsupplier')
    const { constraints, problems } = planned([
      ...without,
      order({ quantity: 6, due: date(9), minshipment: 1 }),
    ])
    expect(constraints).toMatchObject([{ name: 'material shortage', owner: 'frame @ plant' }])
    expect(problems.map(({ entity, name, owner }) => [entity, name, owner])).toEqual([
      ['material', 'invalid data', 'frame @ plant'],
      ['demand', 'short', 'order'],
    ])
  })

  it('say that a demand is overdue', () => {
    const { constraints } = planned([...bike, order({ quantity: 1, due: date(-4) })])
    expect(constraints.map(({ name }) => name)).toContain('overdue')
  })

  it('are there for every demand of a project that comes late, with the first step that binds', () => {
    const routing = [
      row('location', { name: 'plant' }),
      row('item', { name: 'boat' }),
      row('operation', { name: 'build', type: 'routing', item: 'boat', location: 'plant' }),
      ...['hull', 'mast'].map((name, index) =>
        row('operation', { name, owner: 'build', priority: index + 1, location: 'plant', duration: 5 * day }),
      ),
    ]
    const { constraints, orders } = planned([
      ...routing,
      order({ item: 'boat', quantity: 1, due: date(4), minshipment: 1 }),
    ])
    expect(constraints).toMatchObject([
      { name: 'manufacturing lead time', owner: 'hull', startdate: now - 6 * day, enddate: now },
    ])
    const [owner] = ofType(orders, 'MO')
    const steps = ofType(orders, 'WO')
    expect(steps.map(({ owner: above }) => above)).toEqual([owner!.reference, owner!.reference])
    for (const { plan } of [owner!, ...steps]) expect(plan.pegging).toEqual({ order: 1 })
    const step = (name: string): OrderResult => steps.find(({ operation }) => operation === name)!
    expect(step('hull').plan.downstream_opplans).toMatchObject([{ reference: step('mast').reference }])
  })
})

describe('the problems of a plan without constraints', () => {
  it('tell of resources that have too much to do, and of work that would have had to begin', () => {
    const rivals = [1, 2].map((number) =>
      order({ name: `order ${number}`, quantity: 3, due: date(3 + number) }),
    )
    const { problems, constraints, orders, demands } = planned([...bike, ...rivals], 0)
    expect(constraints).toEqual([])
    expect(demands.every(({ delay }) => delay === 0)).toBe(true)
    expect(problems.map(({ name, owner }) => [name, owner])).toEqual(
      expect.arrayContaining([
        ['overload', 'bench'],
        ['before current', 'Purchase frame @ plant from maker'],
      ]),
    )
    expect(ofType(orders, 'MO').every(({ plan }) => plan.feasible === false)).toBe(true)
  })

  it('tell of missing stock only until it is there, and then of what it is below its safety stock', () => {
    const { orders, problems } = planned([
      row('location', { name: 'plant' }),
      row('item', { name: 'bike' }),
      row('buffer', { item: 'bike', location: 'plant', onhand: -1, minimum: 4 }),
      row('operation', { name: 'make', location: 'plant', item: 'bike', duration: 5 * day }),
      row('operationplan', {
        reference: 'MO1',
        type: 'MO',
        status: 'confirmed',
        operation: 'make',
        quantity: 3,
        startdate: date(1),
        enddate: date(2),
      }),
      row('demand', {
        name: 'order',
        item: 'bike',
        location: 'plant',
        quantity: 1,
        due: date(2),
        status: 'open',
      }),
    ])
    const told = problems.filter(({ entity }) => entity === 'material')
    expect(told.map(({ description, startdate }) => [description, (startdate - now) / day])).toEqual([
      ['1 of "bike @ plant" are missing.', 0],
      ['The stock of "bike @ plant" is up to 3 below its safety stock.', 2],
    ])
    expect(orders.filter(({ type }) => type === 'DLVR').map(({ plan }) => plan.feasible)).toEqual([undefined])
  })

  it('tell of stock below its safety stock', () => {
    const kept = bike.map((given) =>
      given.model === 'input.buffer' ? row('buffer', { ...given.fields, minimum: 6 }) : given,
    )
    const { problems } = planned(kept)
    expect(problems).toMatchObject([
      {
        entity: 'material',
        name: 'material shortage',
        owner: 'frame @ plant',
        startdate: now,
        enddate: now + 10 * day,
      },
    ])
  })
})

describe('a confirmed routing that has started, without work orders', () => {
  it('is given steps that may have started too', () => {
    const { orders, problems } = planned([
      row('location', { name: 'plant' }),
      row('operation', { name: 'make', type: 'routing', item: 'bike', location: 'plant' }),
      ...['weld', 'paint'].map((name, index) =>
        row('operation', { name, location: 'plant', owner: 'make', priority: index + 1, duration: 2 * day }),
      ),
      row('operationplan', {
        reference: 'MO 1',
        type: 'MO',
        status: 'confirmed',
        operation: 'make',
        quantity: 1,
        startdate: date(-3),
        enddate: date(1),
      }),
    ])
    expect(problems).toEqual([])
    const steps = ofType(orders, 'WO')
    expect(steps.map(({ name, startdate, plan }) => [name, (startdate - now) / day, plan.feasible])).toEqual([
      ['paint', -1, undefined],
      ['weld', -3, undefined],
    ])
  })
})

describe('the load of a plan', () => {
  it('is told in hours of open time per day, with a month around it', () => {
    const { buckets, uses } = planned([...bike, order({ quantity: 1, due: date(10) })])
    expect(uses).toMatchObject([{ resource: 'bench', quantity: 1 }])
    expect(buckets.length).toBe(62)
    const loaded = buckets.filter(({ load }) => load > 0)
    expect(loaded.map(({ startdate, load, free }) => [(startdate - now) / day, load, free])).toEqual([
      [8, 24, 0],
      [9, 24, 0],
    ])
  })

  it('leaves out closed hours, which orders show as interruptions', () => {
    const shifts = [
      row('calendar', { name: 'shifts', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'shifts', value: 1, starttime: '08:00:00', endtime: '16:00:00' }),
      ...bike.map((given) =>
        given.model === 'input.resource' ? row('resource', { name: 'bench', available: 'shifts' }) : given,
      ),
    ]
    const { buckets, orders } = planned([...shifts, order({ quantity: 1, due: date(20) })])
    const loaded = buckets.filter(({ load }) => load > 0)
    expect(loaded.reduce((sum, { load }) => sum + load, 0)).toBe(48)
    expect(loaded.every(({ available, unavailable }) => available === 8 && unavailable === 16)).toBe(true)
    const [made] = ofType(orders, 'MO')
    const { unavailable, interruptions = [] } = made!.plan
    expect(unavailable).toBe(made!.enddate - made!.startdate - 48 * hour)
    expect(interruptions.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(unavailable)
  })

  it('of a pool is that of its members', () => {
    const pool = [
      row('location', { name: 'plant' }),
      row('item', { name: 'bike' }),
      row('resource', { name: 'crew' }),
      row('resource', { name: 'ann', owner: 'crew' }),
      row('resource', { name: 'bob', owner: 'crew' }),
      row('operation', { name: 'assemble', item: 'bike', location: 'plant', duration: day }),
      row('operationresource', { operation: 'assemble', resource: 'crew' }),
      ...[1, 2].map((number) => order({ name: `order ${number}`, quantity: 1, due: date(1) })),
    ]
    const { buckets } = planned(pool)
    const of = (name: string) => buckets.filter(({ resource }) => resource === name)
    const sum = (name: string): number => of(name).reduce((total, { load }) => total + load, 0)
    expect([sum('ann'), sum('bob'), sum('crew')]).toEqual([24, 24, 48])
    expect(of('crew').every(({ available }) => available === 48)).toBe(true)
  })
})

describe('the capacity of resources with the same maximum and calendars', () => {
  it('is that of their own efficiency', () => {
    const { calendars, locations, resources } = plannerInput(
      [
        row('calendar', { name: 'idle', defaultvalue: 0 }),
        row('resource', { name: 'broken', efficiency: 0 }),
        row('resource', { name: 'slow', efficiency: 50 }),
        row('resource', { name: 'idle', efficiency_calendar: 'idle' }),
        row('resource', { name: 'usual' }),
      ],
      { current },
    )
    const capacities = capacityOf({ calendars, locations, resources }, [[now, now + day]])
    expect(Object.fromEntries(capacities)).toEqual({
      broken: [{ available: 0, unavailable: 24 }],
      slow: [{ available: 24, unavailable: 0 }],
      idle: [{ available: 0, unavailable: 24 }],
      usual: [{ available: 24, unavailable: 0 }],
    })
  })
})
