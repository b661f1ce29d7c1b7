/** Tests sequences in shops with changeovers, alternate machines and pools, without a budget. */
import { describe, expect, it } from 'vitest'
import { flexibleJobShop, gapOf, knownJobShop } from '../../bench/planner/job-shops.ts'
import { leastLateness, pressesInput, randomPresses } from '../../bench/planner/presses.ts'
import { latenessOf } from '../../src/planner/lateness.ts'
import { solve } from '../../src/planner/solve.ts'

const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1)

describe('orders with changeovers', () => {
  it.each([1, 2])('are at most a tenth later than in the best of all sequences on %d presses', (presses) => {
    for (const seed of seeds) {
      const shop = randomPresses(seed, presses, 6)
      const lateness = latenessOf(solve(pressesInput(shop)).deliveries)
      expect(lateness, `seed ${seed}`).toBeLessThanOrEqual(1.1 * leastLateness(shop) + 1e-6)
    }
  })
})

describe('job shops in which several machines can make a step', () => {
  it.each([
    ['ft06', 2, 0],
    ['la01', 2, 0.03],
    ['la16', 3, 0.03],
  ])('of %s with %d machines are at most %d of the lower bound longer', (name, ways, limit) => {
    const { input, bound } = flexibleJobShop(knownJobShop(name), ways)
    expect(gapOf(solve(input), bound)).toBeLessThanOrEqual(limit)
  })
})
