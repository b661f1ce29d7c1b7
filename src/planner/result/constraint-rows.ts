/**
 * Why demands are late or short: what has bound while they were planned, and, where the search looked forward from now,
 * what the critical path of their delivery waits for.
 */
import type { Order } from '../search/plan.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Reason } from '../search/search.ts'
import type { Solution } from '../solution.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { causeOf, type CriticalPath } from './critical-path.ts'
import { plannedOf, secondsLate } from '../lateness.ts'
import { days } from './problems.ts'
import type { ConstraintResult, ProblemResult } from './result.ts'
import { bufferName } from './stock-events.ts'

/** Orders by which it is told why demands are late of which the search says nothing. */
export type DemandPaths = Map<string, readonly Order[]>

/** Adds to the paths of demands that are explained by them. */
export function* constraintRows(
  { network, deliveries }: Solution,
  lastSource: CriticalPath['lastSource'],
  paths?: DemandPaths,
): Generator<ConstraintResult> {
  const { constraints, current } = network.input.settings
  if (!constraints.capacity && !constraints.manufacturingLeadTime && !constraints.purchasingLeadTime) return
  const path: CriticalPath = { calendars: network.calendars, current, lastSource }
  for (const delivery of deliveries) {
    const { demand, shipments } = delivery
    const { planned, last } = plannedOf(shipments)
    const late = last !== undefined && last > demand.due
    if (!late && planned >= demand.quantity - epsilon) continue
    const common = { demand: demand.name, item: demand.item.name }
    if (demand.due < current) {
      const description = `Demand "${demand.name}" was due ${days(current - demand.due)} before the plan begins.`
      const name = 'overdue'
      yield {
        ...common,
        entity: 'demand',
        owner: demand.name,
        name,
        description,
        startdate: demand.due,
        enddate: current,
      }
    }
    const latest = demand.due + demand.maximumLateness
    const tooLate: ConstraintResult = {
      ...common,
      entity: 'demand',
      owner: demand.name,
      name: 'maximum lateness',
      description: `Later than the maximum lateness allows: demand "${demand.name}" may be at most ${days(demand.maximumLateness)} late.`,
      startdate: demand.due,
      enddate: latest,
    }
    // When it was given up before the plan began, nothing else has bound.
    if (latest < current && last === undefined) {
      yield tooLate
      continue
    }
    const reasons = merged(reasonsOf(delivery, path, paths))
    // That it cannot be shipped before now says nothing but that it is overdue.
    const isOverdue = ({ kind, operation }: Reason): boolean =>
      demand.due < current && kind === 'lead time' && operation?.kind === 'delivery'
    for (const reason of reasons.filter((one) => !isOverdue(one))) {
      yield { ...common, ...problemOf(reason, current, network.horizon) }
    }
    const isShort = planned < demand.quantity - epsilon
    if (isShort && latest < network.horizon && !reasons.some(({ kind }) => lasting.has(kind))) yield tooLate
  }
}

/** Reasons that would bind however late the demand might be. */
const lasting: ReadonlySet<Reason['kind']> = new Set([
  'no supply',
  'never open',
  'missing reference',
  'never enough',
  'too many lots',
  'circle',
])

/** Reasons of the same kind with the same object as one. */
function merged(reasons: readonly Reason[]): readonly Reason[] {
  const known = new Map<string, Reason>()
  for (const reason of reasons) {
    const key = `${reason.kind}\0${reason.owner}\0${reason.buffer?.id ?? ''}`
    const other = known.get(key)
    known.set(
      key,
      other === undefined
        ? reason
        : { ...reason, from: Math.min(reason.from, other.from), to: Math.max(reason.to, other.to) },
    )
  }
  return [...known.values()]
}

/**
 * What the search says has bound; a lead time that it looked at forward from now has been as long as the order is late.
 * Where it says nothing the critical path tells.
 */
