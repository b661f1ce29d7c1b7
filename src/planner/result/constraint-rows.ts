/**
 * Reports why demands are late or short: the constraints that were binding when they were planned, and the critical
 * path of their delivery if the search planned forward from the current date.
 */
import { deepest } from '../network/levels.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Reason } from '../search/reason.ts'
import type { Solution } from '../solution.ts'
import { epsilon } from '../timeline/profile.ts'
import { day, never, type Seconds } from '../time.ts'
import { causeOf, type CriticalPath } from './critical-path.ts'
import { isLate } from '../../rules/late.ts'
import { plannedOf, secondsLate } from '../lateness.ts'
import { days, sentence } from '../sentences.ts'
import type { ConstraintResult, ProblemResult } from './result.ts'
import { rankReasons, type ReasonLine } from './rank-reasons.ts'
import { bufferName } from './stock-events.ts'

/** Orders that explain late demands without a reason of the search. */
export type DemandPaths = Map<string, readonly Order[]>

/** Name of the constraint that a sales order may be late by a certain time only. */
export const maximumLateness = 'maximum lateness'

/** Returns the latest date on which a demand may be delivered. */
export const latestOf = ({ due, maximumLateness: most }: Demand): Seconds => due + most

/** Adds to the paths of the demands that they explain. */
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
    const wasLate = last !== undefined && isLate(demand.due, last)
    if (!wasLate && planned >= demand.quantity - epsilon) continue
    const common = { demand: demand.name, item: demand.item.name }
    const latest = latestOf(demand)
    const isShort = planned < demand.quantity - epsilon
    // A delivery date before the current date only means that the demand is overdue.
    const isOverdue = ({ kind, operation }: Reason): boolean =>
      demand.due < current && kind === 'lead time' && operation?.kind === 'delivery'
    // The latest date was before the start of the plan: no other constraint was binding.
    const isTooLate = latest < current && last === undefined
    const reasons = isTooLate ? [] : merged(reasonsOf(delivery, path, paths))
    const lines = rankReasons(
      reasons.filter((one) => !isOverdue(one)),
      isShort || last === undefined ? Infinity : secondsLate(demand.due, last),
    )
    yield* rowsOf(lines, (reason) => ({ ...common, ...problemOf(reason, current, network.horizon, isShort) }))
    let rank = lines.length
    if (isTooLate || (isShort && latest < network.horizon && !reasons.some(isLasting))) {
      rank += 1
      yield {
        ...common,
        entity: 'demand',
        owner: demand.name,
        name: maximumLateness,
        description: sentence('maximum_lateness', {
          owner: demand.name,
          time: days(demand.maximumLateness),
        }),
        startdate: demand.due,
        enddate: latest,
        rank,
      }
    }
    // It states only that the order is late, so that any other cause goes before it.
    if (demand.due < current) {
      const name = 'overdue'
      yield {
        ...common,
        entity: 'demand',
        owner: demand.name,
        name,
        description: sentence(name, { owner: demand.name, time: days(current - demand.due) }),
        startdate: demand.due,
        enddate: current,
        rank: rank + 1,
      }
    }
  }
}

/** Returns the rows of lines with their ranks and shares. */
const rowsOf = (
  lines: readonly ReasonLine[],
  rowOf: (reason: Reason) => Omit<ConstraintResult, 'rank' | 'share'>,
): readonly ConstraintResult[] =>
  lines.flatMap(({ reasons, share }, index) =>
    reasons.map((reason) => ({
      ...rowOf(reason),
      rank: index + 1,
      ...(share === undefined ? {} : { share }),
    })),
  )

/** Reasons that bind for any lateness. */
const lasting: ReadonlySet<Reason['kind']> = new Set([
  'no supply',
  'never open',
  'missing reference',
  'never enough',
  'too many lots',
  'too many levels',
  'circle',
])

const isLasting = ({ kind, to }: Reason): boolean =>
  lasting.has(kind) || (kind === 'not effective' && to === never)

/** Merges reasons of the same kind and object. */
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
 * Returns the reasons that the search found, otherwise those of the critical path. The lead time of a forward search
 * is limited to the lateness of the order.
 */
function reasonsOf(
  { demand, shipments, reasons }: Delivery,
  path: CriticalPath,
  paths: DemandPaths | undefined,
): readonly Reason[] {
  const late = shipments.filter(({ order }) => isLate(demand.due, order.end))
  const lateness = late.reduce((most, { order }) => Math.max(most, secondsLate(demand.due, order.end)), 0)
  // Limits the interval of a reason to the lateness.
  const rows = reasons.map((reason) =>
    reason.kind === 'lead time' &&
    lateness > 0 &&
    (reason.to <= reason.from || reason.from < reason.to - lateness)
      ? { ...reason, from: reason.to - lateness }
      : reason,
  )
  if (rows.length > 0) return rows
  const visited = new Set<Order>()
  const found = late.map((shipment): Reason => {
    const { kind, order, owner } = causeOf(path, shipment.order, visited)
    return { kind, owner, operation: order.operation, from: order.start - lateness, to: order.start }
  })
  if (found.length > 0) paths?.set(demand.name, [...visited])
  return found
}

