/**
 * Assigns a reference to every order of a new plan: that of the matching order of the previous plan, or a number that
 * no order of the scenario ever had. The largest number is stored with the data of the scenario and only increases.
 */
import type pg from 'pg'
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import { storedMoment } from './cells.ts'
import { type Matchable, matchOrders } from '../../planner/result/match-orders.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'
import { kindOfStep, type PreviousOrders } from './previous-orders.ts'

export interface GivenReferences {
  /** References by number of the order. */
  readonly references: readonly string[]
  /** Index of each order of the new plan among the previous ones; -1 for new orders and for orders that are not proposals. */
  readonly matches: Int32Array
  /**
   * The orders of the plan in the form in which the next plan is matched, by number; orders that are not proposals
   * are not owners.
   */
  readonly orders: Matchable
  /** References of previous proposals that the new plan no longer has. */
  readonly gone: readonly string[]
}

/** Assigns the references. Requires the lock on orders. `names` are the known references of orders, by number. */
export async function giveReferences(
  client: pg.ClientBase,
  tables: PlanTables,
  previous: PreviousOrders,
  traits: OrderTraits,
  names: readonly (string | undefined)[] = [],
): Promise<GivenReferences> {
  const { count, existing } = traits
  const orders = ordersOf(traits)
  const { proposals, numbers } = pickOrders(orders, (number) => existing[number] === undefined)
  const matched =
    names.length === 0
      ? matchOrders(previous, proposals)
      : matchNamed(
          previous,
          proposals,
          previous.references,
          numbers.map((number) => names[number]),
        )
  const matches = new Int32Array(count).fill(-1)
  for (const [place, number] of numbers.entries()) matches[number] = matched[place]!
  const kept = new Uint8Array(previous.count)
  let fresh = 0
  for (let number = 0; number < count; number += 1) {
    const match = matches[number]!
    if (match >= 0) kept[match] = 1
    else if (existing[number] === undefined) fresh += 1
  }
  let next = await takeNumbers(client, tables, largestNumber(previous.references), fresh)
  const references = Array.from({ length: count }, (_, number) => {
    const match = matches[number]!
    return existing[number] ?? (match >= 0 ? previous.references[match]! : String((next += 1)))
  })
  return { references, matches, orders, gone: previous.references.filter((_, place) => kept[place] === 0) }
}

/** Matches orders with a known reference by it, and the others among the remaining orders by their traits. */
export function matchNamed(
  former: Matchable,
  now: Matchable,
  references: readonly string[],
  names: readonly (string | undefined)[],
): Int32Array {
  const places = new Map(references.map((reference, place) => [reference, place]))
  const matches = new Int32Array(now.count).fill(-1)
  const taken = new Set<number>()
  for (const [place, name] of names.entries()) {
    const at = name === undefined ? undefined : places.get(name)
    if (at === undefined || taken.has(at)) continue
    matches[place] = at
    taken.add(at)
  }
  const [left, open] = [
    pickOrders(former, (place) => !taken.has(place)),
    pickOrders(now, (place) => matches[place]! < 0),
  ]
  for (const [at, match] of matchOrders(left.proposals, open.proposals).entries())
    if (match >= 0) matches[open.numbers[at]!] = left.numbers[match]!
  return matches
}

/**
 * Returns the orders of a plan as they are stored. The kind of a step of an order that is not a proposal includes the
 * reference of that order.
 */
export function ordersOf({
  count,
  existing,
  kinds,
  owners,
  demands,
  starts,
  ends,
  quantities,
}: OrderTraits): Matchable {
  const places = owners.map((owner) => (owner < 0 || existing[owner] !== undefined ? -1 : owner))
  return {
    count,
    kinds: kinds.map((kind, number) => {
      const owner = owners[number]!
      const reference = owner < 0 ? undefined : existing[owner]
      return reference === undefined ? kind : kindOfStep(kind, reference)
    }),
    owners: places,
    demands,
    starts: starts.map(storedMoment),
    ends: ends.map(storedMoment),
    quantities,
  }
}

/** Returns a subset of the orders, with their numbers; steps keep only owners within the subset. */
export function pickOrders(
  orders: Matchable,
  isWanted: (number: number) => boolean,
): { readonly proposals: Matchable; readonly numbers: readonly number[] } {
  const numbers: number[] = []
  const places = new Int32Array(orders.count).fill(-1)
  for (let number = 0; number < orders.count; number += 1) {
    if (!isWanted(number)) continue
    places[number] = numbers.length
    numbers.push(number)
  }
  const { kinds, owners, demands, starts, ends, quantities } = orders
  if (numbers.length === orders.count) return { proposals: orders, numbers }
  const proposals: Matchable = {
    count: numbers.length,
    kinds: numbers.map((number) => kinds[number]!),
    owners: Int32Array.from(numbers, (number) => (owners[number]! < 0 ? -1 : places[owners[number]!]!)),
    demands: numbers.map((number) => demands[number]!),
    starts: Float64Array.from(numbers, (number) => starts[number]!),
    ends: Float64Array.from(numbers, (number) => ends[number]!),
    quantities: Float64Array.from(numbers, (number) => quantities[number]!),
  }
  return { proposals, numbers }
}

/** Reserves reference numbers. Returns the number before the first reserved one. */
export async function takeNumbers(
  client: pg.ClientBase,
  tables: PlanTables,
  largestProposal: number,
  count: number,
): Promise<number> {
  const { rows } = await client.query<{ last: number | string }>(
    `INSERT INTO ${tables.references} AS r ("last")
     SELECT greatest($1::bigint, (
       SELECT max(o."reference"::bigint) FROM ${tables.orders} AS o
       WHERE NOT ${isProposal('o')} AND o."reference" ~ '^\\d{1,15}$')) + $2::bigint
     ON CONFLICT ("id") DO UPDATE SET "last" = greatest(r."last" + $2::bigint, excluded."last")
     RETURNING "last"`,
    [largestProposal, count],
  )
  return Number(rows[0]!.last) - count
}

/** Returns the largest reference that is a whole number; 0 without one. */
function largestNumber(references: readonly string[]): number {
  let largest = 0
  for (const reference of references) {
    if (/^\d{1,15}$/.test(reference)) largest = Math.max(largest, Number(reference))
  }
  return largest
}
