/** Finds orders on the plan board by reference, operation, item, sales order or customer. */
import type { TimelineBar } from '../../platform/api/timeline.ts'
import type { PlacedBar, PlacedRow } from './lanes.ts'

/** Returns the references of the orders that contain a text, in any case; undefined without a text. */
export function foundOrders(rows: readonly PlacedRow[], text: string): ReadonlySet<string> | undefined {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return undefined
  const found = new Set<string>()
  for (const { bars } of rows)
    for (const { bar } of bars) if (textsOf(bar).some((one) => isIn(one, wanted))) found.add(bar.reference)
  return found
}

const textsOf = ({ reference, operation, item, demands, customers }: TimelineBar) => [
  reference,
  operation,
  item,
  ...customers,
  ...Object.keys(demands),
]

const isIn = (text: string | null, wanted: string): boolean => text?.toLowerCase().includes(wanted) ?? false

/** Returns the found order that follows the selected one in time; undefined after the last one. */
export function nextFound(
  rows: readonly PlacedRow[],
  found: ReadonlySet<string> | undefined,
  chosen: PlacedBar | undefined,
): PlacedBar | undefined {
  const bars = rows
    .flatMap((row) => row.bars.filter(({ bar }) => found?.has(bar.reference)))
    .toSorted((a, b) => a.start - b.start)
  const at = bars.findIndex(
    ({ resource, bar }) => resource === chosen?.resource && bar.reference === chosen.bar.reference,
  )
  return bars[at + 1]
}
