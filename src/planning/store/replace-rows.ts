/**
 * Replaces the computed rows of the previous plan by those of the new one. Rows that exist already stay unchanged,
 * with their number and the time of their last change; the others are deleted and inserted in bulk.
 */
import type pg from 'pg'
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import { identifier } from '../../database/identifiers.ts'

export interface Replacement {
  /** Name of the table, as SQL. */
  readonly table: string
  readonly columns: readonly string[]
  /** Rows as lines of COPY. */
  readonly lines: Iterable<string>
  /** Returns SQL over the alias `t`: the rows of the table that are replaced. Called after the rows have been staged. */
  readonly scope: () => Promise<string>
  /** Deleted rows with a number up to this one are counted separately. */
  readonly last?: number
}

export interface Replaced {
  readonly created: number
  readonly deleted: number
  /** Number of deleted rows with a number up to `last`. */
  readonly deletedBefore: number
}

const stage = 'pg_temp."_plan_rows"'
const kept = 'pg_temp."_plan_kept"'

export async function replaceRows(client: pg.ClientBase, replacement: Replacement): Promise<Replaced> {
  const { table, columns, lines, last = 0 } = replacement
  const { rows: found } = await client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table}) AS "any"`,
  )
  if (!found[0]!.any)
    return { created: await copyLines(client, table, columns, lines), deleted: 0, deletedBefore: 0 }
  await stageRows(client, replacement)
  const { rows: counted } = await client.query<{ deleted: number; before: number }>(
    `WITH "deleted" AS (
       DELETE FROM ${table} AS t USING pg_temp."_plan_gone_rows" AS g WHERE t."id" = g."id" RETURNING t."id")
     SELECT count(*) AS "deleted", count(*) FILTER (WHERE "id" <= $1) AS "before" FROM "deleted"`,
    [last],
  )
  const created = await client.query(
    `INSERT INTO ${table} (${columns.map(identifier).join(', ')})
     SELECT ${columns.map((column) => `s.${identifier(column)}`).join(', ')} FROM ${stage} AS s
     WHERE NOT EXISTS (SELECT FROM ${kept} AS k WHERE k."hash" = ${hashOf('s', columns)})
     ORDER BY s.ctid`,
  )
  await client.query(`DROP TABLE ${stage}, ${kept}, pg_temp."_plan_gone_rows"`)
  const { deleted, before } = counted[0]!
  return { created: created.rowCount ?? 0, deleted, deletedBefore: before }
}

/** Returns SQL of a 64-bit hash of a row. */
const hashOf = (alias: string, columns: readonly string[]): string =>
  `hash_record_extended(ROW(${columns.map((column) => `${alias}.${identifier(column)}`).join(', ')}), 0)`

/**
 * Stages the rows and determines which of them the table already has the same number of times, and which rows of the
 * table are deleted.
 */
async function stageRows(
  client: pg.ClientBase,
  { table, columns, lines, scope }: Replacement,
): Promise<void> {
  const list = columns.map(identifier).join(', ')
  await client.query(
    `CREATE TEMPORARY TABLE "_plan_rows" ON COMMIT DROP AS SELECT ${list} FROM ${table} WITH NO DATA`,
  )
  await copyLines(client, stage, columns, lines)
  await client.query(`
    CREATE TEMPORARY TABLE "_plan_there" ON COMMIT DROP AS
      SELECT t."id", ${hashOf('t', columns)} AS "hash" FROM ${table} AS t WHERE ${await scope()};
    CREATE TEMPORARY TABLE "_plan_kept" ON COMMIT DROP AS
      SELECT "hash", count(*) AS "count" FROM pg_temp."_plan_there" GROUP BY "hash"
      INTERSECT SELECT ${hashOf('s', columns)} AS "hash", count(*) FROM ${stage} AS s GROUP BY 1;
    CREATE TEMPORARY TABLE "_plan_gone_rows" ON COMMIT DROP AS
      SELECT t."id" FROM pg_temp."_plan_there" AS t
      WHERE NOT EXISTS (SELECT FROM ${kept} AS k WHERE k."hash" = t."hash");
    DROP TABLE pg_temp."_plan_there"`)
}
