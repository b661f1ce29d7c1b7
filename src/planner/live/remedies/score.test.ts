/** Tests the ranking of remedies: which effects and costs make one better than another. */
import { expect, it } from 'vitest'
import { nothing } from './attempt.ts'
import type { RemedyState } from './remedy.ts'
import { type Rated, scoreOf } from './score.ts'

interface Effect {
  /** Days late before and after; null for a part that is not delivered. */
  readonly days?: readonly [number | null, number | null]
  readonly gain?: number
  readonly harm?: number
  readonly later?: number
  readonly othersDays?: number
  readonly effort?: number
  readonly price?: number
}

const state = (days: number | null): RemedyState => ({ date: days === null ? null : 0, days_late: days })

function rated({ days = [10, 5], gain = 0.5, effort = 0, harm = 0, price = 0, ...others }: Effect): Rated {
  const { later = 0, othersDays = 0 } = others
  return {
    candidate: { ...nothing, effort },
    remedy: {
      before: state(days[0]),
      after: state(days[1]),
      others: { later, late: 0, days: othersDays, recovered: 0, paying: [] },
    },
    gain,
    harm,
    price,
  }
}

const score = (effect: Effect): number => scoreOf(rated(effect))

it('is better the more lateness is removed, and the earlier the last delivery is', () => {
  expect(score({ gain: 0.6 })).toBeGreaterThan(score({ gain: 0.5 }))
  expect(score({ days: [10, 4] })).toBeGreaterThan(score({ days: [10, 5] }))
  expect(score({ days: [null, 30] })).toBeGreaterThan(score({ days: [null, null] }))
})

it('ranks parts whose last one is later behind overtime that makes all of it earlier, in spite of its cost', () => {
  const split = score({ days: [48, 60], gain: 0.23, effort: 3 })
  const overtime = score({ days: [48, 33], gain: 0.31, effort: 40, price: 0.15 })
  expect(overtime).toBeGreaterThan(split)
})

it('counts lateness added to others in full, and removed from them only in part', () => {
  expect(score({ harm: 0.2 })).toBeLessThan(score({ harm: 0 }))
  expect(score({ harm: -0.2 })).toBeGreaterThan(score({ harm: 0 }))
  expect(score({ harm: -5 })).toBe(score({ harm: -0.5 }))
  // Others lose more than the sales order gains.
  expect(score({ gain: 1, days: [10, 0], harm: 1.5 })).toBeLessThan(0)
})

it.each([0.1, 2] as const)('is worse the more others, days, effort or cost, with a harm of %d', (harm) => {
  const base = score({ harm })
  for (const more of [{ later: 1 }, { othersDays: 1 }, { effort: 1 }, { price: 0.1 }])
    expect(score({ harm, ...more })).toBeLessThan(base)
})
