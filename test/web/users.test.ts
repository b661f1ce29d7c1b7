import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'

describeWeb('users and groups', () => {
  let web: Web
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web[Symbol.asyncDispose]())

  it('adds a user who is no superuser, gives more, and lets the user go in two steps', detail, async () => {
    await using screen = await web.open('/app/admin/users/new')
    const { page } = screen
    await settled(page)
    await page.getByLabel('User name').fill('nadia')
    await page.getByLabel('E-mail').fill('nadia@example.com')
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByRole('heading', { level: 1, name: 'nadia' }).waitFor()
    const scenario = page
      .getByRole('region', { name: 'default' })
      .or(page.getByRole('region', { name: 'Production' }))
    const superuser = scenario.getByRole('switch', { name: 'Superuser' })
    expect(await superuser.isChecked()).toBe(false)
    await scenario.getByRole('button', { name: 'Direct rights (0)' }).click()
    await scenario.getByRole('checkbox', { name: /^items: View/i }).check()
    await scenario.getByRole('button', { name: /^Save for/ }).click()
    await page.getByText('1 direct right', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete user' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Delete user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete nadia?' })
    await dialog.getByRole('textbox').fill('nadia')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await page.getByText('nadia has been deleted').waitFor()
    await page.getByRole('link', { name: 'viewer' }).waitFor()
    expect(await page.getByRole('link', { name: 'nadia' }).count()).toBe(0)
  })

  it('hands out a link by which a password is chosen, and refuses a weak one that is set', async () => {
    const id = await web.server.addUser({ username: 'otto', rights: { default: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`, { expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    await page.getByLabel('New password').fill('otto')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('too short').first().waitFor()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel(/^Link, valid until/).inputValue()
    const answer = await screen.context.request.get(link)
    expect(answer.status()).toBe(200)
  })

  it('shows notices over no control of the screen', detail, async () => {
    const id = await web.server.addUser({ username: 'petra', rights: { default: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`)
    const { page } = screen
    await settled(page)
    for (const size of [
      { width: 1440, height: 700, direction: 'ltr' },
      { width: 1280, height: 560, direction: 'ltr' },
      { width: 1440, height: 700, direction: 'rtl' },
    ]) {
      await page.setViewportSize(size)
      await page.evaluate((direction) => (document.documentElement.dir = direction), size.direction)
      await page.getByLabel('First name').fill(`Petra ${size.width} ${size.direction}`)
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      const notice = page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .last()
      await notice.waitFor()
      const covered = (): Promise<readonly string[]> =>
        page.evaluate(() => {
          const shown = [...document.querySelectorAll('.mantine-Notification-root')].map((one) =>
            one.getBoundingClientRect(),
          )
          return [...document.querySelectorAll('button, a, input')]
            .filter((one) => one.closest('.mantine-Notification-root') === null)
            .filter((one) => {
              const box = one.getBoundingClientRect()
              return shown.some(
                ({ left, right, top, bottom }) =>
                  box.width > 1 &&
                  box.left < right &&
                  box.right > left &&
                  box.top < bottom &&
                  box.bottom > top,
              )
            })
            .map((one) => one.outerHTML.slice(0, 100))
        })
      // A notice moves into its place.
      await expect.poll(covered).toEqual([])
      await page.getByRole('button', { name: 'Close' }).last().click()
    }
  })

  it('asks before edits of a user are lost', detail, async () => {
    const id = await web.server.addUser({ username: 'quirin', rights: { default: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`)
    const { page } = screen
    await settled(page)
    await page.getByLabel('First name').fill('Quirin')
    // One question for all parts of the screen.
    const superuser = page.getByRole('switch', { name: 'Superuser' })
    for (const place of [0, 1]) await superuser.nth(place).check()
    const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' })
    await back.click()
    const dialog = page.getByRole('dialog', { name: 'Changes are not saved' })
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('First name').inputValue()).toBe('Quirin')
    await back.click()
    await dialog.getByRole('button', { name: 'Discard them' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })

  it('does not grant again what another administrator has taken away meanwhile', detail, async () => {
    const { server } = web
    const made = await server.request('POST', '/api/auth/group/', { body: [{ name: 'Buyers' }] })
    expect(made.status).toBe(201)
    const id = await server.addUser({ username: 'rita', rights: { default: [] } })
    await server.request('PATCH', `/api/common/user/${id}/`, { body: { groups: ['Buyers'] } })
    await using screen = await web.open(`/app/admin/users/${id}`)
    const { page } = screen
    await settled(page)
    const scenario = page
      .getByRole('region', { name: 'default' })
      .or(page.getByRole('region', { name: 'Production' }))
    await scenario.getByText('Buyers', { exact: true }).first().waitFor()
    await scenario.getByRole('switch', { name: 'Can open it' }).uncheck()
    await server.request('PATCH', `/api/common/user/${id}/`, { body: { groups: [] } })
    await scenario.getByRole('button', { name: /^Save for/ }).click()
    await page.getByText('Saved', { exact: false }).first().waitFor()
    const { json } = await server.request('GET', `/api/common/user/${id}/`)
    expect(json).toMatchObject({ is_active: false, groups: [] })
  })

  it('keeps the names and the address that another administrator has changed meanwhile', detail, async () => {
    const { server } = web
    const id = await server.addUser({ username: 'sophie', rights: { default: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`)
    const { page } = screen
    await settled(page)
    const save = page.getByRole('button', { name: 'Save', exact: true }).first()
    await page.getByLabel('Last name').fill('Stein')
    await server.request('PATCH', `/api/common/user/${id}/`, { body: { email: 'sophie@example.com' } })
    await save.click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('sophie@example.com')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.getByLabel('First name').fill('Sophie')
    await save.click()
    await expect
      .poll(async () => (await server.request('GET', `/api/common/user/${id}/`)).json)
      .toMatchObject({ first_name: 'Sophie', last_name: 'Stein', email: 'sophie@example.com' })
  })

  it('deactivates a user only where the administrator may, and names the rest', detail, async () => {
    const { server } = web
    const rights = { default: ['common.manage_users'], scenario1: ['common.view_user'] }
    await server.addUser({ username: 'sara', rights })
    const id = await server.addUser({ username: 'tom', rights: { default: [], scenario1: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`, { as: 'sara' })
    const { page } = screen
    await settled(page)
    const panel = page.getByRole('region', { name: 'When somebody leaves' })
    const rest = panel.getByText(/^Scenario 1: only an administrator there can deactivate/)
    await panel.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate tom?' })
    await dialog.getByText(/^(default|Production): the user can no longer open it/).waitFor()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await rest.waitFor()
    expect(await panel.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
    const isActive = async (scenario: string): Promise<unknown> =>
      Object((await server.request('GET', `${scenario}/api/common/user/${id}/`)).json).is_active
    expect([await isActive(''), await isActive('/scenario1')]).toEqual([false, true])
  })

  it('says where a user could not be deactivated', detail, async () => {
    const id = await web.server.addUser({ username: 'ulla', rights: { default: [], scenario1: [] } })
    await using screen = await web.open(`/app/admin/users/${id}`, { expected: [/status of 409/] })
    const { page } = screen
    await settled(page)
    await page.route('**/api/common/user/*/', (route) =>
      new URL(route.request().url()).pathname.startsWith('/scenario1/')
        ? route.continue()
        : route.fulfill({ status: 409, json: { detail: 'Not now.' } }),
    )
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate ulla?' })
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByText(/^(default|Production): Not now\.$/).waitFor()
    const { json } = await web.server.request('GET', `/scenario1/api/common/user/${id}/`)
    expect(json).toMatchObject({ is_active: false })
  })

  it('never takes the name of somebody else', detail, async () => {
    await using screen = await web.open('/app/admin/users/new', { expected: [/status of 400/] })
    const { page } = screen
    await settled(page)
    await page.getByLabel('User name').fill('planner')
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByRole('alert').getByText('exists already').waitFor()
    expect(page.url()).toContain('/users/new')
  })

  it('makes a group from a preset and changes a right of it', detail, async () => {
    await using screen = await web.open('/app/admin/groups/new')
    const { page } = screen
    await settled(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('night shift')
    await page.getByRole('button', { name: 'Viewer', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search rights' }).fill('items')
    await page.getByRole('checkbox', { name: /^items: Change/i }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'night shift' }).waitFor()
    const answer = await screen.context.request.get('/api/auth/group/?name=night+shift')
    const [group]: readonly { permissions: readonly string[] }[] = await answer.json()
    expect(group?.permissions).toEqual(expect.arrayContaining(['input.view_demand', 'input.change_item']))
    expect(group?.permissions).not.toContain('input.change_demand')
  })

  it('offers nothing to who administers nobody', async () => {
    await using screen = await web.open('/app/admin/users', { as: 'norights', expected: [/status of 403/] })
    const { page } = screen
    await page.getByRole('heading', { name: 'You do not have permission to see this' }).waitFor()
    expect(await page.getByRole('button', { name: 'New user' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Groups' }).count()).toBe(0)
  })
})
