/**
 * Tests the log lines that compare a plan with the previous one: their figures are comparable with the lateness of
 * the plan.
 */
import { expect, it } from 'vitest'
import { buys, current, date, demand, makes, plant, row } from '../../../test/planner/small-plans.ts'
import { type FixtureRow, plannerInput } from '../../../test/planner/fixture-input.ts'
import { proposalsOf } from '../../planner/previous/proposals.ts'
import type { PlannerSettings } from '../../planner/input.ts'
import { solve } from '../../planner/solve.ts'
import { day } from '../../planner/time.ts'
import { comparisonTexts } from './comparison-text.ts'

const late = [plant, buys({}), demand({ quantity: 4, due: date(0) })]
const impossible = demand({ name: 'unknown', item: 'Unicycle', quantity: 3, due: date(5) })

const told = (
  before: readonly FixtureRow[],
  after: readonly FixtureRow[],
  settings: Partial<PlannerSettings> = {},
): readonly string[] => {
  const previous = solve(plannerInput(before, { current }))
  const input = plannerInput(after, { current })
  const next = solve({
    ...input,
    settings: { ...input.settings, ...settings },
    previous: proposalsOf(previous.plan, previous.deliveries),
  })
  return comparisonTexts(next.comparison, next.deliveries)
}

it('does not call a plan later for what neither plan delivers', () => {
  const rows = [...late, impossible]
  expect(told(rows, rows)).toEqual([
    'Planned anew: 4 quantity-days late and 1 short; the previous plan, repaired, would be 4 and 1 short.',
  ])
})

it('counts nothing short where everything is delivered', () => {
  expect(told(late, late)).toEqual([
    'Planned anew: 4 quantity-days late; the previous plan, repaired, would be 4.',
  ])
})

/** Bikes of several kinds, all made on one bench, each in one day. */
const bench = (
  ...kinds: readonly (readonly [name: string, due: number, priority: number])[]
): FixtureRow[] => [
  plant,
  row('resource', { name: 'bench', maximum: 1 }),
  ...kinds.flatMap(([name, due, priority]) => [
    row('item', { name }),
    makes({ name: `make ${name}`, item: name }),
    row('operationresource', { operation: `make ${name}`, resource: 'bench', quantity: 1 }),
    demand({ name: `order of ${name}`, item: name, due: date(due), priority }),
  ]),
]

it('says what stability has kept, and what it would have cost', () => {
  const before = bench(['red', 6, 1], ['blue', 7, 1])
  expect(
    told(before, [...before, ...bench(['gold', 7, 0]).slice(2)], { frozenHorizon: 7 * day, stability: 0.1 }),
  ).toEqual([
    'Planned anew except inside the frozen horizon: 0 quantity-days late; planned anew as a whole it would be 0 and change 2 orders inside the frozen horizon instead of 1; the previous plan, repaired, would be 0.',
  ])
  expect(
    told(bench(['red', 1, 1]), bench(['red', 1, 1], ['gold', 1, 0]), {
      frozenHorizon: 7 * day,
      stability: 0.1,
    }),
  ).toEqual([
    expect.stringMatching(
      /^Planned anew: 1 quantity-days late; without changing 2 orders inside the frozen horizon it would be 1; the previous plan, repaired, would be 1\.$/,
    ),
    expect.stringContaining('Later than the previous plan'),
  ])
})

it('calls a plan later for what the previous one delivered', () => {
  const lost = [plant, demand({ quantity: 4, due: date(0) })]
  expect(told(late, lost).at(-1)).toMatch(
    /^Later than the previous plan, which was 4 quantity-days late: 0 of its orders cannot be so early any more and [12] cannot be kept \(/,
  )
})
