/**
 * Makes lots smaller that supply several orders, where a change leaves a part of them without need: `dropUnneeded` takes
 * lots out only as a whole.
 */
import { highestOf } from '../calendar/step-function.ts'
import { countFlaws } from '../search/flaws.ts'
import { fromStock } from '../search/from-stock.ts'
import { lotSize } from '../search/lot-size.ts'
import { perform } from '../search/perform.ts'
import type { Order } from '../search/plan.ts'
import { everySupply } from '../search/supplies.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import { eachChanged } from './changed-buffers.ts'
import type { Edit } from './edit.ts'
import { isProposed, keptOf, newlySpare, setupsOf, type SpareOf, supplies } from './release.ts'

/**
 * Reduces the lots of changed buffers to what is needed of them, in the sizes of their operations and with the same end
 * and the same resources and materials, finished items before their components. What was left before the edit stays, and
 * so do refills up to the maximum of a stock. Returns whether lots have become smaller.
 */
export function shrinkLots(edit: Edit): boolean {
  const { index } = edit.state
  const mark = edit.mark()
  const spare = spareIn(edit)
  eachChanged(edit, (buffer) => {
    if (spare(buffer, never) <= epsilon) return
    const lots = [...index.moving(buffer)].filter(
      (order) => supplies(order, buffer) && unneededOf(order, spare) > epsilon && isSingle(edit, order),
    )
    for (const order of lots.toSorted((a, b) => b.end - a.end)) shrink(edit, order, spare)
  })
  return edit.mark() > mark
}

/** Returns what is spare, besides the maximum of a stock, up to which refills go. */
function spareIn(edit: Edit): SpareOf {
  const spare = newlySpare(edit)
  return (buffer, date) => spare(buffer, date) - Math.max(0, highestOf(buffer.maximum) - keptOf(buffer))
}

/** Returns whether an order is a proposal of its own for which nothing waits and which ships nothing. */
function isSingle({ state: { index, shipped } }: Edit, order: Order): boolean {
  return (
    isProposed(order) &&
    order.owner === undefined &&
    order.before.length + order.reuses.length === 0 &&
    !shipped.has(order) &&
    index.waitingFor(order).size === 0 &&
    index.workOf(order).length === 1
  )
}

/** Replaces a lot by the smallest one that is sufficient, if that is possible. */
function shrink(edit: Edit, order: Order, spare: SpareOf): void {
  const { operation, quantity, demand, batch, end, uses, movements } = order
  const size = lotSize(operation, quantity - unneededOf(order, spare))
  if (size <= 0 || size >= quantity - epsilon) return
  const changing = setupsOf([order])
  // If it went back, work without duration would change its place among others at the same time.
  if (changing.length > 0 && order.begin === order.end) return
  const flaws = countFlaws(changing)
  const search = fromStock(edit.state.search)
  if (operation.loads.length > 0) search.only = new Set(uses.map(({ resource }) => resource.name))
  const consumed = movements.filter((movement) => movement.quantity < 0)
  search.materials = { operation, items: new Set(consumed.map(({ buffer }) => buffer.item.name)) }
  const mark = edit.mark()
  edit.take([order])
  const place = { end, from: order.notBefore, limit: end }
  const smaller = edit.append(() =>
    perform(search, operation, size, place, { demand, batch, owner: undefined }),
  )
  // What is lost at the start of each lot is the same of a smaller one.
  const isEnough = smaller?.end === end && unneededOf(smaller, spare) >= 0
  if (!isEnough || countFlaws(changing) > flaws) edit.undoTo(mark)
}

/** Returns how much smaller an order may be, in its own quantity; negative if it is too small. */
function unneededOf(order: Order, spare: SpareOf): number {
  let share = 1
  everySupply(order, (buffer, date, until) => {
    if (!buffer.infinite) share = Math.min(share, spare(buffer, date) / until)
    return share > 0
  })
  return Math.abs(share) < epsilon ? 0 : order.quantity * share
}
