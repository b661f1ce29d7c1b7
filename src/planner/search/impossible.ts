/**
 * Explains why something is impossible independently of the rest of the plan: no operation supplies a material, a
 * material is too many levels below, a reference is missing, a calendar never opens, or no changeover leads to a setup.
 */
import { highestOf } from '../calendar/step-function.ts'
import { combinationsOf, possibleFrom } from '../network/combinations.ts'
import { leavesOf } from '../network/leaves.ts'
import { deepest } from '../network/levels.ts'
import type { Buffer, Combination, Load, Operation, Resource } from '../network/nodes.ts'
import { sentence } from '../sentences.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { runSeconds } from './duration.ts'
import { loadQuantity } from './use.ts'
import type { Reason } from './reason.ts'
import type { Search } from './search.ts'
import { tooDeep } from './supply-levels.ts'

/** Returns undefined if no such reason is known. */
export function whyImpossible(search: Search, operation: Operation, batch: string): Reason | undefined {
  return new Inspection(search, batch).operation(operation)
}

class Inspection {
  readonly #search: Search
  readonly #batch: string
  /** Steps of routings: they have the quantity of the routing, which may be any. */
  readonly #steps = new Set<Operation>()
  /** Visited nodes, including those in progress: a circle gives no reason. */
  readonly #known = new Map<Operation | Buffer, Reason | undefined>()
  /** Number of levels of components above the inspected one. */
  #level = 0

  constructor(search: Search, batch: string) {
    this.#search = search
    this.#batch = batch
  }

  operation(operation: Operation): Reason | undefined {
    if (!this.#known.has(operation)) {
      this.#known.set(operation, undefined)
      this.#known.set(operation, this.#ofOperation(operation))
    }
    return this.#known.get(operation)
  }

  #ofOperation(operation: Operation): Reason | undefined {
    const { steps, dependencies, kind } = operation
    if (kind === 'routing') for (const leaf of leavesOf(operation)) this.#steps.add(leaf)
    if (steps.length > 0) {
      const options = kind === 'alternate' ? steps.filter(({ priority }) => priority > 0) : steps
      const reasons = options.map((step) => this.operation(step.operation))
      const found =
        kind === 'alternate' && reasons.includes(undefined) ? undefined : reasons.find((reason) => reason)
      if (found !== undefined) return found
    }
    const refused = kind === 'alternate' || kind === 'split' ? undefined : this.#ofReferences(operation)
    if (refused !== undefined) return refused
    for (const { on } of dependencies) {
      const reason = this.operation(on)
      if (reason !== undefined) return reason
    }
    return steps.length > 0 ? undefined : (this.#ofResources(operation) ?? this.#ofMaterials(operation))
  }

  /** A routing holds resources too, besides those of its steps. */
  #ofReferences(operation: Operation): Reason | undefined {
    const fault = operation.loads.find((group) => group.fault !== undefined)?.fault
    if (fault === undefined || this.#isEverPossible(operation)) return undefined
    const { kind, detail } = fault
    return { kind, detail, operation, owner: operation.name, from: this.#search.settings.current, to: never }
  }

  /** Returns whether there are dates, from now on, on which resources can perform all that is required then. */
  #isEverPossible(operation: Operation): boolean {
    const { calendars, settings } = this.#search
    return combinationsOf(calendars, operation).some(
      (combination) => possibleFrom(combination, settings.current) !== never,
    )
  }

  #ofResources(operation: Operation): Reason | undefined {
    const { current } = this.#search.settings
    const common = { operation, from: current, to: never }
    if (operation.work.open(current) === never)
      return { ...common, kind: 'never open', owner: operation.name }
    const combinations = combinationsOf(this.#search.calendars, operation).filter(
      (combination) => possibleFrom(combination, current) !== never,
    )
    if (combinations.length === 0) return undefined
    const least = this.#steps.has(operation) ? 0 : operation.minimum
    const short = combinations.map((combination) => overused(operation, combination, { least, current }))
    if (!short.includes(undefined)) {
      const params = { owner: operation.name, ...short[0]! }
      return {
        ...common,
        kind: 'never enough',
        owner: operation.name,
        detail: sentence('never_so_much', params),
      }
    }
    if (combinations.some(({ work }) => work.open(current) !== never)) {
      const without = combinations.map(({ loads }) => loads.find((load) => !this.#canChangeOver(load)))
      const [load] = without
      if (load === undefined || without.includes(undefined)) return undefined
      const detail = sentence('no_changeover', { owner: load.resource.name, setup: load.setup ?? '' })
      return { ...common, kind: 'never enough', owner: operation.name, detail }
    }
    const closed = combinations[0]!.loads.find(
      ({ resource }) => this.#search.calendars.work(resource.calendars).open(current) === never,
    )
    return closed === undefined
      ? { ...common, kind: 'never open', owner: operation.name }
      : { ...common, kind: 'never open', owner: closed.resource.name, ofResource: true }
  }

  /** Returns whether changeovers lead to the setup of a load, from the first setup over those of other operations. */
  #canChangeOver({ resource, setup }: Load): boolean {
    const { matrix, setups } = resource
    if (setup === undefined || matrix === undefined || setups === undefined) return true
    const known = new Set([setups.setupAt(-never)])
    const others = this.#setupsOf(resource)
    for (const from of known) {
      if (matrix.duration(from, setup) !== never) return true
      for (const to of others) if (matrix.duration(from, to) !== never) known.add(to)
    }
    return false
  }

