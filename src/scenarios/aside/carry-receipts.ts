/**
 * Keeps orders of production released after its data was replaced: receipts are facts outside the plan. An order
 * without its receipt could be released, and delivered by the ERP, a second time.
 */
import type pg from 'pg'
import { literal, qualified } from '../../database/identifiers.ts'
import { productionScenario } from '../../model/production.ts'

const table = 'orderrelease'
const answer = ['receipt', 'erpnumber', 'reason', 'answered'] as const

/**
 * Copies the receipts from the schema `from` of production to the schema `to`. Schemas of older releases have no
 * receipts.
 */
export async function carryReceipts(
  client: pg.ClientBase,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (from !== productionScenario) return
  const [source, target] = [qualified(from, table), qualified(to, table)]
  const { rows } = await client.query<{ names: readonly string[] | null }>(
    `SELECT array_agg(a."attname"::text ORDER BY a."attnum") AS "names"
     FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_attribute b USING ("attname")
     WHERE a."attrelid" = to_regclass(${literal(source)}) AND b."attrelid" = to_regclass(${literal(target)})
       AND a."attnum" > 0 AND b."attnum" > 0 AND NOT a."attisdropped" AND NOT b."attisdropped"`,
  )
  const names = rows[0]?.names ?? []
  if (!names.includes('receipt')) return
  const list = names.map((name) => `"${name}"`).join(', ')
  // The key is sent with every attempt to release the order; the key of production was already used.
  const taken = ['key', ...answer].map((name) => `"${name}" = excluded."${name}"`).join(', ')
  await client.query(
    `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${source}
     ON CONFLICT ("reference") DO UPDATE SET ${taken}`,
  )
}
