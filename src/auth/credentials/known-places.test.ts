import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { basicRequest, buildUser, goodPassword, openTestAuth } from '../../../test/support/users.ts'
import { createKnownPlaces } from './known-places.ts'

let testDatabase: TestDatabase
let ann: number

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  ann = await buildUser(testDatabase.database, { username: 'ann' })
  await buildUser(testDatabase.database, { username: 'bob' })
})
afterAll(() => testDatabase[Symbol.asyncDispose]())

const stored = async (): Promise<number> => {
  const { rows } = await testDatabase.database.query<{ count: number }>({
    text: 'SELECT count(*)::int AS "count" FROM control."signinplace"',
  })
  return rows[0]!.count
}

test('a guesser locks nobody out who has signed in at the same address before, also after a restart', async () => {
  const address = '198.51.100.20'
  const { database } = testDatabase
  const before = await openTestAuth(database)
  await before.login({ name: 'ann', password: goodPassword, address, secure: false })
  await vi.waitFor(async () => expect(await stored()).toBe(1), 45_000)
  await before.close()

  const auth = await openTestAuth(database)
  for (let count = 0; count < 50; count += 1) {
    await expect(
      auth.authenticate(basicRequest(`name ${count}`, 'guess', { address })),
    ).rejects.toMatchObject({
      code: 'not_authenticated',
    })
  }
  const bob = auth.authenticate(basicRequest('bob', goodPassword, { address }))
  await expect(bob).rejects.toMatchObject({ code: 'too_many_attempts' })
  expect(await auth.authenticate(basicRequest('ann', goodPassword, { address }))).toMatchObject({
    username: 'ann',
  })
  await expect(
    auth.login({ name: 'ann', password: goodPassword, address, secure: false }),
  ).resolves.toMatchObject({ username: 'ann' })
  // Wrong passwords for her name at that place are throttled as before.
  for (let count = 0; count < 5; count += 1) {
    const guess = auth.authenticate(basicRequest('ann', `guess ${count}`, { address }))
    await expect(guess).rejects.toMatchObject({ code: 'not_authenticated' })
  }
  const paused = auth.login({ name: 'ann', password: goodPassword, address, secure: false })
  await expect(paused).rejects.toMatchObject({ code: 'too_many_attempts' })
  await auth.close()
})

test('a user keeps so many places, and what is stored tells neither names nor addresses', async () => {
  const { database } = testDatabase
  const failures: unknown[] = []
  const places = createKnownPlaces({
    database,
    secret: 'a secret of the installation',
    now: Date.now,
    onFailure: (error) => failures.push(error),
  })
  for (let count = 0; count < 60; count += 1) {
    places.note(ann, `ann 10.0.0.${count}`)
    const other = createKnownPlaces({ database, secret: 'a secret of the installation', now: Date.now })
    await vi.waitFor(async () => {
      const { rows } = await database.query<{ noted: number }>({
        text: `SELECT count(*)::int AS "noted" FROM control."signinplace" WHERE "seen" > now() - interval '1 minute'`,
      })
      expect(rows[0]!.noted).toBeGreaterThanOrEqual(Math.min(count + 1, 50))
    }, 45_000)
    expect(other.has(`ann 10.0.0.${count}`)).toBe(false)
  }
  expect(failures).toEqual([])
  await vi.waitFor(async () => expect(await stored()).toBeLessThanOrEqual(51), 45_000)
  const { rows } = await database.query<{ place: string }>({
    text: 'SELECT "place" FROM control."signinplace"',
  })
  expect(rows.filter(({ place }) => /ann|10\.0\.0/.test(place))).toEqual([])
  const again = createKnownPlaces({ database, secret: 'a secret of the installation', now: Date.now })
  await again.refresh()
  expect(again.has('ann 10.0.0.59')).toBe(true)
  expect(again.has('bob 10.0.0.59')).toBe(false)
})
