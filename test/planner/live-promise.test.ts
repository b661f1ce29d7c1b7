/** Tests promises for new sales orders in a plan in memory. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import type { DemandRow, PlannerInput } from '../../src/planner/input.ts'
import { promise } from '../../src/planner/live/promise.ts'
import { finish } from '../../src/planner/pauses.ts'
import { randomOf } from '../../src/planner/improve/random.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { demoRows } from './demo-rows.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { prepare, snapshotOf, testTimeoutMs } from './live-support.ts'
import { scale } from '../support/scale.ts'
import { current, date, networks, row } from './random-network.ts'
import { buys, demand, makes, plant, stock } from './small-plans.ts'

const sample = fc.sample(networks, { numRuns: scale({ short: 30, full: 120 }), seed: 11 })

const lowest = ({ demands }: PlannerInput): number =>
  1 + Math.max(...demands.map(({ priority }) => priority ?? 10))

/**
 * Returns a workshop: bikes that take a day each on one bench, made of frames that take ten days to buy. Four frames
 * are in stock.
 */
const workshop = (...demands: readonly FixtureRow[]): PlannerInput =>
  plannerInput(
    [
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'frame' }),
      row('resource', { name: 'bench' }),
      makes({ duration: day }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      stock('frame', 4),
      buys({ item: 'frame', leadtime: 10 * day }),
      ...demands,
    ],
    { current },
  )
const wanted = (quantity: number, due: number, fields: Partial<DemandRow> = {}): DemandRow => ({
  name: 'promised',
  item: 'bike',
  location: 'plant',
  status: 'open',
  quantity,
  due: secondsOf(date(due)),
  ...fields,
})

const now = secondsOf(current)

/** Promises a bike where a calendar has no working time. */
const promiseWhereClosed = (...rows: readonly FixtureRow[]) => {
  const closed = row('calendar', { name: 'closed', defaultvalue: 0 })
  const input = plannerInput([plant, row('item', { name: 'bike' }), closed, ...rows], { current })
  return finish(promise(prepare(input), wanted(1, 5)))
}

