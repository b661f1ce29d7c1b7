/** Tests the computed differences between two plans, with examples computed by hand and with edits of all tables. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannerInput } from '../../src/planner/input.ts'
import { consequencesOf } from '../../src/planner/live/consequences/consequences-of.ts'
import type { DemandFacts, OrderFacts, PlanFacts } from '../../src/planner/live/consequences/facts.ts'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import type { Touched } from '../../src/planner/live/touched.ts'
import { finish } from '../../src/planner/pauses.ts'
import { randomOf } from '../../src/planner/improve/random.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { ordersOf, prepare, snapshotOf, testTimeoutMs } from './live-support.ts'
import { planTables } from './plan-tables.ts'
import { current, date, networks, row } from './random-network.ts'
import { demand, makes, plant, stock } from './small-plans.ts'

const figures = {
  ontime: 0,
  late: 0,
  short: 0,
  quantity_days_late: 0,
  stock_value: 0,
  setup_hours: 0,
  utilization: 0,
}

const facts = (
  demands: readonly Partial<DemandFacts>[],
  orders: readonly Partial<OrderFacts>[] = [],
  loads: Readonly<Record<string, number>> = {},
): PlanFacts => ({
  figures,
  demands: demands.map((one) => ({
    name: 'A',
    item: 'bike',
    customer: null,
    quantity: 10,
    due: 5 * day,
    date: 5 * day,
    planned: 10,
    quantityDaysLate: 0,
    reasons: [],
    ...one,
  })),
  orders: orders.map((one) => ({
    reference: '1',
    type: 'MO',
    quantity: 10,
    startdate: day,
    enddate: 2 * day,
    operation: 'make',
    item: 'bike',
    resources: [],
    ...one,
  })),
  resources: Object.entries(loads).map(([name, load]) => ({ name, load, overloadDays: 0 })),
})

describe('consequences', () => {
  it('tell what becomes of sales orders, the heaviest first', () => {
    const before = facts([
      { name: 'late' },
      { name: 'later', date: 6 * day, quantityDaysLate: 10 },
      { name: 'recovered', date: 7 * day, quantityDaysLate: 20 },
      { name: 'earlier', date: 4 * day },
      { name: 'same' },
      { name: 'short' },
      { name: 'gone' },
    ])
    const after = facts([
      {
        name: 'late',
        date: 8 * day,
        quantityDaysLate: 30,
        reasons: [{ code: 'overload', entity: 'capacity', owner: 'bench', days: 3 }],
      },
      { name: 'later', date: 6.5 * day, quantityDaysLate: 15 },
      { name: 'recovered' },
      { name: 'earlier', date: 3 * day },
      { name: 'same', date: 5 * day - 1 },
      { name: 'short', planned: 8 },
      { name: 'new' },
    ])
    const { demands } = consequencesOf(before, after)
    expect(demands.map(({ name, change }) => [name, change])).toEqual([
      ['short', 'late'],
      ['late', 'late'],
      ['recovered', 'recovered'],
      ['later', 'later'],
      ['earlier', 'earlier'],
      ['gone', 'gone'],
      ['new', 'new'],
    ])
    expect(demands[1]).toMatchObject({
      before: { date: 5 * day, days_late: 0, short: 0 },
      after: { date: 8 * day, days_late: 3, short: 0 },
      reasons: [{ code: 'overload', entity: 'capacity', owner: 'bench', days: 3 }],
    })
    expect(demands[0]!.after).toMatchObject({ short: 2 })
  })

  it('recognise orders by reference, and new ones by what they are', () => {
    const before = facts(
      [],
      [
        { reference: '1' },
        { reference: '2', startdate: 3 * day, enddate: 4 * day },
        { reference: '3', operation: 'weld' },
      ],
    )
    const after = facts(
      [],
      [
        { reference: '1', resources: ['bench'] },
        { reference: '+1', startdate: 3 * day, enddate: 4 * day, quantity: 12 },
        { reference: '+2', operation: 'paint' },
      ],
    )
    const { orders } = consequencesOf(before, after, { frozenUntil: 2 * day })
    expect(orders).toMatchObject({ added: 1, moved: 1, resized: 1, dropped: 1, frozen: 3 })
    expect(orders.list.map(({ reference, operation, change }) => [reference, operation, change])).toEqual([
      ['1', 'make', 'moved'],
      [null, 'paint', 'added'],
      ['3', 'weld', 'dropped'],
      ['2', 'make', 'resized'],
    ])
  })

  it('tell the loads that change', () => {
    const { resources } = consequencesOf(
      facts([], [], { bench: 8, saw: 3, press: 5 }),
      facts([], [], { bench: 10, saw: 3 }),
    )
    expect(resources).toEqual([
      { name: 'press', load_before: 5, load_after: 0, overload_days: 0 },
      { name: 'bench', load_before: 8, load_after: 10, overload_days: 0 },
    ])
  })
})

const touchingTables = (...tables: readonly string[]): Touched => {
  const all = ['resources', 'buffers', 'calendars', 'operations', 'itemSuppliers'] as const
  return {
    demands: new Set(),
    orders: new Set(),
    tables: new Set(all.filter((table) => tables.includes(table))),
  }
}

const tryTables = (live: LivePlan, next: PlannerInput, ...tables: readonly string[]) =>
  finish(live.attempt(next, touchingTables(...tables), { mode: 'repair', displace: false }))

/** Returns the rows of a model with other values, if one of the given fields is a number. */
function edit(
  rows: readonly FixtureRow[],
  values: FixtureRow['fields'],
  model: string,
  having: readonly string[],
): readonly FixtureRow[] {
  const isEdited = ({ model: name, fields }: FixtureRow): boolean =>
    name === `input.${model}` && having.some((field) => typeof fields[field] === 'number')
  const edited = (one: FixtureRow): FixtureRow => ({ ...one, fields: { ...one.fields, ...values } })
  return rows.map((one) => (isEdited(one) ? edited(one) : one))
}

