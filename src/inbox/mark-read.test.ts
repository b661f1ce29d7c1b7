/** Tests that reading everything leaves unread what nobody could see: news of scenarios that cannot be reached. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { buildUser } from '../../test/support/users.ts'
import { until } from '../../test/support/wait.ts'
import { largestPreference, preferenceBytes } from '../auth/preference-quota.ts'
import { buildModel } from '../model/model.ts'
import { followedNews } from './followed.ts'
import type { Reader } from './follower.ts'
import { markAllRead, markItems } from './mark-read.ts'
import { addMarks, mostSingle, readMarks, replaceMarks } from './read-marks.ts'
import { unreadItems } from './sources.ts'

let held: TestDatabase
let reader: Reader

beforeAll(async () => {
  held = await createTestDatabase()
  const { database } = held
  const userId = await buildUser(database, { username: 'ann', rights: { default: 'superuser' } })
  const rights = { superuser: true, permissions: new Set<string>() }
  reader = {
    control: database,
    homeOf: () => database,
    model: buildModel(),
    scenarios: ['default', 'scenario1'],
    unavailable: [],
    principal: {
      userId,
      username: 'ann',
      language: 'en',
      scenarios: new Map([
        ['default', rights],
        ['scenario1', rights],
      ]),
      via: 'session',
      readOnly: false,
    },
  }
  for (const scenario of ['default', 'scenario1'])
    await database.query({
      text: `INSERT INTO "${scenario}"."follower" ("content_type", "object_pk", "user") VALUES ('input.item', 'a', $1)`,
      values: [userId],
    })
})
afterAll(() => held[Symbol.asyncDispose]())

/** Adds a change of the followed item a number of seconds ago. */
const change = (scenario: string, secondsAgo: number): Promise<unknown> =>
  held.database.query({
    text: `WITH "set" AS (INSERT INTO "${scenario}"."changeset" ("created", "channel")
        VALUES (LOCALTIMESTAMP - make_interval(secs => $1), 'api') RETURNING "id")
      INSERT INTO "${scenario}"."change" ("changeset", "entity", "key", "action", "changes")
      SELECT "id", 'input.item', 'a', 'change', '{"cost":[1,2]}' FROM "set"`,
    values: [secondsAgo],
  })

const unread = async (): Promise<number> =>
  unreadItems(reader, await readMarks(reader.control, reader.principal.userId))

it('leaves news of a scenario unread that cannot be reached, until all is read when it can be', async () => {
  for (const seconds of [60, 50]) await change('scenario1', seconds)
  const marks = await readMarks(reader.control, reader.principal.userId)
  const query = { userId: reader.principal.userId, marks, unread: true, after: undefined, limit: 1 }
  await markItems(
    reader,
    (await followedNews(reader, query)).map(({ id }) => id),
  )
  await change('default', 20)
  expect(await unread()).toBe(2)
  const away = { ...reader, scenarios: ['default'], unavailable: ['scenario1'] }
  expect(await unreadItems(away, await markAllRead(away))).toBe(0)
  expect(await unread()).toBe(1)
  await change('default', 10)
  expect(await unread()).toBe(2)
  expect(await unreadItems(reader, await markAllRead(reader))).toBe(0)
  expect(await unread()).toBe(0)
})

it('leaves unread what a running transaction adds, also when many single items become a moment', async () => {
  const { database } = held
  const adding = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const running = database.withTransaction(async (client) => {
    await client.query('SELECT LOCALTIMESTAMP')
    begun.resolve()
    await adding.promise
    await client.query(
      `WITH "set" AS (INSERT INTO "default"."changeset" ("channel") VALUES ('api') RETURNING "id")
      INSERT INTO "default"."change" ("changeset", "entity", "key", "action", "changes")
      SELECT "id", 'input.item', 'a', 'change', '{"cost":[3,4]}' FROM "set"`,
    )
  })
  await begun.promise
  for (let count = 0; count < 500; count += 1) await change('default', 0)
  const marks = await readMarks(reader.control, reader.principal.userId)
  const query = { userId: reader.principal.userId, marks, unread: true, after: undefined, limit: 600 }
  const ids = (await followedNews(reader, query)).map(({ id }) => id)
  expect(ids).toHaveLength(500)
  await markItems(reader, ids)
  expect(await unread()).toBe(0)
  adding.resolve()
  await running
  expect(await unread()).toBe(1)
})

