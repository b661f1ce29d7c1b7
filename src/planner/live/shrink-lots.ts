/**
 * Makes lots smaller that supply several orders, where a change leaves some of them without need: a lot is taken out only
 * as a whole by `dropUnneeded`.
 */
import type { Buffer } from '../network/nodes.ts'
import { countFlaws } from '../search/flaws.ts'
import { fromStock } from '../search/from-stock.ts'
import { lotSize } from '../search/lot-size.ts'
import { perform } from '../search/perform.ts'
import type { Order } from '../search/plan.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Edit } from './edit.ts'
import { isProposed, keptOf, setupsOf } from './release.ts'

/**
 * Reduces the lots of changed buffers to what is needed of them, in the sizes of their operations and with the same end,
 * finished items before their components. Refills up to the maximum of a stock stay. Returns whether
 * lots have become smaller.
 */
export function shrinkLots(edit: Edit): boolean {
  const mark = edit.mark()
  const looked = new Set<Buffer>()
  for (;;) {
    const next = [...edit.buffers].filter((buffer) => !looked.has(buffer))
    if (next.length === 0) return edit.mark() > mark
    next.sort((a, b) => edit.state.levelOf(a) - edit.state.levelOf(b))
    for (const buffer of next) {
      looked.add(buffer)
      if (buffer.infinite || buffer.stock.level(never) <= wantedIn(buffer) + epsilon) continue
      const lots = [...edit.state.index.moving(buffer)].filter((order) => isLotOf(edit, order, buffer))
      for (const order of lots.toSorted((a, b) => b.end - a.end)) shrink(edit, order)
    }
  }
}

/** Returns the quantity up to which lots are needed, whatever consumes them. */
const wantedIn = ({ minimum, maximum }: Buffer): number => Math.max(keptOf(minimum), keptOf(maximum))

/** Returns whether an order is a proposal of its own that brings its product into a buffer. */
function isLotOf({ state: { index, shipped } }: Edit, order: Order, buffer: Buffer): boolean {
  return (
    isProposed(order) &&
    order.owner === undefined &&
    order.before.length + order.reuses.length === 0 &&
    !shipped.has(order) &&
    index.waitingFor(order).size === 0 &&
    index.workOf(order).length === 1 &&
    order.movements.some((one) => one.buffer === buffer && one.quantity > 0)
  )
}

/** Replaces a lot by the smallest one that is sufficient and ends at the same time, if that is possible. */
function shrink(edit: Edit, order: Order): void {
  const { operation, quantity, demand, batch, start, end } = order
  const size = lotSize(operation, quantity - unneededOf(order))
  if (size <= 0 || size >= quantity - epsilon) return
  const { search } = edit.state
  const changing = setupsOf([order])
  const flaws = countFlaws(changing)
  const mark = edit.mark()
  edit.take([order])
  const purpose = { demand, batch, owner: undefined }
  const place = { end, from: start, limit: end }
  const smaller = edit.append(() => perform(fromStock(search), operation, size, place, purpose))
  // What is lost at the start of each lot is the same of a smaller one.
  const isEnough = smaller?.end === end && unneededOf(smaller) >= 0
  if (!isEnough || countFlaws(changing) > flaws) edit.undoTo(mark)
}

/** Returns how much smaller an order may be, in its own quantity; negative if it is too small. */
function unneededOf({ quantity, movements }: Order): number {
  let share = 1
  for (const { buffer, date, quantity: moved } of movements) {
    if (moved <= 0) continue
    const unneeded = buffer.infinite ? moved : buffer.stock.lowestFrom(date) - wantedIn(buffer)
    share = Math.min(share, unneeded / moved)
  }
  return Math.abs(share) < epsilon ? 0 : quantity * share
}
