/** What the address of the release screen says. */

import type { ReleaseType } from '../../api/release.ts'

/** Days until which orders are shown; all of them for `all`. */
export const spans = ['7', '14', '28', 'all'] as const

export type Span = (typeof spans)[number]

export interface ReleaseSearch {
  /** Purchase orders where it is missing. */
  readonly type?: ReleaseType | 'receipts'
  /** A week where it is missing. */
  readonly span?: Span
}
