/**
 * Finds circular operations: an operation that is a step or a dependency of itself, directly or through others. A
 * circle cannot be planned, therefore the closing link is removed and reported.
 */
import type { Operation } from './nodes.ts'
import type { InvalidData } from './rows.ts'
import { sentence } from '../sentences.ts'

/** Removes the steps and dependencies that close a circle. */
export function openCircles(operations: Iterable<Operation>, invalid: InvalidData[]): void {
  const done = new Set<Operation>()
  const open = new Set<Operation>()
  const closes = (from: Operation, to: Operation, how: 'circular_step' | 'circular_wait'): boolean => {
    if (!open.has(to)) {
      visit(to)
      return false
    }
    const description = sentence(how, { owner: from.name, other: to.name })
    invalid.push({ entity: 'operation', owner: from.name, description })
    return true
  }
  const visit = (operation: Operation): void => {
    if (operation.steps.length === 0 && operation.dependencies.length === 0) return
    if (done.has(operation)) return
    open.add(operation)
    operation.steps = operation.steps.filter((step) => !closes(operation, step.operation, 'circular_step'))
    operation.dependencies = operation.dependencies.filter(
      ({ on }) => !closes(operation, on, 'circular_wait'),
    )
    open.delete(operation)
    done.add(operation)
  }
  for (const operation of operations) visit(operation)
}
