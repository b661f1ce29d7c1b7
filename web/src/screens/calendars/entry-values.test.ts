/** Tests the end of a calendar entry that follows its start. */
import { expect, it } from 'vitest'
import { movedEnd } from './entry-values.ts'

const day = { startdate: '2026-11-30T00:00:00', enddate: '2026-12-01T00:00:00' }

it('keeps the length of an entry whose start moves to or after its end', () => {
  expect(movedEnd(day, '2026-12-25T00:00:00')).toBe('2026-12-26T00:00:00')
  expect(movedEnd(day, '2026-12-01T00:00:00')).toBe('2026-12-02T00:00:00')
})

it('leaves an end after the start as it is, and an entry without start or end', () => {
  expect(movedEnd(day, '2026-11-01T00:00:00')).toBeUndefined()
  expect(movedEnd(day, '')).toBeUndefined()
  expect(movedEnd({ ...day, enddate: '2030-12-31T00:00:00' }, '2026-12-25T00:00:00')).toBeUndefined()
})
