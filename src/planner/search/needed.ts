/** How much of a joined order is needed: two lots of the minimum, or of a multiple, may be more than one lot has to be. */
import { highestOf } from '../calendar/step-function.ts'
import type { Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { lotSize } from './lot-size.ts'
import type { Movement } from './plan.ts'

/**
 * Returns the quantity of a joined order without what nobody needs, while the stock has nothing of it.
 *
 * @param both the sum of its lots
 * @param movements movements of one of its lots, for the stocks and the dates
 */
export const neededOf = (operation: Operation, both: number, movements: readonly Movement[]): number =>
  neededBeside(operation, both, movements, () => 0)

/**
 * Returns the quantity of a joined order without what nobody needs, while the stock has all of it.
 *
 * @param all its quantity
 * @param movements all of its movements
 */
export const neededOfPlanned = (operation: Operation, all: number, movements: readonly Movement[]): number =>
  neededBeside(operation, all, movements, ({ quantity }) => quantity)

/** @param ownOf returns how much of the stock is of the joined order */
function neededBeside(
  operation: Operation,
  both: number,
  movements: readonly Movement[],
  ownOf: (movement: Movement) => number,
): number {
  let needed = 0
  for (const movement of movements) {
    const { buffer, date, quantity } = movement
    if (quantity <= 0) continue
    const { minimum, maximum, stock } = buffer
    if (maximum !== 0 || buffer.infinite) return both
    const per = operation.flows.find(({ consumes, flows }) => !consumes && flows[0]!.item === buffer.item)
    if (per === undefined) return both
    const left = stock.lowestFrom(date) - ownOf(movement)
    needed = Math.max(needed, (highestOf(minimum) - left) / per.flows[0]!.per)
  }
  return needed > epsilon ? Math.min(both, lotSize(operation, needed)) : both
}
