/** What the log says of a plan beside the previous one: figures that can be compared with the lateness of the plan. */
import { expect, it } from 'vitest'
import { buys, current, date, demand, plant } from '../../../test/planner/small-plans.ts'
import { type FixtureRow, plannerInput } from '../../../test/planner/fixture-input.ts'
import { proposalsOf } from '../../planner/previous/proposals.ts'
import { solve } from '../../planner/solve.ts'
import { comparisonTexts } from './comparison-text.ts'

const late = [plant, buys({}), demand({ quantity: 4, due: date(0) })]
const impossible = demand({ name: 'unknown', item: 'Unicycle', quantity: 3, due: date(5) })

const told = (before: readonly FixtureRow[], after: readonly FixtureRow[]): readonly string[] => {
  const previous = solve(plannerInput(before, { current }))
  const next = solve({
    ...plannerInput(after, { current }),
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

it('calls a plan later for what the previous one delivered', () => {
  const lost = [plant, demand({ quantity: 4, due: date(0) })]
  expect(told(late, lost).at(-1)).toMatch(
    /^Later than the previous plan, which was 4 quantity-days late: 0 of its orders cannot be so early any more and [12] cannot be kept \(/,
  )
})
