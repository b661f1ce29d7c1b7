/**
 * Puts a plan in the place of the previous one, in one transaction: readers see the one or the other, and whatever ends
 * it early leaves the previous one. What the planner computes is not logged record by record, since every run makes
 * it anew; the change set says how many records of what came, changed and went.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { type Cell, copyRows } from '../../data/write/computed/copy-rows.ts'
import { openChangeSet } from '../../data/write/log/change-set.ts'
import type { Consequence } from '../../data/write/log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../../data/write/merge/bulk.ts'
import { inTransaction } from '../../data/write/transaction.ts'
import type { PlannerInput } from '../../planner/input.ts'
import type { PlanResult } from '../../planner/result/result.ts'
import type { Seconds } from '../../planner/time.ts'
import type { IncompleteDemand } from '../load/demands.ts'
import { clearPlan, releaseReferrers } from './clear-plan.ts'
import { comparePlans, firstPlan, type PlanChanges, rememberPlan } from './compare-plans.ts'
import { guardPlan } from './guard.ts'
import { incompleteConstraints, incompleteProblems } from './incomplete.ts'
import { createTally, type PlanFigures } from './plan-figures.ts'
import {
  constraintShape,
  demandShape,
  existingShape,
  itemShape,
  movementShape,
  orderShape,
  problemShape,
  resourceBucketShape,
  type RowShape,
  type StoredConstraint,
  useShape,
} from './plan-rows.ts'
import { isProposal, planEntities, type PlanTables, planTables } from './plan-tables.ts'
import { refresh } from './refresh.ts'
import type { DeliveryChanges } from './refresh-demands.ts'

export interface PlanToStore {
  readonly input: PlannerInput
  readonly incomplete: readonly IncompleteDemand[]
  /**
   * The rows of the plan; asked for again when the transaction is tried again. References of proposals must be numbers above
   * the given one.
   */
  readonly result: (largestReference: number) => Promise<PlanResult>
  /** Changes before this moment count as churn. */
  readonly frozenUntil: Seconds
  /** Told from 0 to 1. */
  readonly onProgress?: (fraction: number, what: string) => void
}

export interface StoredPlan {
  readonly figures: PlanFigures
  readonly changes: PlanChanges
  readonly deliveries: DeliveryChanges
  /** Rows stored, by entity. */
  readonly stored: ReadonlyMap<string, number>
}

/** How often it is tried when others write at the same time. */
const attempts = 4

/** Throws `PlanOutdated` when the plan is about records that have been deleted meanwhile. */
export function storePlan(context: DataContext, plan: PlanToStore): Promise<StoredPlan> {
  return inTransaction(context, { dryRun: false, attempts }, (client) => storeIn(client, context, plan))
}

