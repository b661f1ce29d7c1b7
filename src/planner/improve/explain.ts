/**
 * What keeps late demands: of all that could have, what alone would make the demand sooner, were it relaxed, with what
 * that gains; else what has to be relaxed together. It is found by asking for the demand anew, in the plan without it,
 * once for each candidate.
 */
import type { Buffer, Demand, Operation, Resource } from '../network/nodes.ts'
import { pauses, type Steps } from '../pauses.ts'
import { deliver, largestLot, latestDelivery, openOf, ship } from '../search/deliver.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import type { Order, TakenBack } from '../search/plan.ts'
import type { Reason, Search } from '../search/search.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { Revision } from './revision.ts'

/**
 * Orders that are placed to find out: late demands beyond that keep what the search has told. The more demands there are, the
 * less, so that large plans take hardly longer.
 */
const mostPlaced = (demands: number): number => Math.min(300_000, 20_000 + 100_000_000 / demands)
/** Orders that are placed for one demand. */
const mostForOne = 40_000
/** Shares of the work for one of several demands that a demand may take. */
const shares = 4
/** Upper limit of candidates per demand. */
const mostCandidates = 30
/** Upper limit of reasons per demand. */
const mostReasons = 4
/** Of the delay, what one reason has to explain, or else the time that work takes is looked at too. */
const share = 0.5
/** What gains less is no reason. */
const leastGain = 60

export function* explainLate(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  if (deliveries.every((delivery) => latenessOf([delivery]) === 0)) return deliveries
  const revision = new Revision(search, deliveries)
  const explanation = new Explanation(search, revision, mostPlaced(deliveries.length))
  if (search.plan.orders.length <= mostTakenBack)
    return yield* explainAsPlanned(search, revision, explanation, deliveries)
  const explained: Delivery[] = []
  for (const [index, delivery] of deliveries.entries()) {
    if (pauses(index)) yield
    explained.push(latenessOf([delivery]) > 0 ? explanation.of(delivery) : delivery)
  }
  return explained
}

/** Orders up to which a plan is taken back to explain demands. */
const mostTakenBack = 20_000

/**
 * Explains each demand in the plan as it was before the first of its orders was planned: others use what was made for it, or
 * what it has left. What has been planned since is taken back, the last first, and restored.
 */
function* explainAsPlanned(
  { plan }: Search,
  revision: Revision,
  explanation: Explanation,
  deliveries: readonly Delivery[],
): Steps<readonly Delivery[]> {
  const places = new Map(plan.orders.map((order, place) => [order, place]))
  const late = deliveries.flatMap((delivery, index) => {
    if (latenessOf([delivery]) === 0 || delivery.demand.delivery === undefined) return []
    const orders = revision.ordersOf(delivery.demand)
    const mark = orders.reduce((least, order) => Math.min(least, places.get(order)!), plan.orders.length)
    return [{ delivery, index, mark, candidates: explanation.candidatesOf(delivery) }]
  })
  const explained = [...deliveries]
  const taken: TakenBack[] = []
  for (const [count, one] of late.toSorted((a, b) => b.mark - a.mark).entries()) {
    if (pauses(count)) yield
    taken.push(plan.takeFrom(one.mark))
    explanation.limit(late.length - count)
    explained[one.index] = explanation.with(one.delivery, one.candidates)
  }
  for (const orders of taken.toReversed()) plan.restore(orders)
  return explained
}

/** What could bind, and how it is relaxed. */
interface Candidate {
  readonly reason: Reason
  readonly bound: Resource | Operation | Buffer
  /** Whether it is no more than the time that work takes, which is a reason only where others explain little. */
  readonly isUsual: boolean
}

interface Gain {
  readonly candidate: Candidate
  /** Seconds. */
  readonly gain: number
}

/** A plan from which demands can be taken out for a question. */
export interface Explained {
  ordersOf(demand: Demand): readonly Order[]
  /** Asks in the plan as it would be without a demand; undefined where it cannot be taken out. */
  without<Answer>(demand: Demand, ask: () => Answer): Answer | undefined
}

/** Delivers a late demand with what keeps it, as far as `most` orders that are placed to find out tell it. */
export const explainOne = (search: Search, plan: Explained, delivery: Delivery, most: number): Delivery =>
  new Explanation(search, plan, most).of(delivery)

class Explanation {
  readonly #search: Search
  readonly #revision: Explained
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #mostPlaced: number
  #limit = never

  constructor(search: Search, plan: Explained, most: number) {
    this.#search = search
    this.#mostPlaced = search.plan.placed + most
    this.#revision = plan
    this.#resources = new Map(search.network.resources.all.map((resource) => [resource.name, resource]))
  }

