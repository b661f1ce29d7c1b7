/**
 * The capacity of resources between two dates: hours times their size, or the quantity of resources that count
 * quantities. Depends on resources, locations and calendars only, not on the plan.
 */
import { compileCost } from '../calendar/step-function.ts'
import { sizedBetween, type Stretch, type WorkingTime } from '../calendar/working-time.ts'
import { emptyRows, type PlannerInput } from '../input.ts'
import { compileCalendars } from '../network/calendars.ts'
import { horizonOf } from '../network/horizon.ts'
import type { Resource } from '../network/nodes.ts'
import { compileResources } from '../network/resources.ts'
import { endOfTime, hour, type Seconds } from '../time.ts'

export interface Capacity {
  readonly available: number
  /** Capacity lost to closed time. */
  readonly unavailable: number
}

/** Returns the capacity of a resource with limited capacity. */
export function capacityBetween(
  { buckets, capacity }: Pick<Resource, 'buckets' | 'capacity'>,
  work: WorkingTime,
  start: Seconds,
  end: Seconds,
): Capacity {
  if (buckets?.unit === 'quantity') {
    let available = 0
    for (const room of buckets.rooms()) if (room.start >= start && room.start < end) available += room.size
    return { available, unavailable: 0 }
  }
  const { open, closed } = sizedBetween(capacity, work, start, end)
  return { available: open / hour, unavailable: closed / hour }
}

export type CapacityInput = Pick<PlannerInput, 'calendars' | 'locations' | 'resources'>

/** Returns the capacity of each interval, by resource, without unlimited resources. Intervals must be ascending. */
export function capacityOf(
  { calendars: rows, locations, resources }: CapacityInput,
  stretches: readonly Stretch[],
): ReadonlyMap<string, readonly Capacity[]> {
  const current = stretches[0]?.[0] ?? 0
  const input: PlannerInput = {
    ...nothing,
    settings: { ...nothing.settings, current },
    calendars: rows,
    locations,
    resources,
  }
  const horizon = Math.max(horizonOf(input), stretches.at(-1)?.[1] ?? 0)
  const calendars = compileCalendars(input, horizon)
  const capacities = new Map<string, readonly Capacity[]>()
  // Many resources share their calendars, size and efficiency.
  const known = new Map<string, readonly Capacity[]>()
  const places = new Map(locations.map((row) => [row.name, row]))
  for (const resource of compileResources(input, calendars, horizon).all) {
    if (resource.infinite) continue
    const { location, available, maximum, maximum_calendar: sizes, type, ...speed } = resources[resource.id]!
    const closed = places.get(location ?? '')?.available
    const { efficiency, efficiency_calendar: speeds } = speed
    const kind = JSON.stringify([available, closed, sizes, maximum, type, efficiency, speeds])
    const work = calendars.work(resource.calendars)
    const found =
      known.get(kind) ?? stretches.map(([start, end]) => capacityBetween(resource, work, start, end))
    known.set(kind, found)
    capacities.set(resource.name, found)
  }
  const { pools, members } = poolsOf(resources)
  for (const pool of pools) capacities.delete(pool)
  for (const [member, pool] of members) {
    const [own, sum] = [capacities.get(member), capacities.get(pool)]
    if (own !== undefined)
      capacities.set(pool, sum === undefined ? own : own.map((each, at) => added(each, sum[at]!)))
  }
  return capacities
}

export interface CapacityQuestion {
  readonly input: CapacityInput
  readonly stretches: readonly Stretch[]
}

/** `capacityOf` with one parameter. */
export const answerCapacity = ({ input, stretches }: CapacityQuestion): ReturnType<typeof capacityOf> =>
  capacityOf(input, stretches)

/** Measured time per interval of a resource, in nanoseconds. */
const perStretch = 200

/** Estimated duration of `capacityOf`, in nanoseconds. */
export function capacityCost({ input, stretches }: CapacityQuestion): number {
  const [from, to] = [stretches[0]?.[0] ?? 0, Math.max(endOfTime, stretches.at(-1)?.[1] ?? 0)]
  const compiling = input.calendars.reduce((sum, calendar) => sum + compileCost(calendar, from, to), 0)
  return compiling + input.resources.length * stretches.length * perStretch
}

const added = (one: Capacity, other: Capacity): Capacity => ({
  available: one.available + other.available,
  unavailable: one.unavailable + other.unavailable,
})

interface Pools {
  readonly pools: ReadonlySet<string>
  /** Resources that are no pools, with each pool above them. */
  readonly members: readonly (readonly [member: string, pool: string])[]
}

/** Returns the resources with members, and these members. */
export function poolsOf(rows: CapacityInput['resources']): Pools {
  const owners = new Map(rows.map(({ name, owner }) => [name, owner ?? undefined]))
  const pools = new Set(rows.flatMap(({ owner }) => owner ?? []))
  const members: (readonly [string, string])[] = []
  for (const { name } of rows) {
    if (pools.has(name)) continue
    const seen = new Set([name])
    for (let above = owners.get(name); above !== undefined && !seen.has(above); above = owners.get(above)) {
      seen.add(above)
      members.push([name, above])
    }
  }
  return { pools, members }
}

/** An empty scenario. */
const nothing: PlannerInput = {
  settings: {
    current: 0,
    plantype: 1,
    constraints: { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false },
    autoFence: undefined,
    moveApprovedEarly: false,
    moveApprovedLate: false,
    administrativeLeadTime: 0,
    deliveryDuration: 0,
  },
  ...emptyRows(),
}
