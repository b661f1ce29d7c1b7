/** Stores which users a new comment mentions; the inbox shows the mentions. */
import type pg from 'pg'
import type { EntityStorage, WrittenRecord } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { findMentioned, mentionedNames } from '../mentions.ts'

/** `inner` processes the records first. */
export function createMentionStorage(inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    afterMerge: async (context, client, records) => {
      await inner.afterMerge?.(context, client, records)
      for (const { key, text, entity } of said(records)) {
        const found = await findMentioned(
          client,
          { scenario: context.scenario, entity },
          mentionedNames(text),
        )
        const users = found.map(({ id }) => id)
        if (users.length > 0) await addMentions(client, context.scenario, Number(key), users)
      }
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

async function addMentions(
  client: pg.ClientBase,
  scenario: string,
  comment: number,
  users: readonly number[],
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'mention')} ("comment", "user") SELECT $1, unnest($2::bigint[])
      ON CONFLICT DO NOTHING`,
    [comment, users],
  )
}
