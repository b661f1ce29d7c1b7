import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { goodPassword } from '../../../test/support/users.ts'

let server: TestServer
const page = '/api/input/demand/?format=api'

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'viewer', rights: { default: ['input.view_demand'] } })
  await server.addUser({ username: 'french', language: 'fr', rights: { default: 'superuser' } })
  await server.request('POST', '/api/input/demand/', {
    body: Array.from({ length: 300 }, (_, index) => ({
      name: `order ${String(index).padStart(3, '0')}`,
      description: `<script>alert("${'x'.repeat(200)}")</script>`,
      location: 'Größe & <b>',
      quantity: index,
    })),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const tokenIn = (html: string): string => /name="_token"\s+value="([^"]+)"/.exec(html)?.[1] ?? ''

const submit = (
  path: string,
  fields: Record<string, string>,
  as = 'admin',
  headers: Record<string, string> = {},
) =>
  server.request('POST', path, {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('a form of a page', () => {
  it('is refused without the token of the page, and with the token of somebody else', async () => {
    const foreign = tokenIn((await server.request('GET', page, { as: 'french' })).text)
    for (const token of ['', 'x', foreign]) {
      const fields = { _method: 'DELETE', _token: token }
      const { status } = await submit('/api/input/demand/order%20001/?format=api', fields)
      expect([token, status]).toEqual([token, 403])
    }
    for (const headers of [
      { origin: server.url },
      { 'sec-fetch-site': 'same-origin' },
      { referer: `${server.url}/api/` },
      { cookie: 'sessionid=any' },
    ]) {
      expect(await submit(page, { name: 'x' }, 'admin', headers)).toMatchObject({ status: 403 })
    }
    expect(await server.request('GET', '/api/input/demand/order%20001/')).toMatchObject({ status: 200 })
  })

  it('needs no token from a program, which sends its credentials itself', async () => {
    const answer = await submit(page, { name: 'of a program', quantity: '3' })
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('of a program')])
    const headers = { accept: 'text/html' }
    expect(await submit('/api/input/demand/', { name: 'also' }, 'admin', headers)).toMatchObject({
      status: 201,
    })
    expect(await submit(page, { name: 'not' }, 'viewer')).toMatchObject({ status: 403 })
  })

  it('needs no token with an API key, which no browser sends by itself', async () => {
    const body = { name: 'forms', expiry_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19) }
    const { json } = await server.request('POST', '/api/common/apikey/', { body })
    const headers = {
      authorization: `Bearer ${String(Object(json).key)}`,
      referer: `${server.url}/api/`,
      cookie: 'sessionid=any',
    }
    expect(await submit(page, { name: 'by a key' }, 'admin', headers)).toMatchObject({ status: 201 })
    const path = '/api/input/demand/by%20a%20key/?format=api'
    expect(await submit(path, { _method: 'DELETE' }, 'admin', headers)).toMatchObject({ status: 200 })
  })

  it('is refused when another site made it', async () => {
    const token = tokenIn((await server.request('GET', page)).text)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await submit(page, { _token: token, name: 'evil' }, 'admin', headers)
      expect([headers, answer.status]).toEqual([headers, 403])
    }
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    expect(await submit(page, { _token: token, name: 'good' }, 'admin', own)).toMatchObject({ status: 201 })
  })

  it('does not make the method mean something elsewhere', async () => {
    const token = tokenIn((await server.request('GET', page)).text)
    const { status, json } = await submit('/api/input/demand/?format=json', {
      _token: token,
      _method: 'DELETE',
      name: 'n',
    })
    expect([status, json]).toMatchObject([201, { name: 'n' }])
  })

  it('can do only what its user may', async () => {
    const { text } = await server.request('GET', page, { as: 'viewer' })
    expect(text).not.toContain('method="post"')
    expect(await submit(page, { _token: 'x', name: 'y' }, 'viewer')).toMatchObject({ status: 403 })
  })

  it('adds a record, and shows what is wrong beside the input', async () => {
    const token = tokenIn((await server.request('GET', page)).text)
    const faulty = await submit(page, { _token: token, _method: 'POST', name: 'typed', quantity: 'much' })
    expect(faulty.status).toBe(400)
    expect(faulty.text).toContain('<em>A valid number is required.</em>')
    expect(faulty.text).toContain('value="typed"')
    const good = await submit(page, {
      _token: token,
      _method: 'POST',
      name: 'typed',
      quantity: '4',
      owner: '',
    })
    expect(good.status).toBe(201)
    expect(good.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await server.request('GET', '/api/input/demand/typed/')).toMatchObject({
      json: { quantity: 4, owner: null, priority: 10 },
    })
  })

  it('changes, replaces and deletes a record', async () => {
    const path = '/api/input/demand/order%20002/?format=api'
    const token = tokenIn((await server.request('GET', path)).text)
    expect(
      await submit(path, { _token: token, _method: 'PATCH', owner: 'me', description: '' }),
    ).toMatchObject({ status: 200 })
    expect(await server.request('GET', '/api/input/demand/order%20002/')).toMatchObject({
      json: { owner: 'me', description: null, quantity: 2 },
    })
    const content = '{"quantity": 7, "location": null, "source": "raw"}'
    expect(await submit(path, { _token: token, _method: 'PUT', _content: content })).toMatchObject({
      status: 200,
    })
    expect(await server.request('GET', '/api/input/demand/order%20002/')).toMatchObject({
      json: { owner: null, quantity: 7, source: 'raw' },
    })
    const broken = await submit(path, { _token: token, _method: 'PUT', _content: '{"quantity": ' })
    expect(broken).toMatchObject({ status: 400 })
    const gone = await submit(path, { _token: token, _method: 'DELETE' })
    expect([gone.status, gone.text.includes('204 No Content')]).toEqual([200, true])
    expect(await server.request('GET', '/api/input/demand/order%20002/')).toMatchObject({ status: 404 })
  })

  it('deletes what a filter matches, and never everything', async () => {
    const path = '/api/input/demand/?format=api&quantity__in=290,291'
    const token = tokenIn((await server.request('GET', path)).text)
    expect(await submit(path, { _token: token, _method: 'DELETE' })).toMatchObject({ status: 200 })
    expect((await server.request('GET', '/api/input/demand/?quantity__in=290,291')).json).toEqual([])
    expect(await submit(page, { _token: token, _method: 'DELETE' })).toMatchObject({ status: 400 })
  })
})

