import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../src/planner/search/plan.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, type FixtureSettings, plannerInput, secondsOf } from './fixture-input.ts'

const current = '2026-01-05 00:00:00'
const now = secondsOf(current)
const date = (days: number): string =>
  new Date((now + days * day) * 1000).toISOString().slice(0, 19).replace('T', ' ')
const row = (model: string, fields: FixtureRow['fields']): FixtureRow => ({ model: `input.${model}`, fields })

/** Plans without constraints. */
const unconstrained = (rows: readonly FixtureRow[], settings: Partial<FixtureSettings> = {}): Solution =>
  solve(plannerInput(rows, { current, constraints: 0, ...settings }))
/** Plans unconstrained, with constraints for the choice of alternates. */
const withAlternates = (rows: readonly FixtureRow[]): Solution =>
  solve(plannerInput(rows, { current, plantype: 2 }))

const kinds = [
  ['without constraints', unconstrained],
  ['of type 2', withAlternates],
] as const

/** Returns days from now, quantity and name of the orders of a plan, without deliveries. */
const made = ({ plan }: Solution): readonly unknown[] =>
  plan.orders
    .filter(({ operation }) => operation.kind !== 'delivery')
    .map(({ operation, start, end, quantity }: Order) => [
      operation.name,
      (start - now) / day,
      (end - now) / day,
      quantity,
    ])
    .toSorted((a, b) => String(a).localeCompare(String(b)))

const bought = (solution: Solution): readonly unknown[] =>
  made(solution).filter((line) => String(line).startsWith('Purchase'))

const shipped = ({ deliveries }: Solution): Record<string, readonly (readonly [number, number])[]> =>
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
const cell = [
  row('resource', { name: 'cell', maximum: 1 }),
  row('operationresource', { operation: 'assemble', resource: 'cell', quantity: 1 }),
]

describe.each(kinds)('a plan %s', (_name, plan) => {
  it('delivers on the due date, with orders that would have had to start before now', () => {
    const solution = plan([...bike, order({ quantity: 6, due: date(3) })])
    expect(shipped(solution)).toEqual({ order: [[3, 6]] })
    expect(made(solution)).toContainEqual(['Purchase frame @ plant from maker', -9, 1, 2])
    expect(solution.deliveries[0]!.reasons).toEqual([])
  })

  it('overloads resources, and their profiles show it', () => {
    const orders = [3, 3.25, 3.5].map((due) => order({ name: `order ${due}`, quantity: 1, due: date(due) }))
    const solution = plan([...bike, ...cell, ...orders])
    expect(Object.values(shipped(solution))).toEqual([[[3, 1]], [[3.25, 1]], [[3.5, 1]]])
    const [resource] = solution.network.resources.all
    expect(resource!.free.lowestFrom(now)).toBeLessThan(0)
  })

  it('does nothing while a place is closed, even if that makes it late', () => {
    const week = [
      row('calendar', { name: 'week', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'week', value: 1, saturday: false, sunday: false }),
      row('location', { name: 'plant', available: 'week' }),
    ]
    const opening = [
      row('calendar', { name: 'opening', defaultvalue: 0 }),
      row('calendarbucket', { calendar: 'opening', value: 1, startdate: date(7) }),
      row('location', { name: 'plant', available: 'opening' }),
    ]
    const due = order({ quantity: 1, due: date(7) })
    expect(made(plan([...bike.slice(1), ...week, due]))).toEqual([['assemble', 3, 5, 1]])
    expect(made(plan([...bike.slice(1), ...opening, due]))).toEqual([['assemble', 7, 9, 1]])
  })

  it('uses existing supply and stock first, and awaits what comes within the fence', () => {
    const receipt = row('operationplan', {
      reference: 'PO 1',
      type: 'PO',
      status: 'confirmed',
      item: 'frame',
      location: 'plant',
      supplier: 'maker',
      quantity: 5,
      enddate: date(20),
    })
    const rows = [...bike, receipt, order({ quantity: 6, due: date(10) })]
    expect(bought(unconstrained(rows, { autofence: 0 }))).toHaveLength(2)
    // By default the plan always waits for it.
    const awaiting = unconstrained(rows)
    expect(bought(awaiting)).toEqual([['Purchase frame @ plant from maker', 10, 20, 5]])
    expect(shipped(awaiting)).toEqual({ order: [[10, 6]] })
  })

  it('obeys lot sizes and keeps safety stock', () => {
    const rows = [
      ...bike,
      row('buffer', { item: 'frame', location: 'plant', onhand: 4, minimum: 3 }),
      row('itemsupplier', {
        item: 'frame',
        location: 'plant',
        supplier: 'maker',
        leadtime: 10 * day,
        sizeminimum: 2,
        sizemultiple: 2,
        sizemaximum: 4,
      }),
    ].filter(({ fields, model }) => model !== 'input.itemsupplier' || 'sizemaximum' in fields)
    const solution = plan([...rows, order({ quantity: 10, due: date(30) })])
    const lots = solution.plan.orders.filter(({ operation }) => operation.kind === 'purchase')
    expect(lots.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10)
    expect(Math.max(...lots.map(({ quantity }) => quantity))).toBe(4)
    expect(shipped(solution)).toEqual({ order: [[30, 10]] })
  })

  it('plans the steps of a routing one before the other', () => {
    const rows = [
      row('item', { name: 'bike' }),
      row('operation', { name: 'build', type: 'routing', item: 'bike', location: 'plant' }),
      row('operation', { name: 'weld', location: 'plant', owner: 'build', priority: 1, duration: day }),
      row('operation', { name: 'paint', location: 'plant', owner: 'build', priority: 2, duration: 2 * day }),
    ]
    expect(made(plan([...rows, order({ quantity: 2, due: date(1) })]))).toEqual([
      ['build', -2, 1, 2],
      ['paint', -1, 1, 2],
      ['weld', -2, -1, 2],
    ])
  })

  it('leaves short what nobody can make, and ends where items are made of each other', () => {
    const nobody = [row('item', { name: 'bike' }), order({ quantity: 2, due: date(5) })]
    const circle = [
      row('operation', { name: 'assemble', item: 'bike', location: 'plant', duration: day }),
      row('operationmaterial', { operation: 'assemble', item: 'frame', quantity: -1 }),
      row('operation', { name: 'take apart', item: 'frame', location: 'plant', duration: day }),
      row('operationmaterial', { operation: 'take apart', item: 'bike', quantity: -1 }),
      order({ quantity: 2, due: date(5) }),
    ]
    for (const rows of [nobody, circle]) {
      const solution = plan(rows)
      expect(shipped(solution)).toEqual({ order: [[5, 2]] })
      expect(Math.min(...solution.network.buffers.map(({ stock }) => stock.lowestFrom(now)))).toBeLessThan(0)
    }
  })

  it('delivers all demands in full on their due dates, whatever they are', () => {
    const demands = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 20 }), days: fc.integer({ min: -5, max: 40 }) }),
      { minLength: 1, maxLength: 10 },
    )
    fc.assert(
      fc.property(demands, fc.nat(10), (given, minimum) => {
        const stock = row('buffer', { item: 'frame', location: 'plant', onhand: 4, minimum })
        const orders = given.map(({ quantity, days }, index) =>
          order({ name: `order ${index}`, quantity, due: date(days) }),
        )
        const solution = plan([...bike, ...cell, stock, ...orders])
        for (const [index, { quantity, days }] of given.entries()) {
          expect(shipped(solution)[`order ${index}`]).toEqual([[days, quantity]])
        }
        for (const buffer of solution.network.buffers) {
          expect(buffer.stock.lowestFrom(-Infinity)).toBeGreaterThan(-1e-6)
          const kept = typeof buffer.minimum === 'number' ? buffer.minimum : 0
          expect(buffer.stock.lowestFrom(now)).toBeGreaterThanOrEqual(kept)
        }
      }),
      { numRuns: scale({ short: 20, full: 50 }) },
    )
  })
})

