/**
 * Tests the account of the user: its data, preferences, password, sessions and views; and links for new passwords.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { goodPassword } from '../support/users.ts'

let server: ApiServer
let ann: number
beforeAll(async () => {
  server = await startApiServer()
  ann = await server.addUser({ username: 'ann', rights: { default: ['input.view_demand'] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const as = (name: string) => ({
  get: async (path: string) => server.request('GET', path, { as: name }),
  send: async (method: string, path: string, body?: unknown) =>
    server.request(method, path, { as: name, ...(body === undefined ? {} : { body }) }),
})

/** Signs in with a cookie. */
async function signIn(username: string, password = goodPassword) {
  const { status, headers } = await server.request('POST', '/login/', {
    as: null,
    body: { username, password },
  })
  const jar = new Map(
    headers.getSetCookie().map((line): [string, string] => {
      const [name = '', value = ''] = line.split(';')[0]!.split('=')
      return [name, value]
    }),
  )
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { status, headers: { cookie, 'x-csrftoken': jar.get('csrftoken') ?? '' } }
}

async function keyOf(name: string): Promise<string> {
  const { json } = await as(name).send('POST', '/api/common/apikey/', {
    name: 'k',
    expiry_date: '2099-01-01',
  })
  return String(Object(json).key)
}

const make = (id: number, by: string) => as(by).send('POST', `/api/access/users/${id}/reset/`)
const linkState = async (which: string) =>
  (await server.request('GET', `/api/reset/${which}/`, { as: null })).json
const needed = async () => Object((await server.request('GET', '/api/setup/', { as: null })).json).needed
const setUp = (body: unknown) => server.request('POST', '/api/setup/', { as: null, body })

describe('the own account', () => {
  it('is told with its preferences, which are changed one by one', async () => {
    expect((await as('ann').get('/api/me/')).json).toMatchObject({
      id: ann,
      username: 'ann',
      default_scenario: null,
      preferences: {},
      scenarios: [{ name: 'default', superuser: false, permissions: ['input.view_demand'] }],
    })
    await as('ann').send('PATCH', '/api/me/', { preferences: { scheme: 'dark', density: 'compact' } })
    const changed = await as('ann').send('PATCH', '/api/me/', {
      first_name: 'Ann',
      language: 'de',
      default_scenario: 'default',
      preferences: { density: null, date_format: 'iso' },
    })
    expect(changed).toMatchObject({
      status: 200,
      json: {
        first_name: 'Ann',
        language: 'de',
        default_scenario: 'default',
        preferences: { scheme: 'dark', date_format: 'iso' },
      },
    })
    expect((await as('ann').get('/api/me/')).json).toEqual(changed.json)
    await as('ann').send('PATCH', '/api/me/', { language: 'en' })
  })

  it('changes different members of the account and of the preferences at once, and loses none', async () => {
    for (let round = 0; round < 10; round += 1) {
      const value = `r${round}`
      const bodies = [
        { first_name: value },
        { last_name: value },
        { preferences: { first: value } },
        { preferences: { second: value } },
        { first_name: value, preferences: { third: value } },
      ]
      const answers = await Promise.all(bodies.map((body) => as('ann').send('PATCH', '/api/me/', body)))
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
      expect((await as('ann').get('/api/me/')).json).toMatchObject({
        first_name: value,
        last_name: value,
        preferences: { first: value, second: value, third: value },
      })
    }
  })

  it('does not take what cannot be', async () => {
    const faults = async (body: unknown) => {
      const { status, json } = await as('ann').send('PATCH', '/api/me/', body)
      return [status, Object.keys(Object(json))]
    }
    expect(await faults({ language: 'klingon' })).toEqual([400, ['language']])
    expect(await faults({ default_scenario: 'scenario1' })).toEqual([400, ['default_scenario']])
    expect(await faults({ preferences: [] })).toEqual([400, ['preferences']])
    expect(await faults({ preferences: null })).toEqual([400, ['preferences']])
    expect(await faults({ preferences: { big: 'x'.repeat(70_000) } })).toEqual([400, ['preferences']])
    expect(await faults({ is_superuser: true })).toEqual([200, expect.any(Array)])
    expect(Object((await as('ann').get('/api/me/')).json).scenarios[0].superuser).toBe(false)
  })

  it('is not changed by keys', async () => {
    const authorization = `Bearer ${await keyOf('ann')}`
    const by = async (method: string, path: string, body?: unknown) =>
      (await server.request(method, path, { as: null, headers: { authorization }, body })).status
    expect(await by('GET', '/api/me/')).toBe(200)
    expect(await by('PATCH', '/api/me/', { first_name: 'Key' })).toBe(403)
    expect(await by('POST', '/api/me/password/', { old: goodPassword, new: 'stolen horse 99' })).toBe(403)
    expect(await by('PUT', '/api/me/preferences/x/', 1)).toBe(403)
    expect(await by('DELETE', '/api/me/sessions/')).toBe(403)
  })
})

