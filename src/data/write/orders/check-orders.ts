/** Set-based checks of staged orders against stored ones: their types, and the owners of work orders. */
import { literal } from '../../../database/identifiers.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { sameRecord, type Target } from '../merge/target.ts'

/** Checks that orders keep their type, because all types share one key space. */
export async function checkOrderType(
  { client, target, shape, faults }: Batch,
  staged: Staged,
): Promise<void> {
  const typeGiven = staged.given.some(({ field }) => field.name === 'type')
  if (target.entity.view === undefined && !typeGiven) return
  const wanted = target.entity.view === undefined ? 's."type"' : literal(target.entity.view.type)
  const { rows } = await client.query<{ index: number; value: string; type: string }>(
    `SELECT s."_i" AS index, s.${target.key} AS value, t."type" AS type
     FROM ${stage} s JOIN ${target.table} t ON ${sameRecord(shape, 't', 's', 'key')}
     WHERE t."type" <> ${wanted} ${faults.limit}`,
  )
  const name = shape.columns[0]!.field.name
  for (const { index, value, type } of rows) {
    faults.add(index, name, { code: 'wrong_order_type', params: { value, type } })
  }
}

/**
 * Checks that the owner of a work order is a manufacturing order, stored or in the same batch. A work order that owns
 * itself is found by `checkTree`.
 */
export async function checkOrderOwner({ client, target, faults }: Batch, staged: Staged): Promise<void> {
  const given = new Set(staged.given.map(({ field }) => field.name))
  const steps = stepCondition(target, given)
  if (!given.has('owner') || steps === undefined) return
  const typeInBatch = given.has('type') ? `b."type"` : literal(target.entity.view?.type ?? 'MO')
  const inBatch = `CASE WHEN b."reference" IS NOT NULL THEN ${typeInBatch} END`
  const { rows } = await client.query<{ index: number; value: string; type: string }>(
    `SELECT s."_i" AS index, s."owner" AS value, coalesce(p."type", ${inBatch}) AS type
     FROM ${stage} s
     LEFT JOIN ${target.table} p ON p."reference" = s."owner"
     LEFT JOIN ${stage} b ON b."reference" = s."owner"
     WHERE ${steps} AND s."owner" <> s."reference" AND coalesce(p."type", ${inBatch}, 'MO') <> 'MO'
     ${faults.limit}`,
  )
  for (const { index, value, type } of rows) {
    faults.add(index, 'owner', { code: 'wrong_order_type', params: { value, type } })
  }
}

/** Returns the condition that the staged row `s` is a work order; undefined if no row can be one. */
function stepCondition(target: Target, given: ReadonlySet<string>): string | undefined {
  if (target.entity.view !== undefined) return target.entity.view.type === 'WO' ? 'true' : undefined
  return given.has('type') ? `s."type" = 'WO'` : undefined
}
