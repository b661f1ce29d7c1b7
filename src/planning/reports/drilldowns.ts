/**
 * URLs of the records behind the figures of a report: filtered lists of the data API. Field names in braces stand for
 * the values of the row; for an empty one, the filter is `<field>__isnull=true`.
 */
import { plannedFilter } from '../../rules/planned-status.ts'
import { flowMeasures, type OrderKind, wayMeasures } from '../../model/reports/inventory-report.ts'

const orderTypes: Readonly<Record<OrderKind, string>> = { mo: 'MO,WO', po: 'PO', do: 'DO', so: 'DLVR' }
const within = (field: string): string => `${field}__gte={startdate}&${field}__lt={enddate}`
// Of a repeated parameter, such as a second `status__ne`, only the last one counts.
const certain = { confirmed: 'status__in=approved,confirmed,completed', proposed: 'status=proposed' } as const

// An encoded filter has no braces.
const demands = `/api/input/demand/?item={item}&location={location}&filter=${encodeURIComponent(plannedFilter)}`

const flows = flowMeasures.map(({ name, direction, kind, certainty }) => {
  const filters = [
    'item={item}',
    'location={location}',
    within('flowdate'),
    `quantity__${direction === 'produced' ? 'gt' : 'lt'}=0`,
    'status__ne=closed',
    'operationplan__status__ne=closed',
    ...(kind === undefined ? [] : [`operationplan__type__in=${orderTypes[kind]}`]),
    ...(certainty === undefined ? [] : [`operationplan__${certain[certainty]}`]),
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
  const sure = certainty === undefined ? '' : `&${certain[certainty]}`
  return [name, `${wayLists[type]}&${underWay}${sure}`] as const
})

/** Returns the lists of orders for the six figures of an order report. */
function ofOrders(list: string, under: string): Readonly<Record<string, string>> {
  const proposed = '&status=proposed'
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

const capacityOrders = '/api/output/capacityorders/?resource={resource}&start={startdate}&end={enddate}'

/** URLs by report and figure. */
export const drilldowns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  demandreport: {
    orders: `${demands}&${within('due')}`,
    supply: `/api/input/deliveryorder/?item={item}&location={location}&${within('enddate')}&status__ne=closed`,
    backlog: `${demands}&due__lt={enddate}`,
    reasons: '/api/output/constraint/?item={item}',
  },
  inventoryreport: {
    ...Object.fromEntries([...flows, ...ways]),
    totaldemand: `${demands}&${within('due')}`,
    backlog: `${demands}&due__lt={enddate}`,
    safetystock: '/api/input/buffer/?item={item}&location={location}',
  },
  capacityreport: {
    load: `${capacityOrders}&ordering=-load,startdate`,
    load_confirmed: `${capacityOrders}&status__in=confirmed,completed&ordering=-load,startdate`,
    setup: `${capacityOrders}&ordering=-setup,startdate`,
  },
  operationreport: ofOrders('/api/input/operationplan/?operation={operation}&type__in=MO,WO', 'inprogress'),
  purchasereport: ofOrders(
    '/api/input/purchaseorder/?item={item}&supplier={supplier}&location={location}',
    'onorder',
  ),
  distributionreport: ofOrders(
    '/api/input/distributionorder/?item={item}&origin={origin}&destination={destination}',
    'intransit',
  ),
}
