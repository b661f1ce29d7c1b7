import { expect, it } from 'vitest'
import { parseMoment } from './datetimes.ts'

const moment = (text: string, zone = 'Europe/Brussels'): string | undefined =>
  parseMoment(text, zone)?.toISOString()

it.each([
  ['2026-11-23 14:05', '2026-11-23T13:05:00.000Z'],
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['2026-11-23T14:05:09.250', '2026-11-23T13:05:09.250Z'],
  ['2026-11-23T14:05:00Z', '2026-11-23T14:05:00.000Z'],
  ['2026-11-23 14:05:00+05:30', '2026-11-23T08:35:00.000Z'],
  // Clocks show 02:30 twice on the first of these days, and never on the second.
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
])('the moment that clocks in Brussels show as %s', (text, expected) => {
  expect(moment(text)).toBe(expected)
})

it('names no moment that is none', () => {
  expect(moment('yesterday')).toBeUndefined()
  expect(moment('2026-02-30 10:00')).toBeUndefined()
  expect(moment('2026-02-03 10:00', 'Asia/Kolkata')).toBe('2026-02-03T04:30:00.000Z')
})
