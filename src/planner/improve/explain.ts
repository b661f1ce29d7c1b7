/**
 * Finds the reasons of late demands. Each candidate constraint is relaxed alone, and the demand is planned again in
 * the plan without it; the reasons are those with a gain. If no single one has a gain, finds the constraints that
 * must be relaxed together.
 */
import type { Buffer, Demand, Method, Operation, Resource } from '../network/nodes.ts'
import { pauses, type Steps } from '../pauses.ts'
import { deliver, hasDelivery, latestDelivery, openOf, ship } from '../search/deliver.ts'
import { largestLot } from '../search/lot-size.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import type { Order, TakenBack } from '../search/plan.ts'
import type { Reason, Search } from '../search/search.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { Revision } from './revision.ts'

/**
 * Maximum number of orders placed for explanations; later demands keep the reason of the search. Decreases with the
 * number of demands, so that the duration for large plans hardly grows.
 */
const mostPlaced = (demands: number): number => Math.min(300_000, 20_000 + 100_000_000 / demands)
/** Maximum number of orders placed for one demand. */
const mostForOne = 40_000
/** Multiple of its equal share of the work that a demand may use. */
const shares = 4
/** Maximum number of candidates per demand. */
const mostCandidates = 30
/** Maximum number of reasons per demand. */
const mostReasons = 4
/** Share of the delay that one reason must explain; otherwise usual lead times are evaluated too. */
const share = 0.5
/** Minimum gain of a reason, in seconds. */
const leastGain = 60

export function* explainLate(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  if (deliveries.every((delivery) => latenessOf([delivery]) === 0)) return deliveries
  const revision = new Revision(search, deliveries)
  const explanation = new Explanation(search, revision, mostPlaced(deliveries.length))
  if (search.plan.orders.length <= mostTakenBack)
    return yield* explainAsPlanned(search, revision, explanation, deliveries)
  const explained: Delivery[] = []
  for (const [index, delivery] of deliveries.entries()) {
    const isLate = latenessOf([delivery]) > 0
    if (isLate || pauses(index)) yield
    explained.push(isLate ? explanation.of(delivery) : delivery)
  }
  return explained
}

/** Maximum number of orders that are removed to explain demands. */
const mostTakenBack = 20_000

/**
 * Explains each demand in the plan before its first order was planned, because later demands use supply made for it.
 * Removes later orders, last first, and restores them.
 */
function* explainAsPlanned(
  { plan }: Search,
  revision: Revision,
  explanation: Explanation,
  deliveries: readonly Delivery[],
): Steps<readonly Delivery[]> {
  const places = new Map(plan.orders.map((order, place) => [order, place]))
  const late = deliveries.flatMap((delivery, index) => {
    if (latenessOf([delivery]) === 0 || delivery.demand.delivery === undefined || isTooMuch(delivery))
      return []
    const orders = revision.ordersOf(delivery.demand)
    const mark = orders.reduce((least, order) => Math.min(least, places.get(order)!), plan.orders.length)
    return [{ delivery, index, mark, candidates: explanation.candidatesOf(delivery) }]
  })
  const explained = [...deliveries]
  const taken: TakenBack[] = []
  try {
    for (const [count, one] of late.toSorted((a, b) => b.mark - a.mark).entries()) {
      yield
      taken.push(plan.takeFrom(one.mark))
      explanation.limit(late.length - count)
      explained[one.index] = explanation.with(one.delivery, one.candidates)
    }
  } finally {
    for (const orders of taken.toReversed()) plan.restore(orders)
  }
  return explained
}

/** Returns whether planning the demand took too much work, which no relaxed constraint changes. */
const isTooMuch = ({ reasons }: Delivery): boolean => reasons.some(({ kind }) => kind === 'too many lots')

/** A constraint that may bind, and how it is relaxed. */
interface Candidate {
  readonly reason: Reason
  readonly bound: Resource | Operation | Buffer | Method
  /** Whether it is only a usual lead time, which is a reason only if other candidates explain little. */
  readonly isUsual: boolean
}

