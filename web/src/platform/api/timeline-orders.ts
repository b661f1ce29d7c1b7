/** Finds orders on resources in the whole plan: late ones, one that contains a text, the first and the last one. */
import { lateParameters } from '../../../../src/rules/late.ts'
import { queryOptions } from '@tanstack/react-query'
import { timeOf } from '../calendar/days.ts'
import { dayMs } from '../formats/instants.ts'
import { secondsOf } from '../formats/formats.ts'
import { getJson, getStart } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, number, object, otherwise, type Shaped, table, text } from './shape.ts'
import { type TimelineBar, timelineOrderFields } from './timeline.ts'

/** A window that contains every plan. */
const everything = { start: '1990-01-01', end: '2200-01-01' }

const lateShape = object({
  ...timelineOrderFields,
  resource: text,
  delay: text,
  pegged: otherwise(table(number), {}),
})

/** Maximum number of late orders per request. */
const mostLate = 100

/** Query for the late orders that can be moved, the latest first. `search` is part of a resource name. */
export const lateWorkQuery = (scenario: string, search: string | undefined) =>
  queryOptions({
    // Invalidated together with the chart.
    queryKey: ['timeline', scenario, 'late work', search],
    queryFn: async ({ signal }) => {
      const path = withQuery(scenarioPath(scenario, '/api/output/timeline/'), {
        ...everything,
        shape: 'list',
        status__in: 'proposed,approved',
        ...lateParameters,
        resource__icontains: search,
        fields: listedFields,
        ordering: '-delay,reference',
        limit: mostLate,
      })
      const { rows, total } = await getStart(path, list(lateShape), { signal })
      return { rows: rows.map(listedBar), total }
    },
    staleTime: 30_000,
  })

/** Maximum number of approved and confirmed orders per request. */
const mostFixed = 10

/** Query for the approved and confirmed orders of a resource in a period, in order of time. */
export const fixedWorkQuery = (
  scenario: string,
  { resource, start, end }: { readonly resource: string; readonly start: string; readonly end: string },
) =>
  queryOptions({
    queryKey: ['timeline', scenario, 'fixed work', resource, start, end],
    queryFn: async ({ signal }) => {
      const path = withQuery(scenarioPath(scenario, '/api/output/timeline/'), {
        ...everything,
        shape: 'list',
        resource,
        status__in: 'approved,confirmed',
        startdate__lt: end,
        enddate__gt: start,
        fields: listedFields,
        ordering: 'startdate,reference',
        limit: mostFixed,
      })
      const { rows, total } = await getStart(path, list(lateShape), { signal })
      return { rows: rows.map(listedBar), total }
    },
    staleTime: 30_000,
  })

const listedFields = ['resource', ...Object.keys(timelineOrderFields), 'delay', 'pegged'].join(',')

const listedBar = ({ resource, delay, pegged, ...order }: Shaped<typeof lateShape>) => ({
  resource,
  bar: lateBar(order, delay, pegged),
})

/**
 * Returns the first order on the resources of a filter that contains a text: from a moment on, or else of all; undefined
 * without any.
 */
export async function findOrder(scenario: string, filter: Query, search: string, from: string) {
  const asked = { ...filter, search }
  return (await firstBar(scenario, { ...asked, startdate__gte: from })) ?? (await firstBar(scenario, asked))
}

/** Returns an order of the plan; undefined if it is on no resource. */
export const orderWith = (scenario: string, reference: string) => firstBar(scenario, { reference })

async function firstBar(scenario: string, query: Query) {
  const path = withQuery(scenarioPath(scenario, '/api/output/timeline/'), {
    ...everything,
    ...query,
    shape: 'list',
    fields: listedFields,
    ordering: 'startdate',
    limit: 1,
  })
  return (await getJson(path, list(lateShape))).map(listedBar)[0]
}

const lateBar = (
  order: Pick<
    TimelineBar,
    'reference' | 'type' | 'status' | 'operation' | 'item' | 'quantity' | 'startdate' | 'enddate'
  >,
  delay: string,
  demands: TimelineBar['demands'],
): TimelineBar => ({
  ...order,
  load: null,
  setupend: null,
  setup: null,
  delay: secondsOf(delay),
  criticality: null,
  feasible: true,
  due: null,
  demands,
  customers: [],
})

const momentsShape = list(object({ startdate: text, enddate: text }))

/**
 * Returns the first day of all orders on the resources of a filter, and the number of days until the last one ends;
 * undefined without orders.
 */
export async function timelineDays(
  scenario: string,
  filter: Query,
): Promise<{ readonly start: string; readonly days: number } | undefined> {
  const one = { ...filter, ...everything, shape: 'list', fields: 'startdate,enddate', limit: 1 }
  const read = (ordering: string) =>
    getJson(withQuery(scenarioPath(scenario, '/api/output/timeline/'), { ...one, ordering }), momentsShape)
  const [[first], [last]] = await Promise.all([read('startdate'), read('-enddate')])
  if (first === undefined || last === undefined) return undefined
  const start = first.startdate.slice(0, 10)
  return { start, days: Math.max(1, Math.ceil((timeOf(last.enddate) - timeOf(start)) / dayMs)) }
}
