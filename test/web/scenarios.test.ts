/**
 * Tests a change in a copy: view the differences, promote it, revert it; and that the current scenario is always
 * shown.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

const card = (page: Page, label: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label })
const done = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasNotText: 'going on' })

/** Runs in the page: whether an element scrolls sideways. */
const scrollsSideways = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth

describeWeb('scenarios', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'jobshop_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  async function dueOf(scenario: string, name: string): Promise<unknown> {
    const prefix = scenario === 'default' ? '' : `/${scenario}`
    const path = `${prefix}/api/input/demand/${encodeURIComponent(name)}/?fields=quantity`
    const { json } = await web.server.request('GET', path)
    return json
  }

  async function anyDemand(): Promise<string> {
    const { json } = await web.server.request('GET', '/api/input/demand/?fields=name&limit=1')
    return Array.isArray(json) ? String(json[0]?.name) : ''
  }

  it(
    'are copied, changed, compared, promoted after typing the name, and taken back',
    { timeout: 120_000 },
    async () => {
      const name = await anyDemand()
      const before = await dueOf('default', name)
      await using screen = await web.open('/app/admin/scenarios')
      const { page } = screen
      await card(page, 'Production').getByRole('button', { name: 'Copy' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Into' }).click()
      await page.getByRole('option').first().click()
      await dialog.getByRole('textbox', { name: /Label of the copy/ }).fill('More orders')
      const sure = dialog.getByRole('checkbox')
      if ((await sure.count()) > 0) {
        await dialog.getByText('Users who are not named below lose access.').waitFor()
        await sure.check()
      }
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await card(page, 'More orders').getByText('from default by admin').waitFor()

      await page.goto(`/app/scenario1/data/demand/${encodeURIComponent(name)}`)
      await page.locator('#field-quantity').fill('77')
      await page.keyboard.press('Control+s')
      await expect.poll(() => dueOf('scenario1', name)).toMatchObject({ quantity: 77 })
      expect(await dueOf('default', name)).toEqual(before)

      await page.goto('/app/admin/scenarios')
      await card(page, 'More orders').getByRole('button', { name: 'Promote' }).click()
      await dialog.getByText('No edits would be lost.').waitFor()
      const row = dialog.getByRole('row', { name: 'Sales orders' })
      await row.waitFor()
      // Until the labels of the fields have arrived, their names stand for them.
      await expect
        .poll(() => row.getByRole('cell').allInnerTexts())
        .toEqual([expect.stringMatching(/^Sales orders\s+Quantity 1/), '0', '0', '1'])
      await dialog.getByRole('heading', { name: 'Changes by users' }).waitFor()
      await dialog.getByRole('link', { name: 'Compare plans' }).waitFor()
      const promote = dialog.getByRole('button', { name: 'Promote to production' })
      expect(await promote.isDisabled()).toBe(true)
      // Production keeps who follows its records.
      await dialog.getByText(/^.*Followers of records in production and their notifications stay/).waitFor()
      expect(await dialog.getByRole('row', { name: 'Followers' }).count()).toBe(0)
      await dialog.getByLabel('Type “scenario1” to confirm').fill('scen')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Changes are not saved' }).getByRole('button').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await card(page, 'More orders').getByRole('button', { name: 'Promote' }).click()
      await row.waitFor()
      await dialog.getByLabel('Type “scenario1” to confirm').fill('scenario1')
      await promote.click()
      await expect.poll(() => dueOf('default', name)).toMatchObject({ quantity: 77 })
      await done(page).first().waitFor()

      // The button next to the result; the menu of production contains it, too.
      await page.getByRole('button', { name: 'Undo promotion' }).click()
      await dialog.getByRole('textbox').fill('default')
      await dialog.getByRole('button', { name: 'Undo promotion' }).click()
      await expect.poll(() => dueOf('default', name)).toEqual(before)
    },
  )

  it(
    'name the edits of production that a promotion, or undoing it, takes away',
    { ...detail, timeout: 120_000 },
    async () => {
      const name = await anyDemand()
      const write = async (quantity: number): Promise<void> => {
        const path = `/api/input/demand/${encodeURIComponent(name)}/`
        expect((await web.server.request('PATCH', path, { body: { quantity } })).status).toBe(200)
      }
      const copied = await web.server.request(
        'POST',
        '/execute/api/scenario_copy/?source=default&destination=scenario1&force=1',
      )
      const run = `/api/execute/task/${Object(copied.json).taskid}/?fields=status`
      await expect
        .poll(async () => (await web.server.request('GET', run)).json, { timeout: 30_000 })
        .toMatchObject({ status: 'Done' })
      await using screen = await web.open('/app/admin/scenarios', { expected: [/status of 400/] })
      const { page } = screen
      const original = Object(await dueOf('default', name)).quantity
      await write(4711)
      const dialog = page.getByRole('dialog')
      await card(page, 'More orders').getByRole('button', { name: 'Promote' }).click()
      const lost = dialog.getByRole('alert').filter({ hasText: 'Edits in production' })
      await lost.getByText('1 edit made in production since the copy is overwritten.').waitFor()
      expect(await lost.getByRole('row', { name: 'Sales orders' }).getByRole('cell').allInnerTexts()).toEqual(
        ['Sales orders', '0', '1', '0'],
      )
      // On a phone the numbers stand below each other.
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => lost.getByRole('region').evaluate(scrollsSideways)).toBe(false)
      await page.setViewportSize({ width: 1440, height: 900 })
      await lost.getByText('Show the edits').click()
      await lost.getByText(/admin/).click()
      await lost.getByRole('link', { name }).waitFor()
      await expect.poll(() => lost.getByRole('definition').innerText()).toBe(`${original} → 4,711`)
      await dialog.getByLabel('Type “scenario1” to confirm').fill(' scenario1 ')
      await dialog.getByRole('button', { name: 'Promote to production' }).click()
      await done(page).getByText('It overwrote 1 edit made in production since the copy.').waitFor()
      await write(4712)
      await page.getByRole('button', { name: 'Undo promotion' }).click()
      await dialog
        .getByText('1 edit made in production since the last promotion or its undo is set aside.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      // Without the list, the user must say that it is not needed.
      await page.route('**/overwritten/**', (route) => route.fulfill({ status: 400, json: {} }))
      await page.reload()
      await page.getByRole('button', { name: 'More for Production' }).click()
      await page.getByRole('menuitem', { name: 'Undo promotion' }).click()
      const action = dialog.getByRole('button', { name: 'Undo promotion' })
      await dialog.getByRole('textbox').fill('default')
      await dialog.getByLabel('Continue without knowing these edits').waitFor()
      expect(await action.isDisabled()).toBe(true)
      await dialog.getByLabel('Continue without knowing these edits').check()
      expect(await action.isDisabled()).toBe(false)
    },
  )

  it('say so if their differences from production cannot be read', detail, async () => {
    await using screen = await web.open('/app/admin/scenarios', { expected: [/status of 400/] })
    const { page } = screen
    const status = /\/execute\/api\/status\/\?id=\d+$/
    await page.route(status, (route) => route.fulfill({ status: 400, json: {} }))
    // The state of a run also comes with the events.
    await page.route('**/execute/api/events/**', (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await card(page, 'More orders').getByRole('button', { name: 'Promote' }).click()
    const dialog = page.getByRole('dialog')
    const retry = dialog.getByRole('button', { name: 'Try again' })
    await retry.waitFor({ timeout: 20_000 })
    await page.unroute(status)
    await dialog.getByRole('heading', { name: 'Changes by users' }).waitFor()
    expect(await retry.count()).toBe(0)
  })

  it('are compared for programs without a screenful of data where people read', detail, async () => {
    await using screen = await web.open('/app/default/execute', { width: 390 })
    const { page } = screen
    const row = page.getByRole('listitem').filter({ hasText: 'The result is structured data.' }).first()
    await row.waitFor()
    expect(await page.getByRole('main').innerText()).not.toContain('"differences"')
    await row.getByRole('link').first().click()
    await page.getByText('Show the data').waitFor()
    await page.getByText('Show the data').click()
    await page.getByText('"differences"').first().waitFor()
    await expectNoSidewaysScroll(page)
  })

  it('are named anew, and released only after typing the name', async () => {
    await using screen = await web.open('/app/admin/scenarios')
    const { page } = screen
    const more = page.getByRole('button', { name: /^More for/ }).nth(1)
    await more.click()
    await page.getByRole('menuitem', { name: 'Change the label' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('A trial')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card(page, 'A trial').waitFor()
    await page.getByRole('button', { name: 'More for A trial' }).click()
    await page.getByRole('menuitem', { name: 'Free' }).click()
    const release = dialog.getByRole('button', { name: 'Free' })
    expect(await release.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('scenario1')
    await release.click()
    await card(page, 'scenario1').getByText('Free').waitFor()
    expect(await card(page, 'scenario1').getByRole('button', { name: 'Promote' }).count()).toBe(0)
  })

  it('are made, and deleted when they are free: on their screen and by the form', detail, async () => {
    const names = async (): Promise<readonly string[]> => {
      const { text } = await web.server.request('GET', '/api/scenarios/')
      const listed: readonly { readonly name: string }[] = JSON.parse(text)
      return listed.map(({ name }) => name)
    }
    await using screen = await web.open('/app/admin/scenarios')
    const { page } = screen
    const dialog = page.getByRole('dialog')
    for (const name of ['trial_one', 'trial_two']) {
      await page.getByRole('button', { name: 'New scenario' }).click()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect.poll(names).toContain(name)
    }
    await card(page, 'trial_one').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('textbox').fill('trial_one')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(names).not.toContain('trial_one')

    await page.goto('/app/default/execute?task=scenario_delete')
    const choice = dialog.getByRole('combobox', { name: /^Scenario/ })
    await choice.click()
    await page.getByRole('option', { name: 'trial_two' }).waitFor()
    expect(await page.getByRole('option', { name: 'default' }).count()).toBe(0)
    await page.getByRole('option', { name: 'trial_two' }).click()
    const launch = dialog.getByRole('button', { name: 'Launch' })
    await dialog.getByLabel(/^Type “/).fill('default')
    expect(await launch.isDisabled()).toBe(true)
    await dialog.getByLabel('Type “trial_two” to confirm').fill('trial_two')
    await launch.click()
    await expect.poll(names).not.toContain('trial_two')
  })

  it('are promoted by the form only after typing whose data goes', detail, async () => {
    await using screen = await web.open('/app/default/execute?task=scenario_copy')
    const { page } = screen
    const dialog = page.getByRole('dialog')
    const launch = dialog.getByRole('button', { name: 'Launch' })
    await launch.waitFor()
    expect(await launch.isDisabled()).toBe(false)
    await dialog.getByRole('switch', { name: /^Promote/ }).check({ force: true })
    await dialog.getByRole('link', { name: /Scenarios screen/ }).waitFor()
    expect(await launch.isDisabled()).toBe(true)
    await dialog.getByLabel('Type “default” to confirm').fill('default')
    expect(await launch.isDisabled()).toBe(false)
  })
})

describeWeb('the scenario in which one is', () => {
  it('is named and coloured on every screen, and in forms and questions that change it', detail, async () => {
    await using web = await startWeb({ dataset: 'jobshop_demo' })
    await using screen = await web.open('/app/scenario1/execute')
    const { page } = screen
    for (const path of [
      'execute',
      'execute/groups',
      'execute/files',
      'data/demand',
      'reports/problems',
      '',
    ]) {
      await page.goto(`/app/scenario1/${path}`)
      await settled(page)
      await page.getByRole('button', { name: /Scenario: scenario ?1.*What-if/i }).waitFor()
      expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('what-if')
      expect(await page.title()).toMatch(/scenario ?1/i)
    }
    await page.goto('/app/scenario1/execute?task=empty')
    await page
      .getByRole('dialog')
      .getByText(/Scenario: scenario ?1/i)
      .waitFor()
    await page.getByRole('dialog').getByText('--database=scenario1').waitFor()
    await page.goto('/app/default/execute')
    await page.getByRole('button', { name: /Scenario:.*Production/ }).waitFor()
    expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('production')
  })
})
