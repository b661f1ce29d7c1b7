/**
 * Tests that users with read access are offered no action that would be rejected: the test clicks everything that can
 * be clicked.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { hasDetails } from '../support/scale.ts'
import { until } from '../support/wait.ts'

const paths = [
  '/app/default/',
  '/app/default/execute',
  '/app/default/execute/groups',
  '/app/default/execute/files',
  ...(hasDetails
    ? [
        '/app/default/execute/runs/2',
        '/app/default/execute/groups/Night',
        '/app/default/execute/new-group',
        '/app/default/execute/spreadsheet',
      ]
    : []),
]

/** Collects rejected responses and waits for pending requests, except event streams. */
function listen(page: Page) {
  const refused: string[] = []
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  let busyAt = 0
  const isQuiet = (): boolean => {
    if (open.size > 0) busyAt = performance.now()
    return performance.now() - busyAt > pauseMs
  }
  const quiet = async (): Promise<void> => {
    busyAt = performance.now()
    await until('all requests are answered', isQuiet)
  }
  return { refused, quiet }
}

/** Milliseconds without a request after which a screen has what it needs: a script may ask for data once it is there. */
const pauseMs = 400

/** Closes dialogs, also those whose script came late. */
async function closeDialogs(page: Page): Promise<void> {
  await until('no dialog is open', async () => {
    if ((await page.getByRole('dialog').count()) === 0) return true
    await page.keyboard.press('Escape')
    return false
  })
}

describeWeb('whoever may only look', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb({ dataset: 'manufacturing_demo', inUse: true })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it.each(paths)('is offered nothing that would be refused: %s', async (path) => {
    // The screen itself may report that the user has no access.
    await using screen = await web.open(path, { as: 'viewer', expected: [/status of 40[34]/] })
    const { page } = screen
    const heard = listen(page)
    await settled(page)
    await heard.quiet()
    const offered = page.getByRole('main').locator('button:enabled, input[type="checkbox"]:enabled')
    heard.refused.length = 0
    const count = await offered.count()
    for (let index = 0; index < count; index += 1) {
      const one = offered.nth(index)
      if (!(await one.isVisible())) continue
      const label = (await one.getAttribute('aria-label')) ?? (await one.innerText())
      await one.click({ timeout: 5_000 })
      // A dialog whose script is still loading asks for nothing yet.
      await settled(page)
      await heard.quiet()
      // Dialogs and their last button must be permitted, too.
      const sure = page.getByRole('dialog').locator('button[type="submit"]:enabled')
      if ((await sure.count()) > 0) await sure.last().click()
      await heard.quiet()
      expect(heard.refused, `after “${label}” on ${path}`).toEqual([])
      await page.keyboard.press('Escape')
      await closeDialogs(page)
      if (!page.url().endsWith(path)) {
        await page.goto(path)
        await settled(page)
        await heard.quiet()
        heard.refused.length = 0
      }
    }
  })

  it.each(['release', 'safetystock'])(
    'is not asked to select what nothing can be done with: %s',
    async (path) => {
      await using screen = await web.open(`/app/default/${path}`, { as: 'viewer' })
      const { page } = screen
      await settled(page)
      const main = page.getByRole('main')
      await main.getByRole('table').first().waitFor()
      expect(await main.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0)
      expect(await main.getByText(/selected|Select buffers/).count()).toBe(0)
    },
  )
})
