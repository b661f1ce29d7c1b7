/** Requests counts, sums and averages over a list, in total or by group. */
import { getJson } from '../../platform/api/client.ts'
import { scenarioPath, withQuery } from '../../platform/api/paths.ts'
import { anything, list, number, object, type Shaped, table, text } from '../../platform/api/shape.ts'
import type { ListQuery } from '../rows/row-source.ts'

const answerShape = object({
  groups: number,
  rows: list(
    object({ values: list(anything), count: number, measures: table(anything), filter: table(text) }),
  ),
})

export type Aggregated = Shaped<typeof answerShape>
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
  const path = scenarioPath(scenario, `/api/aggregate/${entity.replace('.', '/')}/`)
  const address = withQuery(path, {
    ...Object.fromEntries(params),
    ...(group === undefined ? {} : { group }),
    ...(measures.length === 0 ? {} : { measure: measures.join(',') }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined || offset === 0 ? {} : { offset }),
  })
  return getJson(address, answerShape, { signal })
}
