/**
 * Tests the section of the specification on the data API line by line over real HTTP, and the related statements of
 * sections 5 and 7. URLs and headers are written as in the specification.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { type Api, type ApiServer, recordOf, recordsOf, startApiServer } from '../support/api.ts'
import { isInstalled, runProgram, temporaryFile } from '../support/programs.ts'
import { rawRequest, type RawResponse } from '../support/raw-http.ts'
import type { JsonRecord } from '../support/records.ts'
import { goodPassword } from '../support/users.ts'

let server: ApiServer
let api: Api

beforeAll(async () => {
  server = await startApiServer()
  api = server.api
  await api.create('/api/input/location/', [{ name: 'Antwerp' }, { name: 'New York' }])
  await api.create('/api/input/item/', [{ name: 'bike' }])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const list = '/api/input/demand/'
const contentType = { 'content-type': 'application/json; charset=UTF-8' }
const orders: readonly JsonRecord[] = [
  { name: 'SO 1', quantity: 5, location: 'Antwerp', source: 'erp', item: 'bike' },
  { name: 'SO 2', quantity: 10, location: 'New York', source: 'erp', item: 'bike' },
  { name: 'SO 3', quantity: 20, location: 'New York', source: 'web', item: 'bike' },
  { name: 'SO 4', quantity: 0.5, location: null, source: null, item: null },
]

beforeEach(async () => {
  await api.delete(`${list}?name__ne=SO 1`)
  recordsOf(await api.post(`${list}?format=json`, orders, { headers: contentType }), 201)
})

const names = async (path: string): Promise<readonly unknown[]> =>
  (await api.list(path)).map(({ name }) => name)

describe('GET', () => {
  it('/api/input/demand/?format=json lists the records in JSON', async () => {
    const response = await api.get('/api/input/demand/?format=json')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(recordsOf(response)).toMatchObject(orders)
  })

  it('/api/input/demand/?format=api lists them in the browsable format', async () => {
    const response = await api.get('/api/input/demand/?format=api')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.text).toContain('SO 3')
    expect(response.text.length).toBeLessThan(30_000)
  })

  it('takes optional filters, joined by and, blanks written as %20', async () => {
    expect(await names('/api/input/demand/?format=json&quantity__gte=10')).toEqual(['SO 2', 'SO 3'])
    expect(await names('/api/input/demand/?quantity__gte=11&location=New%20York')).toEqual(['SO 3'])
    expect(await names('/api/input/demand/?format=json&location=Antwerp&source=erp')).toEqual(['SO 1'])
    expect(await names('/api/input/demand/?location=New+York&source=web')).toEqual(['SO 3'])
    const page = await api.get('/api/input/demand/?format=api&quantity__gte=10&location=New%20York')
    expect(page.text).not.toContain('SO 1')
  })

  it('takes the format from the header, with indent and charset', async () => {
    const accept = 'application/json; indent=4; charset=UTF-8'
    const response = await api.get('/api/input/demand/SO%201/', { headers: { accept } })
    expect(response.headers.get('content-type')?.toLowerCase()).toBe('application/json; charset=utf-8')
    expect(response.text).toBe(JSON.stringify(response.json, undefined, 4))
    const whole = await api.get('/api/input/demand/', { headers: { accept } })
    expect(whole.text.trim()).toBe(JSON.stringify(whole.json, undefined, 4))
    const plain = await api.get('/api/input/demand/', { headers: { accept: 'application/json' } })
    expect([plain.headers.get('content-type'), plain.json]).toEqual(['application/json', whole.json])
  })

  it('gives a page to a browser and refuses formats that do not exist', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const page = await api.get('/api/input/demand/', { headers: { accept } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await api.get('/api/input/demand/?format=yaml')).status).toBe(404)
    expect((await api.get('/api/input/demand/', { headers: { accept: 'image/png' } })).status).toBe(406)
  })

  it('reaches the same records without the last slash, with doubled ones, and by any case of escapes', async () => {
    for (const path of ['/api/input/demand', '//api//input/demand//', '/api/input/%64emand/']) {
      const response = await rawRequest(server.url, 'GET', path, { headers: asSuperuser })
      expect([response.status, response.json], path).toEqual([200, await api.list(list)])
    }
    const unknown = await api.get('/api/input/demands/')
    expect([unknown.status, unknown.json]).toEqual([404, { detail: 'Not found.' }])
  })

  it('ignores a body', async () => {
    const headers = { ...asSuperuser, ...contentType }
    const response = await rawRequest(server.url, 'GET', `${list}?name=SO%201`, { headers, body: '{"x":' })
    expect([response.status, response.json]).toEqual([200, await api.list(`${list}?name=SO 1`)])
  })
})

const asSuperuser = { authorization: encodeBasic({ name: 'superuser', password: goodPassword }) }

describe('POST /api/input/demand/?format=json', () => {
  const path = '/api/input/demand/?format=json'

  it('creates one record and many, in the order of the request', async () => {
    const [one] = recordsOf(
      await api.post(path, [{ name: 'new', quantity: 1 }], { headers: contentType }),
      201,
    )
    expect(one).toMatchObject({ name: 'new', quantity: 1, status: 'open', priority: 10 })
    const many = Array.from({ length: 300 }, (_, index) => ({
      name: `many ${(index * 7) % 300}`,
      quantity: index,
    }))
    const stored = recordsOf(await api.post(path, many, { headers: contentType }), 201)
    expect(stored).toMatchObject(many)
    expect(await names(`${list}?name__startswith=many`)).toHaveLength(300)
  })

  it('is all or nothing, and names the fault of every record', async () => {
    const response = await api.post(path, [
      { name: 'good', quantity: 1 },
      { name: 'bad', quantity: 'lots', due: 'never' },
      { quantity: 3 },
      { name: 'good too' },
    ])
    expect([response.status, response.json]).toEqual([
      400,
      [
        {},
        {
          quantity: ['A valid number is required.'],
          due: [expect.stringMatching(/^Datetime has wrong format/)],
        },
        { name: ['This field is required.'] },
        {},
      ],
    ])
    expect(await names(`${list}?name__startswith=good`)).toEqual([])
  })

  it('creates what an order refers to, and says so', async () => {
    const response = await api.post(path, [{ name: 'early', customer: 'Nova, Inc.', location: 'Ünknown' }])
    expect(response.headers.get('x-created-references')).toBe(
      'input.customer=Nova%2C%20Inc.; input.location=%C3%9Cnknown',
    )
    expect(await api.list('/api/input/customer/?name=Nova, Inc.')).toMatchObject([{ source: 'stub' }])
    const refused = await api.post(path, [{ name: 'early', operation: 'Unknown' }])
    expect([refused.status, refused.json]).toEqual([
      400,
      [{ operation: ['Invalid pk "Unknown" - object does not exist.'] }],
    ])
  })
})

describe('PATCH /api/input/demand/<demand_id>/', () => {
  it('changes the fields given of one record', async () => {
    const before = recordOf(await api.get(`${list}SO%202/`))
    const response = await api.patch('/api/input/demand/SO%202/', { quantity: 11 }, { headers: contentType })
    expect(recordOf(response)).toEqual({ ...before, quantity: 11, lastmodified: expect.any(String) })
    expect((await api.patch('/api/input/demand/nobody/', { quantity: 11 })).status).toBe(404)
  })
})

describe('PUT /api/input/demand/<demand_id>/', () => {
  it('replaces one record as a whole', async () => {
    const body = { name: 'SO 1', quantity: 7, location: 'New York', source: 'web' }
    const stored = recordOf(await api.put('/api/input/demand/SO%201/', body, { headers: contentType }))
    expect(stored).toMatchObject({ ...body, item: null, priority: 10, status: 'open' })
  })

  it('is invalid without all fields', async () => {
    for (const field of ['quantity', 'location', 'source']) {
      const body = { name: 'SO 1', quantity: 7, location: 'New York', source: 'web', [field]: undefined }
      const { status, json } = await api.put('/api/input/demand/SO%201/', body)
      expect({ status, json }).toEqual({ status: 400, json: { [field]: ['This field is required.'] } })
    }
  })
})

describe('PATCH /api/input/demand/', () => {
  it('changes the fields given of several records', async () => {
    const changes = [
      { name: 'SO 3', quantity: 1 },
      { name: 'SO 1', source: 'web' },
    ]
    const stored = recordsOf(await api.patch('/api/input/demand/', changes, { headers: contentType }))
    expect(stored).toMatchObject([
      { ...orders[2], quantity: 1 },
      { ...orders[0], source: 'web' },
    ])
  })

  it('is invalid when an object lacks name', async () => {
    const response = await api.patch('/api/input/demand/', [{ name: 'SO 1', quantity: 99 }, { quantity: 99 }])
    expect([response.status, response.json]).toEqual([400, [{}, { name: ['This field is required.'] }]])
    expect(await names(`${list}?quantity=99`)).toEqual([])
  })
})

describe('PUT /api/input/demand/', () => {
  it('replaces several records', async () => {
    const records = await api.list(list)
    const changed = records.map((record) => ({ ...record, source: 'replaced', lastmodified: undefined }))
    const stored = recordsOf(await api.put('/api/input/demand/', changed, { headers: contentType }))
    expect(stored).toMatchObject(records.map(({ name }) => ({ name, source: 'replaced' })))
  })
})

describe('DELETE /api/input/demand/?<filter>', () => {
  it('deletes all records that match, with a JSON content type and an empty body', async () => {
    for (const headers of [
      { ...asSuperuser, ...contentType },
      { ...asSuperuser, ...contentType, 'content-length': '0' },
    ]) {
      await api.post(list, orders)
      const response = await rawRequest(server.url, 'DELETE', '/api/input/demand/?source=erp', { headers })
      expect([response.status, response.text]).toEqual([204, ''])
      expect(await names(list)).toEqual(['SO 3', 'SO 4'])
    }
  })

  it('is refused when it would remove all records of the table', async () => {
    for (const filter of ['', '?name__startswith=SO', '?quantity__gte=0', '?format=json']) {
      const { status, json } = await api.delete(`/api/input/demand/${filter}`, { headers: contentType })
      expect({ status, json }, filter).toEqual({ status: 400, json: { detail: expect.any(String) } })
    }
    expect(await api.list(list)).toHaveLength(4)
    expect((await api.delete('/api/input/demand/?name__ne=SO 4')).status).toBe(204)
    expect((await api.delete('/api/input/demand/?name=SO 4')).status).toBe(400)
    expect(await names(list)).toEqual(['SO 4'])
  })
})

const keys: Readonly<Record<string, string>> = {
  blanks: 'a b  c',
  slashes: 'line/12/a',
  'a percent sign': '50% off %41 %2F %',
  'a question mark': 'what?x=1',
  'a hash': 'no #1',
  'plus and ampersand': 'a+b&c=d',
  quotes: `"it's"`,
  backslashes: 'C:\\orders\\1',
  commas: 'a,b,"c"',
  'other scripts': 'Ünïcode 漢字 🚲 العربية',
  '1,500 characters': `x${'0123456789'.repeat(150)}`,
  'the name of a format': 'format=json',
  'only dots': '..',
  'a single dot': '.',
  'an address': 'https://example.com/a?b#c',
  'a tab inside': 'a\tb',
  'the look of null': 'null',
  'the look of SQL': `'; DROP TABLE demand; --`,
  'the look of a prototype': '__proto__',
  'the name of a list': 'demand',
}

describe('a key', () => {
  it.each(Object.entries(keys))('may hold %s', async (_name, key) => {
    const send = (method: string, path: string, body?: unknown): Promise<RawResponse> =>
      rawRequest(server.url, method, path, {
        headers: { ...asSuperuser, ...contentType },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const created = await send('POST', list, { name: key, quantity: 1 })
    expect([created.status, created.json]).toEqual([201, expect.objectContaining({ name: key })])
    const location = new URL(created.headers.location ?? '').href.replace(server.url, '')
    const escaped = `${list}${encodeURIComponent(key).replaceAll('.', '%2E')}/`
    for (const path of [escaped, ...(key.startsWith('.') ? [] : [location])]) {
      expect((await send('GET', path)).json).toMatchObject({ name: key })
    }
    expect((await send('PATCH', escaped, { quantity: 2 })).json).toMatchObject({ name: key, quantity: 2 })
    expect((await send('PUT', list, [{ ...orders[0], name: key }])).status).toBe(200)
    expect((await send('GET', `${list}?name=${encodeURIComponent(key)}`)).json).toMatchObject([{ name: key }])
    const quoted = encodeURIComponent(`"${key.replaceAll('"', '""')}"`)
    expect((await send('GET', `${list}?name__in=${quoted},x`)).json).toMatchObject([{ name: key }])
    expect((await send('DELETE', escaped)).status).toBe(204)
    expect((await send('GET', escaped)).status).toBe(404)
  })

  it('may hold slashes that are not escaped', async () => {
    await api.post(list, { name: 'line/12/a' })
    expect(recordOf(await api.get(`${list}line/12/a/`))).toMatchObject({ name: 'line/12/a' })
    expect(recordOf(await api.get(`${list}line/12/a`))).toMatchObject({ name: 'line/12/a' })
  })

  it('is matched exactly', async () => {
    for (const path of ['so%201', 'SO%201%20', '%20SO%201', 'SO%20%201', 'SO']) {
      expect((await rawRequest(server.url, 'GET', `${list}${path}/`, { headers: asSuperuser })).status).toBe(
        404,
      )
    }
  })

  it('that is longer than the database can index is refused by its name', async () => {
    const { status, json } = await api.post(list, { name: '漢'.repeat(1_000) })
    expect({ status, json }).toEqual({ status: 400, json: { name: [expect.any(String)] } })
  })
})

describe('a scenario', () => {
  it('is reached by its name before the path and keeps its data to itself', async () => {
    await api.post('/scenario1/api/input/demand/', [{ name: 'what if' }])
    expect(await names('/scenario1/api/input/demand/?format=json')).toEqual(['what if'])
    expect(await names(list)).toHaveLength(4)
    expect(await api.list('/default/api/input/demand/')).toEqual(await api.list(list))
    const created = await api.post('/scenario1/api/input/item/', { name: 'only here' })
    expect(created.headers.get('location')).toBe(`${server.url}/scenario1/api/input/item/only%20here/`)
  })

  it('that is free or unknown does not exist', async () => {
    for (const scenario of ['scenario2', 'nowhere', 'Default', 'control', 'pg_catalog', '%22default%22']) {
      const response = await api.get(`/${scenario}/api/input/demand/`)
      expect([response.status, response.json], scenario).toEqual([404, { detail: 'Not found.' }])
    }
  })
})

describe('HTTP Basic authentication', () => {
  const challenge = 'Basic realm="api", charset="UTF-8"'

  it('is asked for, and by its failure nothing is told', async () => {
    const wrong = { authorization: encodeBasic({ name: 'superuser', password: 'wrong' }) }
    for (const headers of [{}, { authorization: '' }, { authorization: 'Basic !' }, wrong]) {
      const response = await rawRequest(server.url, 'GET', list, { headers })
      expect([response.status, response.headers['www-authenticate']]).toEqual([401, challenge])
      expect(response.json).toEqual({ detail: expect.any(String) })
    }
  })

  it('knows users by name and by e-mail address in any case, and passwords with colons and umlauts', async () => {
    const password = 'pass:wörd: 42!'
    await server.addUser({
      username: 'Jürgen',
      email: 'j@example.com',
      password,
      rights: { default: 'superuser' },
    })
    for (const name of ['Jürgen', 'jürgen', 'J@Example.com']) {
      const headers = { authorization: encodeBasic({ name, password }) }
      expect((await rawRequest(server.url, 'GET', list, { headers })).status).toBe(200)
    }
  })

  it('gives each user what the permissions say', async () => {
    expect((await api.get(list, { as: 'viewer' })).status).toBe(200)
    expect((await api.patch(`${list}SO%201/`, { quantity: 3 }, { as: 'viewer' })).status).toBe(403)
    expect((await api.patch(`${list}SO%201/`, { quantity: 3 }, { as: 'changer' })).status).toBe(200)
    expect((await api.delete(`${list}SO%201/`, { as: 'changer' })).status).toBe(403)
    expect((await api.get(list, { as: 'norights' })).status).toBe(403)
  })
})

/** Returns status and body of a request by curl. */
async function curl(...args: readonly string[]): Promise<JsonRecord> {
  const { code, output, errors } = await runProgram('curl', [
    '--silent',
    '--show-error',
    '--write-out',
    '\n%{http_code}',
    '--user',
    `superuser:${goodPassword}`,
    ...args,
  ])
  if (code !== 0) throw new Error(`curl failed with ${code}: ${errors}`)
  const [, body = '', status] = /^(.*)\n(\d+)$/s.exec(output) ?? []
  const json: unknown = body === '' ? undefined : JSON.parse(body)
  return { status: Number(status), body: json }
}

