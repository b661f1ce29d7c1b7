/** Tests undo on the screen: after a save, from the history of a record, in the audit, and with conflicts. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { gridOf } from '../support/grid.ts'

const order = (reference: string, quantity: number) => ({
  reference,
  operation: 'Make Cockpit',
  quantity,
  status: 'proposed',
  startdate: '2030-03-04T08:00:00',
})

describeWeb('undo', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const firstDemand = async (): Promise<Record<string, unknown>> => {
    const { json } = await web.server.request('GET', '/api/input/demand/?limit=1')
    return Object(Array.isArray(json) ? json[0] : {})
  }

  it('takes back what was saved, with Ctrl+Z and with the notice', async () => {
    const before = await firstDemand()
    await using screen = await web.open('/app/default/data/demand', { as: 'planner' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    for (const way of ['key', 'notice']) {
      await grid.choose(0, 'quantity')
      await grid.type('71')
      await page.keyboard.press('Control+s')
      // The message of the previous turn may still be shown.
      await expect.poll(async () => (await firstDemand())['quantity']).toBe(71)
      await page.getByText('1 row is saved.').first().waitFor()
      if (way === 'key') await page.keyboard.press('Control+z')
      else await page.getByRole('status').getByRole('button', { name: 'Undo' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Sales orders: 1 back to former values').waitFor()
      expect(await dialog.locator('del').innerText()).toBe('71')
      await expectAccessible(page, { except: ['#main'] })
      await dialog.getByRole('button', { name: 'Undo' }).click()
      await page
        .getByText(/Undone by change set \d+\./)
        .first()
        .waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect((await firstDemand())['quantity']).toBe(before['quantity'])
      await expect.poll(() => grid.text(0, 'quantity')).not.toBe('71')
    }
    // The undo is undone in turn.
    await page.keyboard.press('Control+y')
    await page.getByRole('dialog', { name: /^Redo what change set \d+ has undone$/ }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Redo' }).click()
    await expect.poll(async () => (await firstDemand())['quantity']).toBe(71)
    const redone = page.getByRole('status').filter({ hasText: /Redone by change set \d+\./ })
    await redone.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await firstDemand())['quantity']).toBe(before['quantity'])
  })

  it('is offered over no part of the screen, the newest notice above the others', detail, async () => {
    const { quantity } = await firstDemand()
    await using screen = await web.open('/app/default/data/demand')
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    const notices = page.locator('.mantine-Notification-root')
    for (const [count, typed] of [73, 74, 75].entries()) {
      await grid.choose(0, 'quantity')
      await grid.type(String(typed))
      await page.keyboard.press('Control+s')
      await expect.poll(() => notices.count()).toBe(count + 1)
    }
    const header = (await page.getByRole('banner').boundingBox())!
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const bottom = async (): Promise<number> => {
        const box = (await notices.first().boundingBox())!
        return box.y + box.height
      }
      await expect.poll(bottom).toBeLessThanOrEqual(header.y + header.height)
      // The others are not in the way, neither of the newest one nor of the title.
      const reached = await page.evaluate(() =>
        ['.mantine-Notification-root button', '#page-title'].map((one) => {
          const element = document.querySelector(one)
          const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
          const found = document.elementFromPoint(x + Math.min(width, 40) / 2, y + height / 2)
          return element !== null && element.contains(found)
        }),
      )
      expect(reached, `at ${width} pixels`).toEqual([true, true])
    }
    await notices.first().getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await firstDemand())['quantity']).toBe(74)
    const { name } = await firstDemand()
    const path = `/api/input/demand/${encodeURIComponent(String(name))}/`
    await web.server.request('PATCH', path, { body: { quantity } })
  })

  it('is saved as a proposal with the title and the reason that the user gives', detail, async () => {
    const { name } = await firstDemand()
    const path = `/api/input/demand/${encodeURIComponent(String(name))}/`
    await web.server.request('PATCH', path, { body: { description: 'proposed undo' } })
    await using screen = await web.open('/app/audit', {})
    const { page } = screen
    const newest = page.getByRole('main').getByRole('listitem').first()
    await newest.getByRole('button').first().click()
    await newest.getByRole('button', { name: /^Undo change set \d+$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as proposal' }).click()
    const form = page.getByRole('dialog').last()
    const title = form.getByRole('textbox').first()
    await expect.poll(() => title.inputValue()).toMatch(/^Undo change set \d+$/)
    await title.fill('Back to the agreed text')
    await form.getByRole('textbox').nth(1).fill('The customer asked for it.')
    await form.locator('button[type=submit]').click()
    await page.getByRole('link', { name: 'Open it' }).waitFor()
    const { json } = await web.server.request('GET', '/api/proposals/?limit=1')
    expect(Object(json).proposals[0]).toMatchObject({
      title: 'Back to the agreed text',
      description: 'The customer asked for it.',
      state: 'open',
    })
  })

  it('shows conflicts with their values, and keeps what was written since', detail, async () => {
    const { name } = await firstDemand()
    const path = `/api/input/demand/${encodeURIComponent(String(name))}/`
    const patch = (body: object) => web.server.request('PATCH', path, { body })
    await patch({ description: 'one', category: 'c1' })
    await patch({ description: 'two', category: 'c2' })
    await patch({ description: 'three' })
    await using screen = await web.open('/app/audit', {})
    const { page } = screen
    await settled(page)
    const set = page.locator('main ol > li').nth(1)
    await set.getByRole('button').first().click()
    await set.getByRole('button', { name: /^Undo change set \d+$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 conflict', { exact: true }).waitFor()
    expect(await dialog.locator('tbody td').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'two',
        'three',
        'one',
        expect.stringMatching(/^Last change: admin, \d{4}-\d\d-\d\d \d\d:\d\d$/),
      ]),
    )
    await expectAccessible(page, { except: ['#main'] })
    // A phone shows what an undo would bring back, without scrolling.
    await page.setViewportSize({ width: 390, height: 844 })
    const before = dialog.getByRole('columnheader', { name: 'Before' })
    await expect
      .poll(async () => {
        const box = await before.boundingBox()
        return (box?.x ?? 999) + (box?.width ?? 0)
      })
      .toBeLessThan(375)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.waitFor({ state: 'detached' })
    const record = Object((await web.server.request('GET', path)).json)
    expect([record.description, record.category]).toEqual(['three', 'c1'])
    await page
      .getByText(/^Undone by #\d+$/)
      .first()
      .waitFor()
    await page
      .getByText(/^Undoes #\d+$/)
      .first()
      .waitFor()
  })

  it('is offered with the number of orders that were adjusted to the saved one', detail, async () => {
    await using screen = await web.open('/app/default/data/workorder/WO-7002-2', { as: 'planner' })
    const { page } = screen
    await page.locator('#field-quantity').fill('7')
    await page.getByRole('button', { name: 'Save' }).click()
    // The manufacturing order and its other steps have the same quantity.
    const notice = page.getByRole('status').filter({ hasText: '1 row is saved.' })
    await expect.poll(() => notice.innerText()).toMatch(/[2-9] other orders were adjusted to it\./)
  })

  it('names the orders that it leaves out, and why, before and after', detail, async () => {
    for (const quantity of [1, 2]) {
      const body = ['MO-left', 'MO-stays'].map((reference) => order(reference, quantity))
      await web.server.request('POST', '/api/input/manufacturingorder/', { body })
    }
    // As a plan does, which logs no deletion.
    await web.server.database.query({
      text: `DELETE FROM "default".operationplan WHERE "reference" = 'MO-left'`,
    })
    await using screen = await web.open('/app/audit', {})
    const { page } = screen
    const set = page.locator('main ol > li').first()
    await set.getByRole('button').first().click()
    await set.getByRole('button', { name: /^Undo change set \d+$/ }).click()
    const dialog = page.getByRole('dialog')
    const alert = dialog.getByRole('alert').filter({ hasText: '1 record stays as it is' })
    await alert.getByText('1 left out, because a plan has removed these proposed orders since.').waitFor()
    await alert.getByText('MO-left').waitFor()
    await expectAccessible(page, { except: ['#main'] })
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.waitFor({ state: 'detached' })
    const notice = page.getByRole('status').filter({ hasText: 'Undone by change set' })
    await notice.getByText('1 record stays as it is').waitFor()
  })

  it('names them when it is proposed, and when the proposal is applied', detail, async () => {
    for (const quantity of [1, 2]) {
      const body = ['MO-gone', 'MO-kept'].map((reference) => order(reference, quantity))
      await web.server.request('POST', '/api/input/manufacturingorder/', { body })
    }
    await web.server.database.query({
      text: `DELETE FROM "default".operationplan WHERE "reference" = 'MO-gone'`,
    })
    const { json } = await web.server.request('GET', '/api/audit/?limit=1')
    const path = `/api/audit/${Object(json).sets[0].changeset}/undo/?submit=true`
    const proposed = await web.server.request('POST', path)
    await using screen = await web.open(`/app/default/proposals/${Object(proposed.json).proposal}`)
    const { page } = screen
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: '1 record stays as it is' })
    await alert.getByText('MO-gone').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    const notice = page.getByRole('status').filter({ hasText: 'Applied by change set' })
    await notice.getByText('1 record stays as it is').waitFor()
  })

  it('undoes all change sets of a filter together', detail, async () => {
    const { name } = await firstDemand()
    const path = `/api/input/demand/${encodeURIComponent(String(name))}/`
    const before = Object((await web.server.request('GET', path)).json)
    const { json } = await web.server.request('GET', '/api/audit/?limit=1')
    for (const quantity of [81, 82, 83])
      await web.server.request('PATCH', path, { body: { quantity }, as: 'planner' })
    await using screen = await web.open(`/app/audit?user=planner&after=${Object(json).sets[0].created}`, {})
    const { page } = screen
    await page.getByRole('button', { name: 'Undo all' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 change sets are undone together.').waitFor()
    await expectAccessible(page, { except: ['#main'] })
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(Object((await web.server.request('GET', path)).json).quantity).toBe(before.quantity)
    await page.goto(`${web.server.url}/app/audit`)
    await page.getByText('Undoes 3 change sets').first().waitFor()
  })

  it('is offered in the history of a record, with its scope: the whole change set', detail, async () => {
    const { name, description } = await firstDemand()
    const path = `/api/input/demand/${encodeURIComponent(String(name))}/`
    await web.server.request('PATCH', path, { body: { description: 'mistake' } })
    const address = `/app/default/data/demand/${encodeURIComponent(String(name))}?tab=history`
    await using screen = await web.open(address, { as: 'planner' })
    const { page } = screen
    await page.getByRole('tab', { name: 'History' }).click()
    await page
      .getByRole('button', { name: /^Undo the whole change set \d+$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(Object((await web.server.request('GET', path)).json).description).toBe(description)
  })

  it('says why a change set cannot be undone', detail, async () => {
    await web.server.database.query({
      text: `INSERT INTO "default".changeset ("channel", "origin") VALUES ('task', 'scenario_copy --promote scenario1')`,
    })
    await using screen = await web.open('/app/audit', {})
    const { page } = screen
    const set = page.locator('main ol > li').first()
    await set.getByRole('button').first().click()
    expect(await set.getByRole('button', { name: /^Undo change set/ }).isDisabled()).toBe(true)
    await set.getByText('All data was replaced at once.').waitFor()
  })
})
