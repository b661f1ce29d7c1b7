/** Inbox messages that the service sends to single users: a webhook was disabled, orders were rejected. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Message } from '../errors/messages.ts'
import { storedMessage } from '../errors/stored-message.ts'
import type { NoticeKind } from '../model/notice-kinds.ts'

export interface Notice {
  readonly user: number
  readonly kind: NoticeKind
  /** Number of the subject: the webhook or the release. */
  readonly subject: number
  /** Null if the notice does not belong to a scenario. */
  readonly scenario: string | null
  /** Display name of the subject. */
  readonly name: string
  readonly message: Message
}

type Client = Pick<pg.ClientBase, 'query'>

/** Adds a message to the inbox of a user as unread. It replaces an earlier message about the same subject. */
export async function giveNotice(client: Client, notice: Notice): Promise<void> {
  const { user, kind, subject, scenario, name, message } = notice
  await client.query(
    `WITH gone AS (DELETE FROM control."notice" WHERE "user" = $1 AND "kind" = $2 AND "subject" = $3
       AND "scenario" IS NOT DISTINCT FROM $4)
     INSERT INTO control."notice" ("user", "kind", "subject", "scenario", "name", "message") VALUES ($1, $2, $3, $4, $5, $6)`,
    [user, kind, subject, scenario, name, storedMessage(message)],
  )
}

/** Deletes messages about a subject that does not exist any more. */
export async function withdrawNotices(
  client: Client,
  { kind, subject }: Pick<Notice, 'kind' | 'subject'>,
): Promise<void> {
  await client.query('DELETE FROM control."notice" WHERE "kind" = $1 AND "subject" = $2', [kind, subject])
}

/**
 * Deletes messages after their retention.
 * @param days retention, in days
 */
export async function deleteOldNotices(database: Database, days: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."notice" WHERE "created" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [days],
  })
}
