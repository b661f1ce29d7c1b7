/** Converts the tree of a supply network to a graph: repeated nodes are merged, and the number of nodes is limited. */
import type { SupplyNode } from '../../platform/api/plan-trees.ts'

export interface NetworkNode {
  readonly id: string
  readonly node: SupplyNode
  /** Steps from the root. */
  readonly level: number
}

/** In the direction of the material flow; from a resource to its operation. */
export interface NetworkEdge {
  readonly from: string
  readonly to: string
}

export interface Network {
  readonly nodes: readonly NetworkNode[]
  readonly edges: readonly NetworkEdge[]
  /** Next nodes of each node, away from the root. */
  readonly behind: ReadonlyMap<string, readonly string[]>
}

export const nodeId = ({ kind, item, location, operation, resource, supplier, origin }: SupplyNode): string =>
  // A resource is connected with its operation; for an operation, purchase or transport it is only an attribute.
  (kind === 'resource'
    ? [kind, resource]
    : kind === 'buffer'
      ? [kind, item, location]
      : kind === 'operation'
        ? [kind, operation]
        : [kind, item, location, supplier, origin]
  ).join('\u0001')

/** @param downstream whether the tree leads from the root to where it is used */
export function networkOf(rows: readonly SupplyNode[], downstream: boolean): Network {
  const nodes = new Map<string, NetworkNode>()
  const ids = new Map<number, string>()
  const behind = new Map<string, string[]>()
  const edges = new Map<string, NetworkEdge>()
  for (const row of rows) {
    const id = nodeId(row)
    ids.set(row.id, id)
    const known = nodes.get(id)
    if (known === undefined || row.level < known.level) nodes.set(id, { id, node: row, level: row.level })
    const parent = row.parent === null ? undefined : ids.get(row.parent)
    if (parent === undefined || parent === id) continue
    const others = behind.get(parent) ?? []
    if (!others.includes(id)) behind.set(parent, [...others, id])
    // Resources precede their operations in both directions.
    const [from, to] = downstream && row.kind !== 'resource' ? [parent, id] : [id, parent]
    edges.set(`${from}\u0002${to}`, { from, to })
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], behind }
}

/** Returns the nodes on a shortest way from the root to a node, including both; none for an unknown node. */
export function wayTo({ nodes, behind }: Network, wanted: string): readonly string[] {
  const before = new Map<string, string | undefined>(
    nodes.filter(({ level }) => level === 0).map(({ id }) => [id, undefined]),
  )
  // A map iterates over what is added meanwhile: nearer nodes come first.
  for (const id of before.keys())
    for (const next of behind.get(id) ?? []) if (!before.has(next)) before.set(next, id)
  if (!before.has(wanted)) return []
  const way: string[] = []
  for (let id: string | undefined = wanted; id !== undefined; id = before.get(id)) way.unshift(id)
  return way
}

/** The displayed part: without nodes behind closed ones, limited to the nearest nodes. */
export interface ShownNetwork {
  readonly nodes: readonly NetworkNode[]
  readonly edges: readonly NetworkEdge[]
  /** Number of nodes that could be displayed. */
  readonly count: number
}

/** @param way nodes that are displayed before nearer ones, such as those on the way to a node that is sought */
export function shownNetwork(
  { nodes, edges, behind }: Network,
  closed: ReadonlySet<string>,
  most: number,
  way: readonly string[] = [],
): ShownNetwork {
  const open = new Set<string>()
  const next = nodes.filter(({ level }) => level === 0).map(({ id }) => id)
  // Level by level, so that the nearest nodes come first.
  for (let at = 0; at < next.length; at += 1) {
    const id = next[at]!
    if (open.has(id)) continue
    open.add(id)
    if (!closed.has(id)) next.push(...(behind.get(id) ?? []))
  }
  const drawn = new Set([...new Set([...way.filter((id) => open.has(id)), ...open])].slice(0, most))
  return {
    nodes: nodes.filter(({ id }) => drawn.has(id)),
    edges: edges.filter(({ from, to }) => drawn.has(from) && drawn.has(to)),
    count: open.size,
  }
}

