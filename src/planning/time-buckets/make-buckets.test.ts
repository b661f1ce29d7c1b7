import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import { dateText, parseDay } from './calendar-days.ts'
import { type GranularityName, granularities } from './granularities.ts'
import { type BucketRequest, defaultHorizon, makeBuckets, type TimeBucket } from './make-buckets.ts'

const templates = {
  year: '%Y',
  quarter: '%y Q%q',
  month: '%b %y',
  week: '%y W%W',
  day: '%Y-%m-%d',
}

function make(request: Partial<BucketRequest>, changed: Partial<BucketRequest['templates']> = {}) {
  const base = { start: '2024-01-01', end: '2024-12-31', weekStart: 1, language: 'en' }
  return makeBuckets({ ...base, ...request, templates: { ...templates, ...changed } })
}

const only = (buckets: readonly TimeBucket[], granularity: GranularityName): readonly TimeBucket[] =>
  buckets.filter((bucket) => bucket.granularity === granularity)

/** Returns the first day of the week of a day, and its name by a template. */
function week(date: string, weekStart: number, template: string): readonly [string, string] {
  const [found, ...more] = only(make({ start: date, end: date, weekStart }, { week: template }), 'week')
  expect(more).toEqual([])
  return [found!.start, found!.name]
}

const horizon = ({ from, length }: { from: number; length: number }) => ({
  start: dateText(from),
  end: dateText(from + length),
})

const marchFifth = (language: string): string =>
  only(make({ start: '2024-03-05', end: '2024-03-05', language }, { day: '%A %B %% %a' }), 'day')[0]!.name

describe('what is refused', () => {
  it.each([
    [{ start: '2024-02-30' }, 'Parameter "start" is invalid: "2024-02-30" is not a date YYYY-MM-DD'],
    [{ end: 'tomorrow' }, 'Parameter "end" is invalid: "tomorrow" is not a date'],
    [{ end: '20250-01-01' }, 'is not a date'],
    [{ end: '3000-01-01' }, 'in the years 1900 to 2999'],
    [{ start: '2000-01-01', end: '2100-01-01' }, '100 years or more after the start'],
    [{ start: '2024-05-02', end: '2024-05-01' }, '"2024-05-01" is before the start, "2024-05-02"'],
    [{ weekStart: 7 }, 'Parameter "weekstart" is invalid: 7 is not a weekday'],
    [{ weekStart: 0.5 }, '0.5 is not a weekday'],
  ])('%j', (request, message) => {
    expect(() => make(request)).toThrow(message)
  })

  it.each([
    [
      { day: '%Y-%m-%e' },
      'Parameter "format-day" is invalid: "%Y-%m-%e" holds the unknown code "%e". Codes are %a',
    ],
    [{ week: '100%' }, 'Parameter "format-week" is invalid: "100%" holds the unknown code "%"'],
    [{ month: '%😀' }, 'unknown code "%😀"'],
    [{ year: '  ' }, 'leaves the year of 2024-01-01 without a name'],
    [
      { week: 'W%V' },
      'With "W%V", the week of 2024-01-01 and the week of 2024-12-30 would both be named "W01". Add codes that tell them apart',
    ],
    [{ day: '%d' }, 'the day of 2024-01-01 and the day of 2024-02-01 would both be named "01"'],
    [{ month: 'month' }, 'the month of 2024-01-01 and the month of 2024-02-01'],
    [{ quarter: '%Y' }, 'Parameter "format-quarter"'],
  ])('the templates %j', (changed, message) => {
    expect(() => make({}, changed)).toThrow(message)
  })

  it('years of two digits over more than a century', () => {
    expect(() => make({ start: '1999-06-01', end: '2099-05-31' })).toThrow('both be named "99 Q2"')
  })
})

