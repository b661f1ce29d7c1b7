import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { goodPassword } from '../support/good-password.ts'

describeWeb('a session that ends while somebody works', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  const endSessions = (): Promise<unknown> =>
    web.server.database.query({ text: `DELETE FROM control."session"` })

  it('asks to sign in again, and sends again what was refused', async () => {
    await using screen = await web.open('/app/default/', {
      as: 'planner',
      expected: [/status of 401/, /EventSource/],
    })
    const { page } = screen
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Sales orders', exact: true })
      .waitFor()
    // Requests of the page after the end of the session would ask to sign in before anything is clicked.
    await settled(page)
    await page.getByRole('button', { name: 'User planner' }).click()
    await page.getByText('Dark', { exact: true }).waitFor()
    await endSessions()
    await page.getByText('Dark', { exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByText('password is wrong').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
    const again = page.waitForResponse(
      (response) => response.url().endsWith('/api/me/') && response.request().method() === 'PATCH',
    )
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    expect((await again).status()).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toContain('/app/default/')
    const { json } = await web.server.request('GET', '/api/me/', { as: 'planner' })
    expect(json).toMatchObject({ preferences: { scheme: 'dark' } })
  })

  it('uploads a file again that was refused', async () => {
    await using screen = await web.open('/app/default/execute/files', {
      expected: [/status of 401/, /EventSource/],
    })
    const { page } = screen
    await settled(page)
    const upload = page.locator('input[type="file"]')
    await upload.waitFor({ state: 'attached' })
    // The list of files, which is read again before an upload, is still served.
    let isOver = false
    await page.route('**/execute/uploadtofolder/**', async (route) => {
      if (!isOver && route.request().method() === 'POST') {
        isOver = true
        await endSessions()
      }
      await route.continue()
    })
    await upload.setInputFiles({
      name: 'item.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name\nA late item\n'),
    })
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('li[data-state="done"]').filter({ hasText: 'item.csv' }).waitFor()
    const { json } = await web.server.request('GET', '/execute/uploadtofolder/0/')
    expect(json).toMatchObject([{ name: 'item.csv' }])
  })

  it('asks to sign in again if only the events end with the session, and says what fails then', async () => {
    await using screen = await web.open('/app/help/about', {
      as: 'planner',
      expected: [/status of (?:401|502)/, /EventSource/, /ERR_FAILED/],
    })
    const { page } = screen
    await page.route('**/execute/api/events/**', (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await settled(page)
    await endSessions()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    // Before the number of unread messages is read again.
    await dialog.waitFor({ timeout: 25_000 })
    expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
    await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
    const signIn = dialog.getByRole('button', { name: 'Sign in' })
    const failure = dialog.getByRole('alert').filter({ hasText: 'The service cannot be reached' })
    await page.route('**/login/', (route) => route.abort())
    await signIn.click()
    await failure.waitFor()
    await page.unroute('**/login/')
    await page.route('**/login/', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }))
    const refused = page.waitForResponse((response) => response.status() === 502)
    await signIn.click()
    await refused
    await failure.waitFor()
    await page.unroute('**/login/')
    await signIn.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
  })
})
