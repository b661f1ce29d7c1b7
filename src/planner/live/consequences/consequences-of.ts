/** Compares two plans: the changes of sales orders, orders and resources. */
import { epsilon } from '../../timeline/profile.ts'
import { day, type Seconds } from '../../time.ts'
import type {
  Consequences,
  DemandConsequence,
  DemandState,
  OrderChange,
  OrderConsequence,
  OrderState,
  ResourceConsequence,
} from './consequences.ts'
import { changeOf, shortOf, slightSeconds } from './demand-change.ts'
import { type DemandFacts, type OrderFacts, type PlanFacts, type ResourceFacts } from './facts.ts'
import { storedReference } from '../temporary-keys.ts'
import { type OrderPair, pairOrders } from './pair-orders.ts'

export interface ComparisonOptions {
  /** End of the frozen horizon; without it nothing is frozen. */
  readonly frozenUntil?: Seconds | undefined
  /** Maximum number of orders listed; the counts include all of them. */
  readonly mostOrders?: number | undefined
  /** The matching orders of both plans, if they are already known. */
  readonly pairs?: readonly OrderPair[] | undefined
}

const usualMostOrders = 1_000

export function consequencesOf(
  before: PlanFacts,
  after: PlanFacts,
  { frozenUntil = -Infinity, mostOrders = usualMostOrders, pairs }: ComparisonOptions = {},
): Consequences {
  return {
    keyfigures: { before: before.figures, after: after.figures },
    demands: demandConsequences(before.demands, after.demands),
    orders: orderConsequences(pairs ?? pairOrders(before.orders, after.orders), frozenUntil, mostOrders),
    resources: resourceConsequences(before.resources, after.resources),
  }
}

function demandConsequences(
  before: readonly DemandFacts[],
  after: readonly DemandFacts[],
): readonly DemandConsequence[] {
  const former = new Map(before.map((facts) => [facts.name, facts]))
  const found: { readonly consequence: DemandConsequence; readonly weight: number }[] = []
  const add = (was: DemandFacts | undefined, is: DemandFacts | undefined): void => {
    const change = changeOf(was, is)
    const facts = is ?? was
    if (change === undefined || facts === undefined) return
    const { name, item, customer, quantity, due } = facts
    const isWorse = change === 'late' || change === 'later' || change === 'new'
    found.push({
      weight: Math.abs(weightOf(is) - weightOf(was)),
      consequence: {
        name,
        item,
        customer,
        quantity,
        due,
        change,
        before: was === undefined ? null : stateOf(was),
        after: is === undefined ? null : stateOf(is),
        reasons: isWorse ? (is?.reasons ?? []) : [],
      },
    })
  }
  for (const is of after) {
    add(former.get(is.name), is)
    former.delete(is.name)
  }
  for (const was of former.values()) add(was, undefined)
  return found
    .toSorted((a, b) => b.weight - a.weight || (a.consequence.name < b.consequence.name ? -1 : 1))
    .map(({ consequence }) => consequence)
}

/** Returns the delivery of a sales order. */
export const stateOf = (facts: DemandFacts): DemandState => ({
  date: facts.date,
  days_late: facts.date === null ? null : (facts.date - facts.due) / day,
  short: shortOf(facts),
})

/** Days that an undelivered unit counts. */
const daysOfShort = 365

/** Returns the quantity-days of late deliveries and of quantities that are not delivered. */
const weightOf = (facts: DemandFacts | undefined): number =>
  facts === undefined ? 0 : facts.quantityDaysLate + shortOf(facts) * daysOfShort

function orderConsequences(
  pairs: readonly OrderPair[],
  frozenUntil: Seconds,
  most: number,
): Consequences['orders'] {
  const counts = { added: 0, moved: 0, resized: 0, dropped: 0, frozen: 0 }
  const list: OrderConsequence[] = []
  for (const { was, is } of pairs) {
    const change = orderChange(was, is)
    const facts = is ?? was
    if (change === undefined || facts === undefined) continue
    counts[change] += 1
    const states = [was, is].map((one) => (one === undefined ? null : orderState(one)))
    if (states.some((state) => state !== null && state.start < frozenUntil)) counts.frozen += 1
    list.push({
      reference: storedOf(was) ?? storedOf(is) ?? null,
      type: facts.type,
      operation: facts.operation ?? null,
      item: facts.item ?? null,
      change,
      before: states[0] ?? null,
      after: states[1] ?? null,
    })
  }
  return { ...counts, list: list.toSorted((a, b) => startOf(a) - startOf(b)).slice(0, most) }
}

const startOf = ({ before: was, after: is }: OrderConsequence): number =>
  Math.min(was?.start ?? Infinity, is?.start ?? Infinity)

const storedOf = (facts: OrderFacts | undefined): string | undefined => storedReference(facts?.reference)

const orderState = ({ startdate, enddate, quantity, resources }: OrderFacts): OrderState => ({
  start: startdate ?? enddate ?? 0,
  end: enddate ?? startdate ?? 0,
  quantity,
  resources,
})

function orderChange(was: OrderFacts | undefined, is: OrderFacts | undefined): OrderChange | undefined {
  if (was === undefined) return 'added'
  if (is === undefined) return 'dropped'
  if (Math.abs(was.quantity - is.quantity) > epsilon) return 'resized'
  const [from, to] = [orderState(was), orderState(is)]
  const isMoved =
    Math.abs(from.start - to.start) > slightSeconds ||
    Math.abs(from.end - to.end) > slightSeconds ||
    from.resources.length !== to.resources.length ||
    from.resources.some((name) => !to.resources.includes(name))
  return isMoved ? 'moved' : undefined
}

/** Smaller differences in hours are ignored. */
const slightLoad = 1e-3

function resourceConsequences(
  before: readonly ResourceFacts[],
  after: readonly ResourceFacts[],
): readonly ResourceConsequence[] {
  const former = new Map(before.map((facts) => [facts.name, facts]))
  const found: ResourceConsequence[] = []
  for (const { name, load, overloadDays } of after) {
    const was = former.get(name)
    former.delete(name)
    const loadBefore = was?.load ?? 0
    const isSame =
      Math.abs(load - loadBefore) <= slightLoad &&
      Math.abs(overloadDays - (was?.overloadDays ?? 0)) <= slightLoad
    if (!isSame) found.push({ name, load_before: loadBefore, load_after: load, overload_days: overloadDays })
  }
  for (const { name, load } of former.values())
    if (load > slightLoad) found.push({ name, load_before: load, load_after: 0, overload_days: 0 })
  return found.toSorted(
    (a, b) => Math.abs(b.load_after - b.load_before) - Math.abs(a.load_after - a.load_before),
  )
}
