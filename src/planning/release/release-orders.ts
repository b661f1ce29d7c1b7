/**
 * Releases proposed and approved orders: approves each order and creates its receipt, in one transaction and one change set. An
 * order that was handed out (`handed-out.ts`) is not released again, even by concurrent requests.
 */
import type { DataContext } from '../../data/context.ts'
import { applyEdits } from '../../data/write/edits/apply-edits.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { qualified } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import { isHandedOutSql } from './handed-out.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

/** Entities of the orders that can be released, by order type. */
export const releasableEntities = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
} as const

export type ReleasableType = keyof typeof releasableEntities

export const isReleasable = (type: string): type is ReleasableType => Object.hasOwn(releasableEntities, type)

/** Reason why an order is not released. */
export type Refusal = 'unknown' | 'released' | 'not_proposed' | 'wrong_type'

export interface Release {
  /** Change set of the release; null if nothing was released. */
  readonly changeset: number | null
  readonly released: readonly string[]
  readonly refused: readonly { readonly reference: string; readonly reason: Refusal }[]
}

/** Returns the types of orders by reference; orders that do not exist are left out. */
export async function findOrderTypes(
  { home, scenario, signal }: DataContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await home.query<{ reference: string; type: string }>(
    {
      text: `SELECT "reference", "type" FROM ${qualified(scenario, 'operationplan')} WHERE "reference" = ANY ($1::text[])`,
      values: [references],
    },
    { signal },
  )
  return new Map(rows.map(({ reference, type }) => [reference, type]))
}

/** Columns of the receipt that another release replaces; the answer of the ERP to the former one is void. */
const renewed = [
  'type',
  'item',
  'location',
  'supplier',
  'origin',
  'operation',
  'quantity',
  'startdate',
  'enddate',
  'changeset',
  'user',
  'released',
  'receipt',
  'erpnumber',
  'reason',
  'answered',
  'withdrawn',
]
  .map((name) => `"${name}" = excluded."${name}"`)
  .join(', ')

/**
 * Releases orders. The caller checks permissions.
 * @throws ServiceError `conflict` if other transactions keep changing the same orders
 */
export async function releaseOrders(context: DataContext, references: readonly string[]): Promise<Release> {
  const { scenario, actor, model } = context
  const orders = qualified(scenario, 'operationplan')
  const receipts = qualified(scenario, 'orderrelease')
  return writeInTransaction(context, { dryRun: false, attempts: 5 }, async (open) => {
    const { client, changes } = open
    // Waits for a plan that is being stored, which locks the table first, before it holds orders.
    await client.query(`LOCK TABLE ${orders} IN ROW EXCLUSIVE MODE`)
    const { rows: found } = await client.query<{ reference: string; type: string; reason: Refusal | null }>(
      `SELECT o."reference", o."type", CASE
          WHEN NOT o."type" = ANY ($2::text[]) THEN 'wrong_type'
          WHEN EXISTS (SELECT FROM ${receipts} AS r
            WHERE r."reference" = o."reference" AND ${isHandedOutSql('r')}) THEN 'released'
          WHEN NOT ${isProposedSql('o."status"')} AND o."status" <> 'approved' THEN 'not_proposed' END AS "reason"
        FROM ${orders} AS o WHERE o."reference" = ANY ($1::text[]) ORDER BY o."reference" FOR UPDATE OF o`,
      [references, Object.keys(releasableEntities)],
    )
    const wanted = found.filter(({ reason }) => reason === null).map(({ reference }) => reference)
    // An order that was released since the query above has a receipt. An ERP that has received the order before, and
    // has not answered, takes it once by its key; one that has rejected it would reject a known key again. An order of
    // another type is another order, so it has another key.
    const { rows: kept } = await client.query<{ reference: string; type: ReleasableType }>(
      `INSERT INTO ${receipts} AS r ("reference", "type", "item", "location", "supplier", "origin", "operation", "quantity",
          "startdate", "enddate", "changeset", "user")
        SELECT o."reference", o."type", o."item", coalesce(o."destination", o."location"), o."supplier", o."origin",
          o."operation", o."quantity", o."startdate", o."enddate", $2, $3
        FROM ${orders} AS o WHERE o."reference" = ANY ($1::text[])
        ON CONFLICT ("reference") DO UPDATE SET ${renewed},
            "key" = CASE WHEN r."receipt" IS NULL AND r."type" = excluded."type" THEN r."key" ELSE excluded."key" END
          WHERE NOT ${isHandedOutSql('r')}
        RETURNING r."reference", r."type"`,
      [wanted, await changes.settle(client), actor.userId],
    )
    const entityOf = (type: ReleasableType): Entity => requireEntity(model, releasableEntities[type])
    await applyEdits(
      open,
      context,
      kept
        .toSorted((a, b) => a.type.localeCompare(b.type))
        .map(({ reference, type }) => ({
          entity: entityOf(type),
          action: 'update',
          key: reference,
          fields: { status: 'approved' },
        })),
    )
    const known = new Map(found.map(({ reference, reason }) => [reference, reason]))
    const released = new Set(kept.map(({ reference }) => reference))
    return {
      changeset: released.size === 0 ? null : changes.id,
      released: references.filter((reference) => released.has(reference)),
      refused: references
        .filter((reference) => !released.has(reference))
        .map((reference) => ({
          reference,
          reason: known.has(reference) ? (known.get(reference) ?? 'released') : 'unknown',
        })),
    }
  })
}
