/**
 * `GET /api/aggregate/<app>/<entity>/?group=item,due__month&measure=quantity__sum`: returns counts, sums and averages
 * of a filtered list or plan report, in total or by group. Only records that the user may see are included.
 */
import type { gridEndpoints } from '../../../contract/grid.ts'
import { filterOfGroup, readAggregate } from '../../../data/read/read-aggregate.ts'
import { parseAggregate } from '../../../data/read/parse-aggregate.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { outputReportByName } from '../../../planning/reports/outputs.ts'
import { type EndpointHandler, Reply } from '../../contract/routes.ts'
import { ignoredHeader, mayFollow, readOptions, searchOptions } from '../../data/data-call.ts'
import { type OpenedList, openReport } from '../../data/open-report.ts'
import { dataCallOf, entityOf, type WordCall } from '../word-call.ts'
import { listOf } from './list-questions.ts'

type Endpoint = (typeof gridEndpoints)['GET /api/aggregate/{app}/{entity}/']

/**
 * Returns the aggregate. Throws `invalid_parameter`, and `permission_denied` for fields of records that the user may
 * not see.
 */
export const answerAggregate: EndpointHandler<Endpoint> = async (call, { query }) => {
  const { entity, query: listed } = await openList(call)
  const { context } = call
  const own = ['group', 'measure', 'ordering', 'offset', 'fields']
  const request = listOf({ ...call, query: listed }, entity, own)
  const aggregate = parseAggregate(context.model, entity, query)
  if ('message' in aggregate) throw parameterError(aggregate.parameter, aggregate.message)
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
  const timeout = request.search.length === 0 ? readOptions(call) : searchOptions(call)
  const { groups, rows } = await readAggregate(context, request, aggregate, {
    limit: query.limit,
    offset: query.offset,
    ...timeout,
  })
  return new Reply(
    {
      groups,
      rows: rows.map((row) => Object.assign(row, { filter: filterOfGroup(aggregate.groups, row) })),
    },
    { headers: ignoredHeader(request.ignored) },
  )
}

/** Returns the entity of the path and the parameters of its list; a plan report is opened with its own parameters. */
async function openList(call: WordCall): Promise<Pick<OpenedList, 'entity' | 'query'>> {
  const { params, exchange, query } = call
  const report = outputReportByName.get(`${params['app']}.${params['entity']}`)
  if (report === undefined) return { entity: entityOf(call), query }
  const listCall = { ...dataCallOf(call, report.declaration), report }
  return openReport(listCall, 'json', await loadLabels(exchange.language))
}
