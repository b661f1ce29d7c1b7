/** How much of a joined order is needed: two lots of the minimum, or of a multiple, may be more than one lot has to be. */
import { highestOf } from '../calendar/step-function.ts'
import type { Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { lotSize } from './lot-size.ts'
import type { Movement } from './plan.ts'

/**
 * Returns the quantity of a joined order without what nobody needs.
 *
 * @param both the sum of its lots
 * @param movements what the joined order would move, or one of its lots
 * @param isPlanned whether the stock has all of the movements; otherwise it has nothing of the joined order
 */
export function neededOf(
  operation: Operation,
  both: number,
  movements: readonly Movement[],
  isPlanned = false,
): number {
  let needed = 0
  for (const { buffer, date, quantity } of movements) {
    if (quantity <= 0) continue
    const { minimum, maximum, stock } = buffer
    if (maximum !== 0 || buffer.infinite) return both
    const per = operation.flows.find(({ consumes, flows }) => !consumes && flows[0]!.item === buffer.item)
    if (per === undefined) return both
    const left = stock.lowestFrom(date) - (isPlanned ? quantity : 0)
    needed = Math.max(needed, (highestOf(minimum) - left) / per.flows[0]!.per)
  }
  return needed > epsilon ? Math.min(both, lotSize(operation, needed)) : both
}