describe('alternates', () => {
  const ways = [
    row('item', { name: 'bike' }),
    ...(
      [
        ['slow', 1, 10],
        ['fast', 2, 2],
      ] as const
    ).map(([name, priority, days]) =>
      row('operation', { name, item: 'bike', location: 'plant', priority, duration: days * day }),
    ),
  ]

  it('are chosen by preference alone where nothing binds', () => {
    expect(made(unconstrained([...ways, order({ quantity: 1, due: date(5) })]))).toEqual([['slow', -5, 5, 1]])
  })

  it('are chosen by what they can do in time in plans of type 2, the preferred one where none can', () => {
    expect(made(withAlternates([...ways, order({ quantity: 1, due: date(5) })]))).toEqual([['fast', 3, 5, 1]])
    expect(made(withAlternates([...ways, order({ quantity: 1, due: date(1) })]))).toEqual([
      ['slow', -9, 1, 1],
    ])
  })

  it('that are resources share the load in plans of type 2 as long as it fits', () => {
    const cells = [
      row('resource', { name: 'cells' }),
      ...[1, 2].map((number) => row('resource', { name: `cell ${number}`, owner: 'cells', maximum: 1 })),
      row('operationresource', { operation: 'assemble', resource: 'cells', quantity: 1 }),
    ]
    const orders = [1, 2, 3].map((number) => order({ name: `order ${number}`, quantity: 1, due: date(3) }))
    const { plan } = withAlternates([...bike, ...cells, ...orders])
    const used = plan.orders.flatMap(({ uses }) => uses.map(({ resource }) => resource.name))
    expect(used.toSorted()).toEqual(['cell 1', 'cell 1', 'cell 2'])
  })
})

it('changing over takes its time also where nothing binds', () => {
  const rows = [
    row('item', { name: 'bike' }),
    row('setupmatrix', { name: 'colours' }),
    row('setuprule', { setupmatrix: 'colours', duration: day }),
    row('resource', { name: 'booth', maximum: 1, setupmatrix: 'colours', setup: 'blue' }),
    row('operation', { name: 'paint', item: 'bike', location: 'plant', duration: 2 * day }),
    row('operationresource', { operation: 'paint', resource: 'booth', quantity: 1, setup: 'red' }),
    order({ quantity: 1, due: date(5) }),
  ]
  expect(made(unconstrained(rows))).toEqual([['paint', 2, 5, 1]])
})