describe('known weeks', () => {
  // 2020 and 2026 have 53 ISO weeks; January 1, 2024 is a Monday, December 31, 2023 a Sunday.
  it.each([
    ['2024-01-01', 0, '2023-12-31', '24 W01', '24 W01', '23 W53'],
    ['2024-01-01', 1, '2024-01-01', '24 W01', '24 W01', '23 W53'],
    ['2024-01-01', 2, '2023-12-26', '24 W01', '23 W52', '23 W53'],
    ['2024-01-01', 3, '2023-12-27', '24 W01', '23 W52', '23 W53'],
    ['2024-01-01', 4, '2023-12-28', '24 W01', '23 W52', '23 W53'],
    ['2024-01-01', 5, '2023-12-29', '24 W01', '24 W01', '23 W53'],
    ['2024-01-01', 6, '2023-12-30', '24 W01', '24 W01', '23 W53'],
    ['2020-12-31', 0, '2020-12-27', '20 W52', '20 W53', '20 W52'],
    ['2020-12-31', 1, '2020-12-28', '20 W52', '20 W53', '20 W52'],
    ['2020-12-31', 2, '2020-12-29', '21 W01', '20 W53', '21 W01'],
    ['2020-12-31', 3, '2020-12-30', '21 W01', '20 W53', '21 W01'],
    ['2020-12-31', 4, '2020-12-31', '21 W01', '20 W53', '21 W01'],
    ['2020-12-31', 5, '2020-12-25', '20 W52', '20 W53', '20 W52'],
    ['2020-12-31', 6, '2020-12-26', '20 W52', '20 W53', '20 W52'],
    ['2026-12-31', 0, '2026-12-27', '26 W52', '26 W53', '26 W52'],
    ['2026-12-31', 1, '2026-12-28', '26 W52', '26 W53', '26 W52'],
    ['2026-12-31', 4, '2026-12-31', '27 W01', '26 W53', '27 W01'],
    ['2018-12-31', 1, '2018-12-31', '18 W53', '19 W01', '18 W52'],
    ['2024-12-31', 1, '2024-12-30', '24 W53', '25 W01', '24 W52'],
    ['2016-01-01', 1, '2015-12-28', '15 W52', '15 W53', '15 W52'],
    ['2024-02-29', 1, '2024-02-26', '24 W09', '24 W09', '24 W08'],
  ])(
    '%s, weeks from weekday %i: begins %s, is %s by %%W, %s by %%V, %s by %%U',
    (date, first, start, w, v, u) => {
      expect([week(date, first, '%y W%W'), week(date, first, '%y W%V'), week(date, first, '%y W%U')]).toEqual(
        [
          [start, w],
          [start, v],
          [start, u],
        ],
      )
    },
  )

  it('are named after one day, whatever the codes', () => {
    expect(week('2024-12-31', 1, '%Y-%m-%d %a %j Q%q')).toEqual(['2024-12-30', '2024-12-30 Mon 365 Q4'])
    expect(week('2024-12-31', 0, '%Y-%m-%d %a')).toEqual(['2024-12-29', '2024-12-30 Mon'])
    expect(week('2024-12-31', 1, '%V: %Y-%m-%d Q%q')).toEqual(['2024-12-30', '01: 2025-01-02 Q1'])
    expect(week('2024-01-03', 1, '%Y-%m-%d %U')).toEqual(['2024-01-01', '2023-12-31 53'])
  })
})

describe('known days', () => {
  // The expected values are date, then %a %w %j %U %W %V, as formatted by strftime of C.
  it.each([
    ['2015-01-01', 'Thu 4 001 00 00 01'],
    ['2015-12-28', 'Mon 1 362 52 52 53'],
    ['2015-12-31', 'Thu 4 365 52 52 53'],
    ['2016-01-03', 'Sun 0 003 01 00 53'],
    ['2018-01-01', 'Mon 1 001 00 01 01'],
    ['2018-12-31', 'Mon 1 365 52 53 01'],
    ['2020-12-31', 'Thu 4 366 52 52 53'],
    ['2021-01-01', 'Fri 5 001 00 00 53'],
    ['2021-01-04', 'Mon 1 004 01 01 01'],
    ['2023-12-31', 'Sun 0 365 53 52 52'],
    ['2024-02-29', 'Thu 4 060 08 09 09'],
    ['2024-12-31', 'Tue 2 366 52 53 01'],
    ['2026-11-21', 'Sat 6 325 46 46 47'],
    ['2032-12-31', 'Fri 5 366 52 52 53'],
    ['2033-01-01', 'Sat 6 001 00 00 53'],
    ['2100-03-01', 'Mon 1 060 09 09 09'],
  ])('%s is %s', (date, name) => {
    const made = make({ start: date, end: date }, { day: '%a %w %j %U %W %V' })
    expect(only(made, 'day').map((bucket) => bucket.name)).toEqual([name])
  })

  it('are named in the language of the scenario', () => {
    expect(['en', 'de', 'pt-br'].map(marchFifth)).toEqual([
      'Tuesday March % Tue',
      'Dienstag März % Di',
      'terça-feira março % ter.',
    ])
  })
})

