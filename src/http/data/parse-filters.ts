/** Filters of requests that change or delete all matching records. */
import { isReserved, parseRead, type ReadRequest } from '../../data/read/index.ts'
import { type DataCall, mayFollow, misplacedParameter } from './data-call.ts'

/** Reserved parameters that select records. */
type Selecting = 'filter' | 'search'

/**
 * Returns the filters of the request. Throws if a parameter is neither a filter, one of `understood` nor one of
 * `selecting`, for instance a limit, because it would not restrict the records.
 */
export function parseFilters(
  call: DataCall,
  understood: ReadonlySet<string>,
  selecting: readonly Selecting[] = ['filter'],
): ReadRequest {
  const { context, entity, query } = call
  const filters = query.filter(([name]) => !understood.has(name))
  const misplaced = filters
    .map(([name]) => name)
    .filter((name) => isReserved(entity, name) && !selecting.some((one) => one === name))
  if (misplaced.length > 0) throw misplacedParameter(misplaced)
  return parseRead(context.model, entity, filters, {
    timeZone: context.timeZone,
    strict: true,
    mayFollow: mayFollow(call),
  })
}
