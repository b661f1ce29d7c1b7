/**
 * Writes the orders of a plan: those that it does not have any more go, with what belongs to them; those that are as they were
 * stay untouched; the others are changed or added.
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

/** Remembers which proposals go; {@link isGone} asks. */
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

/** SQL: whether a reference is that of a proposal that goes. */
export const isGone = (reference: string): string =>
  `${reference} IN (SELECT g."reference" FROM ${goneTable} AS g)`

/**
 * Whatever refers to proposals that go, such as records of extension modules and custom attributes, loses the reference or
 * goes, as its field says. These are records of users: the change log names them. Orders that stay lose their owner. Foreign keys
 * must still be in force.
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

/** References within the plan itself, which go with it. */
const isOwn = (entity: string, field: string): boolean =>
  entity === planEntities.orders
    ? field === 'owner'
    : (entity === planEntities.movements || entity === planEntities.uses) && field === 'operationplan'

export interface OrdersToStore {
  readonly rows: Pick<OrderRows, 'at'>
  /** Numbers of the proposals that the plan before had as well, and of those that are new. */
  readonly matched: readonly number[]
  readonly added: readonly number[]
  /** Asked of each once: whether its row may differ from the one that is stored. */
  readonly differs: (number: number) => boolean
}

export interface StoredOrders {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** Foreign keys do not watch, or only at the end. */
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

/** Those that are new; asks of each whether it differs, which is noted. */
function* rowsAdded({ rows, added, differs }: OrdersToStore): Generator<OrderResult> {
  for (const number of added) {
    differs(number)
    yield rows.at(number)
  }
}

function* rowsDiffering({ rows, matched, differs }: OrdersToStore): Generator<OrderResult> {
  for (const number of matched) if (differs(number)) yield rows.at(number)
}
