/** Tests of screens whose code cannot be loaded: the app stays, and the screen can be loaded again. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'

const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Not loaded/]

describeWeb('a screen whose code is not loaded', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('shows an error without a network, and loads when asked to', async () => {
    await using screen = await web.open('/app/default/', { expected })
    const { page } = screen
    await settled(page)
    await page.route('**', (route) => route.abort('internetdisconnected'))
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    const problem = page.getByRole('main').getByRole('alert')
    await problem.getByRole('heading', { name: 'The service cannot be reached' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/inbox')
    const again = problem.getByRole('button', { name: 'Try again' })
    await again.click()
    await problem.waitFor()
    expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(1)
    await page.unrouteAll()
    await again.click()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })

  it('loads the page again if the service answers, for styles too', async () => {
    await using screen = await web.open('/app/default/', { expected })
    const { page } = screen
    await settled(page)
    await page.route('**/assets/checks-screen-*.css', (route) => route.abort(), { times: 1 })
    const again = page.waitForEvent('load')
    await page.evaluate(`history.pushState({}, '', '/app/admin/checks')`)
    await again
    await page.locator('main table').first().waitFor()
    const sheets = `[...document.styleSheets].filter(({ href }) => href?.includes('/checks-screen-'))`
    expect(await page.evaluate(`${sheets}.map(({ cssRules }) => cssRules.length > 0)`)).toEqual([true])
  })

  it('says so if it is still missing after that, and loads the page when asked to', async () => {
    await using screen = await web.open('/app/default/', { expected })
    const { page } = screen
    await settled(page)
    await page.route('**/assets/inbox-screen-*.js', (route) => route.abort(), { times: 2 })
    const first = page.waitForEvent('load')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await first
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await again.click()
    const title = page.getByRole('heading', { level: 1, name: 'Inbox' })
    await title.waitFor()
    expect(await title.count()).toBe(1)
  })
})