describe('what screens remember', () => {
  it('is each user’s own', async () => {
    const grid = { columns: ['name', 'due'] }
    const put = await as('ann').send('PUT', '/api/me/preferences/grid:input.demand/', grid)
    expect([put.status, put.json]).toEqual([200, grid])
    await as('ann').send('PUT', '/api/me/preferences/scenario1:home/', [1])
    expect((await as('ann').get('/api/me/preferences/?prefix=grid:')).json).toEqual({
      'grid:input.demand': grid,
    })
    expect((await as('viewer').get('/api/me/preferences/grid:input.demand/')).json).toBeNull()
    expect((await as('ann').send('DELETE', '/api/me/preferences/grid:input.demand/')).status).toBe(204)
    expect((await as('ann').get('/api/me/preferences/grid:input.demand/')).json).toBeNull()
    expect((await as('ann').send('PUT', '/api/me/preferences/x/', 'y'.repeat(70_000))).status).toBe(400)
    expect((await as('ann').send('PUT', `/api/me/preferences/${'n'.repeat(201)}/`, 1)).status).toBe(400)
    expect((await server.request('GET', '/api/me/preferences/', { as: null })).status).toBe(401)
  })
})

describe('saved views', () => {
  const path = '/api/views/input/demand/'

  it('are for those who see the list', async () => {
    expect((await as('norights').get(path)).status).toBe(403)
    expect((await as('ann').get('/api/views/input/nothing/')).status).toBe(404)
    // Reports have views too; this one needs more than the right to view sales orders.
    expect((await as('superuser').get('/api/views/output/exception/')).json).toEqual([])
    expect((await as('ann').get('/api/views/output/exception/')).status).toBe(403)
  })

  it('are offered to everybody or to groups, to open lists with', async () => {
    await as('superuser').send('POST', '/api/auth/group/', { name: 'buyers', permissions: [] })
    const admin = as('superuser')
    const offered = { shared: true, groups: ['buyers'], default: true, value: { ordering: 'due' } }
    const made = await admin.send('POST', path, { name: 'to buy', ...offered })
    expect(made).toMatchObject({ status: 201, json: { groups: ['buyers'], default: true } })
    expect((await as('ann').get(path)).json).toEqual([])
    const bob = { username: 'bob', rights: { default: ['input.view_demand'] } }
    const id = await server.addUser(bob)
    await admin.send('PATCH', `/api/common/user/${id}/`, { groups: ['buyers'] })
    expect((await as('bob').get(path)).json).toMatchObject([{ name: 'to buy', ...offered, editable: false }])
    const own = `${path}${Object(made.json).id}/`
    expect((await admin.send('PATCH', own, { groups: ['nobody'] })).json).toHaveProperty('groups')
    expect((await admin.send('PATCH', own, { default: 'yes' })).json).toHaveProperty('default')
    expect((await admin.send('PATCH', own, { groups: [] })).json).toMatchObject({ groups: [] })
    expect((await as('ann').get(path)).json).toMatchObject([{ name: 'to buy', groups: [], default: true }])
    expect((await admin.send('DELETE', own)).status).toBe(204)
  })

  it('are one’s own or shared by superusers', async () => {
    const own = await as('ann').send('POST', path, { name: 'late', value: { ordering: 'due' } })
    expect(own).toMatchObject({ status: 201, json: { name: 'late', shared: false, editable: true } })
    expect((await as('ann').send('POST', path, { name: 'late', value: {} })).status).toBe(409)
    expect((await as('ann').send('POST', path, { name: 'all', shared: true })).status).toBe(403)
    expect((await as('ann').send('POST', path, { value: {} })).json).toHaveProperty('name')
    const shared = await as('superuser').send('POST', path, { name: 'all', shared: true, value: { a: 1 } })
    expect((await as('ann').get(path)).json).toMatchObject([
      { name: 'late', editable: true },
      { name: 'all', shared: true, editable: false, value: { a: 1 } },
    ])
    const sharedPath = `${path}${Object(shared.json).id}/`
    expect((await as('ann').send('PATCH', sharedPath, { name: 'mine' })).status).toBe(403)
    expect((await as('ann').send('DELETE', sharedPath)).status).toBe(403)
    const ownPath = `${path}${Object(own.json).id}/`
    expect((await as('superuser').send('DELETE', ownPath)).status).toBe(404)
    expect((await as('ann').send('PATCH', ownPath, { name: 'later' })).json).toMatchObject({
      name: 'later',
      value: { ordering: 'due' },
    })
    expect((await as('superuser').send('DELETE', sharedPath)).status).toBe(204)
    expect((await as('ann').get(path)).json).toMatchObject([{ name: 'later' }])
  })
})

