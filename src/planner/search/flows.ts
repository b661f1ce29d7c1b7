/**
 * What an order takes from stock and brings into it, and when: at its begin, at its end, or in batches spread over its
 * run. Of alternate materials the first is used that is there in time, else the one that is there first.
 */
import type { Buffer, Flow, FlowGroup, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { type Order, runSeconds, type TakenBack } from './plan.ts'
import type { Reason, Search } from './search.ts'

/** A movement of stock that an order needs or makes. */
interface Part {
  readonly flow: Flow
  readonly buffer: Buffer
  readonly quantity: number
  /** Share of the run that is done when it happens; 0 where it does not depend on it. */
  readonly share: number
  readonly date: Seconds
}

/** Material for an order, asked for. */
export interface Need extends Part {
  /** From when on it is there. */
  readonly ready: Seconds
  /** Whether it moves with the begin of the order, rather than its end. */
  readonly atStart: boolean
  /** Why it is not there in time. */
  readonly reason: Reason | undefined
}

/** Batches into which a flow is divided at most. */
const mostBatches = 50

/** The moment of a flow, as the order lies now. */
export function flowDate({ operation, begin, end }: Order, flow: Flow, share: number): Seconds {
  if (flow.at === 'start') return begin + flow.offset
  if (flow.at === 'end') return end + operation.hardPost + flow.offset
  const worked = operation.work.between(begin, end)
  return operation.work.finish(begin, Math.round(worked * share)) + flow.offset
}

function partsOf(search: Search, flow: Flow, order: Order, consumes: boolean): readonly Part[] {
  const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, order.batch)
  const quantity = flow.per * order.quantity + flow.fixed
  if (quantity <= 0) return []
  if (flow.at !== 'transfer_batch' || flow.transferBatch <= 0) {
    return [
      { flow, buffer, quantity, share: consumes ? 0 : 1, date: flowDate(order, flow, consumes ? 0 : 1) },
    ]
  }
  const count = Math.min(mostBatches, Math.max(1, Math.ceil(quantity / flow.transferBatch)))
  return Array.from({ length: count }, (_, index): Part => {
    const share = (index + (consumes ? 0 : 1)) / count
    return { flow, buffer, quantity: quantity / count, share, date: flowDate(order, flow, share) }
  })
}

const isEffective = ({ effectiveStart, effectiveEnd }: Flow, { end }: Order): boolean =>
  end >= effectiveStart && end < effectiveEnd

function firstEffective(flows: readonly Flow[], order: Order): Flow | undefined {
  for (const flow of flows) if (isEffective(flow, order)) return flow
  return undefined
}

/** Whether what has been asked for is what the order consumes where it lies now: flows come and go with their dates. */
export function isStillRight(order: Order, needs: readonly Need[]): boolean {
  return order.operation.flows.every(({ consumes, flows }) => {
    if (!consumes || flows.every((flow) => flow.effectiveStart === -never && flow.effectiveEnd === never))
      return true
    const asked = needs.find(({ flow }) => flows.includes(flow))
    return asked === undefined ? firstEffective(flows, order) === undefined : isEffective(asked.flow, order)
  })
}

/** Puts what the order makes into stock. */
export function bringStock(search: Search, order: Order): void {
  for (const group of order.operation.flows) {
    if (!group.consumes) moveStock(search, order, group)
  }
}

/** Takes what the order consumes of a group from stock, there or not, or puts what it makes of it there. */
export function moveStock(search: Search, order: Order, { flows, consumes }: FlowGroup): void {
  const flow = firstEffective(flows, order)
  if (flow === undefined) return
  if (flow.at !== 'transfer_batch') {
    const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, order.batch)
    const quantity = flow.per * order.quantity + flow.fixed
    if (quantity <= 0) return
    const date = flowDate(order, flow, consumes ? 0 : 1)
    search.plan.move(order, { buffer, date, quantity: consumes ? -quantity : quantity })
    return
  }
  for (const { buffer, quantity, date } of partsOf(search, flow, order, consumes)) {
    search.plan.move(order, { buffer, date, quantity: consumes ? -quantity : quantity })
  }
}

/** Asks for the material of a group. Undefined when it is not there by the limit; nothing is planned then. */
export function needsOf(
  search: Search,
  group: FlowGroup,
  order: Order,
  limit: Seconds,
): readonly Need[] | undefined {
  const [only] = group.flows
  const flows =
    group.flows.length === 1 && isEffective(only!, order)
      ? group.flows
      : group.flows.filter((flow) => isEffective(flow, order))
  if (flows.length === 0) return []
  if (flows.length === 1) return ask(search, partsOf(search, flows[0]!, order, true), order, limit)
  // What is in stock is used before anything is made, even of a material that is preferred.
  for (const flow of flows) {
    const parts = partsOf(search, flow, order, true)
    if (isInStock(parts)) return ask(search, parts, order, limit)
  }
  const mark = search.plan.mark()
  let best: { readonly needs: readonly Need[]; readonly planned: TakenBack } | undefined
  let soonest = never
  for (const flow of flows) {
    const needs = ask(search, partsOf(search, flow, order, true), order, limit)
    if (needs === undefined) continue
    const lateness = Math.max(0, ...needs.map(({ ready, date }) => ready - date))
    if (lateness === 0) return needs
    const planned = search.plan.takeFrom(mark)
    if (lateness < soonest) [best, soonest] = [{ needs, planned }, lateness]
  }
  if (best === undefined) return undefined
  search.plan.restore(best.planned)
  return best.needs
}

/** Whether all is there without planning anything. */
function isInStock(parts: readonly Part[]): boolean {
  let quantity = 0
  return parts.every((part) => {
    quantity += part.quantity
    return part.buffer.infinite || part.buffer.stock.lowestFrom(part.date) >= quantity - epsilon
  })
}

/** By when a flow must be possible for the order to end by the limit, were it to run at normal speed. */
function latestDate({ operation, quantity }: Order, flow: Flow, limit: Seconds): Seconds {
  if (flow.at !== 'start') return limit + flow.offset
  return operation.work.begin(operation.work.openBefore(limit), fastest(operation, quantity)) + flow.offset
}

/** Seconds of the run on the fastest resource. */
function fastest(operation: Operation, quantity: number): number {
  let percent = 100
  for (const { loads } of operation.loads) {
    for (const { resource } of loads) {
      percent = Math.max(percent, typeof resource.efficiency === 'number' ? resource.efficiency : 1000)
    }
  }
  return (runSeconds(operation, quantity) * 100) / percent
}

function ask(
  search: Search,
  parts: readonly Part[],
  order: Order,
  limit: Seconds,
): readonly Need[] | undefined {
  const needs: Need[] = []
  const purpose = { demand: order.demand, batch: order.batch, owner: undefined }
  // Nothing is taken yet: each batch asks for those before it too.
  let quantity = 0
  for (const part of parts) {
    quantity += part.quantity
    const latest = limit === never ? never : Math.max(part.date, latestDate(order, part.flow, limit))
    const ready = search.supply(part.buffer, quantity, part.date, latest, purpose)
    if (ready === never) return undefined
    const reason = ready > part.date ? search.reason : undefined
    const { flow, buffer, share, date } = part
    const atStart = flow.at !== 'end'
    needs.push({ flow, buffer, quantity: part.quantity, share, date, ready, atStart, reason })
  }
  return needs
}
