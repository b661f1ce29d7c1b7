/**
 * Plans demands of equal urgency. One after the other; where several that take many steps come late for each other, they
 * are planned together too, in different ways, and the way with the least lateness is kept.
 */
import { type Better, betterSequence, mostSteps } from '../improve/better-sequence.ts'
import { randomOf } from '../improve/random.ts'
import type { Weighing } from '../improve/objective.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { chainOf } from './chains.ts'
import { deliver } from './deliver.ts'
import type { Delivery } from './delivery.ts'
import { inSequence, interleave, rules, type Together } from './interleave.ts'
import { latenessOf } from '../lateness.ts'
import type { Search } from './search.ts'
import { isProject } from './steps.ts'
import { never } from '../time.ts'

/** Demands that are planned together at most: each step that is planned looks at the next ones of all. */
export const mostTogether = 200

/** Steps that are looked at beyond the usual, to find better sequences. */
export interface Effort {
  left: number
}

/** About a second for all demands, however many there are. */
export const usualEffort = (): Effort => ({ left: 120_000_000 })
/** Of what is left, what demands of equal urgency may take. */
const share = 0.25
/** How often each pair of steps is looked at on the way, at most: with few of them the best is soon found. */
const looksPerPair = 500

/** Yields now and then where it takes long. */
export function* planEqual(
  search: Search,
  demands: readonly Demand[],
  effort: Effort,
): Generator<void, readonly Delivery[]> {
  const { plan } = search
  const mark = plan.mark()
  const planned = demands.map((demand) => deliver(search, demand))
  const alone = latenessOf(planned)
  if (alone === 0 || !canPlanTogether(search, demands)) return planned
  let lowest = never
  let best: Together | undefined
  for (const rule of rules) {
    yield
    plan.rollback(mark)
    const together = interleave(search, demands, rule)
    if (together === undefined) continue
    const lateness = latenessOf(together.deliveries)
    if (lateness < lowest) [lowest, best] = [lateness, together]
  }
  plan.rollback(mark)
  if (best === undefined) return demands.map((demand) => deliver(search, demand))
  const better = yield* improved(search, demands, best, effort)
  const steps = better?.steps ?? best.steps
  const lateness = better?.lateness ?? lowest
  const together = lateness < alone ? inSequence(search, demands, steps) : undefined
  return together?.deliveries ?? demands.map((demand) => deliver(search, demand))
}

/** Whether they are few, none of them finds work that is there already, and some of their steps need resources. */
export function canPlanTogether(search: Search, demands: readonly Demand[]): boolean {
  const { reusable, shipped } = search.plan
  // Work that is there already is taken by one demand after the other.
  if (reusable.size > 0 || shipped.size > 0) return false
  if (demands.length < 2 || demands.length > mostTogether || !demands.every(hasSteps)) return false
  let [nodes, busy] = [0, 0]
  for (const demand of demands) {
    const { sequence } = chainOf(search, demand)
    nodes += sequence.length
    if (sequence.some(({ operation }) => isBusy(operation))) busy += 1
  }
  return busy > 1 && nodes <= mostSteps
}

/** Whether it needs a resource that may be busy. */
const isBusy = ({ loads, steps }: Operation): boolean =>
  loads.some((group) => group.loads.some(({ resource }) => resource.constrained)) ||
  steps.some((step) => isBusy(step.operation))

/** A better sequence of the steps, if one is found with some effort. */
export function* improved(
  search: Search,
  demands: readonly Demand[],
  { steps }: Pick<Together, 'steps'>,
  effort: Effort,
  weighing?: Weighing,
): Generator<void, Better | undefined> {
  const mark = search.plan.mark()
  const reference = inSequence(search, demands, steps)
  if (reference === undefined) return undefined
  let left = Math.min(effort.left * share, looksPerPair * steps.length ** 2)
  const stop = (work: number): boolean => {
    effort.left -= work
    left -= work
    return left < 0
  }
  return yield* betterSequence(search, mark, reference, { random: randomOf(demands.length), stop, weighing })
}

/** Whether a demand is made in steps of its own, and nothing is held from the first to the last of them. */
export const hasSteps = ({ delivery, policy, owner, quantity, minimumShipment }: Demand): boolean =>
  delivery !== undefined &&
  (delivery.kind === 'delivery' || isProject(delivery)) &&
  delivery.loads.length === 0 &&
  quantity >= minimumShipment &&
  (policy !== 'alltogether' || owner === undefined)
