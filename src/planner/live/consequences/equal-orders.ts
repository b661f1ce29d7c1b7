/**
 * Pairs the equal orders of two plans, so that only the others have to be compared: a new plan after an edit has most
 * orders of the plan before. They are orders with the same reference, and orders without one that have the same traits:
 * those for the same demand first, as matching does (`pair-orders.ts`), then those for any demand. The pegging of a
 * stored plan may name another demand than the one that an order is made for, and no order has changed by that.
 */
import { pauses, type Steps } from '../../pauses.ts'
import { batchOf, productOf, typeOf } from '../../result/order-facts.ts'
import type { Operation } from '../../network/nodes.ts'
import type { Order } from '../../search/plan.ts'

export interface EqualOrders {
  /** Returns the pairs: the order of the former plan for each equal order of the new one. */
  readonly same: () => ReadonlyMap<Order, Order>
  /** The other orders of both plans. */
  readonly before: readonly Order[]
  readonly after: readonly Order[]
}

/** Maximum number of orders with the same key with which an order is compared. */
const mostCompared = 16

/** The compared orders of a plan, with the references that they have. */
export interface ComparedPlan {
  readonly orders: readonly Order[]
  readonly referenceOf: (order: Order) => string | undefined
}

interface Plans {
  readonly before: ComparedPlan
  readonly after: ComparedPlan
}

/** Places of orders of the former plan with the same key. */
interface Candidates {
  readonly places: number[]
  /** Position of the first one that may be unpaired. */
  first: number
}

export function* pairEqualOrders(former: ComparedPlan, next: ComparedPlan): Steps<EqualOrders> {
  const { orders: before } = former
  const { orders: after } = next
  const pairs = new Pairs({ before: former, after: next })
  const levels = placesByDepth(after)
  yield* pairBy(demandOrOperation, isForSameDemand, pairs, levels)
  yield* pairBy(visibleTraits, () => true, pairs, levels)
  yield
  pairs.leaveOwners()
  return {
    same: () => pairs.orders(),
    before: before.filter((_, place) => !pairs.hasFormer(place)),
    after: after.filter((_, place) => !pairs.hasNew(place)),
  }
}

/** Pairs orders that are left, which have the same key. `levels` are the places of the new orders, owners first. */
function* pairBy(
  keyOf: (order: Order) => string,
  mayPair: (was: Order, is: Order) => boolean,
  pairs: Pairs,
  levels: readonly (readonly number[])[],
): Steps<void> {
  const { before, after } = pairs
  const candidates = new Map<string, Candidates>()
  for (const [place, order] of before.entries()) {
    if (pauses(place)) yield
    if (pairs.hasFormer(place)) continue
    const key = keyOf(order)
    const known = candidates.get(key)
    if (known === undefined) candidates.set(key, { places: [place], first: 0 })
    else known.places.push(place)
  }
  yield
  if (candidates.size === 0) return
  // Steps pair only if their owners have.
  for (const places of levels)
    for (const [index, place] of places.entries()) {
      if (pauses(index)) yield
      if (pairs.hasNew(place)) continue
      const is = after[place]!
      const found = findCandidate(candidates.get(keyOf(is)), pairs, (at) => {
        const was = before[at]!
        return mayPair(was, is) && isEqual(was, is, pairs)
      })
      if (found !== undefined) pairs.add(found, place)
    }
}

const demandOrOperation = ({ demand, operation }: Order): string => demand?.name ?? operation.name

const isForSameDemand = (was: Order, is: Order): boolean => was.demand?.name === is.demand?.name

const visibleTraits = ({ operation, start, end, quantity }: Order): string =>
  `${operation.name} ${start} ${end} ${quantity}`

/** Groups orders by their number of owners. */
function placesByDepth(orders: readonly Order[]): readonly (readonly number[])[] {
  const levels: number[][] = []
  for (const [place, { owner }] of orders.entries()) {
    let depth = 0
    for (let above = owner; above !== undefined; above = above.owner) depth += 1
    while (levels.length <= depth) levels.push([])
    levels[depth]!.push(place)
  }
  return levels
}

/** Returns the place of the first free candidate that is equal, among a limited number of them. */
function findCandidate(
  candidates: Candidates | undefined,
  pairs: Pairs,
  isSame: (place: number) => boolean,
): number | undefined {
  if (candidates === undefined) return undefined
  const { places } = candidates
  while (candidates.first < places.length && pairs.hasFormer(places[candidates.first]!)) candidates.first += 1
  const end = Math.min(places.length, candidates.first + mostCompared)
  for (let position = candidates.first; position < end; position += 1) {
    const place = places[position]!
    if (!pairs.hasFormer(place) && isSame(place)) return place
  }
  return undefined
}

