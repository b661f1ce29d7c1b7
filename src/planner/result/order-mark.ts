/**
 * Passes the values of an order row to a digest without building the row: most orders are unchanged since the
 * previous plan, and building their rows takes ten times as long.
 */
import type { Adjacency } from './adjacency.ts'
import { batchOf, interruptionsOf, type OrderContext, productOf, resourcesOf, typeOf } from './order-facts.ts'
import type { Mark } from './result.ts'
import { rounded } from './rounding.ts'
import type { Share } from './shares.ts'

/** Passes the values of an order; different rows have different values. */
export function markOrder(context: OrderContext, number: number, mark: Mark): void {
  const { numbering, references, pegging } = context
  mark.text(references[number]!)
  mark.number(pegging.slacks[number]!)
  if (number < numbering.orders.length) markWork(context, number, mark)
  else markStock(context, number, mark)
  markShare(context, pegging.shares[number], mark)
  markNeighbours(context, pegging.upstream, pegging.edges.producers, number, mark)
  markNeighbours(context, pegging.downstream, pegging.edges.consumers, number, mark)
}

function markWork(context: OrderContext, number: number, mark: Mark): void {
  const { numbering, references, delivered, owners, infeasible } = context
  const order = numbering.orders[number]!
  const { operation, locked, owner, start, begin, end, uses } = order
  mark.text(typeOf(order))
  mark.text(locked?.status ?? 'proposed')
  mark.number(rounded(order.quantity))
  mark.number(start)
  mark.number(begin)
  mark.number(end)
  mark.text(operation.name)
  mark.text(operation.location)
  optional(operation.item?.name ?? productOf(order), mark)
  optional(operation.origin, mark)
  optional(operation.supplier, mark)
  optional(batchOf(order), mark)
  optional(owner === undefined ? undefined : references[owners.get(owner)!]!, mark)
  const demand = delivered.get(number)
  optional(demand?.name, mark)
  mark.number(demand?.due ?? 0)
  const interruptions = interruptionsOf(context, order)
  mark.number(interruptions.length)
  for (const [from, to] of interruptions) {
    mark.number(from)
    mark.number(to)
  }
  const resources = resourcesOf(context, order)
  mark.number(resources.length)
  for (const name of resources) mark.text(name)
  optional(uses.find(({ load }) => load.setup !== undefined)?.load.setup, mark)
  mark.number(infeasible[number]!)
}

function markStock({ numbering }: OrderContext, number: number, mark: Mark): void {
  const { item, location, batch, onhand } = numbering.stocks[number - numbering.orders.length]!
  mark.text(item.name)
  mark.text(location)
  mark.text(batch)
  mark.number(rounded(onhand))
}

function markShare({ demands }: OrderContext, share: Share | undefined, mark: Mark): void {
  const count = share?.demands.length ?? 0
  mark.number(count)
  for (let index = 0; index < count; index += 1) {
    mark.text(demands[share!.demands[index]!]!.name)
    mark.number(rounded(share!.quantities[index]!))
  }
}

function markNeighbours(
  { pegging, references }: OrderContext,
  { begins, list }: Adjacency,
  ends: Int32Array,
  number: number,
  mark: Mark,
): void {
  const [from, until] = [begins[number]!, begins[number + 1]!]
  mark.number(until - from)
  for (let at = from; at < until; at += 1) {
    const edge = list[at]!
    mark.text(references[ends[edge]!]!)
    mark.number(rounded(pegging.edges.quantities[edge]!))
    mark.number(pegging.edges.gaps[edge]!)
  }
}

function optional(value: string | null | undefined, mark: Mark): void {
  if (value === null || value === undefined) mark.nothing()
  else mark.text(value)
}
