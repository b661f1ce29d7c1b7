/**
 * Joins proposed orders before they are released: purchases of an item from the same supplier, transports on the same
 * lane, production by the same operation. The result is edits, which are tried and accepted like any others.
 */
import { datetimeIso } from '../../data/record-sql.ts'
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import { qualified } from '../../database/identifiers.ts'
import type { PlanEdit } from '../live/questions.ts'
import { lineage } from '../stock/read-stock-facts.ts'
import { releasableEntities, type ReleasableType } from './release-orders.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

/** A proposed order that can be joined with others. */
export interface MergeableOrder {
  readonly reference: string
  readonly type: ReleasableType
  readonly item: string | null
  readonly quantity: number
  readonly startdate: string | null
  /** Orders with the same value can be joined. */
  readonly alike: string
  /** Maximum size of an order; null without one. */
  readonly maximum: number | null
}

/** A step of a routing order. */
interface Step {
  readonly owner: string
  readonly reference: string
  readonly quantity: number
  readonly startdate: string | null
}

/** An order that takes the place of several. */
export interface MergedOrder {
  /** Reference of the order that ends first, which gets the total quantity. */
  readonly reference: string
  readonly type: ReleasableType
  readonly item: string | null
  readonly quantity: number
  readonly startdate: string | null
  /** References of the orders that it replaces. */
  readonly replaced: readonly string[]
  readonly edits: readonly PlanEdit[]
}

/** Returns the merged orders of those references that are proposed and can be joined. */
export async function mergeOrders(
  context: DataContext,
  references: readonly string[],
): Promise<readonly MergedOrder[]> {
  const orders = await readMergeable(context, references)
  const groups = [...Map.groupBy(orders, ({ alike }) => alike).values()]
    .flatMap(fillOrders)
    .filter((members) => members.length > 1)
  const steps = await readSteps(
    context,
    groups.map(([first]) => first!.reference),
  )
  return groups.map((members) => mergedOrder(members, steps))
}

/** Returns SQL of a text that is the same for the orders that can be joined. */
export const alikeSql = (order: string): string =>
  `json_build_array(${order}."type", ${order}."item", coalesce(${order}."destination", ${order}."location"), ${order}."supplier",
    ${order}."origin", ${order}."operation", coalesce(${order}."batch", ''))::text`

/** Divides orders in their sequence so that no total exceeds the maximum size of an order. */
export function fillOrders(orders: readonly MergeableOrder[]): readonly (readonly MergeableOrder[])[] {
  const filled: MergeableOrder[][] = []
  let total = 0
  for (const order of orders) {
    const last = filled.at(-1)
    total += order.quantity
    if (last !== undefined && (order.maximum === null || total <= order.maximum)) last.push(order)
    else {
      filled.push([order])
      total = order.quantity
    }
  }
  return filled
}

/**
 * Merges orders into the first one. That one keeps its start, and the starts of its steps; their ends follow from
 * working time. Purchases and transports keep both dates, because their duration does not depend on the quantity.
 */
function mergedOrder(
  members: readonly MergeableOrder[],
  steps: ReadonlyMap<string, readonly Step[]>,
): MergedOrder {
  const [first, ...others] = members
  const { reference, type, item, startdate } = first!
  const quantity = members.reduce((sum, order) => sum + order.quantity, 0)
  const entity = releasableEntities[type]
  const approved = { status: 'approved' }
  const edits: readonly PlanEdit[] = [
    {
      entity,
      action: 'update',
      key: reference,
      fields: { ...approved, quantity, ...(type === 'MO' ? { startdate, enddate: null } : {}) },
    },
    ...(steps.get(reference) ?? []).map((step): PlanEdit => ({
      entity: 'input.workorder',
      action: 'update',
      key: step.reference,
      fields: {
        ...approved,
        quantity: (step.quantity * quantity) / first!.quantity,
        startdate: step.startdate,
        enddate: null,
      },
    })),
    ...others.map((order): PlanEdit => ({ entity, action: 'delete', key: order.reference, fields: {} })),
  ]
  return {
    reference,
    type,
    item,
    quantity,
    startdate,
    replaced: others.map((order) => order.reference),
    edits,
  }
}

/** Returns the steps of routing orders by the reference of the order. */
async function readSteps(
  { home, scenario, signal }: DataContext,
  owners: readonly string[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const { rows } = await home.query<Step & Record<string, unknown>>(
    {
      text: `SELECT "owner", "reference", "quantity", ${datetimeIso('"startdate"')} AS "startdate"
        FROM ${qualified(scenario, 'operationplan')} WHERE "owner" = ANY ($1::text[]) ORDER BY "startdate", "reference"`,
      values: [owners],
    },
    { signal },
  )
  return Map.groupBy(rows, ({ owner }) => owner)
}

/** Returns the proposed orders of the references in the sequence of their ends. */
async function readMergeable(
  context: DataContext,
  references: readonly string[],
): Promise<readonly MergeableOrder[]> {
  const { home, signal } = context
  const table = tablesOf(context)
  // As in the planner, suppliers and lanes also apply to the items and locations below theirs, and 0 is no maximum.
  const maximum = (entity: string, source: 'supplier' | 'origin'): string =>
    `(SELECT min(nullif(s."sizemaximum", 0)) FROM ${table(entity)} AS s
        JOIN "item_lineage" AS i ON i."ancestor" = s."item" AND i."name" = p."item"
        WHERE s."${source}" = p."${source}" AND (s."location" IS NULL OR s."location" IN
          (SELECT l."ancestor" FROM "location_lineage" AS l WHERE l."name" = p."location")))`
  const { rows } = await home.query<MergeableOrder & Record<string, unknown>>(
    {
      text: `WITH RECURSIVE "pairs" AS MATERIALIZED (
          SELECT o."reference", o."type", o."item", coalesce(o."destination", o."location") AS "location", o."supplier",
            o."origin", o."operation", o."quantity", o."startdate", o."enddate", ${alikeSql('o')} AS "alike"
          FROM ${table('input.operationplan')} AS o
          WHERE o."reference" = ANY ($1::text[]) AND o."type" = ANY ($2::text[]) AND ${isProposedSql('o."status"')}),
        ${lineage(table, 'item')}, ${lineage(table, 'location')}
        SELECT p."reference", p."type", p."item", p."quantity", ${datetimeIso('p."startdate"')} AS "startdate",
          p."alike", CASE p."type" WHEN 'PO' THEN ${maximum('input.itemsupplier', 'supplier')}
            WHEN 'DO' THEN ${maximum('input.itemdistribution', 'origin')}
            ELSE (SELECT nullif(m."sizemaximum", 0) FROM ${table('input.operation')} AS m WHERE m."name" = p."operation")
          END AS "maximum"
        FROM "pairs" AS p ORDER BY p."enddate", p."reference"`,
      values: [references, Object.keys(releasableEntities)],
    },
    { signal },
  )
  return rows
}
