/** Tests signing in with a real OpenID Connect provider and with a proxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { ensureBuilt } from '../support/build-web.ts'
import { launchBrowser } from '../support/browser-window.ts'
import { findChromium } from '../support/chromium.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { freePort } from './support/free-port.ts'

const provider = (port: number): string =>
  JSON.stringify({
    company: {
      ISSUER: `http://127.0.0.1:${port}`,
      CLIENT_ID: 'planning',
      CLIENT_SECRET: 'a secret of the test',
      TITLE: 'Example Ltd',
      SCOPES: 'openid profile email groups',
      RIGHTS: { planners: ['planner'], admins: ['superuser'] },
      SCENARIOS: ['default'],
    },
  })

const load = (env: Readonly<Record<string, string>>) => () => loadSettings({ cwd: '/tmp', env })

/** Requests a page as a user whom a proxy has signed in. */
const ask = (server: TestServer, user: string) =>
  server.request('GET', '/app/', { as: null, headers: { 'x-remote-user': user } })

async function withPage(run: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchBrowser()
  try {
    await run(await browser.newPage())
  } finally {
    await browser.close()
  }
}

describe('settings', () => {
  it('refuse what lets anybody in', () => {
    expect(load({ PLANCTL_AUTH_PROXY_HEADER: 'X-Remote-User', PLANCTL_TRUST_PROXY: 'true' })).toThrow(
      /AUTH_PROXY_HEADER needs TRUST_PROXY with the addresses/,
    )
    expect(
      load({ PLANCTL_OIDC_PROVIDERS: '{"a": {"ISSUER": "http://idp.example.com", "CLIENT_ID": "x"}}' }),
    ).toThrow(/must be an https address/)
    expect(load({ PLANCTL_OIDC_PROVIDERS: '{"a": {"CLIENT_ID": "x"}}' })).toThrow(/OIDC_PROVIDERS/)
  })
})

describe('behind a proxy that signs users in', () => {
  it('believes the header of the proxy, and of nobody else', async () => {
    const settings = { AUTH_PROXY_HEADER: 'X-Remote-User' }
    await using trusting = await startTestServer({ settings: { ...settings, TRUST_PROXY: '127.0.0.1' } })
    const cookies = (await ask(trusting, 'ann')).headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sessionid', 'csrftoken'])
    const headers = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
    const me = await trusting.request('GET', '/api/me/', { as: null, headers })
    expect(me.json).toMatchObject({ username: 'ann' })
    // The header alone does not authenticate a request, because scripts of other sites could send such requests.
    const alone = await trusting.request('GET', '/api/me/', {
      as: null,
      headers: { 'x-remote-user': 'admin' },
    })
    expect(alone.status).toBe(401)
    await using distrusting = await startTestServer({ settings: { ...settings, TRUST_PROXY: '10.0.0.1' } })
    expect((await ask(distrusting, 'admin')).headers.getSetCookie()).toEqual([])
  })
})

describe('a name that the proxy sends', () => {
  it('is that of the present user, also after users were renamed', async () => {
    const settings = { AUTH_PROXY_HEADER: 'X-Remote-User', TRUST_PROXY: '127.0.0.1' }
    await using server = await startTestServer({ settings })
    /** Opens a page, and returns the user of the session. */
    const opened = async (name: string): Promise<unknown> => {
      const cookies = (await ask(server, name)).headers.getSetCookie()
      const headers = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
      return (await server.request('GET', '/api/me/', { as: null, headers })).json
    }
    const first = await opened('ann')
    expect(first).toMatchObject({ username: 'ann' })
    expect(await opened('ANN')).toEqual(first)
    await server.database.query({
      text: `UPDATE control."user" SET "username" = 'ann.smith' WHERE "username" = 'ann'`,
    })
    await server.database.query({ text: `INSERT INTO control."user" ("username") VALUES ('ann')` })
    expect(await opened('ann')).toMatchObject({ username: 'ann' })
    expect(await opened('ann.smith')).toMatchObject({ ...Object(first), username: 'ann.smith' })
  })
})

