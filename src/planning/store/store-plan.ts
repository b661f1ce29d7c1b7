/**
 * Replaces the previous plan by a new one in one transaction: readers get either the old or the new plan, and if the
 * transaction fails the previous plan stays. Unchanged records are not written. Computed records are not logged
 * individually; the change set contains the number of created, updated and deleted records.
 */
import type { DataContext } from '../../data/context.ts'
import { openChangeSet } from '../../data/write/log/change-set.ts'
import type { Consequence } from '../../data/write/log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../../data/write/merge/bulk.ts'
import { inTransaction } from '../../data/write/transaction.ts'
import type { PlannerInput } from '../../planner/input.ts'
import type { AnalyzedPlan } from '../../planner/result/plan-result.ts'
import type { PlanResult } from '../../planner/result/result.ts'
import { begunFromOf } from '../../planner/search/begun.ts'
import type { Seconds } from '../../planner/time.ts'
import { type Basis, noteStoredPlan } from '../history/stored-plan.ts'
import { addToHistory, type HistoryDeliveries, type HistoryFigures } from '../history/plan-history.ts'
import { addPlanNotices, readFollowedStates } from '../notices/plan-notices.ts'
import type { IncompleteDemand } from '../load/demands.ts'
import { comparePlans, type PlanChanges } from './compare-plans.ts'
import {
  createComparison,
  findCounterparts,
  type FormerPlan,
  readFormerPlan,
  type Remembered,
  rememberPlan,
} from './former-plan.ts'
import { type GivenReferences, giveReferences } from './give-references.ts'
import { guardPlan, referredBy } from './guard.ts'
import type { BucketDigest } from './bucket-digest.ts'
import type { HashedParts } from './hash-parts.ts'
import { hashPlan } from './hash-plan.ts'
import { incompleteConstraints, incompleteProblems } from './incomplete.ts'
import type { PlanDigest } from './plan-digest.ts'
import { createTally, type PlanFigures, type Tally } from './plan-figures.ts'
import { movementShape, problemShape, type StoredConstraint, useShape } from './plan-rows.ts'
import { planEntities, type PlanTables, planTables } from './plan-tables.ts'
import { type PreviousOrders, readPreviousOrders } from './previous-orders.ts'
import { refresh } from './refresh.ts'
import { type DeliveryChanges, keepShortDemands } from './refresh-demands.ts'
import { replaceRows } from './replace-rows.ts'
import { emptyHashes } from './row-hash.ts'
import { sideBySide } from './side-by-side.ts'
import { storeBuckets } from './store-buckets.ts'
import { storeChanges } from './store-changes.ts'
import { storeConstraints } from './store-constraints.ts'
import { releaseReferrers, stageGone, storeOrders } from './store-orders.ts'
import { storeParts } from './store-parts.ts'

export interface PlanToStore {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
  /** State of the data that the plan was made from. */
  readonly basis: Basis
  /** Start date that replaced the parameter; undefined if the parameter was used. */
  readonly start?: string | undefined
  readonly analyzed: AnalyzedPlan
  /** Known references of orders of the plan, by number; the other orders are matched by their traits. */
  readonly names?: readonly (string | undefined)[]
  /** Names of the demands whose constraints are stored; those of all by default. */
  readonly explained?: ReadonlySet<string> | undefined
  /** Changes before this time count as churn. */
  readonly frozenUntil: Seconds
  /** Whether others may have changed the orders since they were loaded: the dates that they gave them are kept. */
  readonly mayBeOvertaken?: boolean
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: (fraction: number, what: string) => void
}

export interface StoredPlan {
  readonly figures: PlanFigures
  readonly changes: PlanChanges
  readonly deliveries: DeliveryChanges
  /** References of the approved orders that others have moved since they were loaded. */
  readonly overtaken: readonly string[]
  /** References of the orders of the plan, by number. */
  readonly references: readonly string[]
  readonly remains: StoredRemains
}

/** Data about the stored rows of a plan. */
export interface StoredRemains {
  readonly buckets: BucketDigest
  /** Undefined if the next plan has to compare all rows. */
  readonly written: PlanDigest['written'] | undefined
}

/** Maximum number of attempts if other transactions write at the same time. */
const attempts = 4

/** Stores a plan. Throws `PlanOutdated` if records that the plan refers to have been deleted meanwhile. */
export function storePlan(context: DataContext, plan: PlanToStore): Promise<StoredPlan> {
  return inTransaction(context, { dryRun: false, attempts }, async (client) => {
    const changes = await openChangeSet(client, context)
    const stored = await storeIn({ client, context, changes }, plan)
    await changes.close(client)
    return stored
  })
}

