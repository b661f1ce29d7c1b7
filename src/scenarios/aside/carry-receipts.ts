/**
 * Keeps orders of production released after its data was replaced: receipts are facts outside the plan. An order
 * without its receipt could be released, and delivered by the ERP, a second time.
 */
import type pg from 'pg'
import { withdrawReleases } from '../../data/write/orders/withdraw-releases.ts'
import { literal, qualified } from '../../database/identifiers.ts'
import { productionScenario } from '../../model/production.ts'

const table = 'orderrelease'
const answer = ['receipt', 'erpnumber', 'reason', 'answered', 'withdrawn'] as const

/** What a plan does not change about an order: one that differs in it is another order, which has the same reference. */
const identity = ['type', 'item', 'supplier', 'origin', 'operation'] as const

/**
 * Copies the receipts from the schema `from` of production to the schema `to`, except those of orders whose reference
 * another order has there: a copy of production assigns the same references as production does. Such an order can be
 * released, with its own key. Schemas of older releases have no receipts, or do not say which releases were withdrawn;
 * their migration does.
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
  const taken = ['key', ...answer.filter((name) => names.includes(name))]
    .map((name) => `"${name}" = excluded."${name}"`)
    .join(', ')
  const same = [
    ...identity.map((name) => `o."${name}" IS NOT DISTINCT FROM r."${name}"`),
    'coalesce(o."destination", o."location") IS NOT DISTINCT FROM r."location"',
  ]
  await client.query(
    `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${source} AS r
     WHERE NOT EXISTS (
         SELECT FROM ${qualified(to, 'operationplan')} AS o
         WHERE o."reference" = r."reference" AND NOT (${same.join(' AND ')}))
       OR EXISTS (SELECT FROM ${target} AS t WHERE t."reference" = r."reference" AND t."key" = r."key")
     ON CONFLICT ("reference") DO UPDATE SET ${taken}`,
  )
  if (names.includes('withdrawn')) await withdrawReleases(client, to)
}
