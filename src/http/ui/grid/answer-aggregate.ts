/**
 * `GET /api/aggregate/<app>/<entity>/?group=item,due__month&measure=quantity__sum`: returns counts, sums and averages
 * of a filtered list, in total or by group. Only records that the user may see are included.
 */
import { filterOfGroup, readAggregate } from '../../../data/read/read-aggregate.ts'
import { parseAggregate } from '../../../data/read/parse-aggregate.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { mayFollow, readOptions, searchOptions } from '../../data/data-call.ts'
import { parameter } from '../../request-target.ts'
import { dataCallOf, entityOf, wholeNumber, type WordCall } from '../word-call.ts'
import { listOf } from './list-questions.ts'

const mostRows = 500

/**
 * Returns the aggregate. Throws `invalid_parameter`, and `permission_denied` for fields of records that the user may
 * not see.
 */
export async function answerAggregate(call: WordCall): Promise<Answer> {
  const entity = entityOf(call)
  const { context, query } = call
  const request = listOf(call, entity, ['group', 'measure', 'ordering', 'offset', 'fields'])
  const given = (name: string): string => parameter(query, name) ?? ''
  const aggregate = parseAggregate(context.model, entity, {
    group: given('group'),
    measure: given('measure'),
    ordering: given('ordering'),
  })
  if ('message' in aggregate) {
    const { parameter: name, message } = aggregate
    const reason = messageText(message)
    throw new ServiceError('invalid_parameter', { name, reason }, { fields: { [name]: [message] } })
  }
  const follow = mayFollow(dataCallOf(call, entity))
  for (const [name, fields] of [
    ['group', aggregate.groups],
    ['measure', aggregate.measured],
  ] as const) {
    const hidden = fields.find(
      ({ field: { via } }) => via !== undefined && !follow(requireEntity(context.model, via.entity)),
    )?.field.via
    if (hidden === undefined) continue
    const message = { code: 'not_viewable', params: { entity: hidden.entity } } as const
    throw new ServiceError('permission_denied', {}, { fields: { [name]: [message] } })
  }
  const page = {
    limit: wholeNumber(query, 'limit', { least: 1, most: mostRows, otherwise: 100 }),
    offset: wholeNumber(query, 'offset', { least: 0, most: 1_000_000_000, otherwise: 0 }),
  }
  const timeout = request.search.length === 0 ? readOptions(call) : searchOptions(call)
  const { groups, rows } = await readAggregate(context, request, aggregate, { ...page, ...timeout })
  return jsonAnswer(200, {
    groups,
    rows: rows.map((row) => Object.assign(row, { filter: filterOfGroup(aggregate.groups, row) })),
  })
}
