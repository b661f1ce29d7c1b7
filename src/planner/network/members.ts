/** Divides work among several members of a pool if one member cannot do it alone. */
import { highestOf } from '../calendar/step-function.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Load, LoadGroup, Resource, SearchMode } from './nodes.ts'

const withQuantity = (load: Load, quantity: number): Load => ({ ...load, quantity })

/** Returns whether a resource is ever open. */
export type IsOpen = (resource: Resource) => boolean

/** Returns the maximum capacity of a resource at any time. */
const sizeOf = ({ constrained, buckets, capacity }: Resource): number =>
  constrained && buckets === undefined ? highestOf(capacity) : never

/** Returns whether the resource of a load has enough capacity alone. */
const isAble = ({ resource, quantity }: Load): boolean => sizeOf(resource) >= quantity - epsilon

/**
 * Returns the loads as one group or, if no single resource has enough capacity, as several groups that each use one;
 * undefined if all together do not have enough. Resources that never open do not count if others do.
 */
export function groupsOf(
  loads: readonly Load[],
  search: SearchMode,
  isOpen: IsOpen,
): readonly LoadGroup[] | undefined {
  const quantity = loads[0]?.quantity ?? 0
  const opening = loads.length > 1 ? loads.filter(({ resource }) => isOpen(resource)) : loads
  const usable = opening.length > 0 ? opening : loads
  if (usable.some(isAble)) return [{ search, loads }]
  const size = Math.max(...usable.map(({ resource }) => sizeOf(resource)))
  const members = usable.filter(({ resource }) => sizeOf(resource) >= size - epsilon && size > 0)
  const count = Math.ceil(quantity / size - epsilon)
  if (count > members.length) return unequal(usable, search, quantity)
  const pool = {}
  return Array.from({ length: count }, (_, index) => ({
    search,
    pool,
    loads: members.map((load) => withQuantity(load, Math.min(size, quantity - index * size))),
  }))
}

/** Returns a group per member, the largest first, until they have enough together; undefined if they never have. */
function unequal(
  loads: readonly Load[],
  search: SearchMode,
  quantity: number,
): readonly LoadGroup[] | undefined {
  const groups: LoadGroup[] = []
  let left = quantity
  for (const load of loads.toSorted((a, b) => sizeOf(b.resource) - sizeOf(a.resource))) {
    const used = Math.min(left, sizeOf(load.resource))
    if (used <= epsilon) break
    groups.push({ search, loads: [withQuantity(load, used)] })
    left -= used
  }
  return left > epsilon ? undefined : groups
}
