import { describe, expect, it } from 'vitest'
import { day } from '../../planner/time.ts'
import { type ParameterSource, readPlanParameters } from './plan-parameters.ts'

const now = '2026-01-07T08:30:15'

const read = (parameters: Readonly<Record<string, string | null>>, given: Partial<ParameterSource> = {}) =>
  readPlanParameters({
    parameters: new Map(Object.entries(parameters)),
    now,
    timeZone: 'Europe/Brussels',
    ...given,
  })

const at = (datetime: string): number => Date.parse(`${datetime}Z`) / 1000

describe('parameters of a plan', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      current: at(now),
      autoFence: 999 * day,
      administrativeLeadTime: 0,
      frozenHorizon: 7 * day,
      faults: [],
      unused: [],
    })
  })

  it.each([
    ['now', now],
    ['NOW ', now],
    ['today', '2026-01-07T00:00:00'],
    ['2026-02-01', '2026-02-01T00:00:00'],
    ['2026-02-01 06:30', '2026-02-01T06:30:00'],
    ['2026-02-01T06:30:00Z', '2026-02-01T07:30:00'],
    ['', now],
    [null, now],
  ])('start the plan by %j', (currentdate, expected) => {
    expect(read({ currentdate })).toMatchObject({ current: at(expected), faults: [] })
  })

  it('start the plan when whoever runs it says so', () => {
    expect(read({ currentdate: 'today' }, { current: '2026-03-01' }).current).toBe(at('2026-03-01T00:00:00'))
  })

  it('are days', () => {
    const parameters = { 'plan.autoFenceOperations': '14', 'plan.administrativeLeadtime': ' 1.5 ' }
    expect(read(parameters)).toMatchObject({
      autoFence: 14 * day,
      administrativeLeadTime: 1.5 * day,
      faults: [],
    })
  })

  it.each(['soon', '-1', '1,5', 'NaN', 'Infinity', '1e999'])(
    'tell that %j is no number, and what to write',
    (value) => {
      const { administrativeLeadTime, faults } = read({ 'plan.administrativeLeadtime': value })
      expect(administrativeLeadTime).toBe(0)
      expect(faults).toEqual([
        `Parameter "plan.administrativeLeadtime" is "${value}", which is no number of days; 0 is used. Write a number such as 0, with a point and not below 0.`,
      ])
    },
  )

  it('name those that are of no use here, but not those of other parts', () => {
    const { unused } = read({
      'plan.loglevel': '1',
      'plan.minimumdelay': '3600',
      'COMPLETED.allow_future': 'true',
    })
    expect(unused).toEqual(['plan.loglevel'])
  })
})
