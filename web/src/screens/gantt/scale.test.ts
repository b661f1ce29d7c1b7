/** What is written above the days of a Gantt chart. */
import { expect, it } from 'vitest'
import { dayText, scaleWords } from './scale.ts'

const tuesday = Date.UTC(2026, 10, 24)

it('names the weekday where there is room for it, in the language of the reader', () => {
  expect(dayText(scaleWords('en'), tuesday, 60)).toBe('Tue 24')
  expect(dayText(scaleWords('nl'), tuesday, 60)).toBe('di 24')
  expect(dayText(scaleWords('en'), tuesday, 37)).toBe('T 24')
  expect(dayText(scaleWords('en'), tuesday, 30)).toBe('24')
})
