/** Tests lists and single records of the data API: filters, pages, tags, shapes. */
import { describe, expect, it } from 'vitest'
import { demands, names, serveThreeDemands } from '../../../test/support/three-demands.ts'

const { send, server } = serveThreeDemands()

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

describe('reading', () => {
  it('gives a bare array in the order of the key', async () => {
    const { status, headers, json } = await send('GET', `${demands}?format=json`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(names(json)).toEqual(['a', 'b', 'c'])
    expect(headers.get('x-total-count')).toBeNull()
    expect(headers.get('link')).toBeNull()
  })

  it('finds a numbered record by its number only as the service writes it', async () => {
    const created = await send('POST', '/api/input/itemsupplier/', {
      body: { item: 'numbered', supplier: 'numbered' },
    })
    expect([created.status, created.text]).toEqual([201, expect.any(String)])
    const { id }: { readonly id: number } = Object(created.json)
    const found = async (method: string, key: string, body?: object) =>
      (await send(method, `/api/input/itemsupplier/${key}/`, body === undefined ? {} : { body })).status
    expect(await found('GET', String(id))).toBe(200)
    for (const key of [`0${id}`, `+${id}`, `${id}.0`]) {
      expect([key, await found('GET', key)]).toEqual([key, 404])
      expect([key, await found('PATCH', key, { cost: 2 })]).toEqual([key, 404])
      expect([key, await found('DELETE', key)]).toEqual([key, 404])
    }
    expect(await found('DELETE', String(id))).toBe(204)
  })

  it('ignores a body', async () => {
    const { hostname, port } = new URL(server().url)
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
    const next = await send('GET', links.get('next')!.slice(server().url.length))
    expect(names(next.json)).toEqual(['c'])
    expect(next.headers.get('link')).not.toContain('rel="next"')
  })

  it('does not repeat a very long address in its links', async () => {
    const many = Array.from({ length: 900 }, (_, index) => `x${index}`).join()
    const { headers } = await send('GET', `${demands}?limit=1&offset=1&name__in=a,b,c,${many}`)
    const link = headers.get('link') ?? ''
    expect([link.length < 8000, link.match(/rel="\w+"/g)]).toEqual([true, ['rel="next"']])
    const next = await send('GET', /<(.*)>/.exec(link)![1]!.slice(server().url.length))
    expect(names(next.json)).toEqual(['c'])
    expect(next.headers.get('link')).toBeNull()
  })

  it('walks through all records by cursor', async () => {
    const seen: unknown[] = []
    for (let path: string | undefined = `${demands}?cursor=&limit=2`; path !== undefined;) {
      const { headers, json }: { headers: Headers; json: unknown } = await send('GET', path)
      seen.push(...names(json))
      path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.slice(server().url.length)
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

  it.each([
    'limit=2',
    'limit=1&offset=1',
    'page=2&page_size=1',
    'cursor=&page_size=2',
    'limit=2&count=0',
    '',
  ])('names the same pages to HEAD as to GET: %s', async (query) => {
    for (const prefer of ['count=exact', 'count=none']) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => send(method, `${demands}?${query}`, { headers: { prefer } })),
      )
      const paging = ['link', 'x-total-count', 'preference-applied'] as const
      expect(paging.map((name) => head!.headers.get(name))).toEqual(
        paging.map((name) => get!.headers.get(name)),
      )
    }
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
      expect(decodeURIComponent(location)).toBe(decodeURIComponent(`${server().url}${path}/`))
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
