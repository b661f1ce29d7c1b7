/** Tests that the work of planning stays in proportion: over levels with several ways to make an item, and on busy resources. */
import { expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { RequestLimits } from '../../src/planner/search/request-limits.ts'
import type { FixtureRow } from './fixture-input.ts'
import { date, days, demand, makes, plan, plant, row } from './small-plans.ts'

/** Returns the number of moves of slots that a plan takes; a spy of the test runner would keep each of the calls. */
function movesOf(run: () => void): number {
  const counted = Object.getOwnPropertyDescriptor(RequestLimits.prototype, 'countMove')!
  let moves = 0
  Object.defineProperty(RequestLimits.prototype, 'countMove', {
    ...counted,
    value: () => {
      moves += 1
    },
  })
  try {
    run()
  } finally {
    Object.defineProperty(RequestLimits.prototype, 'countMove', counted)
  }
  return moves
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place)

/** Items that are each made of the next one, by a short operation and by a long one that takes twice as much of it. */
const twoWays = (levels: number): readonly FixtureRow[] => [
  plant,
  ...upTo(levels + 1).map((level) => row('item', { name: `level ${level}` })),
  ...upTo(levels).flatMap((level) =>
    [1, 2].flatMap((way) => [
      makes({
        name: `make ${level} by ${way}`,
        item: `level ${level}`,
        duration: 600 * way,
        priority: way,
      }),
      row('operationmaterial', {
        operation: `make ${level} by ${way}`,
        item: `level ${level + 1}`,
        quantity: -way,
        type: 'start',
      }),
    ]),
  ),
  row('itemsupplier', {
    item: `level ${levels}`,
    location: 'plant',
    supplier: 'mill',
    leadtime: 20 * 86_400,
  }),
]

it.each([5, 7, 12])('plans a late order over %i levels with two ways to make each item', (levels) => {
  const solution = plan(...twoWays(levels), demand({ item: 'level 0', quantity: 5, due: date(1) }))
  const [delivery] = solution.deliveries
  expect(delivery!.shipments.map(({ quantity }) => quantity)).toEqual([5])
  expect(days(delivery!.shipments[0]!.order.end)).toBeCloseTo(20 + (levels * 600) / 86_400)
  expect([...planResult(solution).constraints]).toMatchObject([
    { name: 'purchasing lead time', owner: `Purchase level ${levels} @ plant from mill` },
  ])
  expect(solution.plan.placed).toBeLessThan(20_000)
})

it('searches sequences for orders on a busy resource within its effort', () => {
  const shop = [
    plant,
    row('item', { name: 'bike' }),
    makes({ type: 'time_per', duration: 0, duration_per: 3600 }),
    row('resource', { name: 'bench' }),
    row('operationresource', { operation: 'make', resource: 'bench' }),
    ...upTo(400).map((place) =>
      demand({
        name: `order ${place}`,
        due: date(1 + ((place * 7) % 40)),
        quantity: 1 + (place % 9),
        priority: 1 + (place % 2),
      }),
    ),
  ]
  expect(movesOf(() => plan(...shop))).toBeLessThan(4_000_000)
})
