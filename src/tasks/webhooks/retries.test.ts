/** Tests that rounds of webhooks and changes of a webhook lock its record first, and so never wait for each other. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { buildUser } from '../../../test/support/users.ts'
import { until } from '../../../test/support/wait.ts'
import { wakeRetried } from './retries.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test[Symbol.asyncDispose]())

it('retries messages after a change of the webhook, which takes the messages in another order', async () => {
  const { database } = test
  const user = await buildUser(database, { username: 'ann' })
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."webhook" ("name", "url", "secret", "user", "kinds", "entities", "scenarios", "cursor")
      VALUES ('erp', 'http://localhost', '', $1, '{}', '{}', '{}', '') RETURNING "id"::float8 AS "id"`,
    values: [user],
  })
  const webhook = rows[0]!.id
  const { rows: messages } = await database.query<{ id: number }>({
    text: `INSERT INTO control."webhookdelivery" ("webhook", "kind", "body", "attempts", "due", "status")
      SELECT $1, 'change', '{}', 1, now() + interval '1 hour', 503 FROM generate_series(1, 2)
      RETURNING "id"::float8 AS "id"`,
    values: [webhook],
  })
  let woken: Promise<void> | undefined
  await database.withTransaction(async (client) => {
    const touch = (id: number | undefined) =>
      client.query('UPDATE control."webhookdelivery" SET "attempts" = 0 WHERE "id" = $1', [id])
    await client.query('UPDATE control."webhook" SET "url" = \'http://other\' WHERE "id" = $1', [webhook])
    await touch(messages[1]?.id)
    woken = wakeRetried(database, webhook)
    await until('the round waits', async () => {
      const { rowCount } = await database.query({
        text: `SELECT FROM pg_locks l JOIN pg_stat_activity a USING ("pid")
          WHERE NOT l."granted" AND a."datname" = current_database()`,
      })
      return rowCount !== 0
    })
    await touch(messages[0]?.id)
  })
  await expect(woken).resolves.toBeUndefined()
})