function reasonsOf(
  { demand, shipments, reasons }: Delivery,
  path: CriticalPath,
  paths: DemandPaths | undefined,
): readonly Reason[] {
  const late = shipments.filter(({ order }) => order.end > demand.due)
  const lateness = late.reduce((most, { order }) => Math.max(most, secondsLate(demand.due, order.end)), 0)
  // It has not cost more than the order is late.
  const told = reasons.map((reason) =>
    reason.kind === 'lead time' &&
    lateness > 0 &&
    (reason.to <= reason.from || reason.from < reason.to - lateness)
      ? { ...reason, from: reason.to - lateness }
      : reason,
  )
  if (told.length > 0) return told
  const visited = new Set<Order>()
  const found = late.map((shipment): Reason => {
    const { kind, order, owner } = causeOf(path, shipment.order, visited)
    return { kind, owner, operation: order.operation, from: order.start - lateness, to: order.start }
  })
  if (found.length > 0) paths?.set(demand.name, [...visited])
  return found
}

const leadTimes: Readonly<Record<string, string>> = { purchase: 'purchasing', distribution: 'distribution' }

type Words = Pick<ProblemResult, 'entity' | 'name' | 'description'>

/** What each kind of reason is called, and what it means for the object that binds. */
const words: Readonly<Record<Reason['kind'], (owner: string, reason: Reason) => Words>> = {
  'lead time': (owner, { operation, from, to }) => ({
    entity: 'operation',
    name: `${leadTimes[operation?.kind ?? ''] ?? 'manufacturing'} lead time`,
    description: `"${owner}" would have had to start ${days(to - from)} earlier than it can.`,
  }),
  capacity: (owner, { detail }) => ({
    entity: 'capacity',
    name: 'overload',
    description: detail ?? `Resource "${owner}" is busy with other orders when it is needed.`,
  }),
  'await supply': (owner, { detail }) => ({
    entity: 'material',
    name: 'await supply',
    description: detail ?? `"${owner}" is waited for: supply that is already planned or ordered comes then.`,
  }),
  'no supply': (owner) => ({
    entity: 'material',
    name: 'material shortage',
    description: `There is not enough of "${owner}", and nothing can bring more.`,
  }),
  'sync demand': (owner) => ({
    entity: 'demand',
    name: 'sync demand',
    description: `It is shipped together with "${owner}", which cannot be there sooner.`,
  }),
  'never open': (owner, { ofResource }) => ({
    entity: ofResource === true ? 'capacity' : 'operation',
    name: 'never open',
    description: `"${owner}" is never open: its calendars, or those of its location, have no working time from now on.`,
  }),
  'missing reference': (owner, { operation, detail }) => ({
    entity: operation === undefined ? 'demand' : 'operation',
    name: 'missing reference',
    description: detail ?? `"${owner}" refers to what does not exist.`,
  }),
  'never enough': (owner, { detail }) => ({
    entity: 'operation',
    name: 'never enough capacity',
    description: detail ?? `"${owner}" needs more than its resources ever have.`,
  }),
  'too many lots': (owner, { detail }) => ({
    entity: 'operation',
    name: 'too many lots',
    description: detail ?? `"${owner}" would have to be done in too many lots.`,
  }),
  circle: (owner) => ({
    entity: 'material',
    name: 'invalid data',
    description: `"${owner}" would be needed to make itself.`,
  }),
}

/** The name that a reason has as a constraint, and the object that binds. */
export const codeOf = (reason: Reason): { readonly code: string; readonly owner: string } => ({
  code: words[reason.kind](reason.owner, reason).name,
  owner: reason.buffer === undefined ? reason.owner : bufferName(reason.buffer),
})

/** What would be gained without the reason. */
function gainText({ gain, together = [] }: Reason): string {
  if (gain === undefined) return ''
  if (together.length === 0) return ` Without this alone, the order would be ${days(gain)} earlier.`
  const others = together.map((name) => `"${name}"`).join(', ')
  return ` Only without this and ${others} together, the order would be ${days(gain)} earlier.`
}

function problemOf(reason: Reason, current: Seconds, horizon: Seconds): ProblemResult {
  const { kind, buffer, from, to } = reason
  const owner = buffer === undefined ? reason.owner : bufferName(buffer)
  const startdate = from === -never ? current : from
  const enddate = Math.max(startdate, Math.min(to, horizon))
  const { description, ...named } = words[kind](owner, { ...reason, from: startdate, to: enddate })
  return { ...named, description: `${description}${gainText(reason)}`, owner, startdate, enddate }
}
