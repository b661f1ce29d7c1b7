/** Calls every endpoint of the contract with valid input, as a superuser. */
import type { Client } from '../../src/author/client.ts'
import type { BodyOf } from '../../src/contract/endpoint.ts'
import type { planEndpoints } from '../../src/contract/plan.ts'

/** Records of the scenario, which has a plan. */
export interface KnownRecords {
  readonly item: string
  readonly lateOrder: string
  readonly resource: string
  readonly proposal: number
  readonly edits: BodyOf<(typeof planEndpoints)['POST /api/plan/trial/']>['edits']
}

export async function callEveryEndpoint(call: Client, known: KnownRecords): Promise<void> {
  await callWebhooks(call)
  await call('GET /api/plan/safetystock/', { query: { service_level: 97.5 } })
  await callPlan(call, known)
  await callReleases(call)
}

async function callPlan(call: Client, known: KnownRecords): Promise<void> {
  const { item, lateOrder: demand, resource, proposal, edits } = known
  await call('GET /api/plan/current/')
  await call('GET /api/proposals/{proposal}/consequences/', { path: { proposal } })
  const promise = { item, quantity: 1, due: '2026-03-01T00:00:00' }
  await call('POST /api/plan/promise/', { body: promise })
  await call('POST /api/plan/remedies/', { body: { demand } })
  await call('POST /api/plan/overtime/', { body: { resource } })
  const { token } = await call('POST /api/plan/trial/', { body: { edits } })
  await call('POST /api/plan/accept/', { body: { token } })
  const { plans } = await call('GET /api/plan/history/', { query: { limit: 1 } })
  await call('GET /api/plan/{plan}/changes/', { path: { plan: plans[0]?.id ?? 0 } })
}

async function callReleases(call: Client): Promise<void> {
  await call('POST /api/release/', { body: { references: ['nowhere'] } })
  const receipts = [{ reference: 'nowhere', receipt: 'accepted' }] as const
  await call('POST /api/release/receipts/', { body: { receipts } })
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
