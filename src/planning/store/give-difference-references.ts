/**
 * Assigns references to the new orders of a difference: the reference of the removed order that they match, or a new
 * number.
 */
import type pg from 'pg'
import type { DifferenceContext } from '../../planner/live/difference/difference-rows.ts'
import { differenceTraits } from '../../planner/live/difference/difference-traits.ts'
import type { PlanNode } from '../../planner/live/difference/feeds.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'
import type { Order } from '../../planner/search/plan.ts'
import { storedMoment } from './cells.ts'
import { matchNamed, ordersOf, pickOrders, takeNumbers } from './give-references.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'

export interface GivenReferences {
  /** References of the new proposals. */
  readonly references: ReadonlyMap<PlanNode, string> & ReadonlyMap<Order, string>
  /** References of new proposals that existed before. */
  readonly kept: ReadonlySet<string>
  readonly gone: readonly string[]
  /** Removed proposals: in `goneOrders` all of them; in `former` without those that users have approved or deleted. */
  readonly goneOrders: Matchable
  readonly former: Matchable & { readonly references: readonly string[] }
  readonly now: Matchable & { readonly references: readonly string[] }
  /** Index in `former` for each order of `now`; -1 for new ones. Orders whose start has moved are in both lists. */
  readonly matches: Int32Array
}

/** Assigns references: new proposals that match a removed one keep its reference. */
export async function giveDifferenceReferences(
  client: pg.ClientBase,
  tables: PlanTables,
  parts: DifferenceContext,
  referenceOf: (order: Order) => string | undefined,
): Promise<GivenReferences> {
  const { former, now, moved } = differenceTraits(parts)
  const facts = parts.stored.facts
  const left = await readProposals(
    client,
    tables,
    former.orders.flatMap((order) => (order.locked === undefined ? facts.get(order)!.reference : [])),
  )
  const formerReferences = former.orders.map((order) => facts.get(order)!.reference)
  const were = ordersOf(former.traits)
  const was = pickOrders(were, (number) => left.has(formerReferences[number]!))
  const is = pickOrders(ordersOf(now.traits), (number) => now.traits.existing[number] === undefined)
  const orders = is.numbers.map((number) => now.orders[number]!)
  const references = was.numbers.map((number) => formerReferences[number]!)
  const matches = matchNamed(was.proposals, is.proposals, references, orders.map(referenceOf))
  const fresh = matches.filter((match) => match < 0).length
  let next = fresh === 0 ? 0 : await takeNumbers(client, tables, 0, fresh)
  const given = new Map<PlanNode & Order, string>()
  for (const [place, order] of orders.entries()) {
    const match = matches[place]!
    given.set(order, match >= 0 ? references[match]! : String((next += 1)))
  }
  const kept = new Set([...matches].flatMap((match) => (match < 0 ? [] : references[match]!)))
  const begins = pickOrders(ordersOf(moved.traits), (number) => moved.traits.existing[number] === undefined)
  const shifted = begins.numbers.map((number) => moved.orders[number]!)
  const names = shifted.map((order) => facts.get(order)!.reference)
  const began: Matchable = {
    ...begins.proposals,
    starts: Float64Array.from(shifted, (order) => storedMoment(parts.difference.moved.get(order)!)),
  }
  const gone = pickOrders(were, (number) => former.traits.existing[number] === undefined).proposals
  return {
    references: given,
    kept,
    gone: references.filter((reference) => !kept.has(reference)),
    goneOrders: joined(gone, began),
    former: { ...joined(was.proposals, began), references: [...references, ...names] },
    now: {
      ...joined(is.proposals, begins.proposals),
      references: [...orders.map((order) => given.get(order)!), ...names],
    },
    matches: Int32Array.from([...matches, ...names.map((_, place) => was.proposals.count + place)]),
  }
}

/** Concatenates two lists of orders. */
const joined = (one: Matchable, other: Matchable): Matchable => ({
  count: one.count + other.count,
  kinds: [...one.kinds, ...other.kinds],
  owners: Int32Array.from([
    ...one.owners,
    ...other.owners.map((owner) => (owner < 0 ? -1 : owner + one.count)),
  ]),
  demands: [...one.demands, ...other.demands],
  starts: Float64Array.from([...one.starts, ...other.starts]),
  ends: Float64Array.from([...one.ends, ...other.ends]),
  quantities: Float64Array.from([...one.quantities, ...other.quantities]),
})

/** Returns the references that still belong to proposals: users may have approved or deleted some. */
async function readProposals(
  client: pg.ClientBase,
  tables: PlanTables,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  const { rows } = await client.query<{ reference: string }>(
    `SELECT o."reference" FROM ${tables.orders} AS o WHERE o."reference" = ANY ($1::text[]) AND ${isProposal('o')}`,
    [references],
  )
  return new Set(rows.map(({ reference }) => reference))
}
