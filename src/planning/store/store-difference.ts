/**
 * Stores the difference of a plan in memory to the stored plan, instead of the whole plan: unchanged rows are not
 * read. The result is the same as that of {@link storeIn}.
 */
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import type { Consequence } from '../../data/write/log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../../data/write/merge/bulk.ts'
import { literal } from '../../database/identifiers.ts'
import {
  type DifferenceContext,
  type DifferenceRows,
  differenceRows,
} from '../../planner/live/difference/difference-rows.ts'
import { isOrder, type PlanNode } from '../../planner/live/difference/feeds.ts'
import type { PlanDifference } from '../../planner/live/difference/plan-difference.ts'
import { repeg } from '../../planner/live/difference/repeg.ts'
import { spanAfter } from '../../planner/live/difference/span-after.ts'
import type { LiveState } from '../../planner/live/state.ts'
import { finish } from '../../planner/pauses.ts'
import type { OrderResult } from '../../planner/result/result.ts'
import type { Order } from '../../planner/search/plan.ts'
import type { Solution } from '../../planner/solution.ts'
import type { Seconds } from '../../planner/time.ts'
import type { Basis } from '../history/stored-plan.ts'
import { addPlanNotices, readFollowedStates } from '../notices/plan-notices.ts'
import { inTurns } from '../run/in-turns.ts'
import { type BucketDigest, digestBuckets, joinBuckets, splitBuckets } from './bucket-digest.ts'
import type { PlanChanges } from './compare-plans.ts'
import { countOrders, figuresOf } from './difference-figures.ts'
import { giveDifferenceReferences, type GivenReferences } from './give-difference-references.ts'
import { guardPlan, type Referred } from './guard.ts'
import { incompleteConstraints, incompleteProblems } from './incomplete.ts'
import { type DemandData, itemsOf, type KnownPlan } from './known-plan.ts'
import { type DeletedRows, writeDeleted } from './plan-digest.ts'
import { problemShape, useShape } from './plan-rows.ts'
import { planEntities, type PlanTables, planTables } from './plan-tables.ts'
import { refresh } from './refresh.ts'
import { type DeliveryChanges, keepShortDemands } from './refresh-demands.ts'
import { replaceRows } from './replace-rows.ts'
import { storeBuckets } from './store-buckets.ts'
import { compareMovements, deleteMovements, writeMovements } from './store-movements.ts'
import { storeChanges } from './store-changes.ts'
import { isOneOf, storeConstraints } from './store-constraints.ts'
import { releaseReferrers, stageGone, storeOrders } from './store-orders.ts'
import { recordPlan } from './store-plan.ts'

export interface DifferenceToStore extends DemandData {
  /** State of the data that the plan was made from. */
  readonly basis: Basis
  /** Start date that replaced the parameter; undefined if the parameter was used. */
  readonly start: string | undefined
  readonly bucketStarts: readonly Seconds[]
  /** Changes before this time count as churn. */
  readonly frozenUntil: Seconds
  readonly state: LiveState
  /** The plan including the difference. */
  readonly solution: Solution
  readonly difference: PlanDifference
  /** Names of the demands whose constraints are stored; those of all that differ by default. */
  readonly explained?: ReadonlySet<string> | undefined
  /** Returns the reference of the previous order that a new order replaces. */
  readonly referenceOf: (order: Order) => string | undefined
}

export interface StoredDifference {
  readonly changes: PlanChanges
  readonly deliveries: DeliveryChanges
  /** References of the new orders of the plan in memory. */
  readonly references: ReadonlyMap<Order, string>
  /** Returns the data about the stored plan after the difference. Call it after the commit of the transaction. */
  readonly update: () => KnownPlan
}

/**
 * Stores the difference in a transaction that may have written records before, after `lockPlan`. Returns undefined,
 * with nothing written, if the whole plan has to be stored. Throws `PlanOutdated` if records that the plan refers to
 * have been deleted.
 */
