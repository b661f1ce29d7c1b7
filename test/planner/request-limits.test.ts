/** Tests the last attempt of a request that took too much work: a new count, in which no lot is divided. */
import { expect, it } from 'vitest'
import { compileNetwork } from '../../src/planner/network/compile.ts'
import { finish } from '../../src/planner/pauses.ts'
import { Plan } from '../../src/planner/search/plan.ts'
import { RequestLimits } from '../../src/planner/search/request-limits.ts'
import { plannerInput } from './fixture-input.ts'

const newLimits = (): RequestLimits => {
  const network = finish(compileNetwork(plannerInput([], { current: '2026-01-05 00:00:00' })))
  return new RequestLimits(new Plan(network.calendars))
}

it('a request that took too much work has one more attempt, in which no lot is divided', () => {
  const limits = newLimits()
  expect([limits.isSpent, limits.allowsDividing]).toEqual([false, true])
  while (limits.allowsAttempt());
  expect(limits.isSpent).toBe(true)
  const inside = limits.undivided(() => [limits.allowsAttempt(), limits.isSpent, limits.allowsDividing])
  expect(inside).toEqual([true, false, false])
  expect(limits.allowsDividing).toBe(true)
})
