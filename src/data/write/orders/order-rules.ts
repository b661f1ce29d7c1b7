/**
 * Consequences of saving an order, the same on every write path. New orders get the status of their parent or
 * `proposed`, unless a status is given; existing ones keep theirs. They get item and location of their operation. Status changes are propagated
 * to children, parents, other routing steps, capacity and inventory movements. Dates and quantities of an order and of
 * its steps are kept consistent.
 */
import { requireEntity } from '../../../model/model.ts'
import { booleanWords } from '../../../model/values/booleans.ts'
import { qualified } from '../../../database/identifiers.ts'
import { type Consequence, loggedDelete, loggedUpdate, tableOf } from '../log/logged.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { stepPriority } from './routing-steps.ts'
import { nameOfDelivery, operationSources } from './order-columns.ts'
import { moveRoutings } from './routing-dates.ts'
import { isStaged } from './written-orders.ts'

const before = 'pg_temp."_before"'
const affected = 'pg_temp."_affected"'

/**
 * Gives staged orders without a status the stored one. An order without a status counts as a proposal, so the next plan
 * would delete an approved order because of an empty cell or a replacement that leaves the status out.
 */
export async function keepStatus({ client, target }: Batch, staged: Staged): Promise<void> {
  if (!staged.given.some(({ field }) => field.column === 'status')) return
  await client.query(
    `UPDATE ${stage} s SET "status" = t."status" FROM ${target.table} t
     WHERE s."status" IS NULL AND t."status" IS NOT NULL AND t."reference" = s."reference"`,
  )
}

/** Stores status, dates, quantity and existence of the staged orders before the merge. */
export async function rememberOrders({ client, context }: Consequence): Promise<void> {
  const orders = tableOf(context, requireEntity(context.model, 'input.operationplan'))
  await client.query(
    `CREATE TEMPORARY TABLE "_before" ON COMMIT DROP AS
     SELECT o."reference", o."status", o."startdate", o."enddate", o."quantity"
     FROM ${orders} o JOIN ${stage} s ON s."reference" = o."reference"`,
  )
}

/** Properties of the staged orders that are known in advance. */
interface StagedOrders {
  /** The type of all of them; undefined if the types may differ. */
  readonly type: string | undefined
  /** Whether all of them are new: their derived columns are then already stored. */
  readonly allNew: boolean
}

/** Applies the rules to the staged orders after the merge. */
export async function applyOrderRules(write: Consequence, { type, allNew }: StagedOrders): Promise<void> {
  const { client, context } = write
  const table = tableOf(context, requireEntity(context.model, 'input.operationplan'))
  await client.query(
    `UPDATE ${table} t SET "status" = coalesce(
       (SELECT p."status" FROM ${table} p WHERE p."reference" = t."owner"), 'proposed')
     FROM ${stage} s
     WHERE t."reference" = s."reference" AND t."status" IS NULL AND t."type" IN ('PO', 'MO', 'WO', 'DO')
       AND NOT EXISTS (SELECT FROM ${before} b WHERE b."reference" = t."reference")`,
  )
  const mayBe = (...types: readonly string[]): boolean => type === undefined || types.includes(type)
  if (!allNew && mayBe('MO', 'WO')) await fillFromOperation(write)
  if (!allNew && mayBe('DLVR')) await fillFromDemand(write)
  const { rowCount } = await client.query(
    `CREATE TEMPORARY TABLE "_affected" ON COMMIT DROP AS
     SELECT t."reference" FROM ${table} t JOIN ${stage} s ON s."reference" = t."reference"
     LEFT JOIN ${before} b ON b."reference" = t."reference"
     WHERE t."status" IS DISTINCT FROM b."status" AND t."status" IS NOT NULL`,
  )
  if ((rowCount ?? 0) > 0) await spreadStatus(write, table)
  if (!allNew && mayBe('MO', 'WO')) {
    const orders = requireEntity(context.model, 'input.operationplan')
    await moveRoutings(write, { orders, table, before })
  }
  await client.query(`DROP TABLE ${before}, ${affected}`)
}

/**
 * Updates item and location of orders that are written again from their operation, or from the item that it produces.
 */
async function fillFromOperation(write: Consequence): Promise<void> {
  const { scenario, model } = write.context
  const sources = operationSources(scenario)
  const of = (column: 'item' | 'location'): string =>
    `(SELECT ${sources[column]} FROM ${qualified(scenario, 'operation')} p WHERE p."name" = o."operation")`
  const values = { item: of('item'), location: of('location') }
  await loggedUpdate(
    write,
    requireEntity(model, 'input.operationplan'),
    values,
    `${isStaged('o')} AND o."type" IN ('MO', 'WO') AND o."operation" IS NOT NULL
       AND ROW(o."item", o."location") IS DISTINCT FROM ROW(${values.item}, ${values.location})`,
  )
}

/** Updates item, location and due date of a delivery that is written again from its sales order. */
async function fillFromDemand(write: Consequence): Promise<void> {
  const { scenario, model } = write.context
  const of = (value: string): string =>
    `(SELECT ${value} FROM ${qualified(scenario, 'demand')} d WHERE d."name" = o."demand")`
  const columns = ['item', 'location', 'due'] as const
  const shown = columns.map((column) => [column, of(`d."${column}"`)] as const)
  await loggedUpdate(
    write,
    requireEntity(model, 'input.operationplan'),
    { ...Object.fromEntries(shown), name: of(nameOfDelivery('d."item"', 'd."location"')) },
    `${isStaged('o')} AND o."type" = 'DLVR' AND o."demand" IS NOT NULL
       AND ROW(${columns.map((column) => `o."${column}"`).join(', ')})
         IS DISTINCT FROM ROW(${shown.map(([, value]) => value).join(', ')})`,
  )
}

