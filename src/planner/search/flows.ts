/**
 * What an order consumes and produces, and when: at its start, at its end, or in batches during its run. Of alternate
 * materials, the first one that is available in time is used, otherwise the one that is available first.
 */
import { workOn } from '../network/combinations.ts'
import { lastStep } from '../network/last-step.ts'
import { leavesOf } from '../network/leaves.ts'
import type { Buffer, Flow, FlowGroup, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { runSeconds } from './duration.ts'
import type { Order, TakenBack } from './plan.ts'
import type { Reason } from './reason.ts'
import type { Search } from './search.ts'

/** A stock movement that an order requires or produces. */
interface Part {
  readonly flow: Flow
  readonly buffer: Buffer
  readonly quantity: number
  /** Completed share of the run at the movement; 0 if the movement does not depend on it. */
  readonly share: number
  readonly date: Seconds
}

/** A requested material of an order. */
export interface Need extends Part {
  /** Date from which it is available. */
  readonly ready: Seconds
  /** Whether it moves with the start of the order rather than with its end. */
  readonly atStart: boolean
  /** Why it is not available in time. */
  readonly reason: Reason | undefined
}

const none: readonly never[] = []

/** Maximum number of batches of a flow. */
const mostBatches = 50

/** Returns the quantity that an order moves by a flow, in its direction; never less than nothing. */
export const movedBy = ({ per, fixed }: Flow, quantity: number): number => Math.max(0, per * quantity + fixed)

/**
 * Returns the date of a flow for the current dates of the order. A batch is taken when the work on it begins, and brought
 * when that ends.
 *
 * @param share the completed share of the run
 */
export function flowDate(
  { calendars }: Pick<Search, 'calendars'>,
  { operation, begin, end, uses }: Order,
  flow: Flow,
  { share, consumes }: { readonly share: number; readonly consumes: boolean },
): Seconds {
  if (flow.at === 'start') return begin + flow.offset
  if (flow.at === 'end') return end + operation.hardPost + flow.offset
  const work = workOn({ calendars }, operation, uses)
  const done = work.finish(begin, Math.round(work.between(begin, end) * share))
  return Math.min(end, consumes ? work.open(done) : done) + flow.offset
}

/** Returns when the run of an order has to begin so that a material is available when the work on it begins. */
export function beginFor(search: Pick<Search, 'calendars'>, order: Order, need: Need): Seconds {
  const { flow, share, ready } = need
  const { begin, end, operation, uses } = order
  const late = ready - flowDate(search, order, flow, { share, consumes: true })
  if (late <= 0) return begin
  if (share === 0) return begin + late
  const work = workOn(search, operation, uses)
  return work.begin(ready - flow.offset, Math.round(work.between(begin, end) * share))
}

function partsOf(search: Search, flow: Flow, order: Order, consumes: boolean): readonly Part[] {
  const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, order.batch)
  const quantity = movedBy(flow, order.quantity)
  if (quantity <= 0) return []
  const partOf = (moved: number, share: number): Part => ({
    flow,
    buffer,
    quantity: moved,
    share,
    date: flowDate(search, order, flow, { share, consumes }),
  })
  if (flow.at !== 'transfer_batch' || flow.transferBatch <= 0) return [partOf(quantity, consumes ? 0 : 1)]
  const count = Math.min(mostBatches, Math.max(1, Math.ceil(quantity / flow.transferBatch)))
  return Array.from({ length: count }, (_, index) =>
    partOf(quantity / count, (index + (consumes ? 0 : 1)) / count),
  )
}

const isEffective = ({ effectiveStart, effectiveEnd }: Flow, { end }: Order): boolean =>
  end >= effectiveStart && end < effectiveEnd

function firstEffective(flows: readonly Flow[], order: Order): Flow | undefined {
  for (const flow of flows) if (isEffective(flow, order)) return flow
  return undefined
}

/** Returns whether the requested materials still match the dates of the order: flows have effective dates. */
export function isStillRight(order: Order, needs: readonly Need[]): boolean {
  for (const { consumes, flows } of order.operation.flows) {
    if (!consumes || flows.every(isAlwaysEffective)) continue
    const asked = needs.find(({ flow }) => flows.includes(flow))
    const isRight =
      asked === undefined ? firstEffective(flows, order) === undefined : isEffective(asked.flow, order)
    if (!isRight) return false
  }
  return true
}

const isAlwaysEffective = ({ effectiveStart, effectiveEnd }: Flow): boolean =>
  effectiveStart === -never && effectiveEnd === never

