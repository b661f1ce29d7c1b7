/**
 * Tests requests that no well-behaved client sends: none may crash the server, exhaust its memory, or bypass its
 * checks.
 */
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import type { Entity } from '../../src/model/entity.ts'
import type { Field } from '../../src/model/field.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { listPath, model, writable } from '../support/entity-suite.ts'
import { buildExample, fillPool, type Pool } from '../support/examples.ts'
import { processorClock } from '../support/processor-time.ts'
import { exchangeBytes, rawRequest, type RawResponse } from '../support/raw-http.ts'
import { scale } from '../support/scale.ts'
import { goodPassword } from '../support/users.ts'

let server: ApiServer
let pool: Pool

/** Maximum size of a body in this suite, in bytes. */
const bodyLimit = 4 * 2 ** 20

beforeAll(async () => {
  server = await startApiServer({ settings: { MAX_BODY_SIZE: String(bodyLimit) } })
  await server.api.create('/api/input/demand/', [{ name: 'stays', quantity: 1, source: 'kept' }])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const list = '/api/input/demand/'
const authorization = encodeBasic({ name: 'superuser', password: goodPassword })
const json = { authorization, 'content-type': 'application/json' }

const post = (
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse> => rawRequest(server.url, 'POST', list, { headers: { ...json, ...headers }, body })

/** On a busy machine as many runs as the time permits. */
const manyRuns = { numRuns: scale({ short: 120, full: 1_000 }), interruptAfterTimeLimit: 30_000 } as const

/** Requires that the initial record is still the only one. */
async function expectUnharmed(): Promise<void> {
  expect(await server.api.list(list)).toMatchObject([{ name: 'stays', source: 'kept' }])
}

it('fields of a key that are too long together are faults of the record', async () => {
  await server.api.create('/api/input/location/', [{ name: 'depot' }])
  await server.api.create('/api/input/item/', [{ name: 'pump' }])
  const buffer = { location: 'depot', item: 'pump', batch: 'é'.repeat(300_000) }
  const { status, json: answer } = await server.api.post('/api/input/buffer/', buffer)
  expect([status, answer]).toEqual([400, { batch: [expect.stringContaining('2600 bytes')] }])
})

it(
  'parameters of every GET besides records may hold what no text can hold',
  { timeout: 120_000 },
  async () => {
    const { json: document } = await server.api.get('/openapi.json')
    const paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly unknown[] } }>> =
      Object(document).paths
    const asked: string[] = []
    for (const [path, { get }] of Object.entries(paths)) {
      // Records and reports share one parameter parser; event streams do not end.
      if (get === undefined || /^\/api\/(?:input|output|common|auth|execute)\/|events/.test(path)) continue
      const sound = path.replaceAll(/\{\w+\}/g, '1')
      if (path !== sound) asked.push(path.replaceAll(/\{\w+\}/g, '%00'))
      for (const parameter of get.parameters ?? []) {
        const { in: place, name } = Object(parameter)
        if (place === 'query') asked.push(`${sound}?${name}=%00`, `${sound}?${name}=a%EF%BF%BFb`)
      }
    }
    expect(asked.length).toBeGreaterThan(50)
    const failed: string[] = []
    for (const path of asked) {
      const { status, text } = await server.api.get(path)
      if (status >= 500) failed.push(`${path}: ${status} ${text}`)
    }
    expect(failed).toEqual([])
  },
)

describe('a body', () => {
  it('that is too large is refused, announced or not', async () => {
    const large = `[{"name": "${'x'.repeat(bodyLimit)}"}]`
    expect((await post(large)).status).toBe(413)
    const head = [
      `POST ${list} HTTP/1.1`,
      'Host: test',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
    ]
    const announced = [...head, 'Content-Length: 1073741824', '', ''].join('\r\n')
    expect(await exchangeBytes(server.url, announced)).toMatch(/^HTTP\/1\.1 413 /)
    const chunk = `40000\r\n${' '.repeat(0x4_00_00)}\r\n`
    const chunked = [...head, 'Transfer-Encoding: chunked', '', chunk.repeat(20)].join('\r\n')
    expect(await exchangeBytes(server.url, chunked)).toMatch(/^HTTP\/1\.1 413 /)
    await expectUnharmed()
  })

  it('that is a bomb is not inflated beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '))
    const before = process.memoryUsage().rss
    expect(bomb.length).toBeLessThan(bodyLimit)
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
    const processorMs = processorClock()
    const lines = await post(bomb, { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' })
    expect([400, 413]).toContain(lines.status)
    // A line without an end must not be scanned from its start for every chunk.
    expect(processorMs()).toBeLessThan(5_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
    expect((await post('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400)
    expect((await post('[]', { 'content-encoding': 'rot13' })).status).toBe(415)
  })

  it('that is nested without end is refused', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"name":', '}'],
    ] as const) {
      const deep = open.repeat(10_000) + (open === '[' ? '' : '1') + close.repeat(10_000)
      const response = await post(deep)
      expect([response.status, response.json]).toEqual([400, { detail: expect.any(String) }])
      expect((await post(open.repeat(10_000))).status).toBe(400)
    }
    await expectUnharmed()
  })

  it.each([
    ['no JSON', '{"name": '],
    ['NaN', '[{"name": "x", "quantity": NaN}]'],
    ['infinity', '[{"name": "x", "quantity": 1e999}]'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a NUL', String.raw`[{"name": "a\u0000b"}]`],
    ['a lone surrogate', String.raw`[{"name": "a\ud800b"}]`],
    ['a NUL in an unknown field', '[{"name": "x", "nothing": 1}, "\0"]'],
    ['two texts', '[] []'],
    ['a name twice with a bad one last', '[{"name": "x", "quantity": 1, "quantity": "y"}]'],
  ])('with %s is refused', async (_what, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(typeof response.json).toBe('object')
    await expectUnharmed()
  })

  it('of another type or charset is refused', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'image/png',
      'application/json; charset=klingon',
      '',
    ]) {
      expect([400, 415], type).toContain((await post('[{"name": "x"}]', { 'content-type': type })).status)
    }
    await expectUnharmed()
  })

  it('cannot reach the prototypes of the service', async () => {
    const bodies = [
      '[{"name": "proto 1", "__proto__": {"quantity": 5, "polluted": true}}]',
      '[{"name": "proto 2", "constructor": {"prototype": {"polluted": true}}}]',
      '{"__proto__": null, "name": "proto 3", "toString": 1, "hasOwnProperty": 2}',
    ]
    for (const body of bodies) expect((await post(body)).status).toBe(400)
    const harmless = '{"name": "proto 4", "toString": 1, "hasOwnProperty": 2}'
    expect((await post(harmless)).status).toBe(201)
    expect(Object('polluted' in {})).toEqual(Object(false))
    expect(await server.api.list(`${list}?name__startswith=proto`)).toMatchObject([{ quantity: null }])
    for (const parameter of ['__proto__=1', 'constructor=1', 'toString=1', '__proto__[x]=1']) {
      const response = await server.api.get(`${list}?${parameter}`)
      expect([response.status, response.headers.get('x-ignored-parameters')]).toEqual([
        200,
        expect.any(String),
      ])
      expect((await server.api.delete(`${list}?${parameter}`)).status).toBe(400)
    }
    // An existing field with an unknown lookup.
    expect((await server.api.get(`${list}?name__proto__=1`)).status).toBe(400)
    for (const path of [
      '/api/__proto__/constructor/',
      '/api/input/__proto__/',
      '/__proto__/api/input/item/',
    ]) {
      expect((await server.api.get(path)).status).toBe(404)
    }
    expect((await server.api.delete(`${list}?name__startswith=proto`)).status).toBe(204)
  })
})

