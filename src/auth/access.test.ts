import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { basicRequest, buildUser, giveRights, goodPassword, openTestAuth } from '../../test/support/users.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Auth } from './auth.ts'
import { changePassword } from './user-accounts.ts'

/** Two processes on one database; a third process makes the changes. */
let testDatabase: TestDatabase
let auths: readonly Auth[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  auths = [await openTestAuth(testDatabase.database), await openTestAuth(testDatabase.database)]
})

afterAll(async () => {
  for (const auth of auths) await auth.close()
  await testDatabase[Symbol.asyncDispose]()
})

const sql = (text: string, ...values: readonly unknown[]): Promise<unknown> =>
  testDatabase.database.query({ text, values })

/** Returns the permissions in the scenario default as each process reads them, or the code of the error. */
function rights(name: string, password = goodPassword): Promise<readonly string[]> {
  return Promise.all(
    auths.map(async (auth) => {
      try {
        const principal = await auth.authenticate(basicRequest(name, password))
        const access = principal?.scenarios.get('default')
        if (access === undefined) return 'no access'
        return access.superuser ? 'superuser' : [...access.permissions].sort().join(' ')
      } catch (error) {
        if (error instanceof ServiceError) return error.code
        throw error
      }
    }),
  )
}

const both = (answer: string): readonly string[] => [answer, answer]

describe('every process forgets', () => {
  test('a password that was changed', async () => {
    await buildUser(testDatabase.database, { username: 'pass', rights: { default: ['a.b'] } })
    expect(await rights('pass')).toEqual(both('a.b'))
    await changePassword(testDatabase.database, 'PASS', 'another horse 43')
    await expect.poll(() => rights('pass')).toEqual(both('not_authenticated'))
    expect(await rights('pass', 'another horse 43')).toEqual(both('a.b'))
  })

  test('a name that was changed', async () => {
    const id = await buildUser(testDatabase.database, { username: 'before' })
    expect(await rights('before')).toEqual(both('no access'))
    await sql('UPDATE control."user" SET "username" = $2 WHERE "id" = $1', id, 'after')
    await expect.poll(() => rights('before')).toEqual(both('not_authenticated'))
  })

  test('a user who was deleted', async () => {
    const id = await buildUser(testDatabase.database, { username: 'gone' })
    expect(await rights('gone')).toEqual(both('no access'))
    await sql('DELETE FROM control."user" WHERE "id" = $1', id)
    await expect.poll(() => rights('gone')).toEqual(both('not_authenticated'))
  })

  test('rights and memberships that were given, changed or taken', async () => {
    const id = await buildUser(testDatabase.database, { username: 'right' })
    expect(await rights('right')).toEqual(both('no access'))
    await giveRights(testDatabase.database, id, 'default', ['a.b'])
    await expect.poll(() => rights('right')).toEqual(both('a.b'))
    await giveRights(testDatabase.database, id, 'default', 'superuser')
    await expect.poll(() => rights('right')).toEqual(both('superuser'))
    await sql(`UPDATE control."membership" SET "is_active" = false WHERE "user" = $1`, id)
    await expect.poll(() => rights('right')).toEqual(both('no access'))
  })

  test('rights of groups', async () => {
    const id = await buildUser(testDatabase.database, { username: 'member', rights: { default: [] } })
    expect(await rights('member')).toEqual(both(''))
    await sql(`INSERT INTO control."group" ("id", "name") VALUES (900, 'testers')`)
    await sql(`INSERT INTO control."grouppermission" VALUES (900, 'c.d')`)
    await sql(`INSERT INTO control."membershipgroup" VALUES ($1, 'default', 900)`, id)
    await expect.poll(() => rights('member')).toEqual(both('c.d'))
    await sql(`INSERT INTO control."grouppermission" VALUES (900, 'e.f')`)
    await expect.poll(() => rights('member')).toEqual(both('c.d e.f'))
    await sql(`DELETE FROM control."group" WHERE "id" = 900`)
    await expect.poll(() => rights('member')).toEqual(both(''))
  })

  test('a scenario that was released', async () => {
    await buildUser(testDatabase.database, { username: 'scene', rights: { default: ['a.b'] } })
    expect(await rights('scene')).toEqual(both('a.b'))
    await sql(`UPDATE control."scenario" SET "status" = 'Free' WHERE "name" = 'default'`)
    await expect.poll(() => rights('scene')).toEqual(both('no access'))
    await sql(`UPDATE control."scenario" SET "status" = 'In use' WHERE "name" = 'default'`)
    await expect.poll(() => rights('scene')).toEqual(both('a.b'))
  })
})

test('a change that was announced while nobody could listen is seen', async () => {
  const id = await buildUser(testDatabase.database, { username: 'gap', rights: { default: [] } })
  const seen: string[] = []
  const watches = auths.map(({ access }) => access.watch(id, (scope) => seen.push(scope)))
  const count = (scope: string): number => seen.filter((each) => each === scope).length
  // Once this change has arrived, so have all that were announced before it.
  await giveRights(testDatabase.database, id, 'default', ['a.b'])
  await expect.poll(() => count('user')).toBeGreaterThan(1)
  // The first sign-in verifies the password; the second one stores what it has read.
  for (const turn of [1, 2]) expect(await rights('gap'), `sign-in ${turn}`).toEqual(both('a.b'))
  const stored = (): readonly boolean[] => auths.map(({ access }) => access.accounts.peek(id) !== undefined)
  expect(stored()).toEqual([true, true])
  const before = count('all')
  await testDatabase.database.withTransaction(async (client) => {
    await client.query(`UPDATE control."membership" SET "is_superuser" = true WHERE "user" = $1`, [id])
    await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'`)
  })
  // Each process notices the end of its connection, and that the next one listens.
  await expect.poll(() => count('all') - before, { timeout: 20_000 }).toBe(4)
  for (const turn of [1, 2]) expect(await rights('gap'), `sign-in ${turn}`).toEqual(both('superuser'))
  expect(stored()).toEqual([true, true])
  for (const end of watches) end()
})

test('while changes are not announced nothing is remembered', async () => {
  const id = await buildUser(testDatabase.database, { username: 'lost', rights: { default: ['a.b'] } })
  await using other = await openSilent()
  const ask = async (): Promise<unknown> =>
    (await other.auth.authenticate(basicRequest('lost')))?.scenarios.get('default')?.superuser
  for (const turn of [1, 2]) expect(await ask(), `sign-in ${turn}`).toBe(false)
  await giveRights(testDatabase.database, id, 'default', 'superuser')
  expect(await ask()).toBe(true)
})

/** Opens a process that receives no notifications, because it has stopped listening. */
async function openSilent(): Promise<AsyncDisposable & { readonly auth: Auth }> {
  const auth = await openTestAuth(testDatabase.database)
  await auth.close()
  return { auth, [Symbol.asyncDispose]: () => auth.close() }
}
