/** Kills the server while it mails changes by plans and while it stores and applies proposals of safety stock. */
import { expect, it } from 'vitest'
import { writePreference } from '../../src/auth/preferences.ts'
import { findDueDigests } from '../../src/inbox/digests.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { rowsOf, write } from '../support/records.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startMailServer } from '../support/smtp.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

/** Number of buffers with a proposed safety stock. */
const bufferCount = 200

it('mails nothing twice and leaves no half of a proposal', { timeout: 180_000 }, async () => {
  await using test = await createTestDatabase()
  const { database } = test
  const context = createTestContext(database)
  let server: ServerProcess | undefined
  let kills = 0
  await using mail = await startMailServer({
    onMessage: () => {
      // The mail has arrived, and its sender does not learn it.
      if (kills === 0 && server?.child.kill('SIGKILL') === true) kills += 1
      return undefined
    },
  })
  const email = 'admin@example.com'
  const id = await buildUser(database, { username: 'admin', email, rights: { default: 'superuser' } })
  await writePreference(database, id, 'ui', { digest: 'plan' })
  await findDueDigests(database, '2020-01-01T00:00:00')
  const changeByPlan = (key: string): Promise<unknown> =>
    database.query({
      text: `WITH s AS (INSERT INTO "default"."changeset" ("created", "channel") VALUES (LOCALTIMESTAMP, 'task') RETURNING "id")
        INSERT INTO "default"."plannotice" ("changeset", "user", "kind", "total", "changes")
        SELECT "id", $1, 'plan', 1, $2 FROM s`,
      values: [id, JSON.stringify([{ entity: 'input.demand', key, before: null, after: null }])],
    })
  await write(context, 'input.item', [{ name: 'bike' }])
  const names = Array.from({ length: bufferCount }, (_, index) => `shop ${index}`)
  await write(
    context,
    'input.location',
    names.map((name) => ({ name })),
  )
  await write(
    context,
    'input.buffer',
    names.map((location) => ({ item: 'bike', location, minimum: 0 })),
  )
  const ids = (await rowsOf(context, 'buffer', '"id"')).map((row) => Number(row['id']))
  const settings = { ...mail.settings, BASE_URL: 'https://planning.example.com/' }
  const start = (): Promise<ServerProcess> => startServerProcess({ databaseUrl: test.url, settings })

  /** Stores and applies a proposal of the same safety stock for all buffers. */
  const propose = async (to: ServerProcess, minimum: number): Promise<void> => {
    const edits = ids.map((key) => ({
      entity: 'input.buffer',
      action: 'update',
      key: String(key),
      fields: { minimum },
    }))
    const made = await to.request('POST', '/api/proposals/', { body: { title: 'Safety stock', edits } })
    await to.request('POST', `/api/proposals/${Object(made.json).id}/apply/`)
  }

  server = await start()
  await changeByPlan('SO-1')
  const isAlive = (): boolean => kills === 0
  for (let minimum = 1; isAlive(); minimum += 1)
    await propose(server, minimum).catch((error: unknown) => {
      if (isAlive()) throw error
    })
  await server[Symbol.asyncDispose]()
  const minimums = async (): Promise<ReadonlySet<unknown>> =>
    new Set((await rowsOf(context, 'buffer', '"minimum"')).map((row) => row['minimum']))
  const { rows } = await database.query<{ state: string; edits: number }>({
    text: `SELECT p."state", (SELECT count(*) FROM control."proposaledit" e WHERE e."proposal" = p."id")::integer AS "edits"
      FROM control."proposal" p`,
  })
  expect((await minimums()).size).toBe(1)
  expect(rows.filter(({ edits }) => edits !== bufferCount)).toEqual([])

  await changeByPlan('SO-2')
  server = await start()
  await propose(server, 7_777)
  expect([...(await minimums())].map(Number)).toEqual([7_777])
  const mailsWith = (key: string): number =>
    mail.mails.filter(({ parsed }) => parsed.text?.includes(key)).length
  await until('the mail about the second change', () => mailsWith('SO-2') > 0)
  await server.end('SIGTERM')
  expect([mailsWith('SO-1'), mailsWith('SO-2')]).toEqual([1, 1])
})
