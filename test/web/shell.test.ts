import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('the shell', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('can be walked by keyboard: past the menu, into it, and to another screen', async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.locator('#main:focus').waitFor()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const execute = menu.getByRole('button', { name: 'Execute' })
    await execute.focus()
    await page.keyboard.press('Enter')
    expect(await execute.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/default/execute')
    // The title of the screen has the focus, as after loading a page.
    await page.locator('#page-title:focus').waitFor()
    await page.locator('[aria-current="page"]').waitFor()
  })

  it('finds pages by typing, and goes there', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog').getByLabel('Search pages, commands and records').last()
    await search.fill('about orders that do not exist')
    await page.getByText('Nothing matches').waitFor()
    await search.fill('switch scenario1')
    await page.getByRole('option', { name: /Switch to the scenario/ }).waitFor()
    await expectAccessible(page, { level: 'any' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('finds records by typing, and opens them', async () => {
    const { json } = await web.server.request('GET', '/api/input/demand/?fields=name&limit=1')
    const name = Array.isArray(json) ? String(json[0]?.name) : ''
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog').getByLabel('Search pages, commands and records').last()
    await search.fill(name)
    await page.getByRole('option', { name: new RegExp(`${name}.*sales order`, 'i') }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/data/demand/*')
    expect(new URL(page.url()).pathname).toBe(`/app/default/data/demand/${encodeURIComponent(name)}`)
  })

  it('says so when records cannot be searched', detail, async () => {
    await using screen = await web.open('/app/default/', { expected: [/status of 503/] })
    const { page } = screen
    await settled(page)
    await page.route('**/api/search/**', (route) =>
      route.fulfill({ status: 503, json: { detail: 'The database cannot be reached.' } }),
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByLabel('Search pages, commands and records').last().fill('any')
    const failed = page.getByRole('alert').filter({ hasText: 'could not be searched' })
    await failed.waitFor()
    expect(await page.getByText('Nothing matches').count()).toBe(0)
  })

  it('keeps the entry that is selected in the palette when records are found', async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    const found = Promise.withResolvers<void>()
    await page.route('**/api/search/**', async (route) => {
      await found.promise
      const kit = { key: 'Sales kit', label: '', description: null, route: '/data/item/Sales%20kit' }
      await route.fulfill({ json: { records: [{ entity: 'input.item', entity_label: 'Item', ...kit }] } })
    })
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog').getByLabel('Search pages, commands and records').last()
    await search.fill('sales')
    await page.getByRole('option', { name: /^Sales orders/ }).waitFor()
    await search.press('ArrowDown')
    const selected = page.getByRole('dialog').locator('[data-combobox-selected]')
    const before = await selected.innerText()
    found.resolve()
    await page.getByRole('option', { name: /^Sales kit/ }).waitFor()
    expect(await selected.innerText()).toBe(before)
    expect(await search.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'))
    await search.fill('sale')
    await expect.poll(() => selected.innerText()).toMatch(/^Sales kit/)
    expect(await search.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'))
  })

  it('stores the color scheme that is chosen in the palette', async () => {
    await web.server.request('PATCH', '/api/me/', { body: { preferences: { scheme: 'dark' } } })
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    const scheme = (): Promise<string | null> =>
      page.locator('html').getAttribute('data-mantine-color-scheme')
    await expect.poll(scheme).toBe('dark')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByLabel('Search pages, commands and records').last().fill('light')
    const stored = page.waitForResponse(
      (response) => response.url().endsWith('/api/me/') && response.request().method() === 'PATCH',
    )
    await page.getByRole('option', { name: /light/i }).click()
    await stored
    await page.reload()
    await settled(page)
    expect(await scheme()).toBe('light')
    await web.server.request('PATCH', '/api/me/', { body: { preferences: { scheme: 'auto' } } })
  })

  it('shows the messages that the number of unread ones counts', detail, async () => {
    await using screen = await web.open('/app/inbox')
    const { page } = screen
    await page.getByText('No messages').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const run = { id: '1', kind: 'task', task: 1, name: 'runplan', status: 'Done', scenario: 'default' }
    const message = { ...run, created: '2026-11-24T08:00:00Z', read: false }
    await page.route('**/api/inbox/?*', (route) =>
      route.fulfill({ json: { items: [message], unread: 1, next: null } }),
    )
    await page.getByRole('link', { name: 'Inbox: 1 unread message' }).waitFor()
    await page.getByText('No messages').waitFor({ state: 'detached', timeout: 10_000 })
    expect(await page.getByText('1 unread', { exact: true }).count()).toBe(1)
  })

  it('changes the scenario and stays on the screen, with other colours and a word', detail, async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    await settled(page)
    await page.getByRole('button', { name: /Scenario:/ }).click()
    await page.getByRole('menuitem', { name: 'scenario1' }).click()
    await page.waitForURL('**/app/scenario1/execute')
    await page.getByRole('button', { name: /Scenario:.*What-if/ }).waitFor()
    expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('what-if')
    await page.goto('/app/help/about')
    await page.getByRole('button', { name: /Scenario:.*What-if/ }).waitFor()
  })

  it('shows what cannot be chosen, with the reason', detail, async () => {
    await using screen = await web.open('/app/default/', { as: 'norights' })
    const { page } = screen
    await settled(page)
    const orders = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Sales orders/ })
    expect(await orders.getAttribute('aria-disabled')).toBe('true')
    expect(await orders.innerText()).toMatch(/permission|right/i)
  })

  it('keeps the colours that were chosen, from the first paint on', detail, async () => {
    await using screen = await web.open('/app/default/', { scheme: 'light' })
    const { page } = screen
    await settled(page)
    await page.getByRole('button', { name: 'User admin' }).click()
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    const answer = await page.request.get('/app/default/')
    expect(await answer.text()).toContain('data-mantine-color-scheme="dark"')
  })

  it('lists its keys at a question mark, but not while somebody types', detail, async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await settled(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.getByText('In grids').waitFor()
    await expectAccessible(page, { level: 'any' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('?')
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('names keys as the keyboards of the language do', detail, async () => {
    await web.server.addUser({ username: 'greta', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/help/shortcuts', { as: 'greta' })
    const { page } = screen
    await page.getByText('Strg', { exact: true }).first().waitFor()
    expect(await page.locator('main kbd').allInnerTexts()).toEqual(
      expect.arrayContaining(['Umschalt', 'Pos1', 'Ende', 'Bild ↑']),
    )
    expect(await page.getByText('Ctrl', { exact: false }).count()).toBe(0)
  })

  it('scrolls its menu to the current screen', detail, async () => {
    await using screen = await web.open('/app/inbox', { height: 600 })
    const current = screen.page.locator('nav#menu [aria-current="page"]')
    await current.waitFor()
    const distance = () =>
      current.evaluate((item) => item.getBoundingClientRect().bottom - document.documentElement.clientHeight)
    await expect.poll(distance).toBeLessThanOrEqual(0)
  })

  it('has its menu in a drawer on a phone', async () => {
    await using screen = await web.open('/app/default/', { width: 360, height: 740 })
    const { page } = screen
    await settled(page)
    await page.getByRole('button', { name: 'Show the menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Execute' }).click()
    await expectAccessible(page, { level: 'any' })
    await menu
      .getByRole('link')
      .filter({ hasText: /^Execute$|^Run/ })
      .first()
      .click()
    await page.waitForURL('**/execute')
    await menu.waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
  })

  it('fits the kind of a scenario into the header of a phone, in German too', detail, async () => {
    await web.server.addUser({
      username: 'heidi',
      language: 'de',
      rights: { default: 'superuser', scenario1: 'superuser' },
    })
    await using screen = await web.open('/app/scenario1/', { as: 'heidi', width: 390 })
    const button = screen.page.locator('header [data-kind]')
    await button.waitFor()
    await settled(screen.page)
    expect(await button.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
    const kind = button.getByText('Was-wäre-wenn')
    expect(await kind.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  })

  it.each(['en-xa', 'ar-xb'])(
    'has room for longer words, and for words from right to left: %s',
    detail,
    async (language) => {
      for (const width of [1440, 390]) {
        await using screen = await web.open('/app/help/shortcuts', { language, width })
        const { page } = screen
        await settled(page)
        await page.getByRole('heading', { name: /^\[Ķéý/ }).waitFor()
        expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar-xb' ? 'rtl' : 'ltr')
        await expectNoSidewaysScroll(page)
      }
    },
  )

  it('tells that the service is away, and when it is back', async () => {
    await using screen = await web.open('/app/default/', { expected: [/ERR_INTERNET_DISCONNECTED/] })
    const { page, context } = screen
    await settled(page)
    await context.setOffline(true)
    await page.getByText('The service cannot be reached.').waitFor()
    await context.setOffline(false)
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' })
    expect(await page.locator('#page-title').count()).toBe(1)
  })
})
