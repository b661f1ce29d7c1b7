import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'

/** The browser logs rejected requests; these are expected here. */
const refusals = [/status of 40[013]/]

describeWeb('signing in', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('leads to where the reader was going, with the query', async () => {
    await using screen = await web.open('/app/default/execute?task=loaddata', { as: null })
    const { page } = screen
    expect(new URL(page.url()).pathname).toBe('/login/')
    await page.getByLabel('User name or e-mail').fill('planner')
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/default/execute?task=loaddata')
  })

  it('sends nobody to another site', detail, async () => {
    await using screen = await web.open('/login/?next=https://evil.example/app/', { as: null })
    const { page } = screen
    await page.getByLabel('User name or e-mail').fill('planner')
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/default')
    expect(new URL(page.url()).origin).toBe(new URL(web.server.url).origin)
  })

  it('says what is wrong, keeps the name, and can show the password', async () => {
    await using screen = await web.open('/login/', { as: null, expected: refusals })
    const { page } = screen
    await page.getByLabel('User name or e-mail').fill('planner')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('is wrong').waitFor()
    await expectAccessible(page, { level: 'any' })
    expect(await page.getByLabel('User name or e-mail').inputValue()).toBe('planner')
    await page.getByRole('button', { name: 'Show the password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
  })

  it('speaks the language that is chosen, and keeps it for the next visit', detail, async () => {
    await using screen = await web.open('/login/', { as: null })
    const { page } = screen
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.reload()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
  })

  it('ends with signing out: the page before is not shown again', detail, async () => {
    await using screen = await web.open('/app/default/', { as: 'planner' })
    const { page } = screen
    await page.getByRole('button', { name: 'User planner' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login/**')
    await page.goto('/app/default/')
    expect(new URL(page.url()).pathname).toBe('/login/')
  })
})

describeWeb('a new installation', () => {
  it('asks for its first user, who then may do everything', async () => {
    await using web = await startWeb({ noUsers: true })
    await using screen = await web.open('/app/', { as: null, expected: refusals })
    const { page } = screen
    await page.waitForURL('**/setup/')
    await page.getByLabel('User name').fill('first')
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByLabel('Password again').fill('something else')
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('The two passwords differ.').waitFor()
    await page.getByLabel('Password again').fill(goodPassword)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.waitForURL('**/app/default')
    await page.getByRole('button', { name: 'User first' }).waitFor()
    await page.goto('/setup/')
    expect(new URL(page.url()).pathname).toBe('/login/')
  })
})
