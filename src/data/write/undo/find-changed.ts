/** Finds conflicts of an undo with later changes of the same records, and with changes between its change sets. */
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import type { Model } from '../../../model/model.ts'
import { readUndone } from '../../history/undo-state.ts'
import { fieldExpression } from '../../record-sql.ts'
import { tableOf } from '../log/logged.ts'
import { insertConflicts, keyOf, type UndoWork } from './conflicts.ts'
import { isOwn, loggedFields, member, storedValue } from './logged-values.ts'
import type { EntityUndo } from './net-effects.ts'

/**
 * Returns SQL of the fields of `t` that differ from a JSON value, as the text of an object field → base, present,
 * proposed.
 */
function differing(
  model: Model,
  fields: ReadonlyMap<string, Field>,
  values: (name: string) => {
    readonly json: string
    readonly base: string
    readonly proposed: string
    /** Condition that the field counts as changed regardless of its value. */
    readonly isBroken?: string
  },
): string {
  const parts = [...fields].map(([name, field]) => {
    const { json, base, proposed, isBroken = 'false' } = values(name)
    const column = `t.${identifier(field.column)}`
    const differs = `${json} ? ${literal(name)} AND (${isBroken} OR ${column} IS DISTINCT FROM ${storedValue(model, field, base)})`
    const differences = `json_build_object('base', ${base}, 'present', ${fieldExpression(field, 't')}, 'proposed', ${proposed})::text`
    return `CASE WHEN ${differs} THEN ${literal(`${JSON.stringify(name)}:`)} || ${differences} END`
  })
  return parts.length === 0 ? `'{}'` : `'{' || concat_ws(',', ${parts.join(', ')}) || '}'`
}

/** Finds values that other users have written since, records that they have deleted, and keys that exist again. */
export async function findChanged(
  work: UndoWork,
  { entity, table, reverted }: EntityUndo,
  { overwrite }: { readonly overwrite: boolean },
): Promise<void> {
  const { client, context } = work
  const stored = tableOf(context, entity)
  const key = keyOf(entity)
  await client.query(
    `${insertConflicts(entity, 'deleted')} (
       SELECT u."key", NULL::jsonb AS "fields", NULL::jsonb AS "records" FROM ${table} u
       WHERE u."kind" <> 'restore' AND NOT EXISTS (SELECT FROM ${stored} t WHERE t.${key} = u."key")) found`,
  )
  await client.query(
    `${insertConflicts(entity, 'exists')} (
       SELECT u."key", NULL::jsonb AS "fields", NULL::jsonb AS "records" FROM ${table} u JOIN ${stored} t ON t.${key} = u."key"
       WHERE u."kind" = 'restore') found`,
  )
  if (overwrite) return
  await client.query(
    `${insertConflicts(entity, 'changed')} (
       SELECT u."key", nullif(u."broken", '{}') AS "fields", NULL::jsonb AS "records" FROM ${table} u
       WHERE u."kind" = 'restore' AND u."broken" IS NOT NULL) found`,
  )
  if (reverted.size > 0) {
    const found = differing(context.model, reverted, (name) => {
      const pair = member('u."changes"', name)
      const broken = `u."broken" IS NOT NULL AND u."broken" ? ${literal(name)}`
      return { json: 'u."changes"', base: `(${pair} -> 1)`, proposed: `(${pair} -> 0)`, isBroken: broken }
    })
    await client.query(
      `${insertConflicts(entity, 'changed')} (
         SELECT d."key", d."differences"::jsonb AS "fields", NULL::jsonb AS "records" FROM (
           SELECT u."key", ${found} AS "differences" FROM ${table} u JOIN ${stored} t ON t.${key} = u."key"
           WHERE u."kind" = 'revert') d
         WHERE d."differences" <> '{}') found`,
    )
  }
  if (entity.fieldByName.has('lastmodified')) await findChangedSince(work, entity, table)
}

/**
 * Finds records that were deleted and created again since (except by an undo of the deletion), and added records that
 * were changed. The first values of added records are the oldest old values in later log entries.
 */
