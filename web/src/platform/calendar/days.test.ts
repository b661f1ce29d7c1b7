/** Tests the days of planning time. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { todayInPlan } from './days.ts'

describe('today in planning time', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it.each([
    ['Pacific/Auckland', '2026-03-02'],
    ['America/New_York', '2026-03-01'],
  ])('is the day of the local clock: %s', (local, day) => {
    vi.stubEnv('TZ', local)
    vi.useFakeTimers({ now: new Date('2026-03-02T02:00:00Z') })
    expect(todayInPlan()).toBe(day)
  })
})
