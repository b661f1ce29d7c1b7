/**
 * Others write while a plan is made. From here to the end of the transaction they wait where they would disturb: those
 * who write orders, movements, capacity and sales orders for as long as it takes to store; those who delete what a plan refers
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
 * Locks the tables of a plan. Whoever writes records in the transaction that stores a plan locks them before: two such transactions
 * would wait for each other otherwise.
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

/** Throws `PlanOutdated` when something is gone that the plan is about. */
export async function guardPlan(
  client: pg.ClientBase,
  context: DataContext,
  tables: PlanTables,
  input: PlannerInput,
): Promise<void> {
  await lockPlan(client, tables)
  const referred: readonly (readonly [entity: string, keys: readonly string[], lock: boolean])[] = [
    ['input.item', input.items.map(({ name }) => name), true],
    ['input.location', input.locations.map(({ name }) => name), true],
    ['input.supplier', input.suppliers.map(({ name }) => name), true],
    ['input.operation', input.operations.map(({ name }) => name), true],
    ['input.resource', input.resources.map(({ name }) => name), true],
    // Their tables are locked.
    ['input.demand', input.demands.map(({ name }) => name), false],
    ['input.operationplan', input.orders.map(({ reference }) => reference), false],
  ]
  for (const [name, keys, lock] of referred) {
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
