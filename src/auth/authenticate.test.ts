import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import {
  basicRequest,
  buildUser,
  goodPassword,
  jwtSecret,
  openTestAuth,
  request,
} from '../../test/support/users.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Auth } from './auth.ts'
import type { Credentials } from './credential-schemes.ts'
import { changePassword } from './user-accounts.ts'
import { generateApiKey, hashApiKey } from './credentials/api-keys.ts'
import { signToken } from './credentials/json-web-tokens.ts'

let testDatabase: TestDatabase
let auth: Auth
let ann: number
const clock = { now: Date.now() }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  ann = await buildUser(database, {
    username: 'Ann Ärmel',
    email: 'Ann@Example.com',
    hasRealHash: true,
    rights: { default: ['input.view_demand'], scenario1: 'superuser', scenario2: 'superuser' },
  })
  await buildUser(database, { username: 'browser', language: 'auto' })
  await database.query({ text: `INSERT INTO control."user" ("username") VALUES ('no password')` })
  auth = await openTestAuth(database, { now: () => clock.now })
})

afterAll(async () => {
  await auth.close()
  await testDatabase[Symbol.asyncDispose]()
})

/** Returns the name of the user, undefined without a user, or the code of the error. */
async function who(credentials: Credentials): Promise<string | undefined> {
  try {
    return (await auth.authenticate(credentials))?.username
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const deleteUser = async (username: string): Promise<void> => {
  await testDatabase.database.query({
    text: `DELETE FROM control."user" WHERE "username" = $1`,
    values: [username],
  })
}
const idOf = async (credentials: Credentials): Promise<number | undefined> =>
  (await auth.authenticate(credentials).catch(() => undefined))?.userId

const bearer = (token: string): Credentials => request({ authorization: `Bearer ${token}` })

async function addKey(values: { readOnly?: boolean; expiry?: string }): Promise<string> {
  const secret = generateApiKey()
  await testDatabase.database.query({
    text: `INSERT INTO control."apikey" ("name", "user", "expiry_date", "read_only", "hashed_key")
      VALUES ('test', $1, LOCALTIMESTAMP + $2::interval, $3, $4)`,
    values: [ann, values.expiry ?? '1 day', values.readOnly ?? false, hashApiKey(secret)],
  })
  return secret
}

const soon = (): number => Math.floor(clock.now / 1000) + 60
const tokenPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a request without credentials', () => {
  test.each([undefined, '', '  '])('is nobody with the header %j', async (authorization) => {
    expect(await who(request({ authorization }))).toBeUndefined()
  })
})

describe('Basic', () => {
  test('refuses with a challenge that tells clients what to send', async () => {
    await expect(auth.authenticate(basicRequest('nobody'))).rejects.toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Basic realm="api", charset="UTF-8"' },
    })
  })

  test.each([
    ['a wrong password', basicRequest('Ann Ärmel', 'incorrect horse', { address: '192.0.2.20' })],
    ['no password', basicRequest('Ann Ärmel', '', { address: '192.0.2.21' })],
    ['an unknown user', basicRequest('bob')],
    ['a user who has no password', basicRequest('no password', '')],
    ['a name that no database could hold', basicRequest('a\0b')],
    ['something that is not base64', request({ authorization: 'Basic %%%' })],
    ['nothing at all', request({ authorization: 'Basic' })],
    ['another scheme', request({ authorization: 'Digest abc' })],
    ['the name of a method of objects as scheme', request({ authorization: 'constructor abc' })],
  ])('refuses %s', async (_case, credentials) => {
    expect(await who(credentials)).toBe('not_authenticated')
  })

  test.each(['Ann Ärmel', 'ANN ÄRMEL', 'ann@example.COM'])('knows a user by %s', async (name) => {
    expect(await who(basicRequest(name))).toBe('Ann Ärmel')
  })

  test('costs one hash for many requests at once, and none afterwards', async () => {
    const attempts = Array.from({ length: 40 }, () => who(basicRequest('ann@example.com', goodPassword)))
    const start = performance.now()
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['Ann Ärmel']))
    const first = performance.now() - start
    const again = performance.now()
    for (let count = 0; count < 1000; count += 1) await auth.authenticate(basicRequest('ann@example.com'))
    // 1,000 cached credentials take less time than a few password hashes.
    expect(performance.now() - again).toBeLessThan(Math.max(first, 20) * 10)
  })
})

