import { expect, test } from 'vitest'
import { seriesOf } from './fill-series.ts'

const next = (
  type: 'number' | 'integer' | 'date' | 'datetime' | 'duration' | 'text',
  values: unknown[],
  other = false,
) => [1, 2, 3].map(seriesOf({ type }, values, other))

test('a single number or text is copied, and counted on where the other is wanted', () => {
  expect(next('number', [5])).toEqual([5, 5, 5])
  expect(next('number', [5], true)).toEqual([6, 7, 8])
  expect(next('text', ['a'])).toEqual(['a', 'a', 'a'])
  expect(next('text', ['a'], true)).toEqual(['a', 'a', 'a'])
})

test('a single date goes on day by day, and is copied where the other is wanted', () => {
  expect(next('datetime', ['2026-02-27T08:30:00'])).toEqual([
    '2026-02-28T08:30:00',
    '2026-03-01T08:30:00',
    '2026-03-02T08:30:00',
  ])
  expect(next('date', ['2026-02-27'], true)).toEqual(['2026-02-27', '2026-02-27', '2026-02-27'])
})

test('several values of even distance go on by it, down and up', () => {
  expect(next('number', [0.1, 0.2])).toEqual([0.3, 0.4, 0.5])
  expect(next('integer', [10, 8, 6])).toEqual([4, 2, 0])
  expect(next('date', ['2026-01-01', '2026-01-08'])).toEqual(['2026-01-15', '2026-01-22', '2026-01-29'])
  expect(next('duration', ['01:00:00', '03:00:00']).slice(0, 1)).toEqual(['05:00:00'])
  expect([-1, -2].map(seriesOf({ type: 'number' }, [10, 20]))).toEqual([0, -10])
})

test('other values are repeated in their order', () => {
  expect(next('number', [1, 2, 5])).toEqual([1, 2, 5])
  expect(next('number', [1, null])).toEqual([1, null, 1])
  expect([-1, -2, -3].map(seriesOf({ type: 'text' }, ['a', 'b']))).toEqual(['b', 'a', 'b'])
})