/** Adds the products of the order to stock. */
export function bringStock(search: Search, order: Order): void {
  for (const group of order.operation.flows) {
    if (!group.consumes) moveStock(search, order, group)
  }
}

/** Moves the stock of a group of flows: consumes it, available or not, or produces it. */
export function moveStock(search: Search, order: Order, { flows, consumes }: FlowGroup): void {
  const flow = firstEffective(flows, order)
  if (flow === undefined) return
  if (flow.at !== 'transfer_batch') {
    const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, order.batch)
    const quantity = movedBy(flow, order.quantity)
    if (quantity <= 0) return
    const date = flowDate(search, order, flow, { share: consumes ? 0 : 1, consumes })
    search.plan.move(order, { buffer, date, quantity: consumes ? -quantity : quantity })
    return
  }
  for (const { buffer, quantity, date } of partsOf(search, flow, order, consumes)) {
    search.plan.move(order, { buffer, date, quantity: consumes ? -quantity : quantity })
  }
}

/** Returns the materials of alternate ones that are chosen for the order already; all if none is. */
function chosen({ materials }: Search, flows: readonly Flow[], { operation }: Order): readonly Flow[] {
  if (materials?.operation !== operation) return flows
  const found = flows.filter(({ item }) => materials.items.has(item.name))
  return found.length === 0 ? flows : found
}

/** Requests the materials of a group. Returns undefined, with nothing planned, if they are not available by the limit. */
export function needsOf(
  search: Search,
  group: FlowGroup,
  order: Order,
  limit: Seconds,
  together = 1,
): readonly Need[] | undefined {
  const [only] = group.flows
  const flows =
    group.flows.length === 1 && isEffective(only!, order)
      ? group.flows
      : chosen(
          search,
          group.flows.filter((flow) => isEffective(flow, order)),
          order,
        )
  if (flows.length === 0) return none
  if (flows.length === 1) return ask(search, partsOf(search, flows[0]!, order, true), order, limit, together)
  // Available stock is used before new supply, even of an alternate material.
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

/**
 * Returns the seconds from the end of an order until its product is available; negative if the product is available
 * at the start.
 */
export function offsetInto(operation: Operation, size: number, buffer: Buffer): number {
  if (operation.kind === 'routing') {
    // It ends with its last step; what another step makes is there before.
    const [last] = leavesOf(lastStep(operation.steps)?.operation ?? operation)
    return last === undefined || last === operation ? 0 : Math.max(0, offsetInto(last, size, buffer))
  }
  for (const group of operation.flows) {
    if (group.consumes) continue
    for (const { item, location, at, offset } of group.flows) {
      if (item === buffer.item && location === buffer.location) {
        return at === 'start' ? offset - operation.hardPost - runSeconds(operation, size) : offset
      }
    }
  }
  return 0
}

/** Returns whether all parts are available from stock. */
function isInStock(parts: readonly Part[]): boolean {
  let quantity = 0
  return parts.every((part) => {
    quantity += part.quantity
    return part.buffer.infinite || part.buffer.stock.lowestFrom(part.date) >= quantity - epsilon
  })
}

/** Returns the latest date of a flow for the order to end by the limit, at normal speed. */
function latestDate({ operation, quantity }: Order, flow: Flow, limit: Seconds): Seconds {
  if (flow.at !== 'start') return limit + flow.offset
  return operation.work.begin(operation.work.openBefore(limit), fastest(operation, quantity)) + flow.offset
}

/** Returns the duration of the run on the fastest resource, in seconds. */
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
  together = 1,
): readonly Need[] | undefined {
  let needs: readonly Need[] = none
  const purpose = { demand: order.demand, batch: order.batch, owner: undefined }
  // Batches are not posted yet: each request includes the previous batches.
  let quantity = 0
  for (const part of parts) {
    quantity += part.quantity
    const latest = limit === never ? never : Math.max(part.date, latestDate(order, part.flow, limit))
    const { flow, buffer, share, date } = part
    const ready = search.supply({ buffer, quantity: quantity * together, date, limit: latest, purpose })
    if (ready === never) return undefined
    const reason = ready > date ? search.reason : undefined
    const atStart = flow.at !== 'end'
    const need = { flow, buffer, quantity: part.quantity, share, date, ready, atStart, reason }
    // Most orders have one need; `push` would reserve memory for a dozen more.
    needs = needs.length === 0 ? [need] : [...needs, need]
  }
  return needs
}