describe('a principal', () => {
  test('holds the rights of scenarios in use only', async () => {
    const principal = await auth.authenticate(basicRequest('Ann Ärmel'))
    expect(principal).toMatchObject({ userId: ann, via: 'basic', readOnly: false, language: 'en' })
    expect([...(principal?.scenarios.keys() ?? [])].sort()).toEqual(['default', 'scenario1'])
    expect([...(principal?.scenarios.get('default')?.permissions ?? [])]).toEqual(['input.view_demand'])
    expect(principal?.scenarios.get('scenario1')?.superuser).toBe(true)
  })

  test('speaks the language of the browser when the user leaves it to that', async () => {
    const principal = await auth.authenticate(
      basicRequest('browser', goodPassword, { acceptLanguage: 'de-CH, en;q=0.8' }),
    )
    expect(principal?.language).toBe('de')
  })
})

describe('an API key', () => {
  test.each([
    ['unknown', generateApiKey()],
    ['cut', generateApiKey().slice(0, -1)],
    ['empty', ''],
  ])('that is %s is refused', async (_case, token) => {
    expect(await who(bearer(token))).toBe('not_authenticated')
  })

  test('is refused once it has expired, also when it is remembered', async () => {
    const expired = await addKey({ expiry: '-1 minute' })
    expect(await who(bearer(expired))).toBe('not_authenticated')
    const key = await addKey({ expiry: '1 hour' })
    expect(await who(bearer(key))).toBe('Ann Ärmel')
    clock.now += 3_700_000
    expect(await who(bearer(key))).toBe('not_authenticated')
    clock.now -= 3_700_000
  })

  test('acts as its user and tells whether it may only read', async () => {
    const key = await addKey({ readOnly: true })
    expect(await auth.authenticate(bearer(key))).toMatchObject({ userId: ann, via: 'apikey', readOnly: true })
  })

  test('is refused in the moment it is revoked', async () => {
    const key = await addKey({})
    expect(await who(bearer(key))).toBe('Ann Ärmel')
    await testDatabase.database.query({
      text: `DELETE FROM control."apikey" WHERE "hashed_key" = $1`,
      values: [hashApiKey(key)],
    })
    await expect.poll(() => who(bearer(key))).toBe('not_authenticated')
  })
})

