/**
 * Tests second factors of local users: codes, recovery codes, permissions of a password alone, and users who must
 * have one.
 */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../src/http/server.ts'
import { openService } from '../../src/service/service.ts'
import { extendedBy } from '../../src/tasks/registry.ts'
import { startTestServer, sendRequest, type TestServer } from '../support/server.ts'
import { type SignedIn, signInAt } from '../support/signed-in.ts'
import { goodPassword } from '../support/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { SECOND_FACTOR_REQUIRED_FOR: 'planners' } })
  for (const username of ['ann', 'bob', 'cleo', 'dan', 'eve', 'fay', 'ida'])
    await server.addUser({ username, rights: { default: ['input.view_demand'] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const signIn = (username: string, code?: string, url = server.url): Promise<SignedIn> =>
  signInAt(url, username, code)

const again = { password: goodPassword }
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
/** Makes codes of the current half minute valid again, as if time had passed. */
const passTime = (): Promise<unknown> =>
  server.database.query({ text: 'UPDATE control."totp" SET "last_step" = 0' })
const eventsOf = async (username: string): Promise<readonly string[]> => {
  const { rows } = await server.database.query<{ event: string }>({
    text: 'SELECT "event" FROM control."securityevent" WHERE "username" = $1 ORDER BY "id"',
    values: [username],
  })
  return rows.map(({ event }) => event)
}

/** Sets up codes and returns the secret and the recovery codes. */
async function setUp(username: string): Promise<{ secret: string; recovery: readonly string[] }> {
  const session = await signIn(username)
  const offered = Object(await session.send('POST', '/api/me/factors/totp/', again)).json
  const secret = String(offered.secret)
  const confirmed = await session.send('POST', '/api/me/factors/totp/confirm/', { code: codeAt(secret) })
  expect(confirmed.status).toBe(200)
  return { secret, recovery: Object(confirmed.json).recovery_codes }
}

describe('an authenticator app', () => {
  it('counts once a code was given, and is asked for from then on', async () => {
    const other = await signIn('ann')
    const session = await signIn('ann')
    expect((await session.send('POST', '/api/me/factors/totp/', { password: 'wrong one' })).json).toEqual({
      password: ['This is not your password.'],
    })
    const { json } = await session.send('POST', '/api/me/factors/totp/', again)
    const { secret, uri } = Object(json)
    expect(uri).toContain(`otpauth://totp/Planning:ann?issuer=Planning&secret=${secret}`)
    // A factor without confirmation has no effect.
    expect((await signIn('ann')).status).toBe(200)
    const wrong = await session.send('POST', '/api/me/factors/totp/confirm/', { code: '000000' })
    expect([wrong.status, Object.keys(Object(wrong.json))]).toEqual([400, ['code']])
    const first = codeAt(secret)
    const { json: confirmed } = await session.send('POST', '/api/me/factors/totp/confirm/', { code: first })
    const codes: readonly string[] = Object(confirmed).recovery_codes
    expect(codes).toHaveLength(10)
    // Sessions with the password alone end, except the session in which the factor was set up.
    expect((await other.send('GET', '/api/me/')).status).toBe(401)
    expect((await session.send('GET', '/api/me/factors/')).json).toMatchObject({
      local: true,
      required: false,
      totp: true,
      recovery_codes: 10,
    })

    const missing = await signIn('ann')
    expect([missing.status, missing.json]).toEqual([
      401,
      { code: ['Enter the code of your authenticator app, or a recovery code.'] },
    ])
    // The code of the confirmation is used up and cannot be used again.
    expect((await signIn('ann', first)).status).toBe(401)
    const next = codeAt(secret, 1)
    expect((await signIn('ann', next)).status).toBe(200)
    expect((await signIn('ann', next)).status).toBe(401)
    expect((await signIn('ann', codeAt(secret, -5))).status).toBe(401)

    const recovery = codes[0]!
    expect((await signIn('ann', ` ${recovery.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await signIn('ann', recovery)).status).toBe(401)
    expect(await eventsOf('ann')).toEqual(
      expect.arrayContaining([
        'sign_in',
        'totp_added',
        'recovery_codes_made',
        'sign_in_failed',
        'recovery_code_used',
      ]),
    )
  })

  it('keeps its secrets to itself', async () => {
    const { secret, recovery } = await setUp('bob')
    const { rows } = await server.database.query<{ text: string }>({
      text: `SELECT concat((SELECT json_agg(t) FROM control."totp" t), (SELECT json_agg(r) FROM control."recoverycode" r),
        (SELECT json_agg(e) FROM control."securityevent" e))::text AS "text"`,
    })
    for (const word of [secret, recovery[0]!, recovery[0]!.replaceAll('-', '')])
      expect(rows[0]!.text).not.toContain(word)
    const told = [
      await server.request('GET', '/api/common/user/?format=json'),
      await server.request('GET', '/api/access/users/'),
    ]
    for (const { status, text } of told) {
      expect(status).toBe(200)
      expect(text).not.toContain(secret)
    }
    expect(server.log.join('\n')).not.toContain(secret)
  })

  it('is slowed down at every server of the installation', async () => {
    const { secret } = await setUp('cleo')
    await passTime()
    await using second = await openService({
      settings: server.service.settings,
      database: server.database,
      logger: server.service.logger,
      ...(await extendedBy(server.service.settings)),
    })
    const elsewhere = await startServer(second, { port: 0, grace: 500 })
    try {
      const guesses: number[] = []
      for (let guess = 0; guess < 7; guess += 1) {
        guesses.push(
          (await signIn('cleo', `00000${guess}`, guess % 2 === 0 ? server.url : elsewhere.url)).status,
        )
      }
      expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect((await signIn('cleo', codeAt(secret), elsewhere.url)).status).toBe(429)
      const wrong = { username: 'eve', password: 'not the password' }
      const statuses: number[] = []
      for (const url of [server.url, server.url, server.url, elsewhere.url, elsewhere.url, elsewhere.url])
        statuses.push((await sendRequest(url, 'POST', '/login/', { as: null, body: wrong })).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    } finally {
      await elsewhere.close()
    }
  })

  it('makes a password alone worth nothing to programs, and leaves keys alone', async () => {
    expect((await server.request('GET', '/api/me/', { as: 'dan' })).status).toBe(200)
    const { json } = await server.request('POST', '/api/common/apikey/', {
      as: 'dan',
      body: { name: 'k', expiry_date: '2099-01-01' },
    })
    const { secret } = await setUp('dan')
    const refused = await server.request('GET', '/api/me/', { as: 'dan' })
    expect([refused.status, Object(refused.json).detail]).toEqual([
      403,
      expect.stringContaining('Create an API key'),
    ])
    const headers = { authorization: `Bearer ${Object(json).key}` }
    expect((await server.request('GET', '/api/me/', { as: null, headers })).status).toBe(200)
    // An API key must not give access to the account of its owner.
    for (const [method, path, body] of [
      ['POST', 'totp/', again],
      ['POST', 'totp/confirm/', { code: codeAt(secret, 1) }],
      ['DELETE', 'totp/', again],
      ['POST', 'recovery/', again],
      ['POST', 'passkeys/options/', again],
    ] as const) {
      const answer = await server.request(method, `/api/me/factors/${path}`, { as: null, headers, body })
      expect(answer.status, `${method} ${path}`).toBe(403)
    }
    // After a password change the session still counts as signed in with a second factor.
    await passTime()
    const session = await signIn('dan', codeAt(secret))
    const wanted = { old: goodPassword, new: 'another heron 17 sleeps' }
    const changed = await session.send('POST', '/api/me/password/', wanted)
    expect([changed.status, changed.headers.getSetCookie()]).toEqual([
      204,
      [expect.any(String), expect.any(String)],
    ])
    expect(await eventsOf('dan')).toContain('password_changed')
  })

  it('is taken away by administrators, and by its owner', async () => {
    const { secret } = await setUp('fay')
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT "id" FROM control."user" WHERE "username" = 'fay'`,
    })
    const path = `/api/access/users/${rows[0]!.id}/factors/`
    expect((await server.request('DELETE', path, { as: 'ida' })).status).toBe(403)
    expect((await server.request('DELETE', path)).status).toBe(204)
    expect((await server.request('DELETE', path)).status).toBe(404)
    expect((await signIn('fay')).status).toBe(200)
    expect((await eventsOf('fay')).filter((event) => event === 'factors_reset')).toHaveLength(1)

    const { secret: another } = await setUp('fay')
    expect(another).not.toBe(secret)
    await passTime()
    const session = await signIn('fay', codeAt(another))
    expect((await session.send('POST', '/api/me/factors/totp/', again)).status).toBe(409)
    const renewed = await session.send('POST', '/api/me/factors/recovery/', again)
    expect(Object(renewed.json).recovery_codes).toHaveLength(10)
    expect(renewed.headers.get('cache-control')).toBe('no-store')
    for (const [method, path] of [
      ['DELETE', 'totp/'],
      ['POST', 'recovery/'],
    ] as const) {
      const wrong = await session.send(method, `/api/me/factors/${path}`, { password: 'wrong one' })
      expect([wrong.status, Object.keys(Object(wrong.json))], path).toEqual([400, ['password']])
    }
    expect((await signIn('fay')).status).toBe(401)
    expect((await session.send('DELETE', '/api/me/factors/totp/', again)).status).toBe(204)
    expect((await signIn('fay')).status).toBe(200)
    expect((await eventsOf('fay')).at(-2)).toBe('totp_removed')
  })
})

describe('a second factor that the settings ask for', () => {
  it('is set up before anything else can be done', async () => {
    const gus = await server.addUser({ username: 'gus', rights: { default: ['input.view_demand'] } })
    expect((await server.request('GET', '/api/input/demand/', { as: 'gus' })).status).toBe(200)
    const before = await signIn('gus')
    await server.database.query({
      text: `WITH g AS (INSERT INTO control."group" ("name") VALUES ('planners') RETURNING "id")
        INSERT INTO control."membershipgroup" ("user", "scenario", "group") SELECT $1, 'default', "id" FROM g`,
      values: [gus],
    })
    // The rule also applies to open sessions, and to programs with a password.
    await expect.poll(async () => (await before.send('GET', '/api/input/demand/')).status).toBe(403)
    expect((await server.request('GET', '/api/input/demand/', { as: 'gus' })).status).toBe(403)
    const session = await signIn('gus')
    expect([session.status, session.json]).toEqual([200, { username: 'gus', second_factor: 'missing' }])
    const refused = await session.send('GET', '/api/input/demand/')
    expect([refused.status, Object(refused.json).detail]).toEqual([
      403,
      expect.stringContaining('Set up a second factor first'),
    ])
    expect((await session.send('GET', '/api/me/')).status).toBe(200)
    const { json } = await session.send('POST', '/api/me/factors/totp/', again)
    const code = codeAt(Object(json).secret)
    expect((await session.send('POST', '/api/me/factors/totp/confirm/', { code })).status).toBe(200)
    expect((await session.send('GET', '/api/input/demand/')).status).toBe(200)
    expect((await before.send('GET', '/api/input/demand/')).status).toBe(401)
  })
})

const readLog = async (since: string, limit = 1000) => {
  const { status, text } = await server.request(
    'GET',
    `/api/audit/export/?limit=${limit}&since=${encodeURIComponent(since)}`,
  )
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { status, events: lines.slice(0, -1), last: lines.at(-1) }
}

describe('the log of accounts', () => {
  it('is read in parts, nothing twice, from where the part before ended', async () => {
    const { events: all } = await readLog('')
    expect(all.length).toBeGreaterThan(20)
    expect(all).toContainEqual(
      expect.objectContaining({
        kind: 'account',
        event: 'factors_reset',
        username: 'fay',
        actor_name: 'admin',
      }),
    )
    const parts: unknown[] = []
    for (let cursor = '', more = true; more;) {
      const { events, last } = await readLog(cursor, 7)
      parts.push(...events)
      more = events.length === 7
      cursor = last.cursor
    }
    expect(parts).toEqual(all)
    const { last } = await readLog('')
    await signIn('ida')
    await expect
      .poll(async () => (await readLog(last.cursor)).events.map(({ event }) => event))
      .toEqual(['sign_in'])
  })

  it('lists changes of rights with their author, by user, event and time', async () => {
    const list = async (query: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const { status, json } = await server.request('GET', `/api/audit/accounts/?${query}`)
      expect(status).toBe(200)
      return Object(json).events
    }
    const user = { username: 'rosa', email: 'rosa@example.com', password: goodPassword }
    const made = await server.request('POST', '/api/common/user/', { body: user })
    expect(made.status).toBe(201)
    const group = { name: 'readers', permissions: ['input.view_item', 'input.view_demand'] }
    expect((await server.request('POST', '/api/auth/group/', { body: group })).status).toBe(201)
    const path = `/api/common/user/${Object(made.json).id}/`
    for (const rights of [
      { groups: ['readers'] },
      { groups: [], is_superuser: true },
      { is_superuser: false },
    ])
      expect((await server.request('PATCH', path, { body: rights })).status).toBe(200)
    expect((await server.request('DELETE', path)).status).toBe(204)
    const seen = (await list('user=Rosa')).map(({ event, actor, details }) => [
      event,
      actor,
      Object(details).rights,
    ])
    expect(seen.toReversed()).toEqual([
      ['user_added', 'admin', undefined],
      ['password_changed', 'admin', undefined],
      ['rights_granted', 'admin', ['member']],
      ['rights_granted', 'admin', ['readers']],
      ['rights_granted', 'admin', ['superuser']],
      ['rights_revoked', 'admin', ['readers']],
      ['rights_revoked', 'admin', ['superuser']],
      ['user_removed', 'admin', undefined],
    ])
    const [granted] = await list('event=group_rights_granted&limit=1')
    expect(granted).toMatchObject({
      username: null,
      details: { group: 'readers', rights: ['input.view_demand', 'input.view_item'] },
    })
    const [first] = await list('user=rosa&limit=1')
    expect(await list(`user=rosa&after=${String(first!['created'])}`)).toEqual([first])
    expect(await list(`user=rosa&before=${String(first!['created'])}`)).toHaveLength(7)
    expect(await list(`user=rosa&cursor=${String(first!['id'])}`)).toHaveLength(7)
    expect((await server.request('GET', '/api/audit/accounts/', { as: 'ida' })).status).toBe(403)
    expect((await server.request('GET', '/api/audit/accounts/?event=x')).status).toBe(400)
  })

  it('is for superusers, and takes only its own cursors', async () => {
    expect((await server.request('GET', '/api/audit/export/', { as: 'ida' })).status).toBe(403)
    expect((await server.request('GET', '/api/audit/export/?since=x')).status).toBe(400)
    expect((await server.request('GET', '/api/audit/export/?since=00000000.1.1')).status).toBe(410)
  })
})
