/** Tests how the orders of a plan that is made again are matched with those of the stored plan. */
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { solve } from '../../src/planner/solve.ts'
import { hour } from '../../src/planner/time.ts'
import { plannerInput } from './fixture-input.ts'
import { prepare, touching } from './live-support.ts'
import { current, date, row } from './random-network.ts'

/** Frames with a step each, for three sales orders at different dates. */
const rows = [
  row('location', { name: 'plant' }),
  row('resource', { name: 'cell', maximum: 1, location: 'plant' }),
  row('item', { name: 'frame' }),
  row('operation', { name: 'make', item: 'frame', location: 'plant', type: 'routing' }),
  row('operation', {
    name: 'weld',
    owner: 'make',
    priority: 1,
    location: 'plant',
    type: 'time_per',
    duration_per: 6 * hour,
  }),
  row('operationresource', { operation: 'weld', resource: 'cell', quantity: 1 }),
  ...[9, 14, 19].map((due, place) =>
    row('demand', {
      name: `SO-${place}`,
      item: 'frame',
      location: 'plant',
      quantity: place + 1,
      due: date(due),
      priority: place + 1,
      status: 'open',
    }),
  ),
]

describe('a plan that is made again without edits', () => {
  it('changes no orders, whatever sales orders the stored ones are for', () => {
    const input = plannerInput(rows, { current })
    const { plan, deliveries } = solve(input)
    // The pegging of a stored plan may give the supply of one sales order to another one.
    const previous = proposalsOf(plan, deliveries).map((one) =>
      typeof one.pegged === 'string' && typeof one.demand !== 'string'
        ? Object.assign({}, one, { pegged: one.pegged === 'SO-0' ? 'SO-1' : 'SO-0' })
        : one,
    )
    const live = prepare({ ...input, previous })
    const attempt = finish(live.attempt(live.input, touching(), { mode: 'replan', displace: false }))
    const { list, ...counts } = attempt.consequences.orders
    expect(list).toEqual([])
    expect(counts).toEqual({ added: 0, moved: 0, resized: 0, dropped: 0, frozen: 0 })
    // The orders keep their references.
    const named = attempt.solution().plan.orders.filter(({ operation }) => operation.kind !== 'delivery')
    expect(new Set(named.map((order) => attempt.referenceOf(order)))).toEqual(
      new Set(previous.flatMap(({ reference, demand }) => (typeof demand === 'string' ? [] : [reference]))),
    )
    attempt.close()
  })
})
