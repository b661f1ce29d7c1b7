/**
 * Recognizes a plan in memory as the stored one by the digest of its rows, without reading the rows: its differences
 * can then be stored without comparing the whole plan.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { LivePlan } from '../../planner/live/live-plan.ts'
import { pauses, type Steps } from '../../planner/pauses.ts'
import { analyzePlanInSteps } from '../../planner/result/plan-result.ts'
import { type Order, Plan } from '../../planner/search/plan.ts'
import type { Solution } from '../../planner/solution.ts'
import { inTurns, type Turns } from '../run/in-turns.ts'
import { type BucketDigest, compareBuckets, isStored } from './bucket-digest.ts'
import { type FormerPlan, readFormerPlan } from './former-plan.ts'
import { type HashedPlan, hashPlan } from './hash-plan.ts'
import { type KnownPlan, knownPlan, type PlanData } from './known-plan.ts'
import { digestedTables, type PlanDigest, readDeleted } from './plan-digest.ts'
import { planTables } from './plan-tables.ts'
import { emptyHashes, type Hashes } from './row-hash.ts'

/** Slice in milliseconds: a request that arrives meanwhile waits only for the running slice. */
const sliceMs = 5

/** What is read of the stored plan to recognize it. */
export interface StoredDigest {
  readonly former: FormerPlan
  readonly deleted: KnownPlan['deleted']
}

/** Reads the digest of the stored plan; undefined if there is none. Expects a transaction with one snapshot. */
export async function readStoredDigest(
  client: pg.ClientBase,
  context: DataContext,
): Promise<StoredDigest | undefined> {
  const tables = planTables(context)
  const former = await readFormerPlan(client, tables)
  if (former === undefined || digestedTables.some((name) => former.intact[name] === undefined))
    return undefined
  return { former, deleted: await readDeleted(client, tables) }
}

/**
 * Returns the data about the stored plan if the plan in memory has exactly its rows, and undefined otherwise. Attempts
 * may be made in the plan meanwhile: `onTurn`, called before the plan is read further, resolves when none is open, and
 * rejects if the plan has changed.
 */
export async function recognizePlan(
  { former, deleted }: StoredDigest,
  plan: LivePlan,
  data: PlanData,
  { signal, onTurn }: Pick<Turns<unknown>, 'signal'> & { readonly onTurn: () => Promise<void> },
): Promise<KnownPlan | undefined> {
  const { digest } = former.orders
  await onTurn()
  const turns = { signal, sliceMs, onTurn }
  const solution = await inTurns(inSequence(plan, digest.references), turns)
  if (solution === undefined) return undefined
  const analyzed = await inTurns(analyzePlanInSteps(solution, data), turns)
  const { count } = analyzed.numbering
  if (count !== digest.references.length) return undefined
  const result = analyzed.rows(digest.references)
  const hashes = emptyHashes(count)
  const hashed = await inTurns(hashPlan(result, { hashes }), turns)
  if (!isEqual(digest, hashes, hashed)) return undefined
  // The paths of sales orders are found while their constraints are made.
  await inTurns(readAll(result.constraints), turns)
  const { written } = digest
  const remains = { buckets: hashed.buckets, written }
  const stored = { references: digest.references, remains }
  const known = await inTurns(knownPlan(plan.state, analyzed, stored, data), turns)
  return known && { ...known, deleted }
}

/**
 * Returns the plan with its orders in the sequence of the stored plan, on which the order of simultaneous movements
 * depends; undefined if it has other orders.
 */
function* inSequence(plan: LivePlan, references: readonly string[]): Steps<Solution | undefined> {
  const solution = plan.solution()
  const { orders } = solution.plan
  const places = new Map<string, number>()
  for (const [place, reference] of references.entries()) {
    if (pauses(place)) yield
    places.set(reference, place)
  }
  const sorted: Order[] = Array.from(orders)
  const taken = new Uint8Array(orders.length)
  for (const [at, order] of orders.entries()) {
    if (pauses(at)) yield
    const place = places.get(plan.referenceOf(order) ?? '')
    // The initial stock of each buffer comes after all orders.
    if (place === undefined || place >= orders.length || taken[place] === 1) return undefined
    sorted[place] = order
    taken[place] = 1
  }
  return { ...solution, plan: new Plan(solution.network.calendars, sorted) }
}

function isEqual(
  digest: PlanDigest,
  rows: Hashes,
  { movementParts, useParts, buckets }: HashedPlan,
): boolean {
  return (
    areSame(digest.rows, rows) &&
    areSame(digest.movements.values, movementParts.hashes.values) &&
    areSame(digest.uses.values, useParts.hashes.values) &&
    hasSameBuckets(digest.buckets, buckets)
  )
}

function hasSameBuckets(before: BucketDigest, after: BucketDigest): boolean {
  const { fates, gone, goneResources } = compareBuckets(before, after, new Set())
  return gone.length === 0 && goneResources.length === 0 && fates.every((fate) => fate === isStored)
}

const areSame = (one: Hashes, other: Hashes): boolean =>
  isSame(one.first, other.first) && isSame(one.second, other.second)

const isSame = (one: Uint32Array, other: Uint32Array): boolean =>
  one.length === other.length && one.every((value, place) => value === other[place])

function* readAll(rows: Iterable<unknown>): Steps<void> {
  let count = 0
  for (const _ of rows) {
    if (pauses(count)) yield
    count += 1
  }
}
