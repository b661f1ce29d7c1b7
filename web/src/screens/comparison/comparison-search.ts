/** Search parameters of the plan comparison. */

import type { Change } from '../../platform/api/change-kinds.ts'

export interface ComparisonSearch {
  /** The compared plans as texts of `compared-plans`, separated by commas; by default as many scenarios as fit. */
  readonly plans?: string
  /** The plan whose sales orders and records are compared with the first one: one of the plans, as text. */
  readonly with?: string
  readonly change?: Change
  /** Shows records instead of deliveries. */
  readonly view?: 'records'
}
