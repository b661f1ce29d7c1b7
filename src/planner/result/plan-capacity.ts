/** The capacity that the utilization of a plan refers to: from the current date until the end of its last work. */
import type { Network } from '../network/compile.ts'
import type { Resource } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import { capacityBetween } from './resource-capacity.ts'
import type { WorkSpan } from './work-span.ts'

/** Returns the end of the last work on a resource; the current date if there is none. */
export const endOfWork = ({ input }: Network, { last }: WorkSpan): Seconds =>
  Math.max(input.settings.current, last)

/** Returns the capacity of a resource until the end of the work; 0 if it is unlimited. */
export function capacityUntil({ calendars, input }: Network, resource: Resource, until: Seconds): number {
  if (resource.infinite) return 0
  const work = calendars.work(resource.calendars)
  return capacityBetween(resource, work, input.settings.current, until).available
}

/** Returns the capacity of each resource for a plan. */
export function planCapacities(network: Network, span: WorkSpan): ReadonlyMap<string, number> {
  const until = endOfWork(network, span)
  return new Map(network.resources.all.map((one) => [one.name, capacityUntil(network, one, until)]))
}
