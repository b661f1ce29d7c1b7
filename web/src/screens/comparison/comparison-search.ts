/** What the address of the comparison of plans says. */

import type { Change } from '../../api/plan-comparison.ts'

export interface ComparisonSearch {
  /** The other scenario. */
  readonly with?: string
  readonly change?: Change
  /** Records instead of deliveries. */
  readonly view?: 'records'
  /** Scenarios whose key figures are shown beside, where they are others: names with commas between. */
  readonly also?: string
}
