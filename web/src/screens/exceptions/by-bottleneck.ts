/** Groups late and short sales orders by their bottleneck. */
import type { BottleneckTotal, PlanException } from '../../platform/api/exceptions.ts'
import { pageSize } from './exception-search.ts'

export interface BottleneckGroup extends BottleneckTotal {
  /** Those of its exceptions that are shown. */
  readonly exceptions: readonly PlanException[]
}

/**
 * Returns the groups by the effect of all their exceptions, largest first; orders without a bottleneck are last.
 * @param totals of all exceptions, of which some may not be shown yet
 * @param shown exceptions by rank
 */
export function groupByBottleneck(
  totals: readonly BottleneckTotal[],
  shown: readonly PlanException[],
): readonly BottleneckGroup[] {
  const members = Map.groupBy(shown, ({ bottleneck }) => bottleneck ?? '')
  const counted = new Set(totals.map(({ bottleneck }) => bottleneck))
  const appeared = [...members].flatMap(([bottleneck, exceptions]) => {
    if (counted.has(bottleneck)) return []
    const effect = exceptions.reduce((sum, one) => sum + one.effect, 0)
    return [{ bottleneck, count: exceptions.length, effect, rank: exceptions[0]?.rank ?? 0 }]
  })
  return [...totals, ...appeared]
    .map(({ bottleneck, count, effect, rank }) => ({
      bottleneck,
      count,
      effect,
      rank,
      exceptions: members.get(bottleneck) ?? [],
    }))
    .toSorted(
      (a, b) =>
        Number(a.bottleneck === '') - Number(b.bottleneck === '') || b.effect - a.effect || a.rank - b.rank,
    )
}

/** Exceptions of a bottleneck that are read at once. */
export interface GroupPage {
  readonly bottleneck: string
  /** Number of its exceptions before the page, by rank. */
  readonly offset: number
  readonly limit: number
}

/**
 * Returns the page that shows more exceptions of a group. The pages of a group have no gaps, whatever else is shown
 * of it, and a page that was read stays.
 * @param pages read by now, of all groups
 */
export function nextPage(
  pages: readonly GroupPage[],
  { bottleneck, exceptions }: Pick<BottleneckGroup, 'bottleneck' | 'exceptions'>,
): GroupPage {
  const last = pages.findLast((page) => page.bottleneck === bottleneck)
  const offset = last === undefined ? 0 : last.offset + last.limit
  return { bottleneck, offset, limit: Math.max(0, exceptions.length - offset) + pageSize }
}
