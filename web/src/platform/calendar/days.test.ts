/** Tests the days of planning time. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { momentText, todayInPlan, todayOfService } from './days.ts'
import { nowInPlan, setPlanClock } from '../formats/instants.ts'

afterEach(() => {
  for (const scenario of ['default', 'scenario1']) setPlanClock(scenario, undefined)
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('today in planning time', () => {
  it.each([
    ['Pacific/Auckland', '2026-03-02'],
    ['America/New_York', '2026-03-01'],
  ])('is the day of the local clock: %s', (local, day) => {
    vi.stubEnv('TZ', local)
    vi.useFakeTimers({ now: new Date('2026-03-02T02:00:00Z') })
    expect(todayInPlan('default')).toBe(day)
  })
  it('is that of the fixed date of the plan, which goes on from the moment of the answer', () => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') })
    setPlanClock('default', '2026-03-02T23:59:00', Date.parse('2026-11-28T11:58:00Z'))
    expect(momentText(nowInPlan('default'))).toBe('2026-03-03T00:01:00')
    expect(todayInPlan('default')).toBe('2026-03-03')
  })

  it('is that of its own scenario', () => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') })
    setPlanClock('default', '2026-03-02T08:00:00')
    setPlanClock('scenario1', '2027-01-04T08:00:00')
    expect(['default', 'scenario1', 'scenario2'].map(todayInPlan)).toEqual([
      '2026-03-02',
      '2027-01-04',
      '2026-11-28',
    ])
  })
})

describe('today by the clock of the service', () => {
  it.each([
    ['Pacific/Auckland', '2026-11-29'],
    ['America/New_York', '2026-11-28'],
  ])('is the day in its time zone, also with a plan of another date: %s', (zone, day) => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00.250Z') })
    setPlanClock('default', '2026-03-02T08:00:00')
    expect(todayOfService(zone)).toBe(day)
  })
})
