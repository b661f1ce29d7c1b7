import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day, hour } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'

const current = '2026-01-05 00:00:00'
const now = secondsOf(current)
const date = (days: number): string =>
  new Date((now + days * day) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const row = (model: string, fields: FixtureRow['fields']): FixtureRow => ({ model: `input.${model}`, fields })

const plan = (rows: readonly FixtureRow[]): Solution => solve(plannerInput(rows, { current }))

/** Returns the days from now and the quantities of the shipments of each demand. */
const shipped = ({ deliveries }: Solution): Record<string, (readonly [number, number])[]> =>
  Object.fromEntries(
    deliveries.map(({ demand, shipments }) => [
      demand.name,
      shipments.map(({ order, quantity }) => [(order.end - now) / day, quantity] as const),
    ]),
  )

const bike = [
  row('location', { name: 'plant' }),
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('buffer', { item: 'frame', location: 'plant', onhand: 4 }),
  row('operation', { name: 'assemble', item: 'bike', location: 'plant', duration: 2 * day }),
  row('operationmaterial', { operation: 'assemble', item: 'frame', quantity: -1, type: 'start' }),
  row('itemsupplier', { item: 'frame', location: 'plant', supplier: 'maker', leadtime: 10 * day }),
]
const order = (fields: FixtureRow['fields']): FixtureRow =>
  row('demand', { name: 'order', item: 'bike', location: 'plant', priority: 1, status: 'open', ...fields })

describe('a demand', () => {
  it('is made just in time when everything is there', () => {
    const solution = plan([...bike, order({ quantity: 3, due: date(30) })])
    expect(shipped(solution)).toEqual({ order: [[30, 3]] })
    const made = solution.plan.orders.find(({ operation }) => operation.name === 'assemble')
    expect([made?.start, made?.end]).toEqual([now + 28 * day, now + 30 * day])
    expect(solution.plan.orders.some(({ operation }) => operation.kind === 'purchase')).toBe(false)
  })

  it('is as late as the lead time of what it misses, and says so', () => {
    const solution = plan([...bike, order({ quantity: 5, due: date(3), minshipment: 5 })])
    expect(shipped(solution)).toEqual({ order: [[12, 5]] })
    expect(solution.deliveries[0]!.reasons).toMatchObject([
      { kind: 'lead time', owner: 'Purchase frame @ plant from maker' },
    ])
  })

  it('is shipped in parts where parts are allowed', () => {
    const solution = plan([...bike, order({ quantity: 6, due: date(3), minshipment: 1 })])
    expect(shipped(solution)).toEqual({
      order: [
        [3, 4],
        [12, 2],
      ],
    })
  })

  it('is given up when it would be too late', () => {
    const late = order({ quantity: 5, due: date(3), minshipment: 5, maxlateness: 5 * day })
    expect(shipped(plan([...bike, late]))).toEqual({ order: [] })
  })

  it('takes what goes before it by priority, whatever the due dates', () => {
    const rivals = [
      order({ name: 'first', quantity: 4, due: date(8), priority: 1, minshipment: 4 }),
      order({ name: 'second', quantity: 4, due: date(4), priority: 2, minshipment: 4 }),
    ]
    expect(shipped(plan([...bike, ...rivals]))).toEqual({ first: [[8, 4]], second: [[12, 4]] })
  })

  it('does not buy before others need what it takes from them', () => {
    const rivals = [
      order({ name: 'later', quantity: 4, due: date(40), priority: 1 }),
      order({ name: 'sooner', quantity: 4, due: date(4), priority: 2 }),
    ]
    const solution = plan([...bike, ...rivals])
    expect(shipped(solution)).toEqual({ later: [[40, 4]], sooner: [[4, 4]] })
    const bought = solution.plan.orders.filter(({ operation }) => operation.kind === 'purchase')
    expect(bought.map(({ end, quantity }) => [(end - now) / day, quantity])).toEqual([[38, 4]])
  })
})

const kept = (fields: FixtureRow['fields']): readonly FixtureRow[] => [
  ...bike,
  row('buffer', { item: 'frame', location: 'plant', onhand: 4, ...fields }),
]
const bought = ({ plan: made }: Solution): readonly (readonly [number, number])[] =>
  made.orders
    .filter(({ operation }) => operation.kind === 'purchase')
    .map(({ end, quantity }) => [(end - now) / day, quantity] as const)

describe('safety stock', () => {
  it('is refilled by the moment at which it would be short, after the demands have been served', () => {
    const solution = plan([...kept({ minimum: 3 }), order({ quantity: 4, due: date(30) })])
    expect(shipped(solution)).toEqual({ order: [[30, 4]] })
    expect(bought(solution)).toEqual([[28, 3]])
  })

  it('is refilled up to the maximum', () => {
    const solution = plan([...kept({ minimum: 3, maximum: 10 }), order({ quantity: 4, due: date(30) })])
    expect(bought(solution)).toEqual([[28, 10]])
  })

  it('is refilled as soon as possible where it is short already', () => {
    expect(bought(plan(kept({ minimum: 7 })))).toEqual([[10, 3]])
  })

  it('follows a calendar', () => {
    const season = [
      row('calendar', { name: 'season', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'season', value: 9, startdate: date(50) }),
    ]
    expect(bought(plan([...kept({ minimum_calendar: 'season' }), ...season]))).toEqual([[50, 5]])
  })
})

describe('work', () => {
  const cell = [
    row('resource', { name: 'cell', maximum: 1 }),
    row('operationresource', { operation: 'assemble', resource: 'cell', quantity: 1 }),
  ]

  it('waits for capacity, and the capacity is named', () => {
    const orders = [1, 2, 3].map((number) =>
      order({ name: `order ${number}`, quantity: 1, due: date(4), priority: number }),
    )
    const single = bike.map(({ model, fields }) =>
      model === 'input.operation' ? row('operation', { ...fields, sizemaximum: 1 }) : { model, fields },
    )
    const solution = plan([...single, ...cell, ...orders])
    expect(shipped(solution)).toEqual({
      'order 1': [[4, 1]],
      'order 2': [[4, 1]],
      'order 3': [[6, 1]],
    })
    expect(solution.deliveries[2]!.reasons).toMatchObject([{ kind: 'capacity', owner: 'cell' }])
  })

  it('uses the capacity that is free once lots are joined', () => {
    const orders = [1, 2, 3].map((number) =>
      order({ name: `order ${number}`, quantity: 1, due: date(4), priority: number }),
    )
    expect(shipped(plan([...bike, ...cell, ...orders]))).toEqual({
      'order 1': [[4, 1]],
      'order 2': [[4, 1]],
      'order 3': [[4, 1]],
    })
  })

  it('stands still while its place is closed', () => {
    const week = [
      row('calendar', { name: 'week', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'week', value: 1, saturday: false, sunday: false }),
      row('location', { name: 'plant', available: 'week' }),
    ]
    // Due on Monday the 12th: Saturday and Sunday are closed.
    const solution = plan([...bike.slice(1), ...week, order({ quantity: 1, due: date(7) })])
    const made = solution.plan.orders.find(({ operation }) => operation.name === 'assemble')
    expect([(made!.start - now) / day, (made!.end - now) / day]).toEqual([3, 5])
  })

  it('of a routing takes a step once whose effective dates overlap', () => {
    const routing = [
      row('location', { name: 'plant' }),
      row('item', { name: 'bike' }),
      row('resource', { name: 'hall', maximum: 1, maxearly: day }),
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      ...['cut', 'paint'].map((name) => row('operation', { name, location: 'plant', duration: day })),
      row('operationresource', { operation: 'cut', resource: 'hall', quantity: 1 }),
      row('suboperation', { operation: 'build', suboperation: 'cut', priority: 1 }),
    ]
    for (const effective of [date(-30), date(5)]) {
      const painted = [undefined, effective].map((effective_start) =>
        row('suboperation', { operation: 'build', suboperation: 'paint', priority: 2, effective_start }),
      )
      const solution = plan([...routing, ...painted, order({ quantity: 1, due: date(9) })])
      const steps = solution.plan.orders.filter(({ owner }) => owner !== undefined)
      expect(steps.map(({ operation }) => operation.name).toSorted()).toEqual(['cut', 'paint'])
      expect(shipped(solution)).toEqual({ order: [[9, 1]] })
    }
  })

  it('of a routing runs step by step', () => {
    const steps = [
      row('item', { name: 'bike' }),
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      row('operation', { name: 'weld', location: 'plant', owner: 'build', priority: 1, duration: day }),
      row('operation', {
        name: 'paint',
        location: 'plant',
        owner: 'build',
        priority: 2,
        duration: 12 * hour,
      }),
    ]
    const solution = plan([...steps, order({ quantity: 2, due: date(1) })])
    expect(shipped(solution)).toEqual({ order: [[1.5, 2]] })
    const made = solution.plan.orders
      .filter(({ owner }) => owner !== undefined)
      .toSorted((a, b) => a.start - b.start)
    expect(
      made.map(({ operation, start, end }) => [operation.name, (start - now) / hour, (end - now) / hour]),
    ).toEqual([
      ['weld', 0, 24],
      ['paint', 24, 36],
    ])
  })
})

const summary = ({ plan: made }: Solution): readonly unknown[] =>
  made.orders.map(({ operation, quantity, start, end }) => [operation.name, quantity, start, end])

interface Shape {
  readonly items: number
  /** Maker, item and quantity per unit. */
  readonly flows: readonly (readonly [number, number, number])[]
  readonly sizes: readonly { readonly minimum: number; readonly multiple: number }[]
  readonly days: readonly number[]
  readonly stock: readonly number[]
  readonly loads: readonly (readonly [maker: number, cell: number])[]
  readonly demands: readonly {
    readonly item: number
    readonly quantity: number
    readonly due: number
    readonly priority: number
  }[]
}

function rowsOf({ items, flows, sizes, days, stock, loads, demands }: Shape): readonly FixtureRow[] {
  const names = Array.from({ length: items }, (_, index) => `item ${index}`)
  const made = names.slice(0, -1)
  return [
    row('location', { name: 'plant' }),
    ...names.map((name) => row('item', { name })),
    ...names.map((item, index) => row('buffer', { item, location: 'plant', onhand: stock[index]! })),
    ...made.map((item, index) =>
      row('operation', {
        name: `make ${item}`,
        item,
        location: 'plant',
        type: index % 2 === 0 ? 'fixed_time' : 'time_per',
        duration: days[index]! * day,
        duration_per: hour,
        sizeminimum: sizes[index]!.minimum,
        sizemultiple: sizes[index]!.multiple,
      }),
    ),
    ...flows
      .filter(([maker, item]) => maker < item && item < items)
      .map(([maker, item, quantity]) =>
        row('operationmaterial', {
          operation: `make item ${maker}`,
          item: `item ${item}`,
          quantity: -quantity,
          type: 'start',
        }),
      ),
    row('itemsupplier', {
      item: names.at(-1)!,
      location: 'plant',
      supplier: 'shop',
      leadtime: days[5]! * day,
    }),
    ...[0, 1].map((number) => row('resource', { name: `cell ${number}`, maximum: number + 1 })),
    ...loads
      .filter(([maker]) => maker < made.length)
      .map(([maker, cell]) =>
        row('operationresource', {
          operation: `make item ${maker}`,
          resource: `cell ${cell}`,
          quantity: 1,
        }),
      ),
    ...demands.map(({ item, due, ...fields }, index) =>
      row('demand', {
        ...fields,
        name: `demand ${index}`,
        item: names[item % items]!,
        location: 'plant',
        status: 'open',
        due: date(due),
      }),
    ),
  ]
}

/** Networks of a few levels with shared components and resources. */
const network = fc
  .record({
    items: fc.integer({ min: 2, max: 6 }),
    flows: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 3 })), { maxLength: 8 }),
    sizes: fc.array(fc.record({ minimum: fc.integer({ min: 0, max: 5 }), multiple: fc.nat(4) }), {
      minLength: 6,
      maxLength: 6,
    }),
    days: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 6 }),
    stock: fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }),
    loads: fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(1)), { maxLength: 5, selector: String }),
    demands: fc.array(
      fc.record({
        item: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 30 }),
        due: fc.integer({ min: 0, max: 40 }),
        priority: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map((shape) => rowsOf(shape))

/** Machine and days of each of the two steps of a job. */
type Steps = readonly (readonly [machine: number, days: number])[]

const shopOf = (jobs: readonly Steps[], due: number): readonly FixtureRow[] => [
  ...[0, 1].map((machine) => row('resource', { name: `machine ${machine}`, maximum: 1 })),
  ...jobs.flatMap((steps, job) => [
    row('item', { name: `part ${job}` }),
    row('operation', { name: `make ${job}`, type: 'routing', location: 'plant' }),
    ...steps.flatMap(([machine, days], step) => stepRows(job, step, machine, days)),
    order({ name: `job ${job}`, item: `part ${job}`, operation: `make ${job}`, quantity: 1, due: date(due) }),
  ]),
]

function stepRows(job: number, step: number, machine: number, days: number): readonly FixtureRow[] {
  const name = `job ${job} step ${step}`
  return [
    row('operation', {
      name,
      owner: `make ${job}`,
      priority: step + 1,
      location: 'plant',
      duration: days * day,
    }),
    row('operationresource', { operation: name, resource: `machine ${machine}`, quantity: 1 }),
  ]
}

/** Returns the lowest total lateness of all sequences of the steps; each step starts as early as possible. */
function leastLateness(jobs: readonly Steps[], due: number): number {
  const next = jobs.map(() => 0)
  const ready = jobs.map(() => 0)
  const free = [0, 0]
  const search = (): number => {
    let best = Infinity
    for (const [job, steps] of jobs.entries()) {
      const step = steps[next[job]!]
      if (step === undefined) continue
      const [machine, days] = step
      const before: readonly [number, number] = [ready[job] ?? 0, free[machine] ?? 0]
      const end = Math.max(...before) + days
      ;[next[job], ready[job], free[machine]] = [next[job]! + 1, end, end]
      best = Math.min(best, search())
      ;[next[job], ready[job], free[machine]] = [next[job] - 1, ...before]
    }
    return best < Infinity ? best : ready.reduce((sum, end) => sum + Math.max(0, end - due), 0)
  }
  return search()
}

describe('demands of equal urgency that share the resources of their steps', () => {
  const days = fc.integer({ min: 1, max: 5 })
  const job = fc.tuple(fc.boolean(), days, days).map(([turned, one, two]): Steps => [
    [turned ? 1 : 0, one],
    [turned ? 0 : 1, two],
  ])

  it('are planned step by step, with not much more lateness than the best sequence of all', () => {
    fc.assert(
      fc.property(
        fc.array(job, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 2, max: 8 }),
        (jobs, due) => {
          const ends = Object.values(shipped(plan(shopOf(jobs, due)))).flat()
          expect(ends).toHaveLength(jobs.length)
          const lateness = ends.reduce((sum, [end]) => sum + Math.max(0, end - due), 0)
          expect(lateness).toBeLessThanOrEqual(1.5 * leastLateness(jobs, due) + 3)
        },
      ),
      { numRuns: scale({ short: 40, full: 100 }) },
    )
  })
})

