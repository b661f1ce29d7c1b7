/** Builds the shop model of demands that were planned together: their steps on their planned resources. */
import { type Draft, machinesOf, numbersOf, type Way } from './build-machines.ts'
import { type Supplies, suppliesOf } from './build-supplies.ts'
import { combinationsOf } from '../network/combinations.ts'
import type { Load, Resource } from '../network/nodes.ts'
import type { Awaited, StepOf, Together } from '../search/interleave.ts'
import { weightsOf, type Weighing } from './objective.ts'
import { earliestStart } from '../search/place.ts'
import type { Search } from '../search/search.ts'
import { secondsOn } from '../search/duration.ts'
import { fitForward } from '../search/fit.ts'
import type { Node } from '../search/steps.ts'
import { fillSupplies, suppliedFrom, takeSupplies } from './supplies.ts'
import { never } from '../time.ts'
import type { Fit, FitSource, Sequence, Shop, ShopJob } from './shop.ts'

/** Returns the steps of the demands as they are planned now; they are removed from the plan later. */
export function draftsOf(search: Search, { jobs, steps, orders }: Together): readonly Draft[] {
  const numbers = new Map<Node, number>()
  for (const [number, { job, step }] of steps.entries()) numbers.set(jobs[job]!.sequence[step]!, number)
  return steps.map(({ job, step }, number) => {
    const node = jobs[job]!.sequence[step]!
    const { start, begin, end, uses } = orders[number]!
    const before = node.before.map(({ from, hard }) => [numbers.get(from)!, hard] as const)
    const loads = uses.map(({ load }) => load)
    return { job, node, ways: waysOf(search, node, loads), start, begin, end, before }
  })
}

