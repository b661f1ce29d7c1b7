/**
 * Finds rows of a file that would overwrite changes made after the file was written, or create records again that were
 * deleted after it. A row is compared only if it contains the time of the last change of its record as it was exported.
 *
 * The time of the last change alone is not enough, because every plan changes it: the change log has the fields that
 * users and programs have changed since.
 */
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import type { Message } from '../../../errors/messages.ts'
import { recordLevel } from '../../../errors/service-error.ts'
import { baseEntity } from '../../../model/model.ts'
import { namedUsers, usernameIn } from '../../user-names.ts'
import type { Batch } from '../batch.ts'
import type { NewerChange, NewerChanges } from '../request.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { changeable, differs, type Given, mergedValue, sameRecord } from '../merge/target.ts'

const newerTable = 'pg_temp."_newer"'

/** Maximum number of rows that the result describes. */
const mostDescribed = 5

interface Found extends Omit<NewerChange, 'user'> {
  readonly index: number
  readonly user: number | null
  readonly total: number
}

/**
 * Rejects or counts such rows, except those that are rejected for other reasons; returns undefined if there are none.
 * Their records are locked, so that no change is made between the comparison and the merge.
 */
export async function checkNewer(batch: Batch, staged: Staged): Promise<NewerChanges | undefined> {
  const { client, context, faults, request, target } = batch
  const { lastSeen } = request
  if (lastSeen === undefined || !target.base.fieldByName.has('lastmodified')) return undefined
  await lockSeen(batch)
  if ((await findCandidates(batch, staged)) === 0) {
    await client.query(`DROP TABLE ${newerTable}`)
    return undefined
  }
  const { rows } = await client.query<Found>({
    text: `${changesSince(batch)} ${lastSeen.reject ? faults.limit : `LIMIT ${mostDescribed}`}`,
    values: [baseEntity(context.model, target.entity).name, context.actor.userId, context.actor.task ?? null],
  })
  await client.query(`DROP TABLE ${newerTable}`)
  const total = rows[0]?.total ?? 0
  if (total === 0) return undefined
  const nameOf = await namedUsers(
    context.control,
    rows.map(({ user }) => user),
  )
  const changes = rows.map(({ index, key, fields, user, at }) => ({
    index,
    // Who changes records without the right to view them does not see who else does.
    change: { key, fields, at: at.slice(0, 16), user: lastSeen.mayView ? usernameIn(nameOf(user)) : null },
  }))
  if (lastSeen.reject) {
    for (const { index, change } of changes) faults.add(index, recordLevel, conflictMessage(change))
  }
  const first = changes.slice(0, mostDescribed).map(({ change }) => change)
  return { total, rejected: lastSeen.reject, first }
}

/**
 * Locks the records of the rows that contain a time, in the order of merges. Also those that equal their rows are
 * locked: a change that is committed now would make them differ.
 */
async function lockSeen({ client, shape, target }: Batch): Promise<void> {
  await client.query(
    `WITH "locked" AS MATERIALIZED (
       SELECT FROM ${target.table} t JOIN ${stage} s ON ${sameRecord(shape, 't', 's', 'key')}
       WHERE s."_seen" IS NOT NULL ORDER BY t.${target.key} FOR NO KEY UPDATE OF t)
     SELECT count(*) FROM "locked"`,
  )
}

/**
 * Fills the table of rows that differ from a record that was changed after it was exported, or whose record does not
 * exist: these have no fields. Returns their number. The keys of records with generated keys are not known after a
 * deletion.
 */
async function findCandidates(
  { client, faults, mayInsert, target, shape }: Batch,
  staged: Staged,
): Promise<number> {
  const given: Given = { columns: staged.given, uniform: staged.uniform }
  const differing = changeable(given).map((column) => {
    const value = mergedValue(given, column, 's', 't')
    const { name, column: stored } = column.field
    return `CASE WHEN t.${identifier(stored)} IS DISTINCT FROM ${value} THEN ${literal(name)} END`
  })
  const isMissing = `t.${target.key} IS NULL`
  const missing = mayInsert && !shape.surrogate ? isMissing : 'false'
  const { rowCount } = await client.query(
    `CREATE TEMPORARY TABLE "_newer" ON COMMIT DROP AS
     SELECT s."_i", s."_seen", s.${target.key}::text COLLATE "C" AS "key",
       CASE WHEN NOT ${isMissing} THEN array_remove(ARRAY[${differing.join(', ')}]::text[], NULL) END AS "fields"
     FROM ${stage} s LEFT JOIN ${target.table} t ON ${sameRecord(shape, 't', 's', 'key')}
     WHERE s."_seen" IS NOT NULL AND s."_i" <> ALL (ARRAY[${faults.indexes.join(', ')}]::int[])
       AND (${missing} OR (t."lastmodified" > s."_seen" AND ${differs(given, 's', 't')}))`,
  )
  return rowCount ?? 0
}

