/** Tests passkeys at the API: who may add and change them, and which responses of a device do not sign in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChallenges } from '../../src/auth/factors/passkey-challenges.ts'
import { createSealedSecrets } from '../../src/auth/factors/sealed-secret.ts'
import { makePasskeyDevice, type PasskeyDevice } from '../support/passkey-device.ts'
import { sendRequest, startTestServer, type TestResponse, type TestServer } from '../support/server.ts'
import { signedInBy, type SignedIn, signInAt } from '../support/signed-in.ts'
import { goodPassword } from '../support/good-password.ts'

let server: TestServer
/** Passkeys require a host with a name. */
let origin: string
beforeAll(async () => {
  server = await startTestServer()
  origin = server.url.replace('127.0.0.1', 'localhost')
  for (const username of ['ann', 'bob', 'cleo', 'dan'])
    await server.addUser({ username, rights: { default: ['input.view_demand'] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const passkeys = '/api/me/factors/passkeys/'
const again = { password: goodPassword }

interface Question {
  readonly state: string
  readonly options: { readonly challenge: string }
}
const questionOf = ({ status, json }: TestResponse): Question => {
  expect(status).toBe(200)
  return Object(json)
}
const beginAdding = async (session: SignedIn): Promise<Question> =>
  questionOf(await session.send('POST', `${passkeys}options/`, again))
const beginSigningIn = async (): Promise<Question> =>
  questionOf(await sendRequest(origin, 'POST', '/api/signon/passkey/options/', { as: null, body: {} }))
/** Returns a challenge of a sign-in that the service has sent that many minutes ago. */
const askedBefore = (minutes: number) =>
  createChallenges({
    database: server.database,
    secrets: createSealedSecrets(server.service.secret),
    now: () => Date.now() - minutes * 60_000,
  }).create('sign in')
const answerSigningIn = (state: string, response: unknown): Promise<TestResponse> =>
  sendRequest(origin, 'POST', '/api/signon/passkey/', { as: null, body: { state, response } })

/** Adds a passkey and returns its device and number. */
async function add(session: SignedIn, name: string): Promise<{ device: PasskeyDevice; id: number }> {
  const device = makePasskeyDevice()
  const { state, options } = await beginAdding(session)
  const response = device.create(options.challenge, { origin })
  const added = await session.send('POST', passkeys, { name, state, response })
  expect(added.status).toBe(201)
  return { device, id: Object(added.json).id }
}
const namesOf = async (session: SignedIn): Promise<readonly string[]> =>
  Object((await session.send('GET', '/api/me/factors/')).json).passkeys.map(
    ({ name }: { readonly name: string }) => name,
  )
const eventsOf = async (username: string): Promise<readonly string[]> => {
  const { rows } = await server.database.query<{ event: string }>({
    text: 'SELECT "event" FROM control."securityevent" WHERE "username" = $1 ORDER BY "id"',
    values: [username],
  })
  return rows.map(({ event }) => event)
}

describe('a passkey', () => {
  it('signs its owner in, and is in the log of accounts from its addition to its deletion', async () => {
    const session = await signInAt(origin, 'ann')
    const { device, id } = await add(session, 'Phone')
    const { state, options } = await beginSigningIn()
    const signedIn = await answerSigningIn(state, device.answer(options.challenge, { origin }))
    expect([signedIn.status, Object(signedIn.json).username]).toEqual([200, 'ann'])
    const other = signedInBy(origin, signedIn)
    expect((await other.send('PATCH', `${passkeys}${id}/`, { name: 'Work phone' })).status).toBe(200)
    expect(await namesOf(other)).toEqual(['Work phone'])
    const wrong = await other.send('DELETE', `${passkeys}${id}/`, { password: 'wrong one' })
    expect([wrong.status, Object.keys(Object(wrong.json))]).toEqual([400, ['password']])
    expect((await other.send('DELETE', `${passkeys}${id}/`)).status).toBe(400)
    expect((await other.send('DELETE', `${passkeys}${id}/`, again)).status).toBe(204)
    const next = await beginSigningIn()
    const refused = await answerSigningIn(next.state, device.answer(next.options.challenge, { origin }))
    expect(refused.status).toBe(401)
    expect((await eventsOf('ann')).filter((event) => event.startsWith('passkey_'))).toEqual([
      'passkey_added',
      'passkey_renamed',
      'passkey_removed',
    ])
  })

  it('signs in once per challenge, within five minutes, and only with the user verified', async () => {
    const { device } = await add(await signInAt(origin, 'bob'), 'Key')
    const unverified = await beginSigningIn()
    const silent = device.answer(unverified.options.challenge, { origin, isVerified: false })
    expect((await answerSigningIn(unverified.state, silent)).status).toBe(401)
    const foreign = await beginSigningIn()
    const elsewhere = device.answer(foreign.options.challenge, { origin: 'http://localhost.example' })
    expect((await answerSigningIn(foreign.state, elsewhere)).status).toBe(401)

    for (const [minutes, status] of [
      [6, 401],
      [4, 200],
    ] as const) {
      const { challenge, state } = askedBefore(minutes)
      const answer = await answerSigningIn(state, device.answer(challenge, { origin }))
      expect(answer.status, `after ${minutes} minutes`).toBe(status)
    }

    const { state, options } = await beginSigningIn()
    const response = device.answer(options.challenge, { origin })
    expect((await answerSigningIn(state, response)).status).toBe(200)
    expect((await answerSigningIn(state, response)).status).toBe(401)
  })

  it('is added only with the challenge of this user and this purpose, and with the user verified', async () => {
    const session = await signInAt(origin, 'cleo')
    const another = await signInAt(origin, 'dan')
    const device = makePasskeyDevice()
    const send = async ({ state, options }: Question, isVerified = true): Promise<number> => {
      const response = device.create(options.challenge, { origin, isVerified })
      return (await session.send('POST', passkeys, { name: 'Key', state, response })).status
    }
    expect(await send(await beginAdding(another))).toBe(401)
    expect(await send(await beginSigningIn())).toBe(401)
    expect(await send(await beginAdding(session), false)).toBe(401)
    expect(await namesOf(session)).toEqual([])
    const question = await beginAdding(session)
    expect(await send(question)).toBe(201)
    expect(await send(question)).toBe(401)
    // The challenge of an addition does not sign in either.
    const { state, options } = await beginAdding(session)
    expect((await answerSigningIn(state, device.answer(options.challenge, { origin }))).status).toBe(401)
  })

  it('is changed by its owner only, and never with an API key', async () => {
    const session = await signInAt(origin, 'dan')
    const { id } = await add(session, 'Own')
    const another = await signInAt(origin, 'bob')
    expect((await another.send('PATCH', `${passkeys}${id}/`, { name: 'Taken' })).status).toBe(404)
    expect((await another.send('DELETE', `${passkeys}${id}/`, again)).status).toBe(404)
    const made = await session.send('POST', '/api/common/apikey/', { name: 'k', expiry_date: '2099-01-01' })
    const headers = { authorization: `Bearer ${Object(made.json).key}` }
    const byKey = async (method: string, path: string, body?: unknown): Promise<number> =>
      (
        await sendRequest(origin, method, path, {
          as: null,
          headers,
          ...(body === undefined ? {} : { body }),
        })
      ).status
    expect(await byKey('GET', '/api/me/')).toBe(200)
    const { state, options } = await beginAdding(session)
    const response = makePasskeyDevice().create(options.challenge, { origin })
    expect(await byKey('POST', passkeys, { name: 'Stolen', state, response })).toBe(403)
    expect(await byKey('PATCH', `${passkeys}${id}/`, { name: 'Taken' })).toBe(403)
    expect(await byKey('DELETE', `${passkeys}${id}/`, again)).toBe(403)
    expect(await namesOf(session)).toEqual(['Own'])
  })
})
