/**
 * Takes orders out of a plan that are no longer needed: the orders of changed or deleted demands, and their suppliers
 * that no other order needs.
 */
import { highestOf } from '../calendar/step-function.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { countFlaws } from '../search/flaws.ts'
import type { Order, Work } from '../search/plan.ts'
import { everySupply } from '../search/supplies.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { eachChanged } from './changed-buffers.ts'
import type { Edit } from './edit.ts'

/**
 * Takes out the deliveries of a demand and the orders made for it, unless other orders need them. Orders stay whose
 * removal would leave others without time for their changeover, unless `evenFlawed` is set because the caller
 * restores that time. Returns whether orders stay for this reason.
 */
export function releaseDemand(edit: Edit, demand: Demand, evenFlawed = false): boolean {
  const { state } = edit
  const delivery = state.deliveries.get(demand.name)
  for (const { order } of delivery?.shipments ?? []) {
    if (order.locked !== undefined || edit.gone.has(order)) continue
    const work = state.index.workOf(order)
    if (work.every(isProposed)) edit.take(work)
  }
  // Safety stock that is lost with these orders is refilled afterwards.
  return takeUnneeded(
    edit,
    () => [...state.index.ofDemand(demand)],
    ({ stock }, date) => stock.lowestFrom(date),
    evenFlawed,
  )
}

/** Removes the demand from orders that stay in the plan because others need them, after the demand was deleted. */
export function disownOrders(edit: Edit, demand: Demand): void {
  const orders = [...edit.state.index.ofDemand(demand)]
  for (const order of orders) edit.setDemandOf(order, undefined)
}

/**
 * Takes out suppliers of the changed buffers that are no longer needed: those without a demand, and those of the released
 * demands, which were planned again.
 */
export const dropUnneeded = (edit: Edit, released: ReadonlySet<Demand>): void =>
  dropSuppliers(edit, spareOf, ({ demand }) => demand === undefined || released.has(demand))

/** Takes out suppliers of the changed buffers, of any demand, that are no longer needed because of the edit. */
export const dropLeftOver = (edit: Edit): void => dropSuppliers(edit, newlySpare(edit), () => true)

function dropSuppliers(edit: Edit, spare: SpareOf, mayGo: (order: Order) => boolean): void {
  const { index } = edit.state
  eachChanged(edit, (buffer) => {
    if (spare(buffer, never) <= epsilon) return
    const candidates = (): readonly Order[] =>
      [...index.moving(buffer)]
        .filter((order) => order.locked === undefined && supplies(order, buffer) && mayGo(order))
        .sort((a, b) => b.end - a.end)
    takeUnneeded(edit, candidates, spare)
  })
}

/**
 * Takes out the orders that are not needed, until all remaining ones are needed. Returns whether some orders stay
 * because others would have no time for their changeover.
 */
function takeUnneeded(
  edit: Edit,
  candidates: () => readonly Order[],
  spare: SpareOf,
  evenFlawed = false,
): boolean {
  const { state } = edit
  let isHeld = false
  for (let again = true; again;) {
    again = false
    isHeld = false
    for (const order of candidates()) {
      if (edit.gone.has(order)) continue
      const work = state.index.workOf(order)
      if (!work.every(isProposed) || work.some((one) => isNeeded(edit, one, work, spare))) continue
      const changing = evenFlawed ? [] : setupsOf(work)
      const flaws = countFlaws(changing)
      const mark = edit.mark()
      edit.take(work)
      if (countFlaws(changing) > flaws) {
        edit.undoTo(mark)
        isHeld = true
      } else again = true
    }
  }
  return isHeld
}

export const isProposed = ({ locked, owner }: Order): boolean =>
  locked === undefined && owner?.locked === undefined

function isNeeded(edit: Edit, order: Order, work: Work, spare: SpareOf): boolean {
  const { shipped, index } = edit.state
  if (shipped.has(order)) return true
  for (const waiting of index.waitingFor(order)) if (!work.includes(waiting)) return true
  let produces = false
  const isLeft = everySupply(order, (buffer, date, until) => {
    produces = true
    return buffer.infinite || until <= spare(buffer, date) + epsilon
  })
  if (!isLeft) return true
  // An order without stock movements is needed by the orders that wait for it, or by its routing.
  return !produces && order.movements.length === 0 && work.length === 1 && order.demand === undefined
}

/** Returns the quantity that nothing needs in the stock of a buffer from a date on. */
export type SpareOf = (buffer: Buffer, date: Seconds) => number

/** The quantity besides the safety stock. */
const spareOf: SpareOf = (buffer, date) => buffer.stock.lowestFrom(date) - keptOf(buffer)

/** The same, as far as it is left only because of an edit: what the plan had left before stays. */
export const newlySpare =
  (edit: Edit): SpareOf =>
  (buffer, date) =>
    Math.min(spareOf(buffer, date), edit.moreLeft(buffer))

/** Returns the maximum of the safety stock over time. */
export const keptOf = ({ minimum }: Buffer): number => Math.max(0, highestOf(minimum))

/** Returns whether an order brings its product into a buffer. */
export const supplies = ({ movements }: Order, buffer: Buffer): boolean =>
  movements.some((one) => one.buffer === buffer && one.quantity > 0)

type Setups = Order['uses'][number]['resource']

/** Returns the resources with setups that orders use. */
export const setupsOf = (orders: readonly Order[]): readonly Setups[] => [
  ...new Set(
    orders.flatMap(({ uses }) =>
      uses.flatMap(({ resource }) => (resource.setups === undefined ? [] : resource)),
    ),
  ),
]
