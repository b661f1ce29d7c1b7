/** Tests the reasons of late orders in the manufacturing demo, as a planner judges them. */
import { describe, expect, it } from 'vitest'
import { referenceDate } from '../../fixtures/generate/fixture.ts'
import { manufacturingDemo } from '../../fixtures/generate/manufacturing-demo.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import type { Reason } from '../../src/planner/search/reason.ts'
import { solve } from '../../src/planner/solve.ts'
import type { Solution } from '../../src/planner/solution.ts'
import { day } from '../../src/planner/time.ts'
import { demoRows } from './demo-rows.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'

const rows: readonly FixtureRow[] = demoRows(manufacturingDemo())

const planOf = (some: readonly FixtureRow[]): Solution =>
  solve(plannerInput(some, { current: `${referenceDate} 00:00:00` }))

const deliveryOf = ({ deliveries }: Solution, name: string) =>
  deliveries.find(({ demand }) => demand.name === name)!

const solution = planOf(rows)

/** Returns the lateness of the last shipment, in days. */
function delayOf(name: string, of: Solution = solution): number {
  const { demand, shipments } = deliveryOf(of, name)
  return Math.max(...shipments.map(({ order }) => order.end - demand.due)) / day
}

const reasonsOf = (name: string): readonly Reason[] => deliveryOf(solution, name).reasons

const gainOf = ({ gain }: Reason): number => (gain ?? 0) / day

/** Returns the rows with a resource that is always free. */
const without = (resource: string): readonly FixtureRow[] =>
  rows.map((row) => {
    if (row.model !== 'input.resource' || row.fields['name'] !== resource) return row
    const fields = Object.assign({}, row.fields, { constrained: false })
    return Object.assign({}, row, { fields })
  })

describe('in the manufacturing demo', { timeout: 120_000 }, () => {
  it('every late order has a reason with the days it costs', () => {
    const late = solution.deliveries.filter((delivery) => latenessOf([delivery]) > 0)
    expect(late.length).toBeGreaterThan(0)
    const unexplained = late.filter(({ reasons }) => !reasons.some((reason) => gainOf(reason) > 0))
    expect(unexplained.map(({ demand }) => demand.name)).toEqual([])
  })

  it.each(['Bram', 'Paint line'])(
    '140 red bicycles wait for %s, and are earlier where it alone is free',
    (owner) => {
      const reason = reasonsOf('SO-10901').find((one) => one.kind === 'capacity' && one.owner === owner)
      expect(gainOf(reason!)).toBeGreaterThan(0.9 * delayOf('SO-10901'))
      const relaxed = planOf(without(owner))
      expect(delayOf('SO-10901', relaxed)).toBeLessThan(delayOf('SO-10901') - 0.5)
    },
  )

  it('60 electric bicycles wait for their motors, and with them for batteries', () => {
    const [first, ...others] = reasonsOf('SO-10903')
    expect(first?.owner).toContain('Purchase Hub motor 250 W')
    const together = others.find((reason) => reason.together?.some(({ owner }) => owner === first!.owner))
    expect(together?.owner).toContain('Purchase Battery 500 Wh')
    expect(gainOf(together!)).toBeGreaterThan(0.95 * delayOf('SO-10903'))
  })

  it('60 cargo bicycles wait for several resources that explain more than half of the delay together', () => {
    const most = Math.max(...reasonsOf('SO-10902').map(gainOf))
    expect(most).toBeGreaterThan(0.5 * delayOf('SO-10902'))
  })

  it('ten bicycles are not shipped one by one', () => {
    expect(deliveryOf(solution, 'SO-10724').shipments.length).toBeLessThanOrEqual(3)
  })
})
