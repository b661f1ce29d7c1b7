/**
 * Reads what a scenario changes for each sales order compared to another scenario. The endpoint works in the opposite
 * direction: it belongs to the other scenario and reports what the scenario in the parameter `with` changes.
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Change } from './change-kinds.ts'
import { getJson } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

const orderShape = object({
  demand: text,
  item: nullable(text),
  customer: nullable(text),
  due: nullable(text),
  /** Delivery and quantity in the other scenario; the fields `compared_…` hold those in this scenario. */
  deliverydate: nullable(text),
  compared_deliverydate: nullable(text),
  difference: nullable(text),
  plannedquantity: nullable(number),
  compared_plannedquantity: nullable(number),
})

export type ComparedOrder = Shaped<typeof orderShape>

const pageSize = 100

/** Ordering by the size of the change, the largest first. */
const orderings: Readonly<Record<Change, string>> = {
  late: '-difference',
  later: '-difference',
  gone: 'due',
  recovered: 'difference',
  earlier: 'difference',
  new: 'due',
  same: 'due',
}

const reportPath = (scenario: string, other: string, query: Query): string =>
  withQuery(scenarioPath(other, '/api/output/plancomparison/'), { with: scenario, ...query })

/** Returns the address of all rows as a spreadsheet. */
export const comparisonFile = (scenario: string, other: string): string =>
  reportPath(scenario, other, { format: 'xlsx' })

const countsShape = object({ rows: list(object({ values: list(text), count: number })) })

/** Query for the number of orders of each kind of change. */
export const changeCountsQuery = (scenario: string, other: string) =>
  queryOptions({
    queryKey: ['plan comparison', scenario, other, 'counts'],
    queryFn: async ({ signal }): Promise<Readonly<Record<Change, number>>> => {
      const path = scenarioPath(other, '/api/aggregate/output/plancomparison/')
      const query = { with: scenario, group: 'change' }
      const { rows } = await getJson(withQuery(path, query), countsShape, { signal })
      const counts = { late: 0, later: 0, gone: 0, recovered: 0, earlier: 0, new: 0, same: 0 }
      const found = Object.fromEntries(rows.map(({ values: [change = ''], count }) => [change, count]))
      return { ...counts, ...found }
    },
  })

/** Query for the orders of one kind of change, in pages. */
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
