/** Tests the end of a calendar entry that follows its start, and the priority of a new entry. */
import { expect, it } from 'vitest'
import { entryEntity } from '../../platform/calendar/new-entries.ts'
import { movedEnd, newPriority } from './entry-values.ts'

const added = (calendar: string, priority: number) =>
  ({ entity: entryEntity, action: 'create', fields: { calendar, priority } }) as const

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

it('gives a new entry precedence over stored ones and over unsaved ones of its calendar', () => {
  const changed = { entity: entryEntity, action: 'update', key: 7, fields: { priority: -5 } } as const
  expect(newPriority('Day shift', null, [])).toBe(0)
  expect(newPriority('Day shift', 10, [added('Day shift', 0)])).toBe(-1)
  expect(newPriority('Day shift', -3, [added('Day shift', 0)])).toBe(-4)
  expect(newPriority('Day shift', 10, [added('Night shift', -2)])).toBe(0)
  expect(newPriority('Day shift', 10, [changed])).toBe(-6)
  expect(newPriority('Day shift', 10, [{ ...changed, fields: { value: 0 } }])).toBe(0)
})
