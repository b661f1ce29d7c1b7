/** Tests that a plan is repaired around a moved order without making it much later. */
import { expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { solve } from '../../src/planner/solve.ts'
import { hour } from '../../src/planner/time.ts'
import { detail } from '../support/detail.ts'
import { demoRows } from './demo-rows.ts'
import { plannerInput } from './fixture-input.ts'
import { prepare, touching } from './live-support.ts'

it(
  'keeps the sequence of orders that no longer fit where planning them again is later',
  { ...detail, timeout: 120_000 },
  () => {
    const input = plannerInput(demoRows(manufacturingDemo()), { current: `${referenceDate} 00:00:00` })
    const run = solve(input)
    const live = prepare({ ...input, previous: proposalsOf(run.plan, run.deliveries) })
    const proposals = live.proposals()
    // The plan has no room for its frames before the end of the queue.
    const head = proposals.find(({ reference }) => reference === '658')!
    expect(head.operation).toBe('Make Frame city black')
    const { resources: _resources, pegged: _pegged, demand: _demand, ...kept } = head
    const order = { ...kept, status: 'approved', startdate: head.startdate! + 9.5 * hour, enddate: null }
    const steps = proposals.filter(({ owner }) => owner === head.reference).map(({ reference }) => reference)
    const next = { ...live.input, orders: [...live.input.orders, order] }
    const moved = touching([], [head.reference, ...steps])
    const attempt = finish(live.attempt(next, moved, { mode: 'repair', displace: false }))
    const { before, after } = attempt.consequences.keyfigures
    attempt.close()
    // Planned again, it would be 1.77 times as late.
    expect(after.quantity_days_late / before.quantity_days_late).toBeLessThan(1.5)
  },
)
