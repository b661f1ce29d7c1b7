/** The step of a routing that ends last: the product of the routing is there once it ends. */
import type { Step } from './nodes.ts'

/** Returns the last step by priority that no other step of the routing waits for; undefined for a routing without steps. */
export function lastStep(steps: readonly Step[]): Step | undefined {
  const waitedFor = new Set(steps.flatMap(({ operation }) => operation.dependencies.map(({ on }) => on)))
  return steps.findLast(({ operation }) => !waitedFor.has(operation)) ?? steps.at(-1)
}
