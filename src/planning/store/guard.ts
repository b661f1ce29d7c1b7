/**
 * Locks against concurrent writes while a plan is stored, until the end of the transaction. Transactions that write
 * orders, movements, capacity or sales orders wait, and so do transactions that delete records that the plan refers
 * to. Readers never wait.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { tableOf } from '../../data/write/log/logged.ts'
import { requireEntity } from '../../model/model.ts'
import type { PlannerInput } from '../../planner/input.ts'
import { PlanOutdated } from './outdated.ts'
import type { PlanTables } from './plan-tables.ts'

/**
 * Locks the tables of a plan. A transaction that stores a plan and also writes records must take these locks first:
 * otherwise two such transactions would deadlock.
 */
export async function lockPlan(client: pg.ClientBase, tables: PlanTables): Promise<void> {
  const written = [
    tables.demands,
    tables.orders,
    tables.movements,
    tables.uses,
    tables.problems,
    tables.constraints,
    tables.resourceBuckets,
  ]
  await client.query(`LOCK TABLE ${written.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Keys of the records that the rows of a plan refer to. */
export interface Referred {
  readonly items: readonly string[]
  readonly locations: readonly string[]
  readonly suppliers: readonly string[]
  readonly operations: readonly string[]
  readonly resources: readonly string[]
  readonly demands: readonly string[]
  /** Orders that are not proposals. */
  readonly orders: readonly string[]
}

/** Returns the keys of all records that a plan of the data may refer to. */
export const referredBy = (input: PlannerInput): Referred => ({
  items: input.items.map(({ name }) => name),
  locations: input.locations.map(({ name }) => name),
  suppliers: input.suppliers.map(({ name }) => name),
  operations: input.operations.map(({ name }) => name),
  resources: input.resources.map(({ name }) => name),
  demands: input.demands.map(({ name }) => name),
  orders: input.orders.map(({ reference }) => reference),
})

/** Locks the plan and the records that it refers to. Throws `PlanOutdated` if one of these records was deleted. */
export async function guardPlan(
  client: pg.ClientBase,
  context: DataContext,
  tables: PlanTables,
  { items, locations, suppliers, operations, resources, demands, orders }: Referred,
): Promise<void> {
  await lockPlan(client, tables)
  const referred: readonly (readonly [entity: string, keys: readonly string[], lock: boolean])[] = [
    ['input.item', items, true],
    ['input.location', locations, true],
    ['input.supplier', suppliers, true],
    ['input.operation', operations, true],
    ['input.resource', resources, true],
    // Their tables are locked as a whole.
    ['input.demand', demands, false],
    ['input.operationplan', orders, false],
  ]
  for (const [name, keys, lock] of referred) {
    if (keys.length === 0) continue
    const entity = requireEntity(context.model, name)
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*) AS count FROM (
         SELECT FROM ${tableOf(context, entity)} t WHERE t."${entity.key}" = ANY ($1::text[])
         ${lock ? 'FOR KEY SHARE OF t' : ''}) AS present`,
      [keys],
    )
    const gone = keys.length - rows[0]!.count
    if (gone > 0) throw new PlanOutdated(`${gone} ${gone === 1 ? entity.label : entity.labelPlural} deleted`)
  }
}