describe('the own password', () => {
  it('is changed by whoever knows it, and all other sessions end', async () => {
    const here = await signIn('viewer')
    const there = await signIn('viewer')
    const change = (body: unknown) =>
      server.request('POST', '/api/me/password/', { as: null, headers: here.headers, body })
    expect((await change({ old: 'wrong', new: 'another horse 43' })).json).toEqual({
      old: ['This is not your password.'],
    })
    expect((await change({ old: goodPassword, new: 'short' })).json).toHaveProperty('new')
    expect((await change({})).json).toMatchObject({ old: expect.any(Array), new: expect.any(Array) })
    const changed = await change({ old: goodPassword, new: 'another horse 43' })
    expect([changed.status, changed.headers.getSetCookie().length]).toEqual([204, 2])
    const stillIn = async () =>
      (await server.request('GET', '/api/me/', { as: null, headers: there.headers })).status
    await expect.poll(stillIn).toBe(401)
    expect((await signIn('viewer', 'another horse 43')).status).toBe(200)
  })
})

describe('the own sessions', () => {
  it('are listed, and ended one by one or all others at once', async () => {
    const [one, two, three] = [await signIn('changer'), await signIn('changer'), await signIn('changer')]
    const ask = (method: string, path: string, who = one) =>
      server.request(method, path, { as: null, headers: who.headers })
    const listed = Object((await ask('GET', '/api/me/sessions/')).json)
    expect(listed.map(({ current }: { current: boolean }) => current).filter(Boolean)).toHaveLength(1)
    const stranger = await as('ann').send('DELETE', `/api/me/sessions/${listed[0].id}/`)
    expect(stranger.status).toBe(404)
    const other = listed.find(({ current }: { current: boolean }) => !current)
    expect((await ask('DELETE', `/api/me/sessions/${other.id}/`)).status).toBe(204)
    expect((await ask('DELETE', '/api/me/sessions/')).json).toEqual({ ended: 1 })
    await expect.poll(async () => (await ask('GET', '/api/me/', two)).status).toBe(401)
    await expect.poll(async () => (await ask('GET', '/api/me/', three)).status).toBe(401)
    expect((await ask('GET', '/api/me/')).status).toBe(200)
  })
})

