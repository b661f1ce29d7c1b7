/** Tests the durations of runs. */
import { expect, it } from 'vitest'
import { createFormats } from '../../platform/formats/formats.ts'
import { secondsOf } from './times.ts'

it('counts the time that passed on the night on which the clock changes', () => {
  const formats = createFormats('en', undefined, 'Europe/Amsterdam')
  const spring = { started: '2027-03-28T01:30:00', finished: '2027-03-28T03:30:00' }
  expect(secondsOf(spring, formats)).toBe(3_600)
  const autumn = { started: '2026-10-25T01:30:00', finished: '2026-10-25T03:30:00' }
  expect(secondsOf(autumn, formats)).toBe(3 * 3_600)
})

it('is 0 for a run that has not ended', () => {
  const formats = createFormats('en')
  expect(secondsOf({ started: '2026-10-25T01:30:00', finished: null }, formats)).toBe(0)
})
