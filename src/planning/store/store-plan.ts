/**
 * Puts a plan in the place of the previous one, in one transaction: readers see the one or the other, and whatever ends
 * it early leaves the previous one. Records that are as they were are not touched. What the planner computes is not logged record
 * by record; the change set says how many records of what came, changed and went.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import type { Cell } from '../../data/write/computed/copy-rows.ts'
import { openChangeSet } from '../../data/write/log/change-set.ts'
import type { Consequence } from '../../data/write/log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../../data/write/merge/bulk.ts'
import { inTransaction } from '../../data/write/transaction.ts'
import type { PlannerInput } from '../../planner/input.ts'
import type { AnalyzedPlan } from '../../planner/result/plan-result.ts'
import type { Seconds } from '../../planner/time.ts'
import type { IncompleteDemand } from '../load/demands.ts'
import { comparePlans, type PlanChanges } from './compare-plans.ts'
import { createComparison, findCounterparts, readFormerPlan, rememberPlan } from './former-plan.ts'
import { giveReferences } from './give-references.ts'
import { guardPlan } from './guard.ts'
import { incompleteConstraints, incompleteProblems } from './incomplete.ts'
import { createTally, type PlanFigures } from './plan-figures.ts'
import {
  constraintShape,
  demandShape,
  existingShape,
  itemShape,
  movementShape,
  problemShape,
  type RowShape,
  type StoredConstraint,
  useShape,
} from './plan-rows.ts'
import { planEntities, planTables } from './plan-tables.ts'
import { readPreviousOrders } from './previous-orders.ts'
import { refresh } from './refresh.ts'
import type { DeliveryChanges } from './refresh-demands.ts'
import { replaceRows } from './replace-rows.ts'
import { createRowHash, addHash, emptyHashes } from './row-hash.ts'
import { storeBuckets } from './store-buckets.ts'
import { releaseReferrers, stageGone, storeOrders } from './store-orders.ts'
import { storeParts } from './store-parts.ts'

export interface PlanToStore {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
  readonly analyzed: AnalyzedPlan
  /** Changes before this moment count as churn. */
  readonly frozenUntil: Seconds
  /** Told from 0 to 1. */
  readonly onProgress?: (fraction: number, what: string) => void
}

export interface StoredPlan {
  readonly figures: PlanFigures
  readonly changes: PlanChanges
  readonly deliveries: DeliveryChanges
}

/** How often it is tried when others write at the same time. */
const attempts = 4

/** Throws `PlanOutdated` when the plan is about records that have been deleted meanwhile. */
export function storePlan(context: DataContext, plan: PlanToStore): Promise<StoredPlan> {
  return inTransaction(context, { dryRun: false, attempts }, (client) => storeIn(client, context, plan))
}

async function storeIn(client: pg.ClientBase, context: DataContext, plan: PlanToStore): Promise<StoredPlan> {
  const { input, incomplete, analyzed, onProgress } = plan
  const { traits } = analyzed
  const tables = planTables(context)
  const changes = await openChangeSet(client, context)
  const write: Consequence = { client, context, changes }
  await guardPlan(client, context, tables, input)
  onProgress?.(0, 'Comparing with the previous plan')
  const former = await readFormerPlan(client, tables)
  const previous = await readPreviousOrders(client, tables, former?.orders)
  const given = await giveReferences(client, tables, previous, traits)
  const compared = comparePlans(previous, traits, given, plan.frozenUntil)
  await stageGone(client, given.gone)
  await releaseReferrers(write)
  await takeOverForeignKeys(client, context, 'scenario')
  onProgress?.(0.1, 'Storing the plan')
  const result = analyzed.rows(given.references)
  const tally = createTally(input)
  const [stays, matched, added]: [number[], number[], number[]] = [[], [], []]
  for (let number = 0; number < traits.count; number += 1) {
    if (traits.existing[number] !== undefined) stays.push(number)
    else if (given.matches[number]! >= 0) matched.push(number)
    else added.push(number)
  }
  tally.orders(traits)
  const hashes = emptyHashes(traits.count)
  const counterparts = findCounterparts(former, previous, given, traits.existing)
  const isStored = createComparison(counterparts, former?.rows)
  const hash = createRowHash()
  const differs = (number: number): boolean => {
    hash.begin()
    result.orders.mark(number, hash)
    addHash(hashes, number, hash)
    return !isStored(number, hashes)
  }
  changes.count(
    planEntities.orders,
    await storeOrders(client, tables, { rows: result.orders, matched, added, differs }),
  )
  onProgress?.(0.45, 'Storing movements and capacity')
  const parts = { counterparts, existing: traits.existing }
  const movements = await storeParts(client, tables.movements, movementShape, {
    ...parts,
    rows: result.movements,
    former: former?.movements,
    onRow: tally.movement,
  })
  changes.count(planEntities.movements, movements.replaced)
  const uses = await storeParts(client, tables.uses, useShape, {
    ...parts,
    rows: result.uses,
    former: former?.uses,
  })
  changes.count(planEntities.uses, uses.replaced)
  onProgress?.(0.8, 'Storing problems and loads')
  const replace = async <Row>(
    name: keyof typeof planEntities,
    { columns, cells }: RowShape<Row>,
    rows: Iterable<Row>,
  ): Promise<void> => {
    const replaced = await replaceRows(client, {
      table: tables[name],
      columns,
      rows: cellsOf(rows, cells),
      scope: async () => 'true',
    })
    changes.count(planEntities[name], replaced)
  }
  await replace(
    'problems',
    problemShape,
    chained(result.problems, incompleteProblems(incomplete, input.settings.current)),
  )
  await replace(
    'constraints',
    constraintShape,
    chained<StoredConstraint>(result.constraints, incompleteConstraints(incomplete, input.settings.current)),
  )
  const buckets = await storeBuckets(client, tables.resourceBuckets, {
    rows: result.resourceBuckets,
    former: former?.buckets,
    onRow: tally.bucket,
  })
  changes.count(planEntities.resourceBuckets, buckets.replaced)
  onProgress?.(0.85, 'Refreshing sales orders')
  const refreshed = await refresh(write, tables, {
    orders: stays.map((number) => existingShape.cells(result.orders.at(number))),
    demands: cellsOf(watched(result.demands, tally.demand), demandShape.cells),
    items: cellsOf(result.items, itemShape.cells),
  })
  for (const [entity, updated] of refreshed.updated) changes.count(entity, { updated })
  await rememberPlan(client, tables, {
    references: given.references,
    orders: given.orders,
    proposals: Uint8Array.from(traits.existing, (reference) => (reference === undefined ? 1 : 0)),
    rows: hashes,
    movements: movements.hashes,
    uses: uses.hashes,
    resources: buckets.resources,
  })
  await handBackForeignKeys(client, context, 'scenario')
  await changes.close(client)
  return { figures: tally.figures(), changes: compared, deliveries: refreshed.deliveries }
}

/** Cells of rows, made while they are read. */
function* cellsOf<Row>(
  rows: Iterable<Row>,
  cells: (row: Row) => readonly Cell[],
): Generator<readonly Cell[]> {
  for (const row of rows) yield cells(row)
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
