import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownJobShop } from '../../../bench/planner/job-shops.ts'
import { plannerInput } from '../../../test/planner/fixture-input.ts'
import { planTables } from '../../../test/planner/plan-tables.ts'
import { current, networks } from '../../../test/planner/random-network.ts'
import { mainCases } from '../../../test/support/detail.ts'
import type { Change } from '../../planner/improve/change.ts'
import { objectiveOf } from '../../planner/improve/objective.ts'
import type { PlannerInput } from '../../planner/input.ts'
import type { Solution } from '../../planner/solution.ts'
import { solve } from '../../planner/solve.ts'
import { spentOf } from './budget.ts'
import { searchesOf } from './search-threads.ts'
import { solveInTurns } from './solve-in-turns.ts'

/** A job shop that is planned in a second, in which two searches of 500 steps find plans of different lateness. */
const shop = knownJobShop('orb01')
/** A network in which late orders become earlier when they are planned again before others. */
const network = plannerInput(fc.sample(networks, { numRuns: 44, seed: 1 })[43]!, { current })

const kindsOf = ({ improvement }: Solution): ReadonlySet<Change['kind']> =>
  new Set(improvement?.changes.map(({ kind }) => kind))

/** Returns the plans of searches from the seeds 1, 2 and so on, each made in this thread. */
const plansApart = (input: PlannerInput, searches: number, budgetSteps: number): readonly Solution[] =>
  Array.from({ length: searches }, (_, index) =>
    solve(input, { improve: { seed: index + 1, spent: spentOf({ budget: 0, budgetSteps })! } }),
  )

describe('several searches for improvements', () => {
  const changes = [
    ['steps', shop, 500, true],
    ['demands', network, 100, false],
  ] as const
  it.each(mainCases(changes, ([kind]) => kind === 'steps'))(
    'give the best plan of all of them, order by order, where they change %s',
    { timeout: 120_000 },
    async (kind, input, budgetSteps, differ) => {
      const apart = plansApart(input, 2, budgetSteps)
      const objectives = apart.map(({ deliveries }) => objectiveOf(deliveries))
      const best = apart[objectives.indexOf(Math.min(...objectives))]!
      expect(kindsOf(best)).toEqual(new Set([kind]))
      expect(objectives[0] !== objectives[1]).toBe(differ)
      const together = await solveInTurns(input, { budgetSteps, searches: 2 })
      expect(planTables(together)).toEqual(planTables(best))
      expect(together.improvement).toEqual(best.improvement)
    },
  )

  it('are ended when nobody waits for the plan any more', { timeout: 60_000 }, async () => {
    const controller = new AbortController()
    const planning = solveInTurns(shop, {
      budget: 300,
      searches: 2,
      signal: controller.signal,
      onProgress: (_, what) => {
        if (what === 'Improving') controller.abort(new Error('not wanted'))
      },
    })
    await expect(planning).rejects.toThrow('not wanted')
  })

  it('are as many for a number of changes on every machine, and one for a large plan', () => {
    const size = { orders: 1_000, bytes: 1_000_000 }
    expect(searchesOf(size, { budget: 0, budgetSteps: 100 })).toBe(2)
    expect(searchesOf(size, { budget: 0, budgetSteps: 0 })).toBe(1)
    expect(searchesOf({ orders: 1_000_000, bytes: 2 ** 30 }, { budget: 60, budgetSteps: 0 })).toBe(1)
  })
})
