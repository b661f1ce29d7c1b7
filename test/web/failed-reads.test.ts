/**
 * Tests that a request that fails is reported where its data is missing, with a button to retry, and that data that was
 * read before stays on the screen.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { focusLater } from '../support/focus-later.ts'

const expected = [/status of 500/]

/** Has requests of a method and a path fail until the returned function is called. */
async function fail(page: Page, path: RegExp, method = 'GET'): Promise<() => void> {
  let isFailing = true
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) =>
      isFailing && route.request().method() === method
        ? route.fulfill({ status: 500, json: { detail: 'Out of order.' } })
        : route.fallback(),
  )
  return () => {
    isFailing = false
  }
}

const failure = (page: Page) => page.getByRole('main').getByText('Out of order.').first()
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' }).first()

/** Repeats requests until none has failed, once their service works again. */
async function repeat(page: Page, mend: () => void): Promise<void> {
  await again(page).waitFor()
  mend()
  const repeatOne = async (): Promise<boolean> => {
    // The page may repeat a request by itself.
    await again(page)
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    return failure(page).isVisible()
  }
  await expect.poll(repeatOne).toBe(false)
}

describeWeb('a request that fails', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
    await web.server.addUser({ username: 'lisa', rights: { default: 'superuser' } })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('for the entities is reported by the start page', detail, async () => {
    await using screen = await web.open('/app/default/help/about', { expected })
    const { page } = screen
    const mend = await fail(page, /^\/api\/meta\/$/)
    await page.goto('/app/default/')
    await failure(page).waitFor()
    await repeat(page, mend)
    await page.getByRole('region', { name: 'Most delayed orders' }).waitFor()
    expect(await failure(page).count()).toBe(0)
  })

  it.each([
    ['Most delayed orders', /^\/api\/input\/demand\/$/],
    ['Busiest resources', /\/output\/plansummary\/$/],
  ])('for the card “%s” of the start page is repeated', detail, async (name, path) => {
    await using screen = await web.open('/app/default/help/about', { expected })
    const { page } = screen
    const mend = await fail(page, path)
    await page.goto('/app/default/')
    const card = page.getByRole('region', { name })
    await card.getByText('Out of order.').waitFor()
    await card.getByRole('button', { name: 'Try again' }).waitFor()
    await repeat(page, mend)
    await card.getByRole('listitem').first().waitFor()
    expect(await card.getByText('Out of order.').count()).toBe(0)
  })

  it('for the last import does not claim that nothing was imported', detail, async () => {
    await using screen = await web.open('/app/default/help/about', { expected })
    const { page } = screen
    const mend = await fail(page, /\/execute\/api\/status\/$/)
    await page.goto('/app/default/')
    const card = page.getByRole('region', { name: 'Data', exact: true })
    await card.getByText('Out of order.').waitFor()
    expect(await card.getByText('Nothing has been imported yet.').count()).toBe(0)
    await repeat(page, mend)
    await card.getByRole('link', { name: 'Last import' }).waitFor()
  })

  it.each([
    { screen: 'the board', path: 'gantt', fails: /\/output\/timeline\/$/, kept: 'application' },
    { screen: 'a report', path: 'reports/resource', fails: /\/output\/capacityreport\/$/, kept: 'grid' },
    { screen: 'the proposals', path: 'proposals', fails: /\/api\/proposals\/$/, kept: 'list' },
    {
      screen: 'the figures of a resource',
      path: 'reports/resource/Paint%20line',
      fails: /\/output\/capacityreport\/$/,
      kept: 'grid',
    },
    { screen: 'the orders to release', path: 'release', fails: /\/api\/release\/$/, kept: 'table' },
  ] as const)('again leaves $screen as it is', detail, async ({ path, fails, kept }) => {
    await using screen = await web.open(`/app/default/${path}`, { expected })
    const { page } = screen
    await settled(page)
    const content = page.getByRole('main').getByRole(kept).first()
    await content.waitFor()
    const mend = await fail(page, fails)
    await focusLater(page)
    await failure(page).waitFor()
    expect(await content.isVisible()).toBe(true)
    await repeat(page, mend)
  })

  it('for the description of a report keeps unsaved safety stocks', detail, async () => {
    await using screen = await web.open('/app/default/reports/inventory?bucket=week&measures=safetystock', {
      as: 'lisa',
      expected,
    })
    const { page } = screen
    await settled(page)
    await page
      .getByRole('button', { name: /Edit the safety stock/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Safety stock of / }).fill('77')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('region', { name: 'Changes that are not saved' })
    await bar.waitFor()
    const mend = await fail(page, /\/output\/inventoryreport\/$/, 'OPTIONS')
    await focusLater(page)
    await failure(page).waitFor()
    await bar.waitFor()
    await page.getByRole('button', { name: '77 Not saved yet' }).first().waitFor()
    await repeat(page, mend)
    // In another language, the report has no description of before.
    await fail(page, /\/output\/inventoryreport\/$/, 'OPTIONS')
    await page.getByRole('button', { name: /lisa/ }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.keyboard.press('Escape')
    await failure(page).waitFor()
    await page.getByRole('region', { name: 'Nicht gespeicherte Änderungen' }).waitFor()
    await page.getByRole('link', { name: 'Kundenaufträge', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/default/reports/inventory')
  })

  it.each([
    ['description', 'OPTIONS', /\/output\/capacityreport\/$/],
    ['fields', 'GET', /\/meta\/input\/operationplan\/$/],
    ['buckets', 'GET', /\/common\/bucket\/$/],
  ])('for the %s is reported by the orders on a resource', detail, async (_, method, path) => {
    await using screen = await web.open('/app/default/help/about', { expected })
    const { page } = screen
    const mend = await fail(page, path, method)
    const window = 'start=2026-01-01&end=2028-01-01&ordering=-load'
    await page.goto(`/app/default/reports/resource/Tube%20saw/orders?${window}`)
    await failure(page).waitFor()
    await repeat(page, mend)
    await page.getByRole('table', { name: 'Orders on Tube saw' }).waitFor()
    await page.getByRole('main').locator('dl').waitFor()
    expect(await failure(page).count()).toBe(0)
  })

  it('for the exceptions and their counts leaves no placeholder, and both are repeated', detail, async () => {
    await using screen = await web.open('/app/default/help/about', { expected })
    const { page } = screen
    const mend = await fail(page, /\/api\/exceptions\/$/)
    await page.goto('/app/default/exceptions')
    const retries = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect.poll(() => retries.count()).toBe(2)
    expect(await page.locator('main [aria-busy="true"]').count()).toBe(0)
    await repeat(page, mend)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^All \d/ })
      .waitFor()
    await page.getByRole('main').getByRole('listitem').first().waitFor()
  })

  it('for exceptions that the user may not see is reported once', detail, async () => {
    await using screen = await web.open('/app/default/exceptions', {
      as: 'norights',
      expected: [/status of 403/],
    })
    const { page } = screen
    await page.getByRole('main').getByRole('alert').waitFor()
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 5_000 }).toBe(0)
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(1)
  })
})
