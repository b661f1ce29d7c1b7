import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { buildUser, goodPassword, openTestAuth, request } from '../../../test/support/users.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Auth } from '../auth.ts'
import type { Credentials } from '../credential-schemes.ts'
import type { Login } from '../logins.ts'
import { changePassword } from '../user-accounts.ts'
import { mostSessions } from './store.ts'

let testDatabase: TestDatabase
let auth: Auth
let elsewhere: Auth
let login: Login
const clock = { now: Date.now() }
const now = (): number => clock.now

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await buildUser(testDatabase.database, { username: 'ann', rights: { default: [] } })
  auth = await openTestAuth(testDatabase.database, { now, sessionAge: 3600 })
  elsewhere = await openTestAuth(testDatabase.database, { now, sessionAge: 3600 })
})

afterAll(async () => {
  await auth.close()
  await elsewhere.close()
  await testDatabase[Symbol.asyncDispose]()
})

const credential = { name: 'ann', password: goodPassword, address: '192.0.2.1', secure: true }

beforeEach(async () => {
  login = await auth.login(credential)
})

const cookies = (): Record<string, string> =>
  Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))

async function who(parts: Partial<Credentials>, where = auth): Promise<string | undefined> {
  try {
    return (await where.authenticate(request({ cookies: cookies(), ...parts })))?.username
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const lastSeen = async (): Promise<unknown> =>
  (
    await testDatabase.database.query({
      text: `SELECT max("last_seen") AS "seen" FROM control."session"`,
    })
  ).rows[0]?.['seen']

describe('a check of a session', () => {
  test('does not extend it, and finds nothing after its end', async () => {
    const credentials = request({ cookies: cookies() })
    const principal = await auth.authenticate(credentials)
    const recheck = async () => (await auth.recheck(credentials, principal!))?.username
    const before = await lastSeen()
    clock.now += 3_000_000
    expect([await recheck(), await lastSeen()]).toEqual(['ann', before])
    clock.now += 700_000
    expect(await recheck()).toBeUndefined()
  })

  test('finds nothing after the password of Basic credentials was changed', async () => {
    const header = Buffer.from(`ann:${goodPassword}`).toString('base64')
    const credentials = { ...request({ authorization: `Basic ${header}` }), memo: {} }
    const principal = await auth.authenticate(credentials)
    expect((await auth.recheck(credentials, principal!))?.username).toBe('ann')
    await testDatabase.database.query({
      text: `UPDATE control."user" SET "password" = "password" || 'x' WHERE "username" = 'ann'`,
    })
    auth.access.invalidateAll()
    expect(await auth.recheck(credentials, principal!)).toBeUndefined()
    await testDatabase.database.query({
      text: `UPDATE control."user" SET "password" = left("password", -1) WHERE "username" = 'ann'`,
    })
    auth.access.invalidateAll()
    elsewhere.access.invalidateAll()
  })
})

describe('a login', () => {
  test('with a wrong password is refused and slowed down like any other', async () => {
    const attempt = { ...credential, password: 'wrong', address: '198.51.100.1' }
    for (let count = 0; count < 5; count += 1) {
      await expect(auth.login(attempt)).rejects.toHaveProperty('code', 'not_authenticated')
    }
    await expect(auth.login(attempt)).rejects.toHaveProperty('code', 'too_many_attempts')
  })

  test('gives a cookie that scripts cannot read and one that they can', () => {
    expect(login.cookies.map(({ name, options }) => [name, options.httpOnly])).toEqual([
      ['sessionid', true],
      ['csrftoken', false],
    ])
    for (const { options } of login.cookies) {
      expect(options).toMatchObject({ sameSite: 'lax', secure: true, path: '/' })
    }
  })

  test('by plain http gives cookies that work there', async () => {
    const plain = await auth.login({ ...credential, secure: false })
    expect(plain.cookies.every(({ options }) => !options.secure)).toBe(true)
  })

  test('stores neither the cookie nor the user without a time', async () => {
    const { rows } = await testDatabase.database.query({
      text: `SELECT row_to_json(s)::text AS "session", u."last_login"
        FROM control."session" s JOIN control."user" u ON u."id" = s."user"`,
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(cookies()['sessionid'])
    expect(rows[0]).not.toHaveProperty('last_login', null)
  })
})

describe('a session', () => {
  test.each([{}, { sessionid: '' }, { sessionid: 'made up' }, { csrftoken: 'x' }])(
    'is not opened by the cookies %j',
    async (cookies) => {
      expect(await who({ cookies })).toBeUndefined()
    },
  )

  test('reads without a token', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await who({ method })).toBe('ann')
  })

  test('refuses to write without its own token, even when cookie and header agree', async () => {
    const planted = { ...cookies(), csrftoken: 'planted' }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post']) {
      expect(await who({ method })).toBe('csrf_failed')
      expect(await who({ method, csrfToken: '' })).toBe('csrf_failed')
      expect(await who({ method, csrfToken: 'planted', cookies: planted })).toBe('csrf_failed')
      expect(await who({ method, csrfToken: cookies()['csrftoken'] })).toBe('ann')
    }
  })

  test('gives way to credentials in the header', async () => {
    expect(await who({ authorization: 'Basic bm9ib2R5OnBhc3N3b3Jk' })).toBe('not_authenticated')
  })

  test('ends with the logout, in every process', async () => {
    expect(await who({}, elsewhere)).toBe('ann')
    const removed = await auth.logout({ cookies: cookies(), secure: true })
    expect(removed.map(({ name, value, options }) => [name, value, options.maxAge])).toEqual([
      ['sessionid', '', 0],
      ['csrftoken', '', 0],
    ])
    expect(await who({})).toBeUndefined()
    await expect.poll(() => who({}, elsewhere)).toBeUndefined()
  })

  test('ends when it is not used for an hour, and lasts while it is', async () => {
    for (let count = 0; count < 5; count += 1) {
      clock.now += 3_000_000
      expect(await who({}, count % 2 === 0 ? auth : elsewhere)).toBe('ann')
    }
    clock.now += 3_600_001
    expect(await who({})).toBeUndefined()
  })

  test('ends after an hour in which a screen only repeats its requests', async () => {
    expect(await who({})).toBe('ann')
    clock.now += 3_000_000
    expect(await who({ unattended: true })).toBe('ann')
    clock.now += 600_001
    expect(await who({ unattended: true })).toBeUndefined()
    expect(await who({})).toBeUndefined()
  })

  test('refuses to write without its token, also without a user in front of the screen', async () => {
    expect(await who({ unattended: true, method: 'POST' })).toBe('csrf_failed')
  })

  test('that another process has prolonged is not taken for ended', async () => {
    expect(await who({})).toBe('ann')
    clock.now += 3_000_000
    expect(await who({}, elsewhere)).toBe('ann')
    clock.now += 1_200_000
    expect(await who({})).toBe('ann')
  })

  test('ends after thirty days however much it is used', async () => {
    const step = 0.95 * 3_600_000
    const end = clock.now + 30 * 24 * 3_600_000
    for (; clock.now + step < end; clock.now += step) expect(await who({})).toBe('ann')
    expect(await who({})).toBe('ann')
    clock.now += step
    expect(await who({})).toBeUndefined()
  })

  test('ends when its user opens too many others', async () => {
    const { rows } = await testDatabase.database.query<{ count: number }>({
      text: `WITH added AS (INSERT INTO control."session" ("id", "user", "created", "last_seen", "expires")
          SELECT 'flood ' || n, u."id", now() - interval '1 day', now() - interval '1 day', now() + interval '1 day'
          FROM generate_series(1, 300) n, control."user" u WHERE u."username" = 'ann' RETURNING 1)
        SELECT count(*)::integer AS "count" FROM added`,
    })
    expect(rows[0]?.count).toBe(300)
    expect(await who({})).toBe('ann')
    const older = cookies()
    login = await auth.login(credential)
    expect(await who({})).toBe('ann')
    expect(await who({ cookies: older })).toBe('ann')
    const left = await testDatabase.database.query<{ count: number }>({
      text: `SELECT count(*)::integer AS "count" FROM control."session"`,
    })
    expect(left.rows[0]?.count).toBe(mostSessions)
  })

  test('ends when the password changes', async () => {
    expect(await who({})).toBe('ann')
    await changePassword(testDatabase.database, 'ann', 'yet another 44')
    await expect.poll(() => who({})).toBeUndefined()
    await changePassword(testDatabase.database, 'ann', goodPassword)
  })
})