it('leaves unread what a transaction adds that has been running for longer than clocks may differ', async () => {
  const { database } = held
  await markAllRead(reader)
  await database.withTransaction(async (client) => {
    await client.query('SELECT LOCALTIMESTAMP')
    await change('default', 0)
    expect(await unread()).toBe(1)
    await until('the transaction has been running for some time', async () => {
      const { rows } = await client.query<{ isOld: boolean }>(
        `SELECT clock_timestamp() - now() > interval '1500 milliseconds' AS "isOld"`,
      )
      return rows[0]!.isOld
    })
    await markAllRead(reader)
    expect(await unread()).toBe(0)
    await client.query(
      `WITH "set" AS (INSERT INTO "default"."changeset" ("channel") VALUES ('api') RETURNING "id")
      INSERT INTO "default"."change" ("changeset", "entity", "key", "action", "changes")
      SELECT "id", 'input.item', 'a', 'change', '{"cost":[4,5]}' FROM "set"`,
    )
  })
  expect(await unread()).toBe(1)
})

it('keeps what another request has marked since the marks were read', async () => {
  const { database } = held
  const userId = await buildUser(database, { username: 'clicker', rights: { default: 'superuser' } })
  await addMarks(database, userId, ['task:1', 'task:2'])
  const seen = await readMarks(database, userId)
  await addMarks(database, userId, ['task:3'])
  const marks = { until: '2026-01-05T00:00:00.000000', ids: ['task:2'], apart: {} }
  await replaceMarks(database, userId, { seen, marks })
  expect(await readMarks(database, userId)).toEqual({ ...marks, ids: ['task:2', 'task:3'] })
})

it('holds as many single items as a preference can: refuses more at once, and keeps the last ones of marks', async () => {
  const userId = await buildUser(held.database, { username: 'collector', rights: {} })
  const ids = Array.from({ length: 4_000 }, (_, index) => `change:scenario1:${10_000 + index}`)
  await expect(addMarks(held.database, userId, ids)).rejects.toMatchObject({
    fields: { ids: [{ code: 'too_many_values', params: { limit: mostSingle } }] },
  })
  const long = ids.slice(0, 1_000).map((id) => `${id}:${'x'.repeat(60)}`)
  await expect(addMarks(held.database, userId, long)).rejects.toMatchObject({
    fields: { ids: [{ code: 'value_too_large', params: { limit: largestPreference } }] },
  })
  expect((await readMarks(held.database, userId)).ids).toEqual([])
  const seen = await readMarks(held.database, userId)
  const { ids: kept } = await replaceMarks(held.database, userId, { seen, marks: { ...seen, ids } })
  expect(kept).toEqual(ids.slice(-kept.length))
  expect(kept.length).toBeGreaterThan(2_400)
  expect((await readMarks(held.database, userId)).ids).toEqual(kept)
  const { after } = await addMarks(held.database, userId, [kept[0]!, 'task:1'])
  expect(after.ids).toEqual([...kept.slice(1), kept[0], 'task:1'].slice(-after.ids.length))
  expect(after.ids.length).toBeGreaterThan(2_400)
})

it('marks single items of a user whose marks were stored when there could be more', async () => {
  const userId = await buildUser(held.database, { username: 'hoarder', rights: { default: 'superuser' } })
  const ids = Array.from({ length: 5_000 }, (_, index) => `change:scenario1:${10_000 + index}`)
  await held.database.query({
    text: `INSERT INTO control."userpreference" ("user", "property", "value") VALUES ($1, 'inbox:read', $2::jsonb)`,
    values: [userId, JSON.stringify({ until: '2020-01-01T00:00:00.000000', apart: {}, ids })],
  })
  const principal = { ...reader.principal, userId }
  const away = { ...reader, principal, scenarios: ['default'], unavailable: ['scenario1'] }
  const marks = await markItems(away, ['task:1'])
  expect(marks.ids.at(-1)).toBe('task:1')
  expect(marks.ids.slice(0, -1)).toEqual(ids.slice(1 - marks.ids.length))
  expect(preferenceBytes(marks)).toBeLessThanOrEqual(largestPreference)
  expect(await readMarks(held.database, userId)).toEqual(marks)
})

it('leaves news of a scenario unread while its data is replaced', async () => {
  expect(await unreadItems(reader, await markAllRead(reader))).toBe(0)
  await change('scenario1', 0)
  expect(await unread()).toBe(1)
  const { scenarios, ...principal } = reader.principal
  const busy = {
    ...reader,
    scenarios: ['default'],
    principal: {
      ...principal,
      scenarios: new Map([...scenarios].slice(0, 1)),
      busyScenarios: new Map([...scenarios].slice(1)),
    },
  }
  await markAllRead(busy)
  expect(await unread()).toBe(1)
})