describe('the horizon', () => {
  it('takes in its last day, and buckets that overlap it whole', () => {
    const made = make({ start: '2024-02-10', end: '2024-04-01' })
    const ends = granularities.map(({ name }) => {
      const buckets = only(made, name)
      return [name, buckets.length, buckets[0]!.name, buckets[0]!.start, buckets.at(-1)!.end]
    })
    expect(ends).toEqual([
      ['year', 1, '2024', '2024-01-01', '2025-01-01'],
      ['quarter', 2, '24 Q1', '2024-01-01', '2024-07-01'],
      ['month', 3, 'Feb 24', '2024-02-01', '2024-05-01'],
      ['week', 9, '24 W06', '2024-02-05', '2024-04-08'],
      ['day', 52, '2024-02-10', '2024-02-10', '2024-04-02'],
    ])
  })

  it('is by default from two years back to eight years ahead', () => {
    expect(defaultHorizon('2026-11-21')).toEqual({ start: '2024-11-21', end: '2034-11-21' })
    expect(defaultHorizon('2024-02-29')).toEqual({ start: '2022-02-28', end: '2032-02-29' })
  })
})

describe('any horizon', () => {
  const requests = fc.record({
    from: fc.integer({ min: parseDay('1900-01-01'), max: parseDay('2990-01-01') }),
    length: fc.integer({ min: 0, max: 3000 }),
    weekStart: fc.integer({ min: 0, max: 6 }),
  })
  it('is tiled by each granularity without gap or overlap, and no more than it', () => {
    fc.assert(
      fc.property(requests, ({ weekStart, ...span }) => {
        const { start, end } = horizon(span)
        const made = make({ start, end, weekStart })
        for (const { name } of granularities) {
          const buckets = only(made, name)
          for (const [place, bucket] of buckets.slice(1).entries())
            expect(bucket.start).toBe(buckets[place]!.end)
          expect([buckets[0]!.start <= start, start < buckets[0]!.end]).toEqual([true, true])
          expect([buckets.at(-1)!.start <= end, end < buckets.at(-1)!.end]).toEqual([true, true])
        }
        for (const bucket of only(made, 'week')) {
          expect(new Date(bucket.start).getUTCDay()).toBe(weekStart)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has names that are unique within a granularity, or is refused', () => {
    const pieces = fc.constantFrom(
      '%a',
      '%d',
      '%m',
      '%b',
      '%q',
      '%y',
      '%Y',
      '%j',
      '%U',
      '%W',
      '%V',
      '-',
      '%%',
    )
    const template = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    const all = fc.record({
      year: template,
      quarter: template,
      month: template,
      week: template,
      day: template,
    })
    let unique = 0
    fc.assert(
      fc.property(requests, fc.oneof(all, fc.constant(templates)), ({ weekStart, ...span }, changed) => {
        const made = attempt(() => make({ ...horizon(span), weekStart }, changed))
        if (made === undefined) return
        unique += 1
        for (const { name } of granularities) {
          const names = only(made, name).map((bucket) => bucket.name)
          expect(new Set(names).size).toBe(names.length)
        }
      }),
      { numRuns: 200 },
    )
    expect(unique).toBeGreaterThan(20)
  })

  it('never has a week 00, and takes the usual week templates', () => {
    for (const weekStart of [0, 1, 2, 3, 4, 5, 6]) {
      for (const template of ['%y W%W', '%y W%V', '%y W%U', '%Y-%W-%U']) {
        const made = make({ start: '2001-01-08', end: '2030-12-01', weekStart }, { week: template })
        const names = only(made, 'week').map(({ name }) => name)
        expect(names.filter((name) => /W00|-00/.test(name))).toEqual([])
      }
    }
  })
})

/** Returns undefined if the request is rejected, for any reason that the service reports. */
function attempt(run: () => readonly TimeBucket[]): readonly TimeBucket[] | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_parameter') return undefined
    throw error
  }
}
