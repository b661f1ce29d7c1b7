/** Notices of the service to the user, as items of the inbox. */
import type { ControlDatabase } from '../database/database.ts'
import { messageText, type MessageTexts } from '../errors/messages.ts'
import { parseStoredMessage } from '../errors/stored-message.ts'
import type { NoticeKind } from '../model/notice-kinds.ts'
import { productionScenario } from '../model/production.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, momentText, valuesOf } from './feed.ts'
import type { ReadMarks } from './read-marks.ts'

interface NoticeItem extends FeedItem {
  readonly kind: NoticeKind
  /** Subject of the notice. */
  readonly title: string
  readonly text: string
  /** Path below the scenario, or a complete path if it starts with `/app/`. */
  readonly route: string
}

const id = `('notice:' || n."id")`
const read = isRead('n."created"', id)
/** Notices that a reader may see. */
export interface NoticeReach {
  readonly scenarios: readonly string[]
  /** Whether those that belong to no scenario are included. */
  readonly general: boolean
}

/** Returns the SQL condition for notices of the user. The parameters are those of `NoticeReach`. */
const isForUser = (scenarios: string, general: string): string =>
  `n."user" = $1 AND CASE WHEN n."scenario" IS NULL THEN ${general}::boolean ELSE n."scenario" = ANY (${scenarios}::text[]) END`

const routes: Readonly<Record<NoticeKind, (subject: number) => string>> = {
  webhook: (subject) => `/app/admin/webhooks/${subject}`,
  release: () => '/release?type=receipts',
}

interface NoticeRow extends FeedItem, Record<string, unknown> {
  readonly kind: NoticeKind
  readonly subject: number
  readonly name: string
  readonly message: string
}

export async function ownNotices(
  database: ControlDatabase,
  query: FeedQuery,
  { reach, texts }: { readonly reach: NoticeReach; readonly texts: MessageTexts },
): Promise<readonly NoticeItem[]> {
  const { rows } = await database.query<NoticeRow>({
    text: `SELECT ${id} AS "id", n."kind", n."subject"::float8 AS "subject", n."name", n."message",
        coalesce(n."scenario", '${productionScenario}') AS "scenario", ${momentText('n."created"')} AS "moment", ${read} AS "read"
      FROM control."notice" n
      WHERE ${isForUser('$8', '$9')} AND ${comesAfter('n."created"', id)} AND (NOT $6::boolean OR NOT ${read})
      ORDER BY n."created" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
    values: [...valuesOf(query), reach.scenarios, reach.general],
  })
  return rows.map(({ id: own, kind, subject, name, message, ...item }) => {
    const parsed = parseStoredMessage(message)
    const text = parsed === undefined ? '' : messageText(parsed, texts)
    const { scenario, moment, read: isOld } = item
    return { id: own, kind, title: name, text, scenario, moment, read: isOld, route: routes[kind](subject) }
  })
}

export async function unreadNotices(
  database: ControlDatabase,
  { userId, marks }: Pick<FeedQuery, 'userId'> & { readonly marks: ReadMarks },
  { scenarios, general }: NoticeReach,
): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM control."notice" n WHERE ${isForUser('$4', '$5')} AND NOT ${read}`,
    values: [userId, marks.until, marks.ids, scenarios, general],
  })
  return rows[0]?.unread ?? 0
}
