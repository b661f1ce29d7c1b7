/** Search parameters of the audit trail. */
import type { AuditFilter } from '../../platform/api/audit.ts'

export interface AuditSearch extends AuditFilter {
  /** Scenario whose changes are shown; the last one of the browser tab by default. */
  readonly scenario?: string
  /** Number of the only change set that is shown. */
  readonly set?: number
}
