/**
 * Tests second factors on the screen: an app, a passkey of a virtual device, recovery, and the requirements of the
 * settings.
 */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { describeWeb, startWeb, type Web } from '../support/browser.ts'
import { openScreen, type OpenOptions, settled } from '../support/browser-window.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'

/** The browser logs rejected requests; these are expected here. */
const refusals = [/status of 40[013]/]

/** Folder for pictures of the screens; undefined if none are required. */
const pictures = process.env['PICTURES']
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

const fillIn = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const codeOf = (text: string | null): string =>
  new TOTP({ secret: Secret.fromBase32((text ?? '').replaceAll(' ', '')) }).generate()

/** Adds a device with passkeys that accepts every request. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describeWeb('a second factor', () => {
  let web: Web
  /** Passkeys require a host with a name. */
  let url: string
  beforeAll(async () => {
    web = await startWeb({ settings: { SECOND_FACTOR_REQUIRED_FOR: 'vault' } })
    url = web.server.url.replace('127.0.0.1', 'localhost')
    for (const username of ['ann', 'bob', 'cleo'])
      await web.server.addUser({ username, rights: { default: ['input.view_demand'] } })
  })
  afterAll(() => web[Symbol.asyncDispose]())

  async function open(path: string, options: OpenOptions) {
    const screen = await openScreen(web.browser, url, path, options)
    return {
      ...screen,
      [Symbol.asyncDispose]: async () => {
        await screen.context.close()
        expect(screen.problems, 'what the browser complains about').toEqual([])
      },
    }
  }

  /** Makes codes of the current half minute valid again, as if time had passed. */
  const passTime = (): Promise<unknown> =>
    web.server.database.query({ text: 'UPDATE control."totp" SET "last_step" = 0' })

  it('is set up with an app, asked for at the next sign-in, and turned off', async () => {
    await using screen = await open('/app/preferences', { as: 'ann', expected: refusals })
    const { page } = screen
    await settled(page)
    const panel = page.getByRole('region', { name: 'Second factor' })
    await panel.getByRole('button', { name: 'Set up' }).click()
    await panel.getByLabel('Current password').fill('wrong one')
    await panel.getByRole('button', { name: 'Continue' }).click()
    await panel.getByText('not your password').waitFor()
    await panel.getByLabel('Current password').fill(goodPassword)
    await panel.getByRole('button', { name: 'Continue' }).click()
    await panel.locator('svg[role="img"] path[d^="M"]').waitFor()
    await picture(page, 'preferences-qr')
    await expectAccessible(page)
    const secret = await panel.locator('code').textContent()
    await panel.getByLabel('First code of the app').fill('000000')
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await panel.getByText('This code is wrong').waitFor()
    await panel.getByLabel('First code of the app').fill(codeOf(secret))
    await panel.getByRole('button', { name: 'Confirm' }).click()
    await panel.getByText('Your recovery codes').waitFor()
    expect(await panel.locator('li code').count()).toBe(10)
    await panel.getByText('10 are left').waitFor()
    await picture(page, 'preferences-codes')
    await expectAccessible(page)

    await using again = await open('/login/', { as: null, expected: refusals })
    await fillIn(again.page, 'ann')
    const code = again.page.getByLabel('Code')
    await code.waitFor()
    await picture(again.page, 'login-code')
    await expectAccessible(again.page, { level: 'any' })
    await code.fill('123456')
    await again.page.keyboard.press('Enter')
    await again.page.getByText('This code is wrong').waitFor()
    await passTime()
    await code.fill(codeOf(secret))
    await again.page.keyboard.press('Enter')
    await again.page.waitForURL('**/app/default')

    await panel.getByRole('button', { name: 'Turn off' }).click()
    await panel.getByLabel('Current password').fill(goodPassword)
    await panel.getByRole('button', { name: 'Turn off' }).click()
    await panel.getByRole('button', { name: 'Set up' }).waitFor()
  })

  it('is a passkey that signs in without a password, has a name, and can go', detail, async () => {
    await using screen = await open('/app/preferences', { as: 'bob', expected: refusals })
    const { page } = screen
    await addDevice(page)
    await settled(page)
    const panel = page.getByRole('region', { name: 'Second factor' })
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByLabel('Name of the passkey').fill('Office laptop')
    await panel.getByLabel('Current password').fill(goodPassword)
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByText('Office laptop').waitFor()
    await panel.getByRole('button', { name: 'Rename the passkey Office laptop' }).click()
    await panel.getByLabel('Name of the passkey').fill('Laptop')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Laptop', { exact: true }).waitFor()
    await picture(page, 'preferences-passkey')

    // Signed out, with the same device.
    await page.context().clearCookies()
    await page.goto('/login/')
    await picture(page, 'login-passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app/default')
    await page.goto('/app/preferences')
    await settled(page)
    await panel.getByText(/last used/).waitFor()
    await panel.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await panel.getByText('Remove the passkey Laptop?').waitFor()
    await picture(page, 'preferences-passkey-removal')
    await panel.getByLabel('Current password').fill('wrong one')
    await panel.getByRole('button', { name: 'Remove' }).click()
    await panel.getByText('not your password').waitFor()
    await panel.getByLabel('Current password').fill(goodPassword)
    await panel.getByRole('button', { name: 'Remove' }).click()
    await panel.getByText('Laptop', { exact: true }).waitFor({ state: 'detached' })

    // The device still has the passkey, but the service has deleted it.
    await page.context().clearCookies()
    await page.goto('/login/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not accepted').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login/')
  })

  it('takes no answer of a passkey twice, for another address, or without its question', detail, async () => {
    await using screen = await open('/app/preferences', { as: 'admin' })
    const { page } = screen
    await addDevice(page)
    await settled(page)
    const panel = page.getByRole('region', { name: 'Second factor' })
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByLabel('Current password').fill(goodPassword)
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByRole('button', { name: /^Remove the passkey/ }).waitFor()
    await page.context().clearCookies()
    await page.goto('/login/')
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/signon/passkey/'))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    const answer = (await sent).postDataJSON()
    await page.waitForURL('**/app/default')
    const send = async (body: unknown, base = url): Promise<number> =>
      (
        await fetch(`${base}/api/signon/passkey/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status
    expect(await send(answer)).toBe(401)
    expect(await send(answer, web.server.url)).toBe(401)
    const fresh = await (await fetch(`${url}/api/signon/passkey/options/`, { method: 'POST' })).json()
    expect(await send({ ...answer, state: fresh.state })).toBe(401)
    expect(await send({ ...answer, state: `${String(fresh.state)}x` })).toBe(401)
  })

  it(
    'is set up before anything else where the settings ask for it, and reset by an administrator',
    detail,
    async () => {
      const { database } = web.server
      await database.query({
        text: `WITH g AS (INSERT INTO control."group" ("name") VALUES ('vault') RETURNING "id")
        INSERT INTO control."membershipgroup" ("user", "scenario", "group")
        SELECT u."id", 'default', g."id" FROM g, control."user" u WHERE u."username" = 'cleo'`,
      })
      await using screen = await open('/login/?next=/app/preferences', { as: null, expected: refusals })
      const { page } = screen
      await fillIn(page, 'cleo')
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
      await expectAccessible(page, { level: 'any' })
      // Other pages redirect to the sign-in page.
      await page.goto('/app/default')
      expect(new URL(page.url()).search).toContain('factor=missing')
      await page.getByLabel('Password', { exact: true }).fill(goodPassword)
      await page.getByRole('button', { name: 'Use an authenticator app' }).click()
      await page.locator('svg[role="img"] path[d^="M"]').waitFor()
      await picture(page, 'login-factor')
      await expectAccessible(page, { level: 'any' })
      const secret = await page.locator('form code').textContent()
      await page.getByLabel('First code of the app').fill(codeOf(secret))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await picture(page, 'login-recovery')
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.waitForURL('**/app/default')

      const { rows } = await database.query<{ id: number }>({
        text: `SELECT "id" FROM control."user" WHERE "username" = 'cleo'`,
      })
      await using admin = await web.open(`/app/admin/users/${rows[0]!.id}`)
      await settled(admin.page)
      await picture(admin.page, 'user')
      await admin.page.getByRole('button', { name: 'Reset second factor' }).click()
      await admin.page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click()
      await admin.page.getByText('No second factor').waitFor()
    },
  )
})
