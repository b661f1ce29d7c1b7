/**
 * Keeps numbers of orders unique after the data of a scenario was replaced: numbers from earlier plans are not
 * assigned again, because users and other systems may still refer to them.
 */
import type pg from 'pg'
import { literal, qualified } from '../../database/identifiers.ts'

const counter = 'planreference'

/**
 * Sets the counter of the schema `to` to the larger value of both schemas. Until the end of the transaction, plans
 * cannot take numbers in `from`. Schemas of older releases have no counter.
 */
export async function carryReferences(
  client: pg.ClientBase,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const [source, target] = [qualified(from, counter), qualified(to, counter)]
  const { rows } = await client.query<{ both: boolean }>(
    `SELECT to_regclass(${literal(source)}) IS NOT NULL AND to_regclass(${literal(target)}) IS NOT NULL AS "both"`,
  )
  if (rows[0]?.both !== true) return
  await client.query(
    `WITH "held" AS MATERIALIZED (SELECT "last" FROM ${source} FOR UPDATE)
     INSERT INTO ${target} AS t ("last") SELECT coalesce(max("last"), 0) FROM "held"
     ON CONFLICT ("id") DO UPDATE SET "last" = greatest(t."last", excluded."last")`,
  )
}
