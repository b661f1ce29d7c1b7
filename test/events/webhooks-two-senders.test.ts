/** Tests two senders of webhooks at once, because the first one has lost its lock: no event is queued twice. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { runWebhooks } from '../../src/tasks/webhooks/run-webhooks.ts'
import { startApiServer } from '../support/api.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { until } from '../support/wait.ts'

it('queue each event once', { timeout: 60_000 }, async () => {
  await using server = await startApiServer({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'true' } })
  const { database } = server
  const received: string[] = []
  const endpoint = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body)
      return response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  onTestFinished(() => void endpoint.close())
  const bound = endpoint.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  const created = await server.api.post('/api/webhooks/', { name: 'ERP', url, kinds: ['changeset'] })
  expect([created.status, created.text]).toEqual([201, expect.any(String)])
  await server.api.create('/api/input/customer/', [{ name: 'once' }])
  const options = { backoffSeconds: [0.1], intervalMs: 50 }
  await using senders = new AsyncDisposableStack()
  await database.withTransaction(async (client) => {
    await client.query('SELECT FROM control."webhook" FOR UPDATE')
    senders.use(runWebhooks(server.service, options))
    await until('the first sender waits', async () => (await lockWaits(database)) === 1)
    const { rows } = await database.query<{ ended: boolean }>({
      text: `SELECT pg_terminate_backend("pid") AS "ended" FROM pg_locks
        WHERE "locktype" = 'advisory' AND "objsubid" = 1
          AND ("classid"::bigint << 32) | "objid"::bigint = hashtextextended('webhooks', 0)`,
    })
    expect(rows).toEqual([{ ended: true }])
    senders.use(runWebhooks(server.service, options))
    await until('both senders wait', async () => (await lockWaits(database)) === 2)
  })
  const changesets = (): readonly unknown[] => received.map((body) => Object(JSON.parse(body)).data.changeset)
  await until('the message has arrived', () => received.length > 0)
  await server.api.create('/api/input/customer/', [{ name: 'last' }])
  // Messages arrive in their order.
  await until('the last message has arrived', () => new Set(changesets()).size === 2)
  expect(changesets()).toHaveLength(2)
})
