/** What is written above the days of a Gantt chart. */
import { expect, it } from 'vitest'
import { dayText, monthsOf, scaleWords } from './scale.ts'

const tuesday = Date.UTC(2026, 10, 24)

it('names the weekday where there is room for it, in the language of the reader', () => {
  expect(dayText(scaleWords('en'), tuesday, 60)).toBe('Tue 24')
  expect(dayText(scaleWords('nl'), tuesday, 60)).toBe('di 24')
  expect(dayText(scaleWords('en'), tuesday, 37)).toBe('T 24')
  expect(dayText(scaleWords('en'), tuesday, 30)).toBe('24')
})

it('names the month in which the days are, not one that has no room beside it', () => {
  const from = Date.UTC(2026, 10, 27)
  const named = (width: number): readonly string[] =>
    monthsOf({ from, width, perPixel: (31 * 86_400_000) / width }).map(({ time }) =>
      scaleWords('en').month(time),
    )
  expect(named(1000)).toEqual(['Nov 2026', 'Dec 2026'])
  expect(named(286)).toEqual(['Dec 2026'])
})
