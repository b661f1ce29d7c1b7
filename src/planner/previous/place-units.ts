/** Places the proposals of an earlier plan one after the other, those that need stock of others after these. */
import { leavesOf } from '../network/leaves.ts'
import type { Item, Operation } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import type { Order } from '../search/plan.ts'
import { type Again, operationOf, placeAgain, type Unit } from './place-again.ts'

/** Number of units between two pauses. */
const unitsTogether = 64
/** Number of times that a unit is tried as soon as some of its material comes, rather than after all other units. */
const mostEarlyTries = 4

/**
 * Places units by date. One that does not fit is tried again when another one brings an item that it consumes, before
 * later orders take its resources and changeovers, and after all units as long as any of them succeeds. Returns the
 * units that are not possible.
 *
 * @param onPlaced called with each unit and its order, the last one of several steps
 */
export function* placeUnits(
  again: Again,
  units: readonly Unit[],
  onPlaced?: (unit: Unit, order: Order) => void,
): Steps<readonly Unit[]> {
  const { plan } = again.search
  const early = new EarlyTries(again)
  let left = units
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length
    const waiting = new Set<Unit>()
    for (const [index, unit] of left.entries()) {
      if (index % unitsTogether === 0) yield
      const next = [unit]
      for (let one = next.pop(); one !== undefined; one = next.pop()) {
        const mark = plan.mark()
        const order = placeAgain(again, one)
        if (order === undefined) {
          waiting.add(one)
          early.waitFor(one)
          continue
        }
        waiting.delete(one)
        onPlaced?.(one, order)
        next.push(
          ...early
            .broughtBy(plan.orders.slice(mark))
            .filter((other) => waiting.has(other))
            .toReversed(),
        )
      }
    }
    left = left.filter((unit) => waiting.has(unit))
  }
  return left
}

/** Units that wait for items, until each has been tried a few times. */
class EarlyTries {
  readonly #again: Again
  readonly #waiting = new Map<Item, Set<Unit>>()
  readonly #tries = new Map<Unit, number>()

  constructor(again: Again) {
    this.#again = again
  }

  waitFor(unit: Unit): void {
    const tries = this.#tries.get(unit) ?? 0
    this.#tries.set(unit, tries + 1)
    if (tries === mostEarlyTries) return
    for (const item of consumedBy(operationOf(this.#again, unit.row))) {
      const others = this.#waiting.get(item)
      if (others === undefined) this.#waiting.set(item, new Set([unit]))
      else others.add(unit)
    }
  }

  /** Returns the units that wait for what orders bring, in the order in which they were tried. */
  broughtBy(orders: readonly Order[]): readonly Unit[] {
    if (this.#waiting.size === 0) return []
    const found = new Set<Unit>()
    for (const { movements } of orders)
      for (const { buffer, quantity } of movements) {
        const waiting = quantity > 0 ? this.#waiting.get(buffer.item) : undefined
        if (waiting === undefined) continue
        for (const unit of waiting) found.add(unit)
        this.#waiting.delete(buffer.item)
      }
    return [...found]
  }
}

/** Returns the items that an operation and its steps consume. */
const consumedBy = (operation: Operation | undefined): ReadonlySet<Item> =>
  new Set(
    (operation === undefined ? [] : leavesOf(operation))
      .flatMap(({ flows }) => flows)
      .filter(({ consumes }) => consumes)
      .flatMap(({ flows }) => flows.map(({ item }) => item)),
  )
