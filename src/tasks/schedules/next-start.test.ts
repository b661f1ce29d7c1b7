import { describe, expect, it } from 'vitest'
import { processorClock } from '../../../test/support/processor-time.ts'
import { nextStart, nextStarts, parseStartTime, type Timetable } from './next-start.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Returns the consecutive starts after a time, in UTC. */
function starts(
  timeZone: string,
  startTimes: readonly string[],
  from: string,
  count: number,
  days = everyDay,
) {
  const timetable: Timetable = { enabled: true, timeZone, startTimes, days }
  const found: string[] = []
  let after = new Date(from)
  for (let index = 0; index < count; index += 1) {
    const next = nextStart(timetable, after)
    if (next === undefined) break
    found.push(next.toISOString().slice(0, 16))
    after = next
  }
  return found
}

describe('when clocks go forward', () => {
  it('a time that does not occur starts at once afterwards, in Brussels', () => {
    expect(starts('Europe/Brussels', ['02:30'], '2026-03-27T12:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
  })

  it('a time that does not occur starts at once afterwards, in New York', () => {
    expect(starts('America/New_York', ['02:30'], '2026-03-06T12:00Z', 3)).toEqual([
      '2026-03-07T07:30',
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
  })

  it('two times that fall on one moment are one start', () => {
    expect(starts('Europe/Brussels', ['02:15', '02:45', '03:00'], '2026-03-29T00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:15',
    ])
  })

  it('only on days on which it starts', () => {
    expect(starts('Europe/Brussels', ['02:30'], '2026-03-27T12:00Z', 2, [1, 6])).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
    ])
  })
})

describe('when clocks go back', () => {
  it('a time that occurs twice starts once, the first time, in Brussels', () => {
    expect(starts('Europe/Brussels', ['02:30'], '2026-10-23T12:00Z', 3)).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  it('a time that occurs twice starts once, the first time, in New York', () => {
    expect(starts('America/New_York', ['01:30'], '2026-10-30T12:00Z', 3)).toEqual([
      '2026-10-31T05:30',
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
  })

  it('also when somebody asks between the two', () => {
    expect(starts('Europe/Brussels', ['02:30'], '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30'])
  })

  it('times before and after keep to the clock on the wall', () => {
    expect(starts('Europe/Brussels', ['01:00', '06:00'], '2026-10-24T20:00Z', 2)).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T05:00',
    ])
  })
})

it('several times of several days follow each other in order', () => {
  expect(starts('UTC', ['18:30', '06:00'], '2026-11-20T07:00Z', 4, [1, 5])).toEqual([
    '2026-11-20T18:30',
    '2026-11-23T06:00',
    '2026-11-23T18:30',
    '2026-11-27T06:00',
  ])
})

it('nothing starts without times, without days, or when it is switched off', () => {
  const timetable: Timetable = { enabled: true, timeZone: 'UTC', startTimes: ['06:00'], days: everyDay }
  const now = new Date('2026-11-20T07:00Z')
  expect(nextStart(timetable, now)).toEqual(new Date('2026-11-21T06:00Z'))
  expect(nextStart({ ...timetable, startTimes: [] }, now)).toBeUndefined()
  expect(nextStart({ ...timetable, days: [] }, now)).toBeUndefined()
  expect(nextStart({ ...timetable, enabled: false }, now)).toBeUndefined()
})

it.each([
  ['06:00', '06:00'],
  ['6:05', '06:05'],
  ['23:59:00', '23:59'],
  ['24:00', undefined],
  ['06:60', undefined],
  ['06:00:30', undefined],
  ['6', undefined],
  [21600, undefined],
])('%s is the time %s', (given, time) => {
  expect(parseStartTime(given)).toBe(time)
})

it('many times of day, each given often, are no work for each start', () => {
  const minutes = Array.from({ length: 1_440 }, (_, minute) =>
    new Date(minute * 60_000).toISOString().slice(11, 16),
  )
  const timetable: Timetable = {
    enabled: true,
    timeZone: 'UTC',
    startTimes: Array.from({ length: 20 }, () => minutes).flat(),
    days: [1],
  }
  const processorMs = processorClock()
  const found = nextStarts(timetable, new Date('2026-03-01T12:00Z'), 2_000)
  // Searching the starts one by one takes a minute or more.
  expect(processorMs()).toBeLessThan(8_000)
  expect(new Set(found.map(Number)).size).toBe(2_000)
  expect(found[1_440]?.toISOString()).toBe('2026-03-09T00:00:00.000Z')
})
