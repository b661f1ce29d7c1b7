/** Removes the previous plan: proposals, stock at the start, their movements and capacity, problems, reasons, loads. */
import type pg from 'pg'
import type { Consequence } from '../../data/write/log/logged.ts'
import { loggedDelete, loggedUpdate } from '../../data/write/log/logged.ts'
import { identifier } from '../../database/identifiers.ts'
import { isProposal, planEntities, type PlanTables } from './plan-tables.ts'

/** Rows that went, by entity. */
export type Removed = ReadonlyMap<string, number>

/** Foreign keys do not watch, or only at the end. */
export async function clearPlan(client: pg.ClientBase, tables: PlanTables): Promise<Removed> {
  const removed = new Map<string, number>()
  const remove = async (name: keyof PlanTables, where: string): Promise<void> => {
    const { rowCount } = await client.query(`DELETE FROM ${tables[name]} AS t WHERE ${where}`)
    removed.set(planEntities[name], rowCount ?? 0)
  }
  const ofProposal = `t."operationplan" IN (SELECT o."reference" FROM ${tables.orders} AS o WHERE ${isProposal('o')})`
  await remove('movements', ofProposal)
  await remove('uses', ofProposal)
  await remove('problems', 'true')
  await remove('constraints', 'true')
  await remove('resourceBuckets', 'true')
  // New proposals may get the numbers of old ones: nobody may go on to refer to those.
  await client.query(
    `UPDATE ${tables.orders} AS t SET "owner" = NULL FROM ${tables.orders} AS o
     WHERE o."reference" = t."owner" AND ${isProposal('o')} AND NOT ${isProposal('t')}`,
  )
  await remove('orders', isProposal('t'))
  return removed
}

/**
 * Whatever else refers to proposals, such as records of extension modules and custom attributes, loses the reference or
 * goes, as its field says. These are records of users: the change log tells.
 */
export async function releaseReferrers(write: Consequence, tables: PlanTables): Promise<void> {
  const { model } = write.context
  const views = model.entities.filter(({ name, view }) => (view?.of ?? name) === planEntities.orders)
  const gone = `IN (SELECT p."reference" FROM ${tables.orders} AS p WHERE ${isProposal('p')})`
  for (const { entity, field } of views.flatMap(({ name }) => model.referrers.get(name) ?? [])) {
    if (isOwn(entity.name, field.name) || entity.schema !== 'scenario') continue
    const column = identifier(field.column)
    if (field.reference?.onDelete === 'cascade') await loggedDelete(write, entity, `t.${column} ${gone}`)
    else await loggedUpdate(write, entity, { [field.column]: 'NULL' }, `o.${column} ${gone}`)
  }
}

/** References within the plan itself, which go with it. */
const isOwn = (entity: string, field: string): boolean =>
  entity === planEntities.orders
    ? field === 'owner'
    : (entity === planEntities.movements || entity === planEntities.uses) && field === 'operationplan'
