/** Tests that another scenario starts new screens: nothing that belongs to one scenario is shown or saved in another. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, expectNoSidewaysScroll, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
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

  it(
    'shows a run only in its own scenario, and leads from it to the runs of the other one',
    detail,
    async () => {
      await using screen = await web.open('/app/scenario1/execute/runs/2')
      const { page } = screen
      await page.waitForURL('**/app/default/execute/runs/2')
      await page.getByRole('heading', { level: 1, name: /#2$/ }).waitFor()
      await switchTo(page, 'scenario1')
      await page.getByRole('heading', { level: 1, name: 'Execute' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/app/scenario1/execute')
    },
  )

  it.each(['', 'release?span=28', 'reports/comparison', 'exceptions'])(
    'is no wider than a phone with a long name of a scenario: %s',
    detail,
    async (path) => {
      const description = 'Overtime_in_the_second_half_of_the_year_with_two_more_ships'
      await web.server.request('PATCH', '/api/common/scenario/scenario1/', { body: { description } })
      await using screen = await web.open(`/app/scenario1/${path}`, { width: 390, height: 844 })
      const { page } = screen
      await settled(page)
      await page.getByRole('main').getByText(description).first().waitFor()
      await expectNoSidewaysScroll(page)
      await web.server.request('PATCH', '/api/common/scenario/scenario1/', { body: { description: '' } })
    },
  )

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
