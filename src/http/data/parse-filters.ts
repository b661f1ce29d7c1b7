/** Filters of requests that change or delete all matching records. */
import { invalidParameters } from '../../errors/parameter-errors.ts'
import type { ServiceError } from '../../errors/service-error.ts'
import { isReserved, parseRead, type ReadRequest } from '../../data/read/index.ts'
import { type DataCall, mayFollow, misplacedParameter } from './data-call.ts'

/** Reserved parameters that select records. */
type Selecting = 'filter' | 'search'

/**
 * Returns the filters of the request. Throws if a parameter is neither a filter, one of `understood` nor one of
 * `selecting`, for instance a limit, because it would not restrict the records. Throws also if one of several filters
 * has no value, such as that of an empty variable of a script: the others would match more records than intended.
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
  const asked = parseRead(context.model, entity, filters, {
    timeZone: context.timeZone,
    strict: true,
    mayFollow: mayFollow(call),
  })
  const blank = blankFilters(asked)
  if (blank !== undefined && (asked.conditions.length > 0 || asked.search.length > 0)) throw blank
  return asked
}

/** Returns the error of filters without a value; undefined without any. */
export const blankFilters = ({ blank = [] }: ReadRequest): ServiceError | undefined =>
  blank.length === 0
    ? undefined
    : invalidParameters(new Map(blank.map((name) => [name, [{ code: 'blank' }]])))
