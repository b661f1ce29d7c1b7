/** Tests strict priorities and priorities that are weights. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { objectiveOf } from '../../src/planner/improve/objective.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { planTables } from './plan-tables.ts'
import { current, networks } from './random-network.ts'
import { date, demand, makes, planWith, plant, row, shipped } from './small-plans.ts'

/**
 * Returns the plan of a bench that takes two days per order: ten pieces due on the first day, and a more urgent order
 * due on the second.
 */
const bench = (priorityAsWeight: boolean): Solution =>
  planWith(
    { priorityAsWeight },
    plant,
    row('item', { name: 'bike' }),
    row('resource', { name: 'bench', maximum: 1 }),
    makes({ duration: 2 * day, sizemaximum: 10 }),
    row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
    demand({ name: 'many', quantity: 10, due: date(1), priority: 2, minshipment: 10 }),
    demand({ name: 'urgent', quantity: 1, due: date(2), priority: 1 }),
  )

describe('a priority', () => {
  it('that counts strictly is served first, whatever others pay', () => {
    expect(shipped(bench(false))).toEqual({ urgent: [[2, 1]], many: [[4, 10]] })
  })

  it('that is a weight gives way where others pay far more', () => {
    expect(shipped(bench(true))).toEqual({ urgent: [[4, 1]], many: [[2, 10]] })
  })

  it('is served no worse as a weight than strictly, and obeys every constraint', () => {
    let better = 0
    for (const rows of fc.sample(networks, { numRuns: scale({ short: 20, full: 60 }), seed: 3 })) {
      const input = plannerInput(rows, { current })
      const strict = solve(input)
      const weighted = solve({ ...input, settings: { ...input.settings, priorityAsWeight: true } })
      expect(violationsOf(rows, current, planTables(weighted))).toEqual([])
      const [one, other] = [strict, weighted].map(({ deliveries }) => objectiveOf(deliveries))
      expect(other!).toBeLessThanOrEqual(one! + 1e-3)
      if (other! < one! - 1e-3) better += 1
    }
    expect(better).toBeGreaterThan(0)
  })
})