const leadTimes: Readonly<Record<string, string>> = { purchase: 'purchasing', distribution: 'distribution' }

/** Returns whether an operation requires a setup of a resource with changeovers. */
const isChangedOver = (operation: Operation | undefined, name: string): boolean =>
  operation?.loads.some(({ loads }) =>
    loads.some(
      ({ resource, setup }) => resource.name === name && setup !== undefined && resource.matrix !== undefined,
    ),
  ) === true

type Words = Pick<ProblemResult, 'entity' | 'name' | 'description'>

/** The name of each kind of reason, and its meaning for the binding object. */
const words: Readonly<Record<Reason['kind'], (owner: string, reason: Reason) => Words>> = {
  'lead time': (owner, { operation, from, to }) => ({
    entity: 'operation',
    name: `${leadTimes[operation?.kind ?? ''] ?? 'manufacturing'} lead time`,
    description: sentence('lead_time', { owner, time: days(to - from) }),
  }),
  capacity: (owner, { detail, operation }) => ({
    entity: 'capacity',
    name: 'overload',
    description:
      detail ?? sentence(isChangedOver(operation, owner) ? 'busy_or_changed_over' : 'busy', { owner }),
  }),
  'await supply': (owner, { detail }) => ({
    entity: 'material',
    name: 'await supply',
    description: detail ?? sentence('await_supply', { owner }),
  }),
  'no supply': (owner) => ({
    entity: 'material',
    name: 'material shortage',
    description: sentence('no_supply', { owner }),
  }),
  'sync demand': (owner) => ({
    entity: 'demand',
    name: 'sync demand',
    description: sentence('ships_together', { owner }),
  }),
  'never open': (owner, { ofResource }) => ({
    entity: ofResource === true ? 'capacity' : 'operation',
    name: 'never open',
    description: sentence('never_open', { owner }),
  }),
  'missing reference': (owner, { operation, detail }) => ({
    entity: operation === undefined ? 'demand' : 'operation',
    name: 'missing reference',
    description: detail ?? sentence('missing_reference', { owner }),
  }),
  'never enough': (owner, { detail }) => ({
    entity: 'operation',
    name: 'never enough capacity',
    description: detail ?? sentence('never_enough_capacity', { owner }),
  }),
  'not effective': (owner) => ({
    entity: 'operation',
    name: 'effective dates',
    description: sentence('not_effective', { owner }),
  }),
  'too many lots': (owner, { detail }) => ({
    entity: 'operation',
    name: 'too many lots',
    description: detail ?? sentence('many_lots', { owner }),
  }),
  'too many levels': (owner) => ({
    entity: 'material',
    name: 'invalid data',
    description: sentence('many_levels', { owner, most: deepest }),
  }),
  circle: (owner) => ({
    entity: 'material',
    name: 'invalid data',
    description: sentence('needs_itself', { owner }),
  }),
}

/** Returns the constraint name of a reason and the binding object with its kind. */
export function codeOf(reason: Reason): Pick<ProblemResult, 'entity' | 'owner'> & { readonly code: string } {
  const { name, entity } = words[reason.kind](reason.owner, reason)
  return { code: name, entity, owner: ownerOf(reason) }
}

/** Returns the displayed name of the object of a reason. */
const ownerOf = ({ owner, buffer }: Pick<Reason, 'owner' | 'buffer'>): string =>
  buffer === undefined ? owner : bufferName(buffer)

/** Returns the gain without the reason, as a further sentence. An order that is short gains what it lacks, not days. */
function gainText({ gain, together = [] }: Reason, isShort: boolean): string {
  if (gain === undefined) return ''
  const time = days(gain)
  if (together.length === 0) return ` ${isShort ? sentence('gain_in_full') : sentence('gain', { time })}`
  const others = together.map((other) => `"${ownerOf(other)}"`).join(', ')
  return ` ${isShort ? sentence('gain_in_full_together', { others }) : sentence('gain_together', { others, time })}`
}

type ReasonRow = ProblemResult & Pick<ConstraintResult, 'days' | 'together'>

function problemOf(reason: Reason, current: Seconds, horizon: Seconds, isShort: boolean): ReasonRow {
  const { kind, from, to, gain, together = [] } = reason
  const owner = ownerOf(reason)
  const startdate = from === -never ? current : from
  const enddate = Math.max(startdate, Math.min(to, horizon))
  const { description, ...named } = words[kind](owner, { ...reason, from: startdate, to: enddate })
  return {
    ...named,
    description: `${description}${gainText(reason, isShort)}`,
    owner,
    startdate,
    enddate,
    ...(gain === undefined ? {} : { days: gain / day }),
    ...(together.length === 0 ? {} : { together: together.map(ownerOf).join(', ') }),
  }
}