describe('a promise', () => {
  it(
    'is not later than the order in a plan made anew at the lowest priority, but for one case in seventeen',
    { timeout: testTimeoutMs },
    () => {
      const random = randomOf(6)
      const later: unknown[] = []
      let [late, tried] = [0, 0]
      for (const [network, rows] of sample.entries()) {
        const input = plannerInput(rows, { current })
        const live = prepare(input)
        const before = snapshotOf(live)
        for (const some of input.demands.slice(0, 3)) {
          const row: DemandRow = {
            name: 'promised',
            item: some.item,
            location: some.location,
            status: 'open',
            quantity: 1 + Math.floor(random() * 20),
            due: input.settings.current + Math.floor(random() * 40) * day,
          }
          const promised = finish(promise(live, row))
          const full = solve({ ...input, demands: [...input.demands, { ...row, priority: lowest(input) }] })
          const delivery = full.deliveries.find(({ demand }) => demand.name === 'promised')!
          const planned = delivery.shipments.reduce((sum, { quantity }) => sum + quantity, 0)
          const complete =
            planned < row.quantity - 1e-6
              ? Infinity
              : Math.max(...delivery.shipments.map(({ order }) => order.end))
          tried += 1
          if (latenessOf([delivery]) > 0) late += 1
          if ((promised.complete ?? Infinity) > Math.max(complete, row.due) + 60)
            later.push([
              network,
              row.item,
              row.quantity,
              promised.daysLate,
              (complete - row.due) / day,
              promised.binding,
            ])
        }
        expect(snapshotOf(live)).toBe(before)
      }
      expect(late).toBeGreaterThan(tried / 10)
      expect(later.length, JSON.stringify(later)).toBeLessThanOrEqual(tried / 17)
    },
  )

  it('is firm from stock, and conditional where a purchase is needed', () => {
    const live = prepare(workshop())
    expect(finish(promise(live, wanted(3, 5)))).toEqual({
      promises: [{ date: now + 5 * day, quantity: 3 }],
      complete: now + 5 * day,
      daysLate: 0,
      confidence: 'firm',
      binding: [],
      delays: [],
    })
    // The fifth frame arrives after ten days, and the bikes are made on the day after.
    expect(finish(promise(live, wanted(5, 5, { minshipment: 5 })))).toEqual({
      promises: [{ date: now + 11 * day, quantity: 5 }],
      complete: now + 11 * day,
      daysLate: 6,
      confidence: 'conditional',
      binding: [
        {
          code: 'purchasing lead time',
          entity: 'operation',
          owner: 'Purchase frame @ plant from shop',
          days: 6,
        },
      ],
      delays: [],
    })
  })

  it('of a part is firm from stock, although nothing supplies the rest', () => {
    const live = prepare(plannerInput([plant, row('item', { name: 'bike' }), stock('bike', 3)], { current }))
    expect(finish(promise(live, wanted(10, 5, { minshipment: 1 })))).toMatchObject({
      promises: [{ quantity: 3 }],
      complete: null,
      confidence: 'firm',
      binding: [{ code: 'material shortage' }],
    })
    expect(finish(promise(live, wanted(10, 5, { minshipment: 10 })))).toMatchObject({
      promises: [],
      confidence: 'conditional',
    })
  })

  it('that is never possible names the kind of record to change', () => {
    expect(promiseWhereClosed(makes({ available: 'closed' }))).toMatchObject({
      binding: [{ code: 'never open', entity: 'operation', owner: 'make' }],
    })
    expect(
      promiseWhereClosed(
        row('resource', { name: 'bench', available: 'closed' }),
        makes({}),
        row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      ),
    ).toMatchObject({ binding: [{ code: 'never open', entity: 'capacity', owner: 'bench' }] })
  })

  it('for a date longer ago than an order may be late says so, and not what could be relaxed', () => {
    const live = prepare(workshop())
    const ask = (days: number) => finish(promise(live, wanted(1, days)))
    expect(ask(-10)).toMatchObject({ complete: now + day, daysLate: 11 })
    const most = 5 * 365
    expect(ask(-most - 7)).toMatchObject({
      promises: [],
      complete: null,
      binding: [{ code: 'maximum lateness', entity: 'demand', owner: 'promised', days: 7 }],
    })
  })

  it('disturbs nobody without a priority, and tells whom it delays with one', () => {
    const live = prepare(workshop(demand({ name: 'A', due: date(1), priority: 5 })))
    const disturbing = (priority?: number) =>
      finish(promise(live, wanted(1, 1, { priority: priority ?? null })))
    expect(disturbing()).toMatchObject({ complete: now + 2 * day, daysLate: 1, delays: [] })
    expect(disturbing(1)).toMatchObject({
      complete: now + day,
      daysLate: 0,
      delays: [{ demand: 'A', days: 1 }],
    })
    expect(disturbing(7)).toMatchObject({ complete: now + 2 * day, delays: [] })
  })

  it('that is late says why, in the demo too, where a delivery in parts takes much work', () => {
    const input = plannerInput(demoRows(manufacturingDemo()), { current: referenceDate })
    const live = prepare(input)
    const sold = new Map(
      input.demands.map(({ item, location }) => [`${item} @ ${location}`, { item, location }]),
    )
    const due = secondsOf(referenceDate) + 4 * day
    const found = [...sold].map(([name, product]) => {
      const { daysLate, binding } = finish(promise(live, wanted(20, 0, { ...product, due })))
      return { name, isLate: daysLate !== 0, isExplained: binding.some(({ days }) => days > 0) }
    })
    expect(found.filter(({ isLate }) => isLate).length).toBeGreaterThan(5)
    expect(found.filter(({ isLate, isExplained }) => isLate && !isExplained)).toEqual([])
  })
})