export async function storeDifference(
  write: Consequence,
  known: KnownPlan,
  plan: DifferenceToStore,
): Promise<StoredDifference | undefined> {
  const { client, context, changes } = write
  const { state, solution, difference } = plan
  const tables = planTables(context)
  const repegged = await inTurns(repeg(state, known.nodes, difference), { signal: context.signal })
  if (repegged === undefined) return undefined
  const parts: DifferenceContext = { state, solution, stored: known.nodes, difference, repegged }
  const given = await giveDifferenceReferences(client, tables, parts, plan.referenceOf)
  const referenceOf = (node: PlanNode): string =>
    isOrder(node) && node.locked !== undefined
      ? node.locked.reference
      : (given.references.get(node) ?? known.nodes.facts.get(node)!.reference)
  const items = itemsOf(plan, difference.demands)
  const formerItems = [...difference.demands].flatMap((name) => known.items.get(name) ?? [])
  const span = spanAfter(known.span, difference, solution.plan.orders)
  const rows = differenceRows(parts, {
    bucketStarts: plan.bucketStarts,
    span,
    formerBounds: known.bounds,
    referenceOf,
    items: new Set([...items.values(), ...formerItems]),
  })
  await guardPlan(client, context, tables, referredByRows(rows))
  await changes.settle(client)
  const followed = await readFollowedStates(client, context)
  await stageGone(client, given.gone)
  if (given.gone.length > 0) await releaseReferrers(write)
  await takeOverForeignKeys(client, context, 'scenario')
  const { movements, uses, orders } = await storeOrdersOf(write, { tables, known, difference, rows, given })
  changes.count(planEntities.orders, orders, 'computed')
  changes.count(planEntities.movements, movements, 'computed')
  changes.count(planEntities.uses, uses, 'computed')
  await keepShortDemands(client, tables)
  await storeScoped(write, tables, plan, rows)
  const buckets = await storeBucketsOf(write, tables, known, rows)
  changes.count(planEntities.resourceBuckets, buckets.changed, 'computed')
  const refreshed = await refresh(write, tables, {
    orders: rows.orders.filter(({ existing }) => existing),
    demands: rows.demands,
    items: rows.items,
    scope: {
      demands: [...new Set([...difference.demands, ...rows.demands.map(({ name }) => name)])],
      items: [...new Set([...rows.items.map(({ name }) => name), ...items.values(), ...formerItems])],
      resources: [...difference.resources].map(({ name }) => name),
    },
  })
  for (const [entity, updated] of refreshed.updated) changes.count(entity, { updated }, 'computed')
  const deleted = addDeleted(known.deleted, {
    movements: movements.deletedBefore,
    uses: uses.deletedBefore,
    resourceBuckets: buckets.changed.deletedBefore,
  })
  await writeDeleted(client, tables, deleted)
  const { former: previous, now, matches } = given
  await storeChanges(client, tables.changes, changes.id, {
    previous,
    traits: now,
    given: { matches, references: now.references },
  })
  await addPlanNotices(client, context, changes.id, followed)
  await handBackForeignKeys(client, context, 'scenario')
  const { counts, compared } = countOrders(known, given, plan.frozenUntil)
  const figures = figuresOf(state, solution, counts)
  const { deliveries } = refreshed
  const { basis, start, input } = plan
  await recordPlan(write, { basis, start, input, figures, changes: compared, deliveries })
  return {
    changes: compared,
    deliveries,
    references: given.references,
    update: () => {
      for (const name of difference.demands) known.items.delete(name)
      for (const [name, item] of items) known.items.set(name, item)
      known.nodes.update(state, repegged, difference.gone, referenceOf, rows.constraints.paths)
      return {
        nodes: known.nodes,
        counts,
        items: known.items,
        span,
        bounds: rows.bounds,
        buckets: buckets.digests,
        written: known.written,
        deleted,
      }
    },
  }
}

const distinct = (names: readonly (string | null)[]): readonly string[] => [
  ...new Set(names.flatMap((name) => name ?? [])),
]

function referredByRows({ orders, uses, movements, resourceBuckets, demands }: DifferenceRows): Referred {
  return {
    items: distinct([...orders.map(({ item }) => item), ...movements.now.map(({ item }) => item)]),
    locations: distinct([
      ...orders.flatMap(({ location, origin, destination }) => [location, origin, destination]),
      ...movements.now.map(({ location }) => location),
    ]),
    suppliers: distinct(orders.map(({ supplier }) => supplier)),
    operations: distinct(orders.map(({ operation }) => operation)),
    resources: distinct([...uses.map(({ resource }) => resource), ...resourceBuckets.owners]),
    demands: distinct([...orders.map(({ demand }) => demand), ...demands.map(({ name }) => name)]),
    orders: distinct(orders.map(({ existing, reference }) => (existing ? reference : null))),
  }
}

interface ChangedParts {
  readonly created: number
  readonly updated: number
  readonly deleted: number
  readonly deletedBefore: number
}

interface OrdersToStore {
  readonly tables: PlanTables
  readonly known: KnownPlan
  readonly difference: PlanDifference
  readonly rows: DifferenceRows
  readonly given: GivenReferences
}