/**
 * Stores a plan in a transaction that may have written records before, after `lockPlan`; at most once per
 * transaction. Created, updated and deleted records are counted in its change set. The cost of writing grows with the
 * difference to the stored plan, the cost of comparing with the size of the plan. Throws `PlanOutdated` like {@link
 * storePlan}.
 */
export async function storeIn(write: Consequence, plan: PlanToStore): Promise<StoredPlan> {
  const { client, context, changes } = write
  const { input, analyzed, onProgress } = plan
  const { traits } = analyzed
  const tables = planTables(context)
  await guardPlan(client, context, tables, referredBy(input))
  await changes.settle(client)
  onProgress?.(0, 'Comparing with the previous plan')
  const followed = await readFollowedStates(client, context)
  const former = await readFormerPlan(client, tables)
  const previous = await readPreviousOrders(client, tables, former?.orders)
  const given = await giveReferences(client, tables, previous, traits, plan.names)
  const compared = comparePlans(previous, traits, given, plan.frozenUntil)
  await stageGone(client, given.gone)
  await releaseReferrers(write)
  await takeOverForeignKeys(client, context, 'scenario')
  const result = analyzed.rows(given.references)
  const tally = createTally(input, result.loads)
  tally.orders(traits)
  const rows: RowsToStore = { plan, tables, result, tally, former, previous, given }
  onProgress?.(0.1, 'Storing the plan')
  const { stays, buckets, changed, hashes } = await storeOrdersAndParts(write, rows)
  onProgress?.(0.8, 'Storing problems and loads')
  await keepShortDemands(client, tables)
  await storeProblems(write, rows)
  const changedBuckets = await storeBuckets(client, tables.resourceBuckets, {
    rows: result.resourceBuckets,
    digest: buckets,
    former: former?.buckets,
  })
  changes.count(planEntities.resourceBuckets, changedBuckets, 'computed')
  onProgress?.(0.85, 'Refreshing sales orders')
  const refreshed = await refresh(write, tables, {
    orders: stays.map((number) => result.orders.at(number)),
    demands: watched(result.demands, tally.demand),
    items: result.items,
    loaded: plan.mayBeOvertaken === true ? input.orders : undefined,
  })
  for (const [entity, updated] of refreshed.updated) changes.count(entity, { updated }, 'computed')
  const written = await rememberPlan(client, tables, {
    digest: {
      references: given.references,
      orders: given.orders,
      proposals: Uint8Array.from(traits.existing, (reference) => (reference === undefined ? 1 : 0)),
      ...hashes,
      buckets,
    },
    changed: { ...changed, resourceBuckets: changedBuckets },
    former,
  })
  await storeChanges(client, tables.changes, changes.id, { previous, traits, given })
  await addPlanNotices(client, context, changes.id, followed)
  await handBackForeignKeys(client, context, 'scenario')
  const figures = tally.figures()
  await recordPlan(write, {
    basis: plan.basis,
    start: plan.start,
    input,
    figures,
    changes: compared,
    deliveries: refreshed.deliveries,
  })
  return {
    figures,
    changes: compared,
    deliveries: refreshed.deliveries,
    overtaken: refreshed.overtaken,
    references: given.references,
    remains: { buckets, written },
  }
}

/** The rows of a new plan beside the stored plan that they replace. */
interface RowsToStore {
  readonly plan: PlanToStore
  readonly tables: PlanTables
  readonly result: PlanResult
  readonly tally: Tally
  readonly former: FormerPlan | undefined
  readonly previous: PreviousOrders
  readonly given: GivenReferences
}

interface StoredOrdersAndParts {
  /** Numbers of the orders that are not proposals. */
  readonly stays: readonly number[]
  readonly buckets: BucketDigest
  readonly changed: Omit<Remembered['changed'], 'resourceBuckets'>
  readonly hashes: Pick<PlanDigest, 'rows' | 'movements' | 'uses'>
}

/**
 * Stores the orders, their movements and their use of resources. Movements come first: they are compared with little
 * work, and the orders are compared while the database writes the movements.
 */
