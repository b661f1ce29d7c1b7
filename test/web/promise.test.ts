/** Tests that a planner promises a date during a phone call: from the menu to a stored sales order. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionName } from '../../src/model/entity.ts'
import { buildModel } from '../../src/model/model.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

async function choose(page: Page, label: string, value: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label })
  await input.fill(value)
  await page.getByRole('option', { name: value, exact: true }).click()
}

describeWeb('promising a date', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('finds dates from the menu, and takes the order under a name', async () => {
    await using screen = await web.open('/app/default/')
    const { page } = screen
    await page.getByRole('heading', { name: 'Start' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('input').fill('promise')
    await page.getByRole('option', { name: 'Promise a date' }).click()
    await page.waitForURL('**/app/default/promise')

    await page.getByRole('button', { name: 'Find dates' }).click()
    await expect.poll(() => page.getByText('required', { exact: false }).count()).toBeGreaterThan(0)

    await choose(page, 'Item', 'Bird feeder')
    await choose(page, 'Location', 'Kassel central DC')
    await page.getByLabel('Quantity').fill('40')
    await page.getByLabel('Due').fill('today+90')
    await page.getByRole('button', { name: 'Find dates' }).click()
    const answer = page.getByRole('region', { name: 'The promise' })
    await answer.getByRole('table', { name: 'Deliveries' }).waitFor()
    await answer.getByText(/^(?:Firm|Conditional)$/).waitFor()
    await answer.getByText('No other sales order is delayed.').waitFor()
    await settled(page)
    await expectAccessible(page, { level: 'any' })

    await answer.getByRole('button', { name: 'Accept order' }).click()
    await answer.getByText('required', { exact: false }).waitFor()
    await answer.getByLabel('Name of the sales order').fill('PHONE-1')
    await page.keyboard.press('Enter')
    await answer.getByText('Sales order PHONE-1 is saved with its plan.').waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/PHONE-1/')
    expect(json).toMatchObject({ item: 'Bird feeder', location: 'Kassel central DC', quantity: 40 })
    await answer.getByRole('link', { name: 'Open its plan' }).click()
    await page.getByRole('treegrid').getByRole('row').nth(1).waitFor()
  })

  it('forgets the answer when the enquiry changes, and says what is wrong with a name', detail, async () => {
    await using screen = await web.open('/app/default/promise', { expected: [/status of 400/] })
    const { page } = screen
    await choose(page, 'Item', 'Bird feeder')
    await choose(page, 'Location', 'Kassel central DC')
    await page.getByLabel('Quantity').fill('5')
    await page.getByLabel('Due').fill('today+60')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'The promise' })
    await answer.waitFor()
    await answer.getByLabel('Name of the sales order').fill('CO-20171')
    await page.keyboard.press('Enter')
    await answer.locator('[id$="-error"]').waitFor()
    await page.getByLabel('Quantity').fill('6')
    expect(await answer.count()).toBe(0)
  })

  it(
    'makes the promised date the due date of an order that cannot be delivered when it is asked for',
    detail,
    async () => {
      await using screen = await web.open('/app/default/promise', { width: 390 })
      const { page } = screen
      await choose(page, 'Item', 'Bird feeder')
      await choose(page, 'Location', 'Kassel central DC')
      await page.getByLabel('Quantity').fill('100000')
      await page.getByLabel('Due').fill('today+1')
      const told = page.waitForResponse('**/api/plan/promise/')
      await page.keyboard.press('Enter')
      const promise: { complete: string; days_late: number; promises: unknown[] } = await (await told).json()
      expect([promise.days_late > 0, promise.promises.length]).toEqual([true, 1])
      const answer = page.getByRole('region', { name: 'The promise' })
      const choice = answer.getByRole('radiogroup', { name: 'Due date of the sales order' })
      expect(await choice.getByRole('radio', { name: 'Promised' }).isChecked()).toBe(true)
      const causes = answer
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'What prevents an earlier delivery' }) })
      const [cause] = await causes.getByRole('link').all()
      expect(await cause?.getAttribute('href')).toMatch(/\/(?:data|reports)\//)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, { level: 'any' })
      await answer.getByLabel('Name of the sales order').fill('PHONE-2')
      await page.keyboard.press('Enter')
      await answer.getByText('Sales order PHONE-2 is saved with its plan.').waitFor()
      const { json } = await web.server.request('GET', '/api/input/demand/PHONE-2/')
      expect(json).toMatchObject({ due: promise.complete, delay: '00:00:00' })
    },
  )

  it('has one rule for the quantity, and an example date that is not past', detail, async () => {
    await using screen = await web.open('/app/default/promise', { expected: [/status of 400/] })
    const { page } = screen
    await choose(page, 'Item', 'Bird feeder')
    await choose(page, 'Location', 'Kassel central DC')
    const due = page.getByLabel('Due')
    const [example = ''] = /^\d{4}-\d\d-\d\d/.exec((await due.getAttribute('placeholder')) ?? '') ?? []
    expect(new Date(`${example}T23:59:59`).getTime()).toBeGreaterThan(Date.now())
    await due.fill('2010-01-01')
    for (const quantity of ['-1', '0']) {
      await page.getByLabel('Quantity').fill(quantity)
      await page.getByRole('button', { name: 'Find dates' }).click()
      await page.getByText('The quantity must be more than 0.').waitFor()
      await page.getByLabel('Quantity').fill('')
    }
    await page.getByLabel('Quantity').fill('5')
    await page.keyboard.press('Enter')
    await page.getByText('The due date 2010-01-01 is too far in the past').waitFor()
    await expect.poll(() => due.evaluate((input) => input.matches(':focus'))).toBe(true)
  })

  it('waits for the item that a typed name means before it asks', detail, async () => {
    await using screen = await web.open('/app/default/promise')
    const { page } = screen
    await choose(page, 'Location', 'Kassel central DC')
    await page.getByLabel('Quantity').fill('40')
    await page.getByLabel('Due').fill('today+90')
    const released = Promise.withResolvers<void>()
    await page.route('**/api/lookup/input/item/**', async (route) => {
      await released.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/plan/promise/')
    await page.getByRole('combobox', { name: 'Item' }).fill('Bird fee')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Find dates' }).click()
    released.resolve()
    expect((await asked).postDataJSON()).toMatchObject({ item: 'Bird feeder', quantity: 40 })
    await page.getByRole('region', { name: 'The promise' }).waitFor()
  })

  it('counts a due date such as today+7 from the current date of the plan', detail, async () => {
    const { server } = web
    const body = { name: 'currentdate', value: '2026-03-02T00:00:00' }
    const { status } = await server.request('POST', '/api/common/parameter/', { body })
    expect(status).toBeLessThan(300)
    try {
      await using screen = await web.open('/app/default/promise')
      const { page } = screen
      const told = page.waitForResponse((response) => response.url().includes('/api/plan/current/'))
      await page.getByLabel('Due').fill('today+7')
      await told
      await page.getByLabel('Due').fill('today+8')
      await page.getByText('= 2026-03-10').waitFor()
    } finally {
      await server.request('DELETE', '/api/common/parameter/currentdate/')
    }
  })

  it('says what prevents a delivery, and not how certain it is', detail, async () => {
    // Nobody makes, buys or moves the item.
    await web.server.request('POST', '/api/input/item/', { as: 'admin', body: [{ name: 'Sold out' }] })
    const stock = { item: 'Sold out', location: 'Kassel central DC' }
    await web.server.request('POST', '/api/input/buffer/', { as: 'admin', body: [stock] })
    await using screen = await web.open('/app/default/promise')
    const { page } = screen
    await choose(page, 'Item', 'Sold out')
    await choose(page, 'Location', 'Kassel central DC')
    await page.getByLabel('Quantity').fill('10')
    await page.getByLabel('Due').fill('today+60')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'The promise' })
    await answer.getByText('The full quantity cannot be delivered').waitFor()
    await answer.getByRole('heading', { name: 'What prevents the delivery' }).waitFor()
    expect(await answer.getByText(/^(?:Firm|Conditional|No other sales order is delayed\.)$/).count()).toBe(0)
  })

  it(
    'takes what is typed during a call, without the pointer, and asks for the location',
    detail,
    async () => {
      await using screen = await web.open('/app/default/promise', { expected: [/status of 400/] })
      const { page } = screen
      const item = page.getByRole('combobox', { name: 'Item' })
      await item.click()
      await page.keyboard.type('head t')
      await page.keyboard.press('Enter')
      await expect.poll(() => item.inputValue()).toBe('Head torch')
      // What names no customer stays to be corrected, and nothing is asked with it.
      const customer = page.getByRole('combobox', { name: 'Customer' })
      await customer.focus()
      await page.keyboard.type('nobody of this name')
      await page.keyboard.press('Tab')
      await page.getByText('There is no record “nobody of this name”.').waitFor()
      expect(await customer.inputValue()).toBe('nobody of this name')
      await item.fill('no such item')
      await page.keyboard.press('Tab')
      await page.getByText('There is no record “no such item”.').waitFor()
      expect(await item.inputValue()).toBe('no such item')
      await page.getByLabel('Quantity').fill('5')
      await page.getByLabel('Due').fill('today+60')
      await page.keyboard.press('Enter')
      // The field has the focus, and says what is wrong with it.
      await expect.poll(() => item.evaluate((input) => input.matches(':focus'))).toBe(true)
      expect(await page.getByText('A value is required.').count()).toBe(0)
      await page.getByText('There is no record “no such item”.').waitFor()
      await item.fill('Head torch')
      await page.keyboard.press('Tab')
      // An emptied field keeps the customer that it had: none.
      await customer.fill('')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Find dates' }).click()
      // The item is stocked at several locations.
      await page.getByText('Item "Head torch" is not stocked at just one location').waitFor()
      const places = page.getByRole('group', { name: 'Locations with Head torch:' })
      const [first, wanted] = [
        places.getByRole('button').first(),
        places.getByRole('button', { name: 'Kassel central DC' }),
      ]
      await expect.poll(() => first.evaluate((button) => button.matches(':focus'))).toBe(true)
      for (let tab = 0; tab < 3 && !(await wanted.evaluate((one) => one.matches(':focus'))); tab += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Location' }).inputValue())
        .toBe('Kassel central DC')
      const answer = page.getByRole('region', { name: 'The promise' })
      await answer.getByRole('table', { name: 'Deliveries' }).waitFor()
    },
  )

  it('offers the locations of an item that several have, and asks at the chosen one', detail, async () => {
    await using screen = await web.open('/app/default/promise', { expected: [/status of 400/], width: 390 })
    const { page } = screen
    await choose(page, 'Item', 'Head torch')
    await page.getByLabel('Quantity').fill('5')
    await page.getByLabel('Due').fill('today+60')
    const location = page.locator('label').filter({ hasText: 'Location' })
    expect(await location.innerText()).not.toContain('*')
    await page.getByText('Required if several locations have the item.').waitFor()
    await page.keyboard.press('Enter')
    const places = page.getByRole('group', { name: 'Locations with Head torch:' })
    await places.getByRole('button', { name: 'Kassel central DC' }).waitFor()
    expect(await places.getByRole('button').count()).toBeGreaterThan(1)
    expect(await location.innerText()).toContain('*')
    await expectNoSidewaysScroll(page)
    await settled(page)
    await expectAccessible(page, { level: 'any' })
    await places.getByRole('button', { name: 'Kassel central DC' }).click()
    const answer = page.getByRole('region', { name: 'The promise' })
    await answer.getByRole('table', { name: 'Deliveries' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Location' }).inputValue()).toBe('Kassel central DC')
  })

  it('says that no location has an item', detail, async () => {
    await web.server.request('POST', '/api/input/item/', { as: 'admin', body: [{ name: 'Nowhere' }] })
    await using screen = await web.open('/app/default/promise', { expected: [/status of 400/] })
    const { page } = screen
    await choose(page, 'Item', 'Nowhere')
    await page.getByLabel('Quantity').fill('5')
    await page.getByLabel('Due').fill('today+60')
    await page.keyboard.press('Enter')
    await page.getByText('No location stocks, makes or buys Nowhere.').waitFor()
    expect(await page.getByRole('region', { name: 'The promise' }).count()).toBe(0)
  })

  it('offers no order to accept to who may not store a plan', detail, async () => {
    const all = buildModel().entities.map((entity) => permissionName(entity, 'view'))
    const rights = [...all, 'input.try_plan', 'input.add_demand']
    await web.server.addUser({ username: 'vera', rights: { default: rights } })
    await using screen = await web.open('/app/default/promise', { as: 'vera' })
    const { page } = screen
    await choose(page, 'Item', 'Bird feeder')
    await choose(page, 'Location', 'Kassel central DC')
    await page.getByLabel('Quantity').fill('5')
    await page.getByLabel('Due').fill('today+60')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'The promise' })
    const take = answer.getByRole('button', { name: 'Accept order' })
    await take.waitFor()
    expect(await take.isDisabled()).toBe(true)
    await answer.getByText('Only users with the permission to run the plan can save it.').waitFor()
  })

  it('is neither in the menu nor on its screen for those who may not try changes', async () => {
    await using screen = await web.open('/app/default/promise', { as: 'viewer' })
    const { page } = screen
    await page.getByText('You do not have permission to see this').waitFor()
    expect(await page.getByRole('button', { name: 'Find dates' }).count()).toBe(0)
  })
})
