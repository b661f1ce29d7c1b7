/**
 * Plans demands with several steps together, step by step, instead of one demand after the other. If they compete for
 * the same resources and cannot all be on time, this leaves far less idle time. The sequence is given, or chosen by a
 * rule among the steps that compete for the resource that is free first: active schedules after Giffler and Thompson,
 * "Algorithms for Solving Production-Scheduling Problems" (1960).
 */
import type { Demand } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { Delivery } from './delivery.ts'
import { earliestStarts } from './early.ts'
import { earliestStart } from './place.ts'
import { runSeconds } from './duration.ts'
import type { Order } from './plan.ts'
import { Orders, performNode } from './project.ts'
import type { Reason } from './reason.ts'
import type { Search } from './search.ts'
import { earliestSlot } from './slots.ts'
import { chainOf } from './chains.ts'
import type { Node } from './steps.ts'

/** A demand of which some steps are planned. */
export interface Job {
  readonly demand: Demand
  readonly orders: Orders
  /** Its steps, each after its predecessors. */
  readonly sequence: readonly Node[]
  readonly last: readonly Node[]
  /** Steps whose predecessors are all planned. */
  readonly ready: Set<Node>
  readonly waiting: Map<Node, number>
  /** Seconds of work from each step to the end, including the step. */
  readonly tail: ReadonlyMap<Node, number>
  /** Earliest start of each step: its resources may limit how much earlier than necessary it is. */
  readonly earliest: ReadonlyMap<Node, Seconds>
  left: number
  reason: Reason | undefined
}

/** A step that may be planned next. */
interface Candidate {
  readonly job: Job
  readonly node: Node
  readonly start: Seconds
  readonly end: Seconds
}

/** Priority rule; the lowest value goes first. */
export type Rule = (candidate: Candidate) => number

const tailOf = ({ job, node }: Candidate): number => job.tail.get(node)!

/**
 * Common priority rules: most remaining work and least slack, both relative to the remaining time, and shortest
 * processing time.
 */
export const rules: readonly Rule[] = [
  (candidate) => -tailOf(candidate),
  (candidate) => candidate.job.demand.due - candidate.start - tailOf(candidate),
  (candidate) => candidate.end - tailOf(candidate),
  (candidate) => -candidate.job.left,
  (candidate) => candidate.end - candidate.start,
]

/** A step of one of several demands: indexes of the demand and of its step. */
export interface StepOf {
  readonly job: number
  readonly step: number
  /** Names of its resources; undefined for those on which it ends first. */
  readonly on?: ReadonlySet<string> | undefined
}

/** By demand: the earliest start of steps that wait for material, by the number of the step. */
export type Awaited = ReadonlyMap<Demand, ReadonlyMap<number, Seconds>>

/** Demands that were planned together. */
export interface Together {
  readonly deliveries: readonly Delivery[]
  readonly jobs: readonly Job[]
  /** The steps in the sequence in which they were planned, and their orders. */
  readonly steps: readonly StepOf[]
  readonly orders: readonly Order[]
}

/** Plans the demands together by a rule. Returns undefined, with nothing planned, if one of them is impossible. */
export function interleave(
  search: Search,
  demands: readonly Demand[],
  rule: Rule,
  awaited: Awaited,
): Together | undefined {
  return planTogether(search, demands, (jobs) => choose(search, jobs, rule, awaited))
}

/** Plans the demands together in a given sequence of their steps. */
export function inSequence(
  search: Search,
  demands: readonly Demand[],
  steps: readonly StepOf[],
): Together | undefined {
  let at = 0
  return planTogether(search, demands, (jobs) => {
    const next = steps[at++]
    return next === undefined
      ? undefined
      : { job: jobs[next.job]!, node: jobs[next.job]!.sequence[next.step]!, on: next.on }
  })
}

type NextStep = Pick<Candidate, 'job' | 'node'> & Pick<StepOf, 'on'>

