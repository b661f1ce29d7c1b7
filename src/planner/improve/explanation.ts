/** Explains late demands in a plan without them, with limited work. */
import { isLate } from '../../rules/late.ts'
import type { Demand, Resource } from '../network/nodes.ts'
import { latenessOf } from '../lateness.ts'
import { deliver, hasDelivery, latestDelivery, openOf, ship } from '../search/deliver.ts'
import { deliverTogether } from '../search/deliver-together.ts'
import type { Delivery } from '../search/delivery.ts'
import { largestLot } from '../search/lot-size.ts'
import type { Order } from '../search/plan.ts'
import type { Reason } from '../search/reason.ts'
import type { Search } from '../search/search.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { bindingReasons, type Delay, type Gained } from './binding.ts'
import {
  awaitedBy,
  type Candidate,
  capacityOf,
  compareLengths,
  distinct,
  firstOf,
  leadTimeOf,
  relax,
} from './constraint-candidates.ts'

/** Maximum number of orders placed for one demand. */
const mostForOne = 40_000
/** Multiple of its equal share of the work that a demand may use. */
const shares = 4
/** Maximum number of candidates that are evaluated per demand. */
const mostCandidates = 30
/** Maximum number of lines that ship together; lines of larger groups keep the reasons of the search. */
const mostLines = 200
/** Plans of the lines, one by one, that planning them together usually takes. */
const plansTogether = 4

/** A plan from which demands can be removed temporarily. */
export interface Explained {
  ordersOf(demand: Demand): readonly Order[]
  /** Calls `ask` in the plan without demands; returns undefined if they cannot be removed. */
  without<Answer>(demands: readonly Demand[], ask: () => Answer): Answer | undefined
}

type LineCandidates = readonly Candidate[]

/**
 * Returns whether constraints can be relaxed for deliveries: planning them took not too much work, which no relaxed
 * constraint changes, and it is known how they are delivered.
 */
export const isExplainable = (lines: readonly Delivery[]): boolean =>
  lines.every(
    ({ demand, reasons }) =>
      demand.delivery !== undefined && reasons.every(({ kind }) => kind !== 'too many lots'),
  )

export class Explanation {
  readonly #search: Search
  readonly #plan: Explained
  readonly #resources: ReadonlyMap<string, Resource>
  readonly #effort: 'in full' | 'limited'
  #mostPlaced: number
  #limit = never

