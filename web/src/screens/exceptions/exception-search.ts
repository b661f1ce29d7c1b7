/** What the address of the list of exceptions says. */

import type { ExceptionGroup, ExceptionState } from '../../api/exceptions.ts'

export interface ExceptionSearch {
  readonly group?: ExceptionGroup
  /** Open ones where it is missing. */
  readonly status?: ExceptionState | 'all'
  /** Only those of the user. */
  readonly mine?: true
  readonly search?: string
  /** By rank where it is missing. */
  readonly by?: 'bottleneck'
}
