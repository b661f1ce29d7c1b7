/** Counts the edits of a proposal by entity and action. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { type ApprovalRules, neededGroups } from './approvals.ts'
import type { EditSummary } from './proposal.ts'

/** Updates the counts of a proposal after its edits have changed. */
export async function countEdits(
  client: pg.ClientBase,
  { model }: DataContext,
  id: number,
  rules: ApprovalRules,
): Promise<void> {
  const { rows: summary } = await client.query<EditSummary>(
    `SELECT "entity", "action", count(*)::float8 AS "records" FROM control."proposaledit" WHERE "proposal" = $1
     GROUP BY 1, 2 ORDER BY min("number")`,
    [id],
  )
  await client.query(
    `UPDATE control."proposal" SET "edits" = $2, "summary" = $3,
       "reviewers" = CASE "state" WHEN 'draft' THEN "reviewers" ELSE $4 END WHERE "id" = $1`,
    [
      id,
      summary.reduce((sum, { records }) => sum + records, 0),
      JSON.stringify(summary),
      neededGroups(model, rules, summary),
    ],
  )
}
