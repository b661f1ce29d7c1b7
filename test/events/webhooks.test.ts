/** Tests webhooks with a real endpoint: signatures, retries, replay, disabled webhooks and rejected requests. */
import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../src/tasks/webhooks/private-addresses.ts'
import { runWebhooks, type Webhooks } from '../../src/tasks/webhooks/run-webhooks.ts'
import { sendMessage } from '../../src/tasks/webhooks/send-message.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

let server: ApiServer
let endpoint: Server
let address: string
let webhooks: Webhooks
let status = 204
const received: Received[] = []
/** Responses that an endpoint has started and does not end. */
const held: ServerResponse[] = []

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ headers: request.headers, body: await text(request), path: request.url ?? '' })
  const headers = status === 302 ? { location: `${address}/elsewhere` } : {}
  response.writeHead(status, headers)
  if (request.url !== '/patient') return void response.end('x'.repeat(10_000))
  response.write('x')
  held.push(response)
}

beforeAll(async () => {
  server = await startApiServer({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
  endpoint = createServer((request, response) => {
    void receive(request, response)
  }).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const bound = endpoint.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  webhooks = runWebhooks(server.service, { backoffSeconds: [0.1, 0.1], intervalMs: 50 })
}, 60_000)
afterAll(async () => {
  await webhooks.close()
  endpoint.close()
  await server[Symbol.asyncDispose]()
})

async function create(
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ id: number; secret: string }> {
  const answer = await server.api.post('/api/webhooks/', {
    name: 'ERP',
    url: address,
    kinds: ['changeset'],
    ...fields,
  })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  received.length = 0
  return Object(answer.json)
}

const deliveries = async (id: number): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  Object((await server.api.get(`/api/webhooks/${id}/deliveries/`)).json).deliveries

/** Returns the number of undelivered messages of a webhook. */
const waitingAt = async (id: number): Promise<unknown> =>
  Object((await server.api.get(`/api/webhooks/${id}/`)).json).waiting

/** Returns the bodies that the endpoint `/quick` has received. */
const quick = (): readonly string[] =>
  received.filter(({ path }) => path === '/quick').map(({ body }) => body)

describe('a webhook', () => {
  it('tells of events with a signature that its secret verifies', async () => {
    const { id, secret } = await create({ entities: ['input.customer'] })
    await server.api.create('/api/input/supplier/', [{ name: 'not told' }])
    await server.api.create('/api/input/customer/', [{ name: 'told' }])
    await expect.poll(() => received.length).toBe(1)
    const { headers, body } = received[0]!
    expect(JSON.parse(body)).toMatchObject({
      type: 'changeset',
      data: { kind: 'changeset', entities: [{ entity: 'input.customer', created: 1 }] },
    })
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    await expect.poll(async () => (await deliveries(id))[0]?.['delivered']).toEqual(expect.any(String))
    const [first] = await deliveries(id)
    expect(first).toMatchObject({ attempts: 1, status: 204, due: null })
    const later = await server.api.get(`/api/webhooks/${id}/deliveries/?cursor=${2 ** 31}`)
    expect([later.status, Object(later.json).deliveries]).toEqual([200, [first]])
    const replayed = await server.api.post(
      `/api/webhooks/${id}/deliveries/${Number(first!['id'])}/replay/`,
      undefined,
    )
    expect(replayed.status).toBe(202)
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]!.headers['webhook-id']).toBe(headers['webhook-id'])
    expect((await server.api.post(`/api/webhooks/${id}/test/`, undefined)).status).toBe(202)
    await expect.poll(() => received.at(-1)?.body).toContain('"type":"test"')
    expect((await server.api.delete(`/api/webhooks/${id}/`)).status).toBe(204)
    expect((await server.api.get(`/api/webhooks/${id}/`)).status).toBe(404)
  })

  it('accepts what it was read with when it is changed, and rejects members that do not exist', async () => {
    const { id, ...created } = await create()
    const path = `/api/webhooks/${id}/`
    expect(await server.api.patch(path, { id, ...created })).toMatchObject({ status: 200 })
    const chosen = await server.api.patch(path, { secret: 'whsec_chosen' })
    expect(chosen).toMatchObject({ status: 400, json: { secret: [expect.stringContaining('secret/')] } })
    const read = Object((await server.api.get(path)).json)
    const changed = await server.api.patch(path, { ...read, enabled: false })
    expect(changed).toMatchObject({ status: 200, json: { enabled: false } })
    const refused = await server.api.patch(path, { enable: true })
    expect(refused).toMatchObject({ status: 400, json: { enable: ['Unknown field.'] } })
    // A webhook without a kind or a scenario would never send anything.
    for (const field of ['kinds', 'scenarios']) {
      const empty = await server.api.patch(path, { [field]: [] })
      expect(empty).toMatchObject({ status: 400, json: { [field]: [expect.any(String)] } })
    }
    await server.api.delete(path)
  })

  it('of an earlier version can be sent back, with values that a change does not accept', async () => {
    const { id } = await create()
    const path = `/api/webhooks/${id}/`
    await server.database.query({
      text: `UPDATE control."webhook" SET "kinds" = '{}', "entities" = '{input.removed}' WHERE "id" = $1`,
      values: [id],
    })
    const read = Object((await server.api.get(path)).json)
    expect(read).toMatchObject({ kinds: [], entities: ['input.removed'] })
    const same = await server.api.patch(path, { ...read, enabled: false })
    expect(same).toMatchObject({ status: 200, json: { ...read, enabled: false } })
    expect(await server.api.patch(path, { kinds: ['changeset'], entities: ['input.item'] })).toMatchObject({
      status: 200,
    })
    for (const field of ['kinds', 'entities'])
      expect(await server.api.patch(path, { [field]: read[field] })).toMatchObject({ status: 400 })
    await server.api.delete(path)
  })

  it('is tried again, follows no redirect, and is disabled when its endpoint refuses for too long', async () => {
    const { id } = await create()
    status = 302
    await server.api.create('/api/input/customer/', [{ name: 'refused' }])
    await expect
      .poll(async () => Object((await server.api.get(`/api/webhooks/${id}/`)).json).enabled, {
        timeout: 10_000,
      })
      .toBe(false)
    expect(received).toHaveLength(3)
    const [refused] = await deliveries(id)
    expect(refused).toMatchObject({ attempts: 3, status: 302, due: null, delivered: null })
    expect(String(refused!['answer']).length).toBeLessThanOrEqual(4_096)
    status = 204
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: true })
    await server.api.post(`/api/webhooks/${id}/deliveries/${Number(refused!['id'])}/replay/`, undefined)
    await expect.poll(async () => (await deliveries(id))[0]!['delivered']).toEqual(expect.any(String))
    expect(Object((await server.api.get(`/api/webhooks/${id}/`)).json)).toMatchObject({
      enabled: true,
      fault: null,
    })
    const { items } = Object((await server.api.get('/api/inbox/')).json)
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'webhook', title: 'ERP', text: expect.stringContaining('disabled') }),
    )
    await server.api.delete(`/api/webhooks/${id}/`)
  })

  it('receives events while the endpoint of another one keeps its message waiting', async () => {
    const waiting = await create({ name: 'Patient', url: `${address}/patient` })
    const { id } = await create({ name: 'Quick', url: `${address}/quick` })
    await server.api.create('/api/input/customer/', [{ name: 'first of both' }])
    await expect.poll(() => [held.length, quick().length], { timeout: 10_000 }).toEqual([1, 1])
    await server.api.create('/api/input/customer/', [{ name: 'second of the other' }])
    await expect.poll(() => quick().length, { timeout: 10_000 }).toBe(2)
    expect(held).toHaveLength(1)
    for (const response of held.splice(0)) response.end()
    await server.api.delete(`/api/webhooks/${waiting.id}/`)
    await server.api.delete(`/api/webhooks/${id}/`)
  })

  it('whose cursor has expired says so: to its endpoint, in its fault, and in the inbox of its owner', async () => {
    const { id } = await create({ name: 'Slow', entities: ['input.customer'] })
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: false })
    await server.api.create('/api/input/customer/', [{ name: 'lost' }])
    await server.database.query({
      text: `UPDATE "default"."changelog" SET "expired" = (SELECT max("transaction") FROM "default"."changeset")`,
    })
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: true })
    await expect.poll(() => received.map(({ body }) => Object(JSON.parse(body)).type)).toEqual(['gap'])
    await server.api.create('/api/input/customer/', [{ name: 'after the gap' }])
    await expect
      .poll(() => received.map(({ body }) => Object(JSON.parse(body)).type))
      .toEqual(['gap', 'changeset'])
    expect(Object(JSON.parse(received[0]!.body)).data.cursor).toMatch(/^[0-9a-f]{8}\.\d+$/)
    expect((await deliveries(id)).map(({ kind }) => kind)).toEqual(['changeset', 'gap'])
    const { enabled, fault } = Object((await server.api.get(`/api/webhooks/${id}/`)).json)
    expect([enabled, fault]).toEqual([true, expect.stringContaining('removed from the log')])
    const news = async (): Promise<readonly unknown[]> => {
      const { items } = Object((await server.api.get('/api/inbox/?unread=1')).json)
      return items.filter(({ kind }: { readonly kind: string }) => kind === 'webhook')
    }
    expect(await news()).toEqual([
      expect.objectContaining({ title: 'Slow', route: `/app/admin/webhooks/${id}`, text: fault }),
    ])
    // Enabling the webhook acknowledges the error.
    // Also an owner who switches it off has read the fault: it was not disabled because of it.
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: false })
    expect(Object((await server.api.get(`/api/webhooks/${id}/`)).json).fault).toBeNull()
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: true })
    expect(Object((await server.api.get(`/api/webhooks/${id}/`)).json).fault).toBeNull()
    await server.api.delete(`/api/webhooks/${id}/`)
    expect(await news()).toEqual([])
  })

  it('signs with a new secret once it has one', async () => {
    const { id, secret } = await create()
    const renewed = Object((await server.api.post(`/api/webhooks/${id}/secret/`, undefined)).json).secret
    expect(renewed).not.toBe(secret)
    await server.api.post(`/api/webhooks/${id}/test/`, undefined)
    await expect.poll(() => received.length).toBe(1)
    const { headers, body } = received[0]!
    const key = Buffer.from(String(renewed).slice('whsec_'.length), 'base64')
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    await expect
      .poll(async () => Object((await server.api.get(`/api/webhooks/${id}/`)).json))
      .toMatchObject({ owner: 'superuser', waiting: 0, delivered: expect.any(String) })
    await server.api.delete(`/api/webhooks/${id}/`)
  })

  it('whose secret cannot be read is disabled with a remedy, and the others go on', async () => {
    const { id } = await create()
    const { id: other } = await create({ name: 'other', url: `${address}/quick` })
    // As after the loss of JWT_SECRET.
    await server.database.query({
      text: `UPDATE control."webhook" SET "secret" = set_byte("secret", 20, (get_byte("secret", 20) + 1) % 256)
        WHERE "id" = $1`,
      values: [id],
    })
    await server.api.create('/api/input/customer/', [{ name: 'told to the other' }])
    await expect.poll(() => quick()).toMatchObject([expect.stringContaining('changeset')])
    const read = async () => Object((await server.api.get(`/api/webhooks/${id}/`)).json)
    await expect
      .poll(read)
      .toMatchObject({ enabled: false, fault: expect.stringContaining('Give it a new secret') })
    expect(received.every(({ path }) => path === '/quick')).toBe(true)
    await server.api.post(`/api/webhooks/${id}/secret/`, undefined)
    await server.api.patch(`/api/webhooks/${id}/`, { enabled: true })
    await expect.poll(() => received.filter(({ path }) => path === '/').length).toBe(1)
    for (const one of [id, other]) await server.api.delete(`/api/webhooks/${one}/`)
  })

  it('is for superusers of production, and names what is wrong', async () => {
    for (const as of ['planner', 'viewer'] as const)
      expect((await server.api.get('/api/webhooks/', { as })).status).toBe(403)
    const answer = await server.api.post('/api/webhooks/', {
      url: 'ftp://a:b@example.com',
      kinds: ['nothing'],
      scenarios: ['missing'],
      enable: false,
    })
    expect([answer.status, Object.keys(Object(answer.json)).toSorted()]).toEqual([
      400,
      ['enable', 'kinds', 'name', 'scenarios', 'url'],
    ])
  })

  it.each(['\r\nX-Injected: 1', '\t', '\u0000', '\u0085', ' '])(
    'has no %j in its address',
    async (character) => {
      const url = `https://example.com/${character}hook`
      const answer = await server.api.post('/api/webhooks/', { name: 'x', url })
      expect([answer.status, Object.keys(Object(answer.json))]).toEqual([400, ['url']])
    },
  )
})

