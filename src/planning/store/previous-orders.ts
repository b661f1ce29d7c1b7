/** The proposals of the plan before, as columns: by what they are recognised in the new plan. */
import type pg from 'pg'
import { kindFields, traitSeparator } from '../../planner/result/order-traits.ts'
import { literal } from '../../database/identifiers.ts'
import { readRows } from '../../data/read-rows.ts'
import type { Matchable } from './match-orders.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'

export interface PreviousOrders extends Matchable {
  readonly references: readonly string[]
}

const kind = kindFields.map((field) => `coalesce(o."${field}", '')`).join(`, ${literal(traitSeparator)}, `)

/** The demand for which most of the order is. */
const mainDemand = `(SELECT p."key" FROM jsonb_each(o."plan"->'pegging') AS p
  ORDER BY p."value"::float8 DESC, p."key" COLLATE "C" LIMIT 1)`

/** Needs the lock on orders. */
export async function readPreviousOrders(client: pg.ClientBase, tables: PlanTables): Promise<PreviousOrders> {
  const references: string[] = []
  const kinds: string[] = []
  const demands: string[] = []
  const ownerReferences: (string | null)[] = []
  const [starts, ends, quantities]: [number[], number[], number[]] = [[], [], []]
  await readRows(
    client,
    `SELECT o."reference", concat(${kind}), o."owner",
       CASE WHEN jsonb_typeof(o."plan"->'pegging') = 'object' THEN ${mainDemand} END,
       floor(extract(epoch FROM o."startdate"))::float8, floor(extract(epoch FROM o."enddate"))::float8, o."quantity"
     FROM ${tables.orders} AS o WHERE ${isProposal('o')} ORDER BY o."reference"`,
    ([reference, text, owner, demand, start, end, quantity]) => {
      references.push(String(reference))
      kinds.push(String(text))
      ownerReferences.push(typeof owner === 'string' ? owner : null)
      demands.push(typeof demand === 'string' ? demand : '')
      starts.push(typeof start === 'number' ? start : Number.NaN)
      ends.push(typeof end === 'number' ? end : Number.NaN)
      quantities.push(Number(quantity))
    },
  )
  return {
    count: references.length,
    references,
    ...withOwners(references, kinds, ownerReferences),
    demands,
    starts: Float64Array.from(starts),
    ends: Float64Array.from(ends),
    quantities: Float64Array.from(quantities),
  }
}

/** Steps of an order that is no proposal are of a kind of their own, as that order stays what it is. */
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
