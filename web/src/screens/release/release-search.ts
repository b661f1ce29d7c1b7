/** Search parameters of the release screen. */

import type { ReleaseType } from '../../platform/api/release-types.ts'

/** Days until which orders are shown; `all` = no limit. */
export const spans = ['7', '14', '28', 'all'] as const

export type Span = (typeof spans)[number]

export interface ReleaseSearch {
  /** Purchase orders by default. */
  readonly type?: ReleaseType | 'receipts'
  /** One week by default. */
  readonly span?: Span
  /** Includes approved orders that were not handed out. */
  readonly approved?: boolean
}
