import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnections, requestHead } from '../../test/support/attacks/connections.ts'
import { mainCases } from '../../test/support/detail.ts'
import { startTestServer, type TestServer } from '../../test/support/server.ts'
import { goodPassword } from '../../test/support/users.ts'
import { newChunk } from '../data/chunk-stream.ts'
import { jsonText } from './answer.ts'
import type { Route } from './routes/route.ts'
import type { Action } from '../model/entity.ts'

let server: TestServer
const authorization = `Basic ${btoa(`admin:${goodPassword}`)}`

beforeAll(async () => {
  server = await startTestServer({ settings: { CORS_ORIGINS: '["https://portal.example"]' } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Waits until a condition is true. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It did not happen within ten seconds.')
}

/** Sends raw bytes and returns the received text when the connection closes. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (piece) => (answer += piece.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const own = `Authorization: ${authorization}\r\n`

/** Returns a request for the current user with the given headers. */
const get = (headers: string): Promise<string> =>
  raw(server.url, `GET /api/me/ HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)

/** Returns a request that sends a list in a transfer encoding. */
const post = (coding: string): Promise<string> =>
  raw(
    server.url,
    `POST /api/input/item/ HTTP/1.1\r\nHost: x\r\n${own}Content-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
  )

/** Sends a request as a page of an origin does. */
const askFrom = (origin: string, method = 'GET', extra: Record<string, string> = {}) =>
  server.request(method, '/api/input/demand/', { headers: { origin, ...extra } })

const login = (body: unknown) => server.request('POST', '/login/', { as: null, body })
const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')

describe('the server', () => {
  it('lets pages of any site change data only with a token, if all origins are listed', async () => {
    const CORS_ORIGINS = '["*", "https://portal.example"]'
    await using open = await startTestServer({ settings: { CORS_ORIGINS } })
    const post = async (headers: Readonly<Record<string, string>>, as: string | null = 'admin') => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const options = { as, body: 'name=x', headers: { ...type, ...headers } }
      return (await open.request('POST', '/api/input/item/?format=json', options)).status
    }
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await post(foreign)).toBe(403)
    expect(await post({ origin: '*' })).toBe(403)
    expect(await post({ ...foreign, origin: 'https://portal.example' })).toBe(201)
    const body = { name: 'portal', expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19) }
    const { json } = await open.request('POST', '/api/common/apikey/', { body })
    const token = String(Object(json).key)
    expect(await post({ ...foreign, authorization: `Bearer ${token}` }, null)).toBe(201)
  })

  it('answers what is no HTTP with a JSON error', async () => {
    expect(await raw(server.url, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*\{"detail":"[^"]+"\}$/s)
    const flood = `GET / HTTP/1.1\r\nHost: x\r\nX-Flood: ${'x'.repeat(100_000)}\r\n\r\n`
    expect(await raw(server.url, flood)).toMatch(/^HTTP\/1\.1 431 .*\{"detail":"[^"]+"\}$/s)
  })

  it('states for every route who may use it', () => {
    const stated = server.server.routes.map(({ path, access }) => [path, access])
    expect(stated).toEqual(
      expect.arrayContaining([
        ['*', 'entity'],
        ['/livez', 'public'],
      ]),
    )
    for (const [path, access] of stated)
      expect([path, access]).toEqual([path, expect.stringMatching(/^\w+$/)])
  })

  it('requires signing in for every route that is not public', async () => {
    const guarded = server.server.routes.filter(({ access }) => access === 'user' || access === 'entity')
    expect(guarded).not.toEqual([])
    for (const { path, methods } of guarded) {
      const url = path === '*' ? '/api/input/item/' : path
      for (const method of methods) {
        const { status } = await server.request(method, url, { as: null })
        expect([method, url, status]).toEqual([method, url, 401])
      }
    }
  })

  it('tells nothing of what went wrong inside', async () => {
    const broken: Route = {
      methods: ['GET'],
      path: '/broken/',
      access: 'public',
      body: 'none',
      handler: async () => {
        throw new Error('the secret reason')
      },
    }
    await using other = await startTestServer({ routes: [broken] })
    const headers = { 'x-request-id': 'from-client-7' }
    const { status, text } = await other.request('GET', '/broken/', { headers })
    expect([status, text]).toEqual([500, expect.stringContaining('from-client-7')])
    expect(text).not.toContain('secret')
    const line = other.log.find((entry) => entry.includes('from-client-7'))
    expect(line).toMatch(/the secret reason.*server\.test\.ts/s)
  })

  it('names every request', async () => {
    const given = await server.request('GET', '/livez', { headers: { 'x-request-id': 'abc.1' } })
    expect(given.headers.get('x-request-id')).toBe('abc.1')
    const bad = await server.request('GET', '/livez', { headers: { 'x-request-id': 'a"b c' } })
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(bad.headers.get('server-timing')).toMatch(/total;dur=/)
  })

  it('tells browsers how little they may do', async () => {
    const { headers } = await server.request('GET', '/api/input/demand/')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const docs = await server.request('GET', '/api/docs/')
    expect(docs.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(docs.text).not.toMatch(/<script>|<script [^>]*>[^<]/)
    for (const path of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      const asset = await server.request('GET', `/api/docs/${path}`, { as: null })
      expect([path, asset.status, asset.text.length > 500]).toEqual([path, 200, true])
    }
  })

  it('lets only listed origins in', async () => {
    const portal = await askFrom('https://portal.example')
    expect(portal.headers.get('access-control-allow-origin')).toBe('https://portal.example')
    const evil = await askFrom('https://evil.example')
    expect(evil.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'x-csrftoken',
    }
    const allowed = await askFrom('https://portal.example', 'OPTIONS', preflight)
    expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'x-csrftoken',
    ])
    const change = { body: { name: 'x' } }
    for (const [origin, status] of [
      ['https://portal.example', 201],
      ['https://evil.example', 403],
      [server.url, 201],
    ] as const) {
      const answer = await server.request('POST', '/api/input/item/', { ...change, headers: { origin } })
      expect([origin, answer.status]).toEqual([origin, status])
    }
  })

  it('compresses what is worth it', async () => {
    const body = Array.from({ length: 3_000 }, (_, index) => ({ name: `compressed ${index}` }))
    await server.request('POST', '/api/input/item/', { body })
    for (const [accept, coding] of [
      ['br, gzip', 'br'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      for (const query of ['', '?limit=50']) {
        const headers = { 'accept-encoding': accept }
        const answer = await server.request('GET', `/api/input/item/${query}`, { headers })
        expect([accept, query, answer.headers.get('content-encoding')]).toEqual([accept, query, coding])
        expect(answer.json).toEqual(
          expect.arrayContaining([expect.objectContaining({ name: 'compressed 0' })]),
        )
      }
    }
    const small = await server.request('GET', '/livez', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers.get('content-encoding')).toBeNull()
  })

  it('frees the memory of a body that was sent', async () => {
    const sent: Buffer[] = []
    const page: Route = {
      methods: ['GET'],
      path: '/page/',
      access: 'public',
      body: 'none',
      handler: async () => {
        const body = newChunk(50_000).fill('1')
        sent.push(body)
        return jsonText(200, body)
      },
    }
    await using other = await startTestServer({ routes: [page] })
    for (const accept of ['identity', 'gzip']) {
      const answer = await other.request('GET', '/page/', { headers: { 'accept-encoding': accept } })
      expect(answer.text).toBe('1'.repeat(50_000))
    }
    await until(() => sent.every(({ length }) => length === 0))
    expect(sent).toHaveLength(2)
  })

  it('cancels the query of a client that goes away', async () => {
    const fill = `INSERT INTO "default".item("name") SELECT 'many ' || i FROM generate_series(1, 200000) i`
    await server.database.query({ text: fill })
    const running = async (): Promise<number> => {
      const { rows } = await server.database.query<{ n: number }>({
        text: `SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE state = 'active' AND query LIKE '%"item"%' AND pid <> pg_backend_pid() AND datname = current_database()`,
      })
      return rows[0]!.n
    }
    const client = httpRequest(`${server.url}/api/input/item/?ordering=-name`, { headers: { authorization } })
    client.on('error', () => undefined)
    client.end()
    // The client reads nothing, so that the query keeps running.
    client.on('response', (response) => response.pause())
    await until(async () => (await running()) > 0)
    client.destroy()
    await until(async () => (await running()) === 0)
    expect(server.log.filter((line) => line.includes('Request failed'))).toEqual([])
    await until(() => server.database.pool.idleCount >= server.database.pool.totalCount - 2)
    await server.database.query({ text: 'TRUNCATE "default".item CASCADE' })
  })

  it('challenges programs to send credentials, and no browser to ask for them over a page', async () => {
    expect(await challenge({})).toMatch(/^Basic /)
    expect(await challenge({ 'sec-fetch-dest': 'document' })).toMatch(/^Basic /)
    expect(await challenge({ 'sec-fetch-dest': 'empty' })).toMatch(/^Session /)
  })

  it('rejects what a proxy may read differently', async () => {
    expect(await get(`Host: x\r\n${own}`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await get(`Host: x\r\nhOST: y\r\n${own}`)).toMatch(
      /^HTTP\/1\.1 400 .*The header hOST comes twice/s,
    )
    expect(await get(`Host: x\r\n${own}authorization: Basic YTpi\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await post('Chunked')).toMatch(/^HTTP\/1\.1 201 /)
    expect(await post('gzip, chunked')).toMatch(/^HTTP\/1\.1 400 .*Transfer-Encoding/s)
  })

  it('asks for a body only once it wants it', async () => {
    const expectContinue = (headers: string): Promise<string> =>
      raw(
        server.url,
        `POST /api/input/item/ HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
      )
    expect(await expectContinue('')).toMatch(/^HTTP\/1\.1 401 /)
    const asked = raw(
      server.url,
      `POST /api/input/item/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n[]`,
    )
    expect(await asked).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })
})

describe('logging in', () => {
  it('refuses wrong passwords and incomplete requests', async () => {
    expect(await login({ username: 'admin', password: 'wrong' })).toMatchObject({ status: 401 })
    expect(await login({ username: 'admin' })).toMatchObject({
      status: 400,
      json: { password: [expect.any(String)] },
    })
    expect(await login([])).toMatchObject({ status: 400 })
  })

  it('opens a session that ends with the browser for whoever does not want to stay signed in', async () => {
    const credentials = { username: 'admin', password: goodPassword }
    const cookies = async (body: object): Promise<readonly string[]> =>
      (await login({ ...credentials, ...body })).headers.getSetCookie()
    expect((await cookies({})).every((cookie) => cookie.includes('Max-Age='))).toBe(true)
    for (const remember of [false, 'false', '0', 0, 'no'])
      expect((await cookies({ remember })).some((cookie) => cookie.includes('Max-Age='))).toBe(false)
    for (const remember of ['maybe', 2, []])
      expect(await login({ ...credentials, remember })).toMatchObject({
        status: 400,
        json: { remember: [expect.stringContaining('Must be a valid boolean.')] },
      })
  })

  it('does not repeat the passwords of a form that has two', async () => {
    const { status, text } = await server.request('POST', '/login/', {
      as: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=admin&password=first-secret&password=second-secret',
    })
    expect([status, text]).toEqual([400, expect.stringContaining('password')])
    expect(text).not.toMatch(/secret/)
  })

  it('opens a session whose changes need the CSRF token', async () => {
    const { status, headers } = await login({ username: 'admin', password: goodPassword })
    expect(status).toBe(200)
    expect(headers.getSetCookie().find((text) => text.startsWith('sessionid='))).toMatch(
      /HttpOnly; SameSite=Lax/,
    )
    const cookie = cookieOf(headers)
    const me = await server.request('GET', '/api/me/', { as: null, headers: { cookie } })
    expect(me).toMatchObject({ status: 200, json: { username: 'admin', via: 'session' } })
    const body = { name: 'by session' }
    const bare = await server.request('POST', '/api/input/item/', { as: null, body, headers: { cookie } })
    expect(bare).toMatchObject({ status: 403 })
    const token = /csrftoken=([^;]+)/.exec(cookie)![1]!
    const good = { cookie, 'x-csrftoken': token }
    expect(await server.request('POST', '/api/input/item/', { as: null, body, headers: good })).toMatchObject(
      { status: 201 },
    )
    expect(await server.request('POST', '/logout/', { as: null, headers: { cookie } })).toMatchObject({
      status: 403,
    })
    const out = await server.request('POST', '/logout/', { as: null, headers: good })
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await server.request('GET', '/api/me/', { as: null, headers: { cookie } })).toMatchObject({
      status: 401,
    })
  })

  it('opens a session that repeated requests and streams of a page do not prolong', async () => {
    const { headers } = await login({ username: 'admin', password: goodPassword })
    const cookie = cookieOf(headers)
    const { rows } = await server.database.query<{ id: string }>({
      text: `UPDATE control."session" SET "last_seen" = now() - interval '1 hour'
        WHERE "id" = (SELECT "id" FROM control."session" ORDER BY "created" DESC LIMIT 1) RETURNING "id"`,
    })
    const prolongs = async (path: string, more: Record<string, string>): Promise<unknown> => {
      const response = await fetch(server.url + path, { headers: { cookie, ...more } })
      expect(response.status).toBe(200)
      await response.body?.cancel()
      const seen = await server.database.query({
        text: `SELECT "last_seen" > now() - interval '1 minute' AS "is" FROM control."session" WHERE "id" = $1`,
        values: [rows[0]!.id],
      })
      return seen.rows[0]!['is']
    }
    expect(await prolongs('/api/me/', { 'x-unattended': 'true' })).toBe(false)
    expect(await prolongs('/api/events/', { accept: 'text/event-stream' })).toBe(false)
    expect(await prolongs('/api/me/', {})).toBe(true)
  })

  it('takes a form as well', async () => {
    const answer = await server.request('POST', '/login/', {
      as: null,
      body: new URLSearchParams({ username: 'admin', password: goodPassword }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer).toMatchObject({ status: 200, json: { username: 'admin' } })
  })
})

describe('health and figures', () => {
  it('tells whether it lives, is ready, and what it does', async () => {
    expect(await server.request('GET', '/livez', { as: null })).toMatchObject({ status: 200 })
    expect(await server.request('GET', '/readyz', { as: null })).toMatchObject({
      status: 200,
      // No worker runs tasks here, but the data is available all the same.
      json: {
        status: 'degraded',
        checks: { database: 'ok', migrations: 'ok', worker: 'none', folders: 'ok' },
      },
    })
    await server.request('GET', '/api/input/demand/')
    const { text } = await server.request('GET', '/metrics', { as: null })
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/:app/:entity/",method="GET",status="2xx"}',
    )
    expect(text).toMatch(/database_connections_total \d/)
  })

  it('is not ready while migrations are missing', async () => {
    await using other = await startTestServer()
    await other.database.query({ text: `DELETE FROM control.schema_migration WHERE "name" LIKE '0002%'` })
    const { status, json } = await other.request('GET', '/readyz')
    expect([status, json]).toMatchObject([503, { checks: { migrations: expect.stringContaining('0002_') } }])
  })

  const migrated: readonly (readonly [what: string, schema: string])[] = [
    ['control', 'control'],
    ['production', 'default'],
    ['a scenario', 'scenario1'],
  ]
  it.each(mainCases(migrated, ([what]) => what === 'production'))(
    'is not ready once a newer release has migrated %s, after a while',
    async (_what, schema) => {
      await using other = await startTestServer({ settings: { UPGRADE_GRACE: '1' } })
      await other.database.query({
        text: `INSERT INTO "${schema}".schema_migration ("name") VALUES ('9001_of_the_future')`,
      })
      const checks = { migrations: `of a newer release: ${schema} has 9001_of_the_future` }
      const serves = await other.request('GET', '/readyz')
      expect([serves.status, serves.json]).toMatchObject([200, { status: 'degraded', checks }])
      await expect
        .poll(async () => (await other.request('GET', '/readyz')).status, { timeout: 10_000 })
        .toBe(503)
      expect((await other.request('GET', '/readyz')).json).toMatchObject({ status: 'unavailable', checks })
      await other.database.query({
        text: `DELETE FROM "${schema}".schema_migration WHERE "name" LIKE '9001%'`,
      })
      // Requests within one second share the result.
      await expect
        .poll(async () => (await other.request('GET', '/readyz')).status, { timeout: 10_000 })
        .toBe(200)
    },
  )

  it('shows figures only to holders of the token when there is one', async () => {
    const token = 'a token for metrics'
    await using other = await startTestServer({ settings: { METRICS_TOKEN: token } })
    expect(await other.request('GET', '/metrics')).toMatchObject({ status: 401 })
    const headers = { authorization: `Bearer ${token}` }
    expect(await other.request('GET', '/metrics', { as: null, headers })).toMatchObject({ status: 200 })
  })

  it('refuses what is too much, and still says that it lives', async () => {
    const release = Promise.withResolvers<void>()
    const slow: Route = {
      methods: ['GET'],
      path: '/slow/',
      access: 'public',
      body: 'none',
      handler: async () => {
        await release.promise
        return { status: 204, headers: {} }
      },
    }
    await using other = await startTestServer({ routes: [slow], maxRequests: 2 })
    const first = [other.request('GET', '/slow/'), other.request('GET', '/slow/')]
    await until(async () => (await other.request('GET', '/api/me/')).status === 503)
    const refused = await other.request('GET', '/api/me/')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await other.request('GET', '/livez')).toMatchObject({ status: 200 })
    release.resolve()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([204, 204])
    expect(await other.request('GET', '/api/me/')).toMatchObject({ status: 200 })
  })

  it('cuts off a body after GET, which nobody wants', async () => {
    const authorized = { Authorization: authorization, 'Content-Type': 'application/json' }
    const endless = { ...authorized, 'Content-Length': '100000000' }
    const bytes = requestHead('GET', '/api/input/item/?limit=1', endless) + 'x'.repeat(1_000)
    await using sending = await openConnections(server.url, 1, { bytes, reads: true })
    const [socket] = sending.sockets
    const timer = setInterval(() => socket?.write('x'.repeat(1_000)), 20)
    await until(() => sending.open() === 0)
    clearInterval(timer)
    expect(sending.received(0)).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(sending.received(0).toLowerCase()).toContain('connection: close')
    expect(socket?.bytesWritten).toBeLessThan(1_000_000)
  })

  it('lets running requests end before it closes', async () => {
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const slow: Route = {
      methods: ['GET'],
      path: '/slow/',
      access: 'public',
      body: 'none',
      handler: async () => {
        started.resolve()
        await release.promise
        return { status: 204, headers: {} }
      },
    }
    await using other = await startTestServer({ routes: [slow], grace: 60_000 })
    // A connection opened in advance, as browsers do.
    const unused = connect(Number(new URL(other.url).port), '127.0.0.1')
    await once(unused, 'connect')
    const running = other.request('GET', '/slow/')
    await started.promise
    const begun = performance.now()
    const closing = other.server.close()
    release.resolve()
    expect(await running).toMatchObject({ status: 204 })
    await closing
    expect(performance.now() - begun).toBeLessThan(10_000)
    await expect(other.request('GET', '/livez')).rejects.toThrow('fetch failed')
  })
})

describe('the OpenAPI document', () => {
  interface Operation {
    readonly operationId: string
    readonly responses: Readonly<Record<string, unknown>>
  }
  interface Document {
    readonly openapi: string
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly components: unknown
  }

  it('describes every entity, and refers only to what it holds', async () => {
    const { status, headers, text } = await server.request('GET', '/openapi.json')
    expect(status).toBe(200)
    const document: Document = JSON.parse(text)
    expect(document.openapi).toBe('3.1.0')
    const actions: Readonly<Record<string, Action>> = { post: 'add', delete: 'delete' }
    for (const { app, model, readOnly, never } of server.service.models.current().entities) {
      const list = document.paths[`/api/${app}/${model}/`]
      const methods = readOnly ? ['get'] : ['get', 'post', 'put', 'patch', 'delete']
      const possible = methods.filter((method) => !never.some((action) => action === actions[method]))
      expect(Object.keys(list ?? {})).toEqual(possible)
      expect(document.paths[`/api/${app}/${model}/{key}/`]).toBeDefined()
    }
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference.split('/').reduce<unknown>((node, name) => Object(node)[name], document)
      expect([reference, typeof found]).toEqual([reference, 'object'])
    }
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const tag = { 'if-none-match': headers.get('etag')! }
    expect(await server.request('GET', '/openapi.json', { headers: tag })).toMatchObject({ status: 304 })
  })
})

/** Returns the challenge for a request without credentials. */
async function challenge(headers: Readonly<Record<string, string>>): Promise<string | null> {
  const answer = await server.request('GET', '/api/input/item/', { as: null, headers })
  return answer.headers.get('www-authenticate')
}
