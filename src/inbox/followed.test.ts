/** Tests the cost of reading news of followed records: few statements, none of which reads the whole log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { buildUser } from '../../test/support/users.ts'
import type { Database } from '../database/database.ts'
import { buildModel } from '../model/model.ts'
import { followedNews, unreadNews } from './followed.ts'
import type { Reader } from './follower.ts'

let held: TestDatabase
let userId = 0

const followed = 60
const changes = 60_000

beforeAll(async () => {
  held = await createTestDatabase()
  const { database } = held
  userId = await buildUser(database, { username: 'ann', rights: { default: 'superuser' } })
  const fill = [
    `INSERT INTO "default"."changeset" ("created", "channel")
      SELECT LOCALTIMESTAMP - make_interval(secs => ${changes} - n), 'api' FROM generate_series(1, ${changes}) n`,
    // Changes of single records; every tenth change set is a file with blocks of records.
    `INSERT INTO "default"."change" ("changeset", "entity", "key", "action", "changes")
      SELECT n, 'input.item', 'item ' || n % 5000, 'change', '{"cost":[1,2]}' FROM generate_series(1, ${changes}) n`,
    `INSERT INTO "default"."change" ("changeset", "entity", "key", "last_key", "action", "changes")
      SELECT n, 'input.item', 'item ' || n % 5000, 'item ' || n % 5000 || 'z', 'change',
        '[null,["item ' || n % 5000 || '",{"description":[null,"x"]}]]'
      FROM generate_series(1, ${changes}, 10) n`,
    `INSERT INTO "default"."comment" ("content_type", "object_pk", "comment")
      SELECT 'input.item', 'item ' || n % 5000, 'said' FROM generate_series(1, 20000) n`,
    `INSERT INTO "default"."change" ("changeset", "entity", "key", "action")
      SELECT "id", 'common.comment', "id"::text, 'add' FROM "default"."comment"`,
    `INSERT INTO "default"."follower" ("content_type", "object_pk", "user")
      SELECT 'input.item', 'item ' || n, ${userId} FROM generate_series(1, ${followed}) n`,
    `ANALYZE "default"."change", "default"."changeset", "default"."comment", "default"."follower"`,
  ]
  for (const text of fill) await database.query({ text })
})
afterAll(() => held[Symbol.asyncDispose]())

/** Runs a callback for the follower. Returns the query plans of all its statements. */
async function plansOf(run: (follower: Reader) => Promise<unknown>): Promise<readonly string[]> {
  const { database } = held
  const plans: string[] = []
  const watched: Database = {
    ...database,
    query: async (statement, options) => {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>({
        text: `EXPLAIN ${statement.text}`,
        ...(statement.values === undefined ? {} : { values: statement.values }),
      })
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return database.query(statement, options)
    },
  }
  await run({
    control: watched,
    homeOf: () => watched,
    model: buildModel(),
    scenarios: ['default'],
    unavailable: [],
    principal: {
      userId,
      username: 'ann',
      language: 'en',
      scenarios: new Map([['default', { superuser: true, permissions: new Set() }]]),
      via: 'session',
      readOnly: false,
    },
  })
  return plans
}

const none = { until: '-infinity', ids: [], apart: {} }

describe('news of followed records', () => {
  it('take two statements, however many records are followed, and read the log by its indexes', async () => {
    const query = { userId, marks: none, unread: false, after: undefined, limit: 51 }
    const plans = await plansOf((follower) => followedNews(follower, query))
    expect(plans).toHaveLength(2)
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (?:change|changeset|comment)\b/)
    expect(plans.join('\n')).toMatch(/change_record_idx/)
    expect(plans.join('\n')).toMatch(/change_block_idx/)
  })

  it('are counted likewise', async () => {
    let unread = 0
    const plans = await plansOf(async (follower) => {
      unread = await unreadNews(follower, { userId, marks: none })
    })
    // Each followed record was changed twelve times; blocks contain every tenth record, in the same change sets.
    expect(unread).toBe(followed * (12 + 4))
    expect(plans).toHaveLength(2)
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (?:change|changeset|comment)\b/)
  })

  it('do not take longer the more is said of one record that nobody follows', async () => {
    const { database } = held
    const fill = [
      `INSERT INTO "default"."comment" ("content_type", "object_pk", "comment")
        SELECT 'input.item', 'much said', 'said' FROM generate_series(1, 80000) n`,
      `DELETE FROM "default"."comment" WHERE "object_pk" <> 'much said'`,
      `INSERT INTO "default"."follower" ("content_type", "object_pk", "user")
        SELECT 'input.item', 'quiet ' || n, ${userId} FROM generate_series(1, 1900) n`,
      `ANALYZE "default"."comment", "default"."follower"`,
    ]
    for (const text of fill) await database.query({ text })
    const plans = await plansOf((follower) => unreadNews(follower, { userId, marks: none }))
    // The table of comments is read at most once, and not within a loop over the followed records.
    const lines = plans.join('\n').split('\n')
    const scan = lines.findIndex((line) => line.includes('Seq Scan on comment'))
    const above = lines.slice(0, scan).findLast((line) => line.search(/\S/) < lines[scan]!.search(/\S/))
    expect(above ?? '').not.toMatch(/Nested Loop/)
    expect(plans.join('\n')).toMatch(/Hash Join|Merge Join|comment_object_pk_idx/)
  })
})
