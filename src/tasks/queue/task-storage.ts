/**
 * Task records as the data API reads them: tasks of the scenario of the request, and the user's own tasks. The
 * message and step of a task that holds several scenarios are visible to its launcher and to superusers of all of
 * them; for other users they are empty.
 */
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'

export const taskEntity = 'execute.task'

export const taskStorage: EntityStorage = { relation }

function relation({ model, scenario, actor }: DataContext): string {
  const viewer = actor.userId === null ? 'NULL::bigint' : String(actor.userId)
  const isOwn = `(${viewer} IS NULL OR t."user" = ${viewer})`
  const everySuperuser = `NOT EXISTS (
    SELECT FROM unnest(t."scenarios") h("name") WHERE NOT EXISTS (
      SELECT FROM control."membership" m
      WHERE m."user" = ${viewer} AND m."scenario" = h."name" AND m."is_active" AND m."is_superuser"))`
  const columns = requireEntity(model, taskEntity).fields.map(({ column, virtual }) => {
    const name = identifier(column)
    if (virtual) return `NULL AS ${name}`
    if (column !== 'message' && column !== 'step') return `t.${name}`
    return `CASE WHEN cardinality(t."scenarios") < 2 OR ${isOwn} OR ${everySuperuser} THEN t.${name} END AS ${name}`
  })
  return `(
    SELECT ${columns.join(', ')} FROM control."task" t
    WHERE ${isOwn} OR coalesce(t."scenario", 'default') = ${literal(scenario)} OR ${literal(scenario)} = ANY (t."scenarios")
  )`
}
