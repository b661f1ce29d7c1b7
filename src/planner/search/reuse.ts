/**
 * Existing orders (approved, confirmed or completed) of operations that others depend on. They are used instead of
 * new orders, and their own predecessors are not needed either.
 */
import { epsilon } from '../timeline/profile.ts'
import { neededSize } from './lot-size.ts'
import type { Plan, Reuse } from './plan.ts'
import type { Node, Steps } from './steps.ts'

/** Returns the existing orders used for each step, and reduces the steps to the remaining quantities. */
export function reuse(plan: Plan, { sequence }: Steps): ReadonlyMap<Node, readonly Reuse[]> {
  const found = new Map<Node, readonly Reuse[]>()
  if (plan.reusable.size === 0) return found
  for (const node of sequence.toReversed()) {
    if (!node.waited) continue
    if (node.after.length > 0) {
      const asked = node.after.map(({ to, per }) => to.quantity * per)
      node.quantity = Math.min(node.quantity, Math.max(...asked))
    }
    const taken = take(plan, node)
    if (taken.length > 0) found.set(node, taken)
    // A step has the quantity of its routing; other orders have sizes of their own.
    if (node.quantity > 0 && node.routing === undefined)
      node.quantity = neededSize(node.operation, node.quantity)
  }
  return found
}

function take(plan: Plan, node: Node): readonly Reuse[] {
  const taken: Reuse[] = []
  for (const order of plan.reusable.get(node.operation.name) ?? []) {
    if (node.quantity <= epsilon) break
    const quantity = Math.min(order.unused, node.quantity)
    if (quantity <= epsilon) continue
    order.unused -= quantity
    node.quantity -= quantity
    taken.push({ order, quantity })
  }
  if (node.quantity <= epsilon) node.quantity = 0
  return taken
}

/** Releases the quantities that were assigned to work that is not planned. */
export function giveBack(taken: ReadonlyMap<Node, readonly Reuse[]>): void {
  for (const list of taken.values()) for (const { order, quantity } of list) order.unused += quantity
}
