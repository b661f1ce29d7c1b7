/** Tests the sequence of many equally urgent sales orders that compete for stock. */
import { expect, it } from 'vitest'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { hour } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { violationsOf } from './judge.ts'
import { planTables } from './plan-tables.ts'
import { current, date, row } from './random-network.ts'
import { plant } from './small-plans.ts'

/** Frames take three weeks to buy. A tandem, due first, needs as many of those in stock as four bikes. */
const shop = (
  tandems: number,
  { places = 1000, frames = 4 * tandems }: { readonly places?: number; readonly frames?: number } = {},
): readonly FixtureRow[] => [
  plant,
  row('resource', { name: 'bench', maximum: places, location: 'plant' }),
  ...['frame', 'bike', 'tandem'].map((name) => row('item', { name })),
  row('buffer', { item: 'frame', location: 'plant', onhand: frames }),
  row('supplier', { name: 'shop' }),
  row('itemsupplier', { item: 'frame', location: 'plant', supplier: 'shop', leadtime: 21 * 24 * hour }),
  ...(['bike', 'tandem'] as const).flatMap((item) => [
    row('operation', { name: item, item, location: 'plant', type: 'fixed_time', duration: 12 * hour }),
    row('operationmaterial', { operation: item, item: 'frame', quantity: item === 'bike' ? -1 : -4 }),
    row('operationresource', { operation: item, resource: 'bench', quantity: 1 }),
  ]),
  ...Array.from({ length: 5 * tandems }, (_, index) => {
    const item = index < tandems ? 'tandem' : 'bike'
    const due = date(item === 'tandem' ? 1 : 2)
    return row('demand', {
      name: `order ${index}`,
      item,
      location: 'plant',
      quantity: 1,
      due,
      status: 'open',
    })
  }),
]

function plan(rows: readonly FixtureRow[]): Solution {
  const solution = solve(plannerInput(rows, { current }))
  expect(violationsOf(rows, current, planTables(solution))).toEqual([])
  return solution
}

const late = ({ deliveries }: Solution, item: string): number =>
  latenessOf(deliveries.filter(({ demand }) => demand.item.name === item))

it('gives scarce stock to the orders for which waiting would cost most', () => {
  const planned = plan(shop(60))
  expect(late(planned, 'bike')).toBe(0)
  expect(late(planned, 'tandem')).toBeCloseTo(60 * 20.5)
})

it('goes to the same orders if they are few, who are planned in several sequences', () => {
  const few = plan(shop(20))
  expect(late(few, 'bike')).toBe(0)
  expect(late(few, 'tandem')).toBeCloseTo(20 * 20.5)
})

it('goes to the same orders if they compete for few places as well', () => {
  const few = plan(shop(3, { places: 3 }))
  expect(late(few, 'bike')).toBe(0)
  expect(late(few, 'tandem')).toBeCloseTo(3 * 20.5)
})

it('goes to the same orders if they are few and are made without limited resources', () => {
  const few = plan(shop(20).filter(({ model }) => model !== 'input.operationresource'))
  expect(late(few, 'bike')).toBe(0)
  expect(late(few, 'tandem')).toBeCloseTo(20 * 20.5)
})

it('goes to all of them if it is not scarce', () => {
  expect(latenessOf(plan(shop(60, { frames: 500 })).deliveries)).toBe(0)
})

it('plans the orders that are due first first if resources rather than stock delay them', () => {
  const planned = plan(shop(60, { places: 1 }))
  expect(late(planned, 'tandem')).toBeLessThan(late(planned, 'bike'))
})