/**
 * Returns the query of the rows whose differing fields were changed since, or whose missing records were deleted since,
 * by another way than an earlier import of the same user, and than by the import itself, which may purge records before
 * it reads them. `$1` is the entity, `$2` the user, `$3` the task of the import; the service is no user.
 * Change sets of which only numbers were logged may have changed any field; whoever has emptied whole tables expects
 * files to fill them again.
 */
function changesSince({ context }: Batch): string {
  const log = (table: string): string => qualified(context.scenario, table)
  return `WITH "sets" AS MATERIALIZED (
      SELECT c."id", c."created", c."user" FROM ${log('changeset')} c
      WHERE c."created" > (SELECT min("_seen") FROM ${newerTable})
        AND (c."channel" = 'import' AND c."user" = $2::bigint) IS NOT TRUE
        AND (c."task" = $3::bigint) IS NOT TRUE AND c."transaction" <> pg_current_xact_id()::text::bigint),
    "later" AS MATERIALIZED (
      SELECT n."_i", s."id", CASE WHEN c."action" = 'change' THEN c."changes"::jsonb END AS "changes"
      FROM ${newerTable} n
      JOIN ${log('change')} c ON c."entity" = $1 AND c."key" = n."key" AND c."last_key" IS NULL
        AND (n."fields" IS NULL) = (c."action" = 'delete')
      JOIN "sets" s ON s."id" = c."changeset" AND s."created" > n."_seen"
      UNION ALL
      SELECT n."_i", s."id", CASE WHEN c."action" = 'change' THEN (e."value" -> 1)::jsonb END
      FROM "sets" s JOIN ${log('change')} c ON c."changeset" = s."id"
      CROSS JOIN LATERAL json_array_elements(c."changes"::json) WITH ORDINALITY AS e("value", "place")
      JOIN ${newerTable} n ON n."key" = e."value" ->> 0 AND s."created" > n."_seen"
      WHERE c."entity" = $1 AND c."last_key" IS NOT NULL AND e."place" > 1
        AND (n."fields" IS NULL) = (c."action" = 'delete')
      UNION ALL
      SELECT n."_i", u."id", NULL FROM ${newerTable} n CROSS JOIN LATERAL (
        SELECT s."id" FROM "sets" s JOIN ${log('changesetentity')} k ON k."changeset" = s."id"
        WHERE k."entity" = $1 AND k."kept" = 'counts' AND s."created" > n."_seen" AND n."fields" IS NOT NULL
        ORDER BY s."id" DESC LIMIT 1) u),
    "found" AS (
      SELECT n."_i", n."key", array_remove(array_agg(DISTINCT f."name" ORDER BY f."name"), NULL) AS "fields",
        max(l."id") AS "set"
      FROM "later" l JOIN ${newerTable} n ON n."_i" = l."_i" LEFT JOIN LATERAL unnest(n."fields") AS f("name") ON true
      WHERE l."changes" IS NULL OR l."changes" ? f."name" GROUP BY n."_i", n."key")
    SELECT f."_i" AS "index", f."key", f."fields", s."user"::float8 AS "user", s."created"::text AS "at",
      (count(*) OVER ())::float8 AS "total"
    FROM "found" f JOIN "sets" s ON s."id" = f."set" ORDER BY f."_i"`
}

/**
 * Returns the fields, with author and time of the last change, such as `due (ann, 2026-11-29 08:30)`, or
 * `deleted (ann, 2026-11-29 08:30)`.
 */
export function newerFields(change: NewerChange): string {
  const { fields } = change
  const named = fields.slice(0, mostDescribed).join(', ')
  const more = fields.length > mostDescribed ? ', …' : ''
  return `${named}${more} (${authorAndTime(change)})`
}

/** Returns who made a change, if that is known, and when. */
export const authorAndTime = ({ user, at }: NewerChange): string => (user === null ? at : `${user}, ${at}`)

function conflictMessage(change: NewerChange): Message {
  const record = change.key.slice(0, 60)
  return change.fields.length === 0
    ? { code: 'deleted_since_export', params: { record, change: authorAndTime(change) } }
    : { code: 'changed_since_export', params: { record, changes: newerFields(change) } }
}
