/** Filters of requests that change or delete all matching records. */
import { isReserved, parseRead, type ReadRequest } from '../../data/read/index.ts'
import { type DataCall, mayFollow, misplacedParameter } from './data-call.ts'

/**
 * Returns the filters of the request. Throws if a parameter is neither a filter nor one of `understood`, for instance
 * a limit, because it would not restrict the records.
 */
export function parseFilters(call: DataCall, understood: ReadonlySet<string>): ReadRequest {
  const { context, entity, query } = call
  const filters = query.filter(([name]) => !understood.has(name))
  const misplaced = filters
    .map(([name]) => name)
    .filter((name) => name !== 'filter' && isReserved(entity, name))
  if (misplaced.length > 0) throw misplacedParameter(misplaced)
  return parseRead(context.model, entity, filters, {
    timeZone: context.timeZone,
    strict: true,
    mayFollow: mayFollow(call),
  })
}
