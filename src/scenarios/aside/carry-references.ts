/**
 * Numbers that the plans of a scenario have given to orders are not given again after its data has been replaced: people and
 * other systems may still know them.
 */
import type pg from 'pg'
import { literal, qualified } from '../../database/identifiers.ts'

const counter = 'planreference'

/**
 * The schema `to` goes on after the larger of both numbers; until the end of the transaction no plan takes any in `from`. A schema of
 * an older release has none.
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
