/** Tests who may use the data API, and what it answers where nothing is. */
import { describe, expect, it } from 'vitest'
import { demands, names, serveThreeDemands } from '../../../test/support/three-demands.ts'

const { send, server } = serveThreeDemands()

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
    await server().database.query({ text: `TRUNCATE scenario1.demand CASCADE` })
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
    expect(await send('OPTIONS', demands, { as: 'german' })).toMatchObject({
      json: { fields: { item: { label: 'Artikel', help: 'Bestellter Artikel.' } } },
    })
    const anonymous = { as: null, headers: { 'accept-language': 'fr-BE,fr;q=0.9' } }
    expect((await send('GET', demands, anonymous)).json).not.toEqual(
      (await send('GET', demands, { as: null })).json,
    )
  })
})
