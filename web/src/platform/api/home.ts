/** Reads the data of the home screen: key figures of the plan, late orders and shortages. */
import { queryOptions } from '@tanstack/react-query'
import { lateParameters } from '../../../../src/rules/late.ts'
import { plannedFilter } from '../../../../src/rules/planned-status.ts'
import { exceptionGroups } from '../exception-groups.ts'
import { getJson, getStart } from './client.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

const figureShape = object({
  id: number,
  /** `demand`, `inventory`, `proposals`, `capacity`, `problems`, `constraints` or `run`. */
  section: text,
  name: text,
  count: nullable(number),
  quantity: nullable(number),
  value: nullable(number),
  days: nullable(number),
  percent: nullable(number),
  moment: nullable(text),
  status: nullable(text),
})

export type PlanFigure = Shaped<typeof figureShape>

export const planSummaryQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan summary', scenario],
    queryFn: ({ signal }) =>
      getJson(scenarioPath(scenario, '/api/output/plansummary/'), list(figureShape), { signal }),
  })

/** Returns whether the scenario has a plan. The plan may have been made here, copied or imported. */
export const isPlanned = (figures: readonly PlanFigure[]): boolean =>
  figures.some(
    ({ section, name, count }) =>
      ['run', 'proposals', 'capacity', 'problems', 'constraints'].includes(section) ||
      (section === 'demand' && name !== 'short' && (count ?? 0) > 0),
  )

const lateShape = object({
  name: text,
  item: nullable(text),
  customer: nullable(text),
  due: nullable(text),
  delay: nullable(text),
})

export type LateOrder = Shaped<typeof lateShape>

/** Filter and sequence of sales orders that are planned late, counted as in the figures, the latest first. */
export const lateOrders = { filter: plannedFilter, ...lateParameters, ordering: '-delay' } as const

/** Query for the latest orders. */
export const lateOrdersQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['late orders', scenario],
    queryFn: ({ signal }) => {
      const query = {
        ...lateOrders,
        limit: 10,
        fields: 'name,item,customer,due,delay',
      }
      return getJson(withQuery(entityPath(scenario, 'input.demand'), query), list(lateShape), { signal })
    },
  })

/** Maximum number of names in the address of a list. */
const mostPartly = 100

/**
 * Query for the names of sales orders that the plan delivers only in part. The figures count them as short, not as late
 * or on time; empty if there are too many for the address of a list.
 */
export const partlyDeliveredQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['partly delivered', scenario],
    queryFn: async ({ signal }) => {
      const query = { entity: 'demand', name: 'short', fields: 'owner', limit: mostPartly + 1 }
      const path = withQuery(entityPath(scenario, 'output.problem'), query)
      const owners = (await getJson(path, list(object({ owner: text })), { signal })).map(
        ({ owner }) => owner,
      )
      return owners.length > mostPartly ? [] : [...new Set(owners)]
    },
  })

/** Returns parameters of a list of sales orders that leave out those that are delivered only in part. */
export const inFull = (partly: readonly string[]): { readonly filter?: string } =>
  partly.length === 0
    ? {}
    : { filter: JSON.stringify({ and: [{ not: { field: 'name', lookup: 'in', value: partly } }] }) }

const shortageShape = object({
  item: text,
  location: text,
  startdate: text,
  enddate: nullable(text),
})

/** Maximum number of displayed buffers. */
const mostShortages = 10

/** Query for the first exceptions of stock below safety stock by date, and for their number. */
export const shortagesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'first shortages'],
    queryFn: ({ signal }) => {
      const query = {
        kind__in: exceptionGroups.shortage.join(','),
        status: 'open',
        ordering: 'startdate,rank',
        limit: mostShortages,
        fields: 'item,location,startdate,enddate',
      }
      const path = withQuery(scenarioPath(scenario, '/api/exceptions/'), query)
      return getStart(path, list(shortageShape), { signal })
    },
  })
