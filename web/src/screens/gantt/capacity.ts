/** Capacity and load of resources and of groups of resources, per time bucket. */
import type { CapacityBucket, CapacityRow } from '../../platform/api/timeline.ts'
import { timeOf } from '../../platform/calendar/days.ts'

export interface PlacedCapacity extends CapacityBucket {
  /** Milliseconds. */
  readonly start: number
  readonly end: number
}

export type CapacityByResource = ReadonlyMap<string, readonly PlacedCapacity[]>

export const placeCapacity = (rows: readonly CapacityRow[]): CapacityByResource =>
  new Map(
    rows.map(({ resource, buckets }) => [
      resource,
      buckets.map((bucket) => ({
        ...bucket,
        start: timeOf(bucket.startdate),
        end: timeOf(bucket.enddate),
      })),
    ]),
  )

/** Returns the sums of several resources per bucket. */
export function sumCapacity(
  capacity: CapacityByResource,
  resources: readonly string[],
): readonly PlacedCapacity[] {
  const sums = new Map<number, PlacedCapacity>()
  for (const resource of resources)
    for (const bucket of capacity.get(resource) ?? []) {
      const { available = 0, load = 0 } = sums.get(bucket.start) ?? {}
      sums.set(bucket.start, {
        ...bucket,
        available: available + bucket.available,
        load: load + bucket.load,
      })
    }
  return [...sums.values()]
}

export const shareOf = ({ available, load }: CapacityBucket): number =>
  available > 0 ? load / available : load > 0 ? Infinity : 0

/**
 * Returns the buckets of a window from now on; all of them if the window lies in the past. Capacity that was not used
 * until now is not free.
 * @param from start of the window in milliseconds
 */
export function openBuckets(
  buckets: readonly PlacedCapacity[],
  from: number,
  now: number,
): readonly PlacedCapacity[] {
  const open = buckets.filter(({ end }) => end > Math.max(from, now))
  return open.length > 0 ? open : buckets
}

/** Returns the utilization of the buckets in percent; undefined without capacity. */
export function percentOf(buckets: readonly CapacityBucket[]): number | undefined {
  const available = buckets.reduce((sum, bucket) => sum + bucket.available, 0)
  const load = buckets.reduce((sum, bucket) => sum + bucket.load, 0)
  return available > 0 ? Math.round((100 * load) / available) : undefined
}
