/** Tests a prefix of all paths (`BASE_PATH`) behind a real reverse proxy, with programs and with a browser. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { ensureBuilt } from '../support/build-web.ts'
import { launchBrowser } from '../support/browser-window.ts'
import { findChromium } from '../support/chromium.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { connectAssistant } from '../support/mcp.ts'
import { sendRequest, startTestServer } from '../support/server.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'
import { type Proxy, proxyName, startProxy } from './support/proxy.ts'

const base = '/planning'
const admin = encodeBasic({ name: 'admin', password: goodPassword })

describe('without a proxy', () => {
  it('routes paths below the prefix only, and says so for others', async () => {
    await using server = await startTestServer({ settings: { BASE_PATH: base } })
    const origin = new URL(server.url).origin
    const below = await sendRequest(origin, 'GET', `${base}/api/input/item/`)
    expect(below.status).toBe(200)
    const outside = await sendRequest(origin, 'GET', '/api/input/item/')
    expect(outside.status).toBe(404)
    expect(outside.json).toEqual({ detail: expect.stringContaining(`under ${base} (setting BASE_PATH)`) })
    // A path that only starts with the characters of the prefix must not reach a scenario of that name.
    expect((await sendRequest(origin, 'GET', '/planningx/api/')).status).toBe(404)
    // Probes send requests to the process itself, without the proxy.
    expect((await sendRequest(origin, 'GET', '/livez', { as: null })).status).toBe(200)
    expect((await sendRequest(origin, 'GET', `${base}/livez`, { as: null })).status).toBe(200)
  })

  it('begins every path in answers with the prefix', async () => {
    await using server = await startTestServer({ settings: { BASE_PATH: base } })
    const made = await server.request('POST', '/api/input/item/', { body: { name: 'a b' } })
    expect(new URL(made.headers.get('location') ?? '').pathname).toBe(`${base}/api/input/item/a%20b/`)
    await server.request('POST', '/api/input/item/', { body: { name: 'c' } })
    const first = await server.request('GET', '/api/input/item/?limit=1')
    expect(first.headers.get('link')).toMatch(/<http:\/\/[^/]+\/planning\/api\/input\/item\/\?/)
    const index = await server.request('GET', '/api/')
    expect(index.json).toMatchObject({ 'input/item': expect.stringContaining(`${base}/api/input/item/`) })
    const key = await server.request('POST', '/api/common/apikey/', {
      body: { name: 'assistant', scope: 'read', expiry_date: '2099-01-01' },
    })
    await using assistant = await connectAssistant(server.url, String(Object(key.json).key))
    expect(await assistant.use('read_record', { entity: 'input.item', key: 'c' })).toMatchObject({
      name: 'c',
    })
    for (const [prefix, scenario] of [
      ['', 'default'],
      ['/scenario1', 'scenario1'],
    ]) {
      const proposed = await server.request('POST', `${prefix}/api/proposals/`, {
        body: { title: scenario, edits: [{ entity: 'input.item', action: 'create', fields: { name: 'd' } }] },
      })
      const place = proposed.headers.get('location') ?? ''
      expect(place).toMatch(new RegExp(`^${base}${prefix}/api/proposals/\\d+/$`))
    }
    const document = await server.request('GET', '/openapi.json')
    expect(document.json).toMatchObject({ servers: [{ url: base }, { url: `${base}/{scenario}` }] })
    const root = await server.request('GET', '/', { headers: { accept: 'text/html' } })
    expect(root.headers.get('location')).toBe(`${base}/app/`)
    const detour = await server.request('GET', '/app/default/x?y=1', { as: null })
    expect(detour.headers.get('location')).toBe(
      `${base}/login/?next=${encodeURIComponent(`${base}/app/default/x?y=1`)}`,
    )
    const login = await server.request('POST', '/login/', {
      as: null,
      body: { username: 'admin', password: goodPassword },
    })
    expect(login.headers.getSetCookie().map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual([
      base,
      base,
    ])
    for (const path of ['/api/?format=api', '/api/input/item/?format=api', '/api/docs/', '/api/help/']) {
      const { text } = await server.request('GET', path)
      const paths = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link)
      expect(paths.length, path).toBeGreaterThan(2)
      expect(
        paths.filter((link) => link?.startsWith(`${base}/`) !== true),
        path,
      ).toEqual([])
    }
  })
})

describe(`behind ${proxyName}`, { skip: findChromium() === undefined }, () => {
  let server: WebServer
  let proxy: Proxy
  beforeAll(async () => {
    ensureBuilt()
    server = await startWebServer({
      dataset: 'manufacturing_demo',
      worker: true,
      settings: { BASE_PATH: base, TRUST_PROXY: '127.0.0.1' },
    })
    proxy = await startProxy(Number(new URL(server.url).port))
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('is used through a browser, which asks for nothing outside', detail, async () => {
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      const page = await context.newPage()
      const outside: string[] = []
      const problems: string[] = []
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && !url.pathname.startsWith(`${base}/`)) outside.push(url.href)
      })
      page.on('console', (message) => {
        // The site outside the prefix has no icon for pages without one.
        const { url } = message.location()
        if (message.type() === 'error' && !url.endsWith('/favicon.ico'))
          problems.push(`${message.text()} ${url}`)
      })
      await visitEverything(page, proxy.origin)
      expect(outside).toEqual([])
      expect(problems).toEqual([])
    } finally {
      await browser.close()
    }
  })

  it('takes files, launches tasks and streams their events', async () => {
    const page = await (await launchAsProgram()).newContext()
    const data = 'name\nuploaded\n'
    const uploaded = await page.post(`${proxy.origin}${base}/execute/uploadtofolder/0/`, {
      multipart: { file: { name: 'item.csv', mimeType: 'text/csv', buffer: Buffer.from(data) } },
    })
    expect(uploaded.status()).toBe(200)
    const launched = await page.post(`${proxy.origin}${base}/execute/api/importfromfolder/`, {
      headers: { prefer: 'wait=30' },
    })
    expect(launched.headers()['location']).toMatch(/^\/planning\/execute\/api\/status\/\?id=\d+$/)
    const status = await page.get(`${proxy.origin}${launched.headers()['location']}`)
    expect(await status.text()).toContain('"Done"')
    const file = await page.get(`${proxy.origin}${base}/execute/downloadfromfolder/0/item.csv/`)
    expect(await file.text()).toBe(data)
    await page.dispose()
  })
})

/** Returns contexts that send requests as a program does and accept the certificate of the test. */
async function launchAsProgram() {
  const { request } = await import('playwright-core')
  return {
    newContext: () =>
      request.newContext({ ignoreHTTPSErrors: true, extraHTTPHeaders: { authorization: admin } }),
  }
}

