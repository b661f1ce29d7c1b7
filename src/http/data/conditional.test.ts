import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'

const items = '/api/input/item/'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.request('POST', items, { body: [{ name: 'a' }, { name: 'b' }] })
  await server.addUser({ username: 'ann', rights: { default: [] } })
})

afterAll(() => server[Symbol.asyncDispose]())

describe('If-Match', () => {
  it.each([
    ['POST', items, { name: 'a', description: 'changed' }],
    ['POST', items, [{ name: 'a', description: 'changed' }]],
    ['PUT', items, [{ name: 'a', description: 'changed' }]],
    ['PATCH', items, [{ name: 'a', description: 'changed' }]],
    ['DELETE', `${items}?name=a`, undefined],
  ])('is refused where it would be passed over: %s %s %j', async (method, path, body) => {
    const refused = await server.request(method, path, {
      headers: { 'if-match': '"of long ago"' },
      ...(body === undefined ? {} : { body }),
    })
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('single records') },
    })
    expect((await server.request('GET', `${items}a/`)).json).toMatchObject({ description: null })
  })

  it('holds for a single record', async () => {
    const tag = (await server.request('GET', `${items}b/`)).headers.get('etag')!
    expect(tag).not.toMatch(/^W\//)
    const change = (ifMatch: string) =>
      server.request('PATCH', `${items}b/`, {
        headers: { 'if-match': ifMatch },
        body: { description: 'changed' },
      })
    expect((await change('"of long ago"')).status).toBe(412)
    expect((await change(tag)).status).toBe(200)
  })
})

describe('the tag of a record with fields of another one', () => {
  const path = '/api/input/demand/followed/?fields=name,item__category'

  it('changes with them, and is known in If-Match until the record itself changes', async () => {
    await server.request('POST', items, { body: { name: 'followed', category: 'old' } })
    await server.request('POST', '/api/input/demand/', { body: { name: 'followed', item: 'followed' } })
    const tag = (await server.request('GET', path)).headers.get('etag')!
    const again = (asked: string) => server.request('GET', asked, { headers: { 'if-none-match': tag } })
    expect((await again(path)).status).toBe(304)
    await server.request('PATCH', `${items}followed/`, { body: { category: 'new' } })
    for (const asked of [path, `${path}&format=ndjson`]) {
      const answer = await again(asked)
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('new')])
    }
    const write = () =>
      server.request('PATCH', '/api/input/demand/followed/', {
        headers: { 'if-match': tag },
        body: { description: 'changed' },
      })
    expect([(await write()).status, (await write()).status]).toEqual([200, 412])
  })
})

describe('If-None-Match of a write', () => {
  const before = { name: 'c', description: 'kept' }

  it.each(['PUT', 'PATCH', 'DELETE'])('keeps a stored record that it excludes: %s', async (method) => {
    const stored = await server.request('POST', items, { body: before })
    const tag = stored.headers.get('etag')!
    const write = (path: string, ifNoneMatch: string) =>
      server.request(method, path, {
        headers: { 'if-none-match': ifNoneMatch },
        ...(method === 'DELETE' ? {} : { body: { description: 'changed' } }),
      })
    for (const condition of ['*', tag, `"x", W/${tag}`]) {
      const refused = await write(`${items}c/`, condition)
      expect([condition, refused.status]).toEqual([condition, 412])
      expect(refused.json).toEqual({ detail: expect.stringContaining('If-None-Match') })
    }
    expect((await server.request('GET', `${items}c/`)).json).toMatchObject(before)
    expect((await write(`${items}absent/`, '*')).status).toBe(404)
    const others = await write(`${items}c/`, '"of long ago"')
    expect(others.status).toBe(method === 'DELETE' ? 204 : 200)
  })

  it.each([
    ['PUT', items, '*', [before]],
    ['PATCH', items, '*', [before]],
    ['PATCH', `${items}?name=a`, '*', { description: 'changed' }],
    ['DELETE', `${items}?name=a`, '*', undefined],
  ])('is refused where it would be passed over: %s %s %s', async (method, path, condition, body) => {
    const refused = await server.request(method, path, {
      headers: { 'if-none-match': condition },
      ...(body === undefined ? {} : { body }),
    })
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('If-None-Match works on single records only') },
    })
  })
})

describe('If-None-Match of a POST', () => {
  it.each([[{ name: 'c' }], [[{ name: 'c' }]]])('takes * only, and says so: %j', async (body) => {
    const refused = await server.request('POST', items, { headers: { 'if-none-match': '"x"' }, body })
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringMatching(/^POST takes If-None-Match with the value \* only/) },
    })
  })
})

describe('a condition on a record of somebody else', () => {
  it.each([
    ['PATCH', 'if-match', '"of long ago"'],
    ['PATCH', 'if-none-match', '*'],
    ['PUT', 'if-match', '"of long ago"'],
    ['DELETE', 'if-none-match', '*'],
  ])('does not reveal that the record exists: %s with %s', async (method, header, value) => {
    const { rows } = await server.database.query<{ id: number }>({
      text: `INSERT INTO control."userpreference" ("user", "property", "value")
        SELECT "id", $1, '{}' FROM control."user" WHERE "username" = 'admin' RETURNING "id"`,
      values: [`own ${method} ${header}`],
    })
    const path = '/api/common/userpreference/'
    const answers = await Promise.all(
      [rows[0]!.id, 987_654].flatMap((id) =>
        [{}, { [header]: value }].map(async (headers) => {
          const body = method === 'DELETE' ? {} : { body: { property: 'x', value: {} } }
          const { status } = await server.request(method, `${path}${id}/`, { as: 'ann', headers, ...body })
          return status
        }),
      ),
    )
    expect(answers).toEqual([404, 404, 404, 404])
  })
})

describe('the tag of a list', () => {
  it('is weak, since other servers write too, and another one after a write: what was read before is not known', async () => {
    const first = await server.request('GET', items)
    await server.request('PATCH', `${items}a/`, { body: { description: 'new' } })
    const second = await server.request('GET', items)
    expect(second.text).not.toBe(first.text)
    const answers = await Promise.all(
      [first, second].map(async ({ headers }) => {
        const tag = headers.get('etag')!
        expect(tag).toMatch(/^W\/"[\w-]+"$/)
        const { status, text } = await server.request('GET', items, { headers: { 'if-none-match': tag } })
        return [status, text]
      }),
    )
    expect(answers).toEqual([
      [200, second.text],
      [304, ''],
    ])
  })

  it('is compared weakly', async () => {
    const fresh = await server.request('GET', items, { headers: { 'if-none-match': '"x"' } })
    const tag = fresh.headers.get('etag')!
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const again = await server.request('GET', items, { headers: { 'if-none-match': known } })
      expect([known, again.status, again.text]).toEqual([known, 304, ''])
    }
  })
})
