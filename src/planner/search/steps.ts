/**
 * The steps of work that takes several orders: the steps of a routing, and operations that others depend on. Each
 * step has its predecessors and the delays after them.
 */
import { lastStep } from '../network/last-step.ts'
import type { Operation, Step } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import { neededSize } from './lot-size.ts'
import type { Search } from './search.ts'

/** A step with its predecessors. */
export interface Node {
  readonly operation: Operation
  quantity: number
  readonly before: Edge[]
  readonly after: Edge[]
  /** The routing that it is a step of. */
  readonly routing: Operation | undefined
  /** Whether it is planned only as a dependency of another operation. */
  readonly waited: boolean
}

interface Edge {
  readonly from: Node
  readonly to: Node
  /** Required and desired seconds between the two steps. */
  readonly hard: number
  readonly soft: number
  /** Quantity of the predecessor per unit of the successor. */
  readonly per: number
  /** Whether the successor consumes the product of the predecessor from stock instead of depending on its order. */
  readonly byStock?: boolean
}

export interface Ends {
  readonly first: readonly Node[]
  readonly last: readonly Node[]
}

/** Returns whether an operation takes more than one order. */
export const isProject = ({ kind, steps, dependencies }: Operation): boolean =>
  (kind === 'routing' && steps.length > 0) || dependencies.length > 0

export interface Steps {
  /** Every step after its predecessors. */
  readonly sequence: readonly Node[]
  /** Steps without a successor. */
  readonly last: readonly Node[]
}

/** Returns the steps of an operation for a quantity that is needed by a date. */
export function stepsOf(search: Search, operation: Operation, quantity: number, date: Seconds): Steps {
  const nodes: Node[] = []
  const { last } = expand({ search, nodes, known: new Map(), date }, operation, quantity)
  return { sequence: raiseQuantities(inSequence(nodes)), last }
}

/** The steps found so far, while an operation is expanded. */
export interface Expansion {
  readonly search: Search
  /** The date by which the operation is needed; a routing consists of the steps that are effective then. */
  readonly date: Seconds
  readonly nodes: Node[]
  /** The steps of each operation that was expanded. */
  readonly known: Map<Operation, Ends>
}

/** Adds the nodes of an operation and of all its dependencies; each of these is added once. */
export function expand(
  expansion: Expansion,
  operation: Operation,
  quantity: number,
  routing?: Operation,
  waited = false,
): Ends {
  const { nodes, known } = expansion
  const seen = known.get(operation)
  if (seen !== undefined) {
    for (const node of [...seen.first, ...seen.last]) node.quantity = Math.max(node.quantity, quantity)
    return seen
  }
  const ends =
    operation.kind === 'routing'
      ? expandSteps(expansion, operation, quantity, waited)
      : addNode(nodes, { operation, quantity, routing, waited })
  known.set(operation, ends)
  const { search, date } = expansion
  for (const { on, quantity: per, hardLead: hard, softLead: soft } of operation.dependencies) {
    const beside = routing !== undefined && isAmong(effectiveSteps(search, routing, date), on)
    // A step of the same routing that is not effective is not waited for.
    if (!beside && routing !== undefined && isAmong(routing.steps, on)) continue
    // Nothing of it is needed; a step of the same routing still comes first.
    if (!beside && per === 0) continue
    const owner = beside ? routing : undefined
    // A step has the quantity of its routing; other orders have sizes of their own.
    const size = beside ? quantity * per : neededSize(on, quantity * per)
    const ended = expand(expansion, on, size, owner, waited || !beside)
    link(ended, ends, hard, soft, per)
  }
  return ends
}

/** Returns whether an operation, or a copy of it for some period, is among steps. */
const isAmong = (steps: readonly Step[], { name }: Operation): boolean =>
  steps.some(({ operation }) => operation.name === name)

function addNode(
  nodes: Node[],
  { operation, quantity, routing, waited }: Pick<Node, 'operation' | 'quantity' | 'routing' | 'waited'>,
): Ends {
  const node: Node = { operation, quantity, before: [], after: [], routing, waited }
  nodes.push(node)
  return { first: [node], last: [node] }
}

/** Returns whether some steps of a routing are effective for a limited time. */
export const isDated = ({ periods }: Operation): boolean => periods.length > 0

/** Returns the steps that are effective for a routing that ends at a date; all if none are. */
export function effectiveSteps(
  { settings: { current } }: Search,
  { steps, periods }: Operation,
  date: Seconds,
): readonly Step[] {
  const end = Math.max(date, current)
  return periods.findLast(({ from }) => from <= end)?.steps ?? steps
}

/**
 * Connects the steps of a routing: by their dependencies, with the last step after all others; without dependencies,
 * one after the other.
 */
function expandSteps(expansion: Expansion, routing: Operation, quantity: number, waited: boolean): Ends {
  const steps = effectiveSteps(expansion.search, routing, expansion.date)
  const inside = new Set(steps.map((step) => step.operation))
  const related = steps.some((step) => step.operation.dependencies.some(({ on }) => inside.has(on)))
  const all = steps.map((step) => expand(expansion, step.operation, quantity, routing, waited))
  if (related) {
    const end = steps.indexOf(lastStep(steps)!)
    const hasSuccessor = ({ after }: Node): boolean => after.some(({ to }) => to.routing === routing)
    for (const [index, { last }] of all.entries()) {
      if (index !== end)
        link({ first: [], last: last.filter((node) => !hasSuccessor(node)) }, all[end]!, 0, 0, 1)
    }
    const within = all.flatMap(({ first }) => first)
    return {
      first: within.filter(({ before }) => !before.some(({ from }) => from.routing === routing)),
      last: all.flatMap(({ last }) => last).filter((node) => !hasSuccessor(node)),
    }
  }
  for (let index = 1; index < all.length; index += 1) link(all[index - 1]!, all[index]!, 0, 0, 1)
  return { first: all[0]?.first ?? [], last: all.at(-1)?.last ?? [] }
}

function link(from: Ends, to: Ends, hard: number, soft: number, per: number): void {
  for (const earlier of from.last) {
    for (const later of to.first) {
      const wished = Math.max(hard, soft, earlier.operation.softPost)
      const edge = { from: earlier, to: later, hard, soft: wished, per }
      earlier.after.push(edge)
      later.before.push(edge)
    }
  }
}

/**
 * Raises the quantities of steps to what their successors need: a step that several operations depend on may have been
 * expanded for a smaller quantity than the largest of them.
 */
export function raiseQuantities(sequence: readonly Node[]): readonly Node[] {
  for (const { quantity, before, routing } of sequence.toReversed()) {
    for (const { from, per, byStock } of before) {
      const needed = quantity * per
      if (byStock === true || needed <= from.quantity) continue
      const isBeside = routing !== undefined && from.routing === routing
      from.quantity = isBeside ? needed : neededSize(from.routing ?? from.operation, needed)
    }
  }
  return sequence
}

/** Sorts nodes after their predecessors. Nodes in a circle are left out. */
export function inSequence(nodes: readonly Node[]): readonly Node[] {
  const waiting = new Map(nodes.map((node) => [node, node.before.length]))
  const ready = nodes.filter((node) => node.before.length === 0)
  for (const node of ready) {
    for (const { to } of node.after) {
      const left = waiting.get(to)! - 1
      waiting.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
  return ready
}
