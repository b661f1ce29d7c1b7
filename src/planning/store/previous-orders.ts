/** Reads the proposals of the previous plan as columns, with the traits by which they are matched in the new plan. */
import type pg from 'pg'
import { kindFields, traitSeparator } from '../../planner/result/order-traits.ts'
import { literal } from '../../database/identifiers.ts'
import { readRows } from '../../data/read-rows.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'
import type { PlanDigest } from './plan-digest.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'

export interface PreviousOrders extends Matchable {
  readonly references: readonly string[]
  /** Index in the digest; -1 for orders that were read from the table. */
  readonly places: Int32Array
}

const kind = kindFields.map((field) => `coalesce(o."${field}", '')`).join(`, ${literal(traitSeparator)}, `)

/** SQL of the demand that most of the order is for. */
const mainDemand = `(SELECT p."key" FROM jsonb_each(o."plan"->'pegging') AS p
  ORDER BY p."value"::float8 DESC, p."key" COLLATE "C" LIMIT 1)`

/** Lists that grow order by order. */
interface Lists {
  readonly references: string[]
  readonly kinds: string[]
  readonly demands: string[]
  readonly owners: (string | null)[]
  readonly starts: number[]
  readonly ends: number[]
  readonly quantities: number[]
  readonly places: number[]
}

/** Reads the proposals. Orders of the digest that were not modified since are taken from it. Requires the lock on orders. */
export async function readPreviousOrders(
  client: pg.ClientBase,
  tables: PlanTables,
  known?: KnownOrders,
): Promise<PreviousOrders> {
  const lists: Lists = {
    references: [],
    kinds: [],
    demands: [],
    owners: [],
    starts: [],
    ends: [],
    quantities: [],
    places: [],
  }
  if (known === undefined) await readOrders(client, tables, lists)
  else {
    takeKnown(known, lists)
    if (known.touched.size > 0) await readOrders(client, tables, lists, [...known.touched])
  }
  const { references, kinds, demands, owners, starts, ends, quantities, places } = lists
  return {
    count: references.length,
    references,
    ...withOwners(references, kinds, owners),
    demands,
    starts: Float64Array.from(starts),
    ends: Float64Array.from(ends),
    quantities: Float64Array.from(quantities),
    places: Int32Array.from(places),
  }
}

export interface KnownOrders {
  readonly digest: PlanDigest
  /** References of proposals that were modified since the last plan was stored. */
  readonly touched: ReadonlySet<string>
  /** References of unmodified proposals; undefined if all proposals of the last plan still exist. */
  readonly untouched: ReadonlySet<string> | undefined
}

function takeKnown({ digest, untouched }: KnownOrders, lists: Lists): void {
  const { references, orders, proposals } = digest
  for (let place = 0; place < orders.count; place += 1) {
    const reference = references[place]!
    if (proposals[place] === 0 || untouched?.has(reference) === false) continue
    const owner = orders.owners[place]!
    lists.references.push(reference)
    lists.kinds.push(orders.kinds[place]!)
    lists.demands.push(orders.demands[place]!)
    lists.owners.push(owner < 0 ? null : references[owner]!)
    lists.starts.push(orders.starts[place]!)
    lists.ends.push(orders.ends[place]!)
    lists.quantities.push(orders.quantities[place]!)
    lists.places.push(place)
  }
}

async function readOrders(
  client: pg.ClientBase,
  tables: PlanTables,
  lists: Lists,
  wanted?: readonly string[],
): Promise<void> {
  const scope = wanted === undefined ? '' : `AND o."reference" IN (${wanted.map(literal).join(', ')})`
  await readRows(
    client,
    `SELECT o."reference", concat(${kind}), o."owner",
       CASE WHEN jsonb_typeof(o."plan"->'pegging') = 'object' THEN ${mainDemand} END,
       floor(extract(epoch FROM o."startdate"))::float8, floor(extract(epoch FROM o."enddate"))::float8, o."quantity"
     FROM ${tables.orders} AS o WHERE ${isProposal('o')} ${scope} ORDER BY o."reference"`,
    ([reference, text, owner, demand, start, end, quantity]) => {
      lists.references.push(String(reference))
      lists.kinds.push(String(text))
      lists.owners.push(typeof owner === 'string' ? owner : null)
      lists.demands.push(typeof demand === 'string' ? demand : '')
      lists.starts.push(typeof start === 'number' ? start : Number.NaN)
      lists.ends.push(typeof end === 'number' ? end : Number.NaN)
      lists.quantities.push(Number(quantity))
      lists.places.push(-1)
    },
  )
}

/**
 * Returns the kind of a step of an order that is not a proposal: it includes the reference of the owner, because that
 * order keeps its identity.
 */
export const kindOfStep = (text: string, owner: string): string => `${text}${traitSeparator}${owner}`

function withOwners(
  references: readonly string[],
  kinds: readonly string[],
  ownerReferences: readonly (string | null)[],
): Pick<Matchable, 'kinds' | 'owners'> {
  const owners = new Int32Array(references.length).fill(-1)
  if (ownerReferences.every((owner) => owner === null)) return { kinds, owners }
  const places = new Map(references.map((reference, place) => [reference, place]))
  const texts = kinds.map((text, place) => {
    const owner = ownerReferences[place]!
    if (owner === null) return text
    const at = places.get(owner)
    if (at === undefined) return kindOfStep(text, owner)
    owners[place] = at
    return text
  })
  return { kinds: texts, owners }
}