function planTogether(
  search: Search,
  demands: readonly Demand[],
  nextOf: (jobs: readonly Job[]) => NextStep | undefined,
): Together | undefined {
  const mark = search.plan.mark()
  const jobs = demands.map((demand) => openJob(search, demand))
  const steps: StepOf[] = []
  const placed: Order[] = []
  for (;;) {
    const next = nextOf(jobs)
    if (next === undefined) break
    steps.push({ job: jobs.indexOf(next.job), step: next.job.sequence.indexOf(next.node), on: next.on })
    search.only = next.on
    const order = placeStep(search, next)
    search.only = undefined
    if (order === undefined) {
      search.plan.rollback(mark)
      return undefined
    }
    placed.push(order)
  }
  const deliveries = jobs.map(({ demand, orders, last, reason }) => {
    const order = orders.close(search).last(last)
    const late = order.end > demand.due && reason !== undefined
    return { demand, shipments: [{ order, quantity: demand.quantity }], reasons: late ? [reason] : [] }
  })
  return { deliveries, jobs, steps, orders: placed }
}

/** Returns a demand of which no step is planned. */
export function openJob(search: Search, demand: Demand): Job {
  const { sequence, last } = chainOf(search, demand)
  const tail = new Map<Node, number>()
  for (const node of sequence.toReversed()) {
    const after = Math.max(0, ...node.after.map(({ to, hard }) => tail.get(to)! + hard))
    tail.set(node, runSeconds(node.operation, node.quantity) + after)
  }
  return {
    demand,
    orders: new Orders({ demand, batch: demand.batch, owner: undefined }),
    sequence,
    last,
    ready: new Set(sequence.filter(({ before }) => before.length === 0)),
    waiting: new Map(sequence.map((node) => [node, node.before.length])),
    tail,
    earliest: earliestStarts(search, sequence, demand.due - search.settings.administrativeLeadTime),
    left: sequence.length,
    reason: undefined,
  }
}

/** Returns the step that the rule prefers among those that compete with the one that could end first. */
function choose(search: Search, jobs: readonly Job[], rule: Rule, awaited: Awaited): Candidate | undefined {
  const candidates: Candidate[] = []
  let first: Candidate | undefined
  for (const job of jobs) {
    for (const node of job.ready) {
      const material = awaited.get(job.demand)?.get(job.sequence.indexOf(node)) ?? -never
      const from = Math.max(readyDate(search, job, node), material)
      const slot = earliestSlot(search, node.operation, node.quantity, from)
      const candidate = { job, node, start: slot?.start ?? never, end: slot?.end ?? never }
      candidates.push(candidate)
      if (first === undefined || candidate.end < first.end) first = candidate
    }
  }
  if (first === undefined) return undefined
  let best = first
  let lowest = rule(first)
  for (const candidate of candidates) {
    if (candidate === first || candidate.start >= first.end || !compete(first, candidate)) continue
    const value = rule(candidate)
    if (value < lowest) [best, lowest] = [candidate, value]
  }
  return best
}

/** Returns the earliest start of a step by its predecessors and limits, whatever its materials. */
export const readyDate = (search: Search, { orders, earliest }: Job, node: Node): Seconds =>
  Math.max(
    orders.readyFor(node),
    earliest.get(node)!,
    earliestStart(search, node.operation),
    search.settings.current,
  )

const compete = (a: Candidate, b: Candidate): boolean =>
  a.node.operation.loads.some(({ loads }) =>
    loads.some(({ resource }) =>
      b.node.operation.loads.some((group) => group.loads.some((load) => load.resource === resource)),
    ),
  )

/** Plans a step whose predecessors are planned; returns undefined, with nothing planned, if that is not possible. */
export function placeStep(search: Search, { job, node }: NextStep): Order | undefined {
  const { operation } = node
  const { due, maximumLateness } = job.demand
  const place = {
    // Delivery is not earlier than requested, however early the product is ready.
    end: operation.kind === 'delivery' ? due - search.settings.administrativeLeadTime : -never,
    from: Math.max(job.orders.readyFor(node), job.earliest.get(node)!),
    limit: due + maximumLateness,
  }
  const purpose = job.orders.purposeOf(node)
  search.limits.reset()
  const placed = performNode(search, node, place, purpose)
  if (placed === undefined) return undefined
  const { order, begun } = placed
  if (search.reason !== undefined) job.reason = search.reason
  job.orders.add(node, order, begun)
  job.ready.delete(node)
  job.left -= 1
  for (const { to } of node.after) {
    const left = job.waiting.get(to)! - 1
    job.waiting.set(to, left)
    if (left === 0) job.ready.add(to)
  }
  return order
}
