/** Tests that no form in a dialog, tab or screen is closed or left while it is filled in, without a question. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Changes are not saved' })

/** Stays in the form after an attempt to leave it. */
async function stay(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Stay here' }).click()
  await question(page).waitFor({ state: 'detached' })
}

/** Leaves the form after an attempt to leave it. */
async function discard(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Discard them' }).click()
  await question(page).waitFor({ state: 'detached' })
}

/** Returns an input by its label, which may end with the mark of required fields. */
const inputOf = (page: Page, label: string) =>
  page.locator('input').and(page.getByLabel(new RegExp(`^${label}(?: \\*)?$`)))

describeWeb('a half-filled form', () => {
  let web: Web
  let order: string
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
    const { json } = await web.server.request('GET', '/api/input/demand/?status=open&fields=name&limit=1')
    order = Array.isArray(json) ? String(Object(json[0]).name) : ''
    await web.server.request('POST', '/api/input/calendar/', { body: { name: 'Shift', defaultvalue: 1 } })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('of a task asks before it is closed, and only then', detail, async () => {
    await using screen = await web.open('/app/default/execute')
    const { page } = screen
    const form = page.getByRole('dialog')
    await page.getByRole('button', { name: /\bcreatebuckets$/ }).click()
    const field = form.getByLabel('First day start', { exact: true })
    await field.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /\bcreatebuckets$/ }).click()
    await field.fill('2030-01-01')
    await page.keyboard.press('Escape')
    await stay(page)
    await field.blur()
    await form.getByText('planctl createbuckets --start=2030-01-01').waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    // Escape answers the question only.
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('2030-01-01')
    await page.goBack()
    await stay(page)
    expect(await field.inputValue()).toBe('2030-01-01')
    await form.getByRole('button', { name: 'Close' }).click()
    await discard(page)
    await form.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('task')).toBe(false)
  })

  it('of a calendar entry keeps dates, hours and weekdays when the kind changes', detail, async () => {
    await using screen = await web.open('/app/default/calendars?calendar=Shift&date=2027-02-03')
    const { page } = screen
    await page.getByRole('button', { name: 'Add…' }).click()
    const form = page.getByRole('dialog', { name: 'Add to the calendar' })
    await form.getByText('Overtime', { exact: true }).click()
    await form.getByLabel('Daily until').fill('18:30')
    await form.getByLabel('Sunday').uncheck()
    await form.getByText('Downtime', { exact: true }).click()
    expect(await form.getByLabel('Daily until').inputValue()).toBe('18:30')
    expect(await form.getByLabel('Sunday').isChecked()).toBe(false)
    expect(await form.getByLabel('Value').inputValue()).toBe('0')
    await page.keyboard.press('Escape')
    await stay(page)
    expect(await form.getByLabel('Daily until').inputValue()).toBe('18:30')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
  })

  it('of a copy of a scenario asks before it is closed', detail, async () => {
    await using screen = await web.open('/app/admin/scenarios')
    const { page } = screen
    await page.getByRole('button', { name: 'Copy' }).first().click()
    const label = page.getByRole('textbox', { name: /Label of the copy/ })
    await label.fill('More orders')
    await page.keyboard.press('Escape')
    await stay(page)
    expect(await label.inputValue()).toBe('More orders')
  })

  it('of a promise asks before its screen is left', async () => {
    await using screen = await web.open('/app/default/promise')
    const { page } = screen
    const orders = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales orders' })
    await page.getByLabel('Quantity').fill('40')
    await orders.click()
    await stay(page)
    expect(await page.getByLabel('Quantity').inputValue()).toBe('40')
    await page.getByLabel('Quantity').fill('')
    await orders.click()
    await page.getByRole('heading', { name: 'Sales orders' }).waitFor()
  })

  it('of a change to try asks before another tab opens', detail, async () => {
    await using screen = await web.open(`/app/default/data/demand/${encodeURIComponent(order)}/plan?show=try`)
    const { page } = screen
    const priority = page.getByLabel('Priority')
    await priority.fill('-3')
    await page.getByRole('tab').first().click()
    await stay(page)
    expect(await priority.inputValue()).toBe('-3')
    await page.getByRole('tab').first().click()
    await discard(page)
    await page.getByRole('treegrid').waitFor()
  })

  it('that assigns exceptions asks before it is closed', detail, async () => {
    await using screen = await web.open('/app/default/exceptions')
    const { page } = screen
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^Select/ })
      .last()
      .check()
    await page.getByRole('button', { name: 'Set status', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Assign to …' }).click()
    const form = page.getByRole('dialog', { name: /^Assign to/ })
    await form.getByRole('combobox').fill('ber')
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Close' }).click()
    await stay(page)
    expect(await form.getByRole('combobox').inputValue()).toBe('ber')
    await form.getByRole('button', { name: 'Close' }).click()
    await discard(page)
    await form.waitFor({ state: 'detached' })
  })

  it(
    'of the account asks before its screen is left, and keeps what is typed while it is saved',
    detail,
    async () => {
      await using screen = await web.open('/app/preferences')
      const { page } = screen
      const orders = page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: 'Sales orders' })
      for (const label of ['First name', 'New password again', 'Purpose']) {
        const field = inputOf(page, label)
        await field.fill('typed')
        await orders.click()
        await stay(page)
        expect(await field.inputValue()).toBe('typed')
        await field.fill('')
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/api/common/apikey/**', async (route) => {
        if (route.request().method() === 'POST') await promise
        await route.continue()
      })
      const purpose = inputOf(page, 'Purpose')
      await purpose.fill('ERP')
      const saving = page.waitForRequest((request) => request.method() === 'POST')
      await purpose.press('Enter')
      await saving
      await purpose.fill('MES')
      resolve()
      await page.getByText('ERP', { exact: true }).waitFor()
      expect(await purpose.inputValue()).toBe('MES')
      await page.getByRole('button', { name: 'Set up' }).click()
      await page
        .getByRole('region', { name: /factor/i })
        .getByLabel('Current password')
        .fill('secret')
      await purpose.fill('')
      await orders.click()
      await discard(page)
      await page.getByRole('heading', { name: 'Sales orders' }).waitFor()
    },
  )

  it('with a password for another user asks before its screen is left', detail, async () => {
    const id = await web.server.addUser({ username: 'nora', rights: { default: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`)
    const { page } = screen
    const password = inputOf(page, 'New password')
    await password.fill('typed')
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales orders' }).click()
    await stay(page)
    expect(await password.inputValue()).toBe('typed')
  })

  it('with a workbook to import asks before its screen is left', detail, async () => {
    await using screen = await web.open('/app/default/execute/spreadsheet')
    const { page } = screen
    await page
      .locator('input[type="file"]')
      .setInputFiles([{ name: 'book.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') }])
    const orders = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sales orders' })
    await orders.click()
    await stay(page)
    expect(await page.getByText('book.xlsx').count()).toBe(1)
  })
})
