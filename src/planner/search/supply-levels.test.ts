/** Tests that a demand with too many levels of components is reported, while all others are planned. */
import { expect, it } from 'vitest'
import {
  date,
  demand,
  makes,
  plan,
  plant,
  planWith,
  row,
  shipped,
} from '../../../test/planner/small-plans.ts'
import { planResult } from '../result/plan-result.ts'

/** Returns an item that is made through some levels, and an order for it besides one that is made at once. */
const chain = (levels: number) => [
  plant,
  ...Array.from({ length: levels }, (_, level) => [
    row('item', { name: `level ${level}` }),
    makes({ name: `make ${level}`, item: `level ${level}`, duration: 60 }),
    ...(level + 1 < levels
      ? [row('operationmaterial', { operation: `make ${level}`, item: `level ${level + 1}`, quantity: -1 })]
      : []),
  ]).flat(),
  row('item', { name: 'bike' }),
  makes({}),
  demand({ name: 'deep', item: 'level 0', due: date(5) }),
  demand({ name: 'flat', due: date(5) }),
]

it('a demand with a hundred levels of components is planned', () => {
  expect(shipped(plan(...chain(100)))).toEqual({ deep: [[5, 1]], flat: [[5, 1]] })
})

it('a demand with more levels is left out and reported as invalid data', () => {
  const solution = plan(...chain(1_000))
  expect(shipped(solution)).toEqual({ deep: [], flat: [[5, 1]] })
  expect([...planResult(solution).constraints]).toMatchObject([
    {
      demand: 'deep',
      name: 'invalid data',
      owner: 'level 101 @ plant',
      description:
        '"level 101 @ plant" is not planned: it is more than 100 levels of components below the end item.',
    },
  ])
})

it('alternates are planned without them too', () => {
  expect(shipped(planWith({ plantype: 2 }, ...chain(1_000)))).toMatchObject({ flat: [[5, 1]] })
})
