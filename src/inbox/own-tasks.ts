/** Results of the user's tasks, as items of the inbox. Steps of groups and comparisons in JSON for programs are omitted. */
import type { Database } from '../database/database.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, momentText, valuesOf } from './feed.ts'
import type { ReadMarks } from './read-marks.ts'

interface TaskItem extends FeedItem {
  readonly task: number
  readonly name: string
  readonly status: string
  readonly text: string | null
}

const id = `('task:' || t."id")`
const ofUser = `t."user" = $1 AND t."finished" IS NOT NULL AND t."parent" IS NULL
  AND (t."name" <> 'scenario_compare' OR t."parameters"->>'format' IS DISTINCT FROM 'json')`
const read = isRead('t."finished"', id)

export async function ownTasks(database: Database, query: FeedQuery): Promise<readonly TaskItem[]> {
  const { rows } = await database.query<TaskItem & Record<string, unknown>>({
    text: `SELECT ${id} AS "id", t."id" AS "task", t."name", t."status", t."message" AS "text",
        coalesce(t."scenario", 'default') AS "scenario", ${momentText('t."finished"')} AS "moment", ${read} AS "read"
      FROM control."task" t
      WHERE ${ofUser} AND ${comesAfter('t."finished"', id)} AND (NOT $6::boolean OR NOT ${read})
      ORDER BY t."finished" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
    values: [...valuesOf(query)],
  })
  return rows.map((row) => Object.assign({ kind: 'task' as const, route: `/execute/runs/${row.task}` }, row))
}

export async function unreadTasks(
  database: Database,
  userId: number,
  { until, ids }: ReadMarks,
): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM control."task" t WHERE ${ofUser} AND NOT ${read}`,
    values: [userId, until, ids],
  })
  return rows[0]?.unread ?? 0
}
