/**
 * What a scenario changes for each sales order against another one. The service tells it the other way round: in a
 * scenario, what the one that it is compared with does.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getJson, send } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

/** What the scenario does with an order, the worst first. */
export const changes = ['missing', 'less', 'later', 'earlier', 'more', 'added', 'same'] as const
export type Change = (typeof changes)[number]

const orderShape = object({
  demand: text,
  item: nullable(text),
  customer: nullable(text),
  due: nullable(text),
  /** Delivery and quantity in the other scenario, and in this one. */
  deliverydate: nullable(text),
  compared_deliverydate: nullable(text),
  difference: nullable(text),
  plannedquantity: nullable(number),
  compared_plannedquantity: nullable(number),
})

export type ComparedOrder = Shaped<typeof orderShape>

const pageSize = 100

/** The orders that are changed most come first. */
const orderings: Readonly<Record<Change, string>> = {
  missing: 'due',
  less: 'quantity_difference',
  later: '-difference',
  earlier: 'difference',
  more: '-quantity_difference',
  added: 'due',
  same: 'due',
}

const reportPath = (scenario: string, other: string, query: Query): string =>
  withQuery(scenarioPath(other, '/api/output/plancomparison/'), { with: scenario, ...query })

/** Address of all rows as a spreadsheet. */
export const comparisonFile = (scenario: string, other: string): string =>
  reportPath(scenario, other, { format: 'xlsx' })

/** How many orders there are of each kind of change. */
export const changeCountsQuery = (scenario: string, other: string) =>
  queryOptions({
    queryKey: ['plan comparison', scenario, other, 'counts'],
    queryFn: async ({ signal }): Promise<Readonly<Record<Change, number>>> => {
      const counted = await Promise.all(
        changes.map(async (change): Promise<[Change, number]> => {
          const query = { change, fields: 'demand', limit: 1 }
          const answer = await send(reportPath(scenario, other, query), { signal })
          return [change, Number(answer.headers.get('x-total-count') ?? 0)]
        }),
      )
      const counts = { missing: 0, less: 0, later: 0, earlier: 0, more: 0, added: 0, same: 0 }
      for (const [change, count] of counted) counts[change] = count
      return counts
    },
  })

/** The orders of one kind of change, page by page. */
export const comparedOrdersQuery = (scenario: string, other: string, change: Change) =>
  infiniteQueryOptions({
    queryKey: ['plan comparison', scenario, other, change],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => {
      const query = { change, ordering: orderings[change], limit: pageSize, offset }
      return getJson(reportPath(scenario, other, query), list(orderShape), { signal })
    },
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length * pageSize),
  })
