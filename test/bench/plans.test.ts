import { expect, it } from 'vitest'
import { benchPlanner } from '../../bench/planner.ts'
import { detail } from '../support/detail.ts'

it('the benchmark of plans measures solving, result rows, lateness and orders', detail, async () => {
  const figures = await benchPlanner(
    { suites: [], sizes: [200], only: ['usual'], rounds: 1 },
    () => undefined,
  )
  expect(figures.map(({ work, rows }) => [work, rows])).toEqual([
    ['plan', 200],
    ['plan: tell it as rows', 200],
    ['plan: lateness', 200],
    ['plan: orders', 200],
  ])
  for (const { ours } of figures) expect(ours).toBeGreaterThan(0)
})
