/** Tests that a repair makes late sales orders earlier that use supply or capacity which an edit adds. */
import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannerInput } from '../../src/planner/input.ts'
import type { Attempt } from '../../src/planner/live/attempt.ts'
import type { Touched } from '../../src/planner/live/touched.ts'
import { touchedBy } from '../../src/planner/live/remedies/remedy.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { prepare } from './live-support.ts'
import { current, date, networks, row } from './random-network.ts'
import { days, demand, makes, plant } from './small-plans.ts'

const frames = row('operationplan', {
  reference: 'PO',
  type: 'PO',
  status: 'confirmed',
  item: 'frame',
  location: 'plant',
  supplier: 'shop',
  quantity: 2,
  startdate: date(0),
  enddate: date(10),
})

/** Two sales orders that wait for a purchase of frames, and one that is made from other frames in time. */
const rows: readonly FixtureRow[] = [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('buffer', { item: 'frame', location: 'plant', onhand: 1 }),
  row('resource', { name: 'bench' }),
  makes({ duration: day }),
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
  row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
  frames,
  demand({ name: 'first', due: date(2) }),
  demand({ name: 'second', due: date(3), priority: 2 }),
  demand({ name: 'third', due: date(4), priority: 3 }),
]

/** Returns the data of a network with their plan as the stored one. */
function storedInput(network: readonly FixtureRow[]): PlannerInput {
  const input = plannerInput(network, { current })
  const { plan, deliveries } = solve(input)
  return { ...input, previous: proposalsOf(plan, deliveries) }
}

const ends = (attempt: Attempt): readonly number[] =>
  ['first', 'second', 'third'].map((name) => days(attempt.deliveryOf(name)!.shipments[0]!.order.end))

function endsAfter(edit: (input: PlannerInput) => PlannerInput, touched: Partial<Touched>) {
  const live = prepare(plannerInput(rows, { current }))
  const attempt = finish(
    live.attempt(edit(live.input), touchedBy(touched), { mode: 'repair', displace: false }),
  )
  const found = { ends: ends(attempt), changes: attempt.consequences.demands.map(({ change }) => change) }
  attempt.close()
  return found
}

const movedTo = (end: string) => (input: PlannerInput) => ({
  ...input,
  orders: input.orders.map((order) => ({ ...order, enddate: secondsOf(end) })),
})

const withTwoPlaces = (input: PlannerInput): PlannerInput => ({
  ...input,
  resources: input.resources.map((resource) => ({ ...resource, maximum: 2 })),
})

describe('a repair', () => {
  const orders = new Set(['PO'])

  it('plans late sales orders earlier that wait for a purchase which is expedited', () => {
    expect(endsAfter(movedTo(date(2)), { orders })).toEqual({
      ends: [2, 3, 4],
      changes: ['recovered', 'recovered'],
    })
    expect(endsAfter(movedTo(date(5)), { orders }).ends).toEqual([2, 6, 7])
  })

  it('plans them earlier where a resource gets more capacity, and leaves the others', () => {
    expect(endsAfter(withTwoPlaces, { tables: new Set(['resources']) })).toEqual({
      ends: [2, 11, 11],
      changes: ['earlier'],
    })
  })
})

it('a repair for an edit that changes nothing makes no sales order earlier, also where the plan leaves room', () => {
  const samples = Array.from({ length: scale({ short: 25, full: 100 }) }, (_, seed) =>
    sample(networks, { numRuns: 1, seed: seed + 1 }),
  )
  const changed = samples.flat().flatMap((network) => {
    const live = prepare(storedInput(network))
    const items = live.input.items.map((item) => ({ ...item }))
    const touched = touchedBy({ tables: new Set(['items']) })
    const attempt = finish(
      live.attempt({ ...live.input, items }, touched, { mode: 'repair', displace: true }),
    )
    const { demands } = attempt.consequences
    attempt.close()
    return demands
  })
  expect(changed).toEqual([])
})
