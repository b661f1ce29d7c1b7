/** Tests the log line of an improved plan: its figures are comparable with the lateness of the plan. */
import { expect, it } from 'vitest'
import { buys, current, date, demand, plant } from '../../../test/planner/small-plans.ts'
import { plannerInput } from '../../../test/planner/fixture-input.ts'
import { solve } from '../../planner/solve.ts'
import { improvementText } from './improvement-text.ts'

it('counts quantity-days of what is delivered, and what is not delivered as short', () => {
  const late = demand({ name: 'late', quantity: 4, due: date(0) })
  const impossible = demand({ name: 'unknown', item: 'Unicycle', quantity: 3, due: date(5) })
  let asked = 0
  const { improvement } = solve(plannerInput([plant, buys({}), late, impossible], { current }), {
    improve: { spent: () => asked++ / 10 },
  })
  expect(improvementText(improvement, 1)).toMatch(
    /late or short 2 → 2, short 1 → 1, lateness \d{1,2} → \d{1,2} quantity-days/,
  )
})
