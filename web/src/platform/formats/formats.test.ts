import { describe, expect, it } from 'vitest'
import { createFormats, secondsOf } from './formats.ts'

const english = createFormats('en')
const german = createFormats('de', { date_format: 'language', number_format: '' })

describe('formats', () => {
  it('writes dates as ISO unless the user wants them as the language writes them', () => {
    expect(english.date('2026-12-01T08:30:00')).toBe('2026-12-01')
    expect(english.dateTime('2026-12-01T08:30:00')).toBe('2026-12-01 08:30')
    expect(english.dateTime('2026-12-01', { seconds: true })).toBe('2026-12-01 00:00:00')
    expect(german.date('2026-12-01')).toBe('01.12.2026')
    expect(german.dateTime('2026-12-01T08:30:00')).toBe('01.12.2026, 08:30')
  })

  it('puts moments of a zone into the zone of the user, and leaves planning time alone', () => {
    const paris = createFormats('en', { date_format: 'iso', number_format: '', time_zone: 'Europe/Paris' })
    expect(paris.dateTime('2026-12-01T08:30:00Z')).toBe('2026-12-01 09:30')
    expect(paris.dateTime('2026-12-01T08:30:00+02:00', { seconds: true })).toBe('2026-12-01 07:30:00')
    expect(paris.dateTime('2026-12-01T08:30:00')).toBe('2026-12-01 08:30')
  })

  it('tells when something happened in the zone of the user, by the clock of the service', () => {
    const user = { date_format: 'iso', number_format: '', time_zone: 'Asia/Tokyo' } as const
    const tokyo = createFormats('en', user, 'Europe/Brussels')
    expect(tokyo.moment('2026-11-21T18:00:00')).toBe('2026-11-22 02:00')
    expect(tokyo.moment('2026-07-01T18:00:00.25', { seconds: true })).toBe('2026-07-02 01:00:00')
    expect(tokyo.moment('2026-11-21T18:00:00Z')).toBe('2026-11-22 03:00')
    expect(tokyo.date('2026-11-21T18:00:00Z')).toBe('2026-11-22')
    // Days on which the clock changes.
    expect(tokyo.instant('2026-03-29T03:00:00')).toBe(Date.UTC(2026, 2, 29, 1))
    expect(tokyo.instant('2026-10-25T03:00:00')).toBe(Date.UTC(2026, 9, 25, 2))
    expect(tokyo.moment('soon')).toBe('soon')
  })

  it('leaves alone what is no date', () => {
    expect(german.date('soon')).toBe('soon')
  })

  it('writes numbers as the language or the preference does', () => {
    expect(english.number(1234567.891)).toBe('1,234,567.89')
    expect(german.number(1234567.891)).toBe('1.234.567,89')
    expect(createFormats('en', { date_format: 'iso', number_format: 'de' }).number(0.5)).toBe('0,5')
    expect(english.percent(0.256, 1)).toBe('25.6%')
    expect(english.bytes(0)).toBe('0 bytes')
    expect(english.bytes(1_530_000)).toBe('1.5 MB')
  })

  it('writes only the digits as the preference does, and units in the language', () => {
    const digits = createFormats('en', { date_format: 'iso', number_format: 'de' })
    expect(digits.delay(4.5 * 86_400)).toBe('4,5 days')
    expect(digits.delay(-1_234.5 * 86_400)).toBe('-1.234,5 days')
    expect(digits.delay(86_400)).toBe('1 day')
    expect(digits.duration('02:05:30')).toBe('2 hr 5 min')
    expect(digits.duration('00:00:05.5')).toBe('5,5 sec')
    expect(digits.bytes(36)).toBe('36 bytes')
    expect(digits.bytes(1_530_000)).toBe('1,5 MB')
    const english = createFormats('de', { date_format: 'iso', number_format: 'en' })
    expect(english.delay(4.5 * 86_400)).toBe('4.5 Tage')
    expect(createFormats('ja', { date_format: 'iso', number_format: 'de' }).delay(4.5 * 86_400)).toBe(
      '4,5 日',
    )
  })

  it.each([
    ['00:00:00', '0 sec'],
    ['00:00:05.5', '5.5 sec'],
    ['02:05:00', '2 hr 5 min'],
    ['7 00:00:00', '7 days'],
    ['1 01:30:00', '1 day 1 hr'],
    ['-01:00:00', '-1 hr'],
    [-5_000, '-1 hr 23 min'],
    [90, '1 min 30 sec'],
  ])('writes the duration %s as %s', (value, text) => {
    expect(english.duration(value)).toBe(text)
  })

  it.each([
    [60 * 86_400 + 19 * 3_600, '60.8 days'],
    [86_400, '1 day'],
    [-34 * 86_400, '-34 days'],
    [-4_320, '-1 hr 12 min'],
    [9_000, '0.1 days'],
    [7_230, '2 hr 1 min'],
    [0, '0 days'],
  ])('writes the delay %d as %s', (seconds, text) => {
    expect(english.delay(seconds)).toBe(text)
  })

  it('reads durations', () => {
    expect(secondsOf('1 02:03:04.5')).toBe(93_784.5)
    expect(secondsOf('nonsense')).toBe(0)
  })

  it('says how long ago something was', () => {
    expect(english.relative(0, 30_000)).toBe('30 seconds ago')
    expect(english.relative(0, 3 * 86_400_000)).toBe('3 days ago')
    expect(english.relative(60_000, 0)).toBe('in 1 minute')
  })
})