/** Creates a webhook with three events, whose messages the endpoint does not accept. */
async function createThree(): Promise<{ readonly id: number }> {
  const webhook = await create({ entities: ['input.customer'] })
  for (const name of ['one', 'two', 'three'])
    await server.api.create('/api/input/customer/', [{ name: `${name} ${webhook.id}` }])
  await expect.poll(() => waitingAt(webhook.id)).toBe(3)
  return webhook
}

describe('the order of messages', () => {
  let patient: Webhooks

  beforeAll(async () => {
    await webhooks.close()
    patient = runWebhooks(server.service, { backoffSeconds: [1, 1, 1, 1, 1, 1, 1, 1], intervalMs: 50 })
  })
  afterAll(async () => {
    await patient.close()
    status = 204
    webhooks = runWebhooks(server.service, { backoffSeconds: [0.1, 0.1], intervalMs: 50 })
  })

  it.each([503, 404, 429])('is kept while the endpoint responds with %i to all', async (refusal) => {
    status = refusal
    const { id } = await createThree()
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(2)
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    status = 204
    await expect.poll(() => waitingAt(id), { timeout: 5_000 }).toBe(0)
    const order = received.slice(-3)
    const sent = order.map(({ headers }) => Number(String(headers['webhook-id']).slice('msg_'.length)))
    expect(sent).toEqual(sent.toSorted((one, other) => one - other))
    await server.api.delete(`/api/webhooks/${id}/`)
  })

  it('does not depend on a message that the endpoint rejects by itself', async () => {
    status = 422
    const { id } = await createThree()
    await expect.poll(() => new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    await server.api.delete(`/api/webhooks/${id}/`)
  })
})

describe('an endpoint in a private network', () => {
  it('is refused when it is saved, unless the setting permits it', async () => {
    await using careful = await startApiServer()
    for (const url of [
      'http://127.0.0.1/',
      'http://localhost:8080/',
      'http://[::1]/',
      'http://0x7f.1/',
      'https://10.1.2.3/x',
    ]) {
      const answer = await careful.api.post('/api/webhooks/', { name: 'x', url })
      expect([url, answer.status, Object(answer.json)]).toEqual([
        url,
        400,
        { url: [expect.stringContaining('The setting WEBHOOK_PRIVATE_ADDRESSES permits')] },
      ])
    }
    const url = 'https://erp.example.com/hooks'
    const made = await careful.api.post('/api/webhooks/', { name: 'x', url, enabled: false })
    expect(made.status).toBe(201)
    const path = `/api/webhooks/${Object(made.json).id}/`
    expect((await careful.api.patch(path, { url: 'http://169.254.169.254/' })).status).toBe(400)
    expect((await careful.api.patch(path, { name: 'y' })).status).toBe(200)
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('such as %s is refused', (one) => expect(isPrivateAddress(one)).toBe(true))

  it('is refused by its address and by a name that leads to it', async () => {
    const options = { headers: {}, body: '{}', allowPrivate: false }
    received.length = 0
    const byAddress = await sendMessage(address, options)
    const byName = await sendMessage(address.replace('127.0.0.1', 'localhost'), options)
    expect([byAddress.status, byName.status, received]).toEqual([undefined, undefined, []])
    for (const { text } of [byAddress, byName])
      expect(text).toMatch(/private address.*\. The setting WEBHOOK_PRIVATE_ADDRESSES permits/)
    expect(isPrivateAddress('93.184.215.14')).toBe(false)
    expect(isPrivateAddress('2606:2800:21f::1')).toBe(false)
  })
})

/** Sends a message to a name with these answers of its resolver, one after the other. */
const sendResolved = (answers: readonly (readonly LookupAddress[])[]) => {
  let asked = 0
  const sent = sendMessage(address.replace('127.0.0.1', 'rebinding.example.com'), {
    headers: {},
    body: '{}',
    allowPrivate: false,
    signal: AbortSignal.timeout(300),
    resolve: (_name, _options, callback) => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? []
      asked += 1
      callback(null, [...answer])
    },
  })
  return sent.then((answer) => ({ ...answer, asked }))
}

describe('a name whose addresses change', () => {
  it('is connected at the address that was checked, and no other', async () => {
    received.length = 0
    const inside = { address: '127.0.0.1', family: 4 }
    const outside = { address: '93.184.215.14', family: 4 }
    const changed = await sendResolved([[outside], [inside]])
    expect([changed.status, changed.asked, received]).toEqual([undefined, 1, []])
    const mixed = await sendResolved([[outside, inside]])
    expect(mixed.text).toContain('private address 127.0.0.1')
  })
})

describe('an answer that no endpoint of webhooks gives', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  it.each([
    [
      'a change of the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'closed',
    ],
    ['interim answers without end', early.repeat(1_000), 'interim'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}`, 'Header overflow'],
    ['a body that is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok', 'ok'],
    ['no HTTP', '\0\0\0', 'Parse Error'],
    ['nothing', '', 'socket hang up'],
  ])('such as %s ends the delivery', async (_name, answer, reason) => {
    const raw = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => (reason === 'interim' ? socket.write(answer) : socket.end(answer)))
    }).listen(0, '127.0.0.1')
    await once(raw, 'listening')
    const bound = raw.address()
    const port = typeof bound === 'object' ? bound?.port : ''
    const result = await sendMessage(`http://127.0.0.1:${port}/`, {
      headers: {},
      body: '{}',
      allowPrivate: true,
    })
    expect(result.text).toContain(reason)
    await promisify(raw.close.bind(raw))()
  })
})
