/**
 * Parts of the `drilldowns` of reports: URLs of the records behind their figures, which are filtered lists of the data
 * API. Field names in braces stand for the values of the row; for an empty one, the filter is `<field>__isnull=true`.
 */
import { plannedFilter } from '../../rules/planned-status.ts'
import { proposedFilter } from '../../rules/proposed-order.ts'
import { flowMeasures, type OrderKind, wayMeasures } from '../../model/reports/inventory-report.ts'
import type { Drilldowns } from './report.ts'

const orderTypes: Readonly<Record<OrderKind, string>> = { mo: 'MO,WO', po: 'PO', do: 'DO', so: 'DLVR' }
/** Returns the condition that a moment is in the bucket. */
export const within = (field: string): string => `${field}__gte={startdate}&${field}__lt={enddate}`
// Of a repeated parameter, such as a second `status__ne`, only the last one counts.
const certain: Readonly<Record<'confirmed' | 'proposed', (prefix: string) => string>> = {
  confirmed: (prefix) => `${prefix}status__in=approved,confirmed,completed`,
  proposed: (prefix) => `filter=${encodeURIComponent(proposedFilter(`${prefix}status`))}`,
}

/** The sales orders of an item and location that are planned. An encoded filter has no braces. */
export const plannedDemands = `/api/input/demand/?item={item}&location={location}&filter=${encodeURIComponent(plannedFilter)}`

const flows = flowMeasures.map(({ name, direction, kind, certainty }) => {
  const filters = [
    'item={item}',
    'location={location}',
    within('flowdate'),
    `quantity__${direction === 'produced' ? 'gt' : 'lt'}=0`,
    'status__ne=closed',
    'operationplan__status__ne=closed',
    ...(kind === undefined ? [] : [`operationplan__type__in=${orderTypes[kind]}`]),
    ...(certainty === undefined ? [] : [certain[certainty]('operationplan__')]),
  ]
  return [name, `/api/input/operationplanmaterial/?${filters.join('&')}`] as const
})

const underWay = 'startdate__lt={enddate}&enddate__gte={enddate}&status__ne=closed'
const wayLists = {
  PO: '/api/input/purchaseorder/?item={item}&location={location}',
  DO: '/api/input/distributionorder/?item={item}&destination={location}',
  MO: '/api/input/manufacturingorder/?item={item}&location={location}',
} as const
const ways = wayMeasures.map(({ name, type, certainty }) => {
  const sure = certainty === undefined ? '' : `&${certain[certainty]('')}`
  return [name, `${wayLists[type]}&${underWay}${sure}`] as const
})

/** Returns the lists of orders for the six figures of an order report. */
export function orderDrilldowns(list: string, under: string): Drilldowns {
  const proposed = `&${certain.proposed('')}`
  const [starts, ends] = ['startdate', 'enddate'].map((field) => `${list}&${within(field)}&status__ne=closed`)
  return {
    starts: `${starts}`,
    starts_proposed: `${starts}${proposed}`,
    ends: `${ends}`,
    ends_proposed: `${ends}${proposed}`,
    [under]: `${list}&${underWay}`,
    [`${under}_proposed`]: `${list}&${underWay}${proposed}`,
  }
}

export const stockDrilldowns: Drilldowns = {
  ...Object.fromEntries([...flows, ...ways]),
  totaldemand: `${plannedDemands}&${within('due')}`,
  backlog: `${plannedDemands}&due__lt={enddate}`,
  safetystock: '/api/input/buffer/?item={item}&location={location}',
}