/** Returns the number of records that a page shows. */
const shownBy = (html: string): number => html.match(/&quot;name&quot;: <a/g)?.length ?? 0

describe('a page', () => {
  it('stays small, escaped and without scripts, whatever it shows', async () => {
    const models = server.service.models
      .current()
      .entities.map(({ app, model }) => `/api/${app}/${model}/?format=api`)
    for (const path of [
      ...models,
      '/api/?format=api',
      page,
      `${page}&limit=300`,
      '/api/input/demand/order%20001/?format=api',
    ]) {
      const { status, headers, text } = await server.request('GET', path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect([path, Buffer.byteLength(text) <= 30_000]).toEqual([path, true])
      expect([path, /<script|\son\w+=|\sstyle=|javascript:/i.test(text)]).toEqual([path, false])
      expect(headers.get('content-security-policy')).not.toContain('script-src')
    }
  })

  it('is what a browser gets', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const { text } = await server.request('GET', '/api/input/demand/', { headers: { accept } })
    expect(text).toMatch(/^<!doctype html>/)
    const missing = await server.request('GET', '/api/input/demand/zzz/', { headers: { accept } })
    expect([missing.status, missing.text.startsWith('<!doctype html>')]).toEqual([404, true])
  })

  it('shows what fits, however many records are requested', async () => {
    const { text } = await server.request('GET', page)
    expect(shownBy(text)).toBeGreaterThan(10)
    for (const paging of ['limit=100000000', 'offset=1', 'page=1&page_size=100000', 'cursor=&limit=100000']) {
      const asked = await server.request('GET', `${page}&${paging}`)
      expect([paging, asked.status, shownBy(asked.text) > 10]).toEqual([paging, 200, true])
    }
  })

  it('is refused for no page number, however large', async () => {
    for (const paging of ['page=999999999999999&page_size=999999999999999', 'offset=999999999999999&limit=1'])
      for (const format of ['api', 'json']) {
        const path = `/api/input/demand/?format=${format}&${paging}`
        expect([path, (await server.request('GET', path)).status]).toEqual([path, 200])
      }
  })

  it('says which records a page by number shows', async () => {
    const { text } = await server.request('GET', `${page}&page=3&page_size=5`)
    expect(text).toMatch(/11–15 of \d+ records/)
  })

  it('leads through all records', async () => {
    const seen = new Set<string>()
    let path: string | undefined = '/api/input/demand/?format=api&quantity__gte=200'
    for (let pages = 0; path !== undefined && pages < 200; pages += 1) {
      const { text }: { text: string } = await server.request('GET', path)
      for (const [, name = ''] of text.matchAll(/&quot;name&quot;: <a[^>]*>&quot;(order \d+)/g))
        seen.add(name)
      const next: string | undefined = /href="\?([^"]*)"\s*>Next<\/a>/.exec(text)?.[1]
      path = next === undefined ? undefined : `/api/input/demand/?${next.replaceAll('&amp;', '&')}`
    }
    expect(seen.size).toBe(98)
  })

  it('speaks the language of its user', async () => {
    const { text } = await server.request('GET', page, { as: 'french' })
    expect(text).toContain('lang="fr"')
    expect(text).toContain('Réponse')
  })

  it('shows an error as what it is', async () => {
    const { status, text } = await server.request('GET', `${page}&quantity=many`)
    expect([status, text.includes('A valid number is required.')]).toEqual([400, true])
  })

  it('takes forms from a session as well', async () => {
    const login = await server.request('POST', '/login/', {
      as: null,
      body: { username: 'admin', password: goodPassword },
    })
    const cookie = login.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const first = await server.request('GET', page, { as: null, headers: { cookie } })
    const fields = new URLSearchParams({ _token: tokenIn(first.text), _method: 'POST', name: 'by cookie' })
    const type = 'application/x-www-form-urlencoded'
    const options = { as: null, body: fields.toString(), headers: { cookie, 'content-type': type } }
    expect(await server.request('POST', page, options)).toMatchObject({ status: 201 })
  })
})
