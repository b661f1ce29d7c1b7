/**
 * Finds out which record each staged row is: by key, else by natural key, else a new one. Of several rows
 * for the same record the last one wins.
 */
import type pg from 'pg'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import type { Shape } from '../intake/shape.ts'
import { stage } from '../intake/staging.ts'
import { sameRecord, type Target } from '../merge/target.ts'

/** Index of the row that won, by index of each row that it overrode. */
export type Overridden = ReadonlyMap<number, number>

/**
 * Gives every staged row of an entity with a surrogate key the key of the record it means, or a fresh one
 * where `mayInsert`. A key given that does not exist counts as not given: it comes from another scenario.
 */
export async function resolveSurrogates(
  client: pg.ClientBase,
  target: Target,
  shape: Shape,
  mayInsert: boolean,
): Promise<Overridden> {
  const key = target.key
  if (mayInsert) {
    await client.query(
      `UPDATE ${stage} s SET ${key} = NULL
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
  const overridden = new Map([
    ...(await dropOverridden(client, [key], `${key} IS NOT NULL`)),
    ...(await dropOverridden(client, naturalColumns(shape), `${key} IS NULL`)),
  ])
  if (mayInsert) {
    const sequence = literal(qualified(target.schema, `${target.entity.table}_id_seq`))
    await client.query(`UPDATE ${stage} SET ${key} = nextval(${sequence}) WHERE ${key} IS NULL`)
  }
  return overridden
}

const naturalColumns = (shape: Shape): readonly string[] =>
  shape.naturalPositions.map((position) => identifier(shape.columns[position]!.field.column))

/** Drops rows whose record comes again later in the batch. */
export async function dropOverridden(
  client: pg.ClientBase,
  columns: readonly string[],
  where = 'true',
): Promise<Overridden> {
  if (columns.length === 0) return new Map()
  const list = columns.join(', ')
  const { rows } = await client.query<{ loser: number; winner: number }>(
    `WITH winners AS (
       SELECT ${list}, max("_i") AS winner FROM ${stage} WHERE ${where} GROUP BY ${list} HAVING count(*) > 1)
     DELETE FROM ${stage} s USING winners w
     WHERE s."_i" < w.winner
       AND ${columns.map((column) => `s.${column} IS NOT DISTINCT FROM w.${column}`).join(' AND ')}
     RETURNING s."_i" AS loser, w.winner`,
  )
  return new Map(rows.map(({ loser, winner }) => [loser, winner]))
}
