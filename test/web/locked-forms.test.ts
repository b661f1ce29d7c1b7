/** Tests that what is being stored cannot be edited: an edit made meanwhile would be lost, or look stored. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

/** Holds the next requests to a path; returns a function that lets them continue. */
const hold = async (page: Page, path: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Fails if any of the elements can be clicked. */
async function expectLocked(...elements: readonly Locator[]): Promise<void> {
  for (const element of elements) {
    await element.waitFor()
    await expect(element.click({ timeout: 500 }), String(element)).rejects.toThrow('Timeout')
  }
}

/** Trials compute plans, which takes long where others keep the processors busy. */
const tried = { timeout: 150_000 } as const

describeWeb('while it is stored', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('the enquiry and the name of a promised order are locked, but no other screen is', async () => {
    await using screen = await web.open('/app/default/promise', { expected: [/status of 400/] })
    const { page } = screen
    const item = page.getByRole('combobox', { name: 'Item' })
    await item.fill('City 7 black')
    await page.getByRole('option', { name: 'City 7 black', exact: true }).click()
    const location = page.getByRole('combobox', { name: 'Location' })
    await location.fill('Utrecht plant')
    await page.getByRole('option', { name: 'Utrecht plant', exact: true }).click()
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Due').fill('today+300')
    await page.getByRole('button', { name: 'Find dates' }).click()
    const name = page.getByLabel('Name of the sales order')
    await name.waitFor(tried)
    const proceed = await hold(page, '**/api/plan/*/')
    const asked = page.waitForRequest('**/api/plan/promise/')
    await name.fill('SO-10701')
    await page.keyboard.press('Enter')
    await asked
    await expectLocked(page.getByLabel('Quantity'), name)
    proceed()
    await page.locator('[id$="-error"]').waitFor(tried)
    // The next key is pressed in the field with the error.
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.unroute('**/api/plan/*/')

    const store = await hold(page, '**/api/plan/accept/')
    const stored = page.waitForRequest('**/api/plan/accept/')
    await name.fill('PHONE-9')
    await page.keyboard.press('Enter')
    await stored
    await expectLocked(page.getByLabel('Quantity'), name)
    store()
    await page.getByText('Sales order PHONE-9 is saved with its plan.').waitFor(tried)
    await page.getByLabel('Quantity').fill('3')
  })

  it('the dates of a down time are locked', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource/Tube%20saw')
    const { page } = screen
    await page.getByRole('button', { name: /^Down until/ }).click()
    const dialog = page.getByRole('dialog')
    const accept = dialog.getByRole('button', { name: 'Accept', exact: true })
    await expect.poll(() => accept.isEnabled(), tried).toBe(true)
    const store = await hold(page, '**/api/plan/accept/')
    const stored = page.waitForRequest('**/api/plan/accept/')
    await accept.click()
    await stored
    await expectLocked(
      dialog.getByRole('textbox', { name: 'Down until' }),
      dialog.getByRole('button', { name: 'Save as proposal' }),
    )
    store()
    await dialog.waitFor({ state: 'detached', ...tried })
  })

  it('the values of a bulk edit are locked while its changes are counted', detail, async () => {
    await using screen = await web.open('/app/default/data/demand')
    const { page } = screen
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Bulk edit' }).first().click()
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    const value = dialog.getByRole('textbox', { name: 'New value' })
    await value.fill('3')
    const counted = Promise.withResolvers<void>()
    await page.route(/\/api\//, async (route) => {
      if (route.request().method() !== 'GET') await counted.promise
      await route.continue()
    })
    const asked = page.waitForRequest((request) => request.method() !== 'GET')
    await dialog.getByRole('button', { name: /Count the changes/ }).click()
    await asked
    // Otherwise the count would be that of another value.
    await expectLocked(value)
    counted.resolve()
    await dialog.getByRole('button', { name: /^Change \d+ record/ }).waitFor()
    await value.click()
  })

  it('options for overtime are locked', detail, async () => {
    await using screen = await web.open('/app/default/reports/resource/Paint%20line')
    const { page } = screen
    await page.getByRole('button', { name: /^Add overtime/ }).click()
    const dialog = page.getByRole('dialog')
    const options = dialog.getByRole('list').last().getByRole('article')
    // A new plan without overtime may be as good as the options: then none is the best.
    await options.first().waitFor(tried)
    await dialog.getByText(/^Tried: /).waitFor({ state: 'detached', ...tried })
    const store = await hold(page, '**/api/plan/accept/')
    const stored = page.waitForRequest('**/api/plan/accept/')
    await options.first().getByRole('button', { name: 'Accept' }).click()
    await stored
    await expectLocked(
      options.last().getByRole('button', { name: 'Accept' }),
      options.first().getByRole('button', { name: 'Save as proposal' }),
    )
    store()
    await dialog.waitFor({ state: 'detached', ...tried })
  })

  it(
    'other remedies and another search are locked, and a failure is told elsewhere too',
    detail,
    async () => {
      await using screen = await web.open('/app/default/data/demand/SO-10903/plan?show=remedies', {
        expected: [/status of 500/],
      })
      const { page } = screen
      const again = page.getByRole('button', { name: 'Search again' })
      await again.waitFor(tried)
      const card = page.getByRole('article').first()
      await page.route('**/api/plan/accept/', async (route) => {
        await proceed.promise
        await route.fulfill({ status: 500, json: { detail: 'The disk is full.' } })
      })
      const proceed = Promise.withResolvers<void>()
      const stored = page.waitForRequest('**/api/plan/accept/')
      await card.getByRole('button', { name: 'Accept' }).click()
      await stored
      await expectLocked(again, card.getByRole('button', { name: 'Dismiss' }))
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Items' }).click()
      await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
      await page.getByRole('textbox', { name: 'Search in this list' }).click()
      proceed.resolve()
      await page.getByText('The disk is full.').waitFor()
    },
  )
})