/** Returns the nodes of a level that hide further ones, so that only the levels up to it are displayed. */
export const closedFrom = ({ nodes, behind }: Network, from: number): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ id, level }) => (level === from && (behind.get(id) ?? []).length > 0 ? [id] : [])))

/** The supply of a sales order, and its constraints. */
export interface OrderPath {
  readonly items: ReadonlySet<string>
  readonly operations: ReadonlySet<string>
  /** Suppliers with their items. */
  readonly purchases: ReadonlySet<string>
  readonly resources: ReadonlySet<string>
  /** Owners of the constraints of a late order, by kind. */
  readonly shortages: ReadonlySet<string>
  readonly bottlenecks: ReadonlySet<string>
}

export interface PathOrder {
  readonly operation: string | null
  readonly item: string | null
  readonly location: string | null
  readonly supplier: string | null
  readonly resource_names: readonly string[]
}

export interface PathReason {
  readonly entity: string
  readonly owner: string
}

const placeOf = (item: string | null, location: string | null): string => `${item ?? ''} @ ${location ?? ''}`

export function orderPath(orders: readonly PathOrder[], reasons: readonly PathReason[]): OrderPath {
  const owners = (isOf: (entity: string) => boolean): ReadonlySet<string> =>
    new Set(reasons.filter(({ entity }) => isOf(entity)).map(({ owner }) => owner))
  return {
    items: new Set(
      orders.flatMap(({ item, location }) => (item === null ? [] : [placeOf(item, location), item])),
    ),
    purchases: new Set(
      orders.flatMap(({ item, location, supplier }) =>
        supplier === null ? [] : [`${supplier}\u0001${placeOf(item, location)}`],
      ),
    ),
    operations: new Set(orders.flatMap(({ operation }) => operation ?? [])),
    resources: new Set(orders.flatMap(({ resource_names: names }) => names)),
    shortages: owners((entity) => entity !== 'capacity'),
    bottlenecks: owners((entity) => entity === 'capacity'),
  }
}

export type Mark = 'path' | 'shortage' | 'bottleneck'

/** Returns the role of a node for a sales order; undefined without one. */
export function markOf(path: OrderPath, { node }: NetworkNode): Mark | undefined {
  const { kind, item, location, operation, resource, supplier } = node
  const place = placeOf(item, location)
  if (kind === 'resource') {
    if (resource === null) return undefined
    if (path.bottlenecks.has(resource)) return 'bottleneck'
    return path.resources.has(resource) ? 'path' : undefined
  }
  if (kind === 'operation') {
    if (operation === null) return undefined
    if (path.shortages.has(operation)) return 'shortage'
    return path.operations.has(operation) ? 'path' : undefined
  }
  if (kind === 'purchase') return path.purchases.has(`${supplier ?? ''}\u0001${place}`) ? 'path' : undefined
  if (kind === 'buffer' && path.shortages.has(place)) return 'shortage'
  return path.items.has(place) || (location === null && item !== null && path.items.has(item))
    ? 'path'
    : undefined
}

/**
 * Adds the mark `path` to operations between marked nodes: a routing has no order of its own, but its steps supply the
 * sales order through it.
 */
export function throughPath(
  marks: ReadonlyMap<string, Mark | undefined>,
  { nodes, edges }: Pick<Network, 'nodes' | 'edges'>,
): ReadonlyMap<string, Mark | undefined> {
  const isMarked = (id: string): boolean => marks.get(id) !== undefined
  const before = new Set(edges.flatMap(({ from, to }) => (isMarked(from) ? [to] : [])))
  const after = new Set(edges.flatMap(({ from, to }) => (isMarked(to) ? [from] : [])))
  const found = new Map(marks)
  for (const { id, node } of nodes)
    if (node.kind === 'operation' && !isMarked(id) && before.has(id) && after.has(id)) found.set(id, 'path')
  return found
}
