import { expect, it } from 'vitest'
import { loadModel, planScenario } from '../../../test/support/plans.ts'
import { openBench, parameter, workshop } from '../../../test/support/workshop.ts'
import { readPlanClock } from './plan-clock.ts'

const { context } = openBench()

it('is the start that was given with the plan, until a plan starts on the date of the parameter again', async () => {
  await loadModel(context(), workshop)
  await planScenario(context(), { current: '2026-06-01T00:00:00' })
  expect(await readPlanClock(context())).toBe('2026-06-01T00:00:00')
  await planScenario(context())
  expect(await readPlanClock(context())).toBe('2026-01-05T00:00:00')
})

it('is the time of planning if the parameter names an offset from UTC', async () => {
  await loadModel(context(), [
    ...workshop.filter(({ model }) => model !== 'common.parameter'),
    parameter('currentdate', '2026-01-05T00:00:00-08:00'),
  ])
  expect(await readPlanClock(context())).toBe('2026-01-05T08:00:00')
})
