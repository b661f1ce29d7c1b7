/** Tests which ID tokens are accepted, with a provider over HTTP that issues wrong ones on request. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageOf } from '../../errors/service-error.ts'
import { createOpenIdProviders, type OpenIdProviders, type PendingSignOn } from './openid.ts'

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

let server: Server
let issuer: string
let providers: OpenIdProviders
/** Returns the next ID token. */
let token: (nonce: string) => Promise<string>
let issue: (nonce: string, claims?: JWTPayload, other?: boolean) => Promise<string>

beforeAll(async () => {
  const [published, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = [{ ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  issue = async (nonce, claims = {}, byOther = false) =>
    new SignJWT({
      iss: issuer,
      sub: 'ann',
      aud: 'planning',
      nonce,
      exp: inSeconds(60),
      iat: inSeconds(0),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(byOther ? other.privateKey : published.privateKey)
  const bodyOf = async (path: string | undefined): Promise<unknown> => {
    if (path === '/keys') return { keys }
    if (path === '/token')
      return { access_token: 'a', token_type: 'Bearer', id_token: await token(pending.nonce) }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }
  server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(await bodyOf(request.url)))
    }
    void answer()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  issuer = `http://127.0.0.1:${address.port}`
  providers = createOpenIdProviders({
    company: { ISSUER: issuer, CLIENT_ID: 'planning', CLIENT_SECRET: 'x' },
  })
})
afterAll(() => server.close())

let pending: PendingSignOn

/** Signs in with a token and returns the identity. */
async function complete(issued: typeof token) {
  token = issued
  ;({ pending } = await providers.begin('company', 'http://localhost/login/company/callback/', '/app/'))
  const callback = new URL(`http://localhost/login/company/callback/?code=c&state=${pending.state}`)
  return providers.complete(pending, callback)
}

/** Signs in with a token. Returns the subject, or the code of the error. */
const signInWith = (issued: typeof token): Promise<string | undefined> =>
  complete(issued).then(
    ({ subject }) => subject,
    (error: unknown) => messageOf(error).code,
  )

it('accepts a token that the provider has signed', async () => {
  await expect(signInWith((nonce) => issue(nonce))).resolves.toBe('ann')
})

/** Signs in with a token of these claims. Returns the address of the identity. */
const addressBy = async (claims: JWTPayload): Promise<string | undefined> =>
  (await complete((nonce) => issue(nonce, claims))).email

it('takes an address only if the provider has verified it, since it may belong to a user of this service', async () => {
  const email = 'boss@example.com'
  expect(await addressBy({ email, email_verified: true })).toBe(email)
  expect(await addressBy({ email, email_verified: false })).toBeUndefined()
  expect(await addressBy({ email, email_verified: 'true' })).toBeUndefined()
  expect(await addressBy({ email })).toBeUndefined()
})

it.each<[string, typeof token]>([
  ['signed with a key that the provider does not publish', (nonce) => issue(nonce, {}, true)],
  ['for another client', (nonce) => issue(nonce, { aud: 'another' })],
  ['of another issuer', (nonce) => issue(nonce, { iss: 'http://127.0.0.1:1' })],
  ['that has expired', (nonce) => issue(nonce, { exp: inSeconds(-3_600) })],
  ['of another sign-in', () => issue('another')],
])('rejects a token %s', async (_, issued) => {
  await expect(signInWith(issued)).resolves.toBe('sign_on_failed')
})