async function storeIn(client: pg.ClientBase, context: DataContext, plan: PlanToStore): Promise<StoredPlan> {
  const { input, incomplete, onProgress } = plan
  const tables = planTables(context)
  const changes = await openChangeSet(client, context)
  const write: Consequence = { client, context, changes }
  await guardPlan(client, context, tables, input)
  onProgress?.(0, 'Removing the previous plan')
  const previous = await rememberPlan(client, tables)
  await releaseReferrers(write, tables)
  await takeOverForeignKeys(client, context, 'scenario')
  const largest = await largestReference(client, tables)
  const [removed, result] = await both(clearPlan(client, tables), plan.result(largest))
  for (const [entity, deleted] of removed) changes.count(entity, { deleted })
  onProgress?.(0.1, 'Storing the plan')
  const tally = createTally(input)
  const existing = new Set(input.orders.map(({ reference }) => reference))
  const stored = new Map<string, number>()
  const put = async <Row>(
    name: keyof typeof planEntities,
    { columns, cells }: RowShape<Row>,
    rows: Iterable<Row>,
    onRow?: (row: Row) => boolean,
  ): Promise<void> => {
    const count = await copyRows(client, tables[name], columns, cellsOf(rows, cells, onRow))
    stored.set(planEntities[name], (stored.get(planEntities[name]) ?? 0) + count)
  }
  const stays: (readonly Cell[])[] = []
  await put('orders', orderShape, result.orders, (order) => {
    tally.order(order)
    if (order.existing) stays.push(existingShape.cells(order))
    return !order.existing
  })
  onProgress?.(0.45, 'Storing movements and capacity')
  // Rows of orders that stay take the place of those that they have.
  const renewed: { movements: (readonly Cell[])[]; uses: (readonly Cell[])[] } = { movements: [], uses: [] }
  await put('movements', movementShape, result.movements, (movement) => {
    tally.movement(movement)
    if (!existing.has(movement.operationplan)) return true
    renewed.movements.push(movementShape.cells(movement))
    return false
  })
  await put('uses', useShape, result.uses, (use) => {
    if (!existing.has(use.operationplan)) return true
    renewed.uses.push(useShape.cells(use))
    return false
  })
  for (const [name, { columns }] of [
    ['movements', movementShape],
    ['uses', useShape],
  ] as const) {
    const rows = renewed[name]
    const { rowCount } = await client.query(
      `DELETE FROM ${tables[name]} AS t WHERE t."operationplan" = ANY ($1::text[])`,
      [[...new Set(rows.map(([reference]) => reference))]],
    )
    changes.count(planEntities[name], { deleted: rowCount ?? 0 })
    await put(name, { columns, cells: (cells: readonly Cell[]) => cells }, rows)
  }
  onProgress?.(0.8, 'Storing problems and loads')
  await put(
    'problems',
    problemShape,
    chained(result.problems, incompleteProblems(incomplete, input.settings.current)),
  )
  await put(
    'constraints',
    constraintShape,
    chained<StoredConstraint>(result.constraints, incompleteConstraints(incomplete, input.settings.current)),
  )
  await put('resourceBuckets', resourceBucketShape, result.resourceBuckets, (bucket) => {
    tally.bucket(bucket)
    return true
  })
  for (const [entity, created] of stored) changes.count(entity, { created })
  onProgress?.(0.85, 'Refreshing sales orders')
  const refreshed = await refresh(write, tables, {
    orders: stays,
    demands: cellsOf(result.demands, demandShape.cells, (demand) => {
      tally.demand(demand)
      return true
    }),
    items: cellsOf(result.items, itemShape.cells),
  })
  for (const [entity, updated] of refreshed.updated) changes.count(entity, { updated })
  onProgress?.(0.95, 'Comparing with the previous plan')
  const compared =
    previous === 0 ? await firstPlan(client, tables) : await comparePlans(client, tables, plan.frozenUntil)
  await handBackForeignKeys(client, context, 'scenario')
  await changes.close(client)
  const { deliveries } = refreshed
  return { figures: tally.figures(), changes: compared, deliveries, stored }
}

/** Cells of the rows that are wanted, made while they are read. */
function* cellsOf<Row>(
  rows: Iterable<Row>,
  cells: (row: Row) => readonly Cell[],
  wanted: (row: Row) => boolean = () => true,
): Generator<readonly Cell[]> {
  for (const row of rows) if (wanted(row)) yield cells(row)
}

/**
 * The database removes one plan while the next one is told. When one of them fails the other one is waited for: no statement
 * may follow the end of the transaction.
 */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<readonly [One, Other]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

function* chained<Row>(first: Iterable<Row>, second: Iterable<Row>): Generator<Row> {
  yield* first
  yield* second
}

/** The largest reference of the orders that stay that is a number; somebody may have approved a proposal meanwhile. */
async function largestReference(client: pg.ClientBase, tables: PlanTables): Promise<number> {
  const { rows } = await client.query<{ largest: number | string | null }>(
    `SELECT max("reference"::bigint) AS "largest" FROM ${tables.orders} AS o
     WHERE o."reference" ~ '^\\d{1,15}$' AND NOT ${isProposal('o')}`,
  )
  return Number(rows[0]?.largest ?? 0)
}
