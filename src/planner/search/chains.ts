/**
 * Finds the steps of a demand across stock: an order made only for this demand counts as a step before the order that
 * consumes its product, level by level, like the steps of a routing. A chain ends at available stock, at items with
 * several ways of supply and at lots larger than the requirement; these are supplied when the consuming step is
 * planned.
 */
import type { Demand, Flow, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { lotSize } from './lot-size.ts'
import type { Search } from './search.ts'
import { expand, inSequence, isDated, raiseQuantities, type Node, type Steps } from './steps.ts'
import { movedBy, offsetInto } from './flows.ts'

/** Maximum number of steps of one demand. */
const mostSteps = 200

export interface Chain extends Steps {
  /** Steps that consume material that is supplied when they are planned. */
  readonly supplied: ReadonlySet<Node>
}

/** Returns the steps of a demand, across stock where possible. */
export function chainOf(search: Search, { delivery, quantity, batch, due: date }: Demand): Chain {
  const nodes: Node[] = []
  const supplied = new Set<Node>()
  const { last } = expand({ search, nodes, known: new Map(), date }, delivery!, quantity)
  // The list grows while it is read.
  for (let at = 0; at < nodes.length && nodes.length < mostSteps; at += 1) {
    const node = nodes[at]!
    for (const { consumes, flows } of node.operation.flows) {
      if (!consumes) continue
      const [flow, ...others] = flows
      const maker = flow === undefined || others.length > 0 ? undefined : makerOf(search, node, flow, batch)
      if (maker === undefined || isWithin(node, maker.operation)) {
        supplied.add(node)
        continue
      }
      const made = expand({ search, nodes, known: new Map(), date }, maker.operation, maker.quantity)
      for (const earlier of made.last) {
        const soft = Math.max(maker.delay, earlier.operation.softPost)
        const edge = { from: earlier, to: node, hard: maker.delay, soft, per: 1, byStock: true }
        earlier.after.push(edge)
        node.before.push(edge)
      }
    }
  }
  return { sequence: raiseQuantities(inSequence(nodes)), last, supplied }
}

/** Returns whether a step or one of its successors performs the operation: such an item is made of itself. */
const isWithin = ({ operation, after }: Node, wanted: Operation): boolean =>
  operation === wanted || after.some(({ to }) => isWithin(to, wanted))

interface Maker {
  readonly operation: Operation
  readonly quantity: number
  /** Seconds from the end of the operation until the item is available. */
  readonly delay: Seconds
}

/** Returns the operation that makes an item for a step only, if there is one. */
function makerOf(search: Search, node: Node, flow: Flow, batch: string): Maker | undefined {
  if (flow.at !== 'start' || flow.effectiveStart !== -never || flow.effectiveEnd !== never) return undefined
  const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, batch)
  const { infinite, onhand, lockedSupply, methods = [] } = buffer
  const [method, ...others] = methods
  if (infinite || onhand !== 0 || lockedSupply.length > 0 || buffer.maximum !== 0) return undefined
  if (method === undefined || others.length > 0 || method.fixed !== 0 || method.per <= 0) return undefined
  if (method.effectiveStart !== -never || method.effectiveEnd !== never) return undefined
  const { operation, per } = method
  if (operation.kind !== 'fixed_time' && operation.kind !== 'time_per' && operation.kind !== 'routing')
    return undefined
  // Its steps depend on the date on which it ends, or it holds resources from the first step to the last one.
  if (isDated(operation) || (operation.kind === 'routing' && operation.loads.length > 0)) return undefined
  const needed = movedBy(flow, node.quantity) / per
  if (needed <= epsilon || Math.abs(lotSize(operation, needed) - needed) > epsilon) return undefined
  const into = operation.flows.filter(({ consumes }) => !consumes).flatMap(({ flows }) => flows)
  if (operation.kind !== 'routing' && into.some(({ at }) => at !== 'end')) return undefined
  const offset =
    operation.kind === 'routing'
      ? Math.max(0, offsetInto(operation, needed, buffer))
      : Math.max(0, ...into.map((produced) => produced.offset))
  return { operation, quantity: needed, delay: operation.hardPost + offset - Math.min(0, flow.offset) }
}
