import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../labels/languages.ts'
import { booleanWords, parseBoolean, parseFlag } from './booleans.ts'
import { datetimeParts, parseDate, parseTime } from './dates.ts'
import { formatDuration, parseDuration } from './durations.ts'

const hour = 3_600
const day = 24 * hour

describe('durations', () => {
  it.each([
    ['30 d', 30 * day],
    ['30d', 30 * day],
    ['2 h 30 min', 2.5 * hour],
    ['2h30m', 2.5 * hour],
    ['1 week', 7 * day],
    ['2 Wochen, 1 Tag', 15 * day],
    ['1 day, 2:00:00', 26 * hour],
    ['3 days 12:30', 3 * day + 12.5 * hour],
    ['1,5 Std.', 1.5 * hour],
    ['0.125 d', 3 * hour],
    ['2 heures', 2 * hour],
    ['3 días', 3 * day],
    ['1 ora 15 minuti', 1.25 * hour],
    ['2 uur', 2 * hour],
    ['1 dia', day],
    ['2時間30分', 2.5 * hour],
    ['3天', 3 * day],
    ['-2 h', -2 * hour],
    ['-1 day, 22:00:00', -2 * hour],
    ['-2 days, 23:59:59.5', -day - 0.5],
    ['-1 days +22:00:00', -2 * hour],
    ['1 day -02:00:00', 22 * hour],
    ['1 day, 2:00', 26 * hour],
    ['-1 22:00:00', -46 * hour],
    ['90', 90],
    ['1:30', 90],
    ['9:00:00', 9 * hour],
    ['P1DT2H', 26 * hour],
  ])('are read from %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds * 1e6)
  })

  it.each(['1 month', '2 years', '1,000 h', 'h', '2 h x', '2 h 30', '1 h 5:3', '', 'd 3', '1/2 d'])(
    'are not guessed from %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )

  it('are read where somebody types with a unit or as a clock in hours, and not guessed from a plain number', () => {
    const typed = ['0', '1:30', '-1.5h', '1:30:00', '10d', '10', '-1.5', '1,5', '+7'].map((text) =>
      parseDuration(text, 'typed'),
    )
    expect(typed).toEqual(
      [0, 1.5, -1.5, 1.5, 240]
        .map((hours): number | undefined => hours * hour * 1e6)
        .concat(Array.from({ length: 4 }, () => undefined)),
    )
  })

  it('are read as they are written, and as amounts with units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3e9 }), (seconds) => {
        const parts = [
          Math.floor(seconds / day),
          Math.floor(seconds / hour) % 24,
          Math.floor(seconds / 60) % 60,
        ]
        const text = `${parts[0]} days ${parts[1]} h ${parts[2]} min ${seconds % 60} s`
        expect(parseDuration(text)).toBe(seconds * 1e6)
        expect(parseDuration(formatDuration(seconds * 1e6))).toBe(seconds * 1e6)
        expect(parseDuration(formatDuration(-seconds * 1e6), 'typed')).toBe(
          seconds === 0 ? 0 : -seconds * 1e6,
        )
      }),
    )
  })
})

describe('times of day', () => {
  it.each([
    ['9:00:00', '09:00:00'],
    ['9:00', '09:00:00'],
    ['0915', '09:15:00'],
    ['9:00 AM', '09:00:00'],
    ['9 pm', '21:00:00'],
    ['9:05:07 p.m.', '21:05:07'],
    ['12:00 AM', '00:00:00'],
    ['12:30 PM', '12:30:00'],
    ['00:00:00 AM', '00:00:00'],
    ['13:00 PM', '13:00:00'],
    ['08:30:00.250', '08:30:00.25'],
  ])('are read from %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })

  it.each(['13:00 AM', '0:30 PM', '24:00', '9', '9:60', '9:00 XM', '123', '2500'])(
    'are not guessed from %j',
    (text) => {
      expect(parseTime(text)).toBeUndefined()
    },
  )
})

describe('dates', () => {
  it.each([
    ['2026-1-5', '2026-01-05'],
    ['2026/01/05', '2026-01-05'],
    ['2026.1.5', '2026-01-05'],
    ['20260105', '2026-01-05'],
  ])('are read from %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  it.each([
    '01/12/2026',
    '1.12.2026',
    '2026-1/5',
    '2026-02-30',
    '20260230',
    '26-01-05',
    '2026-13-01',
    '2026105',
  ])('are not guessed from %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
    expect(datetimeParts(text)).toBeUndefined()
  })

  it.each([
    ['2023-01-01  00:00:00 AM', '2023-01-01', '00:00:00', undefined],
    ['2023-01-01 9:00 PM', '2023-01-01', '21:00:00', undefined],
    ['2023/1/1\u00a09:00', '2023-01-01', '09:00:00', undefined],
    ['20230101 07:30', '2023-01-01', '07:30:00', undefined],
    ['2023-01-01T07:30:00 +02:00', '2023-01-01', '07:30:00', '+02:00'],
    ['2023-01-01T7:30z', '2023-01-01', '07:30:00', 'z'],
  ])('have times: %s', (text, date, time, offset) => {
    expect(datetimeParts(text)).toEqual({ date, time, offset })
  })

  it('are read as they are written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (moment) => {
          const text = moment.toISOString().slice(0, 19)
          const [date = '', time = ''] = text.split('T')
          expect(datetimeParts(text)).toEqual({ date, time, offset: undefined })
          expect(datetimeParts(`${date.replaceAll('-', '/')}   ${time}`)).toEqual({
            date,
            time,
            offset: undefined,
          })
          const twelve = `${((moment.getUTCHours() + 11) % 12) + 1}${time.slice(2)} ${moment.getUTCHours() < 12 ? 'AM' : 'PM'}`
          expect(parseTime(twelve)).toBe(time)
        },
      ),
    )
  })
})

describe('booleans', () => {
  it.each([
    ['en', 'Yes', 'No'],
    ['de', 'WAHR', 'Nein'],
    ['fr', 'Vrai', 'faux'],
    ['es', 'Sí', 'FALSO'],
    ['it', 'sì', 'no'],
    ['nl', 'waar', 'Nee'],
    ['pt-br', 'SIM', 'Não'],
    ['ja', 'はい', 'いいえ'],
    ['zh-hans', '是', '否'],
  ])('are read in %s', (language, yes, no) => {
    expect(languages.map(({ code }) => code)).toContain(language)
    expect([parseBoolean(yes), parseBoolean(no)]).toEqual([true, false])
    expect(parseBoolean(` ${yes} `.normalize('NFD'))).toBe(true)
  })

  it('of parameters are clear: a mark of a table is none', () => {
    expect(['x', 'X', ' ✓'].map(parseBoolean)).toEqual([true, true, true])
    expect(['x', 'X', 'ｘ', ' ✓', 'maybe', '1', 'No'].map(parseFlag)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      true,
      false,
    ])
  })

  it('have no word that means both, and none for anything else', () => {
    const no = new Set(booleanWords(false))
    expect(booleanWords(true).filter((word) => no.has(word))).toEqual([])
    expect(['maybe', '2', '', '10', 'nope'].map(parseBoolean)).toEqual(Array.from({ length: 5 }))
  })
})
