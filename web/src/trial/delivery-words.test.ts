/** Tests how changed deliveries are told. */
import { expect, it } from 'vitest'
import type { DemandState } from '../platform/api/plan-trials.ts'
import { isSameDelivery } from './delivery-words.ts'

const state = (date: string | null, short = 0): DemandState => ({ date, days_late: 1, short })

it('only a part is earlier or later if the last date stays, to the minute, and as much is missing', () => {
  const before = state('2026-12-23T14:29:16')
  expect(isSameDelivery(before, state('2026-12-23T14:29:50'))).toBe(true)
  expect(isSameDelivery(before, state('2026-12-23T14:28:16'))).toBe(false)
  expect(isSameDelivery(before, state('2026-12-23T14:29:16', 2))).toBe(false)
  expect(isSameDelivery(state(null, 5), state(null, 5))).toBe(true)
  expect(isSameDelivery(null, before)).toBe(false)
})