const isAffected = (column: string): string => `${column} IN (SELECT "reference" FROM ${affected})`
const isDone = `IN ('completed', 'closed')`

async function spreadStatus(write: Consequence, table: string): Promise<void> {
  const { client, context } = write
  const orders = requireEntity(context.model, 'input.operationplan')
  const affect = async (select: string): Promise<void> => {
    await client.query(`INSERT INTO ${affected} ${select} EXCEPT SELECT "reference" FROM ${affected}`)
  }
  const parentStatus = `(SELECT p."status" FROM ${table} p WHERE p."reference" = o."owner")`
  const givesStatus = isStaged('o')
  const children = `${isAffected('o."owner"')} AND o."status" IS DISTINCT FROM ${parentStatus} AND NOT ${givesStatus}`
  await affect(`SELECT o."reference" FROM ${table} o WHERE ${children}`)
  await loggedUpdate(write, orders, { status: parentStatus }, children)

  const startedStep = `SELECT c."owner" FROM ${table} c
    WHERE c."type" = 'WO' AND c."status" <> 'proposed' AND ${isAffected('c."reference"')}`
  await loggedUpdate(
    write,
    orders,
    { status: `'approved'` },
    `o."status" = 'proposed' AND o."reference" IN (${startedStep})`,
  )
  // The planner replaces proposed orders: without its other steps the order would lose their work and its product.
  await loggedUpdate(
    write,
    orders,
    { status: `'approved'` },
    `o."type" = 'WO' AND o."status" = 'proposed' AND o."owner" IN (${startedStep}) AND NOT ${givesStatus}`,
  )

  const { rows } = await client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table} o WHERE ${isAffected('o."reference"')} AND o."status" ${isDone}) AS "any"`,
  )
  if (rows[0]!.any) await finish(write, table, affect)
}

/**
 * Applies the consequences of completed and closed orders: completes earlier steps and parents, and releases their
 * capacity.
 */
async function finish(
  write: Consequence,
  table: string,
  affect: (select: string) => Promise<void>,
): Promise<void> {
  const { context } = write
  const orders = requireEntity(context.model, 'input.operationplan')
  const tableOfModel = (model: string): string => qualified(context.scenario, model)
  const place = (order: string): string =>
    `(${stepPriority('whole."operation"', `${order}."operation"`, tableOfModel)}, ${order}."operation")`
  const laterStep = `(
    SELECT later."status" FROM ${table} later JOIN ${table} whole ON whole."reference" = later."owner"
    WHERE later."owner" = o."owner" AND ${isAffected('later."reference"')} AND later."status" ${isDone}
      AND ${place('later')} > ${place('o')} LIMIT 1)`
  const earlier = `o."type" = 'WO' AND o."owner" IS NOT NULL AND o."status" NOT ${isDone} AND ${laterStep} IS NOT NULL
    AND o."owner" IN (SELECT c."owner" FROM ${table} c WHERE ${isAffected('c."reference"')})`
  await affect(`SELECT o."reference" FROM ${table} o WHERE ${earlier}`)
  await loggedUpdate(write, orders, { status: laterStep }, earlier)

  const parents = `o."status" NOT ${isDone}
    AND o."reference" IN (SELECT c."owner" FROM ${table} c WHERE c."type" = 'WO' AND ${isAffected('c."reference"')})
    AND NOT EXISTS (SELECT FROM ${table} c WHERE c."owner" = o."reference" AND c."status" NOT ${isDone})`
  const allClosed = `CASE WHEN EXISTS (
    SELECT FROM ${table} c WHERE c."owner" = o."reference" AND c."status" = 'completed') THEN 'completed' ELSE 'closed' END`
  await affect(`SELECT o."reference" FROM ${table} o WHERE ${parents}`)
  await loggedUpdate(write, orders, { status: allClosed }, parents)
  await releaseDone(write, table)
}

/** Returns SQL that limits the column to a moment; an empty date stays empty. */
const notAfter = (column: string, moment: string): string =>
  `CASE WHEN o."${column}" > ${moment} THEN ${moment} ELSE o."${column}" END`

async function releaseDone(write: Consequence, table: string): Promise<void> {
  const { client, context } = write
  const { model, scenario } = context
  const now = `date_trunc('second', LOCALTIMESTAMP)`
  const done = `SELECT d."reference" FROM ${table} d WHERE ${isAffected('d."reference"')} AND d."status" ${isDone}`
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT EXISTS (SELECT FROM ${qualified(scenario, 'parameter')}
       WHERE "name" = 'COMPLETED.allow_future' AND lower(btrim("value")) = ANY($1::text[])) AS allowed`,
    [booleanWords(true)],
  )
  if (!rows[0]!.allowed) {
    await loggedUpdate(
      write,
      requireEntity(model, 'input.operationplan'),
      { startdate: notAfter('startdate', now), enddate: notAfter('enddate', now) },
      `o."reference" IN (${done}) AND (o."startdate" > ${now} OR o."enddate" > ${now})`,
    )
  }
  await loggedDelete(
    write,
    requireEntity(model, 'input.operationplanresource'),
    `t."operationplan" IN (${done})`,
  )
  await loggedUpdate(
    write,
    requireEntity(model, 'input.operationplanmaterial'),
    { flowdate: now },
    `o."operationplan" IN (${done}) AND o."flowdate" > ${now}`,
  )
}
