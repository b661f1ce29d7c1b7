/** What holds for every plan, whatever the network. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solve } from '../../src/planner/solve.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { planTables } from './plan-tables.ts'
import { current, garbage, networks } from './random-network.ts'

const plan = (rows: readonly FixtureRow[]) => solve(plannerInput(rows, { current }))

describe('whatever the network, a plan', () => {
  it('obeys every constraint, as one sees who knows nothing but the model and the plan', () => {
    fc.assert(
      fc.property(networks, (rows) => {
        expect(violationsOf(rows, current, planTables(plan(rows)))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})

describe('whatever is wrong with the data, a plan', () => {
  it('is made of what can be planned', () => {
    fc.assert(
      fc.property(garbage, (rows) => {
        expect(() => planTables(plan(rows))).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
