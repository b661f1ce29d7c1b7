/** Keeps pending proposals from editing other records after the data of a scenario was replaced. */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import { keyField } from '../../model/entity.ts'
import { baseEntity, type Model } from '../../model/model.ts'
import { pendingStates } from '../../model/proposals.ts'

/**
 * Replaces the key of edits in `control` whose number is that of another record in the new data, or of none, by a
 * negative number, so that the edits conflict with the deletion of their record. Two records with the same number
 * are the same one if they have the same natural key. Runs in the transaction that replaces the data.
 */
export async function detachEdits(
  client: pg.ClientBase,
  model: Model,
  { scenario, replaced }: { readonly scenario: string; readonly replaced: string },
): Promise<void> {
  const edits = `control."proposaledit" AS e JOIN control."proposal" AS p ON p."id" = e."proposal"
    WHERE p."scenario" = $1 AND p."state" = ANY ($2) AND e."action" <> 'create' AND e."key" ~ '^[0-9]{1,18}$'`
  const { rows } = await client.query<{ entity: string }>(`SELECT DISTINCT e."entity" FROM ${edits}`, [
    scenario,
    pendingStates,
  ])
  for (const { entity: name } of rows) {
    const entity = model.byName.get(name)
    if (entity === undefined || keyField(entity).type !== 'identity' || entity.naturalKey.length === 0)
      continue
    const { table } = baseEntity(model, entity)
    const key = identifier(keyField(entity).column)
    const same = entity.naturalKey.map((part) => {
      const column = identifier(entity.fieldByName.get(part)!.column)
      return `n.${column} IS NOT DISTINCT FROM r.${column}`
    })
    await client.query(
      `UPDATE control."proposaledit" AS t SET "key" = '-' || t."key"
       FROM (SELECT e."proposal", e."number", e."key"::bigint AS "id" FROM ${edits} AND e."entity" = $3 OFFSET 0) AS e
       WHERE t."proposal" = e."proposal" AND t."number" = e."number" AND NOT EXISTS (
         SELECT FROM ${qualified(replaced, table)} AS r JOIN ${qualified(scenario, table)} AS n ON n.${key} = r.${key}
         WHERE r.${key} = e."id" AND ${same.join(' AND ')})`,
      [scenario, pendingStates, name],
    )
  }
}