async function storeOrdersAndParts(
  write: Consequence,
  { plan, tables, result, tally, former, previous, given }: RowsToStore,
): Promise<StoredOrdersAndParts> {
  const { client, context, changes } = write
  const { traits } = plan.analyzed
  const [stays, matched, added]: [number[], number[], number[]] = [[], [], []]
  for (let number = 0; number < traits.count; number += 1) {
    if (traits.existing[number] !== undefined) stays.push(number)
    else if (given.matches[number]! >= 0) matched.push(number)
    else added.push(number)
  }
  const counterparts = findCounterparts(former, previous, given, traits.existing)
  const isStored = createComparison(counterparts, former?.rows)
  const parts = { counterparts, existing: traits.existing }
  const hashes = emptyHashes(traits.count)
  const hashedMovements = Promise.withResolvers<HashedParts>()
  const [changed, { movementParts, useParts, buckets }] = await sideBySide(
    async (hashing) => {
      const movements = await storeParts(client, tables.movements, movementShape, {
        ...parts,
        rows: result.movements,
        // Rejects if hashing fails before the movements are hashed.
        hashed: () =>
          Promise.race([hashedMovements.promise, hashing.then(({ movementParts }) => movementParts)]),
        former: former?.movements,
      })
      changes.count(planEntities.movements, movements, 'computed')
      plan.onProgress?.(0.3, 'Storing orders and capacity')
      // New orders are written without a comparison.
      if (matched.length > 0) await hashing
      const orders = await storeOrders(client, tables, {
        rows: result.orders,
        matched,
        added,
        differs: (number) => !isStored(number, hashes),
      })
      changes.count(planEntities.orders, orders, 'computed')
      const uses = await storeParts(client, tables.uses, useShape, {
        ...parts,
        rows: result.uses,
        hashed: async () => (await hashing).useParts,
        former: former?.uses,
      })
      changes.count(planEntities.uses, uses, 'computed')
      return { orders, movements, uses }
    },
    hashPlan(result, { hashes, onMovement: tally.movement, onMovements: hashedMovements.resolve }),
    context.signal,
  )
  return {
    stays,
    buckets,
    changed,
    hashes: { rows: hashes, movements: movementParts.hashes, uses: useParts.hashes },
  }
}

/** Replaces the problems and constraints of the plan, including those of orders with incomplete data. */
async function storeProblems(
  { client, changes }: Consequence,
  { plan: { input, incomplete, explained }, tables, result }: RowsToStore,
): Promise<void> {
  const { current } = input.settings
  const replaced = await replaceRows(client, {
    table: tables.problems,
    columns: problemShape.names,
    lines: problemShape.lines(chained(result.problems, incompleteProblems(incomplete, current))),
    scope: async () => 'true',
  })
  changes.count(planEntities.problems, replaced, 'computed')
  const lacking = incompleteConstraints(incomplete, current)
  const constraints = chained<StoredConstraint>(result.constraints, lacking)
  await storeConstraints(
    { client, changes },
    tables,
    constraints,
    explained && [...explained, ...lacking.map(({ demand }) => demand)],
  )
}

export interface RecordedPlan {
  /** State of the data that the plan was made from. */
  readonly basis: Basis
  /** Start date that replaced the parameter; undefined if the parameter was used. */
  readonly start: string | undefined
  readonly input: PlannerInput
  readonly figures: PlanFigures
  readonly changes: PlanChanges
  readonly deliveries: DeliveryChanges
}

/** Records that the plan of a scenario is stored, and adds its figures to the history. */
export async function recordPlan(
  { client, context, changes: { id: changeset } }: Consequence,
  { basis, start, input, figures, changes, deliveries }: RecordedPlan,
): Promise<void> {
  const { plantype, constraints } = input.settings
  const begunFrom = begunFromOf(input.settings)
  await noteStoredPlan(client, context, {
    changeset,
    basis,
    making: { plantype, constraints, start, begunFrom },
  })
  await addToHistory(client, context, {
    changeset,
    start: input.settings.current,
    figures: { ...historyFigures(figures, changes), deliveries: historyDeliveries(deliveries) },
  })
}

const historyDeliveries = (changes: DeliveryChanges): HistoryDeliveries => ({
  late: { count: changes.late, names: changes.lateNames },
  recovered: { count: changes.recovered, names: changes.recoveredNames },
  later: { count: changes.later, names: changes.laterNames },
  earlier: { count: changes.earlier, names: changes.earlierNames },
})

function historyFigures(figures: PlanFigures, changes: PlanChanges): Omit<HistoryFigures, 'deliveries'> {
  const { onTime, late, short, lateness, inventoryValue, setupHours, utilization, proposals } = figures
  const { kept, moved, added, dropped, churn } = changes
  return {
    ontime: onTime,
    late,
    short,
    quantity_days_late: lateness,
    stock_value: inventoryValue.average,
    setup_hours: setupHours,
    utilization,
    proposals,
    changes: { kept, moved, added, dropped, churn },
  }
}

function* watched<Row>(rows: Iterable<Row>, onRow: (row: Row) => void): Generator<Row> {
  for (const row of rows) {
    onRow(row)
    yield row
  }
}

function* chained<Row>(first: Iterable<Row>, second: Iterable<Row>): Generator<Row> {
  yield* first
  yield* second
}
