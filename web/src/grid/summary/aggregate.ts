/** Requests counts, sums and averages over a list, in total or by group. */
import { type Answer, call, entityParts } from '../../platform/api/endpoints.ts'
import type { ListQuery } from '../rows/row-source.ts'

export type Aggregated = Answer<'GET /api/aggregate/{app}/{entity}/'>
export type GroupRow = Aggregated['rows'][number]

export interface AggregateQuery {
  readonly scenario: string
  readonly entity: string
  readonly params: ListQuery['params']
  /** Names of fields, for dates with a period. */
  readonly group?: string
  /** Names such as `quantity__sum`. */
  readonly measures: readonly string[]
  readonly limit?: number
  readonly offset?: number
}

export function readAggregate(
  { scenario, entity, params, group, measures, limit, offset }: AggregateQuery,
  signal: AbortSignal,
): Promise<Aggregated> {
  const query = {
    ...Object.fromEntries(params),
    ...(group === undefined ? {} : { group }),
    ...(measures.length === 0 ? {} : { measure: measures.join(',') }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined || offset === 0 ? {} : { offset }),
  }
  const input = { path: entityParts(entity), query }
  return call('GET /api/aggregate/{app}/{entity}/', input, { scenario, signal })
}
