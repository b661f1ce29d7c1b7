/**
 * A malicious assistant: floods of calls, messages of maximum size, calls that are held open, bodies that never end.
 */
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackedService, startAttackedService } from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { detail } from '../support/detail.ts'
import { scale } from '../support/scale.ts'

const timeout = scale({ short: 60_000, full: 120_000 })
const connections = 20
let service: AttackedService
let authorization: string

beforeAll(async () => {
  service = await startAttackedService()
  const answer = await fetch(`${service.url}/api/common/apikey/`, {
    method: 'POST',
    headers: { authorization: service.authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'evil', scope: 'propose', expiry_date: '2099-01-01' }),
  })
  authorization = `Bearer ${Object(await answer.json()).key}`
  // The first assistant loads the implementation of the protocol.
  await ping()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const call = (name: string, args: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

const edit = { entity: 'input.item', action: 'update', key: 'item 0000001', fields: { description: 'x' } }
const messages = [
  call('list_records', { entity: 'input.item', limit: 500 }),
  call('propose_changes', { title: 'x', edits: Array.from({ length: 1_500 }, () => edit) }),
  call('read_record', { entity: 'input.item', key: 'x'.repeat(900_000) }),
  call('list_records', {
    entity: 'input.item',
    filters: Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`f${index}`, 'x'])),
  }),
  call('read_events', { since: 'now', wait: 30 }),
  JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x'.repeat(900_000) } }),
]

const headers = (): Readonly<Record<string, string>> => ({
  authorization,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** Returns the status of the response; 0 if the connection ended without one. */
function post(body: string, agent: Agent, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve) => {
    const options = { hostname, port, path: '/mcp', method: 'POST', agent, signal, headers: headers() }
    const sent = request(options, (response) => {
      response.on('close', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

const ping = (): Promise<number> =>
  fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  }).then(({ status }) => status)

test(
  'floods of calls, large messages and calls that are held open are refused, and others are answered',
  { timeout },
  async () => {
    const statuses = new Map<number, number>()
    const report = await service.measure((signal) => {
      const agent = new Agent({ keepAlive: true, maxSockets: connections })
      const loop = async (index: number): Promise<void> => {
        for (let turn = index; !signal.aborted; turn += 1) {
          const status = await post(messages[turn % messages.length]!, agent, signal)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      const running = Array.from({ length: connections }, (_, index) => loop(index))
      return Promise.resolve({
        [Symbol.asyncDispose]: async () => {
          await Promise.all(running)
          agent.destroy()
        },
      })
    })
    process.stdout.write(`answers: ${JSON.stringify([...statuses])}\n`)
    expectUnaffected('floods of calls to /mcp', report)
    expect(statuses.get(429)).toBeGreaterThan(0)
    expect(
      [...statuses.keys()].filter((status) => ![0, 200, 400, 404, 413, 429, 503].includes(status)),
    ).toEqual([])
    await expect.poll(ping, { timeout: 30_000 }).toBe(200)
  },
)

test('bodies that never end leave the service to others', { ...detail, timeout }, async () => {
  const report = await service.measure(() =>
    openConnections(service.url, 300, {
      bytes: `${requestHead('POST', '/mcp', { ...headers(), 'Content-Length': '1000000' })}{"jsonrpc"`,
      reads: true,
    }),
  )
  expectUnaffected('bodies to /mcp that never end', report)
  await expect.poll(ping, { timeout: 30_000 }).toBe(200)
})
