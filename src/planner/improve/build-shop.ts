/** Builds the shop model of demands that were planned together: their steps on their planned resources. */
import { type Draft, type Machines, machinesOf, numbersOf } from './build-machines.ts'
import { combinationsOf } from '../network/combinations.ts'
import type { Combination, Load, Operation, Resource } from '../network/nodes.ts'
import type { StepOf, Together } from '../search/interleave.ts'
import { weightsOf, type Weighing } from './objective.ts'
import { earliestStart } from '../search/place.ts'
import type { Search } from '../search/search.ts'
import { fitForward, secondsOn } from '../search/slots.ts'
import type { Node } from '../search/steps.ts'
import { never } from '../time.ts'
import type { Fit, Shop, ShopJob } from './shop.ts'

/** Returns the steps of the demands as they are planned now; they are removed from the plan later. */
export function draftsOf({ jobs, steps, orders }: Together): readonly Draft[] {
  const numbers = new Map<Node, number>()
  for (const [number, { job, step }] of steps.entries()) numbers.set(jobs[job]!.sequence[step]!, number)
  return steps.map(({ job, step }, number) => {
    const node = jobs[job]!.sequence[step]!
    const { begin, end, uses } = orders[number]!
    const before = node.before.map(({ from, hard }) => [numbers.get(from)!, hard] as const)
    return { job, node, loads: uses.map(({ load }) => load), begin, end, before }
  })
}

/** Returns the shop of the drafts, which have been removed from the plan. Step n of the shop is draft n. */
export function buildShop(
  search: Search,
  { deliveries, jobs }: Together,
  drafts: readonly Draft[],
  weighing?: Weighing,
): Shop {
  const machines = machinesOf(search, drafts)
  const release = Float64Array.from(drafts, ({ node }) =>
    Math.max(search.settings.current, earliestStart(search, node.operation)),
  )
  const timings = drafts.map((draft) => timingOf(search, draft))
  const edges = numbersOf(drafts.map(({ before }) => before.map(([step]) => step)))
  const shop: Omit<Shop, 'jobs'> = {
    size: drafts.length,
    release,
    seconds: Float64Array.from(timings, ({ seconds }) => seconds),
    fits: timings.map(({ fit }) => fit),
    beforeFrom: edges.from,
    before: edges.numbers,
    lag: Float64Array.from(drafts.flatMap(({ before }) => before.map(([, lag]) => lag))),
    ...machines,
  }
  awaitMaterial(drafts, machines, release)
  const lasts = jobs.map((): number[] => [])
  for (const [step, { job, node }] of drafts.entries())
    if (jobs[job]!.last.includes(node)) lasts[job]!.push(step)
  const ends = endsAlone(shop)
  const weights = weightsOf(
    deliveries.map(({ demand }) => demand),
    weighing,
  )
  return {
    ...shop,
    jobs: deliveries.map(({ demand }, job): ShopJob => ({
      due: demand.due,
      alone: lasts[job]!.reduce((latest, step) => Math.max(latest, ends[step]!), -never),
      quantity: demand.quantity * weights.get(demand)!,
      last: lasts[job]!,
    })),
  }
}

/** Converts a sequence of the shop to steps of the demands. */
export function stepsIn(sequence: Int32Array, { steps }: Together): readonly StepOf[] {
  return Array.from(sequence, (step) => steps[step]!)
}

interface Timing {
  readonly seconds: number
  readonly fit: Fit | undefined
}

/** Returns the duration of a step: a constant if everything is always open and unused. */
function timingOf(search: Search, { node: { operation, quantity }, loads, begin, end }: Draft): Timing {
  const combination = operation.steps.length === 0 ? combinationWith(search, operation, loads) : undefined
  if (combination === undefined) return { seconds: end - begin, fit: undefined }
  const seconds = secondsOn(operation, quantity, combination, begin)
  const { work } = combination
  if (loads.some(({ resource }) => resource.setups !== undefined)) {
    if (work.always) return { seconds, fit: undefined }
    const fit: Fit = (from) => {
      const opened = seconds > 0 ? work.open(from) : from
      return { begin: opened, end: work.finish(opened, seconds) }
    }
    return { seconds, fit }
  }
  if (
    work.always &&
    combination.speed !== undefined &&
    loads.every(({ resource }) => isUnused(search, resource))
  ) {
    return { seconds, fit: undefined }
  }
  return { seconds, fit: (from) => fitForward(operation, quantity, combination, from, -never) }
}

const combinationWith = (
  search: Search,
  operation: Operation,
  loads: readonly Load[],
): Combination | undefined =>
  combinationsOf(search.calendars, operation).find((combination) =>
    loads.every((load) => combination.loads.includes(load)),
  )

/** Returns whether the full capacity of a resource is free from now on. */
function isUnused({ settings }: Search, { constrained, capacity, free, buckets }: Resource): boolean {
  if (!constrained) return true
  if (buckets !== undefined || capacity.values.length > 1) return false
  return free.firstBelow(settings.current, never, capacity.values[0]!) === never
}

/** A step that consumes material and started later than its predecessors allow keeps its start as its release date. */
function awaitMaterial(drafts: readonly Draft[], machines: Machines, release: Float64Array): void {
  const free = machines.machines.map(() => -never)
  for (const [step, { node, before, begin, end }] of drafts.entries()) {
    const used = machines.uses.subarray(machines.useFrom[step], machines.useFrom[step + 1])
    let possible = release[step]!
    for (const [number, lag] of before) possible = Math.max(possible, drafts[number]!.end + lag)
    for (const machine of used) {
      possible = Math.max(possible, free[machine]!)
      free[machine] = Math.max(free[machine]!, end)
    }
    if (begin > possible && node.operation.flows.some(({ consumes }) => consumes)) release[step] = begin
  }
}

/** Returns the end of each step without any competing step. */
function endsAlone({
  size,
  release,
  seconds,
  fits,
  beforeFrom,
  before,
  lag,
}: Omit<Shop, 'jobs'>): Float64Array {
  const ends = new Float64Array(size)
  for (let step = 0; step < size; step += 1) {
    let from = release[step]!
    for (let edge = beforeFrom[step]!; edge < beforeFrom[step + 1]!; edge += 1) {
      from = Math.max(from, ends[before[edge]!]! + lag[edge]!)
    }
    ends[step] = fits[step]?.(from)?.end ?? from + seconds[step]!
  }
  return ends
}
