/** Tests the first minutes of a planner: from an empty scenario to the reason why an order is late. */
import { expect, it } from 'vitest'
import { describeWeb, startWeb } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { goodPassword } from '../support/good-password.ts'

describeWeb('a planner in front of a new installation', () => {
  it('makes the first user, loads data, plans, and learns which order is late and why', async () => {
    await using web = await startWeb({ noUsers: true, worker: true })
    await using screen = await web.open('/app/', { as: null, expected: [/status of 401/] })
    const { page } = screen
    await page.waitForURL('**/setup/')
    await page.getByLabel('User name').fill('first')
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByLabel('Password again').fill(goodPassword)
    await page.getByRole('button', { name: 'Create user' }).click()

    await page.getByText('This scenario is empty').waitFor()
    await page.getByRole('link', { name: 'Load a demo dataset' }).click()
    const dialog = page.getByRole('dialog')
    // The status of the run that the page shows, next to its title.
    const done = page.locator('main header [data-state="Done"]')
    await dialog.getByRole('combobox', { name: 'fixture' }).click()
    await page.getByRole('option', { name: 'jobshop_demo' }).click()
    await dialog.getByRole('button', { name: 'Launch' }).click()
    await page.waitForURL('**/execute/runs/*')
    await done.waitFor()

    await page.goto('/app/default/execute?task=createbuckets')
    await dialog.getByRole('button', { name: 'Launch' }).click()
    await page.waitForURL('**/execute/runs/*')
    await done.waitFor()

    // Without a plan, nothing to decide or to release would be no good news.
    for (const path of ['exceptions', 'release', '']) {
      await page.goto(`/app/default/${path}`)
      await page.getByText('There is no plan yet').waitFor()
    }
    // One click plans with the usual parameters; the others are a link away.
    const actions = page.getByRole('main').getByRole('link', { name: 'Other settings' })
    expect(await actions.getAttribute('href')).toContain('/execute?task=runplan')
    await page.getByRole('button', { name: 'Run the plan' }).click()
    await page.getByRole('link', { name: /^Planning … \d+ %$/ }).click()
    await page.waitForURL('**/execute/runs/*')
    await done.waitFor()

    await page.goto('/app/default/')
    await settled(page)
    const late = page.getByRole('region', { name: 'Most delayed orders' })
    const order = late.getByRole('link', { name: /^JOB-/ }).first()
    const name = await order.innerText()
    await order.click()
    await page.getByRole('treegrid').getByRole('row').nth(1).waitFor()
    expect(await page.locator('h1').innerText()).toContain(name)
    await page.getByText('It is late by').waitFor()
  })
})
