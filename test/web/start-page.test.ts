/** Tests that users choose the widgets of their start page, and administrators those of groups. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

/** Returns the titles of the widgets on the start page, in order. */
const shown = (page: Page): Promise<readonly string[]> =>
  page.locator('main section[aria-label] h2').allInnerTexts()

describeWeb('a user who chooses the start page', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo' })
    await web.server.request('PUT', '/api/me/preferences/first-hour:hidden/', { as: 'planner', body: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('orders and removes widgets with the keyboard, undoes it, and returns to the page of the role', async () => {
    await using screen = await web.open('/app/default/', { as: 'planner' })
    const { page } = screen
    const dialog = page.getByRole('dialog', { name: 'Widgets of the start page' })
    await page.getByRole('region', { name: 'Inbox' }).waitFor()
    const before = await shown(page)
    await page.getByRole('button', { name: 'Customize' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('You see the standard page.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'Data', exact: true }).focus()
    await page.keyboard.press('Space')
    const up = dialog.getByRole('button', { name: 'Move Inbox up' })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    // The button that moves keeps the focus.
    expect(await up.evaluate((element) => element === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => shown(page)).not.toContain('Data')
    const after = await shown(page)
    expect(after.indexOf('Inbox')).toBeLessThan(before.indexOf('Inbox'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => shown(page)).toEqual(before)

    await page.getByRole('button', { name: 'Customize' }).click()
    await dialog.getByRole('checkbox', { name: 'Data', exact: true }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => shown(page)).not.toContain('Data')
    await page.getByRole('button', { name: 'Customize' }).click()
    await dialog.getByText('You have chosen this page yourself.').waitFor()
    await dialog.getByRole('button', { name: 'Reset to the role’s page' }).click()
    await expect.poll(() => shown(page)).toEqual(before)
  })

  it('is told about an empty page and how to fill it, also on a phone', detail, async () => {
    await web.server.request('PUT', '/api/me/startpage/', { as: 'planner', body: { widgets: [] } })
    await using screen = await web.open('/app/default/', { as: 'planner', width: 390, height: 844 })
    const { page } = screen
    await page.getByText('The start page has no widgets').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Customize' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Widgets of the start page' })
    await dialog.getByRole('checkbox', { name: 'Last runs' }).check()
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => shown(page)).toEqual(['Last runs'])
    await web.server.request('DELETE', '/api/me/startpage/', { as: 'planner' })
  })

  it('as an administrator gives a group the page of a role, which its members see', detail, async () => {
    await web.server.database.query({
      text: `WITH g AS (INSERT INTO control."group" ("name") VALUES ('crew') RETURNING "id")
        INSERT INTO control."membershipgroup" ("user", "scenario", "group")
        SELECT u."id", 'default', g."id" FROM control."user" u, g WHERE u."username" = 'planner'`,
    })
    {
      await using screen = await web.open('/app/default/')
      const { page } = screen
      await page.getByRole('button', { name: 'Customize' }).click()
      const dialog = page.getByRole('dialog', { name: 'Widgets of the start page' })
      await dialog.getByRole('combobox', { name: 'Page of' }).click()
      await page.getByRole('option', { name: 'Group: crew' }).click()
      await dialog.getByText('The group “crew” has the built-in page.').waitFor()
      await dialog.getByRole('combobox', { name: 'Use the page of a role' }).click()
      await page.getByRole('option', { name: 'Administrator' }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await using screen = await web.open('/app/default/', { as: 'planner' })
    const { page } = screen
    await page.getByRole('region', { name: 'Last runs' }).waitFor()
    expect((await shown(page))[0]).toBe('Last runs')
    await page.getByRole('button', { name: 'Customize' }).click()
    await page.getByText('You see the page of the group “crew”.').waitFor()
  })
})
