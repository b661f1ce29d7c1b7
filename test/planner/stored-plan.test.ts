/** Tests that a plan in memory consumes the alternate materials of the stored plan. */
import { expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import type { Order } from '../../src/planner/search/plan.ts'
import { solve } from '../../src/planner/solve.ts'
import { demoRows } from './demo-rows.ts'
import { plannerInput } from './fixture-input.ts'
import { prepare } from './live-support.ts'

/** Returns what orders consume, in an order of its own. */
const consumedBy = (orders: readonly Order[]): readonly string[] =>
  orders
    .flatMap(({ operation, start, end, quantity, movements }) =>
      movements.map((one) =>
        [operation.name, start, end, quantity, one.buffer.item.name, one.date, one.quantity].join(' '),
      ),
    )
    .toSorted()

it('a plan in memory consumes the alternate materials of the stored one, and buys no more', () => {
  const input = plannerInput(demoRows(manufacturingDemo()), { current: `${referenceDate} 00:00:00` })
  const { plan, deliveries } = solve(input)
  const previous = proposalsOf(plan, deliveries)
  expect(previous.filter(({ materials }) => materials !== undefined).length).toBeGreaterThan(20)
  const live = prepare({ ...input, previous })
  expect(live.proposals().length).toBe(previous.length)
  expect(consumedBy(live.state.plan.orders)).toEqual(consumedBy(plan.orders))
})