/** List parameters whose values are parsed in all the different ways. */
const filters =
  `name name__in name__contains name__icontains name__endswith item__name search quantity due__gte status
  maxlateness__range ordering fields cursor limit format location__isdescendantof item__isdescendantof`.split(
    /\s+/,
  )

const injections = [
  `'; DROP TABLE "default"."demand"; --`,
  `" ; DELETE FROM "default"."demand" --`,
  `' OR '1'='1`,
  `$1`,
  `\\'; SELECT pg_sleep(10); --`,
  `%' OR 1=1 --`,
  `{"a": "}"}`,
  `E'\\\\x41'`,
  `$$ SELECT 1 $$`,
]

describe('SQL', () => {
  it.each(injections)('as a value, a name, an order or a field is no SQL: %s', async (sql) => {
    const text = encodeURIComponent(sql)
    const reads = filters.map((name) => `${list}?${name}=${text}`)
    const others = [`${list}?${text}=1`, `${list}?name__${text}=1`, `${list}${text}/`]
    for (const path of reads.concat(others)) {
      const { status } = await server.api.get(path)
      expect([200, 400, 404], path).toContain(status)
    }
    expect((await server.api.get(`/${text}/api/input/demand/`)).status).toBe(404)
    expect((await server.api.get(`/api/${text}/demand/`)).status).toBe(404)
    expect((await server.api.delete(`${list}?name=${text}`)).status).toBe(204)
    const stored = await server.api.post(list, { name: sql, description: sql, [sql]: sql, item: sql })
    expect([stored.status, stored.json]).toEqual([
      201,
      expect.objectContaining({ name: sql, description: sql, item: sql }),
    ])
    expect((await server.api.delete(`${list}${text}/`)).status).toBe(204)
    await expectUnharmed()
  })
})