const wget = (...args: readonly string[]): ReturnType<typeof runProgram> =>
  runProgram('wget', [
    '--quiet',
    '--no-proxy',
    '--http-user=superuser',
    `--http-password=${goodPassword}`,
    ...args,
  ])

describe.runIf(isInstalled('curl'))('curl', () => {
  it('speaks with the service as the specification shows', async () => {
    const url = `${server.url}/api/input/demand/`
    const type = ['-H', 'Content-Type: application/json; charset=UTF-8']
    const accept = ['-H', 'Accept: application/json; indent=4; charset=UTF-8']
    const all = await curl(...accept, `${url}?format=json&quantity__gte=10&location=New%20York`)
    expect(all).toMatchObject({ status: 200, body: [orders[1], orders[2]] })
    const body = JSON.stringify([{ name: 'by curl', quantity: 3, location: 'Antwerp' }])
    expect(await curl(...type, '--data', body, `${url}?format=json`)).toMatchObject({
      status: 201,
      body: [{ name: 'by curl' }],
    })
    expect(await curl('-X', 'PATCH', ...type, '--data', '{"quantity": 4}', `${url}by%20curl/`)).toMatchObject(
      {
        status: 200,
        body: { quantity: 4 },
      },
    )
    const put = JSON.stringify({ quantity: 5, location: null, source: 'x', name: 'by curl' })
    expect(await curl('-X', 'PUT', ...type, '--data', put, `${url}by%20curl/`)).toMatchObject({ status: 200 })
    expect(await curl('-X', 'PUT', ...type, '--data', `[${put}]`, url)).toMatchObject({ status: 200 })
    expect(await curl('-X', 'PATCH', ...type, '--data', '[{"name": "by curl"}]', url)).toMatchObject({
      status: 200,
    })
    expect(await curl('-X', 'DELETE', ...type, `${url}?source=x`)).toMatchObject({ status: 204 })
    expect(await curl('-X', 'DELETE', ...type, '--data', '', `${url}?source=web`)).toMatchObject({
      status: 204,
    })
    expect(await curl('-X', 'DELETE', ...type, url)).toMatchObject({ status: 400 })
    expect(await names(list)).toEqual(['SO 1', 'SO 2', 'SO 4'])
  })

  it('sends large bodies after asking first', async () => {
    const records = Array.from({ length: 20_000 }, (_, index) => ({
      name: `large ${index}`,
      quantity: index,
    }))
    const { url } = server
    const path = await temporaryFile(JSON.stringify(records))
    const type = [
      '-H',
      'Content-Type: application/json',
      '-H',
      'Expect: 100-continue',
      '-H',
      'Prefer: return=minimal',
    ]
    expect(await curl(...type, '--data-binary', `@${path}`, `${url}${list}`)).toMatchObject({
      body: { created: 20_000, updated: 0, unchanged: 0 },
    })
  })
})

