/** Tests the layout and the languages of the list of exceptions. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { scale } from '../support/scale.ts'

/** Returns the rows of the list of exceptions. */
const rowsOf = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Set status: / }) })

describeWeb('exceptions', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('tell what is wrong with the data in the language of the reader', async () => {
    const { server } = web
    const { json } = await server.request('GET', '/api/input/buffer/?limit=1&fields=id,item,location')
    const [buffer] = Array.isArray(json) ? json.map(Object) : []
    await server.request('PATCH', `/api/input/buffer/${buffer.id}/`, { body: { min_interval: '7 00:00:00' } })
    expect(await server.ended(await server.launch('runplan'))).toMatchObject({ status: 'Done' })
    await server.addUser({ username: 'erika', language: 'de', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/exceptions?group=data', { as: 'erika' })
    const name = `${buffer.item} @ ${buffer.location}`
    await screen.page
      .getByText(`Der Abstand zwischen den Auffüllungen von „${name}“ zählt nicht. Geben Sie den`)
      .waitFor()
    await screen.page.getByRole('link', { name, exact: true }).waitFor()
  })

  it.each([1_440, 390])(
    'show the consequences of a change without sideways scrolling: %i',
    detail,
    async (width) => {
      await using screen = await web.open('/app/default/exceptions?group=expedite', { width })
      const { page } = screen
      await page.getByRole('button', { name: 'Try the change: PO-8108' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Accept' }).waitFor()
      await dialog.getByRole('button', { name: 'Changed orders' }).click()
      const tables = dialog.getByRole('region').filter({ has: page.getByRole('table') })
      expect(await tables.count()).toBeGreaterThan(2)
      const isCut = await tables.evaluateAll((all) =>
        all.map((table) => table.scrollWidth > table.clientWidth),
      )
      expect(isCut).not.toContain(true)
    },
  )

  it('are in sight on a phone, where the filters open by a button', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?customer=nobody', { width: 390 })
    const { page } = screen
    const button = page.getByRole('button', { name: 'Filters' })
    await button.waitFor()
    const filters = page.getByRole('search', { name: 'Filters' })
    expect([await button.getAttribute('aria-expanded'), await filters.count()]).toEqual(['false', 0])
    // How many filters are set is visible while they are closed.
    expect(await button.innerText()).toMatch(/1$/)
    await button.click()
    await filters.getByRole('combobox', { name: 'Customer' }).waitFor()
    await page.goto('/app/default/exceptions')
    await rowsOf(page).first().waitFor()
    const box = await rowsOf(page).first().boundingBox()
    expect(box?.y).toBeLessThan(300)
    await page.setViewportSize({ width: 1_440, height: 800 })
    await filters.waitFor()
    expect(await button.count()).toBe(0)
  })

  it('keep the focus in the list when one is taken, and when one leaves the list', detail, async () => {
    await using screen = await web.open('/app/default/exceptions', {})
    const { page } = screen
    const rows = rowsOf(page)
    await rows.first().waitFor()
    const focused = (): Promise<string> =>
      page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`)
    const nameOf = async (row: number): Promise<string> =>
      (await rows.nth(row).getByRole('button').last().getAttribute('aria-label')) ?? ''
    const [first, second] = [await nameOf(0), await nameOf(1)]
    await rows.first().getByRole('button').last().focus()
    const choose = async (item: string): Promise<void> => {
      await page.keyboard.press('Enter')
      const choice = page.getByRole('menuitem', { name: item })
      await choice.focus()
      await page.keyboard.press('Enter')
    }
    await choose('Assign to me')
    await rows.first().getByText('admin', { exact: true }).waitFor()
    await expect.poll(focused).toBe(first)
    await choose('Acknowledge')
    await expect.poll(() => nameOf(0)).toBe(second)
    await expect.poll(focused).toBe(second)
  })

  it(
    'leave the focus of a user who has clicked elsewhere, and ignore a second change meanwhile',
    detail,
    async () => {
      await using screen = await web.open('/app/default/exceptions', {})
      const { page } = screen
      const rows = rowsOf(page)
      await rows.first().waitFor()
      const released = Promise.withResolvers<void>()
      let changes = 0
      await page.route('**/exceptions/**', async (route) => {
        if (route.request().method() !== 'GET') {
          changes += 1
          await released.promise
        }
        await route.continue()
      })
      const button = rows.first().getByRole('button').last()
      const name = (await button.getAttribute('aria-label')) ?? ''
      for (const item of ['Acknowledge', 'Assign to me']) {
        await button.click()
        await page.getByRole('menuitem', { name: item }).click()
        await page.getByRole('menuitem', { name: item }).waitFor({ state: 'detached' })
      }
      await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('BUTTON')
      // As a click on a text without focus does.
      await page.evaluate('document.activeElement.blur()')
      released.resolve()
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
      await settled(page)
      expect(changes).toBe(1)
      expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('BODY')
    },
  )

  it('keep the note of a colleague, and tell if both have written one', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?group=excess')
    const { page } = screen
    await rowsOf(page).first().waitFor()
    const { json } = await web.server.request('GET', '/api/exceptions/?kind=excess&limit=1&fields=id')
    const [{ id }] = Array.isArray(json) ? json.map(Object) : []
    const write = (note: string): Promise<unknown> =>
      web.server.request('POST', '/api/exceptions/', { as: 'admin', body: { ids: [id], note } })
    const stored = async (): Promise<unknown> =>
      Object((await web.server.request('GET', `/api/exceptions/?id=${encodeURIComponent(id)}`)).json)[0]
    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Assigned to').fill('admin')
    await write('Supplier called')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({ assignee: 'admin', note: 'Supplier called' })

    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click()
    await dialog.getByLabel('Note').fill('Send it back')
    await write('Sell it')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Somebody has changed this meanwhile to “Sell it”.').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({ note: 'Send it back' })
  })

  it('report those that the plan no longer has, and keep their note in the form', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?group=excess')
    const { page } = screen
    await page.route('**/api/exceptions/', async (route) => {
      const { ids, ...change } = Object(route.request().postDataJSON())
      const [first] = ids
      // As if a run had removed the first one from the plan.
      const sent = ids.map((id: unknown) => (id === first ? 'gone' : id))
      await route.continue({ postData: JSON.stringify({ ids: sent, ...change }) })
    })
    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('Ask the supplier')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('1 exception is no longer in the plan and was not updated.').waitFor()
    expect(await page.getByText('is updated').count()).toBe(0)
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Ask the supplier')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const row of (await rowsOf(page).all()).slice(0, 3)) await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Set status', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Assign to me' }).click()
    await page.getByText('2 exceptions are updated.').first().waitFor()
    const warnings = page.getByRole('alert').filter({ hasText: '1 exception is no longer in the plan' })
    await expect.poll(() => warnings.count()).toBe(2)
  })

  it('stay filtered by a name of digits when a kind is chosen', detail, async () => {
    const { server } = web
    const { json } = await server.request(
      'GET',
      '/api/input/demand/?limit=1&status=open&fields=name,item,location',
    )
    const [{ item, location }] = Array.isArray(json) ? json.map(Object) : []
    const body = { name: '10902', item, location, quantity: 1e6, due: '2020-01-01T00:00:00' }
    expect(await server.request('POST', '/api/input/demand/', { body })).toMatchObject({ status: 201 })
    expect(await server.ended(await server.launch('runplan'))).toMatchObject({ status: 'Done' })
    await using screen = await web.open('/app/default/exceptions?search=10902')
    const { page } = screen
    await rowsOf(page).first().waitFor()
    expect(await rowsOf(page).count()).toBe(1)
    await page.getByRole('list', { name: 'Kinds of exceptions' }).getByRole('link', { name: /^Late/ }).click()
    await page.waitForURL(/group=late/)
    await page.getByText('1 exception', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('10902')
  })

  it('show the text that they are searched for, also after going back', detail, async () => {
    await using screen = await web.open('/app/default/exceptions', {})
    const { page } = screen
    const field = page.getByRole('textbox', { name: 'Search' })
    await field.fill('PO-8108')
    await page.waitForURL(({ searchParams }) => searchParams.get('search') === 'PO-8108')
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => field.inputValue()).toBe('PO-8108')
  })

  it(
    'are snoozed by the clock of the service, whatever the current date of the plan is',
    detail,
    async () => {
      const { server } = web
      const body = { name: 'currentdate', value: '2026-03-02T00:00:00' }
      expect(await server.request('POST', '/api/common/parameter/', { body })).toMatchObject({ status: 201 })
      await using screen = await web.open('/app/default/gantt')
      const { page } = screen
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The clock of the plan stays known within the app.
      const menu = page.getByRole('navigation')
      await menu.getByRole('button', { name: 'Plan', exact: true }).click()
      await menu
        .getByRole('link', { name: /^Exceptions/ })
        .first()
        .click()
      const button = rowsOf(page).first().getByRole('button').last()
      const name = (await button.getAttribute('aria-label')) ?? ''
      await button.click()
      await page.getByRole('menuitem', { name: 'Snooze for 1 day' }).click()
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
      const { json } = await server.request('GET', '/api/exceptions/?status=snoozed&fields=subject,until')
      const [{ until }] = Array.isArray(json) ? json.map(Object) : []
      const days = (Date.parse(until) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThan(3)
      await server.request('DELETE', '/api/common/parameter/currentdate/')
    },
  )

  it('are assigned and snoozed together, and found by their assignee', detail, async () => {
    const { server } = web
    await server.addUser({ username: 'berta', rights: { default: 'superuser' } })
    await using screen = await web.open('/app/default/exceptions?search=PO-')
    const { page } = screen
    const assignee = page.getByRole('search').getByRole('combobox', { name: 'Assigned to' })
    const openMenu = async (count: number): Promise<void> => {
      await rowsOf(page)
        .nth(count - 1)
        .waitFor()
      for (const row of (await rowsOf(page).all()).slice(0, count)) await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Set status', exact: true }).click()
    }
    await openMenu(2)
    await page.getByRole('menuitem', { name: 'Assign to …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 exceptions').waitFor()
    await dialog.locator('input[role="combobox"]:focus').waitFor()
    await dialog.getByRole('combobox').fill('ber')
    await page.getByRole('option', { name: 'berta' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 exceptions are updated.').first().waitFor()
    await assignee.click()
    await page.getByRole('option', { name: 'berta' }).click()
    await page.waitForURL(/assignee=berta/)
    await expect.poll(() => rowsOf(page).count()).toBe(2)

    await openMenu(2)
    await page.getByRole('menuitem', { name: 'Snooze until …' }).click()
    await dialog.locator('input:focus').waitFor()
    await dialog.getByLabel('Snooze until').first().fill('2999-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { json } = await server.request('GET', '/api/exceptions/?assignee=berta&fields=status,until')
    expect(json).toEqual([1, 2].map(() => ({ status: 'snoozed', until: '2999-01-01T06:00:00' })))

    await assignee.click()
    await page.getByRole('option', { name: 'Assigned to nobody' }).click()
    await page.waitForURL(/unassigned=true/)
    await rowsOf(page).first().waitFor()
    expect(await rowsOf(page).filter({ hasText: 'berta' }).count()).toBe(0)
  })

  it('are counted by bottleneck over all of them', detail, async () => {
    await using screen = await web.open('/app/default/exceptions?by=bottleneck&group=late')
    const { page } = screen
    await rowsOf(page).first().waitFor()
    const { json } = await web.server.request(
      'GET',
      '/api/aggregate/output/exception/?kind__in=late,short&status=open&group=bottleneck&bottleneck__isnull=false',
    )
    const [{ values, count }] = Object(json).rows
    const heading = page.getByRole('region', { name: String(values[0]), exact: true }).getByRole('heading')
    await expect.poll(() => heading.innerText()).toContain(`${count} exception`)
  })

  // The languages with the longest words; in Italian and German single ones are longest.
  it.each(scale({ short: ['de', 'it'], full: ['de', 'fr', 'it', 'nl'] }))(
    'show the filter by status in one line on a phone: %s',
    detail,
    async (language) => {
      await web.server.addUser({ username: `phone-${language}`, language, rights: { default: 'superuser' } })
      await using screen = await web.open('/app/default/exceptions', { as: `phone-${language}`, width: 390 })
      const { page } = screen
      await settled(page)
      await page.getByRole('main').locator('button[aria-expanded]').first().click()
      const labels = page.getByRole('search').getByRole('radiogroup').first().locator('label')
      await labels.first().waitFor()
      const boxes = await labels.evaluateAll((all) =>
        all.map((label) => ({
          top: Math.round(label.getBoundingClientRect().top),
          height: Math.round(label.getBoundingClientRect().height),
          isCut: label.scrollWidth > label.clientWidth,
        })),
      )
      expect(boxes).toHaveLength(4)
      expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(1)
      expect(boxes[0]?.isCut).toBe(false)
    },
  )
})
