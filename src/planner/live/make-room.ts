/**
 * Delivers a sales order that would be late, without the proposals that are for no particular sales order: refills of
 * safety stock and purchases. Safety stock comes after all sales orders; quantities that others still need are
 * supplied again.
 */
import type { Buffer, Demand } from '../network/nodes.ts'
import { deliver } from '../search/deliver.ts'
import type { Delivery } from '../search/delivery.ts'
import { isUnneeded } from '../search/excess.ts'
import { countFlaws } from '../search/flaws.ts'
import { latenessOf } from '../lateness.ts'
import type { Order } from '../search/plan.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Edit } from './edit.ts'
import { coverChanged } from './refill.ts'
import { setupsOf } from './release.ts'

/** Maximum number of proposals that are taken out for one sales order. */
const mostTaken = 100
/** Smaller differences in quantity-days are ignored. */
const slight = 1e-5

export function deliverInRoom(edit: Edit, demand: Demand): Delivery {
  const { state } = edit
  const [start, mark] = [edit.mark(), state.plan.mark()]
  const search = (): Delivery => edit.append(() => deliver(state.search, demand))
  const first = search()
  const lateness = latenessOf([first])
  if (lateness === 0) return first
  const inWay = ownerless(edit, demand)
  if (inWay.length === 0) return first
  const planned = state.plan.plannedSince(mark)
  edit.undoTo(start)
  const changing = setupsOf(inWay)
  const flaws = countFlaws(changing)
  let [least, best]: [number, boolean | undefined] = [lateness - slight, undefined]
  const attempt = (withPurchases: boolean): Delivery | undefined => {
    const before = edit.mark()
    const shortages = takeRefills(edit, inWay, withPurchases)
    // Nothing was taken out: the delivery would be the same.
    if (edit.mark() === before) return undefined
    const delivery = search()
    if (latenessOf([delivery]) >= least || countFlaws(changing) > flaws) return undefined
    coverChanged(edit)
    const isCovered = [...shortages].every(
      ([{ stock }, short]) => stock.lowestFrom(-never) >= short - epsilon,
    )
    return isCovered ? delivery : undefined
  }
  for (const withPurchases of [false, true]) {
    const delivery = attempt(withPurchases)
    if (delivery !== undefined) [least, best] = [latenessOf([delivery]), withPurchases]
    edit.undoTo(start)
  }
  least = never
  const better = best === undefined ? undefined : attempt(best)
  if (better !== undefined) return better
  edit.undoTo(start)
  edit.append(() => state.plan.restore(planned))
  return first
}

/**
 * Returns the proposals without a sales order that use resources or supply stock that the orders of a demand use, and
 * the orders that these proposals supply.
 */
function ownerless({ state }: Edit, demand: Demand): readonly Order[] {
  const found = new Set<Order>()
  const add = (orders: Iterable<Order>, isWanted: (order: Order) => boolean): void => {
    for (const order of orders) {
      if (order.demand !== undefined || order.locked !== undefined || order.owner !== undefined) continue
      if (found.size < mostTaken && isWanted(order)) found.add(order)
    }
  }
  for (const { uses, movements } of state.index.ofDemand(demand)) {
    for (const { resource } of uses) if (resource.constrained) add(state.index.using(resource), () => true)
    for (const { buffer, quantity } of movements)
      if (quantity < 0) add(state.index.moving(buffer), (order) => moves(order, buffer, 1))
  }
  // Iterating a set includes elements that are added meanwhile.
  for (const { movements } of found)
    for (const { buffer, quantity } of movements)
      if (quantity > 0) add(state.index.moving(buffer), (order) => moves(order, buffer, -1))
  return [...found]
}

const moves = ({ movements }: Order, buffer: Buffer, sign: 1 | -1): boolean =>
  movements.some((one) => one.buffer === buffer && one.quantity * sign > 0)

/**
 * Takes out orders whose supply is never used, and purchases if requested. Returns the shortages of the buffers that
 * the orders move, before they are taken out.
 */
function takeRefills(
  edit: Edit,
  orders: readonly Order[],
  withPurchases: boolean,
): ReadonlyMap<Buffer, number> {
  const { state } = edit
  const shortages = shortagesOf(orders)
  const levels = new Map(
    orders.map((order) => [
      order,
      Math.min(
        ...order.movements.flatMap(({ buffer, quantity }) => (quantity > 0 ? state.levelOf(buffer) : [])),
      ),
    ]),
  )
  for (const order of orders.toSorted((a, b) => levels.get(a)! - levels.get(b)! || b.end - a.end)) {
    if (isUnneeded(order) || (withPurchases && order.operation.kind === 'purchase'))
      edit.take(state.index.workOf(order))
  }
  return shortages
}

/** Returns the lowest stock of the buffers that the orders move, at most 0. */
const shortagesOf = (orders: readonly Order[]): ReadonlyMap<Buffer, number> =>
  new Map(
    orders.flatMap(({ movements }) =>
      movements.map(({ buffer }) => [buffer, Math.min(0, buffer.stock.lowestFrom(-never))] as const),
    ),
  )