describe.runIf(isInstalled('wget'))('wget', () => {
  it('sends its credentials once it has been asked for them', async () => {
    const url = `${server.url}/api/input/demand/`
    const got = await wget('--output-document=-', `${url}?format=json&source=web`)
    expect([got.code, JSON.parse(got.output)]).toEqual([0, [expect.objectContaining(orders[2]!)]])
    const type = '--header=Content-Type: application/json; charset=UTF-8'
    const body = '[{"name": "by wget", "quantity": 3}]'
    const posted = await wget(type, `--post-data=${body}`, '--output-document=-', `${url}?format=json`)
    expect([posted.code, JSON.parse(posted.output)]).toEqual([
      0,
      [expect.objectContaining({ name: 'by wget' })],
    ])
    const patched = await wget(
      type,
      '--method=PATCH',
      '--body-data={"quantity": 4}',
      '--output-document=-',
      `${url}by%20wget/`,
    )
    expect(JSON.parse(patched.output)).toMatchObject({ name: 'by wget', quantity: 4 })
    const deleted = await wget(type, '--method=DELETE', '--output-document=-', `${url}?name=by%20wget`)
    expect([deleted.code, deleted.output]).toEqual([0, ''])
    expect(await names(`${list}?name=by wget`)).toEqual([])
  })

  it('fails with a wrong password', async () => {
    const { code } = await runProgram('wget', [
      '--quiet',
      '--no-proxy',
      '--tries=1',
      '--http-user=viewer',
      '--http-password=wrong',
      '--output-document=-',
      `${server.url}${list}`,
    ])
    expect(code).toBe(6)
  })
})
