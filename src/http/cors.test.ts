/** Tests which response headers the pages of other origins can read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../../test/support/server.ts'

const origin = 'https://pages.example.com'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ settings: { CORS_ORIGINS: origin } })
})
afterAll(() => server[Symbol.asyncDispose]())

const exposedBy = ({ headers }: TestResponse): readonly string[] =>
  (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ')

it('a client of another origin can follow the changes of a list', async () => {
  const path = '/api/input/item/?changed_since='
  const first = await server.request('GET', `${path}start`, { headers: { origin } })
  expect(exposedBy(first)).toContain('x-cursor')
  const next = await server.request('GET', path + encodeURIComponent(first.headers.get('x-cursor')!), {
    headers: { origin },
  })
  expect(next.headers.get('x-deleted-count')).toBe('0')
  expect(exposedBy(next)).toContain('x-deleted-count')
})

/** Headers for browsers and proxies, and keys of the code that are no headers of a response. */
const notForScripts = new Set(
  [
    ['x-accel-buffering', 'x-content-type-options'],
    ['x-gzip', 'x-hint'],
  ].flat(),
)

it('all headers of responses that are not standard are exposed', async () => {
  const folder = import.meta.dirname
  const names: string[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/'(x-[a-z-]+)':/gi))
      if (!notForScripts.has(name.toLowerCase())) names.push(name.toLowerCase())
  }
  const exposed = exposedBy(await server.request('GET', '/api/', { headers: { origin } }))
  expect(exposed).toEqual(expect.arrayContaining([...names, 'x-changeset', 'x-earliest-cursor', 'location']))
})
