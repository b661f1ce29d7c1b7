/** Separates demands that can be planned from demands with missing or invalid fields. */
import { plannedStatuses } from '../../rules/planned-status.ts'
import type { DemandRow } from '../../planner/input.ts'
import { lacks } from '../../planner/network/plannable.ts'
import { sentence } from '../../planner/sentences.ts'
import type { Seconds } from '../../planner/time.ts'
import type { StoredDemand } from './tables.ts'

export interface IncompleteDemand {
  readonly name: string
  readonly item: string | null
  readonly quantity: number | null
  readonly due: Seconds | null
  /** Describes the error and how to correct it. */
  readonly description: string
}

/**
 * Returns the SQL condition that the status of a sales order requires planning; one without a status counts as open.
 * @param alias alias of the sales order; by default its columns are named without one
 */
export function isDemandToPlan(alias?: string): string {
  const status = alias === undefined ? '"status"' : `${alias}."status"`
  return `(${status} IN ('${plannedStatuses.join("', '")}') OR ${status} IS NULL)`
}

export interface SortedDemands {
  readonly complete: readonly DemandRow[]
  readonly incomplete: readonly IncompleteDemand[]
}

const needed = ['item', 'quantity', 'due'] as const

export function sortDemands(rows: readonly StoredDemand[]): SortedDemands {
  const complete: DemandRow[] = []
  const incomplete: IncompleteDemand[] = []
  for (const row of rows) {
    const { name, item, quantity, due } = row
    const faults = quantity === null || due === null ? [] : lacks({ quantity, due })
    if (item !== null && quantity !== null && due !== null && faults.length === 0) {
      complete.push({ ...row, item, quantity, due })
    } else incomplete.push({ name, item, quantity, due, description: faultOf(row, faults) })
  }
  return { complete, incomplete }
}

function faultOf(row: StoredDemand, faults: readonly string[]): string {
  const missing = needed.filter((field) => row[field] === null).map((field) => sentence(`fields_${field}`))
  const and = new Intl.ListFormat('en', { type: 'conjunction' })
  if (missing.length === 0) {
    return sentence('demand_needs', {
      owner: row.name,
      lacks: and.format(faults),
      quantity: row.quantity ?? '',
    })
  }
  return sentence('demand_fields', { owner: row.name, fields: and.format(missing) })
}
