import { expect, it } from 'vitest'
import { day } from '../time.ts'
import { days } from '../sentences.ts'

it.each([
  [day, '1 day'],
  [33.2 * day, '33.2 days'],
  [0.1 * day, '0.1 days'],
  [3_600, '60 minutes'],
  [1, '1 minute'],
  [0, '0 days'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(days(seconds)).toBe(text)
})
