/**
 * Plans demands that were planned together again in a better sequence of their steps, and then less urgent demands
 * that use the same resources or materials.
 */
import { append } from '../append.ts'
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import { canPlanTogether, hasSteps, planEqual } from '../search/campaign.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Search } from '../search/search.ts'
import { inSequence, type StepOf } from '../search/interleave.ts'
import type { Order } from '../search/plan.ts'
import { chainOf } from '../search/chains.ts'
import { betterSequence, mostSteps, type SequenceOptions } from './better-sequence.ts'
import { byLevel } from './judge.ts'
import type { Revision } from './revision.ts'

/** Maximum number of less urgent demands that are planned again. */
const mostAfter = 200

/** Returns the steps of a better sequence if the plan improved. */
export function* recreateTogether(
  revision: Revision,
  group: readonly Demand[],
  options: SequenceOptions,
): Generator<void, readonly StepOf[] | undefined> {
  const { search } = revision
  const steps = sequenceOf(search, group, (demand) => revision.ordersOf(demand))
  if (steps.length > mostSteps) return undefined
  let better: readonly StepOf[] | undefined
  const improved = yield* replanGroup(revision, group, function* find() {
    const mark = search.plan.mark()
    const reference = inSequence(search, group, steps)
    if (reference === undefined) return undefined
    yield
    better = (yield* betterSequence(search, mark, reference, options))?.steps
    yield
    return better
  })
  return improved ? better : undefined
}

/** Plans demands together in a sequence of their steps; returns whether the plan improved. */
export const planGroup = (
  revision: Revision,
  group: readonly Demand[],
  steps: readonly StepOf[],
): Generator<void, boolean> =>
  replanGroup(revision, group, function* known() {
    yield
    return steps
  })

/** Plans the demands together in the sequence that `find` returns, and then the less urgent demands affected. */
function* replanGroup(
  revision: Revision,
  group: readonly Demand[],
  find: () => Generator<void, readonly StepOf[] | undefined>,
): Generator<void, boolean> {
  const { search } = revision
  const after = lessUrgent(revision, group)
  return yield* revision.attemptInSteps([...group, ...after], function* plan() {
    const steps = yield* find()
    const made = steps === undefined ? undefined : inSequence(search, group, steps)
    return made === undefined ? undefined : [...made.deliveries, ...(yield* planAfter(revision, after))]
  })
}

/** Returns the steps of the demands in their current sequence, on their current resources. */
export function sequenceOf(
  search: Search,
  group: readonly Demand[],
  ordersOf: (demand: Demand) => readonly Order[],
): readonly StepOf[] {
  const steps = group.flatMap((demand, job) => {
    const orders = new Map(ordersOf(demand).map((order) => [order.operation, order]))
    let last = -Infinity
    return chainOf(search, demand).sequence.map(({ operation }, step) => {
      const order = orders.get(operation)
      last = Math.max(last, order?.start ?? last)
      return { job, step, on: resourcesOf(order), start: last }
    })
  })
  return steps.toSorted((a, b) => a.start - b.start)
}

/** Returns the names of the resources of an order; undefined without resources. */
const resourcesOf = (order: Order | undefined): ReadonlySet<string> | undefined =>
  order === undefined || order.uses.length === 0
    ? undefined
    : new Set(order.uses.map(({ resource }) => resource.name))

/** Returns the less urgent demands that use a resource or material of the group; empty if there are very many. */
function lessUrgent(revision: Revision, group: readonly Demand[]): readonly Demand[] {
  const used = new Set<Resource | Buffer>(
    group.flatMap((demand) => revision.ordersOf(demand).flatMap((order) => usedBy(order))),
  )
  const found = new Set<Demand>()
  for (const what of used) {
    for (const { demand } of revision.usersOf(what)) {
      if (demand !== undefined && byLevel(group[0]!, demand) < 0) found.add(demand)
    }
  }
  if (found.size > mostAfter) return []
  return [...found].toSorted((a, b) => byLevel(a, b) || a.due - b.due || a.quantity - b.quantity)
}

const usedBy = ({ uses, movements }: Order): readonly (Resource | Buffer)[] => [
  ...uses.map(({ resource }) => resource),
  ...movements.flatMap(({ buffer, quantity }) => (quantity < 0 ? buffer : [])),
]

/** Plans level by level, as in the first plan. */
function* planAfter({ search }: Revision, demands: readonly Demand[]): Generator<void, readonly Delivery[]> {
  const levels: Demand[][] = []
  for (const demand of demands) {
    const level = levels.at(-1)
    if (level !== undefined && byLevel(level[0]!, demand) === 0) level.push(demand)
    else levels.push([demand])
  }
  const made: Delivery[] = []
  for (const level of levels) append(made, yield* planEqual(search, level, { left: 0 }))
  return made
}

/** Returns groups of equally urgent demands that are planned together, if one of them is late. */
export function groupsOf(
  search: Search,
  demands: readonly Demand[],
  isLate: (demand: Demand) => boolean,
): readonly Demand[][] {
  const levels = new Map<string, Demand[]>()
  for (const demand of demands) {
    const key = `${demand.firm} ${demand.priority}`
    if (!hasSteps(demand)) continue
    const level = levels.get(key)
    if (level === undefined) levels.set(key, [demand])
    else level.push(demand)
  }
  return [...levels.values()].filter((level) => canPlanTogether(search, level) && level.some(isLate))
}
