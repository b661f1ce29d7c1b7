/** Finds transports that bring stock that is in excess at one location to another one that is short of it. */
import { joinList } from '../../../../src/model/values/value-list.ts'
import { queryOptions } from '@tanstack/react-query'
import { parseDurationText } from '../values/durations.ts'
import type { PlanException } from './exceptions.ts'
import { getJson } from './client.ts'
import { entityPath, scenarioPath, withQuery } from './paths.ts'
import type { PlanEdit } from './plan-trials.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

export interface Transfer {
  /** Reference of the order. */
  readonly reference: string
  readonly item: string
  readonly origin: string
  readonly destination: string
  readonly quantity: number
  /** Planning time, `YYYY-MM-DDTHH:MM:SS`: the start of the plan, and when the stock arrives. */
  readonly startdate: string
  readonly enddate: string
}

/** Maximum number of other locations, those with the largest quantities first. */
const mostLocations = 5
/** Maximum number of transports declared from these locations that are read. */
const mostLanes = 1_000

const placeShape = object({ location: nullable(text), quantity: nullable(number), startdate: nullable(text) })
const laneShape = object({ origin: text, item: text, location: nullable(text), leadtime: nullable(text) })
type Lane = Shaped<typeof laneShape>

/**
 * Query for the transfers that reduce a shortage or an excess. The time is that of the transport of the item, or else
 * of the slowest one of other items between the two locations; without any, there is no transfer.
 */
export const transfersQuery = (
  scenario: string,
  { id, kind, item, location, quantity, startdate }: PlanException,
) =>
  queryOptions({
    queryKey: ['exceptions', scenario, 'transfers', id, quantity],
    queryFn: async ({ signal }): Promise<readonly Transfer[]> => {
      const isShortage = kind === 'shortage'
      if (item === null || location === null) return []
      const others = await getJson(
        withQuery(scenarioPath(scenario, '/api/exceptions/'), {
          kind: isShortage ? 'excess' : 'shortage',
          item,
          ordering: '-quantity',
          limit: mostLocations,
          fields: 'location,quantity,startdate',
        }),
        list(placeShape),
        { signal },
      )
      const origins = isShortage ? others.flatMap((one) => one.location ?? []) : [location]
      if (others.length === 0) return []
      const lanes = await getJson(
        withQuery(entityPath(scenario, 'input.itemdistribution'), {
          origin__in: joinList(origins),
          limit: mostLanes,
          fields: 'origin,item,location,leadtime',
        }),
        list(laneShape),
        { signal },
      )
      return others.flatMap((other): readonly Transfer[] => {
        const [origin, destination] = isShortage ? [other.location, location] : [location, other.location]
        const start = isShortage ? other.startdate : startdate
        const most = Math.floor(Math.min(quantity ?? 0, other.quantity ?? 0))
        if (origin === null || destination === null || start === null || most < 1) return []
        const seconds = transportSeconds(lanes, { item, origin, destination })
        if (seconds === undefined) return []
        const enddate = new Date(Date.parse(`${start}Z`) + seconds * 1000).toISOString().slice(0, 19)
        const transfer = { item, origin, destination, quantity: most, startdate: start, enddate }
        return [{ reference: newReference(), ...transfer }]
      })
    },
  })

/** Returns the transport time between two locations; undefined if nothing is transported between them. */
export function transportSeconds(
  lanes: readonly Lane[],
  { item, origin, destination }: Pick<Transfer, 'item' | 'origin' | 'destination'>,
): number | undefined {
  const between = lanes.filter(
    (lane) => lane.origin === origin && (lane.location === null || lane.location === destination),
  )
  const own = between.filter((lane) => lane.item === item)
  const times = (own.length > 0 ? own : between).map(({ leadtime }) => parseDurationText(leadtime ?? '') ?? 0)
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Returns the distribution order of a transfer as an edit. */
export const transferEdit = (order: Transfer): PlanEdit => ({
  entity: 'input.distributionorder',
  action: 'create',
  fields: { ...order, status: 'approved' },
})

/** Returns a reference that no order has, such as `Transfer 5f0c21a9`. */
const newReference = (): string =>
  `Transfer ${Math.floor(Math.random() * 16 ** 8)
    .toString(16)
    .padStart(8, '0')}`
