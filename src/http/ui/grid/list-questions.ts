/**
 * Queries on a list with the filters and the order of the grid: the position of a record, and the values of a column.
 */
import { authorize } from '../../../auth/rights/policies.ts'
import {
  parseRead,
  readCount,
  readDistinct,
  readPosition,
  type ReadRequest,
} from '../../../data/read/index.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { type Answer, jsonAnswer, jsonText } from '../../answer.ts'
import { mayFollow, readOptions, scopeConditions } from '../../data/data-call.ts'
import { parameter } from '../../request-target.ts'
import { dataCallOf, entityOf, searchText, wholeNumber, type WordCall } from '../word-call.ts'

/**
 * Parses the parameters of the list; `own` are the parameters of the query itself. With `strict`, throws for filters
 * that the list would ignore.
 */
export function listOf(
  call: WordCall,
  entity: Entity,
  own: readonly string[],
  { strict = false }: { readonly strict?: boolean } = {},
): ReadRequest {
  const { context, principal, scenario, query } = call
  const { scope } = authorize(principal, scenario, entity, 'GET')
  const params = query.filter(([name]) => !own.includes(name) && name !== 'limit')
  return parseRead(context.model, entity, params, {
    timeZone: context.timeZone,
    strict,
    only: scopeConditions(entity, scope),
    mayFollow: mayFollow(dataCallOf(call, entity)),
  })
}

const required = (name: string): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    { name, reason: 'it is required.' },
    { fields: { [name]: [{ code: 'required' }] } },
  )

/**
 * `GET /api/position/<app>/<entity>/?key=`: returns the position of a record; 404 if the list does not contain it.
 */
export async function answerPosition(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const request = listOf(call, entity, ['key'])
  const key = parameter(call.query, 'key')
  if (key === undefined || key === '') throw required('key')
  const [position, total] = await Promise.all([
    readPosition(call.context, request, key, readOptions(call)),
    readCount(call.context, request, readOptions(call)),
  ])
  if (position === undefined) throw new ServiceError('not_found')
  return jsonAnswer(200, { position, total })
}

/** `GET /api/distinct/<app>/<entity>/?field=`: returns the values of a column. */
export async function answerDistinct(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const { context, query } = call
  const request = listOf(call, entity, ['field', 'q'])
  const name = parameter(query, 'field') ?? ''
  const field = entity.fieldByName.get(name)
  if (field === undefined || field.writeOnly || field.type === 'json') {
    if (name === '') throw required('field')
    const fault = { code: 'filter_field', params: { value: name.slice(0, 100) } } as const
    throw new ServiceError(
      'invalid_parameter',
      { name: 'field', reason: name },
      { fields: { field: [fault] } },
    )
  }
  const limit = wholeNumber(query, 'limit', { least: 1, most: 1_000, otherwise: 100 })
  const part = searchText(query, 'q')
  const values = await readDistinct(context, request, field, { ...readOptions(call), limit: limit + 1, part })
  return jsonText(200, `{"values":[${values.slice(0, limit).join(',')}],"more":${values.length > limit}}`)
}
