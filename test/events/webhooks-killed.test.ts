/**
 * Tests webhooks of a server that is killed repeatedly: every event arrives, always with the same id, and in order.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { rowsOf, write } from '../support/records.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

interface Arrival {
  readonly id: string
  readonly body: string
}

/** Messages at which the server is killed, and whether the message is answered first. */
const kills = [
  { message: 1, answered: false },
  { message: 3, answered: true },
  { message: 6, answered: false },
] as const
const changesPerLife = 8
const kinds = ['changeset']

it('delivers every event, whatever is killed meanwhile', { timeout: 180_000 }, async () => {
  await using test = await createTestDatabase()
  await buildUser(test.database, { username: 'admin', rights: { default: 'superuser' } })
  const context = createTestContext(test.database)
  // The folder contains the secret of the installation, which encrypts the secrets of webhooks.
  const folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const arrivals: Arrival[] = []
  let onArrival: ((response: ServerResponse) => Promise<void>) | undefined
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    arrivals.push({ id: String(request.headers['webhook-id']), body: await text(request) })
    if (onArrival === undefined) response.writeHead(204).end()
    else await onArrival(response)
  }
  const endpoint = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const bound = endpoint.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ folder, databaseUrl: test.url, settings: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
  const change = async (life: number): Promise<void> => {
    for (let index = 0; index < changesPerLife; index += 1)
      await write(context, 'input.customer', [{ name: `customer ${life} ${index}` }])
  }
  for (const [life, { message, answered }] of kills.entries()) {
    await using server = await start()
    if (life === 0) await server.request('POST', '/api/webhooks/', { body: { name: 'ERP', url, kinds } })
    let left: number = message
    const killed = Promise.withResolvers<void>()
    onArrival = async (response) => {
      left -= 1
      if (left > 0 || answered) {
        const sent = once(response, 'finish')
        response.writeHead(204).end()
        await sent
      }
      if (left > 0) return
      await server.end('SIGKILL')
      response.destroy()
      killed.resolve()
    }
    await change(life)
    await killed.promise
    onArrival = undefined
  }
  await change(kills.length)
  const stored = (await rowsOf(context, 'changeset', '"id"')).map(({ id }) => Number(id))
  const changesetOf = ({ body }: Arrival): number => Number(Object(JSON.parse(body)).data.changeset)
  await using server = await start()
  await until('the last event has arrived', () => {
    return arrivals.some((arrival) => changesetOf(arrival) === stored.at(-1))
  })
  await server.end('SIGTERM')
  endpoint.close()

  expect([...new Set(arrivals.map(changesetOf))]).toEqual(stored)
  // Messages without a response were sent again. Each event has one id, and each id one body.
  expect(arrivals.length).toBeGreaterThan(stored.length)
  const bodies = new Map(arrivals.map(({ id, body }) => [id, body]))
  expect(bodies.size).toBe(stored.length)
  for (const { id, body } of arrivals) expect(body).toBe(bodies.get(id))
  const numbers = [...bodies.keys()].map((id) => Number(id.replace('msg_', '')))
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
})
