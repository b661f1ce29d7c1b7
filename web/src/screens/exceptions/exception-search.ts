/** Search parameters of the list of exceptions. */
import type { ExceptionFilter, ExceptionGroup, ExceptionState } from '../../platform/api/exceptions.ts'

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

/** Number of rows shown initially, and added by "show more". */
export const pageSize = 100
/** Maximum number of rows that are grouped by bottleneck. */
const groupedSize = 1_000

/** Returns the filter of the service for a search by a user. */
export function filterOf(
  { group, status, mine, search, location, customer }: ExceptionSearch,
  username: string,
): ExceptionFilter {
  return {
    ...(group === undefined ? {} : { group }),
    ...(status === 'all' ? {} : { status: status ?? 'open' }),
    ...(mine === true ? { assignee: username } : {}),
    ...(search === undefined ? {} : { search }),
    ...(location === undefined ? {} : { location }),
    ...(customer === undefined ? {} : { customer }),
  }
}

/** Returns the number of rows shown initially. */
export const limitOf = ({ by }: ExceptionSearch): number => (by === 'bottleneck' ? groupedSize : pageSize)