/** Returns whether two orders differ in nothing that is compared, apart from their demands. */
function isEqual(was: Order, is: Order, pairs: Pairs): boolean {
  return (
    was.start === is.start &&
    was.end === is.end &&
    was.quantity === is.quantity &&
    pairs.maySame(was, is) &&
    pairs.isSameOperation(was.operation, is.operation) &&
    was.locked?.reference === is.locked?.reference &&
    (is.owner === undefined ? was.owner === undefined : pairs.formerOwner(is.owner) === was.owner) &&
    typeOf(was) === typeOf(is) &&
    batchOf(was) === batchOf(is) &&
    (is.operation.item !== undefined || productOf(was) === productOf(is)) &&
    was.uses.length === is.uses.length &&
    was.uses.every(({ resource }, index) => resource.name === is.uses[index]!.resource.name)
  )
}

const isSameOperation = (was: Operation, is: Operation): boolean =>
  was.name === is.name &&
  was.item?.name === is.item?.name &&
  was.location === is.location &&
  was.origin === is.origin &&
  was.supplier === is.supplier

/** The pairs found so far, by places in both plans. */
class Pairs {
  readonly #plans: Plans
  /** Place in the former plan plus one, by place in the new plan; 0 without a pair. */
  readonly #former: Int32Array
  readonly #taken: Uint8Array
  /** The operation of the former plan for those of the new plan that were found equal. */
  readonly #operations = new Map<Operation, Operation>()
  /** Places of the orders of the new plan that own steps. */
  readonly #newOwners: ReadonlyMap<Order, number>
  /** References of the orders of the new plan. */
  readonly #references = new Set<string>()

  constructor(plans: Plans) {
    const { before, after } = plans
    this.#plans = plans
    this.#former = new Int32Array(after.orders.length)
    this.#taken = new Uint8Array(before.orders.length)
    this.#newOwners = ownersIn(after.orders)
    for (const order of after.orders) {
      const reference = after.referenceOf(order)
      if (reference !== undefined) this.#references.add(reference)
    }
  }

  get before(): readonly Order[] {
    return this.#plans.before.orders
  }

  get after(): readonly Order[] {
    return this.#plans.after.orders
  }

  /** Returns whether references allow the pair: an order with one belongs to the order with the same one. */
  maySame(was: Order, is: Order): boolean {
    const { before, after } = this.#plans
    const [former, reference] = [before.referenceOf(was), after.referenceOf(is)]
    if (reference !== undefined) return former === reference
    return former === undefined || !this.#references.has(former)
  }

  isSameOperation(was: Operation, is: Operation): boolean {
    if (this.#operations.get(is) === was) return true
    const isSame = isSameOperation(was, is)
    if (isSame) this.#operations.set(is, was)
    return isSame
  }

  add(former: number, place: number): void {
    this.#former[place] = former + 1
    this.#taken[former] = 1
  }

  #leave(place: number): void {
    const former = this.#former[place]!
    if (former === 0) return
    this.#former[place] = 0
    this.#taken[former - 1] = 0
  }

  hasFormer(place: number): boolean {
    return this.#taken[place] === 1
  }

  hasNew(place: number): boolean {
    return this.#former[place] !== 0
  }

  /** Returns the order of the former plan with which an owner of the new plan is paired. */
  formerOwner(owner: Order): Order | undefined {
    const place = this.#newOwners.get(owner)
    const former = place === undefined ? 0 : this.#former[place]!
    return former === 0 ? undefined : this.#plans.before.orders[former - 1]
  }

  /** Ends the pairs of owners with unpaired steps, because steps are matched within those of their owner. */
  leaveOwners(): void {
    if (this.#newOwners.size === 0) return
    const before = this.#plans.before.orders
    const after = this.#plans.after.orders
    const left = new Set<Order>()
    for (const [place, { owner }] of before.entries())
      if (owner !== undefined && !this.hasFormer(place)) left.add(owner)
    for (const [place, order] of after.entries()) {
      if (order.owner === undefined || this.hasNew(place)) continue
      const was = this.formerOwner(order.owner)
      if (was !== undefined) left.add(was)
    }
    // A step of a nested routing counts for all its owners. A set also lists what is added while it is read.
    for (const owner of left) if (owner.owner !== undefined) left.add(owner.owner)
    for (const [owner, place] of this.#newOwners) {
      const was = this.formerOwner(owner)
      if (was !== undefined && left.has(was)) this.#leave(place)
    }
  }

  orders(): ReadonlyMap<Order, Order> {
    const before = this.#plans.before.orders
    const after = this.#plans.after.orders
    const same = new Map<Order, Order>()
    for (const [place, is] of after.entries()) {
      const former = this.#former[place]!
      if (former !== 0) same.set(is, before[former - 1]!)
    }
    return same
  }
}

/** Returns the places of the orders that own others. */
function ownersIn(orders: readonly Order[]): ReadonlyMap<Order, number> {
  const owners = new Set<Order>()
  for (const { owner } of orders) if (owner !== undefined) owners.add(owner)
  const places = new Map<Order, number>()
  if (owners.size > 0)
    for (const [place, order] of orders.entries()) if (owners.has(order)) places.set(order, place)
  return places
}