describe('a JSON web token', () => {
  const bytes = new TextEncoder().encode(jwtSecret)
  const sign = (claims: Record<string, unknown>, exp?: number, alg = 'HS256'): Promise<string> => {
    const token = new SignJWT(claims).setProtectedHeader({ alg })
    if (exp !== undefined) token.setExpirationTime(exp)
    return token.sign(bytes)
  }

  test('is refused without a time of expiry, after it, or before it begins', async () => {
    expect(await who(bearer(await sign({ user: 'Ann Ärmel' })))).toBe('not_authenticated')
    expect(await who(bearer(await sign({ user: 'Ann Ärmel' }, soon() - 61)))).toBe('not_authenticated')
    expect(await who(bearer(await sign({ user: 'Ann Ärmel', nbf: soon() }, soon())))).toBe(
      'not_authenticated',
    )
  })

  test('is refused once it has expired, also when it is remembered', async () => {
    const token = await sign({ user: 'Ann Ärmel' }, soon())
    expect(await who(bearer(token))).toBe('Ann Ärmel')
    clock.now += 61_000
    expect(await who(bearer(token))).toBe('not_authenticated')
  })

  test('is refused with another secret, another algorithm, or none', async () => {
    const subject = { by: 'username', value: 'Ann Ärmel' } as const
    const foreign = await signToken(subject, 'the secret of somebody else entirely', {
      now: clock.now,
      seconds: 60,
    })
    expect(await who(bearer(foreign))).toBe('not_authenticated')
    expect(await who(bearer(await sign({ user: 'Ann Ärmel' }, soon(), 'HS512')))).toBe('not_authenticated')
    const unsigned = `${tokenPart({ alg: 'none' })}.${tokenPart({ user: 'Ann Ärmel', exp: soon() })}.`
    expect(await who(bearer(unsigned))).toBe('not_authenticated')
  })

  test.each([
    ['nobody', {}],
    ['an unknown user', { user: 'bob' }],
    ['an address where a name is expected', { user: 'ann@example.com' }],
    ['a name where an address is expected', { email: 'Ann Ärmel' }],
    ['a number', { user: 1 }],
    ['a list', { email: ['ann@example.com'] }],
  ])('is refused when it names %s', async (_case, claims) => {
    expect(await who(bearer(await sign(claims, soon())))).toBe('not_authenticated')
  })

  test('is refused when it lives too long, or is issued in the future', async () => {
    const iat = Math.floor(clock.now / 1000)
    const aDay = 24 * 3600
    for (const [claims, exp, answer] of [
      [{ iat }, iat + aDay, 'Ann Ärmel'],
      [{ iat }, iat + aDay + 1, 'not_authenticated'],
      [{}, iat + aDay + 61, 'not_authenticated'],
      [{ iat: iat + 3600 }, iat + 7200, 'not_authenticated'],
      [{ iat: iat - 2 * aDay }, iat + 60, 'not_authenticated'],
    ] as const) {
      expect([claims, exp, await who(bearer(await sign({ user: 'Ann Ärmel', ...claims }, exp)))]).toEqual([
        claims,
        exp,
        answer,
      ])
    }
  })

  test('is checked for audience and issuer', async () => {
    const strict = await openTestAuth(testDatabase.database, {
      now: () => clock.now,
      jwtAudience: 'planning',
      jwtIssuer: 'portal',
    })
    try {
      const ask = async (claims: object): Promise<string> => {
        const token = await sign({ user: 'Ann Ärmel', ...claims }, soon())
        const answer = await strict.authenticate(bearer(token)).catch((error: unknown) => error)
        return answer instanceof ServiceError ? answer.code : 'accepted'
      }
      expect(await ask({ aud: 'planning', iss: 'portal' })).toBe('accepted')
      expect(await ask({ aud: ['billing', 'planning'], iss: 'portal' })).toBe('accepted')
      for (const claims of [
        {},
        { iss: 'portal' },
        { aud: 'planning' },
        { aud: 'billing', iss: 'portal' },
        { aud: 'planning', iss: 'other' },
      ]) {
        expect([claims, await ask(claims)]).toEqual([claims, 'not_authenticated'])
      }
    } finally {
      await strict.close()
    }
    // A token for another service is not accepted by a service without an audience.
    expect(await who(bearer(await sign({ user: 'Ann Ärmel', aud: 'billing' }, soon())))).toBe(
      'not_authenticated',
    )
    expect(await who(bearer(await sign({ user: 'Ann Ärmel', iss: 'portal' }, soon())))).toBe('Ann Ärmel')
  })

  test('ends when the password of its user is changed, remembered or not', async () => {
    const { database } = testDatabase
    await buildUser(database, { username: 'changing' })
    const before = clock.now
    clock.now = Date.now()
    const claims = { user: 'changing', iat: Math.floor(clock.now / 1000) }
    const exp = Math.floor(clock.now / 1000) + 600
    const [used, unused] = [await sign(claims, exp), await sign({ ...claims, jti: 'other' }, exp)]
    const withoutIssue = await sign({ user: 'changing' }, exp)
    expect(await who(bearer(used))).toBe('changing')
    await changePassword(database, 'changing', 'another good password 77')
    await expect.poll(() => who(bearer(used))).toBe('not_authenticated')
    expect(await who(bearer(unused))).toBe('not_authenticated')
    expect(await who(bearer(withoutIssue))).toBe('not_authenticated')
    clock.now += 2_000
    const later = await sign({ ...claims, iat: claims.iat + 2 }, exp)
    expect(await who(bearer(later))).toBe('changing')
    clock.now = before
  })

  test('names its user by name or by address, in any case', async () => {
    expect(await who(bearer(await sign({ user: 'ann ärmel' }, soon())))).toBe('Ann Ärmel')
    expect(await who(bearer(await sign({ email: 'ANN@example.com' }, soon())))).toBe('Ann Ärmel')
    expect(await auth.authenticate(bearer(await sign({ user: 'ann ärmel' }, soon())))).toHaveProperty(
      'via',
      'jwt',
    )
  })
})