interface Gain {
  readonly candidate: Candidate
  /** Seconds. */
  readonly gain: number
}

/** A plan from which demands can be removed temporarily. */
export interface Explained {
  ordersOf(demand: Demand): readonly Order[]
  /** Calls `ask` in the plan without a demand; returns undefined if the demand cannot be removed. */
  without<Answer>(demand: Demand, ask: () => Answer): Answer | undefined
}

/** Returns a late delivery with its reasons; places up to `most` orders to find them. */
export const explainOne = (search: Search, plan: Explained, delivery: Delivery, most: number): Delivery =>
  new Explanation(search, plan, most, 'in full').of(delivery)

class Explanation {
  readonly #search: Search
  readonly #revision: Explained
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #effort: 'in full' | 'limited'
  #mostPlaced: number
  #limit = never

  /** @param effort `in full`: a delivery in parts that takes all the work may be compared as a whole with the same again */
  constructor(search: Search, plan: Explained, most: number, effort: 'in full' | 'limited' = 'limited') {
    this.#search = search
    this.#effort = effort
    this.#mostPlaced = search.plan.placed + most
    this.#revision = plan
    this.#resources = new Map(search.network.resources.all.map((resource) => [resource.name, resource]))
  }

  /** Number of placed orders at which the work ends. */
  get #most(): number {
    return Math.min(this.#mostPlaced, this.#limit)
  }

