/**
 * Selects the demands to plan: open ones and quotes with complete data. Lines to be shipped in the ratio of their
 * quantities are planned line by line; this is reported if there are several.
 */
import { isPlannedStatus } from '../../rules/planned-status.ts'
import type { DemandRow } from '../input.ts'
import { epsilon } from '../timeline/profile.ts'
import { endOfData } from '../time.ts'
import { groupRows, type InvalidData } from './rows.ts'
import { sentence } from '../sentences.ts'

/** Upper limit of the quantities of demands; larger values are rejected as input errors. */
export const largestQuantity = 1e12

/** Returns what a demand with an item, a quantity and a due date still lacks, as text. */
export const lacks = ({ quantity, due }: Pick<DemandRow, 'quantity' | 'due'>): readonly string[] => [
  ...(quantity > epsilon && quantity <= largestQuantity
    ? []
    : [sentence('lacks_quantity', { most: largestQuantity })]),
  ...(due >= endOfData ? [sentence('lacks_near_due')] : []),
]

/** Returns the demands to plan; incomplete ones are reported. */
export function plannable(rows: readonly DemandRow[], invalid: InvalidData[]): readonly DemandRow[] {
  const known = new Set<string>()
  reportRatios(rows, invalid)
  return rows.filter((row) => {
    if (!isPlannedStatus(row.status ?? null)) return false
    const missing = [
      ...(typeof row.item === 'string' ? [] : [sentence('lacks_item')]),
      ...(Number.isFinite(row.due) ? [] : [sentence('lacks_due')]),
      ...lacks(row),
      ...(known.has(row.name) ? [sentence('lacks_name')] : []),
    ]
    known.add(row.name)
    if (missing.length === 0) return true
    const description = sentence('demand_lacks', { owner: row.name, lacks: missing.join(', ') })
    invalid.push({ entity: 'demand', owner: row.name, description })
    return false
  })
}

function reportRatios(rows: readonly DemandRow[], invalid: InvalidData[]): void {
  const inRatio = rows.filter(({ policy, owner }) => policy === 'inratio' && typeof owner === 'string')
  for (const [owner, { length }] of groupRows(inRatio, (row) => row.owner ?? '')) {
    if (length < 2) continue
    const description = sentence('shipped_in_ratio', { number: length, owner })
    invalid.push({ entity: 'demand', owner, description })
  }
}
