/**
 * Finds the record of each staged row: by key, otherwise by natural key, otherwise a new one. Of several rows for the
 * same record the last one is used.
 */
import type pg from 'pg'
import { defaultExpression } from '../../../database/ddl.ts'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import type { Shape } from '../intake/shape.ts'
import { stage } from '../intake/staging.ts'
import { sameRecord } from '../merge/target.ts'

/** Rows whose record occurs again later in the batch. */
export interface Overridden {
  readonly count: number
  /** Index of the row that is used, by index of each row that it overrides; empty if it is not requested. */
  readonly winners: ReadonlyMap<number, number>
}

/**
 * Gives every staged row of an entity with a surrogate key the key of its record, or a new key if `mayInsert`. A
 * given key that does not exist is ignored, because it comes from another scenario: the row is then known by its
 * natural key, whose missing parts take the default that a new record would have.
 */
export async function resolveSurrogates(
  { client, context, target, shape, mayInsert }: Batch,
  keep: boolean,
): Promise<Overridden> {
  const key = target.key
  if (mayInsert) {
    const defaults = shape.naturalPositions.flatMap((position) => {
      const { field } = shape.columns[position]!
      const fallback = field.nullMeansDefault ? defaultExpression(context.model, field) : undefined
      const column = identifier(field.column)
      return fallback === undefined ? [] : [`${column} = coalesce(s.${column}, ${fallback})`]
    })
    await client.query(
      `UPDATE ${stage} s SET ${[`${key} = NULL`, ...defaults].join(', ')}
       WHERE ${key} IS NOT NULL AND NOT EXISTS (SELECT FROM ${target.table} t WHERE t.${key} = s.${key})`,
    )
  }
  if (shape.naturalPositions.length > 0) {
    await client.query(
      `UPDATE ${stage} s SET ${key} = (
         SELECT min(t.${key}) FROM ${target.table} t WHERE ${sameRecord(shape, 't', 's', 'natural')})
       WHERE s.${key} IS NULL`,
    )
  }
  const byKey = await dropOverridden(client, [key], keep, (row) => `${row}.${key} IS NOT NULL`)
  const byNature = await dropOverridden(client, naturalColumns(shape), keep, (row) => `${row}.${key} IS NULL`)
  if (mayInsert) {
    const sequence = literal(qualified(target.schema, `${target.entity.table}_id_seq`))
    await client.query(`UPDATE ${stage} SET ${key} = nextval(${sequence}) WHERE ${key} IS NULL`)
  }
  return {
    count: byKey.count + byNature.count,
    winners: new Map([...byKey.winners, ...byNature.winners]),
  }
}

const naturalColumns = (shape: Shape): readonly string[] =>
  shape.naturalPositions.map((position) => identifier(shape.columns[position]!.field.column))

/**
 * Deletes staged rows whose record occurs again later in the batch.
 * @param where condition of the rows that are compared and deleted
 * @param keep whether to return which rows they were, or only their number
 */
export async function dropOverridden(
  client: pg.ClientBase,
  columns: readonly string[],
  keep: boolean,
  where: (row: string) => string = () => 'true',
): Promise<Overridden> {
  if (columns.length === 0) return { count: 0, winners: new Map() }
  const list = columns.join(', ')
  const drop = `WITH winners AS (
       SELECT ${list}, max("_i") AS winner FROM ${stage} s WHERE ${where('s')} GROUP BY ${list} HAVING count(*) > 1)
     DELETE FROM ${stage} s USING winners w
     WHERE s."_i" < w.winner AND ${where('s')}
       AND ${columns.map((column) => `s.${column} IS NOT DISTINCT FROM w.${column}`).join(' AND ')}`
  if (!keep) return { count: (await client.query(drop)).rowCount ?? 0, winners: new Map() }
  const { rows } = await client.query<{ loser: number; winner: number }>(
    `${drop} RETURNING s."_i" AS loser, w.winner`,
  )
  return { count: rows.length, winners: new Map(rows.map(({ loser, winner }) => [loser, winner])) }
}
