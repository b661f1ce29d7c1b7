/** Checks that trees stay trees: after a merge no record may be its own ancestor. */
import { identifier } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'
import type { Target } from '../merge/target.ts'

/** Returns whether staged records of a tree give their parents. */
export const givesParents = ({ base: { tree } }: Target, { given }: Staged): boolean =>
  tree !== undefined && given.some(({ field }) => field.name === tree)

/** Follows the owners upward that staged records give, and reports records that are their own ancestors. */
export async function checkTree({ client, target, faults }: Batch, staged: Staged): Promise<void> {
  const parent = target.base.tree
  if (parent === undefined || !givesParents(target, staged)) return
  const owner = identifier(parent)
  const { rows } = await client.query<{ index: number }>(
    `WITH RECURSIVE ancestors AS (
       SELECT s."_i", s.${target.key} AS start, t.${owner} AS up
       FROM ${stage} s JOIN ${target.table} t ON t.${target.key} = s.${target.key}
       WHERE s.${owner} IS NOT NULL AND t.${owner} IS NOT NULL
       UNION
       SELECT a."_i", a.start, t.${owner}
       FROM ancestors a JOIN ${target.table} t ON t.${target.key} = a.up
       WHERE t.${owner} IS NOT NULL AND a.up <> a.start)
     SELECT "_i" AS index FROM ancestors WHERE up = start`,
  )
  for (const { index } of rows) faults.add(index, parent, { code: 'own_ancestor' })
}

/**
 * Reports staged records that would be their own ancestors, in a batch that is rejected because of other records: it is
 * never merged, so that `checkTree` does not find them. Stored records are looked up by key, one level at a time: a
 * small batch does not read a large table.
 */
export async function checkStagedTree({ client, target, faults }: Batch, staged: Staged): Promise<void> {
  const parent = target.base.tree
  if (parent === undefined || !givesParents(target, staged)) return
  const owner = identifier(parent)
  const { rows } = await client.query<{ index: number }>(
    `WITH RECURSIVE ancestors AS (
       SELECT s."_i", s.${target.key} COLLATE "C" AS start, s.${owner} COLLATE "C" AS up
       FROM ${stage} s WHERE s.${owner} IS NOT NULL
       UNION
       SELECT a."_i", a.start, next.up
       FROM ancestors a
       LEFT JOIN ${stage} s ON s.${target.key} = a.up
       LEFT JOIN LATERAL (SELECT t.${owner} FROM ${target.table} t WHERE t.${target.key} = a.up LIMIT 1) stored
         ON s."_i" IS NULL
       CROSS JOIN LATERAL (
         SELECT (CASE WHEN s."_i" IS NULL THEN stored.${owner} ELSE s.${owner} END) COLLATE "C" AS up) next
       WHERE a.up <> a.start AND next.up IS NOT NULL)
     SELECT "_i" AS index FROM ancestors WHERE up = start`,
  )
  for (const { index } of rows) faults.add(index, parent, { code: 'own_ancestor' })
}
