/** Results of the user's tasks, as items of the inbox. Steps of groups and comparisons in JSON for programs are omitted. */
import type { ControlDatabase } from '../database/database.ts'
import type { MessageTexts } from '../errors/messages.ts'
import { type RecordedMessage, recordedText } from '../errors/stored-message.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, momentText, valuesOf } from './feed.ts'

interface TaskItem extends FeedItem {
  readonly task: number
  readonly name: string
  readonly status: string
  readonly text: string | null
}

/** Returns the SQL condition that the task `t` runs in, and holds, only scenarios of a list; null for all. */
export const runsWithin = (scenarios: string): string =>
  `(${scenarios}::text[] IS NULL OR array_append(t."scenarios", coalesce(t."scenario", 'default')) <@ ${scenarios}::text[])`

const id = `('task:' || t."id")`
const ofUser = `t."user" = $1 AND t."finished" IS NOT NULL AND t."parent" IS NULL
  AND (t."name" <> 'scenario_compare' OR t."parameters"->>'format' IS DISTINCT FROM 'json')`
const read = isRead('t."finished"', id)

/** @param scenarios the only scenarios whose tasks the reader may view; undefined for all */
export async function ownTasks(
  database: ControlDatabase,
  query: FeedQuery,
  { scenarios, texts }: { readonly scenarios: readonly string[] | undefined; readonly texts: MessageTexts },
): Promise<readonly TaskItem[]> {
  const { rows } = await database.query<Omit<TaskItem, 'text'> & RecordedMessage & Record<string, unknown>>({
    text: `SELECT ${id} AS "id", t."id" AS "task", t."name", t."status", t."message",
        t."coded_message" AS "codedMessage",
        coalesce(t."scenario", 'default') AS "scenario", ${momentText('t."finished"')} AS "moment", ${read} AS "read"
      FROM control."task" t
      WHERE ${ofUser} AND ${runsWithin('$8')} AND ${comesAfter('t."finished"', id)} AND (NOT $6::boolean OR NOT ${read})
      ORDER BY t."finished" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
    values: [...valuesOf(query), scenarios ?? null],
  })
  return rows.map(({ message, codedMessage, ...row }) => {
    const text = recordedText({ message, codedMessage }, texts)
    return Object.assign({ kind: 'task' as const, route: `/execute/runs/${row.task}`, text }, row)
  })
}

export async function unreadTasks(
  database: ControlDatabase,
  { userId, marks }: Pick<FeedQuery, 'userId' | 'marks'>,
  scenarios: readonly string[] | undefined,
): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM control."task" t WHERE ${ofUser} AND ${runsWithin('$4')} AND NOT ${read}`,
    values: [userId, marks.until, marks.ids, scenarios ?? null],
  })
  return rows[0]?.unread ?? 0
}