describe('the connection', () => {
  it('refuses floods of headers and endless URLs', async () => {
    const flood = Array.from({ length: 3_000 }, (_, index) => `X-Flood-${index}: ${'x'.repeat(50)}`).join(
      '\r\n',
    )
    expect(await exchangeBytes(server.url, `GET /livez HTTP/1.1\r\nHost: x\r\n${flood}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect(await exchangeBytes(server.url, `GET /${'x'.repeat(200_000)} HTTP/1.1\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    )
    for (const garbage of [
      '\0\0\0\0\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\x16\x03\x01\x02\0',
    ]) {
      expect(await exchangeBytes(server.url, garbage)).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/)
    }
    expect((await server.api.get('/livez')).status).toBe(200)
  })

  it('refuses requests that two servers would understand differently', async () => {
    const smuggled = [
      `POST ${list} HTTP/1.1`,
      'Host: x',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      '',
      '0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n',
    ].join('\r\n')
    expect(await exchangeBytes(server.url, smuggled)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('answers escapes that are none with 400, in the path and in the query', async () => {
    for (const path of [
      `${list}%zz/`,
      `${list}%/`,
      `${list}%ff%fe/`,
      `${list}?name=%zz`,
      `${list}?%ff=1`,
      '/%c0%ae/',
    ]) {
      const { status, json: body } = await rawRequest(server.url, 'GET', path, { headers: { authorization } })
      expect([status, body], path).toEqual([400, { detail: expect.any(String) }])
    }
    const nul = await rawRequest(server.url, 'GET', `${list}a%00b/`, { headers: { authorization } })
    expect([400, 404]).toContain(nul.status)
  })

  it('takes many parameters and long lists', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join('&')
    expect([200, 400, 431]).toContain((await server.api.get(`${list}?${many}`)).status)
    const values = Array.from({ length: 5_000 }, (_, index) => index).join(',')
    expect(await server.api.list(`${list}?quantity__in=${values}`)).toHaveLength(1)
  })
})

describe('whatever is sent', () => {
  beforeAll(async () => {
    pool = await fillPool(server.api, model)
  }, 60_000)

  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...injections,
      '',
      ' ',
      'null',
      'NaN',
      '-0',
      '1e400',
      1e308,
      -1e308,
      2 ** 53,
      1e-320,
      '0x10',
    ),
    fc.constantFrom(
      '9999-12-31',
      '0001-01-01',
      '2026-02-30',
      '24:00:00',
      'P1Y',
      '99999999999',
      '١٢٣',
      '\u2028',
    ),
    fc.constantFrom(
      'infinity',
      '-infinity',
      'today',
      'epoch',
      'now()',
      'BC',
      '4714-11-24 BC',
      '294277-01-01',
    ),
  )
  const fields: readonly { readonly entity: Entity; readonly field: Field }[] = writable
    // Attributes change tables, and passwords take long to hash: both have their own suites.
    .filter(({ name }) => name !== 'common.attribute' && name !== 'common.user')
    .flatMap((entity) => entity.fields.map((field) => ({ entity, field })))

  it('as a value of any field is stored or refused as JSON, never a failure of the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), anything, async ({ entity, field }, value) => {
        // All other fields are valid, so that the value passes their checks.
        const body = { ...buildExample(entity, 1, pool, { prefix: 'Hostile' }), [field.name]: value }
        for (const sent of [body, [body, body]]) {
          const { status, json: answer } = await server.api.post(listPath(entity), sent)
          expect([201, 400], `${entity.name}.${field.name}: ${JSON.stringify(value)}`).toContain(status)
          expect(typeof answer).toBe('object')
        }
      }),
      manyRuns,
    )
  }, 120_000)

  it('as a filter of any field gives a list or 400', async () => {
    const lookups = ['', '__in', '__gte', '__range', '__icontains', '__isdescendantof', '__isnull', '__ne']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.constantFrom(...lookups),
        fc.oneof(
          fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
          anything.map((value) => JSON.stringify(value) ?? ''),
        ),
        async ({ entity, field }, lookup, value) => {
          const query = new URLSearchParams({ [field.name + lookup]: value }).toString()
          const { status, json: answer } = await server.api.get(`${listPath(entity)}?${query}`)
          expect([200, 400], `${entity.name}?${query}`).toContain(status)
          expect(typeof answer).toBe('object')
        },
      ),
      manyRuns,
    )
  }, 120_000)

  it('as a body is answered in JSON and never with a failure', async () => {
    const paths = model.entities.map((entity) => listPath(entity))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PUT', 'PATCH'),
        fc.constantFrom(...paths),
        fc.jsonValue({ maxDepth: 4 }),
        async (method, path, body) => {
          const { status, json: answer } = await server.api.request(method, path, {
            body: JSON.stringify(body),
          })
          expect([200, 201, 400, 403, 405], `${method} ${path} ${JSON.stringify(body)}`).toContain(status)
          expect(typeof answer).toBe('object')
        },
      ),
      { ...manyRuns, numRuns: scale({ short: 150, full: 500 }) },
    )
  }, 120_000)

  it('has left no error in the log', () => {
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

describe('many at once', () => {
  it('are served or told to come back, never left in the dark', async () => {
    const responses = await Promise.all(Array.from({ length: 400 }, () => server.api.get(`${list}?limit=1`)))
    const refused = responses.filter(({ status }) => status !== 200)
    expect(
      refused.every(({ status, headers }) => status === 503 && headers.get('retry-after') !== null),
    ).toBe(true)
  })
})
