/** Calls every endpoint of the contract once with valid input, as a superuser of an empty installation. */
import type { Client } from '../../src/author/client.ts'

export async function callEveryEndpoint(call: Client): Promise<void> {
  await callWebhooks(call)
  await call('GET /api/plan/safetystock/', { query: { service_level: 97.5 } })
}

async function callWebhooks(call: Client): Promise<void> {
  const body = { name: 'ERP', url: 'https://erp.example.com/hook', kinds: ['plan'] } as const
  const { id, secret } = await call('POST /api/webhooks/', { body })
  const path = { webhook: id }
  await call('PATCH /api/webhooks/{webhook}/', { path, body: { enabled: false } })
  await call('GET /api/webhooks/{webhook}/', { path })
  await call('GET /api/webhooks/')
  const renewed = await call('POST /api/webhooks/{webhook}/secret/', { path })
  if (renewed.secret === secret) throw new Error('The secret is the same.')
  const { delivery } = await call('POST /api/webhooks/{webhook}/test/', { path })
  await call('POST /api/webhooks/{webhook}/deliveries/{delivery}/replay/', { path: { ...path, delivery } })
  await call('GET /api/webhooks/{webhook}/deliveries/', { path, query: { limit: 1 } })
  await call('DELETE /api/webhooks/{webhook}/', { path })
}
