/** Tests what becomes of the messages of a webhook while its endpoint accepts none, or rejects a single one. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runWebhooks, type Webhooks } from '../../src/tasks/webhooks/run-webhooks.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'

interface Received {
  readonly id: string
  readonly type: string
  readonly path: string
}

let server: ApiServer
let endpoint: Server
let address: string
let webhooks: Webhooks | undefined
const received: Received[] = []
/** Returns the status with which the endpoint responds to a message. */
let respond: (message: Received) => number = () => 204

beforeAll(async () => {
  server = await startApiServer({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
  endpoint = createServer((request, response) => {
    void (async () => {
      const { type } = Object(JSON.parse(await text(request)))
      const message = { id: String(request.headers['webhook-id']), type, path: request.url ?? '' }
      received.push(message)
      response.writeHead(respond(message)).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const bound = endpoint.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
}, 60_000)
afterEach(async () => {
  await webhooks?.close()
  const { json } = await server.api.get('/api/webhooks/')
  for (const { id } of Object(json)) await server.api.delete(`/api/webhooks/${id}/`)
})
afterAll(async () => {
  endpoint.close()
  await server[Symbol.asyncDispose]()
})

const hourSeconds = 3_600

const soon = { timeout: 10_000 }

/** Creates a webhook whose messages are sent with this backoff. */
async function start(backoffSeconds: readonly number[], longestBlockSeconds = hourSeconds): Promise<string> {
  webhooks = runWebhooks(server.service, { backoffSeconds, longestBlockSeconds, intervalMs: 50 })
  const answer = await server.api.post('/api/webhooks/', {
    name: 'ERP',
    url: `${address}/broken`,
    kinds: ['changeset'],
    entities: ['input.customer'],
  })
  received.length = 0
  return `/api/webhooks/${Object(answer.json).id}/`
}

let customers = 0
async function makeEvents(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    customers += 1
    await server.api.create('/api/input/customer/', [{ name: `customer ${customers}` }])
  }
}

const readWebhook = async (path: string) => Object((await server.api.get(path)).json)
const deliveriesOf = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  Object((await server.api.get(`${path}deliveries/`)).json).deliveries

/** Returns the numbers of the messages of the webhook, oldest first. */
const numbersOf = async (path: string): Promise<readonly number[]> =>
  (await deliveriesOf(path)).map(({ id }) => Number(id)).toReversed()

/** Makes three events while the endpoint is unavailable, the first of which is retried after an hour. */
async function startOutage(): Promise<string> {
  respond = () => 503
  const path = await start([hourSeconds, hourSeconds])
  await makeEvents(3)
  await expect.poll(async () => (await readWebhook(path)).waiting, soon).toBe(3)
  await expect.poll(async () => (await deliveriesOf(path)).at(-1)?.['attempts'], soon).toBe(1)
  return path
}

const post = async (path: string): Promise<void> => {
  const { status } = await server.api.post(path, undefined)
  expect([200, 202]).toContain(status)
}

describe('while an endpoint is unavailable', () => {
  it('a test and a replay are sent while others wait', async () => {
    const path = await startOutage()
    const [first, second] = await numbersOf(path)
    await post(`${path}test/`)
    await expect.poll(() => received.map(({ type }) => type), soon).toEqual(['changeset', 'test'])
    await post(`${path}deliveries/${second}/replay/`)
    await expect.poll(() => received.at(-1)?.id, soon).toBe(`msg_${second}`)
    await post(`${path}deliveries/${first}/replay/`)
    await expect.poll(() => received.at(-1)?.id, soon).toBe(`msg_${first}`)
    expect(received).toHaveLength(4)
  })

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['the address is changed', (path) => server.api.patch(path, { url: `${address}/mended` })],
    [
      'the webhook is disabled and enabled',
      async (path) => {
        await server.api.patch(path, { enabled: false })
        await server.api.patch(path, { enabled: true })
      },
    ],
    ['the secret is renewed', (path) => post(`${path}secret/`)],
    ['a test arrives', (path) => post(`${path}test/`)],
    [
      'a message that was sent again arrives',
      async (path) => post(`${path}deliveries/${(await numbersOf(path))[0]}/replay/`),
    ],
  ])('the queue goes on as soon as %s', async (_name, act) => {
    const path = await startOutage()
    const numbers = await numbersOf(path)
    respond = () => 204
    received.length = 0
    await act(path)
    await expect.poll(async () => (await readWebhook(path)).waiting, soon).toBe(0)
    const sent = received.filter(({ type }) => type === 'changeset').map(({ id }) => id)
    expect(sent).toEqual(numbers.map((number) => `msg_${number}`))
  })

  it('the queue goes on in order as soon as its last message, sent again, arrives', async () => {
    const path = await startOutage()
    const numbers = await numbersOf(path)
    respond = () => 204
    received.length = 0
    await post(`${path}deliveries/${numbers.at(-1)}/replay/`)
    await expect.poll(async () => (await readWebhook(path)).waiting, soon).toBe(0)
    const [first, second, last] = numbers.map((number) => `msg_${number}`)
    expect(received.map(({ id }) => id)).toEqual([last, first, second])
  })

  it('the queue goes on although the previous address responds only after the change', async () => {
    const path = await startOutage()
    const late = Promise.withResolvers<void>()
    const slow = createServer((_request, response) => {
      void late.promise.then(() => response.writeHead(503).end())
    }).listen(0, '127.0.0.1')
    const requested = once(slow, 'request')
    await once(slow, 'listening')
    const bound = slow.address()
    const port = typeof bound === 'object' ? bound?.port : ''
    await server.api.patch(path, { url: `http://127.0.0.1:${port}/` })
    await requested
    respond = () => 204
    await server.api.patch(path, { url: `${address}/mended` })
    late.resolve()
    await expect.poll(async () => (await readWebhook(path)).waiting, soon).toBe(0)
    expect(received.at(-1)?.path).toBe('/mended')
    slow.close()
  })

  it('the first message is retried in shorter intervals once others wait for it', async () => {
    respond = () => 503
    const path = await start([hourSeconds, hourSeconds], 0.2)
    await makeEvents(1)
    await expect.poll(async () => (await deliveriesOf(path))[0]?.['attempts'], soon).toBe(1)
    const due = Date.parse(String((await deliveriesOf(path))[0]?.['due']))
    expect(due).toBeGreaterThan(Date.now() + 3_000_000)
    await makeEvents(1)
    await expect.poll(() => received.length, soon).toBeGreaterThanOrEqual(4)
    // Retries in short intervals do not exhaust the attempts, which take two hours here.
    expect(await readWebhook(path)).toMatchObject({ enabled: true, fault: null, waiting: 2 })
    respond = () => 204
    await expect.poll(async () => (await readWebhook(path)).waiting, soon).toBe(0)
  })

  it('messages keep their order, however many attempts it takes', async () => {
    const accepted: string[] = []
    let isMended = false
    // The endpoint works again between two rounds: when it receives the first message once more.
    respond = ({ id }) => {
      isMended ||= received.length > 15 && id === received[0]?.id
      if (isMended) accepted.push(id)
      return isMended ? 204 : 503
    }
    const path = await start(Array.from({ length: 200 }, () => 0.05))
    await makeEvents(3)
    await expect.poll(() => accepted.length, soon).toBe(3)
    expect(accepted).toEqual((await numbersOf(path)).map((number) => `msg_${number}`))
  })
})

/** Lets the endpoint fail at the first message that it receives. */
const failFirst = (): void => {
  let first: string | undefined
  respond = ({ id }) => {
    first ??= id
    return id === first ? 500 : 204
  }
}

describe('a message that alone fails', () => {
  it('stops holding up the others after five attempts', async () => {
    failFirst()
    const path = await start([0.05, 0.05, 0.05, 0.05, hourSeconds])
    await makeEvents(3)
    await expect.poll(() => received.length, soon).toBe(7)
    const [first, second, third] = (await numbersOf(path)).map((number) => `msg_${number}`)
    expect(received.map(({ id }) => id)).toEqual([first, first, first, first, first, second, third])
    await makeEvents(1)
    await expect.poll(() => received.length, soon).toBe(8)
    expect((await deliveriesOf(path)).at(-1)).toMatchObject({ attempts: 5, status: 500 })
  })

  it('does not hold up those that are queued after its fifth attempt', async () => {
    failFirst()
    const path = await start([0.05, 0.05, 0.05, 0.05, hourSeconds])
    await makeEvents(1)
    await expect.poll(async () => (await deliveriesOf(path))[0]?.['attempts'], soon).toBe(5)
    await makeEvents(2)
    await expect.poll(() => received.length, soon).toBe(7)
    expect((await readWebhook(path)).waiting).toBe(1)
  })

  it('is given up in the end, and the webhook is not disabled', async () => {
    failFirst()
    const path = await start([0.05, 0.05, 0.05, 0.05, 3])
    await makeEvents(2)
    await expect.poll(async () => (await readWebhook(path)).fault, soon).not.toBeNull()
    const { enabled, fault, waiting } = await readWebhook(path)
    const [first] = await numbersOf(path)
    expect([enabled, waiting]).toEqual([true, 0])
    expect((await deliveriesOf(path)).at(-1)).toMatchObject({ due: null, delivered: null, status: 500 })
    expect(fault).toContain(`message ${first}`)
    expect(fault).toContain('Other messages arrive')
  })
})
