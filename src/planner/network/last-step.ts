/** Finds the last step of a routing: its product is available when this step ends. */
import type { Step } from './nodes.ts'

/** Returns the last step by priority without a successor; undefined for a routing without steps. */
export function lastStep(steps: readonly Step[]): Step | undefined {
  const waitedFor = new Set(steps.flatMap(({ operation }) => operation.dependencies.map(({ on }) => on)))
  return steps.findLast(({ operation }) => !waitedFor.has(operation)) ?? steps.at(-1)
}
