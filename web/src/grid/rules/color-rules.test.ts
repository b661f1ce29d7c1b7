/** Tests which cells color rules mark. */
import { expect, it } from 'vitest'
import { apiMoment } from '../../platform/values/parse-dates.ts'
import { activeRules, isEvaluable, markOf, readRules } from './color-rules.ts'

const meta = Object({
  fields: [
    { name: 'due', type: 'datetime' },
    { name: 'delay', type: 'duration' },
  ],
})
/** The current date of the plan. */
const now = new Date(2026, 2, 2, 8)
const formats = Object({ dates: 'iso', separator: '-', typedDates: 'iso', now: () => now })

const markedBy = (lookup: string, value: unknown) => {
  const rules = readRules([{ condition: { field: 'due', lookup, value }, mark: 'red', row: false }])
  const active = activeRules(meta, rules, formats, () => '')
  return (due: string): boolean => markOf(active, 'due', () => due) !== undefined
}

const inDays = (days: number): string =>
  apiMoment(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days, 12)))

it('marks whole days', () => {
  const until = markedBy('lte', '2026-12-18')
  expect(['2026-12-17T12:00:00', '2026-12-18T12:00:00', '2026-12-19T00:00:00'].map(until)).toEqual([
    true,
    true,
    false,
  ])
  const on = markedBy('exact', '2026-12-18')
  expect(['2026-12-17T12:00:00', '2026-12-18T12:00:00'].map(on)).toEqual([false, true])
})

it('marks dates relative to the current day of the plan', () => {
  const soon = markedBy('lt', 'today+2')
  expect([0, 1, 2].map(inDays).map(soon)).toEqual([true, true, false])
})

/** Returns whether delays of about two and of eleven days are marked by a rule on longer ones. */
function longerThan(value: string): readonly boolean[] {
  const rules = readRules([{ condition: { field: 'delay', lookup: 'gt', value }, mark: 'red', row: false }])
  const active = activeRules(meta, rules, formats, () => '')
  return ['1 21:00:00', '11 00:00:00'].map((delay) => markOf(active, 'delay', () => delay) !== undefined)
}

it('compares durations with a unit, and marks nothing by a number without one', () => {
  expect(['10d', '10h', '0', '10'].map(longerThan)).toEqual([
    [false, true],
    [true, true],
    [true, true],
    [false, false],
  ])
})

it('is for lookups that need no more than the record', () => {
  expect(['exact', 'range', 'isdescendantof', 'unknown'].filter(isEvaluable)).toEqual(['exact', 'range'])
})