  get #isSpent(): boolean {
    return this.#search.plan.placed >= Math.min(this.#mostPlaced, this.#limit)
  }

  /** Limits the work for the next of some demands, to a few times its share of what is left at most. */
  limit(demands: number): void {
    const { placed } = this.#search.plan
    this.#limit = placed + Math.min(mostForOne, (shares * (this.#mostPlaced - placed)) / demands)
  }

  /** Explains a delivery in the plan as it would be without it. */
  of(delivery: Delivery): Delivery {
    const { demand } = delivery
    if (demand.delivery === undefined || this.#isSpent) return delivery
    const candidates = this.candidatesOf(delivery)
    const explain = (): Delivery => this.with(delivery, candidates)
    return this.#revision.without(demand, explain) ?? explain()
  }

  /** Explains a delivery that is not in the plan any more. */
  with(delivery: Delivery, candidates: readonly Candidate[]): Delivery {
    const reasons = this.#isSpent ? [] : this.#bindingOf(delivery, candidates)
    return reasons.length === 0 ? delivery : { ...delivery, reasons }
  }

  /**
   * What the search has told, then what the orders of the demand run on, and how long they take. Of a demand that is not
   * planned in full, the orders that it would have if it could come at any time.
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
    // What is taken back uses nothing any more.
    const orders: Order[] = []
    for (let at = mark; at < plan.orders.length; at += 1) orders.push({ ...plan.orders[at]! })
    plan.rollback(mark)
    return orders
  }

  #boundOf({ kind, owner, operation, buffer }: Reason): Candidate['bound'] | undefined {
    if (kind === 'capacity') return this.#resources.get(owner)
    if (kind === 'lead time') return operation?.steps.length === 0 ? operation : undefined
    return kind === 'await supply' || kind === 'no supply' ? buffer : undefined
  }

  /** Of the candidates those that bind, by what they gain. */
  #bindingOf(delivery: Delivery, candidates: readonly Candidate[]): readonly Reason[] {
    const { demand } = delivery
    const inParts = delivery.shipments.length > 1
    const endWithout = (relaxed: readonly Candidate[]): Seconds => this.#endWithout(demand, relaxed, inParts)
    const base = Math.min(endOf(delivery, latestDelivery(this.#search, demand)), endWithout([]))
    const gainOf = (relaxed: readonly Candidate[]): number => base - endWithout(relaxed)
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
    const told = alone.map(({ candidate, gain }) => within({ ...candidate.reason, gain }, base))
    const most = alone[0]?.gain ?? 0
    if (most < least) {
      // The next one binds as soon as one of them does not.
      const all = gainOf(candidates)
      if (all < leastGain || all * share <= most) return told
      const group = this.#together(candidates, Math.max(leastGain, all * share), gainOf, base)
      const others = group.filter(
        ({ owner }) => !alone.some(({ candidate }) => candidate.reason.owner === owner),
      )
      return [...told.slice(0, Math.max(1, mostReasons - others.length)), ...others]
    }
    // Several resources of the same work gain little one by one.
    const idle = gains.flatMap(({ candidate, gain }) =>
      'free' in candidate.bound && gain < most ? candidate : [],
    )
    if (idle.length < 2 || gainOf(idle) < most) return told
    return [...told, ...this.#together(idle, most, gainOf, base)].slice(0, mostReasons)
  }

  /** Of candidates that gain enough together no more than it takes. */
  #together(
    candidates: readonly Candidate[],
    least: number,
    gainOf: (relaxed: readonly Candidate[]) => number,
    base: Seconds,
  ): readonly Reason[] {
    let group = candidates
    // The time that work takes comes last among the candidates, and goes first.
    for (const candidate of candidates.toReversed()) {
      const fewer = group.filter((other) => other !== candidate)
      if (fewer.length > 0 && gainOf(fewer) >= least) group = fewer
    }
    const gain = gainOf(group)
    return group.map(({ reason }) => {
      const together = group.flatMap((other) => (other.reason === reason ? [] : other.reason.owner))
      return within({ ...reason, gain, together }, base)
    })
  }

  /** When all of the demand would be there; the latest that is allowed where that is too late. */
  #endWithout(demand: Demand, relaxed: readonly Candidate[], inParts: boolean): Seconds {
    const search = this.#search
    if (this.#isSpent) return never
    const mark = search.plan.mark()
    const restore = relaxed.map(({ bound }) => relax(bound))
    const last = latestDelivery(search, demand)
    const end = inParts ? endOf(deliver(search, demand), last) : this.#ship(demand, last)?.end
    search.plan.rollback(mark)
    for (const back of restore) back()
    return end ?? last + day
  }

  /** All that is left of the demand at once. */
  #ship(demand: Demand, limit: Seconds): Order | undefined {
    const quantity = Math.min(openOf(this.#search, demand).left, largestLot(demand.delivery!))
    const wanted = demand.due - this.#search.settings.administrativeLeadTime
    this.#search.dividing.reset()
    return ship(this.#search, demand, demand.delivery!, quantity, wanted, limit)
  }
}

/** When all of a demand is there; a day after the latest that is allowed where some of it never is. */
function endOf({ demand, shipments }: Delivery, last: Seconds): Seconds {
  const shipped = shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  if (shipped < demand.quantity - epsilon) return last + day
  return shipments.reduce((end, { order }) => Math.max(end, order.end), -never)
}

/** The time of a reason, as far as it is told by what is gained. */
const within = (reason: Reason & { readonly gain: number }, base: Seconds): Reason =>
  reason.kind === 'lead time' && reason.to === never
    ? { ...reason, from: base - reason.gain, to: base }
    : reason

/** Relaxes what binds; answers how to make it bind again. */
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

/** What it takes on the very date on which an order that exists brings it. */
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
