/** Tests endpoints that need no body: one with members, which they would ignore, is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { goodPassword } from '../support/good-password.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer & { readonly api: Api }

beforeAll(async () => {
  const started = await startTaskServer()
  server = { ...started, api: apiOf(started) }
  await buildUser(server.database, { username: 'superuser', rights: { default: 'superuser' } })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(contract)

/** Methods and paths of the endpoints that change something without a body. */
const bodiless = endpoints
  .filter(([, { body, form }]) => body === undefined && form === undefined)
  .filter(([, { takesTaskParameters }]) => takesTaskParameters === undefined)
  .map(([name]) => name)
  .filter((name) => !name.startsWith('GET '))

describe('a body of an endpoint that needs none', () => {
  it.each(bodiless)('is rejected with the names of its members: %s', async (name) => {
    const [method = '', template = ''] = name.split(' ')
    const path = template.replaceAll('{app}/{entity}', 'input/demand').replaceAll(/\{\w+\}/g, '1')
    const answer = await server.api.request(method, path, { as: 'superuser', body: { apply: true } })
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/"apply\\?"/)])
  })

  it('has its errors in the OpenAPI document', async () => {
    const { json } = await server.api.get('/openapi.json', { as: 'superuser' })
    const missing = endpoints
      .filter(([name]) => !name.startsWith('GET '))
      .flatMap(([name]) => {
        const [method = '', path = ''] = name.split(' ')
        const { responses = {} } = Object(Object(json).paths[path]?.[method.toLowerCase()])
        return ['400', '413', '415']
          .filter((status) => !Object.hasOwn(responses, status))
          .map((status) => `${name} ${status}`)
      })
    expect(missing).toEqual([])
  })

  it('may be empty without a content type', async () => {
    const { status } = await fetch(`${server.address}/api/proposals/1/follow/`, {
      method: 'POST',
      headers: { authorization: encodeBasic({ name: 'superuser', password: goodPassword }) },
      body: new ReadableStream({ start: (controller) => controller.close() }),
      duplex: 'half',
    })
    expect(status).toBe(404)
  })

  it('is accepted if it is empty, and rejected if it is not JSON', async () => {
    const path = '/api/proposals/1/follow/'
    const send = (body: string): Promise<{ readonly status: number }> =>
      server.api.request('POST', path, {
        as: 'superuser',
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await send('{}')).status).toBe(404)
    expect((await send('{"apply":')).status).toBe(400)
  })

  it('does not sign out if it has members, and signs out without them', async () => {
    const credentials = { username: 'superuser', password: goodPassword }
    const login = await server.api.request('POST', '/login/', { as: 'anonymous', body: credentials })
    const cookie = login.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const headers = { cookie, 'x-csrftoken': /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '' }
    const logout = (body?: object) =>
      server.api.request('POST', '/logout/', { as: 'anonymous', headers, body })
    const refused = await logout({ everywhere: true })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"everywhere"')])
    expect((await server.api.get('/api/me/', { as: 'anonymous', headers })).status).toBe(200)
    expect((await logout({ csrfmiddlewaretoken: 'of a form' })).status).toBe(204)
  })
})

describe('a parameter that an endpoint does not know', () => {
  /** Indexes, which every client can read: the parameter is named in a header, as by a list. */
  const lenient = ['/api/', '/openapi.json']

  it.each(lenient)('is ignored and reported by the index %s', async (path) => {
    const answer = await server.api.get(`${path}?colour=red&format=json`)
    expect([answer.status, answer.headers.get('x-ignored-parameters')]).toEqual([200, 'colour'])
    expect((await server.api.get(path)).headers.get('x-ignored-parameters')).toBeNull()
  })

  it.each(lenient)('is rejected by the index %s if the client asks for strictness', async (path) => {
    const strict = { headers: { prefer: 'handling=strict' } }
    for (const format of ['', '&format=json', ...(path === '/api/' ? ['&format=api'] : [])]) {
      const answer = await server.api.get(`${path}?colour=red${format}`, strict)
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('colour')])
    }
    const known = await server.api.get(`${path}?format=json`, strict)
    expect([known.status, known.headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
    expect((await server.api.get(path)).headers.get('preference-applied')).toBeNull()
  })

  it.each(['/livez', '/readyz', '/metrics', '/api/docs/'])(
    'does not disturb the probe or page %s',
    async (path) => {
      expect((await server.api.get(`${path}?colour=red`)).status).toBe(200)
    },
  )

  const strict = endpoints
    .filter(([name]) => !lenient.includes(name.split(' ')[1] ?? ''))
    .filter(([, { takesFilters, takesForeignParameters }]) => !(takesFilters ?? takesForeignParameters))
    .filter(([, { id }]) => id !== 'launch_task' && id !== 'import_workbook')

  it.each(strict)('is rejected with the known ones: %s', async (name, { query = {} }) => {
    const [method = '', template = ''] = name.split(' ')
    const path = template
      .replaceAll('{app}/{entity}', 'input/demand')
      .replaceAll('{folder}', '0')
      .replaceAll(/\{\w+\}/g, '1')
    const body = method === 'GET' ? undefined : {}
    const answer = await server.api.request(method, `${path}?colour=red`, { as: 'superuser', body })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('colour')])
    for (const known of Object.keys(query)) expect(answer.text).toContain(known)
  })
})

const cancel = (query: string, body?: string): Promise<{ readonly status: number; readonly text: string }> =>
  server.api.request('POST', `/execute/api/cancel/${query}`, {
    as: 'superuser',
    body,
    headers: body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('a task endpoint that reads its parameters from the query', () => {
  it('accepts them from a form too', async () => {
    expect(await cancel('', 'id=999999')).toMatchObject({ status: 404 })
    expect(await cancel('?id=999999')).toMatchObject({ status: 404 })
    expect(await cancel('?id=999999', 'id=999999')).toMatchObject({ status: 404 })
    expect(await cancel('?id=999999', 'id=999998')).toMatchObject({ status: 400 })
  })

  it.each([
    ['a member of the body', '?id=999999', 'force=1'],
    ['a parameter of the query', '?id=999999&force=1', undefined],
  ])('rejects %s that it would ignore', async (_, query, body) => {
    const { status, text } = await cancel(query, body)
    expect([status, text]).toEqual([400, expect.stringMatching(/force.*Known parameters: id\./)])
  })
})
