import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'

describeWeb('preferences', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('keeps what is chosen at once, and speaks the language that is chosen', async () => {
    await using screen = await web.open('/app/preferences', { as: 'viewer' })
    const { page } = screen
    await settled(page)
    const kept = page.waitForResponse((one) => one.request().method() === 'PATCH' && one.ok())
    await page.getByText('Compact', { exact: true }).click()
    await kept
    await page.waitForFunction(`document.documentElement.dataset.density === 'compact'`)
    await page
      .getByRole('combobox', { name: 'Language' })
      .or(page.getByLabel('Language', { exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    const me: { preferences: { density: string }; stored_language: string } = await (
      await screen.context.request.get('/api/me/')
    ).json()
    expect(me).toMatchObject({ preferences: { density: 'compact' }, stored_language: 'de' })
  })

  it('speaks the language of the browser to users who have chosen none', detail, async () => {
    const body = { language: 'auto' }
    expect((await web.server.request('PATCH', '/api/me/', { as: 'norights', body })).status).toBe(200)
    await using screen = await web.open('/app/preferences', { as: 'norights', language: 'de-AT' })
    await screen.page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
  })

  it('keeps the name that an administrator has corrected meanwhile', detail, async () => {
    const id = await web.server.addUser({ username: 'paula', rights: { default: [] } })
    await using screen = await web.open('/app/preferences', { as: 'paula' })
    const { page } = screen
    await settled(page)
    await web.server.request('PATCH', `/api/common/user/${id}/`, { body: { first_name: 'Paula' } })
    await page.getByText('Compact', { exact: true }).click()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Paula')
    await page.getByLabel('Last name').fill('Pohl')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect
      .poll(async () => (await web.server.request('GET', `/api/common/user/${id}/`)).json)
      .toMatchObject({ first_name: 'Paula', last_name: 'Pohl' })
  })

  it('changes the password, with what the rules say at the field', async () => {
    await web.server.addUser({ username: 'marie', rights: { default: [] } })
    await using screen = await web.open('/app/preferences', { as: 'marie', expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    const fill = async (old: string, wanted: string): Promise<void> => {
      await page.getByLabel('Current password').fill(old)
      await page.getByLabel(/^New password( \*)?$/).fill(wanted)
      await page.getByLabel('New password again').fill(wanted)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await fill(goodPassword, 'short')
    await page.getByText('too short').waitFor()
    await fill(goodPassword, 'a longer sentence 7')
    await page.getByText('Your password is changed').waitFor()
    // The session of this window remains valid.
    expect((await screen.context.request.get('/api/me/')).status()).toBe(200)
  })

  it('says that the service cannot be reached where a password or a key is sent', detail, async () => {
    await using screen = await web.open('/app/preferences', { as: 'planner', expected: [/ERR_FAILED/] })
    const { page } = screen
    await page.getByLabel('Current password').fill(goodPassword)
    await page.getByLabel(/^New password( \*)?$/).fill(goodPassword)
    await page.getByLabel('New password again').fill(goodPassword)
    await page.route('**/api/me/password/', (route) => route.abort())
    await page.getByRole('button', { name: 'Change password' }).click()
    const problems = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' })
    await problems.waitFor()
    await page.route('**/api/common/apikey/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    const name = page.locator('#keys input').first()
    await name.fill('Night import')
    await name.press('Enter')
    await expect.poll(() => problems.count()).toBe(2)
  })

  it('ends a session elsewhere', detail, async () => {
    await using other = await web.open('/app/preferences', { as: 'planner' })
    await settled(other.page)
    await using screen = await web.open('/app/preferences', { as: 'planner' })
    await settled(screen.page)
    await screen.page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await screen.page.getByText('Ended', { exact: true }).waitFor()
    expect((await other.context.request.get('/api/me/')).status()).toBe(401)
    await other.page.goto('about:blank')
  })

  it('makes a key whose secret works and is shown once, and revokes it', async () => {
    await using screen = await web.open('/app/preferences', { as: 'viewer', language: 'en' })
    const { page } = screen
    await screen.context.request.fetch('/api/me/', { method: 'GET' })
    await settled(page)
    const keys = page.locator('#keys')
    await keys.locator('input:not([type])').or(keys.locator('input[type="text"]')).first().fill('erp')
    await keys.locator('button[type="submit"]').click()
    const secret = (await keys.locator('code').innerText()).trim()
    const ask = (): Promise<number> =>
      fetch(`${web.server.url}/api/me/`, { headers: { authorization: `Bearer ${secret}` } }).then(
        ({ status }) => status,
      )
    expect(await ask()).toBe(200)
    await page.reload()
    await keys.getByText('erp', { exact: true }).waitFor()
    expect(await keys.locator('code').count()).toBe(0)
    await keys.locator('li button').click()
    await page.getByRole('dialog').locator('button[type="submit"]').click()
    await keys.getByText('erp', { exact: true }).waitFor({ state: 'detached' })
    expect(await ask()).toBe(401)
  })

  it('limits a key to entities and scenarios that are chosen by their names on screens', detail, async () => {
    await web.server.addUser({
      username: 'kim',
      rights: { default: ['input.view_item', 'input.view_customer'] },
    })
    await using screen = await web.open('/app/preferences', { as: 'kim', language: 'en' })
    const { page } = screen
    await settled(page)
    const keys = page.locator('#keys')
    await keys.getByLabel('Purpose').fill('catalogue')
    await keys.getByRole('combobox', { name: 'Only these entities' }).fill('item')
    await page.getByRole('option', { name: 'Items', exact: true }).click()
    await keys.getByRole('combobox', { name: 'Only these scenarios' }).click()
    await page.getByRole('listbox', { name: 'Only these scenarios' }).getByRole('option').click()
    await keys.getByRole('button', { name: 'Create key' }).click()
    const secret = (await keys.locator('code').innerText()).trim()
    await keys.getByText('Items · Production').waitFor()
    const ask = async (path: string): Promise<number> => {
      const { status } = await fetch(web.server.url + path, {
        headers: { authorization: `Bearer ${secret}` },
      })
      return status
    }
    expect([await ask('/api/input/item/'), await ask('/api/input/customer/')]).toEqual([200, 403])
  })

  it('takes the end of a key in the date format of the user, and no day that is over', detail, async () => {
    await web.server.addUser({ username: 'gerd', language: 'de', rights: { default: ['input.view_item'] } })
    const body = { preferences: { date_format: 'language' } }
    expect((await web.server.request('PATCH', '/api/me/', { as: 'gerd', body })).status).toBe(200)
    await using screen = await web.open('/app/preferences', { as: 'gerd', width: 390 })
    const { page } = screen
    await settled(page)
    const keys = page.locator('#keys')
    const until = keys.getByRole('textbox', { name: 'Gültig bis' })
    expect(await until.inputValue()).toMatch(/^\d\d\.\d\d\.\d{4}$/)
    await keys.locator('form input').first().fill('csv')
    await until.fill('31.12.2020')
    await until.press('Enter')
    await keys.getByText('Der erste mögliche Tag ist der').waitFor()
    await keys.locator('button[type="submit"]').click()
    expect(await keys.locator('code').count()).toBe(0)
    await until.fill('heute+7')
    await until.press('Enter')
    await keys.locator('code').first().waitFor()
    const { json } = await web.server.request('GET', '/api/common/apikey/', { as: 'gerd' })
    const week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    expect(json).toMatchObject([{ name: 'csv', expiry_date: expect.stringContaining(week) }])
  })

  it(
    'makes a key with which an assistant can propose, in two clicks, and says where it connects',
    detail,
    async () => {
      await using screen = await web.open('/app/preferences', { as: 'viewer', language: 'en' })
      const keys = screen.page.locator('#keys')
      // The user may have changed the language before.
      await keys.locator('button').first().click()
      await keys.locator('button[type="submit"]').click()
      await keys.locator('code').nth(1).waitFor()
      const [secret = '', address = ''] = await keys.locator('code').allInnerTexts()
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      expect(await answer.text()).toContain('propose_changes')
      const help = await keys.locator('a').first().getAttribute('href')
      const page = await screen.context.request.get(String(help))
      expect([page.status(), await page.text()]).toEqual([200, expect.stringContaining('plk_')])
    },
  )
})