async function visitEverything(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${base}/app/default/data/demand?status__in=open`)
  expect(new URL(page.url()).pathname).toBe(`${base}/login/`)
  await page.getByLabel('User name or e-mail').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${base}/app/default/data/demand?status__in=open`)
  await page.locator('.ag-row .g-badge').first().waitFor()
  // Within the application the address keeps the prefix, also after a reload.
  await page.locator(`a[href="${base}/app/default/"]`).first().click()
  await page.waitForURL(`**${base}/app/default/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.locator('.ag-row .g-badge').first().waitFor()
  for (const path of ['execute', 'files', 'gantt', 'exceptions', 'release?type=receipts']) {
    await page.goto(`${origin}${base}/app/default/${path}`)
    await page.locator('h1').first().waitFor()
    expect(await hrefsOutside(page), path).toEqual([])
  }
  await page.goto(`${origin}${base}/api/docs/`)
  await page.locator('.opblock-tag').first().waitFor()
  await page.goto(`${origin}${base}/api/input/demand/?format=api`)
  await page.locator('header a').first().click()
  await page.waitForURL(`**${base}/api/?format=api`)
  await page.goto(`${origin}${base}/app/`)
  await page.waitForURL(`**${base}/app/default`)
  // Signing out returns to the sign-in page.
  await page.getByRole('button', { name: 'User admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`**${base}/login/`)
  expect(await page.context().cookies()).toEqual([])
}

/** Returns the addresses of the links of a screen that lack the prefix. */
async function hrefsOutside(page: Page): Promise<readonly string[]> {
  await page.locator('main a[href]').first().waitFor()
  const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map(String))
  return hrefs.filter((href) => !new URL(href).pathname.startsWith(`${base}/`))
}
