/**
 * Queries on a list with the filters and the order of the grid: the position of a record, and the values of a column.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import type { gridEndpoints } from '../../../contract/grid.ts'
import {
  parseRead,
  readCount,
  readDistinct,
  readPosition,
  type ReadRequest,
} from '../../../data/read/index.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { jsonText } from '../../answer.ts'
import { type EndpointHandler, RawReply, Reply } from '../../contract/routes.ts'
import {
  ignoredHeader,
  mayFollow,
  readOptions,
  rejectsUnknown,
  scopeConditions,
} from '../../data/data-call.ts'
import { dataCallOf, entityOf, requireSearchText, type WordCall } from '../word-call.ts'

type Endpoints = typeof gridEndpoints

/**
 * Parses the parameters of the list; `own` are the parameters of the query itself. Filters that the list ignores are
 * counted, and the response must name them (`ignoredHeader`). With `strict`, always throws for them, otherwise only if
 * the request or the installation asks for that.
 */
export function listOf(
  call: WordCall,
  entity: Entity,
  own: readonly string[],
  { strict = false }: { readonly strict?: boolean } = {},
): ReadRequest {
  const { context, exchange, principal, scenario, query } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  const params = query.filter(([name]) => !own.includes(name) && name !== 'limit')
  const list = dataCallOf(call, entity)
  const request = parseRead(context.model, entity, params, {
    timeZone: context.timeZone,
    strict: strict || rejectsUnknown(list),
    only: scopeConditions(entity, scope),
    mayFollow: mayFollow(list),
  })
  exchange.ignoredParameters.count(entity, request.ignored)
  return request
}

/**
 * `GET /api/position/<app>/<entity>/?key=`: returns the position of a record; 404 if the list does not contain it.
 */
export const answerPosition: EndpointHandler<Endpoints['GET /api/position/{app}/{entity}/']> = async (
  call,
  { query: { key } },
) => {
  const entity = entityOf(call)
  const request = listOf(call, entity, ['key'])
  const [position, total] = await Promise.all([
    readPosition(call.context, request, key, readOptions(call)),
    readCount(call.context, request, readOptions(call)),
  ])
  if (position === undefined) throw new ServiceError('not_found')
  return new Reply({ position, total }, { headers: ignoredHeader(request.ignored) })
}

/** `GET /api/distinct/<app>/<entity>/?field=`: returns the values of a column. */
export const answerDistinct: EndpointHandler<Endpoints['GET /api/distinct/{app}/{entity}/']> = async (
  call,
  { query: { field: name, q, limit } },
) => {
  const entity = entityOf(call)
  const request = listOf(call, entity, ['field', 'q'])
  const field = entity.fieldByName.get(name)
  if (field === undefined || field.writeOnly || field.type === 'json') {
    throw parameterError('field', { code: 'filter_field', params: { value: name.slice(0, 100) } })
  }
  const part = requireSearchText(q, 'q')
  const options = { ...readOptions(call), limit: limit + 1, part }
  const values = await readDistinct(call.context, request, field, options)
  const body = `{"values":[${values.slice(0, limit).join(',')}],"more":${values.length > limit}}`
  return new RawReply(jsonText(200, body, ignoredHeader(request.ignored)))
}
