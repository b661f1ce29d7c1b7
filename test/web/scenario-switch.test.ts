/** Tests that another scenario starts new screens: nothing that belongs to one scenario is shown or saved in another. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'

/** Chooses a scenario in the header. */
async function switchTo(page: Page, label: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Scenario:/ })
    .click()
  await page.getByRole('menuitem', { name: label }).click()
}

describeWeb('switching the scenario', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'distribution_demo', inUse: true })
    const copy = { destination: 'scenario1', force: true }
    const { status, message } = await web.server.ended(await web.server.launch('scenario_copy', copy))
    if (status !== 'Done') throw new Error(`The scenario was not copied: ${message}`)
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('asks before unsaved changes are lost, and does not take them along', async () => {
    await using screen = await web.open('/app/scenario1/safetystock')
    const { page } = screen
    const tray = page.getByRole('region', { name: 'Changes not saved yet' })
    await page.getByRole('main').getByRole('row').getByRole('checkbox').first().check()
    await tray.waitFor()
    await switchTo(page, 'Production')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL('**/app/default/safetystock')
    await page.getByRole('main').getByRole('row').getByRole('checkbox').first().waitFor()
    expect(await page.getByRole('main').getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await tray.count()).toBe(0)
  })

  it('forgets the dates that were found in the scenario before', detail, async () => {
    await using screen = await web.open('/app/scenario1/promise')
    const { page } = screen
    for (const [label, value] of [
      ['Item', 'Bird feeder'],
      ['Location', 'Kassel central DC'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(value)
      await page.getByRole('option', { name: value, exact: true }).click()
    }
    await page.getByLabel('Quantity').fill('40')
    await page.getByLabel('Due').fill('today+90')
    await page.getByRole('button', { name: 'Find dates' }).click()
    const answer = page.getByRole('region', { name: 'The promise' })
    await answer.getByRole('table', { name: 'Deliveries' }).waitFor()
    await switchTo(page, 'Production')
    await page.waitForURL('**/app/default/promise')
    await page.getByRole('button', { name: 'Find dates' }).waitFor()
    await expect.poll(() => answer.getByRole('table').count()).toBe(0)
  })
})
