/** Checks that trees stay trees: after a merge no record may be its own ancestor. */
import { identifier } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'

/** Follows the owners of every staged record upward and reports records that are their own ancestors. */
export async function checkTree({ client, target, faults }: Batch, staged: Staged): Promise<void> {
  const parent = target.base.tree
  if (parent === undefined || !staged.given.some(({ field }) => field.name === parent)) return
  const owner = identifier(parent)
  const { rows } = await client.query<{ index: number }>(
    `WITH RECURSIVE ancestors AS (
       SELECT s."_i", s.${target.key} AS start, t.${owner} AS up
       FROM ${stage} s JOIN ${target.table} t ON t.${target.key} = s.${target.key}
       WHERE t.${owner} IS NOT NULL
       UNION
       SELECT a."_i", a.start, t.${owner}
       FROM ancestors a JOIN ${target.table} t ON t.${target.key} = a.up
       WHERE t.${owner} IS NOT NULL AND a.up <> a.start)
     SELECT "_i" AS index FROM ancestors WHERE up = start`,
  )
  for (const { index } of rows) faults.add(index, parent, { code: 'own_ancestor' })
}