/** Returns the lowest level after changes, which are summed by date. */
function lowest(base: number, changes: readonly (readonly [number, number])[]): number {
  const byDate = Map.groupBy(changes, ([at]) => at)
  let [level, least] = [base, base]
  for (const at of [...byDate.keys()].sort((a, b) => a - b)) {
    level += byDate.get(at)!.reduce((sum, [, change]) => sum + change, 0)
    least = Math.min(least, level)
  }
  return least
}

describe('whatever the network, a plan', () => {
  it('never takes stock that is not there, capacity that is not free, or time that has gone', () => {
    fc.assert(
      fc.property(network, (rows) => {
        const { network: compiled, plan: made, deliveries } = plan(rows)
        for (const buffer of compiled.buffers) {
          const moves = made.orders.flatMap(({ movements }) =>
            movements.filter((move) => move.buffer === buffer),
          )
          expect(
            lowest(
              buffer.onhand,
              moves.map((move) => [move.date, move.quantity]),
            ),
          ).toBeGreaterThan(-1e-6)
        }
        for (const resource of compiled.resources.all) {
          const uses = made.orders.flatMap(({ uses: all, start, end }) =>
            all
              .filter((use) => use.resource === resource && end > start)
              .flatMap(({ quantity }) => [[start, -quantity] as const, [end, quantity] as const]),
          )
          expect(lowest(resource.capacity.values[0]!, uses)).toBeGreaterThan(-1e-6)
        }
        for (const { start, operation, quantity } of made.orders) {
          expect(start).toBeGreaterThanOrEqual(now)
          if (operation.kind === 'delivery') continue
          expect(quantity).toBeGreaterThanOrEqual(operation.minimum - 1e-6)
          const lots = operation.multiple > 0 ? quantity / operation.multiple : 0
          expect(Math.abs(lots - Math.round(lots))).toBeLessThan(1e-6)
        }
        for (const { demand, shipments } of deliveries) {
          const sum = shipments.reduce((total, { quantity }) => total + quantity, 0)
          expect(sum).toBeLessThanOrEqual(demand.quantity + 1e-6)
          for (const { order: last } of shipments) expect(last.end).toBeGreaterThanOrEqual(demand.due)
        }
      }),
      { numRuns: scale({ short: 100, full: 300 }) },
    )
  })

  it('is the same every time', () => {
    fc.assert(
      fc.property(network, (rows) => {
        expect(summary(plan(rows))).toEqual(summary(plan(rows)))
      }),
      { numRuns: 30 },
    )
  })
})
