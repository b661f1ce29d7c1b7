/** Writes the stock movements that differ between two versions of the rows of some buffers. */
import type pg from 'pg'
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import { identifier } from '../../database/identifiers.ts'
import type { MovementResult } from '../../planner/result/result.ts'
import { storedMoment } from './cells.ts'
import { movementShape } from './plan-rows.ts'
import { RowShape } from './row-shape.ts'
import { updateValues } from './update-values.ts'

export interface MovementChanges {
  /** Keys of rows to delete; all rows with the same key are deleted. */
  readonly gone: readonly MovementResult[]
  readonly added: readonly MovementResult[]
  /** Rows with other values than the stored row with the same key. */
  readonly changed: readonly MovementResult[]
}

const keyOf = ({ operationplan, item, location }: MovementResult): string =>
  `${operationplan}\0${item}\0${location}`

const valuesOf = ({ flowdate, quantity, onhand, minimum, periodofcover, status }: MovementResult): string =>
  `${storedMoment(flowdate)}\0${quantity}\0${onhand}\0${minimum}\0${periodofcover}\0${status}`

/**
 * Compares two versions of the rows. Rows with the same key cannot be distinguished: if one of several differs, all
 * of them are written again.
 */
export function compareMovements(
  former: readonly MovementResult[],
  now: readonly MovementResult[],
): MovementChanges {
  const were = Map.groupBy(former, keyOf)
  const are = Map.groupBy(now, keyOf)
  const gone: MovementResult[] = []
  const added: MovementResult[] = []
  const changed: MovementResult[] = []
  for (const [key, rows] of are) {
    const before = were.get(key) ?? []
    const [row] = rows
    if (before.length === 0) added.push(...rows)
    else if (hasSameValues(before, rows)) continue
    else if (before.length === 1 && rows.length === 1) changed.push(row!)
    else {
      gone.push(before[0]!)
      added.push(...rows)
    }
  }
  for (const [key, rows] of were) if (!are.has(key)) gone.push(rows[0]!)
  return { gone, added, changed }
}

function hasSameValues(one: readonly MovementResult[], other: readonly MovementResult[]): boolean {
  if (one.length !== other.length) return false
  const values = other.map(valuesOf).sort()
  return one
    .map(valuesOf)
    .sort()
    .every((value, place) => value === values[place])
}

const keyShape = new RowShape<MovementResult>(
  movementShape.columns.slice(0, movementShape.key.length),
  movementShape.key.length,
)

const stage = 'pg_temp."_plan_movements"'

export interface DeletedMovements {
  readonly deleted: number
  /** Number of deleted rows with a number up to `last`. */
  readonly deletedBefore: number
}

/** Deletes the movements, before their orders are deleted. */
export async function deleteMovements(
  client: pg.ClientBase,
  table: string,
  { gone }: MovementChanges,
  last: number,
): Promise<DeletedMovements> {
  if (gone.length === 0) return { deleted: 0, deletedBefore: 0 }
  const { names } = keyShape
  await client.query(
    `CREATE TEMPORARY TABLE "_plan_movements" ON COMMIT DROP AS SELECT ${names.map(identifier).join(', ')} FROM ${table} WITH NO DATA`,
  )
  await copyLines(client, stage, names, keyShape.lines(gone))
  await client.query(`ANALYZE ${stage}`)
  const { rows } = await client.query<DeletedMovements>(
    `WITH "deleted" AS (
       DELETE FROM ${table} AS t USING ${stage} AS s
       WHERE ${names.map((column) => `t.${identifier(column)} = s.${identifier(column)}`).join(' AND ')}
       RETURNING t."id")
     SELECT count(*) AS "deleted", count(*) FILTER (WHERE "id" <= $1) AS "deletedBefore" FROM "deleted"`,
    [last],
  )
  await client.query(`DROP TABLE ${stage}`)
  return rows[0]!
}

/** Inserts and updates movements, after their orders were written. */
export async function writeMovements(
  client: pg.ClientBase,
  table: string,
  { added, changed }: MovementChanges,
): Promise<{ readonly created: number; readonly updated: number }> {
  const updated =
    changed.length === 0
      ? 0
      : await updateValues(client, { table, shape: movementShape, rows: changed, dated: true })
  const created =
    added.length === 0 ? 0 : await copyLines(client, table, movementShape.names, movementShape.lines(added))
  return { created, updated }
}
