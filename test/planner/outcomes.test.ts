/**
 * Tests that every open demand has exactly one outcome: planned in full, late or short with a reason, or named by a
 * problem.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { garbage, networks } from './random-network.ts'
import { buys, current, date, demand, plant } from './small-plans.ts'

/** Returns the outcomes of each open or quoted demand, by name. */
function outcomesOf(solution: Solution, names: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const { constraints, problems } = planResult(solution)
  const explained = new Set([...constraints].map((reason) => reason.demand))
  const invalid = new Set(
    [...problems].filter(({ name }) => name === 'invalid data').map(({ owner }) => owner),
  )
  const found = new Map<string, string[]>([...names].map((name) => [name, []]))
  for (const { demand: of, shipments } of solution.deliveries) {
    const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
    const isLate = shipments.some(({ order }) => order.end > of.due)
    const isShort = shipped < of.quantity - 1e-6
    const outcome = isShort ? 'short' : isLate ? 'late' : 'in time'
    found
      .get(of.name)
      ?.push(outcome === 'in time' || explained.has(of.name) ? outcome : `${outcome} without a reason`)
  }
  for (const [name, list] of found) if (list.length === 0 && invalid.has(name)) list.push('invalid data')
  return found
}

const openStatuses: ReadonlySet<unknown> = new Set([undefined, null, 'open', 'quote'])

function openNames(rows: readonly FixtureRow[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ model, fields: { name, status } }) =>
      model === 'input.demand' && typeof name === 'string' && openStatuses.has(status) ? [name] : [],
    ),
  )
}

describe('an open demand', () => {
  it.each([
    ['a quantity of 0', { quantity: 0 }, 'invalid data'],
    ['a negative quantity', { quantity: -3 }, 'invalid data'],
    ['a quantity too small to count', { quantity: 1e-7 }, 'invalid data'],
    ['a quantity too large to count', { quantity: 1e300 }, 'invalid data'],
    ['a due date far ahead', { due: date(20_000) }, 'in time'],
    ['a due date beyond all data', { due: date(400_000) }, 'invalid data'],
    ['a due date long ago', { due: date(-400) }, 'late'],
    ['millions of pieces', { quantity: 1e8 }, 'in time'],
  ])('with %s has one outcome', (_, fields, outcome) => {
    const rows = [plant, buys({}), demand({ due: date(10), ...fields })]
    const solution = solve(plannerInput(rows, { current }))
    expect(outcomesOf(solution, openNames(rows))).toEqual(new Map([['order', [outcome]]]))
  })

  it.each([
    ['sound', networks],
    ['spoilt', garbage],
  ])('of %s networks has one outcome', (_, kind) => {
    for (const rows of fc.sample(kind, { numRuns: scale({ short: 15, full: 40 }), seed: 5 })) {
      const outcomes = outcomesOf(solve(plannerInput(rows, { current })), openNames(rows))
      const wrong = [...outcomes].filter(([, list]) => list.length !== 1 || list[0]!.includes('without'))
      expect(wrong).toEqual([])
    }
  })
})
