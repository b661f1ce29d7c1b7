/** Tests that screens request their code and their data in parallel, instead of one after the other. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

/** Holds back all answers of an address until `release` is called. */
async function hold(page: Page, address: string | RegExp): Promise<{ readonly release: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue()
  })
  return { release: () => released.resolve() }
}

describeWeb('a screen that loads', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('requests its code, its words and its entity before the user is known', detail, async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const me = await hold(page, '**/api/me/')
    const parts = [
      /\/assets\/list-screen-/,
      /\/assets\/grid-.*\.js/,
      /\/api\/meta\/input\/item\//,
      /\/api\/views\/input\/item\//,
    ]
    const requested = parts.map((part) => page.waitForRequest(part))
    await page.goto('/app/default/data/item', { waitUntil: 'commit' })
    await Promise.all(requested)
    expect(await page.locator('.ag-row').count()).toBe(0)
    me.release()
    await page.locator('.ag-row').first().waitFor()
  })

  it('requests the entities, which the title needs, before the code of a list is there', async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const code = await hold(page, /\/assets\/(?:list-screen|read-ahead)-/)
    const requested = page.waitForRequest(/\/api\/meta\/$/)
    await page.goto('/app/default/data/item', { waitUntil: 'commit' })
    await requested
    const title = page.getByRole('heading', { level: 1, name: 'Items' })
    expect(await title.count()).toBe(0)
    code.release()
    await title.waitFor()
  })

  it('shows the title of a list before the list, and keeps the focus on it', async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const fields = await hold(page, /\/api\/meta\/input\/item\//)
    await page.evaluate(`history.pushState({}, '', '/app/default/data/item')`)
    const title = page.getByRole('heading', { level: 1, name: 'Items' })
    await title.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Items')
    expect(await page.locator('.ag-root').count()).toBe(0)
    fields.release()
    await page.locator('.ag-row').first().waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Items')
  })

  it('says that a screen could not be loaded without its words, and loads them when asked to', async () => {
    await using screen = await web.open('/app/default/execute', { expected: [/promise/, /net::ERR_FAILED/] })
    const { page } = screen
    await settled(page)
    const words = /\/assets\/promise-(?!screen|answer)[^/]*\.js/
    await page.route(words, (route) => route.abort())
    // The page is loaded again once, because they may be those of an earlier version.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Promise a date' }).click()
    await reloaded
    await page.getByRole('alert').waitFor()
    expect(await page.getByText('promise:').count()).toBe(0)
    await page.unroute(words)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('combobox', { name: 'Item' }).waitFor()
  })

  it('requests a run before the code of its screen is there', detail, async () => {
    const { json } = await web.server.request('POST', '/execute/api/runplan/')
    const id = Number(Object(json).taskid)
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const script = await hold(page, /\/assets\/run-screen-/)
    const requested = page.waitForRequest(new RegExp(`/execute/api/status/\\?id=${id}$`))
    await page.goto(`/app/default/execute/runs/${id}`, { waitUntil: 'commit' })
    await requested
    expect(await page.getByRole('log').count()).toBe(0)
    script.release()
    await page.getByRole('log').waitFor()
  })

  it.each([
    [
      '/app/default/reports/inventory?bucket=month',
      /\/assets\/report-screen-/,
      /\/api\/output\/inventoryreport\/\?.*shape=pivot/,
    ],
    ['/app/default/', /\/assets\/home-screen-/, /\/api\/output\/plansummary\//],
    ['/app/default/exceptions', /\/assets\/exceptions-screen-/, /\/api\/exceptions\/\?status=open&limit=100/],
    ['/app/default/reports/problems', /\/assets\/findings-screen-/, /\/api\/meta\/output\/problem\//],
    ['/app/default/data/item/City%207%20black', /\/assets\/record-screen-/, /\/api\/meta\/input\/item\//],
  ])('requests the figures of %s before its code is there', detail, async (path, code, figures) => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const script = await hold(page, code)
    let times = 0
    page.on('request', (request) => (times += figures.test(request.url()) ? 1 : 0))
    const requested = page.waitForRequest(figures)
    await page.goto(path, { waitUntil: 'commit' })
    await requested
    script.release()
    await settled(page)
    await page.waitForLoadState('networkidle')
    expect(times).toBe(1)
  })

  it('shows no codes of causes while their labels are not there', detail, async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    const labels = await hold(page, /\/api\/meta\/output\/constraint\//)
    await page.goto('/app/default/exceptions', { waitUntil: 'commit' })
    const screenText = (): Promise<string> => page.getByRole('main').innerText()
    await expect.poll(screenText).toMatch(/ · …/)
    labels.release()
    await expect.poll(screenText).not.toMatch(/ · …/)
  })

  it('speaks the language of the user, where this browser still expects another one', detail, async () => {
    await using screen = await web.open('/app/default/execute')
    const { page, context } = screen
    await settled(page)
    await context.addCookies([{ name: 'language', value: 'fr', url: page.url() }])
    await web.server.request('PATCH', '/api/me/', { body: { language: 'de' } })
    await page.goto('/app/default/data/item')
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await web.server.request('PATCH', '/api/me/', { body: { language: 'auto' } })
  })
})
