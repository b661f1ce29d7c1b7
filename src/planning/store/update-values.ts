/** Updates the values of existing rows if they differ, in bulk. */
import type pg from 'pg'
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import { identifier } from '../../database/identifiers.ts'
import type { RowShape } from './row-shape.ts'

export interface Update<Row> {
  /** Name of the table, as SQL. */
  readonly table: string
  readonly shape: RowShape<Row>
  readonly rows: Iterable<Row>
  /** Whether the table has the column `lastmodified`. */
  readonly dated: boolean
}

const stage = 'pg_temp."_plan_values"'

/**
 * Updates the rows. Expects that no two rows have the same key. Rows that are not in the table are ignored.
 * @returns the number of rows changed
 */
export async function updateValues<Row>(
  client: pg.ClientBase,
  { table, shape, rows, dated }: Update<Row>,
): Promise<number> {
  const list = shape.names.map(identifier).join(', ')
  await client.query(
    `CREATE TEMPORARY TABLE "_plan_values" ON COMMIT DROP AS SELECT ${list} FROM ${table} WITH NO DATA`,
  )
  const staged = await copyLines(client, stage, shape.names, shape.lines(rows))
  const updated = staged === 0 ? 0 : await update(client, table, shape, dated)
  await client.query(`DROP TABLE ${stage}`)
  return updated
}

async function update<Row>(
  client: pg.ClientBase,
  table: string,
  { key, values }: RowShape<Row>,
  dated: boolean,
): Promise<number> {
  // Only the first column of the key finds the rows; the others are only compared.
  await client.query(`ANALYZE ${stage} (${identifier(key[0]!)})`)
  const of = (alias: string): string => values.map((column) => `${alias}.${identifier(column)}`).join(', ')
  const set = values.map((column) => `${identifier(column)} = s.${identifier(column)}`)
  const { rowCount } = await client.query(
    `UPDATE ${table} AS t
     SET ${[...set, ...(dated ? ['"lastmodified" = LOCALTIMESTAMP(6)'] : [])].join(', ')}
     FROM ${stage} AS s
     WHERE ${key.map((column) => `t.${identifier(column)} = s.${identifier(column)}`).join(' AND ')}
       AND (${of('t')}) IS DISTINCT FROM (${of('s')})`,
  )
  return rowCount ?? 0
}
