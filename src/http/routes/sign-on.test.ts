import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'

/** Returns the cookie of a browser that has begun to sign in at the provider. */
function begunAt({ service }: TestServer, changes: object = {}): string {
  const pending = {
    provider: 'example',
    state: 's',
    nonce: 'n',
    verifier: 'v',
    next: '/app/',
    until: Date.now() + 60_000,
    ...changes,
  }
  const text = Buffer.from(JSON.stringify(pending)).toString('base64url')
  const seal = createHmac('sha256', service.secret).update(`sign-on ${text}`).digest('base64url')
  return `signonpending=${text}.${seal}`
}

test('failed sign-ins through a provider delay nobody at another address', async () => {
  // A provider that does not respond: every sign-in fails.
  const OIDC_PROVIDERS = '{"example": {"ISSUER": "http://127.0.0.1:1", "CLIENT_ID": "tests"}}'
  await using server = await startTestServer({ settings: { OIDC_PROVIDERS, TRUST_PROXY: '127.0.0.1' } })
  const call = (address: string, cookie?: string) =>
    server.request('GET', '/login/example/callback/?code=a&state=b', {
      as: null,
      headers: { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
    })
  const begun = begunAt(server)
  for (const [network, cookie] of [
    ['192.0.2', undefined],
    ['203.0.113', begun],
  ] as const) {
    const found: number[] = []
    for (let place = 1; place <= 9; place += 1)
      for (let time = 1; time <= 5; time += 1) found.push((await call(`${network}.${place}`, cookie)).status)
    expect([cookie, new Set(found)]).toEqual([cookie, new Set([302])])
    const answer = await call('198.51.100.1', cookie)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login/?problem=failed'])
  }
  // Further ones from the same address have to wait; the first of them may come after a pause.
  const further = [
    await call('203.0.113.1', begun),
    await call('203.0.113.1', begun),
    await call('203.0.113.1', begun),
  ]
  const places = further.map(({ headers }) => headers.get('location'))
  expect(places).toContain('/login/?problem=paused')
})

test('a sign-in that its user cancels at the provider delays nobody, and is no failure', async () => {
  const OIDC_PROVIDERS = '{"example": {"ISSUER": "http://127.0.0.1:1", "CLIENT_ID": "tests"}}'
  await using server = await startTestServer({ settings: { OIDC_PROVIDERS } })
  const headers = { cookie: begunAt(server) }
  for (let time = 1; time <= 9; time += 1) {
    const path = '/login/example/callback/?error=access_denied&state=s'
    const answer = await server.request('GET', path, { as: null, headers })
    expect(answer.headers.get('location')).toBe('/login/?problem=failed')
  }
  expect(server.service.auth.signInFailures()).toMatchObject({ provider: 0 })
})

test('a sign-in that was begun with another provider, or too long ago, is none', async () => {
  const provider = { ISSUER: 'http://127.0.0.1:1', CLIENT_ID: 'tests' }
  const OIDC_PROVIDERS = JSON.stringify({ example: provider, other: provider })
  await using server = await startTestServer({ settings: { OIDC_PROVIDERS } })
  const failures = () => server.service.auth.signInFailures().provider
  for (const [index, changes] of [{ provider: 'other' }, { until: Date.now() - 1 }].entries()) {
    // Only the sign-in that this browser has begun can be canceled without being counted as guessing.
    const answer = await server.request('GET', '/login/example/callback/?error=access_denied&state=s', {
      as: null,
      headers: { cookie: begunAt(server, changes) },
    })
    expect(answer.headers.get('location')).toBe('/login/?problem=failed')
    expect(failures()).toBe(index + 1)
  }
})
