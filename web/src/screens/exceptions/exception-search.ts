/** Search parameters of the list of exceptions. */

import type { ExceptionGroup, ExceptionState } from '../../platform/api/exceptions.ts'

export interface ExceptionSearch {
  readonly group?: ExceptionGroup
  /** Open exceptions by default. */
  readonly status?: ExceptionState | 'all'
  /** Shows only exceptions of the user. */
  readonly mine?: true
  readonly search?: string
  readonly location?: string
  readonly customer?: string
  /** Sorted by rank by default. */
  readonly by?: 'bottleneck'
}