describe('edits of other tables', () => {
  it('leave all that still fits where it is', () => {
    const rows = [
      plant,
      row('item', { name: 'bike', cost: 100 }),
      row('item', { name: 'trike', cost: 100 }),
      row('resource', { name: 'bench' }),
      row('resource', { name: 'saw' }),
      makes({ duration: day }),
      makes({ name: 'make trike', item: 'trike', duration: day }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      row('operationresource', { operation: 'make trike', resource: 'saw', quantity: 1 }),
      stock('bike', 1),
      demand({ name: 'A', quantity: 2, due: date(5) }),
      demand({ name: 'B', item: 'trike', due: date(6) }),
    ]
    const live = prepare(plannerInput(rows, { current }))
    // Without the bike in stock a second one is made on the day before the first one: one day of work on the bench.
    const buffers = live.input.buffers.map((one) => ({ ...one, onhand: 0 }))
    const attempt = tryTables(live, { ...live.input, buffers }, 'buffers')
    const { demands, orders, resources } = attempt.consequences
    expect(attempt.mode).toBe('repair')
    expect(demands).toEqual([])
    expect(orders.added + orders.resized).toBe(1)
    expect([orders.moved, orders.dropped]).toEqual([0, 0])
    expect(resources).toMatchObject([{ name: 'bench', load_before: 24 }])
    attempt.close()
  })

  it(
    'make plans that are sound, and leave nothing when they are taken back',
    { timeout: testTimeoutMs },
    () => {
      const random = randomOf(13)
      for (const rows of fc.sample(networks, { numRuns: scale({ short: 7, full: 50 }), seed: 41 })) {
        const live = prepare(plannerInput(rows, { current }))
        const before = snapshotOf(live)
        const edited =
          random() < 0.5
            ? edit(rows, { onhand: Math.floor(random() * 10) }, 'buffer', ['onhand'])
            : edit(rows, { leadtime: Math.floor(random() * 10) * day }, 'itemsupplier', ['leadtime'])
        const attempt = tryTables(live, plannerInput(edited, { current }), 'buffers', 'itemSuppliers')
        expect(violationsOf(edited, current, planTables(attempt.solution()))).toEqual([])
        expect(ordersOf(attempt.solution()).length).toBeGreaterThan(0)
        attempt.close()
        expect(snapshotOf(live)).toBe(before)
      }
    },
  )
})
