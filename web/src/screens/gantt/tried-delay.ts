/** The lateness of bars after a trial. */
import type { ChangedDemand } from '../../platform/api/plan-trials.ts'
import type { TimelineBar, TimelineRow } from '../../platform/api/timeline.ts'
import { daySeconds } from '../../platform/formats/instants.ts'

/**
 * Returns the rows with the lateness of orders for sales orders that a trial delivers earlier or later. Such an order
 * is as late as the latest of these, or as before for another sales order that was later still.
 */
export function withTriedDelay(
  rows: readonly TimelineRow[],
  changed: readonly ChangedDemand[],
): readonly TimelineRow[] {
  if (changed.length === 0) return rows
  const demands = new Map(changed.map((demand) => [demand.name, demand]))
  return rows.map((row) =>
    row.bars.some((bar) => Object.keys(bar.demands).some((name) => demands.has(name)))
      ? { ...row, bars: row.bars.map((bar) => ({ ...bar, delay: delayOf(bar, demands) })) }
      : row,
  )
}

function delayOf(
  { demands: fed, delay }: TimelineBar,
  changed: ReadonlyMap<string, ChangedDemand>,
): number | null {
  const names = Object.keys(fed)
  const affected = names.flatMap((name) => changed.get(name) ?? [])
  if (affected.length === 0) return delay
  const worst = (when: 'before' | 'after'): number =>
    Math.max(0, ...affected.map((demand) => (demand[when]?.days_late ?? 0) * daySeconds))
  // An order cannot be later than its sales orders: a longer delay is that of a sales order that stays as it is.
  const isOther = affected.length < names.length && (delay ?? 0) > worst('before') + 1
  return isOther ? Math.max(delay ?? 0, worst('after')) : worst('after')
}
