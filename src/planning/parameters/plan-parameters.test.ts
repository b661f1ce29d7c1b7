import { describe, expect, it } from 'vitest'
import { messageText } from '../../errors/messages.ts'
import { day } from '../../planner/time.ts'
import { type ParameterSource, parameterFaults, readPlanParameters } from './plan-parameters.ts'

const now = '2026-01-07T08:30:15'

const read = (parameters: Readonly<Record<string, string | null>>, given: Partial<ParameterSource> = {}) =>
  readPlanParameters({
    parameters: new Map(Object.entries(parameters)),
    now,
    timeZone: 'Europe/Brussels',
    ...given,
  })

const at = (datetime: string): number => Date.parse(`${datetime}Z`) / 1000

const textsOf = (parameters: ReadonlyMap<string, string | null>): readonly string[] =>
  parameterFaults(parameters).map(({ message }) => messageText(message))

describe('parameters of a plan', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      current: at(now),
      autoFence: undefined,
      moveApprovedEarly: false,
      moveApprovedLate: false,
      priorityAsWeight: false,
      stability: undefined,
      smallestLot: undefined,
      maximumParts: undefined,
      administrativeLeadTime: 0,
      frozenHorizon: 7 * day,
      unused: [],
      mistyped: [],
    })
  })

  it.each([
    ['now', now],
    ['NOW ', now],
    ['today', '2026-01-07T00:00:00'],
    ['2026-02-01', '2026-02-01T00:00:00'],
    ['2026-02-01 06:30', '2026-02-01T06:30:00'],
    ['2026-02-01T06:30:00Z', '2026-02-01T07:30:00'],
    ['2023-01-01  00:00:00 AM', '2023-01-01T00:00:00'],
    ['2026/2/1 6:30 PM', '2026-02-01T18:30:00'],
    ['', now],
    [null, now],
  ])('start the plan by %j', (currentdate, expected) => {
    expect(read({ currentdate })).toMatchObject({ current: at(expected) })
  })

  it('start the plan when whoever runs it says so', () => {
    expect(read({ currentdate: 'today' }, { current: '2026-03-01' }).current).toBe(at('2026-03-01T00:00:00'))
  })

  it('with names that nothing reads are compared with those that are read', () => {
    const parameters = {
      currentdatum: '2026-01-01',
      'Plan.frozenhorizon': '3',
      colour: 'red',
      'plan.loglevel': '2',
    }
    expect(read(parameters).mistyped).toEqual([
      { name: 'currentdatum', meant: 'currentdate' },
      { name: 'Plan.frozenhorizon', meant: 'plan.frozenHorizon' },
    ])
  })

  it('are days', () => {
    const parameters = { 'plan.autoFenceOperations': '14', 'plan.administrativeLeadtime': ' 1.5 ' }
    expect(read(parameters)).toMatchObject({
      autoFence: 14 * day,
      administrativeLeadTime: 1.5 * day,
    })
  })

  it('allow approved orders to be moved', () => {
    const parameters = { 'plan.move_approved_early': '1', 'plan.move_approved_late': 'yes' }
    expect(read(parameters)).toMatchObject({ moveApprovedEarly: true, moveApprovedLate: true, unused: [] })
    expect(parameterFaults(new Map([['plan.move_approved_early', '2']]))).toHaveLength(1)
  })

  it('say what counts in a plan', () => {
    const parameters = { 'plan.priority_as_weight': 'true', 'plan.stability': '0' }
    expect(read(parameters)).toMatchObject({ priorityAsWeight: true, stability: 0, unused: [] })
  })

  it('limit the parts into which orders and lots are divided', () => {
    const parameters = { 'plan.smallestLot': ' 2.5 ', 'plan.maximumParts': '3' }
    expect(read(parameters)).toMatchObject({ smallestLot: 2.5, maximumParts: 3, unused: [] })
    const wrong = { 'plan.smallestLot': '-1', 'plan.maximumParts': '2.5' }
    expect(textsOf(new Map(Object.entries(wrong)))).toEqual([
      'The parameter "plan.smallestLot" cannot be "-1". Write a number of at least 0 such as 2.5.',
      'The parameter "plan.maximumParts" cannot be "2.5". Write a whole number of at least 1 such as 5.',
    ])
    for (const value of ['0', '1e99', 'two', '0x2'])
      expect(textsOf(new Map([['plan.maximumParts', value]]))).toHaveLength(1)
  })

  it('are durations with units', () => {
    expect(read({ 'plan.frozenHorizon': '2 weeks', 'plan.autoFenceOperations': '36 h' })).toMatchObject({
      frozenHorizon: 14 * day,
      autoFence: 1.5 * day,
    })
  })

  it.each(['soon', '-1', '1,5', 'NaN', 'Infinity', '1e999', '1 month', '0x10'])(
    'tell that %j is no number of days, and what to write',
    (value) => {
      expect(textsOf(new Map([['plan.administrativeLeadtime', value]]))).toEqual([
        `The parameter "plan.administrativeLeadtime" cannot be "${value}". Write a number of days of at least 0 such as 1.5, or a duration such as 2 weeks.`,
      ])
    },
  )

  it('tell of every one that cannot be read, and nothing of those that can or are unknown', () => {
    const given = {
      currentdate: '01/12/2026',
      'plan.minimumdelay': 'long',
      'COMPLETED.allow_future': 'perhaps',
      'plan.frozenHorizon': ' 3 ',
      'plan.colour': 'red',
    }
    const faults = textsOf(new Map(Object.entries(given)))
    expect(faults.map((fault) => fault.split(' cannot', 1)[0])).toEqual([
      'The parameter "currentdate"',
      'The parameter "plan.minimumdelay"',
      'The parameter "COMPLETED.allow_future"',
    ])
    expect(parameterFaults(new Map([['currentdate', 'someday']]), 'today')).toEqual([])
  })

  it('name those that are of no use here, but not those of other parts', () => {
    const { unused } = read({
      'plan.loglevel': '1',
      'plan.minimumdelay': '3600',
      'COMPLETED.allow_future': 'true',
    })
    expect(unused).toEqual(['plan.loglevel'])
  })
})
