/** Lots are divided only where that makes orders earlier for everybody, and equal ones are one order. */
import { describe, expect, it } from 'vitest'
import { latenessOf } from '../../src/planner/search/lateness.ts'
import type { Solution } from '../../src/planner/solve.ts'
import { day, hour } from '../../src/planner/time.ts'
import type { FixtureRow } from './fixture-input.ts'
import { buys, date, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

/** One machine with a fixed time for each lot, and orders that come too fast for it. */
const rush = (fixed: number, fields: FixtureRow['fields'] = {}): Solution =>
  plan(
    plant,
    row('item', { name: 'bike' }),
    row('resource', { name: 'bench', maximum: 1 }),
    makes({ type: 'time_per', duration: fixed, duration_per: hour / 2, sizemultiple: 1 }),
    row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    ...Array.from({ length: 6 }, (_, index) =>
      demand({ name: `order ${index}`, quantity: 12, due: date(1 + index * 0.3), ...fields }),
    ),
  )

describe('a late order', () => {
  it('is not cut into lots that cost everybody their fixed time', () => {
    const inParts = rush(10 * hour)
    const whole = rush(10 * hour, { minshipment: 12 })
    expect(planned(inParts)).toHaveLength(6)
    expect(latenessOf(inParts.deliveries)).toBeLessThanOrEqual(latenessOf(whole.deliveries))
  })

  it('is shipped in parts where that costs nothing', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ quantity: 9, due: date(2), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({
      order: [2, 3, 4, 5, 6, 7, 8, 9].map((at) => [at, at === 2 ? 2 : 1]),
    })
  })

  it('of many pieces comes in a limited number of parts, none of them far behind', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('resource', { name: 'bench', maximum: 1 }),
      makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      demand({ quantity: 300, due: date(0), minshipment: 0 }),
    )
    const [delivery] = solution.deliveries
    const parts = delivery!.shipments.map(({ quantity }) => quantity)
    expect(parts.length).toBeLessThanOrEqual(51)
    expect(Math.max(...parts)).toBeLessThanOrEqual(30)
    // As if each piece were shipped when it is made, and a part of its parts more.
    expect(latenessOf(solution.deliveries)).toBeLessThanOrEqual(1.05 * ((300 * 301) / 2))
  })
})

/** Two pieces, one of them in stock, the other bought. */
const pieces = (second: number): Solution =>
  plan(
    plant,
    row('buffer', { item: 'bike', location: 'plant', onhand: 1 }),
    buys({ leadtime: second * day }),
    demand({ quantity: 2, due: date(1) }),
  )

describe('a small order that names no smallest shipment', () => {
  it('is shipped in parts only where one of them is there much sooner', () => {
    expect(shipped(pieces(3))).toEqual({ order: [[3, 2]] })
    expect(shipped(pieces(20))).toEqual({
      order: [
        [1, 1],
        [20, 1],
      ],
    })
  })
})

describe('orders that begin and end together', () => {
  it('are one, of what brings them too', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      row('item', { name: 'frame' }),
      row('supplier', { name: 'shop' }),
      makes({}),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -2 }),
      buys({ item: 'frame', batchwindow: 0 }),
      ...[1, 2, 3].map((number) => demand({ name: `order ${number}`, quantity: number, due: date(9) })),
    )
    expect(planned(solution)).toEqual([
      ['Purchase frame @ plant from shop', 12, 7, 8],
      ['make', 6, 8, 9],
    ])
    expect(solution.network.buffers.map(({ stock }) => stock.level(Infinity))).toEqual([0, 0])
  })

  it('stay apart where a lot may not be so large', () => {
    const solution = plan(
      plant,
      row('item', { name: 'bike' }),
      makes({ sizemaximum: 4 }),
      ...[1, 2, 3].map((number) => demand({ name: `order ${number}`, quantity: number, due: date(9) })),
    )
    expect(planned(solution)).toEqual([
      ['make', 3, 8, 9],
      ['make', 3, 8, 9],
    ])
  })
})
