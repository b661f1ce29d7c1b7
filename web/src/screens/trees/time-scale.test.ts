/** Tests how much of the time axis a date takes. */
import { expect, it } from 'vitest'
import { shareOfText } from './time-scale.tsx'

it('leaves more space for dates in words than for digits', () => {
  // In the narrowest column, a date in words that begins after 60 % of the axis is cut.
  expect(100 - shareOfText('2026-12-08')).toBeGreaterThan(70)
  expect(100 - shareOfText('24. Dez. 2026')).toBeLessThan(63)
})
