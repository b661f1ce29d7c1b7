/** Finds written orders of which more is completed than ordered: a slip of typing, or more was made than ordered. */
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { bulkRows } from '../merge/bulk.ts'
import { sameRecord } from '../merge/target.ts'
import type { NamedOrders } from '../request.ts'

/** Maximum number of orders that are named. */
const mostNamed = 20

/**
 * Returns the stored orders of a batch whose completed quantity exceeds their quantity. Only orders that are planned
 * count: the plan takes what is completed off an approved or confirmed order. Bulk writes without completed quantities
 * are not checked, because the join takes seconds.
 */
export async function findOvercompleted(
  { client, shape, target }: Batch,
  staged: Staged,
): Promise<NamedOrders | undefined> {
  const given = new Set(staged.given.map(({ field }) => field.name))
  const isConcerned = given.has('quantity_completed') || (given.has('quantity') && staged.rows < bulkRows)
  if (!isConcerned) return undefined
  const { rows } = await client.query<{ total: number; first: readonly string[] | null }>(
    `SELECT count(*)::int AS "total", (array_agg(t."reference" ORDER BY s."_i"))[1:${mostNamed}] AS "first"
     FROM ${stage} s JOIN ${target.table} t ON ${sameRecord(shape, 's', 't', 'key')}
     WHERE t."quantity_completed" > t."quantity" AND t."status" IN ('approved', 'confirmed')`,
  )
  const { total, first } = rows[0]!
  return total === 0 ? undefined : { total, first: first ?? [] }
}
