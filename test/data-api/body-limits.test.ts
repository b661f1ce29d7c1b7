import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openExecuteRoutes, taskRoutes } from '../../src/http/execute/execute-routes.ts'
import { startServer } from '../../src/http/server.ts'
import { wordRoutes } from '../../src/http/ui/word-routes.ts'
import {
  sendRequest,
  startTestServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from '../support/server.ts'

let server: TestServer
let url: string
let end: () => Promise<void>

beforeAll(async () => {
  server = await startTestServer()
  const execute = openExecuteRoutes(server.service)
  const whole = await startServer(server.service, { port: 0, grace: 500, routes: execute.routes })
  url = whole.url
  end = async () => {
    await execute.close()
    await whole.close()
  }
})

afterAll(async () => {
  await end()
  await server[Symbol.asyncDispose]()
})

const request = (method: string, path: string, options?: TestRequest): Promise<TestResponse> =>
  sendRequest(url, method, path, options)

const changing = ['POST', 'PUT', 'PATCH', 'DELETE']
const filled = (path: string): string =>
  path
    .replace('{app}', 'input')
    .replace('{entity}', 'item')
    .replace('/:scenario/', '/default/')
    .replace(':task', 'runplan')
    .replace(':folder', '0')
    .replaceAll(/:\w+|\{\w+\}/g, '1')

/** Returns all requests with a body: method and path. */
function readingBodies(): readonly (readonly [method: string, path: string])[] {
  const words = wordRoutes.flatMap(({ path, body, handlers }) =>
    body === 'none' ? [] : Object.keys(handlers).map((method) => [method, filled(path)] as const),
  )
  const tasks = taskRoutes.flatMap(({ path, handlers }) =>
    Object.keys(handlers).map((method) => [method, filled(path)] as const),
  )
  const fixed = server.server.routes.flatMap(({ path, body, methods }) =>
    path === '*' || body === 'none' ? [] : methods.map((method) => [method, filled(path)] as const),
  )
  const data = changing.flatMap((method) => [
    [method, '/api/input/item/'] as const,
    [method, '/api/input/item/x/'] as const,
  ])
  return [...words, ...tasks, ...fixed, ...data].filter(([method]) => changing.includes(method))
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500

describe('every route that takes a body', () => {
  const bomb = gzipSync(`[${'{},'.repeat(5_500_000)}{}]`)

  it('refuses a small body of millions of values at once', async () => {
    const routes = readingBodies()
    expect(routes.length).toBeGreaterThan(25)
    for (const [method, path] of routes) {
      const begun = process.cpuUsage()
      const { status } = await request(method, path, { body: bomb, headers: { 'content-encoding': 'gzip' } })
      const { user, system } = process.cpuUsage(begun)
      // The body of a DELETE is not read.
      const isSound = isRefusal(status) || (method === 'DELETE' && status < 300)
      expect([method, path, status, isSound]).toEqual([method, path, status, true])
      expect((user + system) / 1e6, `${method} ${path}`).toBeLessThan(2)
    }
  })

  it('refuses names that objects inherit, and half of a character', async () => {
    for (const [method, path] of readingBodies()) {
      if (method === 'DELETE') continue
      for (const body of [
        '{"__proto__":{"a":1},"name":"x"}',
        '{"constructor":"x"}',
        '{"name":"\\ud800"}',
        '{"\\ud800":1}',
      ]) {
        const { status } = await request(method, path, { body })
        expect([method, path, body, status, isRefusal(status)]).toEqual([method, path, body, status, true])
      }
    }
  })
})

describe('before sign-in', () => {
  it.each(['/login/', '/api/setup/', '/api/reset/x/'])('%s takes 16 KB, uncompressed', async (path) => {
    const large = JSON.stringify({ username: 'a'.repeat(17_000), password: 'b' })
    expect(await request('POST', path, { as: null, body: large })).toMatchObject({ status: 413 })
    const packed = { as: null, body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }
    const answer = await request('POST', path, packed)
    expect(answer).toMatchObject({ status: 415 })
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    const many = JSON.stringify(Array.from({ length: 101 }, () => 1))
    expect(await request('POST', path, { as: null, body: many })).toMatchObject({ status: 413 })
  })
})

describe('the data API', () => {
  it('refuses names that objects inherit, as the name of a field in every format', async () => {
    const path = '/api/input/item/'
    const ndjson = { 'content-type': 'application/x-ndjson' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const multipart = new FormData()
    multipart.set('name', 'a')
    multipart.set('__proto__', 'b')
    for (const options of [
      { body: '[{"name":"a","__proto__":1}]' },
      { body: '{"name":"a","constructor":1}' },
      { body: '{"name":"a"}\n{"name":"b","constructor":1}\n', headers: ndjson },
      { body: 'name=a&constructor=b', headers: form },
      { body: multipart },
    ]) {
      const answer = await request('POST', path, options)
      expect([options.body, answer.status]).toEqual([options.body, 400])
    }
    expect(await request('GET', `${path}a/`)).toMatchObject({ status: 404 })
    const attribute = { model: 'input.item', name: 'constructor', label: 'C', type: 'string' }
    expect(await request('POST', '/api/common/attribute/', { body: attribute })).toMatchObject({
      status: 400,
    })
  })

  it('names the place in a long list, and keeps none of it', async () => {
    const records = Array.from({ length: 5_000 }, (_, index) => ({
      name: `long ${index}`,
      description: 'x'.repeat(50),
    }))
    const text = JSON.stringify(records)
    const at = text.indexOf('"name":"long 4000"')
    const broken = `${text.slice(0, at)}?${text.slice(at)}`
    const answer = await request('POST', '/api/input/item/', { body: broken })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain(`(char ${at})`)
    expect(await request('GET', '/api/input/item/long%200/')).toMatchObject({ status: 404 })
    const lenient = { body: broken, headers: { prefer: 'handling=lenient' } }
    expect(await request('POST', '/api/input/item/', lenient)).toMatchObject({ status: 400 })
    expect(await request('POST', '/api/input/item/', { body: text })).toMatchObject({ status: 201 })
    expect(await request('GET', '/api/input/item/long%204999/')).toMatchObject({ status: 200 })
  })

  it('answers a long list again for the same Idempotency-Key', async () => {
    const records = Array.from({ length: 4_000 }, (_, index) => ({
      name: `idem ${index}`,
      description: 'y'.repeat(50),
    }))
    const headers = { 'idempotency-key': 'long list' }
    const first = await request('POST', '/api/input/item/', { body: records, headers })
    expect(first.status).toBe(201)
    const again = await request('POST', '/api/input/item/', { body: records, headers })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.text).toBe(first.text)
    const other = await request('POST', '/api/input/item/', {
      body: [...records, { name: 'idem x' }],
      headers,
    })
    expect(other.status).toBe(422)
  })

  it('stops at many faulty records with those found so far', async () => {
    const answer = await request('POST', '/api/input/item/', { body: `[${'{},'.repeat(50_000)}{}]` })
    expect(answer.status).toBe(400)
    expect(Array.isArray(answer.json) && answer.json.length).toBeLessThan(10_100)
  })
})