describe('a user who was deleted and created again', () => {
  const { iat, exp } = { iat: Math.floor(Date.now() / 1000) - 600, exp: Math.floor(Date.now() / 1000) + 600 }
  const tokenFor = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ exp, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(jwtSecret))
  test('signs in with the password, though that of the deleted one is remembered', async () => {
    const { database } = testDatabase
    const first = await buildUser(database, { username: 'again' })
    expect(await idOf(basicRequest('again'))).toBe(first)
    await deleteUser('again')
    await expect.poll(() => who(basicRequest('again'))).toBe('not_authenticated')
    const second = await buildUser(database, { username: 'again' })
    expect(second).not.toBe(first)
    expect(await idOf(basicRequest('again'))).toBe(second)
  })

  test('is not the user of older tokens, nor is one who got the name or the address otherwise', async () => {
    const { database } = testDatabase
    const tokens = await Promise.all(
      [{ user: 'former' }, { user: 'former', iat }, { email: 'former@example.com', iat }].map(tokenFor),
    )
    const users = () => Promise.all(tokens.map((token) => idOf(bearer(token))))
    const none = tokens.map(() => undefined)
    const names = { username: 'former', email: 'Former@example.com' }
    const first = await buildUser(database, names)
    // A user who is new altogether is the user of any token.
    expect(await users()).toEqual(tokens.map(() => first))
    await deleteUser('former')
    await expect.poll(users).toEqual(none)
    const second = await buildUser(database, { username: 'FORMER', email: 'former@example.com' })
    expect(await users()).toEqual(none)
    const later = await tokenFor({ user: 'former', iat: Math.floor(Date.now() / 1000) + 30 })
    expect(await idOf(bearer(later))).toBe(second)
    // Another user is renamed to a name that was given up.
    const other = await buildUser(database, { username: 'other' })
    const rename = (id: number, username: string, email: string | null) =>
      database.query({
        text: `UPDATE control."user" SET "username" = $2, "email" = $3 WHERE "id" = $1`,
        values: [id, username, email],
      })
    await rename(second, 'moved', null)
    await rename(other, 'former', 'former@example.com')
    await expect.poll(users).toEqual(none)
    await expect.poll(() => idOf(bearer(later))).toBe(other)
  })

  test('is not the user of a remembered token, also with the same number and no password', async () => {
    const { database } = testDatabase
    const add = () =>
      database.query({ text: `INSERT INTO control."user" ("id", "username") VALUES (4711, 'bare')` })
    await add()
    const token = await tokenFor({ user: 'bare', iat })
    expect(await idOf(bearer(token))).toBe(4711)
    await deleteUser('bare')
    await add()
    await expect.poll(() => idOf(bearer(token))).toBeUndefined()
    expect(await idOf(bearer(token))).toBeUndefined()
  })

  test('keeps the tokens when only something else about the user is changed', async () => {
    const { database } = testDatabase
    const user = await buildUser(database, { username: 'stays', email: 'stays@example.com' })
    const token = await tokenFor({ user: 'stays', iat })
    await database.query({
      text: `UPDATE control."user" SET "username" = 'Stays', "email" = 'new@example.com' WHERE "id" = $1`,
      values: [user],
    })
    expect(await idOf(bearer(token))).toBe(user)
  })
})

describe('guessing', () => {
  const address = '198.51.100.7'

  test('is slowed down, also for the right password that is remembered, but not elsewhere', async () => {
    expect(await who(basicRequest('browser', goodPassword, { address }))).toBe('browser')
    for (let count = 0; count < 5; count += 1) {
      expect(await who(basicRequest('browser', `guess ${count}`, { address }))).toBe('not_authenticated')
    }
    await expect(auth.authenticate(basicRequest('browser', 'guess', { address }))).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
    })
    expect(await who(basicRequest('browser', goodPassword, { address }))).toBe('too_many_attempts')
    expect(await who(basicRequest('browser', goodPassword, { address: '203.0.113.9' }))).toBe('browser')
    clock.now += 1000
    expect(await who(basicRequest('browser', goodPassword, { address }))).toBe('browser')
  })

  test('many at once look at no more than are free', async () => {
    const guesses = Array.from({ length: 30 }, (_, count) =>
      who(basicRequest('Ann Ärmel', `guess ${count}`, { address: '198.51.100.8' })),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter((answer) => answer === 'not_authenticated')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(25)
  })
})
