import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestRequest, type TestServer } from '../../../test/support/server.ts'

let server: TestServer
const demands = '/api/input/demand/'
const send = (method: string, path: string, options?: TestRequest) => server.request(method, path, options)

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'viewer', rights: { default: ['input.view_demand'] } })
  await server.addUser({ username: 'adder', rights: { default: ['input.view_demand', 'input.add_demand'] } })
  await server.addUser({ username: 'outsider', rights: { scenario1: 'superuser' } })
  await server.addUser({ username: 'german', language: 'de', rights: { default: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Every test starts with three demands. */
beforeEach(async () => {
  await server.database.query({ text: `TRUNCATE "default".demand CASCADE` })
  await send('POST', demands, {
    body: [
      { name: 'a', quantity: 1, location: 'Ghent', source: 'erp' },
      { name: 'b', quantity: 5, location: 'Ghent', source: 'erp' },
      { name: 'c', quantity: 9, location: 'Lille' },
    ],
  })
})

const names = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.map((record: { name?: unknown }) => record.name) : []

/** Returns whether a page has no total, and the header with the applied count preference. */
const totalPreferring = async (preference: string, method = 'GET') => {
  const { headers } = await send(method, `${demands}?limit=2`, { headers: { prefer: preference } })
  return [headers.get('x-total-count') === null, headers.get('preference-applied')]
}

/** Returns the link relations of the header Link without a total. */
const linksUncounted = async (query: string) => {
  const { headers } = await send('GET', `${demands}?${query}`, { headers: { prefer: 'count=none' } })
  return [...(headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
}

describe('who may do what', () => {
  it('asks strangers for credentials in the way that wget and browsers understand', async () => {
    for (const [method, path] of [
      ['GET', demands],
      ['POST', demands],
      ['GET', '/api/'],
      ['GET', '/api/nonsense/thing/'],
      ['GET', '/scenario9/api/input/demand/'],
    ] as const) {
      const { status, headers, json } = await send(method, path, { as: null })
      expect([path, status]).toEqual([path, 401])
      expect(headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"')
      expect(json).toEqual({ detail: expect.any(String) })
    }
  })

  it('refuses a wrong password', async () => {
    const headers = { authorization: `Basic ${btoa('admin:wrong')}` }
    expect(await send('GET', demands, { as: null, headers })).toMatchObject({ status: 401 })
  })

  it('does not tell a forbidden scenario from a free or unknown one', async () => {
    const bodies = new Set<string>()
    for (const scenario of ['scenario1', 'scenario2', 'nonsense']) {
      const { status, text } = await send('GET', `/${scenario}${demands}`, { as: 'viewer' })
      expect([scenario, status]).toEqual([scenario, 404])
      bodies.add(text)
    }
    expect([...bodies]).toEqual(['{"detail":"Not found."}'])
    expect(await send('GET', demands, { as: 'outsider' })).toMatchObject({ status: 404 })
    expect(await send('GET', `/scenario1${demands}`, { as: 'outsider' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['POST', demands],
    ['PUT', demands],
    ['PATCH', demands],
    ['DELETE', `${demands}?name=a`],
    ['PUT', `${demands}a/`],
    ['PATCH', `${demands}a/`],
    ['DELETE', `${demands}a/`],
    ['GET', '/api/input/item/'],
    ['OPTIONS', '/api/input/item/'],
  ])('refuses %s %s without the right, whatever the body holds', async (method, path) => {
    const body = method === 'GET' || method === 'OPTIONS' ? {} : { body: 'this is no JSON' }
    expect(await send(method, path, { as: 'viewer', ...body })).toMatchObject({ status: 403 })
  })

  it('lets whoever may only add neither change nor upsert', async () => {
    const fresh = await send('POST', demands, { as: 'adder', body: { name: 'new', quantity: 1 } })
    expect(fresh).toMatchObject({ status: 201 })
    const known = await send('POST', demands, { as: 'adder', body: { name: 'a', quantity: 2 } })
    expect(known).toMatchObject({ status: 403, json: { non_field_errors: [expect.any(String)] } })
  })

  it('keeps scenarios apart', async () => {
    await send('POST', `/scenario1${demands}`, { body: [{ name: 'only here' }] })
    expect(names((await send('GET', `/scenario1${demands}`)).json)).toEqual(['only here'])
    expect(names((await send('GET', `/default${demands}`)).json)).toEqual(['a', 'b', 'c'])
    await server.database.query({ text: `TRUNCATE scenario1.demand CASCADE` })
  })
})

describe('what does not exist', () => {
  it.each([
    '/api/input/nonsense/',
    '/api/nonsense/',
    '/nonsense',
    `${demands}zzz/`,
    `${demands}A/`,
    `${demands}%00/`,
  ])('is a 404 in JSON: %s', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 404, json: { detail: 'Not found.' } })
  })

  it('is a 400 when the URL is malformed', async () => {
    expect(await send('GET', `${demands}%zz/`)).toMatchObject({ status: 400, json: { detail: /%zz/ } })
    expect(await send('GET', `${demands}?name=%zz`)).toMatchObject({ status: 400 })
  })

  it.each([
    ['POST', `${demands}a/`, 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE'],
    ['PURGE', demands, 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'],
    ['POST', '/api/output/problem/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/', 'GET, HEAD, OPTIONS'],
  ])('is a 405 that says what is allowed: %s %s', async (method, path, allow) => {
    const { status, headers } = await send(method, path)
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })

  it('says so in the language of the user', async () => {
    expect(await send('GET', `${demands}zzz/`, { as: 'german' })).toMatchObject({
      json: { detail: 'Nicht gefunden.' },
    })
    expect(await send('GET', `${demands}?limit=0`, { as: 'german' })).toMatchObject({
      json: { limit: ['Ein gültiger Wert ist erforderlich: eine ganze Zahl ab 1.'] },
    })
    const faulty = await send('POST', demands, { as: 'german', body: {} })
    expect(faulty.json).toEqual({ name: ['Dieses Feld ist erforderlich.'] })
    const anonymous = { as: null, headers: { 'accept-language': 'fr-BE,fr;q=0.9' } }
    expect((await send('GET', demands, anonymous)).json).not.toEqual(
      (await send('GET', demands, { as: null })).json,
    )
  })
})

describe('reading', () => {
  it('gives a bare array in the order of the key', async () => {
    const { status, headers, json } = await send('GET', `${demands}?format=json`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(names(json)).toEqual(['a', 'b', 'c'])
    expect(headers.get('x-total-count')).toBeNull()
    expect(headers.get('link')).toBeNull()
  })

  it('ignores a body', async () => {
    const { hostname, port } = new URL(server.url)
    const { request } = await import('node:http')
    const authorization = `Basic ${btoa('admin:correct horse 42')}`
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json', 'content-length': 2 }
      request({ hostname, port, path: demands, method: 'GET', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end('{}')
    })
    expect(status).toBe(200)
  })

  it('filters, joined by AND', async () => {
    const { json } = await send('GET', `${demands}?quantity__gte=5&location=Ghent`)
    expect(names(json)).toEqual(['b'])
    expect((await send('GET', `${demands}?location=nowhere`)).text).toBe('[]')
  })

  it('refuses values of the wrong type by parameter', async () => {
    const { status, json } = await send('GET', `${demands}?quantity=many&limit=0`)
    expect(status).toBe(400)
    expect(json).toEqual({ quantity: ['A valid number is required.'], limit: [expect.any(String)] })
  })

  it('names the parameters it ignored, and refuses them when asked to be strict', async () => {
    const { status, headers } = await send('GET', `${demands}?nonsense=1&%C3%BC=2`)
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'nonsense, %C3%BC'])
    const strict = await send('GET', `${demands}?nonsense=1`, { headers: { prefer: 'handling=strict' } })
    expect(strict).toMatchObject({ status: 400, json: { nonsense: [expect.any(String)] } })
  })

  it('tells the total of a page as exactly as is preferred, and says when it is an estimate', async () => {
    expect(await totalPreferring('count=exact')).toEqual([false, 'count=exact'])
    expect(await totalPreferring('count=estimated')).toEqual([false, 'count=estimated'])
    expect(await totalPreferring('count=none')).toEqual([true, 'count=none'])
    expect(await totalPreferring('count=none', 'HEAD')).toEqual([true, 'count=none'])
    expect(await totalPreferring('')).toEqual([false, null])
    expect(await linksUncounted('limit=1')).toEqual(['first', 'next'])
    expect(await linksUncounted('page=2&page_size=1')).toEqual(['first', 'prev', 'next'])
    expect(await linksUncounted('limit=1&offset=2')).toEqual(['first', 'prev'])
    expect(await linksUncounted('limit=1&offset=20')).toEqual(['first', 'prev'])
  })

  it('pages on request, with links that keep the filters', async () => {
    const { headers, json } = await send('GET', `${demands}?limit=1&offset=1&quantity__gte=1`)
    expect(names(json)).toEqual(['b'])
    expect(headers.get('x-total-count')).toBe('3')
    const links = new Map(
      headers
        .get('link')!
        .split(', ')
        .map((link) => {
          const [, url = '', rel = ''] = /<(.*)>; rel="(\w+)"/.exec(link)!
          return [rel, url] as const
        }),
    )
    expect([...links.keys()].sort()).toEqual(['first', 'last', 'next', 'prev'])
    const next = await send('GET', links.get('next')!.slice(server.url.length))
    expect(names(next.json)).toEqual(['c'])
    expect(next.headers.get('link')).not.toContain('rel="next"')
  })

  it('does not repeat a very long address in its links', async () => {
    const many = Array.from({ length: 900 }, (_, index) => `x${index}`).join()
    const { headers } = await send('GET', `${demands}?limit=1&offset=1&name__in=a,b,c,${many}`)
    const link = headers.get('link') ?? ''
    expect([link.length < 8000, link.match(/rel="\w+"/g)]).toEqual([true, ['rel="next"']])
    const next = await send('GET', /<(.*)>/.exec(link)![1]!.slice(server.url.length))
    expect(names(next.json)).toEqual(['c'])
    expect(next.headers.get('link')).toBeNull()
  })

  it('walks through all records by cursor', async () => {
    const seen: unknown[] = []
    for (let path: string | undefined = `${demands}?cursor=&limit=2`; path !== undefined;) {
      const { headers, json }: { headers: Headers; json: unknown } = await send('GET', path)
      seen.push(...names(json))
      path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.slice(server.url.length)
    }
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['?format=csv', 'text/csv; charset=utf-8', /^source,.*\r?\n/],
    ['?format=ndjson', 'application/x-ndjson', /^\{.*\}\n\{.*\}\n\{.*\}\n$/],
    ['?format=json&fields=name,quantity', 'application/json', /^\[\{"name":"a","quantity":1\}/],
  ])('comes as %s', async (query, type, content) => {
    const { headers, text } = await send('GET', demands + query)
    expect(headers.get('content-type')).toBe(type)
    expect(text).toMatch(content)
  })

  it('is indented and labelled on request', async () => {
    const headers = { accept: 'application/json; indent=4; charset=UTF-8' }
    const list = await send('GET', demands, { headers })
    expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(list.text).toBe(JSON.stringify(list.json, null, 4))
    const detail = await send('GET', `${demands}a/`, { headers })
    expect(detail.text).toBe(JSON.stringify(detail.json, null, 4))
  })

  it('does not offer what it has not', async () => {
    expect(await send('GET', demands, { headers: { accept: 'image/png' } })).toMatchObject({ status: 406 })
    expect(await send('GET', `${demands}?format=yaml`)).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('yaml') },
    })
  })

  it('answers HEAD like GET without the body', async () => {
    const head = await send('HEAD', `${demands}?limit=2`)
    expect([head.status, head.text, head.headers.get('x-total-count')]).toEqual([200, '', '3'])
    const detail = await send('HEAD', `${demands}a/`)
    const whole = await send('GET', `${demands}a/`)
    expect(detail.headers.get('etag')).toBe(whole.headers.get('etag'))
    expect(detail.headers.get('content-length')).toBe(String(Buffer.byteLength(whole.text)))
    expect(await send('HEAD', `${demands}zzz/`)).toMatchObject({ status: 404 })
  })

  it('answers 304 until something changes', async () => {
    for (const path of [demands, `${demands}?quantity__gte=2`, `${demands}a/`]) {
      // A cached tag may be a second old; a request with If-None-Match gets the exact one.
      const first = await send('GET', path, { headers: { 'if-none-match': '"x"' } })
      const tag = first.headers.get('etag')!
      const again = await send('GET', path, { headers: { 'if-none-match': `"x", ${tag}` } })
      expect([path, again.status, again.text]).toEqual([path, 304, ''])
      await send('PATCH', `${demands}a/`, { body: { description: path } })
      const changed = await send('GET', path, { headers: { 'if-none-match': tag } })
      expect([path, changed.status]).toEqual([path, 200])
      expect(changed.headers.get('etag')).not.toBe(tag)
    }
  })

  it('tags lists anew after every write, for whoever compares the tags themselves', async () => {
    const tags: (string | null)[] = []
    for (const description of ['one', 'two', 'three']) {
      await send('PATCH', `${demands}a/`, { body: { description } })
      const [head, get] = [await send('HEAD', demands), await send('GET', demands)]
      expect(get.headers.get('etag')).toBe(head.headers.get('etag'))
      tags.push(get.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(3)
  })

  it.each(['order 1', 'a/b', '//', 'what?#&=%', 'Größe €', 'x'.repeat(1_500), '😀'.repeat(600), '../..'])(
    'finds the key %s',
    async (key) => {
      const stored = await send('POST', demands, { body: { name: key, quantity: 1 } })
      expect(stored).toMatchObject({ status: 201, json: { name: key } })
      const location = stored.headers.get('location')!
      const path = `${demands}${encodeURIComponent(key)}`
      expect(decodeURIComponent(location)).toBe(decodeURIComponent(`${server.url}${path}/`))
      for (const url of [path, `${path}/`, `${path}//?format=json`]) {
        expect(await send('GET', url)).toMatchObject({ status: 200, json: { name: key } })
      }
    },
  )
})

describe('details of reading', () => {
  it('refuses a quoted value without end', async () => {
    const query = new URLSearchParams({ name__in: '"a' })
    expect(await send('GET', `${demands}?${query.toString()}`)).toMatchObject({
      status: 400,
      json: { name__in: [expect.stringContaining('quote')] },
    })
  })

  it('calls an unknown parameter a parameter', async () => {
    for (const [method, path] of [
      ['GET', `${demands}?nonsense=1`],
      ['POST', `${demands}?nonsense=1`],
    ] as const) {
      const refused = await send(method, path, { headers: { prefer: 'handling=strict' } })
      expect(refused).toMatchObject({ status: 400, json: { nonsense: ['Unknown parameter.'] } })
    }
  })

  it('gives one size of a page in links', async () => {
    const link = (await send('GET', `${demands}?cursor=&limit=2`)).headers.get('link')
    expect(link).toContain('page_size=2')
    expect(link).not.toContain('limit=')
  })

  it.each([
    ['csv', 'text/csv; charset=utf-8', 'name,quantity\na,1\n'],
    ['ndjson', 'application/x-ndjson', '{"name":"a","quantity":1}\n'],
  ])('gives a single record as %s', async (format, type, content) => {
    const { status, headers, text } = await send('GET', `${demands}a/?format=${format}&fields=name,quantity`)
    expect([status, headers.get('content-type'), text]).toEqual([200, type, content])
    expect(await send('GET', `${demands}zzz/?format=${format}`)).toMatchObject({ status: 404 })
  })

  it('names the method that a fixed path lacks, and those that it has', async () => {
    for (const [path, allow] of [
      ['/logout/', 'POST'],
      ['/api/docs/', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await send('DELETE', path, { as: null })
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allow])
    }
    expect(await send('GET', '/logout/', { as: null })).toMatchObject({ status: 405 })
  })
})

describe('lines of which one is no JSON', () => {
  const lines = '{"name":"l1"}\n\n{"name":\n{"quantity":"x","name":"l4"}\n{"name":"l5"}\n'
  const post = (prefer?: string) =>
    send('POST', demands, {
      body: lines,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(prefer === undefined ? {} : { prefer }),
      },
    })

  it('are all refused by default', async () => {
    expect(await post()).toMatchObject({ status: 400, json: { detail: expect.stringContaining('line 3') } })
    expect(await send('GET', `${demands}l1/`)).toMatchObject({ status: 404 })
  })

  it('are written without it when lenient, and its line is named', async () => {
    const { status, json } = await post('handling=lenient')
    expect([status, json]).toEqual([
      200,
      {
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 2,
        results: [
          { outcome: 'created', key: 'l1' },
          { outcome: 'failed', key: null, errors: { non_field_errors: [expect.stringContaining('line 3')] } },
          expect.objectContaining({ outcome: 'failed', errors: { quantity: [expect.any(String)] } }),
          { outcome: 'created', key: 'l5' },
        ],
      },
    ])
  })
})

describe('values that do not fit', () => {
  it('are said to be out of range, with what was read', async () => {
    const { json } = await send('POST', demands, { body: '{"name":"x","quantity":1e400}' })
    expect(json).toEqual({ quantity: ['"Infinity" is out of range.'] })
  })

  it('are measured in bytes where an index measures so', async () => {
    const { json } = await send('POST', demands, { body: { name: 'é'.repeat(1_400) } })
    expect(json).toEqual({ name: [expect.stringContaining('2600 bytes')] })
  })
})

describe('writing', () => {
  it('adds and updates in the order of the request', async () => {
    const { status, json } = await send('POST', `${demands}?format=json`, {
      body: [
        { name: 'z', quantity: 1 },
        { name: 'a', quantity: 100 },
      ],
    })
    expect(status).toBe(201)
    expect(json).toMatchObject([
      { name: 'z', quantity: 1, status: 'open' },
      { name: 'a', quantity: 100, location: 'Ghent' },
    ])
    expect(await send('POST', demands, { body: [] })).toMatchObject({ status: 201, json: [] })
  })

  it('answers an object with an object, and tells where it is', async () => {
    const { status, headers, json } = await send('POST', demands, { body: { name: 'new', quantity: 2 } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ name: 'new', quantity: 2 })
    const detail = await send('GET', `${demands}new/`)
    expect([headers.get('location'), headers.get('etag')]).toEqual([
      `${server.url}${demands}new/`,
      detail.headers.get('etag'),
    ])
  })

  it('tells every fault, in the shape of the request', async () => {
    const many = await send('POST', demands, {
      body: [{ name: 'ok' }, { name: 'bad', quantity: 'x', status: 'odd' }, { quantity: 1 }, 5],
    })
    expect(many.status).toBe(400)
    expect(many.json).toEqual([
      {},
      {
        quantity: ['A valid number is required.'],
        status: ['"odd" is not a valid choice. Use one of: inquiry, quote, open, closed, canceled.'],
      },
      { name: ['This field is required.'] },
      { non_field_errors: [expect.stringContaining('Expected a dictionary')] },
    ])
    expect(await send('GET', `${demands}ok/`)).toMatchObject({ status: 404 })
    const one = await send('POST', demands, { body: { name: 'bad', quantity: 'x' } })
    expect(one).toMatchObject({ status: 400, json: { quantity: ['A valid number is required.'] } })
    const none = await send('POST', demands, { body: '' })
    expect(none).toMatchObject({ status: 400, json: { name: ['This field is required.'] } })
    for (const body of ['5', '"text"', 'null', 'true']) {
      const scalar = await send('POST', demands, { body })
      expect(scalar).toMatchObject({ status: 400, json: { non_field_errors: [expect.any(String)] } })
    }
  })

  it('tells the faults of a very large batch', async () => {
    const body = Array.from({ length: 6_000 }, (_, index) => ({
      name: `n${index}`,
      quantity: index === 5_999 ? 'x' : 1,
    }))
    const { status, json } = await send('POST', demands, { body })
    expect(status).toBe(400)
    expect(json).toHaveLength(6_000)
    expect(json).toHaveProperty('5999', { quantity: ['A valid number is required.'] })
    expect(json).toHaveProperty('0', {})
  })

  it('echoes a very large batch in order', async () => {
    const body = Array.from({ length: 20_000 }, (_, index) => ({ name: `n${(index * 7_919) % 20_000}` }))
    const { status, json } = await send('POST', demands, { body })
    expect(status).toBe(201)
    expect(names(json)).toEqual(body.map(({ name }) => name))
  })

  it('changes and replaces single records', async () => {
    const patched = await send('PATCH', `${demands}a/`, { body: { quantity: 7 } })
    expect(patched).toMatchObject({ status: 200, json: { name: 'a', quantity: 7, source: 'erp' } })
    const short = await send('PUT', `${demands}a/`, { body: { quantity: 8 } })
    expect(short.status).toBe(400)
    expect(Object.keys(short.json ?? {}).sort()).toEqual(['location', 'source'])
    const put = await send('PUT', `${demands}a/`, { body: { quantity: 8, location: 'Lille', source: null } })
    expect(put).toMatchObject({
      status: 200,
      json: { name: 'a', quantity: 8, location: 'Lille', source: null },
    })
    expect(await send('PATCH', `${demands}zzz/`, { body: {} })).toMatchObject({ status: 404 })
    expect(await send('PATCH', `${demands}a/`, { body: { name: 'b' } })).toMatchObject({ status: 400 })
    expect(await send('PATCH', `${demands}a/`, { body: [{ quantity: 1 }] })).toMatchObject({
      status: 400,
      json: { non_field_errors: [expect.stringContaining('list')] },
    })
  })

  it('changes and replaces several records', async () => {
    const { status, json } = await send('PATCH', demands, {
      body: [
        { name: 'c', quantity: 1 },
        { name: 'a', quantity: 2 },
      ],
    })
    expect([status, names(json)]).toEqual([200, ['c', 'a']])
    const lacking = await send('PATCH', demands, { body: [{ name: 'a' }, { quantity: 1 }] })
    expect(lacking).toMatchObject({ status: 400, json: [{}, { name: ['This field is required.'] }] })
    const unknown = await send('PUT', demands, {
      body: [{ name: 'zzz', quantity: 1, location: 'Ghent', source: 'x' }],
    })
    expect(unknown).toMatchObject({ status: 400, json: [{ name: [expect.stringContaining('zzz')] }] })
  })

  it('refuses parameters that a bulk change would pass over', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const { status, json } = await send(method, `${demands}?source=erp`, { body: [] })
      expect([method, status, Object.keys(json ?? {})]).toEqual([method, 400, ['source']])
    }
  })

  it('only creates with If-None-Match', async () => {
    const headers = { 'if-none-match': '*' }
    expect(await send('POST', demands, { body: { name: 'new' }, headers })).toMatchObject({ status: 201 })
    expect(await send('POST', demands, { body: { name: 'new' }, headers })).toMatchObject({ status: 409 })
  })

  it('changes only what is as the client read it', async () => {
    const tag = (await send('GET', `${demands}a/`)).headers.get('etag')!
    const good = await send('PATCH', `${demands}a/`, { body: { quantity: 2 }, headers: { 'if-match': tag } })
    expect(good.status).toBe(200)
    for (const method of ['PATCH', 'DELETE']) {
      const late = await send(method, `${demands}a/`, { body: { quantity: 3 }, headers: { 'if-match': tag } })
      expect([method, late.status]).toEqual([method, 412])
    }
    const next = { 'if-match': good.headers.get('etag')! }
    expect(await send('DELETE', `${demands}a/`, { headers: next })).toMatchObject({ status: 204 })
  })

  it('counts instead of echoing, and tries without doing', async () => {
    const body = [{ name: 'a', quantity: 1 }, { name: 'b', quantity: 6 }, { name: 'new' }]
    const dry = await send('POST', `${demands}?dryrun=1`, { body })
    expect(dry).toMatchObject({ status: 200, json: { created: 1, updated: 1, unchanged: 1 } })
    expect(await send('GET', `${demands}new/`)).toMatchObject({ status: 404 })
    const minimal = await send('POST', demands, { body, headers: { prefer: 'return=minimal' } })
    expect(minimal).toMatchObject({ status: 200, json: { created: 1, updated: 1, unchanged: 1 } })
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal')
    expect(await send('POST', `${demands}?dryrun=perhaps`, { body })).toMatchObject({ status: 400 })
  })

  it('writes the good records when asked to be lenient', async () => {
    const { status, json } = await send('POST', demands, {
      body: [{ name: 'good' }, { name: 'bad', quantity: 'x' }],
      headers: { prefer: 'handling=lenient' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      created: 1,
      failed: 1,
      results: [
        { outcome: 'created', key: 'good' },
        { outcome: 'failed', errors: { quantity: ['A valid number is required.'] } },
      ],
    })
  })

  it('makes the master data that orders name, and says so, unless it is to be strict', async () => {
    const body = [{ name: 'new', item: 'Räder/1', location: 'Ghent' }]
    const strict = await send('POST', demands, { body, headers: { prefer: 'handling=strict' } })
    expect(strict).toMatchObject({
      status: 400,
      json: [{ item: ['Invalid pk "Räder/1" - object does not exist.'] }],
    })
    const { status, headers } = await send('POST', demands, { body })
    expect([status, headers.get('x-created-references')]).toEqual([201, 'input.item=R%C3%A4der%2F1'])
    expect(await send('GET', `/api/input/item/${encodeURIComponent('Räder/1')}/`)).toMatchObject({
      json: { source: 'stub' },
    })
  })

  it('says which orders with one date have no lead time, so that they take none', async () => {
    const path = '/api/input/purchaseorder/'
    const order = { item: 'new', location: 'Ghent', enddate: '2026-03-01T00:00:00' }
    const body = [
      { reference: 'PO/1', ...order },
      { reference: 'PO 2', ...order, startdate: '2026-02-01T00:00:00' },
    ]
    const { status, headers, json } = await send('POST', path, { body })
    expect([status, headers.get('x-assumed-dates')]).toEqual([201, 'PO%2F1'])
    expect(json).toMatchObject([{ startdate: '2026-03-01T00:00:00' }, { startdate: '2026-02-01T00:00:00' }])
    const many = Array.from({ length: 23 }, (_, index) => ({ reference: `P${10 + index}`, ...order }))
    const told = await send('POST', path, { body: many })
    expect(told.headers.get('x-assumed-dates')).toMatch(/^P10,P11,.*,P29,\+3$/)
    const again = await send('POST', path, { body: [{ reference: 'PO/1', quantity: 7 }] })
    expect(again.headers.get('x-assumed-dates')).toBeNull()
  })

  it('passes over unknown fields unless it is to be strict', async () => {
    const body = { name: 'new', nonsense: 1, lastmodified: '2020-01-01' }
    expect(await send('POST', demands, { body })).toMatchObject({ status: 201 })
    const strict = await send('POST', demands, { body, headers: { prefer: 'handling=strict' } })
    expect(strict.status).toBe(400)
    expect(Object.keys(strict.json ?? {})).toContain('nonsense')
  })

  it('takes forms, multipart forms, lines and compressed bodies', async () => {
    const form = await send('POST', demands, {
      body: 'name=from+form&quantity=3',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form).toMatchObject({ status: 201, json: { name: 'from form', quantity: 3 } })
    const data = new FormData()
    data.set('name', 'multi')
    expect(await send('POST', demands, { body: data })).toMatchObject({
      status: 201,
      json: { name: 'multi' },
    })
    const lines = await send('POST', demands, {
      body: '{"name":"l1"}\n{"name":"l2"}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect([lines.status, names(lines.json)]).toEqual([201, ['l1', 'l2']])
    const squeezed = await send('POST', demands, {
      body: gzipSync('[{"name":"gz"}]'),
      headers: { 'content-encoding': 'gzip' },
    })
    expect([squeezed.status, names(squeezed.json)]).toEqual([201, ['gz']])
  })

  it.each([
    ['text/plain', '{}', 415],
    ['application/json', '[{"quantity": NaN}]', 400],
    ['application/json', '{', 400],
    ['application/json; charset=martian', '{}', 415],
  ])('refuses %s with %s', async (type, body, status) => {
    const response = await send('POST', demands, { body, headers: { 'content-type': type } })
    expect(response).toMatchObject({ status, json: { detail: expect.any(String) } })
  })

  it('refuses a body that is too large without reading it', async () => {
    await using small = await startTestServer({ settings: { MAX_BODY_SIZE: '2000' } })
    const response = await small.request('POST', demands, { body: [{ name: 'x'.repeat(3_000) }] })
    expect(response).toMatchObject({ status: 413, json: { detail: expect.stringContaining('2000') } })
  })
})

describe('deleting', () => {
  it.each(['', '?', '?format=json', '?source=', '?quantity__gte=0', '?name__isnull=false'])(
    'never empties a table: DELETE %s',
    async (query) => {
      const { status, json } = await send('DELETE', demands + query)
      expect([status, json]).toEqual([400, { detail: expect.stringContaining('must be lower') }])
      expect(names((await send('GET', demands)).json)).toEqual(['a', 'b', 'c'])
    },
  )

  it.each(['?nonsense=1', '?source=erp&limit=1', '?source=erp&nonsense=1', '?search=erp', '?ordering=name'])(
    'refuses what is no filter: DELETE %s',
    async (query) => {
      expect(await send('DELETE', demands + query)).toMatchObject({ status: 400 })
      expect(names((await send('GET', demands)).json)).toEqual(['a', 'b', 'c'])
    },
  )

  it('deletes what the filter matches, with an empty JSON body', async () => {
    const { status, text } = await send('DELETE', `${demands}?source=erp`, {
      body: '',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    })
    expect([status, text]).toEqual([204, ''])
    expect(names((await send('GET', demands)).json)).toEqual(['c'])
    expect(await send('DELETE', `${demands}?source=erp`)).toMatchObject({ status: 204 })
  })

  it('deletes one record', async () => {
    expect(await send('DELETE', `${demands}a/`)).toMatchObject({ status: 204 })
    expect(await send('DELETE', `${demands}a/`)).toMatchObject({ status: 404 })
    expect(await send('DELETE', `${demands}b/?dryrun=1`)).toMatchObject({ status: 200, json: { deleted: 1 } })
    expect(names((await send('GET', demands)).json)).toEqual(['b', 'c'])
  })

  it('counts what it would delete', async () => {
    const { json } = await send('DELETE', '/api/input/location/?name=Ghent&dryrun=1')
    expect(json).toEqual({ deleted: 1, cascaded: { 'input.demand': 2 } })
  })
})

describe('OPTIONS', () => {
  it('tells what a resource is and what this user may do', async () => {
    const { status, json, headers } = await send('OPTIONS', demands, { as: 'viewer' })
    expect(status).toBe(200)
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE')
    expect(json).toMatchObject({
      name: 'sales orders',
      key: 'name',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      fields: {
        name: { type: 'text', required: true, read_only: false },
        lastmodified: { read_only: true },
        status: { type: 'choice', choices: expect.arrayContaining([{ value: 'open', label: 'open' }]) },
        item: { type: 'reference', reference: 'input.item' },
      },
    })
    const german = await send('OPTIONS', demands, { as: 'german' })
    expect(german.json).not.toMatchObject({ name: 'sales orders' })
  })
})
