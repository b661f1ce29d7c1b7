/**
 * Tests the mark by which a plan detects that the row of an order is stored already: any difference in the row
 * changes the mark.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import type { OrderResult, OrderRows } from '../../src/planner/result/result.ts'
import { solve } from '../../src/planner/solve.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { current, networks } from './random-network.ts'

const ordersOf = (rows: readonly FixtureRow[]): OrderRows =>
  planResult(solve(plannerInput(rows, { current }))).orders

function markOf(orders: OrderRows, number: number): string {
  const values: (string | number | null)[] = []
  orders.mark(number, {
    text: (value) => void values.push(value),
    number: (value) => void values.push(value === Infinity ? 'Infinity' : value),
    nothing: () => void values.push(null),
  })
  return JSON.stringify(values)
}

/** Returns the same network with one piece more in its first sales order. */
const changed = (rows: readonly FixtureRow[]): readonly FixtureRow[] =>
  rows.map((row) =>
    row.model === 'input.demand' && row.fields['name'] === 'demand 0'
      ? { ...row, fields: { ...row.fields, quantity: Number(row.fields['quantity']) + 1 } }
      : row,
  )

describe('the mark of an order', () => {
  it('is another one where its row is another one', () => {
    let compared = 0
    fc.assert(
      fc.property(networks, (rows) => {
        const known = new Map<string, OrderResult>()
        for (const orders of [ordersOf(rows), ordersOf(changed(rows))]) {
          for (const [number, order] of [...orders].entries()) {
            const mark = markOf(orders, number)
            const other = known.get(mark)
            compared += other === undefined ? 0 : 1
            expect(JSON.stringify(other ?? order)).toBe(JSON.stringify(order))
            known.set(mark, order)
          }
        }
      }),
      { numRuns: scale({ short: 20, full: 100 }) },
    )
    expect(compared).toBeGreaterThan(100)
  })

  it('is the same where nothing has changed', () => {
    fc.assert(
      fc.property(networks, (rows) => {
        const [first, second] = [ordersOf(rows), ordersOf(rows)]
        for (const number of [...first].keys()) expect(markOf(second, number)).toBe(markOf(first, number))
      }),
      { numRuns: scale({ short: 10, full: 20 }) },
    )
  })

  it('says each thing that a row says', () => {
    fc.assert(
      fc.property(networks, (rows) => {
        const orders = ordersOf(rows)
        for (const [number, order] of [...orders].entries()) {
          const mark = markOf(orders, number)
          const { reference, item, operation, origin, destination, supplier, batch, owner, demand, plan } =
            order
          const said = [
            reference,
            item,
            operation,
            origin,
            destination,
            supplier,
            batch,
            owner,
            demand,
            ...(order.type === 'STCK' ? [] : [order.status]),
            ...Object.keys(plan.pegging),
            ...[...plan.upstream_opplans, ...plan.downstream_opplans].map((other) => other.reference),
          ]
          expect(said.filter((text) => text !== null && !mark.includes(JSON.stringify(text)))).toEqual([])
        }
      }),
      { numRuns: scale({ short: 6, full: 50 }) },
    )
  })
})
