/**
 * Makes a plan: the orders that are there first, then the demands one by one in order of priority and due date. Each is
 * planned as late as its due date allows and as soon as it must; what is planned is never taken from again.
 */
import { compileNetwork, type Network } from './network/compile.ts'
import type { Demand } from './network/nodes.ts'
import type { PlannerInput } from './input.ts'
import { hasSteps, planEqual } from './search/campaign.ts'
import type { Delivery } from './search/deliver.ts'
import { addExisting } from './search/existing.ts'
import { perform } from './search/perform.ts'
import { Plan } from './search/plan.ts'
import { restock } from './search/restock.ts'
import type { Search } from './search/search.ts'
import { supplyBuffer } from './search/supply.ts'

export interface Solution {
  readonly network: Network
  readonly plan: Plan
  readonly deliveries: readonly Delivery[]
}

export interface SolveOptions {
  readonly signal?: AbortSignal | undefined
  /** Told now and then how much has been planned, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

export function solve(input: PlannerInput, { signal, onProgress }: SolveOptions = {}): Solution {
  const steps = solveInSteps(input)
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done === true) return step.value
    onProgress?.(step.value)
  }
}

/**
 * The same in small steps, for those who have something else to do in between, such as hearing that the plan is no
 * longer wanted. Yields how much has been planned, from 0 to 1.
 */
export function* solveInSteps(input: PlannerInput): Generator<number, Solution> {
  const network = compileNetwork(input)
  const plan = new Plan()
  const search: Search = {
    network,
    calendars: network.calendars,
    settings: input.settings,
    plan,
    reason: undefined,
    supply: (buffer, quantity, date, limit, purpose) =>
      supplyBuffer(search, buffer, quantity, date, limit, purpose),
    perform: (operation, quantity, place, purpose) => perform(search, operation, quantity, place, purpose),
  }
  addExisting(search)
  const deliveries: Delivery[] = []
  const demands = network.demands.toSorted(byUrgency)
  for (let index = 0; index < demands.length;) {
    yield index / demands.length
    const equal = equalFrom(demands, index)
    deliveries.push(...planEqual(search, equal))
    index += equal.length
  }
  restock(search)
  return { network, plan, deliveries }
}

/** The demand at an index, and those after it that are as urgent and take several steps as it does. */
function equalFrom(demands: readonly Demand[], index: number): readonly Demand[] {
  const first = demands[index]!
  if (!hasSteps(first)) return [first]
  const end = demands.findIndex(
    (demand, at) =>
      at > index && (demand.priority !== first.priority || demand.firm !== first.firm || !hasSteps(demand)),
  )
  return demands.slice(index, end < 0 ? undefined : end)
}

/** Firm ones first, then by priority, due date, quantity and name. */
function byUrgency(a: Demand, b: Demand): number {
  return (
    Number(b.firm) - Number(a.firm) ||
    a.priority - b.priority ||
    a.due - b.due ||
    a.quantity - b.quantity ||
    (a.name < b.name ? -1 : 1)
  )
}
