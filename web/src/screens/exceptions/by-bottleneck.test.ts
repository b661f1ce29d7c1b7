/** Tests groups of exceptions by their bottleneck. */
import { expect, it } from 'vitest'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { groupByBottleneck, nextPage } from './by-bottleneck.ts'

const exception = (rank: number, bottleneck: string | null, effect: number): PlanException => ({
  id: `late ${rank}`,
  rank,
  kind: 'late',
  subject: `SO-${rank}`,
  type: null,
  item: null,
  location: null,
  customer: null,
  supplier: null,
  cause: null,
  bottleneck,
  entity: null,
  together: null,
  startdate: null,
  enddate: null,
  quantity: null,
  days: null,
  effect,
  value: 0,
  count: 1,
  description: null,
  status: 'open',
  until: null,
  assignee: null,
  note: null,
})

it('counts exceptions of a bottleneck that are not shown yet, and sorts by the effect of all of them', () => {
  const shown = [exception(1, 'saw', 50), exception(2, 'paint', 40), exception(3, 'saw', 5)]
  const groups = groupByBottleneck(
    [
      { bottleneck: 'saw', count: 2, effect: 55, rank: 1 },
      { bottleneck: 'paint', count: 900, effect: 4_000, rank: 2 },
      { bottleneck: 'mill', count: 7, effect: 60, rank: 1_001 },
    ],
    shown,
  )
  expect(groups.map(({ bottleneck, count, effect }) => [bottleneck, count, effect])).toEqual([
    ['paint', 900, 4_000],
    ['mill', 7, 60],
    ['saw', 2, 55],
  ])
  expect(groups.map(({ exceptions }) => exceptions.map(({ rank }) => rank))).toEqual([[2], [], [1, 3]])
})

it('puts exceptions without a bottleneck last, and equal effects by rank', () => {
  const groups = groupByBottleneck(
    [
      { bottleneck: '', count: 3, effect: 1_000, rank: 1 },
      { bottleneck: 'mill', count: 1, effect: 0, rank: 9 },
      { bottleneck: 'saw', count: 1, effect: 0, rank: 4 },
    ],
    [exception(1, null, 1_000)],
  )
  expect(groups.map(({ bottleneck }) => bottleneck)).toEqual(['saw', 'mill', ''])
  expect(groups[2]?.exceptions).toHaveLength(1)
})

it('shows an exception whose bottleneck was not there yet when they were counted', () => {
  expect(groupByBottleneck([], [exception(1, 'saw', 50)])).toMatchObject([
    { bottleneck: 'saw', count: 1, effect: 50 },
  ])
})

const shownOfSaw = (count: number) => ({
  bottleneck: 'saw',
  exceptions: Array.from({ length: count }, (_, at) => exception(at + 1, 'saw', 1)),
})

it('reads more of a bottleneck in pages without gaps', () => {
  const first = nextPage([], shownOfSaw(30))
  expect(first).toEqual({ bottleneck: 'saw', offset: 0, limit: 130 })
  const other = { bottleneck: 'mill', offset: 0, limit: 100 }
  const pages = [first, other]
  expect(nextPage(pages, shownOfSaw(130))).toEqual({ bottleneck: 'saw', offset: 130, limit: 100 })
  // Exceptions that have left the list leave no gap.
  expect(nextPage(pages, shownOfSaw(120))).toEqual({ bottleneck: 'saw', offset: 130, limit: 100 })
  expect(nextPage(pages, shownOfSaw(150))).toEqual({ bottleneck: 'saw', offset: 130, limit: 120 })
})