describe('a link for a new password', () => {
  it('is made by administrators for those who may do no more than they', async () => {
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT "id" FROM control."user" WHERE "username" = 'superuser'`,
    })
    await server.addUser({ username: 'clerk', rights: { default: ['common.manage_users'] } })
    const nobody = await server.addUser({ username: 'nobody', rights: { default: [] } })
    expect((await make(nobody, 'ann')).status).toBe(403)
    expect((await make(rows[0]!.id, 'clerk')).status).toBe(403)
    expect((await make(nobody, 'clerk')).status).toBe(201)
    expect((await make(999_999, 'clerk')).status).toBe(404)
  })

  it('is good once, and only the latest', async () => {
    const early = Object((await make(ann, 'superuser')).json)
    const { token, path } = Object((await make(ann, 'superuser')).json)
    expect(path).toBe(`/reset/${token}`)
    expect(await linkState(early.token)).toEqual({ valid: false })
    expect(await linkState(token)).toEqual({ valid: true, username: 'ann' })
    const use = (password: string) =>
      server.request('POST', `/api/reset/${token}/`, { as: null, body: { password } })
    expect((await use('short')).json).toHaveProperty('password')
    expect((await use('')).status).toBe(400)
    const both = await Promise.all([use('first horse 77'), use('second horse 77')])
    expect(both.map(({ status }) => String(status)).sort()).toEqual(['204', '404'])
    const winner = both[0].status === 204 ? 'first horse 77' : 'second horse 77'
    expect((await signIn('ann', winner)).status).toBe(200)
    expect(await linkState(token)).toEqual({ valid: false })
  })

  it('ends when the password of the user is changed', async () => {
    const { token } = Object((await make(ann, 'superuser')).json)
    const changed = await as('superuser').send('PATCH', `/api/common/user/${ann}/`, {
      password: 'third horse 77',
    })
    expect(changed.status).toBe(200)
    expect(await linkState(token)).toEqual({ valid: false })
  })

  it('is good only while its maker may still set the password', async () => {
    const limited = { default: ['common.manage_users'] }
    const keeper = await server.addUser({ username: 'keeper', rights: limited })
    const rising = await server.addUser({ username: 'rising', rights: { default: [] } })
    const member = (user: number, superuser: boolean) =>
      server.database.query({
        text: `UPDATE control."membership" SET "is_superuser" = $2 WHERE "user" = $1`,
        values: [user, superuser],
      })
    const { token } = Object((await make(rising, 'keeper')).json)
    const use = (link: string) =>
      server.request('POST', `/api/reset/${link}/`, { as: null, body: { password: 'fourth horse 77' } })
    expect(await linkState(token)).toEqual({ valid: true, username: 'rising' })
    await member(rising, true)
    expect(await linkState(token)).toEqual({ valid: false })
    expect((await use(token)).status).toBe(404)
    await member(rising, false)
    // A maker who manages users no longer.
    const second = Object((await make(rising, 'keeper')).json)
    await server.database.query({
      text: `DELETE FROM control."membershippermission" WHERE "user" = $1`,
      values: [keeper],
    })
    expect((await use(second.token)).status).toBe(404)
    await server.database.query({
      text: `INSERT INTO control."membershippermission" VALUES ($1, 'default', 'common.manage_users')`,
      values: [keeper],
    })
    expect((await use(second.token)).status).toBe(204)
  })

  it('ends with its day, and is not in the database', async () => {
    const { token } = Object((await make(ann, 'superuser')).json)
    const { rows } = await server.database.query({ text: 'SELECT * FROM control."passwordreset"' })
    expect(JSON.stringify(rows)).not.toContain(token)
    await server.database.query({
      text: `UPDATE control."passwordreset" SET "expires" = now() - interval '1 second'`,
    })
    expect((await server.request('GET', `/api/reset/${token}/`, { as: null })).json).toEqual({ valid: false })
  })
})

describe('the first user', () => {
  it('is made once', async () => {
    expect(await needed()).toBe(false)
    expect((await setUp({ username: 'me', password: goodPassword })).status).toBe(409)
    for (const table of ['apikey', 'userpreference', 'user']) {
      await server.database.query({ text: `DELETE FROM control."${table}"` })
    }
    expect(await needed()).toBe(true)
    expect((await setUp({ username: '', password: '' })).json).toMatchObject({
      username: [expect.any(String)],
    })
    expect((await setUp({ username: 'boss', password: 'boss' })).json).toHaveProperty('password')
    const rivals = await Promise.all(
      ['one', 'two', 'three'].map((username) => setUp({ username, password: goodPassword, language: 'de' })),
    )
    expect(rivals.map(({ status }) => String(status)).sort()).toEqual(['201', '409', '409'])
    const made = rivals.find(({ status }) => status === 201)!
    expect(made.headers.getSetCookie()).toHaveLength(2)
    const { username } = Object(made.json)
    await expect
      .poll(async () => (await server.request('GET', '/api/me/', { as: username })).json)
      .toMatchObject({ language: 'de', scenarios: [{ superuser: true }, { superuser: true }] })
    expect(await needed()).toBe(false)
  })
})
