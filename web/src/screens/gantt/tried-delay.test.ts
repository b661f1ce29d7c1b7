/** Tests the lateness of bars after a trial. */
import { expect, it } from 'vitest'
import type { ChangedDemand } from '../../platform/api/plan-trials.ts'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import { withTriedDelay } from './tried-delay.ts'

const day = 86_400

const demand = (name: string, before: number, after: number): ChangedDemand => ({
  name,
  item: 'chair',
  customer: null,
  quantity: 1,
  due: '2026-01-05T00:00:00',
  change: after < before ? 'earlier' : 'later',
  before: { date: '2026-01-05T00:00:00', days_late: before, short: 0 },
  after: { date: '2026-01-05T00:00:00', days_late: after, short: 0 },
  reasons: [],
  edit: 0,
})

const bar = (delay: number | null, ...demands: readonly string[]): TimelineBar => ({
  reference: '1',
  type: 'MO',
  status: 'proposed',
  operation: 'weld',
  item: null,
  quantity: 8,
  load: 1,
  startdate: '2026-01-05T08:00:00',
  setupend: null,
  enddate: '2026-01-05T16:00:00',
  setup: null,
  delay,
  criticality: null,
  feasible: true,
  due: null,
  demands: Object.fromEntries(demands.map((name) => [name, 1])),
  customers: [],
})

const delayAfter = (changed: readonly ChangedDemand[], given: TimelineBar): unknown =>
  withTriedDelay(
    [{ resource: 'cell', location: null, owner: null, category: null, bars: [given] }],
    changed,
  )[0]?.bars[0]?.delay

it('is that of the sales orders that the trial delivers', () => {
  expect(delayAfter([demand('SO-1', 5, 0)], bar(5 * day, 'SO-1'))).toBe(0)
  expect(delayAfter([demand('SO-1', 0, 2)], bar(-3 * day, 'SO-1'))).toBe(2 * day)
  expect(delayAfter([demand('SO-1', 5, 0), demand('SO-2', 1, 3)], bar(5 * day, 'SO-1', 'SO-2'))).toBe(3 * day)
})

it('stays for sales orders that the trial does not change', () => {
  expect(delayAfter([demand('SO-1', 5, 0)], bar(4 * day, 'SO-2'))).toBe(4 * day)
  expect(delayAfter([demand('SO-1', 5, 0)], bar(9 * day, 'SO-1', 'SO-2'))).toBe(9 * day)
})