async function findChangedSince(
  { client, context, changesets }: UndoWork,
  entity: Entity,
  table: string,
): Promise<void> {
  const { scenario, model } = context
  const stored = tableOf(context, entity)
  const key = keyOf(entity)
  const { rowCount } = await client.query(
    `CREATE TEMPORARY TABLE "_undo_since" ON COMMIT DROP AS
     SELECT u."key", u."key"::text COLLATE "C" AS "name", u."set", u."kind" <> 'revert' AS "isAdded",
       NULL::jsonb AS "values", false AS "again"
     FROM ${table} u JOIN ${stored} t ON t.${key} = u."key"
     JOIN ${qualified(scenario, 'changeset')} s ON s."id" = coalesce(u."last", u."set")
     WHERE u."kind" <> 'restore' AND (u."last" <> u."set" OR t."lastmodified" IS DISTINCT FROM s."created")`,
  )
  if ((rowCount ?? 0) > 0) {
    const log = qualified(scenario, 'change')
    const [first = 0] = changesets
    const later = `c."changeset" > $1 AND c."changeset" > s."set" AND c."changeset" <> ALL ($4::bigint[]) AND c."entity" = $2`
    await client.query(
      `WITH later AS MATERIALIZED (
         SELECT c."changeset", c."step", c."key", c."action",
           CASE WHEN c."action" <> 'add' THEN c."changes"::jsonb END AS "changes"
         FROM ${log} c JOIN pg_temp."_undo_since" s ON s."name" = c."key" WHERE ${later} AND c."last_key" IS NULL
         UNION ALL
         SELECT c."changeset", c."step", s."name", c."action",
           CASE WHEN c."action" = 'change' THEN (e."value" -> 1)::jsonb END
         FROM ${log} c CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS e("value", "place")
         JOIN pg_temp."_undo_since" s ON s."name" = e."value" ->> 0
         WHERE ${later} AND c."last_key" IS NOT NULL AND e."place" > 1),
       firsts AS (
         SELECT DISTINCT ON (l."key", f."name") l."key", f."name",
           CASE l."action" WHEN 'change' THEN f."pair" -> 0 ELSE f."pair" END AS "old"
         FROM later l CROSS JOIN LATERAL jsonb_each(l."changes") AS f("name", "pair")
         ORDER BY l."key", f."name", l."changeset", l."step"),
       merged AS (
         SELECT l."key", bool_or(l."action" <> 'change' AND NOT EXISTS (
             SELECT FROM json_to_recordset($3::json) AS p("undone" bigint, "by" bigint) JOIN later o ON o."key" = l."key"
             WHERE (p."undone" = l."changeset" AND p."by" = o."changeset")
               OR (p."by" = l."changeset" AND p."undone" = o."changeset"))) AS "again",
           (SELECT jsonb_object_agg(f."name", f."old") FROM firsts f WHERE f."key" = l."key") AS "values"
         FROM later l GROUP BY l."key")
       UPDATE pg_temp."_undo_since" s SET "values" = m."values", "again" = m."again" FROM merged m WHERE m."key" = s."name"`,
      [first, entity.name, JSON.stringify(await readUndone(client, scenario, first)), changesets],
    )
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT f."name" FROM pg_temp."_undo_since" s CROSS JOIN LATERAL jsonb_object_keys(s."values") AS f("name")`,
    )
    const names = loggedFields(model, entity)
    const fields = new Map(
      rows
        .map(({ name }) => [name, names.get(name)] as const)
        .filter((entry): entry is readonly [string, Field] => isOwn(entry[1])),
    )
    const found = differing(model, fields, (name) => ({
      json: 's."values"',
      base: `(${member('s."values"', name)})`,
      proposed: 'NULL',
    }))
    await client.query(
      `${insertConflicts(entity, 'changed')} (
         SELECT d."key", d."differences"::jsonb AS "fields", NULL::jsonb AS "records" FROM (
           SELECT s."key", s."again", CASE WHEN s."isAdded" THEN ${found} ELSE '{}' END AS "differences" FROM pg_temp."_undo_since" s
           JOIN ${stored} t ON t.${key} = s."key") d
         WHERE d."differences" <> '{}' OR d."again") found`,
    )
  }
  await client.query('DROP TABLE pg_temp."_undo_since"')
}
