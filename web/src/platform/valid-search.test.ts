/** Tests reading the search parameters of a route. */
import { expect, it } from 'vitest'
import { isDay } from './valid-search.ts'

it('takes only days that exist', () => {
  expect(isDay('2026-12-01')).toBe(true)
  expect(isDay('2028-02-29')).toBe(true)
  for (const wrong of [
    '2026-13-45',
    '2026-02-30',
    '2026-00-10',
    '9999-12-31',
    '0000-01-01',
    '2026-1-5',
    '',
    20261201,
  ])
    expect(isDay(wrong), String(wrong)).toBe(false)
})
