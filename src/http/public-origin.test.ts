/** Tests the start of absolute links in responses, and when Strict-Transport-Security is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest, type RawResponse } from '../../test/support/raw-http.ts'
import { startTestServer, type TestServer } from '../../test/support/server.ts'
import { encodeBasic } from '../auth/credentials/basic-header.ts'
import { goodPassword } from '../../test/support/good-password.ts'

const authorization = encodeBasic({ name: 'admin', password: goodPassword })
const ask = (
  { url }: TestServer,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<RawResponse> => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return rawRequest(url, method, path, {
    headers: { authorization, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

/** Returns the origins of all absolute links that a server returns for a Host header. */
async function originsFor(server: TestServer, host: string): Promise<readonly string[]> {
  const userId = await server.addUser({ username: `reset ${crypto.randomUUID()}` })
  const name = crypto.randomUUID()
  const reset = await ask(server, 'POST', `/api/access/users/${userId}/reset/`, { host }, '{}')
  const made = await ask(server, 'POST', '/api/input/item/', { host }, JSON.stringify({ name }))
  await ask(server, 'POST', '/api/input/item/', { host }, JSON.stringify({ name: `${name} 2` }))
  const page = await ask(server, 'GET', '/api/input/item/?limit=1', { host })
  const index = await ask(server, 'GET', '/api/', { host, accept: 'application/json' })
  expect([reset.status, made.status, page.status, index.status]).toEqual([201, 201, 200, 200])
  const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
  const links = [Object(reset.json).url, made.headers.location, next, Object(index.json)['input/item']]
  return links.map((link) => String(link).replace(/\/(?:reset|api)\/.*$/, ''))
}

const four = (origin: string): readonly string[] => [origin, origin, origin, origin]

describe('absolute links', () => {
  let plain: TestServer
  beforeAll(async () => {
    plain = await startTestServer()
  })
  afterAll(() => plain[Symbol.asyncDispose]())

  it.each(['localhost:8000', '127.0.0.1:1234', '[::1]:8000'])('repeat the loopback name %s', async (host) => {
    expect(await originsFor(plain, host)).toEqual(four(`http://${host}`))
  })

  it.each(['evil.example', 'localhost.evil.example', 'a@localhost', '127.0.0.1.evil.example:80', '10.9.8.7'])(
    'are relative for the unknown name %s',
    async (host) => {
      expect(await originsFor(plain, host)).toEqual(four(''))
    },
  )

  it('repeat what ALLOWED_HOSTS names', async () => {
    await using server = await startTestServer({
      settings: { ALLOWED_HOSTS: 'planning.example.com,inner:8000' },
    })
    expect(await originsFor(server, 'planning.example.com:8443')).toEqual(
      four('http://planning.example.com:8443'),
    )
    expect(await originsFor(server, 'inner:8000')).toEqual(four('http://inner:8000'))
    expect(await originsFor(server, 'inner:9000')).toEqual(four(''))
  })

  it('begin with BASE_URL, whatever the request says', async () => {
    await using server = await startTestServer({ settings: { BASE_URL: 'https://planning.example.com/' } })
    expect(await originsFor(server, 'evil.example')).toEqual(four('https://planning.example.com'))
  })

  it('do not believe X-Forwarded-Host', async () => {
    await using server = await startTestServer({ settings: { TRUST_PROXY: '127.0.0.1' } })
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const userId = await server.addUser({ username: 'other' })
    const { json } = await ask(server, 'POST', `/api/access/users/${userId}/reset/`, headers, '{}')
    expect(Object(json).url).toMatch(/^\/reset\//)
  })
})

const transportHeader = async (server: TestServer, proto: string, path = '/livez'): Promise<unknown> =>
  (await ask(server, 'GET', path, { 'x-forwarded-proto': proto })).headers['strict-transport-security']

describe('Strict-Transport-Security', () => {
  it('is sent behind a trusted proxy that was asked by https', async () => {
    await using server = await startTestServer({
      settings: { TRUST_PROXY: '127.0.0.1', HSTS_MAX_AGE: '600' },
    })
    for (const path of ['/livez', '/api/input/item/', '/login/', '/nowhere/at/all/']) {
      expect([path, await transportHeader(server, 'https', path)]).toEqual([path, 'max-age=600'])
    }
    expect(await transportHeader(server, 'http')).toBeUndefined()
  })

  it('is not sent when anybody could have said so', async () => {
    await using server = await startTestServer()
    expect(await transportHeader(server, 'https')).toBeUndefined()
  })
})