  /** @param effort `in full`: a delivery in parts that takes all the work may be compared as a whole with the same again */
  constructor(search: Search, plan: Explained, most: number, effort: 'in full' | 'limited' = 'limited') {
    this.#search = search
    this.#effort = effort
    this.#mostPlaced = search.plan.placed + most
    this.#plan = plan
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

  /** Returns late deliveries that ship together, or a single one, with their reasons, found in the plan without them. */
  of(lines: readonly Delivery[]): readonly Delivery[] {
    if (this.#isSpent || !isExplainable(lines)) return []
    const candidates = this.candidatesOf(lines)
    const explain = (): readonly Delivery[] => this.with(lines, candidates)
    return (
      this.#plan.without(
        lines.map(({ demand }) => demand),
        explain,
      ) ?? (lines.length === 1 ? explain() : [])
    )
  }

  /** Returns the explained ones of late deliveries that are no longer in the plan. */
  with(lines: readonly Delivery[], candidates: readonly LineCandidates[]): readonly Delivery[] {
    if (this.#isSpent) return []
    const [only] = lines
    if (only === undefined) return []
    if (lines.length > 1) return this.#withTogether(lines, candidates)
    const all = distinct(candidates.flat())
    const first = firstOf(all, mostCandidates)
    const isPartial = all.length > first.length
    const reasons = bindingReasons({ ...this.#delayOf(only, first.length), isPartial }, first)
    return reasons.length === 0 ? [] : [{ ...only, reasons }]
  }

  /**
   * Explains lines that wait for each other by what delays all of them, the candidates of the slowest line first. A line
   * that no such constraint concerns waits for the slowest one.
   */
  #withTogether(lines: readonly Delivery[], candidates: readonly LineCandidates[]): readonly Delivery[] {
    if (lines.length > mostLines) return []
    const demands = lines.map(({ demand }) => demand)
    const { plan } = this.#search
    const begun = plan.placed
    const allowed = Math.min(mostForOne, this.#most - begun)
    const slowest = lines
      .map((line, at) => ({ line, own: candidates[at] ?? [], end: this.#endWithout(line.demand, [], false) }))
      .toSorted((a, b) => b.end - a.end)
    const all = distinct(slowest.flatMap(({ own }) => own))
    const first = firstOf(all, mostCandidates)
    const isPartial = all.length > first.length
    if ((plan.placed - begun) * plansTogether * (first.length + 1) > allowed) return []
    const planned = latestOf(lines.map((line) => endOf(line, latestDelivery(this.#search, line.demand))))
    const due = demands.reduce((earliest, demand) => Math.min(earliest, demand.due), never)
    const endWithout = (relaxed: readonly Candidate[]): Seconds => this.#endTogether(demands, relaxed)
    const base = Math.min(planned, endWithout([]))
    const reasons = bindingReasons({ due, base, isPartial, endWithout }, first)
    if (reasons.length === 0) return []
    const isConcernedBy = ({ owner }: Reason, own: LineCandidates): boolean =>
      own.some(({ reason }) => reason.owner === owner)
    const waitsFor = (slowest.find(({ own }) => isConcernedBy(reasons[0]!, own)) ?? slowest[0]!).line.demand
    return slowest.flatMap(({ line, own }) => {
      const { demand } = line
      if (latenessOf([line]) === 0) return []
      const gained = reasons.map((reason) => limitGain(reason, base - demand.due))
      if (gained.some((reason) => isConcernedBy(reason, own)) || demand === waitsFor)
        return [{ ...line, reasons: gained }]
      return [{ ...line, reasons: [...gained, waiting(demand, waitsFor, base)] }]
    })
  }

  /**
   * For each line the reason found by the search, then the resources of its orders and their durations, of which the
   * longest come first: not all may be evaluated, and short ones mostly wait for long ones. For a demand that is
   * not planned in full, uses the orders that it would have without a latest date.
   */
  candidatesOf(lines: readonly Delivery[]): readonly LineCandidates[] {
    return lines.map((delivery) => {
      const { demand, reasons } = delivery
      const orders = [...this.#plan.ordersOf(demand), ...this.#ordersSomeTime(delivery)]
      // A part that ships in time waits for nothing.
      const late = orders.filter(
        ({ operation: { kind }, end }) => kind !== 'delivery' || isLate(demand.due, end),
      )
      const candidate = (isUsual: boolean) => (reason: Reason) => {
        const bound = this.#boundOf(reason)
        return bound === undefined ? [] : [{ reason, bound, isUsual }]
      }
      const found = [
        ...[...reasons, ...orders.flatMap(capacityOf), ...late.flatMap(awaitedBy)].flatMap(candidate(false)),
        ...orders.flatMap(leadTimeOf).toSorted(compareLengths).flatMap(candidate(true)),
      ]
      return distinct(found)
    })
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

  /**
   * Returns the delay of a single demand. A delivery in parts that takes too much work for all candidates is compared as
   * one shipment, with the same work again.
   */
  #delayOf(delivery: Delivery, candidates: number): Omit<Delay, 'isPartial'> {
    const { demand } = delivery
    const { base, inParts } = this.#baseOf(delivery, candidates)
    return { due: demand.due, base, endWithout: (relaxed) => this.#endWithout(demand, relaxed, inParts) }
  }

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

  /** Returns the date on which the whole demand would be available; the latest allowed date if it is later. */
  #endWithout(demand: Demand, relaxed: readonly Candidate[], inParts: boolean): Seconds {
    const last = latestDelivery(this.#search, demand)
    return this.#endRelaxed(relaxed, () => {
      if (inParts) return endOf(deliver(this.#search, demand), last)
      return this.#ship(demand, last)?.end ?? last + day
    })
  }

  /** Returns the date on which all lines would be available together. */
  #endTogether(demands: readonly Demand[], relaxed: readonly Candidate[]): Seconds {
    return this.#endRelaxed(relaxed, () =>
      latestOf(
        deliverTogether(this.#search, demands).map((line) =>
          endOf(line, latestDelivery(this.#search, line.demand)),
        ),
      ),
    )
  }

  /** Plans something without some constraints and takes it back; returns its end, `never` if the work is spent. */
  #endRelaxed(relaxed: readonly Candidate[], planned: () => Seconds): Seconds {
    if (this.#isSpent) return never
    const { plan, limits } = this.#search
    const mark = plan.mark()
    const restore = relaxed.map(({ bound }) => relax(bound))
    const end = limits.apart(planned)
    plan.rollback(mark)
    for (const back of restore) back()
    return end
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

/** No line gains more than it is late; one that is late only because it never ships gains what the others gain. */
const limitGain = (reason: Gained, late: Seconds): Gained =>
  late > 0 && reason.gain > late ? { ...reason, gain: late } : reason

const waiting = ({ due }: Demand, { name }: Demand, until: Seconds): Reason => ({
  kind: 'sync demand',
  owner: name,
  operation: undefined,
  from: due,
  to: until,
})

const latestOf = (dates: readonly Seconds[]): Seconds =>
  dates.reduce((latest, date) => Math.max(latest, date), -never)