/** Returns the shop of the drafts, which have been removed from the plan. Step n of the shop is draft n. */
export function buildShop(
  search: Search,
  { deliveries, jobs }: Together,
  drafts: readonly Draft[],
  { awaited, weighing }: { readonly awaited: Awaited; readonly weighing?: Weighing | undefined },
): Shop {
  const machines = machinesOf(search, drafts)
  const release = Float64Array.from(drafts, ({ node, job }) =>
    Math.max(search.settings.current, earliestStart(search, node.operation), jobs[job]!.earliest.get(node)!),
  )
  const material = Float64Array.from(drafts, ({ node, job }) => {
    const { demand, sequence } = jobs[job]!
    return awaited.get(demand)?.get(sequence.indexOf(node)) ?? -never
  })
  const { complete, ...supplies } = suppliesOf(
    search,
    drafts.map(({ node, job }) => ({ node, batch: jobs[job]!.demand.batch })),
  )
  const timings = drafts.flatMap((draft) => draft.ways.map((way) => timingOf(search, draft, way)))
  const edges = numbersOf(drafts.map(({ before }) => before.map(([step]) => step)))
  const shop: Omit<Shop, 'jobs'> = {
    size: drafts.length,
    effortOfStep: timings.reduce((sum, { effort }) => sum + effort, 0) / Math.max(1, timings.length),
    release,
    material,
    wayFrom: numbersOf(drafts.map(({ ways }) => ways.map(() => 0))).from,
    seconds: Float64Array.from(timings, ({ seconds }) => seconds),
    fits: timings.map(({ fit }) => fit),
    fitSources: timings.map(({ source }) => source),
    beforeFrom: edges.from,
    before: edges.numbers,
    lag: Float64Array.from(drafts.flatMap(({ before }) => before.map(([, lag]) => lag))),
    ...machines,
    ...supplies,
  }
  awaitMaterial(drafts, shop, complete)
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
export function stepsIn(
  { steps: sequence, ways }: Sequence,
  { wayFrom }: Shop,
  drafts: readonly Draft[],
  { steps }: Together,
): readonly StepOf[] {
  return Array.from(sequence, (step) => {
    const { job, step: number } = steps[step]!
    const { ways: possible } = drafts[step]!
    if (possible.length === 1) return { job, step: number }
    const { loads } = possible[ways[step]! - wayFrom[step]!]!
    return { job, step: number, on: new Set(loads.map(({ resource }) => resource.name)) }
  })
}

/** Measured relative effort for steps in open hours, and for steps on resources that other orders use too. */
const effortOfHours = 5
const effortOfFit = 40

interface Timing {
  readonly seconds: number
  readonly fit: Fit | undefined
  /** Time to place the step, relative to one without a fit. */
  readonly effort: number
  readonly source?: FitSource
}

/** Returns the duration of a step: a constant if everything is always open and unused. */
function timingOf(
  search: Search,
  { node: { operation, quantity }, begin, end }: Draft,
  { loads, combination }: Way,
): Timing {
  if (combination === undefined) return { seconds: end - begin, fit: undefined, effort: 1 }
  const seconds = secondsOn(operation, quantity, combination, begin, 'from')
  const { work } = combination
  const source = { operation, quantity, combination }
  if (loads.some(({ resource }) => resource.setups !== undefined)) {
    const isSteady = combination.speed !== undefined
    if (work.always && isSteady) return { seconds, fit: undefined, effort: 1 }
    const fit: Fit = (from) => {
      const opened = seconds > 0 ? work.open(from) : from
      const needed = isSteady ? seconds : secondsOn(operation, quantity, combination, opened, 'from')
      return { begin: opened, end: work.finish(opened, needed) }
    }
    return { seconds, fit, effort: effortOfHours, source }
  }
  if (
    work.always &&
    combination.speed !== undefined &&
    loads.every(({ resource }) => isUnused(search, resource))
  ) {
    return { seconds, fit: undefined, effort: 1 }
  }
  const fit: Fit = (from) =>
    fitForward(search, operation, quantity, combination, { wanted: from, soonest: -never, begins: -never })
  return { seconds, fit, effort: effortOfFit, source }
}

/** Maximum number of ways per step. */
const mostWays = 8

/** Returns the ways of a step, beginning with the one on the given loads. */
function waysOf(search: Search, { operation }: Node, loads: readonly Load[]): readonly Way[] {
  if (operation.steps.length > 0) return [{ loads, combination: undefined }]
  const all = combinationsOf(search.calendars, operation)
  const planned = all.find(
    (combination) =>
      combination.loads.length === loads.length && loads.every((load) => combination.loads.includes(load)),
  )
  const others = all.filter((combination) => combination !== planned && combination.always)
  const ways = others.map((combination): Way => ({ loads: combination.loads, combination }))
  return [{ loads, combination: planned }, ...ways].slice(0, mostWays)
}

/** Returns whether the full capacity of a resource is free from now on. */
function isUnused({ settings }: Search, { constrained, capacity, free, buckets }: Resource): boolean {
  if (!constrained) return true
  if (buckets !== undefined || capacity.values.length > 1) return false
  return free.firstBelow(settings.current, never, capacity.values[0]!) === never
}

/**
 * A step that consumes material and started later than its predecessors, its machines and the supplies of the shop
 * allow waits for it until then.
 */
function awaitMaterial(
  drafts: readonly Draft[],
  shop: Omit<Shop, 'jobs'>,
  complete: Supplies['complete'],
): void {
  const { machines, release, material, wayFrom, useFrom, uses, supplies, supplyDates } = shop
  const free = machines.map(() => -never)
  const left = new Float64Array(supplyDates)
  fillSupplies(supplies, left)
  for (const [step, { node, before, start, begin, end }] of drafts.entries()) {
    const supplied = suppliedFrom(shop, step, left)
    takeSupplies(shop, step, begin, left)
    const way = wayFrom[step]!
    const used = uses.subarray(useFrom[way], useFrom[way + 1])
    let possible = release[step]!
    for (const [number, lag] of before) possible = Math.max(possible, drafts[number]!.end + lag)
    for (const machine of used) {
      possible = Math.max(possible, free[machine]!)
      free[machine] = Math.max(free[machine]!, end)
    }
    const waits = start > possible && begin > supplied && !complete.has(step)
    if (waits && node.operation.flows.some(({ consumes }) => consumes))
      material[step] = Math.max(material[step]!, begin)
  }
}

/** Returns the end of each step without any competing step. */
function endsAlone(shop: Omit<Shop, 'jobs'>): Float64Array {
  const { size, release, material, wayFrom, seconds, fits, beforeFrom, before, lag, supplies, supplyDates } =
    shop
  const ends = new Float64Array(size)
  const left = new Float64Array(supplyDates)
  fillSupplies(supplies, left)
  for (let step = 0; step < size; step += 1) {
    let from = Math.max(release[step]!, material[step]!, suppliedFrom(shop, step, left))
    for (let edge = beforeFrom[step]!; edge < beforeFrom[step + 1]!; edge += 1) {
      from = Math.max(from, ends[before[edge]!]! + lag[edge]!)
    }
    let soonest = never
    for (let way = wayFrom[step]!; way < wayFrom[step + 1]!; way += 1)
      soonest = Math.min(soonest, fits[way]?.(from)?.end ?? from + seconds[way]!)
    ends[step] = soonest
  }
  return ends
}
