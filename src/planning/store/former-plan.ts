/**
 * Compares the rows of a new plan with the previous plan by its digest, without reading the rows, as far as they have
 * not been modified since.
 */
import type pg from 'pg'
import {
  type DigestedTable,
  digestedTables,
  type PlanDigest,
  readDeleted,
  readDigest,
  writeDigest,
} from './plan-digest.ts'
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import type { GivenReferences } from './give-references.ts'
import { isProposal, type PlanTables } from './plan-tables.ts'
import type { KnownOrders, PreviousOrders } from './previous-orders.ts'
import type { Hashes, PartHashes } from './row-hash.ts'
import type { BucketDigest } from './bucket-digest.ts'
import {
  findTouched,
  findUntouched,
  rememberChanged,
  rememberWritten,
  type Touched,
  type Watched,
  type WrittenRows,
} from './written-rows.ts'

/** Hashes of rows by order. */
export interface FormerRows {
  readonly hashes: Hashes
  /** Orders with rows that were modified since the plan was stored. */
  readonly touched: ReadonlySet<string>
}

/** Hashes of rows of which an order has several. */
export interface FormerParts extends Omit<FormerRows, 'hashes'> {
  readonly hashes: PartHashes
}

/** The orders of the new plan in the previous one. */
export interface Counterparts {
  /** References by number of the order. */
  readonly references: readonly string[]
  /** Index in the digest of the previous plan; -1 for orders that it did not have. */
  readonly places: Int32Array
}

export interface FormerBuckets {
  readonly digest: BucketDigest
  /** Resources with rows that were modified since the plan was stored. */
  readonly touched: ReadonlySet<string>
}

/** The previous plan. Undefined parts must be read and compared row by row. */
export interface FormerPlan {
  readonly orders: KnownOrders
  readonly rows: FormerRows
  readonly movements: FormerParts | undefined
  readonly uses: FormerParts | undefined
  readonly buckets: FormerBuckets | undefined
  /** Tables whose rows are all unmodified since the plan was stored. */
  readonly intact: Readonly<Record<DigestedTable, WrittenRows | undefined>>
}

const watched = (tables: PlanTables): Readonly<Record<DigestedTable, Watched>> => ({
  orders: { table: tables.orders, scope: isProposal('t'), key: 'reference', numbered: false },
  movements: { table: tables.movements, scope: 'true', key: 'operationplan', numbered: true },
  uses: { table: tables.uses, scope: 'true', key: 'operationplan', numbered: true },
  resourceBuckets: { table: tables.resourceBuckets, scope: 'true', key: 'resource', numbered: true },
})

/** Maximum number of modified orders; with more, all orders are read together. */
const mostTouched = 5_000

/**
 * Reads the digest of the previous plan and finds the rows that were modified since. Requires the locks on the tables
 * of the plan.
 */
export async function readFormerPlan(
  client: pg.ClientBase,
  tables: PlanTables,
): Promise<FormerPlan | undefined> {
  const digest = await readDigest(client, tables)
  if (digest === undefined) return undefined
  const deleted = await readDeleted(client, tables)
  const watches = watched(tables)
  const touched = (name: DigestedTable): Promise<Touched | undefined> =>
    findTouched(client, watches[name], withoutDeleted(digest.written[name], deleted[name]))
  const orders = await touched('orders')
  if (orders === undefined || orders.keys.size > mostTouched) return undefined
  const untouched = orders.complete
    ? undefined
    : await findUntouched(client, watches.orders, digest.written.orders)
  const [movements, uses, buckets] = [
    await touched('movements'),
    await touched('uses'),
    await touched('resourceBuckets'),
  ]
  const intact = (name: DigestedTable, found: Touched | undefined): WrittenRows | undefined =>
    found?.complete === true && found.keys.size === 0 ? digest.written[name] : undefined
  return {
    orders: { digest, touched: orders.keys, untouched },
    rows: { hashes: digest.rows, touched: orders.keys },
    movements: known(movements, digest.movements),
    uses: known(uses, digest.uses),
    buckets: buckets?.complete === true ? { digest: digest.buckets, touched: buckets.keys } : undefined,
    intact: {
      orders: intact('orders', orders),
      movements: intact('movements', movements),
      uses: intact('uses', uses),
      resourceBuckets: intact('resourceBuckets', buckets),
    },
  }
}

const withoutDeleted = (written: WrittenRows, deleted = 0): WrittenRows => ({
  ...written,
  count: written.count - deleted,
})

/** Returns the hashes if no row is missing; modified rows are listed separately. */
const known = (found: Touched | undefined, hashes: PartHashes): FormerParts | undefined =>
  found?.complete === true ? { hashes, touched: found.keys } : undefined

export interface Remembered {
  readonly digest: Omit<PlanDigest, 'written'>
  readonly changed: Readonly<Record<DigestedTable, { readonly created: number; readonly deleted: number }>>
  readonly former: FormerPlan | undefined
}

/** Stores the digest of a plan. Expects that the rows of the plan are in their tables. */
export async function rememberPlan(
  client: pg.ClientBase,
  tables: PlanTables,
  { digest, changed, former }: Remembered,
): Promise<PlanDigest['written'] | undefined> {
  const watches = watched(tables)
  const written: Partial<Record<DigestedTable, WrittenRows>> = {}
  for (const name of digestedTables) {
    const before = former?.intact[name]
    written[name] =
      before === undefined
        ? await rememberWritten(client, watches[name])
        : await rememberChanged(client, watches[name], before, changed[name])
  }
  const { orders, movements, uses, resourceBuckets } = written
  if (orders === undefined || movements === undefined || uses === undefined || resourceBuckets === undefined)
    return undefined
  const all = { orders, movements, uses, resourceBuckets }
  await writeDigest(client, tables, { ...digest, written: all })
  return all
}

/** Finds the orders of a new plan in the previous one: those that were matched, and those that are not proposals. */
export function findCounterparts(
  former: FormerPlan | undefined,
  previous: PreviousOrders,
  { references, matches }: GivenReferences,
  existing: OrderTraits['existing'],
): Counterparts {
  const places = new Int32Array(references.length).fill(-1)
  if (former === undefined) return { references, places }
  const numbers = new Map<string, number>()
  for (let number = 0; number < references.length; number += 1) {
    const match = matches[number]!
    if (match >= 0) places[number] = previous.places[match]!
    else if (existing[number] !== undefined) numbers.set(references[number]!, number)
  }
  if (numbers.size === 0) return { references, places }
  for (const [place, reference] of former.orders.digest.references.entries()) {
    const number = numbers.get(reference)
    if (number !== undefined) places[number] = place
  }
  return { references, places }
}

/**
 * Returns a function that checks whether the rows of an order, given by its number in the new plan, are already
 * stored unchanged.
 */
export function createComparison(
  { references, places }: Counterparts,
  former: FormerRows | undefined,
): (number: number, hashes: Hashes) => boolean {
  if (former === undefined) return () => false
  const { hashes: known, touched } = former
  return (number, { first, second }) => {
    const place = places[number]!
    return (
      place >= 0 &&
      known.first[place] === first[number] &&
      known.second[place] === second[number] &&
      !touched.has(references[number]!)
    )
  }
}
