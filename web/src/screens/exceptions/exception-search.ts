/** Search parameters of the list of exceptions. */
import type { ExceptionFilter, ExceptionState } from '../../platform/api/exceptions.ts'
import type { ExceptionGroup } from '../../platform/exception-groups.ts'

export interface ExceptionSearch {
  readonly group?: ExceptionGroup
  /** Open exceptions by default. */
  readonly status?: ExceptionState | 'all'
  /** Shows only exceptions of the user. */
  readonly mine?: true
  /** Shows only exceptions that are assigned to nobody. */
  readonly unassigned?: true
  /** Login name of the user whose exceptions are shown. */
  readonly assignee?: string
  readonly search?: string
  readonly location?: string
  readonly customer?: string
  /** Sorted by rank by default. */
  readonly by?: 'bottleneck'
}

/** Number of rows shown initially, and added by "show more". */
export const pageSize = 100
/** Number of rows shown initially by bottleneck; the others are shown by "show more" of their group. */
const groupedSize = 1_000

/** Returns the filter of the service for a search by a user. */
export function filterOf(
  { group, status, mine, unassigned, assignee, search, location, customer }: ExceptionSearch,
  username: string,
): ExceptionFilter {
  const wanted = mine === true ? username : unassigned === true ? '' : assignee
  return {
    ...(group === undefined ? {} : { group }),
    ...(status === 'all' ? {} : { status: status ?? 'open' }),
    ...(wanted === undefined ? {} : { assignee: wanted }),
    ...(search === undefined ? {} : { search }),
    ...(location === undefined ? {} : { location }),
    ...(customer === undefined ? {} : { customer }),
  }
}

/** Returns the number of rows shown initially. */
export const limitOf = ({ by }: ExceptionSearch): number => (by === 'bottleneck' ? groupedSize : pageSize)