describe('OpenID Connect', { skip: findChromium() === undefined }, () => {
  let server: TestServer
  let child: ChildProcess
  beforeAll(async () => {
    ensureBuilt()
    const port = await freePort()
    server = await startTestServer({ settings: { OIDC_PROVIDERS: provider(port) } })
    const script = join(import.meta.dirname, 'support/openid-provider.ts')
    const addresses = [`${server.url}/login/company/callback/`, `${server.url}/login/`]
    child = spawn(process.execPath, [script, String(port), ...addresses], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    await once(child.stdout!, 'data')
  })
  afterAll(async () => {
    child.kill('SIGKILL')
    await server[Symbol.asyncDispose]()
  })

  /** Signs in at the provider, which requires a name, any password, and consent. */
  async function signIn(page: Page, login: string, groups: readonly string[] = []): Promise<void> {
    child.send(groups)
    await page.goto(`${server.url}/app/default/data/item`)
    await page.getByRole('link', { name: 'Sign in with Example Ltd' }).click()
    await page.locator('input[name=login]').fill(login)
    await page.locator('input[name=password]').fill('whatever')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  const rightsOf = async (username: string): Promise<unknown> => {
    const { rows } = await server.database.query({
      text: `SELECT m."scenario", m."is_superuser", ARRAY(
          SELECT g."name"::text FROM control."membershipgroup" mg JOIN control."group" g ON g."id" = mg."group"
          WHERE mg."user" = m."user" AND mg."scenario" = m."scenario") AS "groups"
        FROM control."membership" m JOIN control."user" u ON u."id" = m."user"
        WHERE u."username" = $1 ORDER BY 1`,
      values: [username],
    })
    return rows
  }

  it('makes users when they first come, gives and takes rights by groups, and signs out there', async () => {
    await server.request('POST', '/api/auth/group/', { body: { name: 'planner' } })
    await withPage(async (page) => {
      await signIn(page, 'ann', ['planners'])
      await page.waitForURL('**/app/default/data/item')
      expect(await rightsOf('ann')).toEqual([
        { scenario: 'default', is_superuser: false, groups: ['planner'] },
      ])
      const cookies = await page.context().cookies()
      expect(cookies.find(({ name }) => name === 'sessionid')).toMatchObject({ httpOnly: true })
      expect(cookies.some(({ name }) => name === 'signonpending')).toBe(false)
      await page.getByRole('button', { name: 'User ann' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      // The provider offers to end its own session, too.
      await page.waitForURL('**/session/end**')
    })
    // The groups have changed since the first sign-in.
    await withPage(async (page) => {
      await signIn(page, 'ann', ['admins'])
      await page.waitForURL('**/app/default/data/item')
      expect(await rightsOf('ann')).toEqual([{ scenario: 'default', is_superuser: true, groups: [] }])
    })
    await withPage(async (page) => {
      await signIn(page, 'ann')
      await page.waitForURL('**/app/**')
      expect(await rightsOf('ann')).toEqual([{ scenario: 'default', is_superuser: false, groups: [] }])
    })
  })

  it('makes nobody the administrator who has that name at the provider', async () => {
    await withPage(async (page) => {
      await signIn(page, 'admin', ['admins'])
      await page.waitForURL('**/login/?problem=refused')
      await page.getByText('Your account may not sign in here').waitFor()
      expect((await page.context().cookies()).some(({ name }) => name === 'sessionid')).toBe(false)
    })
    expect(server.log.some((line) => line.includes('exists already'))).toBe(true)
  })

  it('takes no answer that this browser has not asked for, and slows guessing down', async () => {
    const callback = '/login/company/callback/?code=stolen&state=x'
    const asked = await server.request('GET', callback, { as: null })
    expect(asked.headers.get('location')).toBe('/login/?problem=failed')
    const begun = await server.request('GET', '/login/company/?next=https://evil.example/app/', { as: null })
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const forged = await server.request('GET', callback, { as: null, headers: { cookie } })
    expect(forged.headers.get('location')).toBe('/login/?problem=failed')
    expect(begun.headers.get('location')).toMatch(/code_challenge=[\w-]{43}&code_challenge_method=S256/)
    const [payload = ''] = cookie.replace('signonpending=', '').split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ next: '/app/' })
    for (let tries = 0; tries < 5; tries += 1) await server.request('GET', callback, { as: null })
    const paused = await server.request('GET', callback, { as: null })
    expect(paused.headers.get('location')).toBe('/login/?problem=paused')
    const { rows } = await server.database.query({
      text: `SELECT DISTINCT "details" ->> 'reason' AS "reason" FROM control."securityevent" WHERE "event" = 'sign_in_failed'`,
    })
    expect(rows).toEqual([{ reason: 'provider' }])
    expect((await server.request('GET', '/login/nobody/', { as: null })).status).toBe(404)
  })
})
