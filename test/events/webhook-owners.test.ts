/** Tests that superusers of production cannot take over events that are read with the permissions of another user. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'partial', rights: { default: 'superuser' } })
  await server.addUser({ username: 'viewer', rights: { default: 'superuser', scenario1: [] } })
  await server.addUser({ username: 'peer', rights: { default: 'superuser', scenario1: 'superuser' } })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const send = (
  method: string,
  path: string,
  { as = 'admin', body }: { readonly as?: string; readonly body?: unknown } = {},
): Promise<TestResponse> => server.request(method, `/api/webhooks/${path}`, { as, body })

/** Creates a webhook of `admin` with one delivery; returns its path and that of the delivery. */
async function createWebhook(...scenarios: readonly string[]) {
  const body = { name: 'ERP', url: 'https://erp.example.com/', scenarios }
  const created = await send('POST', '', { body })
  expect(created.status).toBe(201)
  const path = `${Number(Object(created.json).id)}/`
  const { json } = await send('POST', `${path}test/`)
  return { path, delivery: `${path}deliveries/${Number(Object(json).delivery)}/` }
}

it.each(['partial', 'viewer'])('%s cannot redirect events of a scenario', async (as) => {
  const { path, delivery } = await createWebhook('scenario1')
  const body = { url: 'https://elsewhere.example.com/' }
  const answers = [
    await send('PATCH', path, { as, body }),
    await send('POST', `${path}secret/`, { as }),
    await send('POST', `${delivery}replay/`, { as }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await send('GET', path)).json).toMatchObject({ url: 'https://erp.example.com/' })
  // Stopping a webhook reveals nothing.
  expect((await send('DELETE', path, { as })).status).toBe(204)
})

it('a scenario cannot be added by a user who has fewer permissions in it than the owner', async () => {
  const { path } = await createWebhook('default')
  const add = (as: string) => send('PATCH', path, { as, body: { scenarios: ['default', 'scenario1'] } })
  expect((await send('PATCH', path, { as: 'viewer', body: { name: 'Other' } })).status).toBe(200)
  expect((await add('viewer')).status).toBe(403)
  expect((await add('peer')).status).toBe(200)
})

it('users with all permissions of the owner in its scenarios change it as the owner does', async () => {
  const { path, delivery } = await createWebhook('default', 'scenario1')
  for (const as of ['peer', 'admin']) {
    const answers = [
      await send('PATCH', path, { as, body: { url: `https://${as}.example.com/` } }),
      await send('POST', `${path}secret/`, { as }),
      await send('POST', `${delivery}replay/`, { as }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 202])
  }
})
