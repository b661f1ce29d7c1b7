/** Search parameters of the plan comparison. */

import type { Change } from '../../platform/api/plan-comparison.ts'

export interface ComparisonSearch {
  /** Name of the other scenario. */
  readonly with?: string
  readonly change?: Change
  /** Shows records instead of deliveries. */
  readonly view?: 'records'
  /** Scenarios whose key figures are shown, as names separated by commas; by default as many as fit. */
  readonly also?: string
}
