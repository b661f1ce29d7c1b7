/** Tests routings in which some steps depend on each other. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/planner/time.ts'
import { date, demand, makes, plan, planned, plant, row, shipped } from './small-plans.ts'

const step = (name: string, priority: number) => [
  row('operation', { name, location: 'plant', type: 'fixed_time', duration: day }),
  row('suboperation', { operation: 'make', suboperation: name, priority }),
]
const waits = (operation: string, blockedby: string) => row('operationdependency', { operation, blockedby })
const routing = [plant, makes({ type: 'routing', duration: 0 }), ...step('cut', 1), ...step('weld', 2)]

describe('what a routing makes', () => {
  it('is there once all steps have ended, also those that the last one does not wait for', () => {
    const solution = plan(...routing, ...step('pack', 3), waits('weld', 'cut'), demand({ due: date(0) }))
    expect(planned(solution)).toEqual([
      ['cut', 1, 0, 1],
      ['weld', 1, 1, 2],
      ['pack', 1, 2, 3],
    ])
    expect(shipped(solution)).toEqual({ order: [[3, 1]] })
  })

  it('is there when the step has ended that nothing waits for, whatever its place', () => {
    const solution = plan(...routing, waits('cut', 'weld'), demand({ due: date(0) }))
    expect(planned(solution)).toEqual([
      ['weld', 1, 0, 1],
      ['cut', 1, 1, 2],
    ])
    expect(shipped(solution)).toEqual({ order: [[2, 1]] })
  })
})
