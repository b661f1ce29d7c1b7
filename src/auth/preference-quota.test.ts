import { expect, test } from 'vitest'
import { detail } from '../../test/support/detail.ts'
import { startTestServer } from '../../test/support/server.ts'
import { turnOffDigest } from '../inbox/unsubscribe.ts'
import { largestPreference, mostPreferenceBytes } from './preference-quota.ts'

test('what one user has remembered is limited, whatever the way it is stored', async () => {
  await using server = await startTestServer()
  const id = await server.addUser({ username: 'hoarder', rights: { default: ['input.view_demand'] } })
  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, path, { as: 'hoarder', ...(body === undefined ? {} : { body }) })
  const records = '/api/common/userpreference/'
  const large = 'x'.repeat(60_000)
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ property: `p${index}`, value: large }))

  const tooLarge = await ask('POST', records, { property: 'one', value: 'x'.repeat(70_000) })
  expect(tooLarge).toMatchObject({ status: 400, json: { value: [expect.stringContaining('65536')] } })
  const tooMany = Array.from({ length: 2_001 }, (_, index) => ({ property: `n${index}`, value: 1 }))
  expect((await ask('POST', records, tooMany)).status).toBe(400)
  expect((await ask('POST', records, named(100))).status).toBe(400)
  expect((await ask('POST', records, named(69))).status).toBe(201)
  // Existing preferences can be replaced; there is no room for another one.
  expect((await ask('PUT', '/api/me/preferences/p0/', { large })).status).toBe(200)
  for (const [method, path, body] of [
    ['PUT', '/api/me/preferences/another/', { large }],
    ['PATCH', '/api/me/', { preferences: { another: large } }],
    ['POST', '/api/views/input/demand/', { name: 'another', value: { large } }],
    ['POST', records, { property: 'another', value: large }],
  ] as const) {
    expect([path, (await ask(method, path, body)).status]).toEqual([path, 400])
  }
  const other = await server.request('PUT', '/api/me/preferences/another/', { body: { large } })
  expect(other.status).toBe(200)

  // Values that were stored without the limit are not all read either.
  await server.database.query({
    text: `INSERT INTO control."userpreference" ("user", "property", "value")
      SELECT $1, 'view:input.demand:' || n, to_jsonb(repeat('x', 60000)) FROM generate_series(1, 1000) n`,
    values: [id],
  })
  for (const path of ['/api/me/preferences/', '/api/views/input/demand/']) {
    const { status, text } = await ask('GET', path)
    expect([path, status, text.length < 3 * mostPreferenceBytes]).toEqual([path, 200, true])
  }
})

test(
  'a stored preference can be changed by its id even if its owner has no room for another one',
  detail,
  async () => {
    await using server = await startTestServer()
    const id = await server.addUser({ username: 'hoarder', rights: { default: [] } })
    await server.database.query({
      text: `INSERT INTO control."userpreference" ("user", "property", "value")
      SELECT $1, 'p' || n, '1' FROM generate_series(1, 2000) n`,
      values: [id],
    })
    const { rows } = await server.database.query<{ id: number }>({
      text: `SELECT "id" FROM control."userpreference" WHERE "property" = 'p7'`,
    })
    const path = `/api/common/userpreference/${rows[0]!.id}/`
    for (const [as, value] of [
      ['hoarder', { width: 1 }],
      ['admin', { width: 2 }],
    ] as const) {
      const body = { value }
      expect(await server.request('PATCH', path, { as, body })).toMatchObject({
        status: 200,
        json: { value, user: id },
      })
    }
    const another = { property: 'another', value: 1 }
    const refused = await server.request('POST', '/api/common/userpreference/', {
      as: 'hoarder',
      body: another,
    })
    expect(refused.status).toBe(400)
  },
)

test('a single value is limited as well, whatever the way it is stored', async () => {
  await using server = await startTestServer()
  await server.addUser({ username: 'hoarder', rights: { default: ['input.view_demand'] } })
  const ask = (method: string, path: string, body: unknown) =>
    server.request(method, path, { as: 'hoarder', body })
  const large = 'x'.repeat(largestPreference)
  for (const [method, path, body, field] of [
    ['POST', '/api/common/userpreference/', { property: 'one', value: large }, 'value'],
    ['PUT', '/api/me/preferences/one/', { large }, 'value'],
    ['PATCH', '/api/me/', { preferences: { one: large } }, 'preferences'],
    ['POST', '/api/views/input/demand/', { name: 'one', value: { large } }, 'value'],
  ] as const) {
    const { status, text } = await ask(method, path, body)
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining(String(largestPreference))])
    expect(text).toContain(field)
  }
  // Members that are set one after the other make one value.
  const half = 'x'.repeat(40_000)
  expect((await ask('PATCH', '/api/me/', { preferences: { one: half } })).status).toBe(200)
  expect((await ask('PATCH', '/api/me/', { preferences: { two: half } })).status).toBe(400)
  expect((await ask('PATCH', '/api/me/', { preferences: { one: null, two: half } })).status).toBe(200)
})

