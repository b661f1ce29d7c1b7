/**
 * Writes the orders of a plan: deletes orders that it no longer has, with their rows; keeps unchanged ones; updates
 * or inserts the others.
 */
import type pg from 'pg'
import { copyLines, copyRows } from '../../data/write/computed/copy-rows.ts'
import type { Consequence } from '../../data/write/log/logged.ts'
import { loggedDelete, loggedUpdate } from '../../data/write/log/logged.ts'
import { identifier } from '../../database/identifiers.ts'
import type { OrderResult, OrderRows } from '../../planner/result/result.ts'
import { orderShape } from './plan-rows.ts'
import { planEntities, type PlanTables } from './plan-tables.ts'
import { updateValues } from './update-values.ts'

const goneTable = 'pg_temp."_plan_gone"'

/** Stages the references of proposals to delete, for {@link isGone}. */
export async function stageGone(client: pg.ClientBase, gone: readonly string[]): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE "_plan_gone" ("reference" text COLLATE "C") ON COMMIT DROP')
  await copyRows(
    client,
    goneTable,
    ['reference'],
    gone.map((reference) => [reference]),
  )
  await client.query(`ANALYZE ${goneTable}`)
}

/** Returns the SQL condition that a reference belongs to a proposal to delete. */
export const isGone = (reference: string): string =>
  `${reference} IN (SELECT g."reference" FROM ${goneTable} AS g)`

/**
 * Handles references to deleted proposals, for instance from records of extension modules and custom attributes: the
 * reference is set to null or the record is deleted, as declared by its field. These are records of users, so they
 * are written to the change log. Orders that stay lose their owner. Requires that foreign keys are enabled.
 */
export async function releaseReferrers(write: Consequence): Promise<void> {
  const { model } = write.context
  const views = model.entities.filter(({ name, view }) => (view?.of ?? name) === planEntities.orders)
  for (const { entity, field } of views.flatMap(({ name }) => model.referrers.get(name) ?? [])) {
    if (isOwn(entity.name, field.name) || entity.schema !== 'scenario') continue
    const column = identifier(field.column)
    if (field.reference?.onDelete === 'cascade') await loggedDelete(write, entity, isGone(`t.${column}`))
    else await loggedUpdate(write, entity, { [field.column]: 'NULL' }, isGone(`o.${column}`))
  }
}

/** Returns whether the field is a reference within the plan itself; these rows are deleted with the plan. */
const isOwn = (entity: string, field: string): boolean =>
  entity === planEntities.orders
    ? field === 'owner'
    : (entity === planEntities.movements || entity === planEntities.uses) && field === 'operationplan'

export interface OrdersToStore {
  readonly rows: Pick<OrderRows, 'at'>
  /** Numbers of the proposals that the previous plan also had, and of new ones. */
  readonly matched: readonly number[]
  readonly added: readonly number[]
  /** Returns whether the row of a matched order may differ from the stored one. Called once for each of them. */
  readonly differs: (number: number) => boolean
}

export interface StoredOrders {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** Stores the orders. Requires that foreign keys are disabled, or deferred to the end of the transaction. */
export async function storeOrders(
  client: pg.ClientBase,
  tables: PlanTables,
  orders: OrdersToStore,
): Promise<StoredOrders> {
  await client.query(
    `UPDATE ${tables.orders} AS t SET "owner" = NULL WHERE ${isGone('t."owner"')} AND NOT ${isGone('t."reference"')}`,
  )
  const { rowCount: deleted } = await client.query(
    `DELETE FROM ${tables.orders} AS t WHERE ${isGone('t."reference"')}`,
  )
  const updated =
    orders.matched.length === 0
      ? 0
      : await updateValues(client, {
          table: tables.orders,
          shape: orderShape,
          rows: rowsDiffering(orders),
          dated: true,
        })
  const lines = orderShape.lines(rowsAdded(orders))
  const created = await copyLines(client, tables.orders, orderShape.names, lines)
  return { created, updated, deleted: deleted ?? 0 }
}

function* rowsAdded({ rows, added }: OrdersToStore): Generator<OrderResult> {
  for (const number of added) yield rows.at(number)
}

function* rowsDiffering({ rows, matched, differs }: OrdersToStore): Generator<OrderResult> {
  for (const number of matched) if (differs(number)) yield rows.at(number)
}
