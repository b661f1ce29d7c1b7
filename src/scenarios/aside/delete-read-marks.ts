/** Deletes read marks of inbox items whose numbers other items can have after the data of a scenario was replaced. */
import type pg from 'pg'
import { readMarksPreference } from '../../model/read-marks.ts'
import { lastCommonSql, lastSameSql } from '../common-log.ts'

/** Last numbers that two data have in common; each has given the later ones to its own records. */
export interface CommonNumbers {
  readonly changeset: number
  readonly comment: number
}

/** Returns the last numbers that the present and the replaced data of a scenario have in common. */
export async function readCommonNumbers(
  client: pg.ClientBase,
  { scenario, replaced }: { readonly scenario: string; readonly replaced: string },
): Promise<CommonNumbers> {
  const comment = lastSameSql(
    'comment',
    ['content_type', 'object_pk', 'user', 'comment'],
    [scenario, replaced],
  )
  const { rows } = await client.query<CommonNumbers>(
    `SELECT (${lastCommonSql(scenario, replaced)})::float8 AS "changeset", (${comment})::float8 AS "comment"`,
  )
  return rows[0]!
}

/**
 * Deletes the marks of single items of the scenario with later numbers, so that what nobody has read is unread. Items
 * that stay become unread too if they are that recent, and not covered by a moment up to which all items are read.
 */
export async function deleteReadMarks(
  control: pg.ClientBase,
  scenario: string,
  { changeset, comment }: CommonNumbers,
): Promise<void> {
  const number = `substring(split_part(i."id", ':', 3) FROM '^[0-9]{1,15}')::bigint`
  const isAmbiguous = `(split_part(i."id", ':', 2) = $2 AND CASE
      WHEN split_part(i."id", ':', 1) IN ('comment', 'mention') THEN ${number} > $3
      WHEN split_part(i."id", ':', 1) IN ('add', 'change', 'delete', 'plan', 'exception') THEN ${number} > $4
      ELSE false END)`
  await control.query(
    `UPDATE control."userpreference" AS p SET "value" = jsonb_set(p."value", '{ids}', k."ids")
     FROM (
       SELECT q."id", coalesce(jsonb_agg(i."id" ORDER BY i."place") FILTER (WHERE NOT ${isAmbiguous}), '[]') AS "ids"
       FROM control."userpreference" AS q CROSS JOIN LATERAL jsonb_array_elements_text(
         CASE WHEN jsonb_typeof(q."value" -> 'ids') = 'array' THEN q."value" -> 'ids' ELSE '[]' END)
         WITH ORDINALITY AS i ("id", "place")
       WHERE q."property" = $1 GROUP BY q."id" HAVING bool_or(${isAmbiguous})) AS k
     WHERE p."id" = k."id"`,
    [readMarksPreference, scenario, comment, changeset],
  )
}
