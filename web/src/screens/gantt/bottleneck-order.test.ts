/** Tests the sequence of resources by load, which stays while the window of the plan board moves. */
import { expect, it } from 'vitest'
import type { CapacityRow } from '../../platform/api/timeline.ts'
import { nextOrder } from './bottleneck-order.ts'

const rows = (loads: Readonly<Record<string, number>>): readonly CapacityRow[] =>
  Object.entries(loads).map(([resource, load]) => ({
    resource,
    buckets: [
      { bucket: 'W1', startdate: '2026-03-02T00:00:00', enddate: '2026-03-09T00:00:00', available: 10, load },
    ],
  }))

const now = Date.parse('2026-03-02T00:00:00Z')
const first = nextOrder(undefined, { search: 'saw', period: 'march', from: now, rows: rows({ saw: 5 }) }, now)
const all = { search: undefined, period: 'march', from: now, rows: rows({ mill: 2, saw: 5, paint: 9 }) }
const order = nextOrder(first, all, now)

it('is that of all resources once the filter by name is cleared', () => {
  expect(first.busiest).toEqual(['saw'])
  expect(order.busiest).toEqual(['paint', 'saw', 'mill'])
})

it('stays when another window is read', () => {
  const april = { ...all, period: 'april', rows: rows({ mill: 9, saw: 5, paint: 1 }) }
  const later = nextOrder(order, april, now)
  expect(later.busiest).toEqual(['paint', 'saw', 'mill'])
  expect(nextOrder(later, april, now)).toBe(later)
})

it('is that of the new plan when the same window is read again', () => {
  const planned = { ...all, rows: rows({ mill: 9, saw: 5, paint: 1 }) }
  expect(nextOrder(order, planned, now).busiest).toEqual(['mill', 'saw', 'paint'])
})
