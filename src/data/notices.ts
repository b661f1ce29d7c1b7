/** What the service tells single users by itself, in their inbox: a webhook that was disabled, orders that were rejected. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Message } from '../errors/messages.ts'
import { storedMessage } from '../errors/stored-message.ts'
import type { NoticeKind } from '../model/notice-kinds.ts'

export interface Notice {
  readonly user: number
  readonly kind: NoticeKind
  /** Number of what it is about: of a webhook, of the release. */
  readonly subject: number
  /** Null where it is about no scenario. */
  readonly scenario: string | null
  /** What people call the subject. */
  readonly name: string
  readonly message: Message
}

type Client = Pick<pg.ClientBase, 'query'>

/** Puts a message into the inbox of a user. It replaces an earlier one about the same subject and counts as unread. */
export async function giveNotice(client: Client, notice: Notice): Promise<void> {
  const { user, kind, subject, scenario, name, message } = notice
  await client.query(
    `WITH gone AS (DELETE FROM control."notice" WHERE "user" = $1 AND "kind" = $2 AND "subject" = $3
       AND "scenario" IS NOT DISTINCT FROM $4)
     INSERT INTO control."notice" ("user", "kind", "subject", "scenario", "name", "message") VALUES ($1, $2, $3, $4, $5, $6)`,
    [user, kind, subject, scenario, name, storedMessage(message)],
  )
}

/** Removes messages about a subject that does not exist any more. */
export async function withdrawNotices(
  client: Client,
  { kind, subject }: Pick<Notice, 'kind' | 'subject'>,
): Promise<void> {
  await client.query('DELETE FROM control."notice" WHERE "kind" = $1 AND "subject" = $2', [kind, subject])
}

/** @param days for which they are kept */
export async function deleteOldNotices(database: Database, days: number): Promise<void> {
  await database.query({
    text: `DELETE FROM control."notice" WHERE "created" < LOCALTIMESTAMP - make_interval(days => $1)`,
    values: [days],
  })
}
