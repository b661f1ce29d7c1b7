/** Reads proposals of safety stock. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Input } from './endpoints.ts'

const endpoint = 'GET /api/plan/safetystock/'

export type StockProposal = Answer<typeof endpoint>['buffers'][number]

export interface StockQuestion extends NonNullable<Input<typeof endpoint>['query']> {
  /** Only this item, or the items of this group. */
  readonly item?: string | undefined
  readonly location?: string | undefined
}

/** Query for the proposed safety stock of all buffers, or of those of an item or location. */
export const stockQuery = (scenario: string, { item, location, ...query }: StockQuestion) => {
  const conditions = [
    { field: 'item', lookup: 'isdescendantof', value: item },
    { field: 'location', lookup: 'exact', value: location },
  ].filter(({ value }) => value !== undefined)
  const filter = conditions.length === 0 ? {} : { filter: JSON.stringify({ and: conditions }) }
  return queryOptions({
    queryKey: ['safetystock', scenario, query, filter],
    queryFn: ({ signal }) => call(endpoint, { query: { ...query, ...filter } }, { scenario, signal }),
    placeholderData: (previous) => previous,
  })
}