  get #isSpent(): boolean {
    return this.#search.plan.placed >= this.#most
  }

  /** Limits the work for the next of some demands to a multiple of its share of the remaining work. */
  limit(demands: number): void {
    const { placed } = this.#search.plan
    this.#limit = placed + Math.min(mostForOne, (shares * (this.#mostPlaced - placed)) / demands)
  }

  /** Returns a delivery with its reasons, found in the plan without it. */
  of(delivery: Delivery): Delivery {
    const { demand } = delivery
    if (demand.delivery === undefined || this.#isSpent || isTooMuch(delivery)) return delivery
    const candidates = this.candidatesOf(delivery)
    const explain = (): Delivery => this.with(delivery, candidates)
    return this.#revision.without(demand, explain) ?? explain()
  }

  /** Returns a delivery with its reasons if it is no longer in the plan. */
  with(delivery: Delivery, candidates: readonly Candidate[]): Delivery {
    const reasons = this.#isSpent ? [] : this.#bindingOf(delivery, candidates)
    return reasons.length === 0 ? delivery : { ...delivery, reasons }
  }

  /**
   * Returns the reason found by the search, then the resources and durations of the orders of the demand. For a
   * demand that is not planned in full, uses the orders that it would have without a latest date.
   */
  candidatesOf(delivery: Delivery): readonly Candidate[] {
    const { demand, reasons } = delivery
    const found = new Map<Candidate['bound'], Candidate>()
    const add = (reason: Reason, isUsual = false): void => {
      const bound = this.#boundOf(reason)
      if (bound !== undefined && !found.has(bound)) found.set(bound, { reason, bound, isUsual })
    }
    for (const reason of reasons) add(reason)
    const orders = [...this.#revision.ordersOf(demand), ...this.#ordersSomeTime(delivery)]
    for (const reason of orders.flatMap(capacityOf)) add(reason)
    for (const reason of orders.flatMap(awaitedBy)) add(reason)
    for (const reason of orders.flatMap(leadTimeOf)) add(reason, true)
    return [...found.values()].slice(0, mostCandidates)
  }

  #ordersSomeTime({ demand, shipments }: Delivery): readonly Order[] {
    const { plan } = this.#search
    const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
    if (shipped >= demand.quantity - epsilon) return []
    const mark = plan.mark()
    this.#ship(demand, this.#search.network.horizon)
    // Removed orders no longer list their resources.
    const orders: Order[] = []
    for (let at = mark; at < plan.orders.length; at += 1) orders.push({ ...plan.orders[at]! })
    plan.rollback(mark)
    return orders
  }

  #boundOf({ kind, owner, operation, buffer, method }: Reason): Candidate['bound'] | undefined {
    if (kind === 'not effective') return method
    if (kind === 'capacity') return this.#resources.get(owner)
    if (kind === 'lead time') return operation?.steps.length === 0 ? operation : undefined
    return kind === 'await supply' || kind === 'no supply' ? buffer : undefined
  }

  /** Returns the binding candidates as reasons, by gain. */
  #bindingOf(delivery: Delivery, candidates: readonly Candidate[]): readonly Reason[] {
    const { demand } = delivery
    const { base, inParts } = this.#baseOf(delivery, candidates.length)
    const endWithout = (relaxed: readonly Candidate[]): Seconds => this.#endWithout(demand, relaxed, inParts)
    // To be available before the due date is no gain.
    const soonest = base > demand.due ? demand.due : -never
    const gainOf = (relaxed: readonly Candidate[]): number => base - Math.max(soonest, endWithout(relaxed))
    const gainsOf = (some: readonly Candidate[]): readonly Gain[] =>
      some.map((candidate) => ({ candidate, gain: gainOf([candidate]) }))
    const pays = ({ gain }: Gain): boolean => gain >= leastGain
    let gains = gainsOf(candidates.filter(({ isUsual }) => !isUsual))
    const least = Math.max(leastGain, share * (base - demand.due))
    if (!gains.some(({ gain }) => gain >= least))
      gains = [...gains, ...gainsOf(candidates.filter(({ isUsual }) => isUsual))]
    const alone = gains
      .filter(pays)
      .toSorted((a, b) => b.gain - a.gain)
      .slice(0, mostReasons)
    const singly = alone.map(({ candidate, gain }) => within({ ...candidate.reason, gain }, base))
    const most = alone[0]?.gain ?? 0
    if (most < least) {
      // The next constraint binds as soon as one is relaxed.
      const all = gainOf(candidates)
      if (all < leastGain || all * share <= most) return singly
      const group = this.#together(candidates, Math.max(leastGain, all * share), gainOf, base)
      const others = group.filter(
        ({ owner }) => !alone.some(({ candidate }) => candidate.reason.owner === owner),
      )
      return [...singly.slice(0, Math.max(1, mostReasons - others.length)), ...others]
    }
    // Several resources of the same work have little gain one by one.
    const idle = gains.flatMap(({ candidate, gain }) =>
      'free' in candidate.bound && gain < most ? candidate : [],
    )
    if (idle.length < 2 || gainOf(idle) < most) return singly
    return [...singly, ...this.#together(idle, most, gainOf, base)].slice(0, mostReasons)
  }

  /**
   * Returns the date with which those without a constraint are compared. A delivery in parts that takes too much work
   * for all candidates is compared as one shipment, with the same work again.
   */
  #baseOf(delivery: Delivery, candidates: number): { readonly base: Seconds; readonly inParts: boolean } {
    const { demand, shipments } = delivery
    const { plan } = this.#search
    const planned = endOf(delivery, latestDelivery(this.#search, demand))
    const inParts = shipments.length > 1
    const begun = plan.placed
    const allowed = this.#most - begun
    const base = Math.min(planned, this.#endWithout(demand, [], inParts))
    const isAffordable = (plan.placed - begun) * (candidates + 1) <= allowed
    if (isAffordable || !inParts || this.#effort === 'limited' || !canShipAtOnce(demand))
      return { base, inParts }
    this.#mostPlaced = plan.placed + allowed
    return { base: Math.min(planned, this.#endWithout(demand, [], false)), inParts: false }
  }

  /** Returns the smallest part of the candidates that together have a sufficient gain. */
  #together(
    candidates: readonly Candidate[],
    least: number,
    gainOf: (relaxed: readonly Candidate[]) => number,
    base: Seconds,
  ): readonly Reason[] {
    let group = candidates
    // Usual lead times are the last candidates and are removed first.
    for (const candidate of candidates.toReversed()) {
      const fewer = group.filter((other) => other !== candidate)
      if (fewer.length > 0 && gainOf(fewer) >= least) group = fewer
    }
    const gain = gainOf(group)
    return group.map(({ reason }) => {
      const together = group.flatMap(({ reason: other }) => {
        if (other === reason) return []
        const { owner, buffer } = other
        return buffer === undefined ? { owner } : { owner, buffer }
      })
      return within({ ...reason, gain, together }, base)
    })
  }

  /** Returns the date on which the whole demand would be available; the latest allowed date if it is later. */
  #endWithout(demand: Demand, relaxed: readonly Candidate[], inParts: boolean): Seconds {
    const search = this.#search
    if (this.#isSpent) return never
    const mark = search.plan.mark()
    const restore = relaxed.map(({ bound }) => relax(bound))
    const last = latestDelivery(search, demand)
    const end = search.limits.apart(() =>
      inParts ? endOf(deliver(search, demand), last) : this.#ship(demand, last)?.end,
    )
    search.plan.rollback(mark)
    for (const back of restore) back()
    return end ?? last + day
  }

  /** Ships the whole open quantity at once. */
  #ship(demand: Demand, limit: Seconds): Order | undefined {
    if (!hasDelivery(demand)) return undefined
    const quantity = Math.min(openOf(this.#search, demand).left, largestLot(demand.delivery))
    const wanted = demand.due - this.#search.settings.administrativeLeadTime
    this.#search.limits.reset()
    return ship(this.#search, demand, quantity, wanted, limit)
  }
}

const canShipAtOnce = (demand: Demand): boolean =>
  hasDelivery(demand) && demand.quantity <= largestLot(demand.delivery)

/** Returns the date on which the whole demand is delivered; one day after the latest allowed date if some of it never is. */
function endOf({ demand, shipments }: Delivery, last: Seconds): Seconds {
  const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  if (shipped < demand.quantity - epsilon) return last + day
  return shipments.reduce((end, { order }) => Math.max(end, order.end), -never)
}

/** Limits the interval of a reason to its gain. */
const within = (reason: Reason & { readonly gain: number }, base: Seconds): Reason =>
  reason.kind === 'lead time' && reason.to === never
    ? { ...reason, from: base - reason.gain, to: base }
    : reason

/** Relaxes a constraint; returns a function that restores it. */
function relax(bound: Candidate['bound']): () => void {
  if ('stock' in bound) {
    const { infinite } = bound
    bound.infinite = true
    return () => {
      bound.infinite = infinite
    }
  }
  if ('free' in bound) {
    const { constrained, setups } = bound
    bound.constrained = false
    bound.setups = undefined
    return () => {
      bound.constrained = constrained
      bound.setups = setups
    }
  }
  if ('per' in bound) {
    const { effectiveStart, effectiveEnd } = bound
    Object.assign(bound, { effectiveStart: -never, effectiveEnd: never })
    return () => {
      Object.assign(bound, { effectiveStart, effectiveEnd })
    }
  }
  const { duration, durationPer, fence, softPost, hardPost } = bound
  Object.assign(bound, { duration: 0, durationPer: 0, fence: 0, softPost: 0, hardPost: 0 })
  return () => {
    Object.assign(bound, { duration, durationPer, fence, softPost, hardPost })
  }
}

const capacityOf = ({ uses, operation, start, end }: Order): readonly Reason[] =>
  uses.flatMap(({ resource }) =>
    resource.constrained ? [{ kind: 'capacity', owner: resource.name, operation, from: start, to: end }] : [],
  )

const leadTimeOf = ({ operation, start, end }: Order): readonly Reason[] =>
  operation.kind === 'delivery' || operation.kind === 'routing' || end <= start
    ? []
    : [{ kind: 'lead time', owner: operation.name, operation, from: start, to: end }]

/** Returns the receipts of existing orders that an order consumes on their dates. */
const awaitedBy = ({ movements }: Order): readonly Reason[] =>
  movements.flatMap(({ buffer, date, quantity }) =>
    quantity < 0 && buffer.lockedSupply.includes(date)
      ? [
          {
            kind: 'await supply',
            owner: buffer.item.name,
            buffer,
            operation: undefined,
            from: date,
            to: date,
          },
        ]
      : [],
  )
