/** Tests the form of one record: edited, saved, viewed, created. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { gridOf } from '../support/grid.ts'

describeWeb('the form of a record', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo' })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const order = '/app/default/data/demand/SO-10701'

  it('saves what was changed, and shows it in the history', async () => {
    await using screen = await web.open(order, { as: 'planner' })
    const { page } = screen
    await page.getByLabel('Quantity').fill('41')
    await page.getByText('There are changes that are not saved.').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('No unsaved changes in this form.').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.locator('ins', { hasText: '41' }).waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10701/')
    expect(json).toMatchObject({ quantity: 41 })
    const notice = page.getByRole('status').filter({ hasText: '1 row is saved.' })
    await notice.getByRole('button', { name: 'Undo' }).waitFor()
  })

  it('of a record with the name of another screen is opened by its link', detail, async () => {
    const names = ['new', 'import']
    await web.server.request('POST', '/api/input/item/', { body: names.map((name) => ({ name })) })
    await using screen = await web.open(`/app/default/data/item?name__in=${names.join(',')}&ordering=name`, {
      as: 'planner',
    })
    const { page } = screen
    await gridOf(page).ready()
    for (const name of names) {
      await page.getByRole('grid').getByRole('link', { name, exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('tab', { name: 'History', selected: true }).waitFor()
      await page.reload()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.goto(`/app/default/data/item?name__in=${names.join(',')}&ordering=name`)
      await gridOf(page).ready()
    }
    await page.goto('/app/default/data/item/new')
    const heading = page.getByRole('heading', { level: 1 })
    await expect.poll(() => heading.allInnerTexts()).toEqual(['New item'])
  })

  it('shows the minutes of dates that the plan computes', detail, async () => {
    await web.server.database.query({
      text: `UPDATE "default"."demand" SET "deliverydate" = '2026-12-24T14:13:37' WHERE "name" = 'SO-10703'`,
    })
    await using screen = await web.open('/app/default/data/demand/SO-10703', { as: 'planner' })
    const value = screen.page.getByRole('status').filter({ hasText: /^2026-12-24 14:13/ })
    await expect.poll(() => value.allInnerTexts()).toEqual(['2026-12-24 14:13'])
  })

  it('warns of an order of which more is completed than ordered, and saves it', async () => {
    await using screen = await web.open('/app/default/data/workorder/WO-7002-2', { as: 'planner' })
    const { page } = screen
    const completed = page.getByLabel('Completed quantity')
    await completed.fill('9999')
    await page.getByRole('button', { name: 'Save' }).click()
    const warning = page.getByText(
      /^1 row is saved\. More completed than ordered: WO-7002-2 \(9,999 of \d+\)\. Plans count this/,
    )
    await warning.first().waitFor()
    await expectAccessible(page, { except: ['#main'] })
    const { json } = await web.server.request('GET', '/api/input/workorder/WO-7002-2/')
    expect(json).toMatchObject({ quantity_completed: 9999 })
    await completed.fill('1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No unsaved changes in this form.').waitFor()
    await page.getByText('1 row is saved.', { exact: true }).first().waitFor()
  })

  it('has buttons of one height, and on a phone those of changes beside each other', detail, async () => {
    await using screen = await web.open('/app/default/data/item/City%207%20black', { as: 'planner' })
    const { page } = screen
    const safety = page.getByRole('link', { name: 'Safety stock', exact: true })
    const path = page.getByRole('link', { name: 'Supply path' })
    const boxOf = async (one: typeof path) => (await one.boundingBox()) ?? { y: -1, height: -1 }
    expect((await boxOf(safety.last())).height).toBe((await boxOf(path)).height)
    await page.setViewportSize({ width: 390, height: 844 })
    const [discard, save] = ['Discard', 'Save'].map((name) => page.getByRole('button', { name, exact: true }))
    await expect.poll(async () => (await boxOf(discard!)).y - (await boxOf(save!)).y).toBe(0)
  })

  it('is followed from its header on every tab', async () => {
    for (const tab of ['', '?tab=history']) {
      await using screen = await web.open(`${order}${tab}`, { as: 'planner' })
      const { page } = screen
      await page.getByRole('button', { name: 'Follow this record' }).click()
      await page.getByText('You will be notified of changes to this record.').waitFor()
      await page.getByRole('button', { name: 'Unfollow' }).click()
      await expect.poll(() => page.getByRole('button', { name: 'Follow this record' }).count()).toBe(1)
    }
  })

  it('shows who has written a message by name', detail, async () => {
    await using screen = await web.open(`${order}?tab=messages`, { as: 'planner' })
    const { page } = screen
    await page.getByRole('textbox').last().fill('Ship it whole')
    await page.getByRole('button', { name: 'Post' }).click()
    const entry = page.locator('li', { hasText: 'Ship it whole' })
    await entry.waitFor()
    expect(await entry.innerText()).toMatch(/^planner ·/)
  })

  it('offers names after an @, by keyboard', detail, async () => {
    await using screen = await web.open(`${order}?tab=messages`, { as: 'planner' })
    const { page } = screen
    const box = page.getByRole('textbox', { name: 'Write a comment' })
    await box.pressSequentially('Ask @adm')
    await page.getByRole('option', { name: /^admin\b/ }).waitFor()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('Ask @admin ')
    await box.pressSequentially('soon')
    await page.getByRole('button', { name: 'Post' }).click()
    await page.locator('li', { hasText: 'Ask @admin soon' }).waitFor()
  })

  it(
    'inserts the first matching name with Enter, and keeps a comment until it is posted',
    detail,
    async () => {
      await using screen = await web.open(`${order}?tab=messages`, { as: 'planner' })
      const { page } = screen
      const box = page.getByRole('textbox', { name: 'Write a comment' })
      await box.pressSequentially('Check @adm')
      await page.locator('[role="option"][data-combobox-selected]', { hasText: 'admin' }).waitFor()
      await box.press('Enter')
      await expect.poll(() => box.inputValue()).toBe('Check @admin ')
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('tab', { name: 'Comments' }).click()
      await expect.poll(() => box.inputValue()).toBe('Check @admin ')
      await box.fill('')
    },
  )

  it('warns that nobody was notified of an unknown name', detail, async () => {
    await using screen = await web.open(`${order}?tab=messages`, { as: 'planner' })
    const { page } = screen
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Ask @nobody and @admin soon.')
    await page.getByRole('button', { name: 'Post' }).click()
    const warning = page.getByRole('alert').filter({ hasText: 'Not notified: @nobody' })
    await warning.waitFor()
    expect(await warning.innerText()).not.toContain('admin')
    // Warnings are read without pointing at them.
    const cut = await warning
      .getByText('There is no such user')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(cut).toBeLessThanOrEqual(0)
    await page.locator('li', { hasText: 'Ask @nobody and @admin soon.' }).waitFor()
  })

  it('says of a value what is wrong while it is typed', detail, async () => {
    await using screen = await web.open(order, { as: 'planner' })
    const { page } = screen
    await page.getByLabel('Due').fill('someday')
    await page.getByText('“someday” is not a date.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('No unsaved changes in this form.').waitFor()
    expect(await page.getByLabel('Due').inputValue()).toMatch(/^\d{4}-\d\d-\d\d/)
  })

  it('lays side by side what both have changed', detail, async () => {
    await using screen = await web.open('/app/default/data/demand/SO-10702', {
      as: 'planner',
      expected: [/status of 409/],
    })
    const { page } = screen
    await page.getByLabel('Priority').fill('1')
    await web.server.request('PATCH', '/api/input/demand/SO-10702/', { body: { priority: 9 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByText('No unsaved changes in this form.').waitFor()
    const { json } = await web.server.request('GET', '/api/input/demand/SO-10702/')
    expect(json).toMatchObject({ priority: 1 })
  })

  it('makes a record and goes on with it', detail, async () => {
    await using screen = await web.open('/app/default/data/customer/new', { as: 'planner' })
    const { page } = screen
    await page.getByLabel('Name').fill('A new customer')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'A new customer' }).waitFor()
    expect(page.url()).toContain('/data/customer/A%20new%20customer')
  })

  it('shows what refers to a record in a grid that can be edited', async () => {
    await using screen = await web.open('/app/default/data/customer/Radhaus%20Verbund?tab=related', {
      as: 'planner',
    })
    const grid = gridOf(screen.page)
    await grid.ready()
    expect(await grid.text(0, 'customer')).toBe('Radhaus Verbund')
    await expectAccessible(screen.page)
  })

  it('goes to the next record of the list that it was opened from', detail, async () => {
    await using screen = await web.open('/app/default/data/demand?ordering=-name', { as: 'planner' })
    const { page } = screen
    const grid = gridOf(page)
    await grid.ready()
    const names = await Promise.all([0, 1].map((row) => grid.text(row, 'name')))
    await grid.cell(0, 'name').getByRole('link').click()
    await page.getByRole('heading', { name: names[0]! }).waitFor()
    await page.getByRole('button', { name: 'Next row' }).click()
    await page.getByRole('heading', { name: names[1]! }).waitFor()
    expect(page.url()).toContain(encodeURIComponent(names[1]!))
  })

  it('offers a viewer nothing that would be refused', detail, async () => {
    await using screen = await web.open(order, { as: 'viewer' })
    const { page } = screen
    await page.getByRole('heading', { name: 'SO-10701' }).waitFor()
    await page.getByText('Identification').waitFor()
    expect(await page.getByRole('button', { name: /Save|Discard|Delete/ }).count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('tab').first().innerText()).toBe('Details')
  })
})
