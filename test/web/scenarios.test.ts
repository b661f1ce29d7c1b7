/** Naming and releasing scenarios, and always knowing in which one is. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'

const card = (page: Page, label: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label })

describeWeb('scenarios', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'jobshop_demo', worker: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

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
    await page.getByRole('menuitem', { name: 'Release' }).click()
    const release = dialog.getByRole('button', { name: 'Release' })
    expect(await release.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('scenario1')
    await release.click()
    await card(page, 'scenario1').getByText('Free').waitFor()
    expect(await card(page, 'scenario1').getByRole('button', { name: 'Promote' }).count()).toBe(0)
  })
})

describeWeb('the scenario in which one is', () => {
  it('is named and coloured on every screen, and in forms and questions that change it', async () => {
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
