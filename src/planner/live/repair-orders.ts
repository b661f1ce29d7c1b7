/**
 * Applies manual changes of orders to the plan, such as an order that was dragged to another date: the orders are
 * placed exactly as given. Proposals that no longer fit are taken out, the least urgent first, and their demands are
 * planned again in the free capacity.
 */
import type { InvalidData } from '../network/rows.ts'
import type { PlannerInput, PreviousOrderRow } from '../input.ts'
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import { addOrders } from '../search/existing.ts'
import { countFlaws } from '../search/flaws.ts'
import type { Order } from '../search/plan.ts'
import { byUrgency } from '../search/sequences.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { Supply } from './advance-late.ts'
import { addAwaited, type AwaitedOrders, searchAwaiting } from './awaited-orders.ts'
import { deliverAgain, takenRows } from './taken.ts'
import type { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { coverChanged } from './refill.ts'
import { finishRepair, type RepairOptions } from './repair-demands.ts'

/** Maximum number of proposals that are taken out for manual changes; with more, the whole plan is repaired. */
const mostEvicted = 200

/** The orders that were taken out and added. */
export interface RepairedOrders extends Supply {
  /** The sales orders that wait for changed orders, also where others could be made sooner. */
  readonly awaited: AwaitedOrders
}

/** Applies the changes; returns undefined if this is not possible, and the caller then undoes the edit. */
export function* repairOrders(
  edit: Edit,
  references: ReadonlySet<string>,
  next: PlannerInput,
  { explain = true }: Pick<RepairOptions, 'explain'>,
): Steps<RepairedOrders | undefined> {
  const { state } = edit
  const rows = next.orders.filter(
    ({ reference, owner }) => references.has(reference) || references.has(owner ?? ''),
  )
  if (rows.some(({ type }) => type === 'DLVR')) return undefined
  const put = new Set(rows.map(({ reference }) => reference))
  // A single step can only be moved together with its order.
  if (rows.some(({ owner }) => typeof owner === 'string' && !put.has(owner))) return undefined
  const former = [...references].flatMap((reference) => state.orderOf(reference) ?? [])
  if (former.some(({ operation }) => operation.kind === 'delivery')) return undefined
  const own = new Set<Demand>()
  const awaited = new Map<string, Set<string>>()
  const taken: Order[] = []
  const eviction = new Eviction(edit, own)
  for (const order of former) {
    const work = state.index.workOf(order)
    const isWhole = work.every(
      (one) => one === order || references.has(state.keyOf(one)) || one.locked === undefined,
    )
    if (!isWhole || work[0] !== order) return undefined
    for (const one of work) {
      if (one.demand !== undefined) {
        own.add(one.demand)
        if (put.has(state.keyOf(order))) addAwaited(awaited, one.demand.name, state.keyOf(order))
      }
      if (state.shipped.has(one)) eviction.evict(state.shipped.get(one)!)
      eviction.note(one.uses.map(({ resource }) => resource))
    }
    removeSupply(edit, work)
    edit.take(work)
    taken.push(...work)
  }
  yield
  const search = {
    ...state.search,
    network: { ...state.network, reportInvalid: (fault: InvalidData) => void edit.faults.push(fault) },
  }
  const place = (): readonly Order[] => {
    const first = state.plan.mark()
    edit.append(() => addOrders(search, rows, next.orderResources ?? []))
    const orders = state.plan.orders.slice(first)
    noteSupply(edit, orders)
    return orders
  }
  // The number of flaws before the change must be counted on the resources of the new orders, which are only known
  // after a first placement.
  const mark = edit.mark()
  const used = place().flatMap(({ uses }) => uses.map(({ resource }) => resource))
  edit.undoTo(mark)
  eviction.note(used)
  const added = place()
  if (!eviction.makeFit(added)) return undefined
  yield
  coverChanged(edit)
  for (const [demand, evicted] of [...eviction.rows].toSorted(([a], [b]) => byUrgency(a, b))) {
    const awaiting = searchAwaiting(state.network, state.plan, added, [demand], awaited)
    edit.setDelivery(demand.name, deliverAgain(edit, demand, evicted, awaiting ?? state.search))
    yield
  }
  finishRepair(edit, new Set([...own, ...eviction.rows.keys()]))
  if (explain !== false)
    explainLateOf(
      edit,
      [...eviction.rows.keys()].map(({ name }) => name),
    )
  return { taken, added, awaited }
}

/** Takes out proposals that no longer fit, with their sales orders. */
class Eviction {
  /** Orders of the demands that are taken out, as rows. */
  readonly rows = new Map<Demand, readonly PreviousOrderRow[]>()
  readonly #edit: Edit
  readonly #own: ReadonlySet<Demand>
  readonly #flaws = new Map<Resource, number>()
  #left = mostEvicted

  /** `own` are the demands for which the changed orders were made: they are taken out first. */
  constructor(edit: Edit, own: ReadonlySet<Demand>) {
    this.#edit = edit
    this.#own = own
  }

  /** Counts the flaws of resources before their orders are moved. */
  note(resources: readonly Resource[]): void {
    for (const resource of resources)
      if (!this.#flaws.has(resource)) this.#flaws.set(resource, countFlaws([resource]))
  }

  evict(demand: Demand): void {
    if (!this.rows.has(demand)) this.rows.set(demand, takenRows(this.#edit, demand))
  }

  /** Takes out proposals until everything fits. Returns whether this was possible. */
  makeFit(added: readonly Order[]): boolean {
    for (const order of added) {
      for (const { resource, from } of order.uses)
        while (resource.constrained && isOverloaded(resource, from, order.end))
          if (!this.#evictFrom(this.#overlapping(resource, from, order.end))) break
    }
    for (const [resource, flaws] of this.#flaws) {
      while (countFlaws([resource]) > flaws) if (!this.#evictFrom(this.#beside(resource, added))) break
    }
    const looked = new Set<Buffer>()
    for (;;) {
      const buffer = [...this.#edit.buffers].find((one) => !looked.has(one))
      if (buffer === undefined) return this.#left > 0
      looked.add(buffer)
      for (let date = this.#shortFrom(buffer); date !== never; date = this.#shortFrom(buffer)) {
        const before = this.#edit.buffers.size
        if (!this.#evictFrom(this.#consumers(buffer, date))) break
        if (this.#edit.buffers.size > before) looked.clear()
      }
      if (this.#left <= 0) return false
    }
  }

  /** Takes out the least urgent of some proposals, with all orders made for its demand. */
  #evictFrom(candidates: readonly Order[]): boolean {
    this.#left -= 1
    if (this.#left <= 0) return false
    const { state } = this.#edit
    const rank = ({ demand }: Order): number => (demand === undefined ? 1 : this.#own.has(demand) ? 2 : 0)
    const [order] = candidates.toSorted(
      (a, b) =>
        rank(b) - rank(a) ||
        (a.demand === undefined || b.demand === undefined ? 0 : byUrgency(b.demand, a.demand)) ||
        b.end - a.end,
    )
    if (order === undefined) return false
    const { demand } = order
    if (demand !== undefined && state.demands.get(demand.name) === demand && !this.rows.has(demand)) {
      if (demand.policy === 'alltogether') this.#left = 0
      this.evict(demand)
    }
    if (!this.#edit.gone.has(order)) this.#edit.take(state.index.workOf(order))
    return true
  }

  #overlapping(resource: Resource, from: Seconds, to: Seconds): readonly Order[] {
    const { buckets } = resource
    return this.#proposals(this.#edit.state.index.using(resource)).filter(({ start, end, uses }) =>
      buckets === undefined
        ? start < to && end > from
        : uses.some((use) => use.resource === resource && !buckets.isApart(use.from, from)),
    )
  }

  /** Returns the proposal that is nearest to the manually placed orders. */
  #beside(resource: Resource, added: readonly Order[]): readonly Order[] {
    const dates = added
      .filter(({ uses }) => uses.some((use) => use.resource === resource))
      .map(({ begin }) => begin)
    const distance = ({ begin }: Order): number => Math.min(...dates.map((date) => Math.abs(date - begin)))
    return this.#proposals(this.#edit.state.index.using(resource))
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, 1)
  }

  #consumers(buffer: Buffer, date: Seconds): readonly Order[] {
    return this.#proposals(this.#edit.state.index.moving(buffer)).filter(({ movements }) =>
      movements.some((one) => one.buffer === buffer && one.quantity < 0 && one.date <= date),
    )
  }

  #proposals(orders: Iterable<Order>): Order[] {
    return [...orders].filter(({ locked, owner }) => locked === undefined && owner?.locked === undefined)
  }

  /**
   * Returns the time from which proposals consume more than is available, or more than other orders leave; `never` if
   * they do not.
   */
  #shortFrom(buffer: Buffer): Seconds {
    if (buffer.infinite || buffer.stock.lowestFrom(-never) >= -epsilon) return never
    const changes: { readonly date: Seconds; readonly quantity: number; readonly locked: number }[] = []
    for (const { movements, locked, owner } of this.#edit.state.index.moving(buffer)) {
      const isFixed = locked !== undefined || owner?.locked !== undefined
      for (const { buffer: moved, date, quantity } of movements)
        if (moved === buffer) changes.push({ date, quantity, locked: isFixed ? quantity : 0 })
    }
    changes.sort((a, b) => a.date - b.date)
    let [all, fixed] = [buffer.onhand, buffer.onhand]
    for (const [at, { date, quantity, locked }] of changes.entries()) {
      all += quantity
      fixed += locked
      if (changes[at + 1]?.date !== date && all < Math.min(0, fixed) - epsilon) return date
    }
    return never
  }
}

const isOverloaded = ({ free, buckets }: Resource, from: Seconds, to: Seconds): boolean =>
  buckets === undefined ? free.firstBelow(from, to, 0) !== never : !buckets.hasRoom(from, 0)

/** Removes the supply of orders that are not proposals, which the search treats as certain. */
function removeSupply(edit: Edit, orders: readonly Order[]): void {
  for (const { locked, movements } of orders) {
    if (locked === undefined) continue
    for (const { buffer, date, quantity } of movements) {
      const at = quantity > 0 ? buffer.lockedSupply.indexOf(date) : -1
      if (at < 0) continue
      buffer.lockedSupply.splice(at, 1)
      edit.note(() => void buffer.lockedSupply.push(date))
    }
  }
}

/** Records that the supply of added orders is removed when the edit is undone. */
function noteSupply(edit: Edit, orders: readonly Order[]): void {
  const brought = orders.flatMap(({ movements }) => movements.filter(({ quantity }) => quantity > 0))
  edit.note(() => {
    for (const { buffer, date } of brought) {
      const at = buffer.lockedSupply.indexOf(date)
      if (at >= 0) buffer.lockedSupply.splice(at, 1)
    }
  })
}
