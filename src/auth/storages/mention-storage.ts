/** Stores which users a new comment mentions; the inbox shows the mentions. */
import type pg from 'pg'
import type { DataContext, EntityStorage, WrittenRecord } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { findMentioned } from '../mentions.ts'

export interface MentionStorage extends EntityStorage {
  /**
   * Returns the names in new comments of a write with this context of which no user was notified: unknown users, and
   * users who may not view the record. The two cases are not distinguished.
   */
  unknownMentions(context: DataContext): readonly string[]
}

/** `inner` processes the records first. */
export function createMentionStorage(inner: EntityStorage): MentionStorage {
  const unknown = new WeakMap<DataContext, ReadonlySet<string>>()
  return {
    ...inner,
    unknownMentions: (context) => [...(unknown.get(context) ?? [])],
    afterMerge: async (context, client, records) => {
      await inner.afterMerge?.(context, client, records)
      const comments = said(records)
      if (comments.length === 0) return
      const found = await findMentioned(context.control, context.scenario, comments)
      const mentions = comments.flatMap(({ key }, index) =>
        found[index]!.users.map((user): Mention => [Number(key), user]),
      )
      unknown.set(context, new Set([...(unknown.get(context) ?? []), ...found.flatMap((one) => one.unknown)]))
      if (mentions.length > 0) await addMentions(client, context.scenario, mentions)
    },
  }
}

interface Said {
  readonly key: WrittenRecord['key']
  readonly text: string
  readonly entity: string
}

/** Returns new comments of users that contain an `@`. */
function said(records: readonly WrittenRecord[]): readonly Said[] {
  return records.flatMap(({ key, action, given }) => {
    const { type = 'comment', comment, content_type: entity } = given
    const isSaid = action === 'created' && type === 'comment'
    if (!isSaid || typeof comment !== 'string' || typeof entity !== 'string') return []
    return comment.includes('@') ? [{ key, text: comment, entity }] : []
  })
}

type Mention = readonly [comment: number, user: number]

async function addMentions(
  client: pg.ClientBase,
  scenario: string,
  mentions: readonly Mention[],
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'mention')} ("comment", "user")
      SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING`,
    [mentions.map(([comment]) => comment), mentions.map(([, user]) => user)],
  )
}