/** Stores orders with their movements and their resource usage. */
async function storeOrdersOf(
  { client }: Consequence,
  { tables, known: { written }, difference, rows, given: { kept, gone, references } }: OrdersToStore,
): Promise<{
  readonly orders: Omit<ChangedParts, 'deletedBefore'>
  readonly movements: ChangedParts
  readonly uses: ChangedParts
}> {
  const moved = compareMovements(rows.movements.former, rows.movements.now)
  const deleted = await deleteMovements(client, tables.movements, moved, written.movements.last)
  const fresh = new Set([...references.values()].filter((reference) => !kept.has(reference)))
  const orders = await storeOrders(client, tables, {
    rows: rowsAt(rows.orders),
    matched: placesOf(rows.orders, ({ existing, reference }) => !existing && !fresh.has(reference)),
    added: placesOf(rows.orders, ({ existing, reference }) => !existing && fresh.has(reference)),
    differs: () => true,
  })
  const added = await writeMovements(client, tables.movements, moved)
  const having = new Set(rows.uses.map(({ operationplan }) => operationplan))
  // Orders that are not proposals keep their stored rows if the plan has none for them.
  const renewed = [...difference.added].flatMap((order) => {
    const reference = order.locked?.reference ?? references.get(order)
    if (reference === undefined || fresh.has(reference)) return []
    return order.locked === undefined || having.has(reference) ? reference : []
  })
  const scope = [...gone, ...renewed]
  const created = await copyLines(
    client,
    tables.uses,
    useShape.names,
    useShape.lines(rows.uses.filter(({ operationplan }) => fresh.has(operationplan))),
  )
  const replaced =
    scope.length === 0
      ? { created: 0, deleted: 0, deletedBefore: 0 }
      : await replaceRows(client, {
          table: tables.uses,
          columns: useShape.names,
          lines: useShape.lines(rows.uses.filter(({ operationplan }) => !fresh.has(operationplan))),
          scope: async () => `t."operationplan" IN (${scope.map(literal).join(', ')})`,
          last: written.uses.last,
        })
  return {
    orders,
    movements: { ...added, ...deleted },
    uses: { ...replaced, created: replaced.created + created, updated: 0 },
  }
}

const placesOf = (rows: readonly OrderResult[], isWanted: (row: OrderResult) => boolean): readonly number[] =>
  rows.flatMap((row, place) => (isWanted(row) ? place : []))

const rowsAt = (rows: readonly OrderResult[]): { readonly at: (place: number) => OrderResult } => ({
  at: (place) => rows[place]!,
})

/** Stores the problems and constraints of the records that differ. */
async function storeScoped(
  { client, changes }: Consequence,
  tables: PlanTables,
  { incomplete, explained, input: { settings } }: DifferenceToStore,
  { problems, constraints }: DifferenceRows,
): Promise<void> {
  const stored = await replaceRows(client, {
    table: tables.problems,
    columns: problemShape.names,
    lines: problemShape.lines([...problems.rows, ...incompleteProblems(incomplete, settings.current)]),
    scope: async () => `(t."name" = 'invalid data' OR ${isOneOf('owner', problems.owners)})`,
  })
  changes.count(planEntities.problems, stored, 'computed')
  const lacking = incompleteConstraints(incomplete, settings.current)
  const owners =
    explained === undefined ? constraints.owners : constraints.owners.filter((name) => explained.has(name))
  await storeConstraints(
    { client, changes },
    tables,
    [...constraints.rows, ...lacking],
    [...owners, ...lacking.map(({ demand }) => demand)],
  )
}

async function storeBucketsOf(
  { client }: Consequence,
  tables: PlanTables,
  known: KnownPlan,
  { resourceBuckets: { owners, rows } }: DifferenceRows,
): Promise<{
  readonly changed: ChangedParts
  readonly digests: ReadonlyMap<string, BucketDigest>
}> {
  const digest = finish(digestBuckets(rows))
  const former = joinBuckets(owners.flatMap((name) => known.buckets.get(name) ?? []))
  const changed = await storeBuckets(client, tables.resourceBuckets, {
    rows,
    digest,
    former: { digest: former, touched: new Set() },
    last: known.written.resourceBuckets.last,
  })
  const digests = new Map(known.buckets)
  for (const name of owners) digests.delete(name)
  for (const [name, own] of splitBuckets(digest)) digests.set(name, own)
  return { changed, digests }
}

const addDeleted = (one: DeletedRows, other: DeletedRows): DeletedRows => ({
  movements: (one.movements ?? 0) + (other.movements ?? 0),
  uses: (one.uses ?? 0) + (other.uses ?? 0),
  resourceBuckets: (one.resourceBuckets ?? 0) + (other.resourceBuckets ?? 0),
})
