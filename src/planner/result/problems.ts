/** The problems of a plan: stock, capacity, dates, demands, and invalid data. */
import { append } from '../append.ts'
import type { Buffer, Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Numbering } from './numbering.ts'
import type { ProblemResult } from './result.ts'
import { pauses, type Steps } from '../pauses.ts'
import { bufferName, type StockEvents } from './stock-events.ts'
import { overloads, type Shortage, stockShortages } from './levels.ts'
import type { Solution } from '../solution.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Seconds } from '../time.ts'
import { days, sentence } from '../sentences.ts'
import { epsilon } from '../timeline/profile.ts'
import { isLate } from '../../rules/late.ts'
import type { PlannerSettings } from '../input.ts'
import { plannedOf } from '../lateness.ts'
import { begunFromOf } from '../search/begun.ts'

export interface Findings {
  readonly problems: readonly ProblemResult[]
  /** 1 for each order that breaks a constraint. */
  readonly infeasible: Uint8Array
}

export function* findProblems(
  { network, deliveries }: Solution,
  { orders }: Numbering,
  stocks: StockEvents,
): Steps<Findings> {
  const problems: ProblemResult[] = []
  const { horizon } = network
  const { current } = network.input.settings
  const infeasible = new Uint8Array(orders.length)
  append(problems, invalidData({ network, deliveries }))
  let looked = 0
  for (const list of stocks.buffers) {
    const { buffer, from: first, until: end } = list
    for (const until = looked + end - first + 1; looked < until; looked += 1) if (pauses(looked)) yield
    const shortages = stockShortages(stocks, list, current)
    append(problems, shortageProblems(buffer, shortages, horizon))
    const negative = shortages.filter((shortage) => shortage.negative)
    if (negative.length === 0) continue
    for (let event = first; event < end; event += 1) {
      const date = stocks.dates[event]!
      if (stocks.quantities[event]! < 0 && negative.some(({ from, to }) => date >= from && date < to))
        infeasible[stocks.orders[event]!] = 1
    }
  }
  const overloaded = new Map<string, readonly Shortage[]>()
  for (const resource of network.resources.all) {
    yield
    const found = overloads(resource, current)
    if (found.length > 0) overloaded.set(resource.name, found)
    append(problems, overloadProblems(resource, found, horizon))
  }
  for (const [index, order] of orders.entries()) {
    if (pauses(index)) yield
    const { start, end, uses } = order
    if (
      overloaded.size > 0 &&
      uses.some(({ resource }) =>
        overloaded.get(resource.name)?.some(({ from, to }) => start < to && end > from),
      )
    )
      infeasible[index] = 1
    const own = orderProblems(order, network.input.settings)
    if (own.length === 0) continue
    infeasible[index] = 1
    problems.push(...own)
  }
  for (const [index, delivery] of deliveries.entries()) {
    if (pauses(index)) yield
    problems.push(...demandProblems(delivery, horizon))
  }
  return { problems, infeasible }
}

/** Returns a problem for invalid data. */
export const invalidData = ({
  network: { invalid, horizon, input },
  deliveries,
}: Pick<Solution, 'network' | 'deliveries'>): readonly ProblemResult[] => {
  const { current } = input.settings
  const found = invalid.map(({ entity, owner, description }) => ({
    entity: areaOf(entity),
    owner,
    name: invalidDataName,
    description,
    startdate: current,
    enddate: horizon,
  }))
  return [...found, ...missingSupply(deliveries, current, horizon)]
}

export const invalidDataName = 'invalid data'

export const shortageProblems = (
  buffer: Buffer,
  shortages: readonly Shortage[],
  horizon: Seconds,
): readonly ProblemResult[] => shortages.map((shortage) => shortageOf(bufferName(buffer), shortage, horizon))

export const overloadProblems = (
  { name }: Resource,
  overloads: readonly Shortage[],
  horizon: Seconds,
): readonly ProblemResult[] =>
  overloads.map(({ from, to, missing }) => ({
    entity: 'capacity',
    owner: name,
    name: 'overload',
    description: sentence('overload', { owner: name, missing: amount(missing) }),
    startdate: from,
    enddate: Math.min(to, horizon),
  }))

/** Returns the problems with the dates of an order. An existing order and its steps may have started, and proposals that have begun. */
export function orderProblems(
  {
    operation,
    start,
    before,
    locked,
    owner,
  }: Pick<Order, 'operation' | 'start' | 'before' | 'locked' | 'owner'>,
  settings: PlannerSettings,
): readonly ProblemResult[] {
  const { current } = settings
  const isBeforeCurrent = start < begunFromOf(settings) && (locked ?? owner?.locked) === undefined
  if (!isBeforeCurrent && before.length === 0) return none
  const { name } = operation
  const problems: ProblemResult[] = []
  const add = (problem: string, description: string, enddate: Seconds): void =>
    void problems.push({
      entity: 'operation',
      owner: name,
      name: problem,
      description,
      startdate: start,
      enddate,
    })
  if (isBeforeCurrent)
    add('before current', sentence('before_current', { owner: name, time: days(current - start) }), current)
  for (const earlier of before) {
    if (earlier.end <= start) continue
    const params = { owner: name, earlier: earlier.operation.name }
    add('precedence', sentence('precedence', params), earlier.end)
  }
  return problems
}

const none: readonly ProblemResult[] = []

const areas = ['demand', 'material', 'capacity', 'operation'] as const

const areaOf = (entity: string): ProblemResult['entity'] =>
  areas.find((area) => area === entity) ?? 'operation'

/** Formats a quantity without rounding errors. */
const amount = (quantity: number): string => String(Math.round(quantity * 1000) / 1000)

function shortageOf(
  owner: string,
  { from, to, missing, negative }: Shortage,
  horizon: Seconds,
): ProblemResult {
  const id = negative ? 'stock_missing' : 'below_safety_stock'
  return {
    entity: 'material',
    owner,
    name: 'material shortage',
    description: sentence(id, { owner, missing: amount(missing) }),
    startdate: from,
    enddate: Math.min(to, horizon),
  }
}

/** Returns required items without any supply. */
function missingSupply(
  deliveries: readonly Delivery[],
  current: Seconds,
  horizon: Seconds,
): readonly ProblemResult[] {
  const owners = new Set<string>()
  for (const { reasons } of deliveries) {
    for (const { kind, buffer } of reasons) {
      if (kind === 'no supply' && buffer !== undefined) owners.add(bufferName(buffer))
    }
  }
  return [...owners].map((owner) => ({
    entity: 'material',
    owner,
    name: invalidDataName,
    description: sentence('nothing_brings', { owner }),
    startdate: current,
    enddate: horizon,
  }))
}

/** Yields the problems with the delivery of a demand. */
export function* demandProblems({ demand, shipments }: Delivery, horizon: Seconds): Generator<ProblemResult> {
  const { name, due, quantity } = demand
  const { planned, last } = plannedOf(shipments)
  if (last !== undefined && isLate(due, last)) {
    const description = sentence('late', { owner: name, time: days(last - due) })
    yield { entity: 'demand', owner: name, name: 'late', description, startdate: due, enddate: last }
  }
  if (planned < quantity - epsilon) {
    const problem = planned > epsilon ? 'short' : 'unplanned'
    const missing = amount(quantity - planned)
    yield {
      entity: 'demand',
      owner: name,
      name: problem,
      description: sentence(problem, { owner: name, missing, quantity: amount(quantity) }),
      startdate: due,
      enddate: horizon,
    }
  }
}