test('members that are set are measured as all other values are', detail, async () => {
  await using server = await startTestServer()
  // PostgreSQL writes a blank after each comma.
  const numbers = Array.from({ length: 5_000 }, () => 1)
  const set = (preferences: unknown) => server.request('PATCH', '/api/me/', { body: { preferences } })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    expect([name, (await set({ [name]: numbers })).status]).toEqual([name, 200])
  const { json } = await set({ g: { part: null } })
  expect(json).toMatchObject({ preferences: { f: numbers, g: { part: null } } })
})

test('a stored value that is too large can change unless it grows', detail, async () => {
  await using server = await startTestServer()
  const id = await server.addUser({ username: 'hoarder', rights: { default: ['input.view_demand'] } })
  const ask = (method: string, path: string, body: unknown) =>
    server.request(method, path, { as: 'hoarder', body })
  const large = 'x'.repeat(largestPreference)
  const { rows } = await server.database.query<{ id: number }>({
    text: `INSERT INTO control."userpreference" ("user", "property", "value")
      VALUES ($1, 'view:input.demand:one', $2::jsonb), ($1, 'ui', $3::jsonb) RETURNING "id"`,
    values: [id, JSON.stringify({ large }), JSON.stringify({ large, scheme: 'dark', digest: 'daily' })],
  })
  const change = (preferences: unknown) => ask('PATCH', '/api/me/', { preferences })
  expect((await change({ scheme: null })).status).toBe(200)
  expect(await change({ scheme: 'dark' })).toMatchObject({
    status: 400,
    json: { preferences: [expect.any(String)] },
  })
  await turnOffDigest(server.database, id)
  expect((await change({ large: null })).json).toMatchObject({ preferences: { digest: 'off' } })

  const view = `/api/views/input/demand/${rows[0]!.id}/`
  expect((await ask('PATCH', view, { name: 'two' })).json).toMatchObject({ name: 'two', value: { large } })
  expect((await ask('PATCH', view, { value: { large: `${large}x` } })).status).toBe(400)
  expect((await ask('PATCH', view, { value: { large: large.slice(1) } })).status).toBe(200)
})

test('a view can be renamed even if its owner has no room for another one', async () => {
  await using server = await startTestServer()
  const id = await server.addUser({ username: 'hoarder', rights: { default: ['input.view_demand'] } })
  const { rows } = await server.database.query<{ id: number }>({
    text: `INSERT INTO control."userpreference" ("user", "property", "value")
      SELECT $1, 'view:input.demand:' || n, '{}' FROM generate_series(1, 2000) n RETURNING "id"`,
    values: [id],
  })
  const body = { name: 'renamed', value: { width: 1 } }
  const view = `/api/views/input/demand/${rows[0]!.id}/`
  expect(await server.request('PATCH', view, { as: 'hoarder', body })).toMatchObject({
    status: 200,
    json: body,
  })
  const taken = await server.request('PATCH', view, { as: 'hoarder', body: { name: '2' } })
  expect(taken).toMatchObject({ status: 409 })
})

test('a change of the own account whose preferences are refused changes nothing, nor does the reverse', async () => {
  await using server = await startTestServer()
  await server.addUser({ username: 'ann', rights: { default: [] } })
  const ask = (body: unknown) => server.request('PATCH', '/api/me/', { as: 'ann', body })
  const half = 'x'.repeat(40_000)
  await ask({ first_name: 'Ann', preferences: { one: half } })
  expect((await ask({ first_name: 'Other', preferences: { two: half } })).status).toBe(400)
  expect((await ask({ language: 'klingon', preferences: { one: null } })).status).toBe(400)
  const { json } = await server.request('GET', '/api/me/', { as: 'ann' })
  expect(json).toMatchObject({ first_name: 'Ann', preferences: { one: half } })
})
