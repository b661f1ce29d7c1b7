import { describe, expect, it } from 'vitest'
import type { PlannerSettings } from '../input.ts'
import { isCheaper, type PlanCost } from './objective.ts'

const constraints = { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true }
const settings = (given: Partial<PlannerSettings> = {}): PlannerSettings => ({
  current: 0,
  plantype: 1,
  constraints,
  autoFence: undefined,
  moveApprovedEarly: false,
  moveApprovedLate: false,
  administrativeLeadTime: 0,
  deliveryDuration: 0,
  ...given,
})
const cost = (lateness: number, changes = 0): PlanCost => ({ lateness, changes })

describe('what a plan costs', () => {
  it('is its lateness, and less only beyond the margin', () => {
    expect(isCheaper(cost(99), cost(100), settings())).toBe(true)
    expect(isCheaper(cost(100), cost(100), settings())).toBe(false)
    expect(isCheaper(cost(99.6), cost(100), settings(), 0.005)).toBe(false)
    expect(isCheaper(cost(99.4), cost(100), settings(), 0.005)).toBe(true)
  })

  it('rises with each change of what is about to begin', () => {
    const given = settings({ stability: 2 })
    expect(isCheaper(cost(10, 1), cost(10, 4), given)).toBe(true)
    expect(isCheaper(cost(15, 1), cost(10, 4), given)).toBe(true)
    expect(isCheaper(cost(17, 1), cost(10, 4), given)).toBe(false)
    expect(isCheaper(cost(10, 4), cost(17, 1), given)).toBe(true)
    expect(isCheaper(cost(10, 1), cost(10, 4), settings({ stability: 0 }))).toBe(false)
  })
})
