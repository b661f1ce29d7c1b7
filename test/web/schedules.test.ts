/** Tests groups of tasks: created without a mouse, sorted by keys and by dragging, scheduled, run, and reviewed. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

const steps = (page: Page) => page.locator('main ol li > div:first-child code')

/** Adds a step with keys only; afterwards the focus is in the list of tasks. */
async function addStep(page: Page, task: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Choose a task' }).focus()
  await page.keyboard.type(`(${task})`)
  await page.getByRole('option', { name: new RegExp(`\\(${task}\\)$`) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Add step')
  await page.keyboard.press('Enter')
}

describeWeb('a group of tasks', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'jobshop_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('is made with keys only, with arguments, and told when it starts', async () => {
    await using screen = await web.open('/app/default/execute/new-group')
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Night')
    await addStep(page, 'runplan')
    await addStep(page, 'createbuckets')
    expect(await steps(page).allInnerTexts()).toEqual(['runplan', 'createbuckets'])
    await page.getByRole('button', { name: 'Move step 2, Generate time buckets, up' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => steps(page).allInnerTexts()).toEqual(['createbuckets', 'runplan'])
    await page.getByText('Generate time buckets is now step 1 of 2').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show the arguments of step 1, Generate time buckets' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('First day start', { exact: true }).fill('2026-01-01')
    await page.keyboard.press('Tab')
    await page.getByText('1 argument').waitFor()
    await page.getByRole('combobox', { name: 'Times of day' }).focus()
    await page.keyboard.type('06:00')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo')
    await page.getByText('Asia/Tokyo').nth(1).waitFor()
    expect(
      await page
        .locator('main')
        .getByText(/06:00|6:00/)
        .count(),
    ).toBeGreaterThanOrEqual(5)
    await page.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/execute/groups')
    await page.getByRole('row', { name: /Night/ }).getByText('Generate time buckets → Run the plan').waitFor()
    const { json } = await web.server.request('GET', '/api/execute/scheduledtask/?name=Night')
    expect(json).toMatchObject([
      {
        tz: 'Asia/Tokyo',
        steps: [{ task: 'createbuckets', arguments: { start: '2026-01-01' } }, { task: 'runplan' }],
      },
    ])
  })

  it('asks for missing arguments, and before it is left without saving', detail, async () => {
    await using screen = await web.open('/app/default/execute/new-group', { expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('Mail')
    await addStep(page, 'emailreport')
    await page.getByRole('combobox', { name: 'Recipients recipient' }).waitFor()
    await page
      .getByRole('button', { name: 'Hide the arguments of step 1, Send exported reports by mail' })
      .click()
    await page.getByRole('combobox', { name: 'Recipients recipient' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'Step 1, emailreport' }).first().waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Execute' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changes are not saved' })
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mail')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/execute/groups')
  })

  it('keeps what another window has saved when it is disabled, or changed in its form', detail, async () => {
    await using list = await web.open('/app/default/execute/groups')
    await using form = await web.open('/app/default/execute/groups/Night')
    await settled(list.page)
    await settled(form.page)
    const nightOf = async () => {
      const { json } = await web.server.request('GET', '/api/execute/scheduledtask/?name=Night')
      return Object(Array.isArray(json) ? json[0] : {})
    }
    const { id } = await nightOf()
    const body = { email_success: 'ann@example.com' }
    await web.server.request('PATCH', `/api/execute/scheduledtask/${id}/`, { body })
    await list.page.getByRole('switch', { name: /Night/ }).click({ force: true })
    await expect.poll(async () => (await nightOf()).enabled).toBe(false)
    await form.page.getByRole('textbox', { name: 'When it fails' }).fill('bob@example.com')
    await form.page.getByRole('button', { name: 'Save' }).click()
    await form.page.waitForURL('**/execute/groups')
    expect(await nightOf()).toMatchObject({ ...body, enabled: false, email_failure: 'bob@example.com' })
  })

  it(
    'is not overwritten where two windows have changed the same field, until the user has decided',
    detail,
    async () => {
      const body = { name: 'Twice', steps: [{ task: 'runplan' }], email_failure: 'ann@example.com' }
      const { json } = await web.server.request('POST', '/api/execute/scheduledtask/', { body })
      const path = `/api/execute/scheduledtask/${Number(Object(json).id)}/`
      const failure = async () => Object((await web.server.request('GET', path)).json).email_failure
      const byOthers = (fields: object) => web.server.request('PATCH', path, { body: fields })
      await using screen = await web.open('/app/default/execute/groups/Twice')
      const { page } = screen
      await settled(page)
      await page.getByRole('textbox', { name: 'When it fails' }).fill('mine@example.com')
      await byOthers({ email_failure: 'theirs@example.com', tuesday: false })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('Both changed: When it fails.').waitFor()
      expect(await failure()).toBe('theirs@example.com')
      await page.getByRole('button', { name: 'Take their values' }).click()
      await expect
        .poll(() => page.getByRole('textbox', { name: 'When it fails' }).inputValue())
        .toBe('theirs@example.com')

      await page.getByRole('textbox', { name: 'When it fails' }).fill('mine@example.com')
      await byOthers({ email_failure: 'others@example.com' })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Save my values' }).click()
      await page.waitForURL('**/execute/groups')
      expect((await web.server.request('GET', path)).json).toMatchObject({
        email_failure: 'mine@example.com',
        tuesday: false,
      })
    },
  )

  it('keeps its form while others rename or delete it', detail, async () => {
    const body = { name: 'Renamed', steps: [{ task: 'runplan' }] }
    const { json } = await web.server.request('POST', '/api/execute/scheduledtask/', { body })
    const path = `/api/execute/scheduledtask/${Number(Object(json).id)}/`
    await using screen = await web.open('/app/default/execute/groups/Renamed', {
      expected: [/status of 404/],
    })
    const { page } = screen
    await settled(page)
    const failure = page.getByRole('textbox', { name: 'When it fails' })
    await failure.fill('mine@example.com')
    await web.server.request('PATCH', path, { body: { name: 'Otherwise' } })
    // The list is read again when the window is looked at, if it was read some time ago.
    const look = (): Promise<void> => page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await expect
      .poll(() => look().then(() => page.getByRole('heading', { level: 1 }).innerText()))
      .toBe('Otherwise')
    expect(await failure.inputValue()).toBe('mine@example.com')
    await web.server.request('DELETE', path)
    let reads = 0
    page.on('response', (response) => {
      if (response.url().includes('/api/execute/scheduledtask/')) reads += 1
    })
    await expect.poll(() => look().then(() => reads)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('It could not be saved').waitFor()
    expect(await failure.inputValue()).toBe('mine@example.com')
  })

  it('can be named like the button that adds one', detail, async () => {
    const body = { name: 'new', steps: [{ task: 'runplan' }] }
    await web.server.request('POST', '/api/execute/scheduledtask/', { body })
    await using screen = await web.open('/app/default/execute/groups')
    const { page } = screen
    await page.getByRole('link', { name: 'new', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'new' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'New group' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
  })

  it('is put in another order by dragging', detail, async () => {
    await using screen = await web.open('/app/default/execute/groups/Night')
    const { page } = screen
    await settled(page)
    await page
      .locator('[draggable="true"]')
      .first()
      .dragTo(
        page
          .locator('main ol li')
          .filter({ has: page.locator('code') })
          .nth(1),
      )
    await expect.poll(() => steps(page).allInnerTexts()).toEqual(['runplan', 'createbuckets'])
  })

  it('has no steps to add for those who may make none', detail, async () => {
    await using screen = await web.open('/app/default/execute/new-group', { as: 'viewer' })
    const { page } = screen
    await page.getByRole('heading', { name: 'Steps' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add step' }).count()).toBe(0)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('li')
    expect(await crumbs.last().innerText()).not.toBe('')
  })

  it('says at the field what is wrong, and loses nothing', detail, async () => {
    await using screen = await web.open('/app/default/execute/new-group', { expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('Faulty')
    await page.getByRole('textbox', { name: 'When it fails' }).fill('nobody')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('It could not be saved').waitFor()
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Faulty')
  })

  it(
    'is run now, shown with its steps, found in its history, and deleted after a question',
    detail,
    async () => {
      await using screen = await web.open('/app/default/execute/groups')
      const { page } = screen
      await page.getByRole('button', { name: 'Run now: Night' }).click()
      await page.waitForURL('**/execute/runs/*')
      await page.locator('main [data-state="Done"]').first().waitFor()
      const parts = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
      await expect.poll(() => parts.count()).toBe(2)
      await page.goto('/app/default/execute/groups/Night')
      await page.getByRole('heading', { name: 'Runs' }).waitFor()
      await page.locator('main section').last().getByText('Done').first().waitFor()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByText('It has 2 steps.').waitFor()
      await page.getByRole('button', { name: 'Delete the group' }).click()
      await page.waitForURL('**/execute/groups')
      await page.getByRole('row', { name: /Night/ }).waitFor({ state: 'detached' })
    },
  )
})