  #setupsOf(resource: Resource): ReadonlySet<string> {
    const setups = new Set<string>()
    for (const { loads } of this.#search.network.operations.values()) {
      for (const load of loads.flatMap((group) => group.loads))
        if (load.resource === resource && load.setup !== undefined) setups.add(load.setup)
    }
    return setups
  }

  #ofMaterials({ flows }: Operation): Reason | undefined {
    for (const { consumes, flows: alternates } of flows) {
      if (!consumes) continue
      const reasons = alternates.map(({ buffer, item, location }) =>
        this.#buffer(buffer ?? this.#search.network.buffer(item, location, this.#batch)),
      )
      if (!reasons.includes(undefined)) return reasons[0]
    }
    return undefined
  }

  #buffer(buffer: Buffer): Reason | undefined {
    if (this.#level > deepest) return tooDeep(buffer, this.#search.settings.current)
    if (!this.#known.has(buffer)) {
      this.#known.set(buffer, undefined)
      this.#level += 1
      this.#known.set(buffer, this.#ofBuffer(buffer))
      this.#level -= 1
    }
    return this.#known.get(buffer)
  }

  #ofBuffer(buffer: Buffer): Reason | undefined {
    const { item, location, batch, infinite } = buffer
    if (infinite) return undefined
    const { network, settings } = this.#search
    const methods = buffer.methods ?? network.buffer(item, location, batch).methods!
    if (methods.length === 0) {
      const from = settings.current
      return { kind: 'no supply', owner: item.name, buffer, operation: undefined, from, to: never }
    }
    const reasons = methods.map(({ operation }) => this.operation(operation))
    return reasons.includes(undefined) ? undefined : reasons[0]
  }
}

interface Overuse {
  readonly resource: string
  readonly quantity: number
}

/**
 * Returns a resource of which the loads of one order of the smallest size need more than it ever has, on all dates from
 * a date on. A load that alone needs more units than there are is a fault of its group.
 */
function overused(
  operation: Operation,
  combination: Combination,
  { least, current }: { readonly least: number; readonly current: Seconds },
): Overuse | undefined {
  const { loads } = combination
  const changes = loads.flatMap(({ neededStart, neededEnd }) => [neededStart, neededEnd])
  const dates = [current, ...changes.filter((date) => date > current && date < never)]
  const found = dates.map((date) => overusedAt(operation, combination, { least, date }))
  return found.includes(undefined) ? undefined : found[0]
}

function overusedAt(
  operation: Operation,
  { loads, speed }: Combination,
  { least, date }: { readonly least: number; readonly date: Seconds },
): Overuse | undefined {
  const needed = loads.filter(({ neededStart, neededEnd }) => date >= neededStart && date < neededEnd)
  for (const { resource } of needed) {
    const { constrained, buckets, capacity, name } = resource
    const used = needed.filter((load) => load.resource === resource)
    if (!constrained || (buckets === undefined ? used.length === 1 : speed === undefined)) continue
    const seconds = Math.floor((runSeconds(operation, least) * 100) / (speed ?? 100))
    const quantity = used.reduce((sum, load) => sum + loadQuantity(load, least, seconds), 0)
    const most = buckets === undefined ? highestOf(capacity) : buckets.largestFrom(date)
    // A resource that is never open has no capacity in any bucket.
    if ((buckets === undefined || most > 0) && quantity > most + epsilon) return { resource: name, quantity }
  }
  return undefined
}
