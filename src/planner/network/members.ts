/** Work that one member of a pool cannot do alone is done by several members together. */
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Load, LoadGroup, Resource, SearchMode } from './nodes.ts'

const withQuantity = (load: Load, quantity: number): Load => ({ ...load, quantity })

/** The most that a resource has at any time. */
const sizeOf = ({ constrained, buckets, capacity }: Resource): number =>
  constrained && buckets === undefined ? Math.max(...capacity.values) : never

/**
 * The loads as one group or, where no one of several has as much as is needed, as groups that take one each; undefined
 * where all of them together do not have it.
 */
export function groupsOf(loads: readonly Load[], search: SearchMode): readonly LoadGroup[] | undefined {
  const quantity = loads[0]?.quantity ?? 0
  const able = loads.filter((load) => sizeOf(load.resource) >= load.quantity - epsilon)
  if (able.length > 0) return [{ search, loads }]
  const size = Math.max(...loads.map(({ resource }) => sizeOf(resource)))
  const members = loads.filter(({ resource }) => sizeOf(resource) >= size - epsilon && size > 0)
  const count = Math.ceil(quantity / size - epsilon)
  if (count > members.length) return undefined
  const pool = {}
  return Array.from({ length: count }, (_, index) => ({
    search,
    pool,
    loads: members.map((load) => withQuantity(load, Math.min(size, quantity - index * size))),
  }))
}
