import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../test/support/build-web.ts'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { builtFolder, currentPages, pageFor } from './pages.ts'

let server: TestServer
let script: string

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

beforeAll(async () => {
  ensureBuilt()
  server = await startTestServer()
  const names = await readdir(`${builtFolder}/assets`)
  script = names.find((name) => name.startsWith('base-') && name.endsWith('.js'))!
})
afterAll(() => server[Symbol.asyncDispose]())

describe('pages of the web UI', () => {
  it('send strangers to sign in, and back afterwards', async () => {
    const answer = await server.request('GET', '/app/default/data/item?name=a%20b', {
      as: null,
      headers: html,
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(
      '/login/?next=%2Fapp%2Fdefault%2Fdata%2Fitem%3Fname%3Da%2520b',
    )
  })

  it('are the same under every path of the screens, and allow no style but their own', async () => {
    for (const path of ['/app/', '/app', '/app/default/any/thing.html', '/app/inbox?x=1']) {
      const { status, headers, text } = await server.request('GET', path, { headers: html })
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('cache-control')).toBe('no-cache')
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'self' 'nonce-([\w-]+)'/.exec(policy)?.[1]
      expect(text).toContain(`nonce="${nonce}"`)
      expect(policy).not.toContain('unsafe')
    }
  })

  it('carry another number each time', async () => {
    const pages = (await currentPages())!
    const numbers = [1, 2].map(
      () => pageFor(pages, 'index', { language: 'de', scheme: 'dark', base: '' }).nonce,
    )
    expect(new Set(numbers).size).toBe(2)
    const { text } = pageFor(pages, 'login', { language: 'he', base: '' })
    expect(text).toMatch(/<html lang="he" dir="rtl" data-build="\w+">/)
  })

  it('take what a cookie says only where it is known', async () => {
    const cookie = 'scheme="><script>; language=de"x'
    const { text } = await server.request('GET', '/login/', { as: null, headers: { ...html, cookie } })
    expect(text).toMatch(/<html lang="en" data-build="\w+">/)
  })

  it('say how to build them when they are not', async () => {
    expect(await currentPages('/nowhere')).toBeUndefined()
  })

  it('answer HEAD without a body', async () => {
    const { status, text, headers } = await server.request('HEAD', '/login/', { as: null })
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8'])
  })

  it('are where browsers are taken that know no more than the host; programs are told where things are', async () => {
    const browser = await server.request('GET', '/', { headers: html })
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app/'])
    expect(JSON.parse((await server.request('GET', '/')).text)).toMatchObject({ api: '/api/', app: '/app/' })
    expect((await server.request('POST', '/', { headers: html })).status).toBe(405)
  })

  it('set up only what has no user', async () => {
    const { status, headers } = await server.request('GET', '/setup/', { as: null, headers: html })
    expect([status, headers.get('location')]).toEqual([302, '/login/'])
  })
})

const get = (name: string, headers = {}): ReturnType<TestServer['request']> =>
  server.request('GET', `/static/assets/${name}`, { as: null, headers })

describe('what pages load', () => {
  it('comes compressed as it was built, to be kept for good', async () => {
    const plain = readFileSync(`${builtFolder}/assets/${script}`)
    const bytes = await fetch(`${server.url}/static/assets/${script}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(bytes.headers.get('content-encoding')).toBe('gzip')
    expect(Number(bytes.headers.get('content-length'))).toBeLessThan(plain.length / 2)
    expect(await bytes.text()).toBe(plain.toString())
    expect(gunzipSync(readFileSync(`${builtFolder}/assets/${script}.gz`)).equals(plain)).toBe(true)
    const brotli = await get(script, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    const whole = await get(script, { 'accept-encoding': 'identity' })
    expect(whole.headers.get('content-encoding')).toBeNull()
    expect(whole.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(whole.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('is not sent again to whoever has it', async () => {
    const etag = (await get(script)).headers.get('etag')!
    expect((await get(script, { 'if-none-match': etag })).status).toBe(304)
  })

  it('is nothing else', async () => {
    for (const name of [
      'missing-00000000.js',
      '../pages.json',
      '..%2Fpages.json',
      `${script}.gz`,
      'a/b.js',
      '',
      '%00.js',
    ]) {
      expect([name, (await get(name)).status]).toEqual([name, 404])
    }
  })

  it('tells which build is the current one', async () => {
    const { json } = await server.request('GET', '/static/build.json', { as: null })
    expect(json).toEqual({ build: (await currentPages())!.build })
  })
})
