/** Excludes records from an undo without a conflict: rows of a plan that is outdated. */
import { storedFields } from '../../../database/ddl.ts'
import { identifier, qualified } from '../../../database/identifiers.ts'
import { keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import { baseEntity, requireEntity } from '../../../model/model.ts'
import { tableOf } from '../log/logged.ts'
import type { LeaveOutReason } from '../../../contract/left-out-records.ts'
import type { Message } from '../../../errors/messages.ts'
import type { UndoWork } from './conflicts.ts'
import { isPlanRow, orderField, ordersEntity } from './plan-rows.ts'
import { isProposedSql } from '../../../rules/proposed-order.ts'

/** Maximum number of keys in a group of excluded records. */
const mostKeys = 10

/**
 * Records that an undo leaves as they are. `rows`: deleted rows of the plan that a later plan has replaced, or that
 * refer to records that do not exist; `plan`: changed proposals that a plan has removed since; `emptied`: changed
 * proposals that were deleted with all orders, of which only the number was logged; `gone`: changed proposals that were
 * removed by a plan or, after it, with all orders.
 */
export interface LeftOutRecords {
  readonly entity: string
  readonly reason: LeaveOutReason | 'rows'
  readonly records: number
  /** The first of their keys; empty for rows of the plan, which the next plan makes again. */
  readonly keys: readonly string[]
  /** The change set that has deleted all orders; null for other reasons. */
  readonly changeset: number | null
}

/** Left-out records that the next plan does not make again. */
export type KeptRecords = LeftOutRecords & { readonly reason: LeaveOutReason }

/** Returns the left-out records that are reported: all but rows of the plan, which the next plan makes again. */
export const keptRecords = (leftOut: readonly LeftOutRecords[]): readonly KeptRecords[] =>
  leftOut.flatMap(({ reason, ...group }) => (reason === 'rows' ? [] : [{ ...group, reason }]))

/** Returns which records stay as they are, and why; `name` is the name of their entity. */
export const leftOutMessage = (
  { entity, reason, records, changeset }: LeftOutRecords,
  name: string = entity,
): Message => ({
  code: `undo_left_${reason}`,
  params: { entity: name, number: records, count: records, ...(changeset === null ? {} : { changeset }) },
})

/**
 * Excludes deleted rows of the plan if a plan was stored since, if their key exists again, or if a referenced record
 * does not exist; and changed proposals that a plan has removed.
 * @param lastPlan number of the last change set that stored a plan
 * @returns the excluded records
 */
export async function leaveOutPlanRows(work: UndoWork, lastPlan: number): Promise<readonly LeftOutRecords[]> {
  const { client, undos } = work
  const leftOut: LeftOutRecords[] = []
  const undoOf = new Map(undos.map((undo) => [undo.entity.name, undo]))
  for (const undo of undos) {
    const { entity, table } = undo
    const isPlan = isPlanRow(entity)
    const order = orderField(entity)
    let rows = 0
    if (isPlan !== undefined) {
      const lost = [
        `coalesce(u."last", u."set") < ${lastPlan}`,
        exists(work, undo),
        ...lostReferences(work, undo, undoOf),
      ]
      const { rowCount } = await client.query(
        `DELETE FROM ${table} u WHERE u."kind" = 'restore' AND ${isPlan} AND (${lost.join(' OR ')})`,
      )
      rows += rowCount ?? 0
    }
    if (entity.name === ordersEntity) leftOut.push(...(await leaveOutRemovedProposals(work, undo)))
    if (order !== undefined) rows += await leaveOutParts(work, undo, order, undoOf.get(ordersEntity))
    if (rows > 0)
      leftOut.push({ entity: entity.name, reason: 'rows', records: rows, keys: [], changeset: null })
  }
  return leftOut
}

type Undo = UndoWork['undos'][number]

/** Excludes deleted parts of orders that are not restored. Returns their number. */
async function leaveOutParts(
  { client, context }: UndoWork,
  { table }: Undo,
  order: Field,
  orders: Undo | undefined,
): Promise<number> {
  const column = identifier(order.column)
  const returns =
    orders === undefined
      ? 'false'
      : `EXISTS (SELECT FROM ${orders.table} o WHERE o."key" = (u."row").${column} AND o."kind" <> 'remove')`
  const stored = tableOf(context, requireEntity(context.model, ordersEntity))
  const { rowCount } = await client.query(
    `DELETE FROM ${table} u WHERE u."kind" = 'restore' AND NOT ${returns} AND NOT EXISTS (
       SELECT FROM ${stored} o WHERE o."reference" = (u."row").${column})`,
  )
  return rowCount ?? 0
}

/**
 * Excludes changed orders that were still proposals after the change and that a plan has removed since, possibly in
 * the same change set: an accepted move also changes its neighbors. Only users' deletions are logged, which conflict.
 */
async function leaveOutRemovedProposals(work: UndoWork, undo: Undo): Promise<readonly LeftOutRecords[]> {
  const { client, context } = work
  const log = qualified(context.scenario, 'change')
  const counts = qualified(context.scenario, 'changesetentity')
  const deletions = `c."entity" = $1 AND c."action" = 'delete'
    AND c."changeset" > (SELECT min("set") FROM ${undo.table})`
  const removals = `FROM ${counts} c WHERE c."entity" = $1 AND c."deleted" > 0`
  const { rows } = await client.query<RemovedProposals>(
    `WITH deleted AS MATERIALIZED (
       SELECT c."changeset", c."key" FROM ${log} c WHERE ${deletions} AND c."last_key" IS NULL
       UNION ALL
       SELECT c."changeset", e."value" ->> 0
       FROM ${log} c CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS e("value", "place")
       WHERE ${deletions} AND c."last_key" IS NOT NULL AND e."place" > 1),
     removed AS (
       DELETE FROM ${undo.table} u WHERE u."kind" = 'revert' AND NOT ${exists(work, undo)}
         AND ${isProposedSql(`u."changes" #>> '{status,1}'`)}
         AND NOT EXISTS (
           SELECT FROM deleted d WHERE d."key" = u."key" AND d."changeset" > coalesce(u."last", u."set"))
       RETURNING u."key", coalesce(u."last", u."set") AS "last"),
     causes AS (
       SELECT l."last", e."emptied", EXISTS (
         SELECT ${removals} AND c."kept" = 'computed' AND c."changeset" >= l."last"
           AND c."changeset" < coalesce(e."emptied", c."changeset" + 1)) AS "planned"
       FROM (SELECT DISTINCT "last" FROM removed) l
       CROSS JOIN LATERAL (
         SELECT min(c."changeset") AS "emptied" ${removals} AND c."kept" = 'counts' AND c."changeset" > l."last") e)
     SELECT "reason", count(*)::float8 AS "records",
       CASE WHEN "reason" = 'emptied' THEN "emptied"::float8 END AS "changeset",
       (array_agg(r."key" ORDER BY r."key"))[:${mostKeys}] AS "keys"
     FROM removed r
     JOIN (SELECT *, CASE WHEN "emptied" IS NULL THEN 'plan' WHEN "planned" THEN 'gone' ELSE 'emptied' END AS "reason"
       FROM causes) c USING ("last")
     GROUP BY 1, 3 ORDER BY 1, 3`,
    [undo.entity.name],
  )
  return rows.map((removed) => Object.assign({ entity: undo.entity.name }, removed))
}

type RemovedProposals = Omit<LeftOutRecords, 'entity'>

const exists = ({ context }: UndoWork, { entity }: Undo): string =>
  `EXISTS (SELECT FROM ${tableOf(context, entity)} t WHERE t.${identifier(keyField(entity).column)} = u."key")`

/** Returns SQL conditions, one per reference, that the referenced record does not exist and is not restored. */
function lostReferences(
  { context }: UndoWork,
  { entity }: Undo,
  undoOf: ReadonlyMap<string, Undo>,
): readonly string[] {
  return storedFields(entity).flatMap((field) => {
    if (field.reference === undefined) return []
    const target = baseEntity(context.model, requireEntity(context.model, field.reference.entity))
    if (target.schema !== 'scenario' || target === entity) return []
    const value = `(u."row").${identifier(field.column)}`
    const own = undoOf.get(target.name)
    const returns =
      own === undefined
        ? ''
        : ` AND NOT EXISTS (SELECT FROM ${own.table} o WHERE o."key" = ${value} AND o."kind" <> 'remove')`
    const key = identifier(keyField(target).column)
    return [
      `(${value} IS NOT NULL AND NOT EXISTS (
         SELECT FROM ${tableOf(context, target)} r WHERE r.${key} = ${value})${returns})`,
    ]
  })
}
