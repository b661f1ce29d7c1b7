/**
 * Applies a rename of groups to references: a renamed group keeps its runs, its steps in other groups, and its
 * waiting runs.
 */
import type pg from 'pg'
import { groupTask } from './steps.ts'

export interface Rename {
  readonly id: number
  readonly from: string
  readonly to: string
}

export async function renameGroups(client: pg.ClientBase, renames: readonly Rename[]): Promise<void> {
  for (const { id, from, to } of renames) {
    await client.query(
      `UPDATE control."scheduledtask" s SET "steps" = (
        SELECT jsonb_agg(CASE WHEN e."step"->>'task' = $1 AND e."step"#>>'{arguments,schedule}' = $2
          THEN jsonb_set(e."step", '{arguments,schedule}', to_jsonb($3::text)) ELSE e."step" END ORDER BY e."place")
        FROM jsonb_array_elements(s."steps") WITH ORDINALITY AS e("step", "place")
      )
      WHERE jsonb_typeof(s."steps") = 'array' AND s."steps" @> jsonb_build_array(
        jsonb_build_object('task', $1::text, 'arguments', jsonb_build_object('schedule', $2::text)))`,
      [groupTask, from, to],
    )
    await client.query(
      `UPDATE control."task" t SET "parameters" = jsonb_set(t."parameters", '{schedule}', to_jsonb($3::text))
      WHERE t."name" = $1 AND t."finished" IS NULL AND t."status" = 'Waiting'
        AND (t."schedule" = $4 OR (t."schedule" IS NULL AND t."parameters"->>'schedule' = $2))`,
      [groupTask, from, to, id],
    )
  }
}
