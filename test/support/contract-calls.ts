/** Calls every endpoint of the contract with valid input, as a superuser. */
import type { CallOptions, Client } from '../../src/author/client.ts'
import type { BodyOf } from '../../src/contract/endpoint.ts'
import { fileEndpoints } from '../../src/contract/files.ts'
import { importEndpoints } from '../../src/contract/imports.ts'
import type { planEndpoints } from '../../src/contract/plan.ts'
import { serviceEndpoints } from '../../src/contract/service.ts'
import { sessionEndpoints } from '../../src/contract/session.ts'
import { taskEndpoints } from '../../src/contract/tasks.ts'

/** Records of the scenario, which has a plan. */
export interface KnownRecords {
  readonly item: string
  readonly lateOrder: string
  readonly resource: string
  readonly proposal: number
  readonly edits: BodyOf<(typeof planEndpoints)['POST /api/plan/trial/']>['edits']
  readonly calendar: string
  /** Name of a group of users. */
  readonly group: string
  /** Credentials of a person, because API keys may not change accounts. */
  readonly person: CallOptions
}

/**
 * Endpoints that need a session of a browser, a device, a password that may change, an order, files or workers. Tests of
 * `test/screens` and `test/tasks` call them, and validate their responses too, which a run of the whole suite requires
 * (validated-endpoints.ts).
 */
export const calledElsewhere: readonly string[] = [
  ...[fileEndpoints, importEndpoints, serviceEndpoints, sessionEndpoints, taskEndpoints].flatMap(Object.keys),
  'POST /api/orderdates/{app}/{entity}/',
  'DELETE /api/access/users/{id}/factors/',
  'POST /api/me/password/',
  'DELETE /api/me/sessions/{id}/',
  'POST /api/me/factors/totp/',
  'DELETE /api/me/factors/totp/',
  'POST /api/me/factors/totp/confirm/',
  'POST /api/me/factors/recovery/',
  'POST /api/me/factors/passkeys/options/',
  'POST /api/me/factors/passkeys/',
  'PATCH /api/me/factors/passkeys/{id}/',
  'DELETE /api/me/factors/passkeys/{id}/',
]

export async function callEveryEndpoint(call: Client, known: KnownRecords): Promise<void> {
  await callWebhooks(call)
  await call('GET /api/plan/safetystock/', { query: { service_level: 97.5 } })
  await callPlan(call, known)
  await callReleases(call)
  await callProposals(call, known)
  await callHistory(call, known)
  await callScenarios(call)
  await callAccount(call, known)
  await callStartPages(call, known)
  await callLists(call, known)
  await callAccess(call, known)
}

async function callPlan(call: Client, known: KnownRecords): Promise<void> {
  const { item, lateOrder: demand, resource, proposal, edits } = known
  await call('GET /api/plan/current/')
  await call('GET /api/proposals/{proposal}/consequences/', { path: { proposal } })
  const promise = { item, quantity: 1, due: '2026-03-01T00:00:00' }
  await call('POST /api/plan/promise/', { body: promise })
  await call('POST /api/plan/remedies/', { body: { demand } })
  await call('POST /api/exceptions/', { body: { ids: ['none'], status: 'acknowledged' } })
  await call('POST /api/plan/overtime/', { body: { resource } })
  const { token } = await call('POST /api/plan/trial/', { body: { edits } })
  await call('GET /api/plan/trial/', { query: { token } })
  await call('POST /api/plan/accept/', { body: { token } })
  const { plans } = await call('GET /api/plan/history/', { query: { limit: 1 } })
  await call('GET /api/plan/comparison/', { query: { plans: `default,default@${plans[0]?.id ?? 1}` } })
  await call('GET /api/plan/{plan}/changes/', { path: { plan: plans[0]?.id ?? 0 } })
}

async function callReleases(call: Client): Promise<void> {
  const { orders } = await call('GET /api/release/', { query: { type: 'MO', approved: true } })
  const references = orders.map(({ reference }) => reference).slice(0, 200)
  await call('POST /api/release/merge/', { body: { references } })
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

async function callProposals(call: Client, { item, person }: KnownRecords): Promise<void> {
  const proposed = async (description: string) => {
    const edits = [{ entity: 'input.item', action: 'update', key: item, fields: { description } }] as const
    const body = { title: description, edits, submit: false }
    return { path: { proposal: (await call('POST /api/proposals/', { body })).id } }
  }
  const { path } = await proposed('of oak')
  await call('GET /api/proposals/{proposal}/', { path })
  await call('GET /api/proposals/{proposal}/edits/', { path })
  const body = { comment: 'Looks good.' }
  await call('POST /api/proposals/{proposal}/comment/', { path, body })
  await call('POST /api/proposals/{proposal}/unfollow/', { path }, person)
  await call('POST /api/proposals/{proposal}/follow/', { path }, person)
  await call('POST /api/proposals/{proposal}/submit/', { path, body })
  await call('POST /api/proposals/{proposal}/approve/', { path, body })
  await call('POST /api/proposals/{proposal}/resolve/', { path, body: { take: 'proposed' } })
  await call('POST /api/proposals/{proposal}/apply/', { path, body: { except: [] } })
  const rejected = await proposed('of pine')
  await call('POST /api/proposals/{proposal}/submit/', { ...rejected, body: {} })
  await call('POST /api/proposals/{proposal}/reject/', { ...rejected, body })
  await call('POST /api/proposals/{proposal}/withdraw/', { ...(await proposed('of elm')), body: {} })
  await call('GET /api/proposals/', { query: { state: ['applied', 'withdrawn'], limit: 2 } })
}

async function callHistory(call: Client, { item, calendar }: KnownRecords): Promise<void> {
  await call('GET /api/search/', { query: { q: item } })
  await call('GET /api/events/', { query: { since: 'now' } })
  await call('GET /api/audit/export/', { query: { limit: 1 } })
  await call('GET /api/workers/')
  await call('GET /api/checks/')
  await call('GET /api/audit/accounts/', { query: { limit: 1 } })
  const path = { app: 'input', entity: 'item' }
  const { entries } = await call('GET /api/history/{app}/{entity}/', { path, query: { key: item } })
  const changeset = { path: { changeset: entries[0]?.changeset ?? 0 } }
  await call('GET /api/audit/', { query: { entity: 'input.item' } })
  await call('GET /api/audit/{changeset}/', changeset)
  await call('GET /api/audit/{changeset}/undo/', changeset)
  await call('POST /api/audit/{changeset}/undo/', { ...changeset, query: { apply: true } })
  const several = { query: { entity: 'input.item' } }
  await call('GET /api/audit/undo/', several)
  await call('POST /api/audit/undo/', several)
  const start = '2026-01-05'
  await call('GET /api/calendars/{calendar}/', { path: { calendar }, query: { start } })
  await call('POST /api/calendars/{calendar}/', { path: { calendar }, body: { start } })
}

async function callScenarios(call: Client): Promise<void> {
  const path = { a: 'default', b: 'scenario1' }
  await call('GET /api/scenarios/')
  const query = { entity: 'input.customer', limit: 1 }
  const found = await call('GET /api/scenarios/{a}/difference/{b}/', { path, query })
  await call('GET /api/scenarios/{scenario}/overwritten/', {
    path: { scenario: 'default' },
    query: { by: 'scenario1', limit: 1 },
  })
  const records = ('records' in found ? found.records : []).map(({ entity, key }) => ({ entity, key }))
  await call('POST /api/scenarios/{a}/merge/{b}/needed/', { path, body: { records, base: 'none' } })
  await call('POST /api/scenarios/{a}/merge/{b}/', { path, body: { records, base: 'none' } })
}

async function callAccount(call: Client, { person }: KnownRecords): Promise<void> {
  const { first_name } = await call('GET /api/me/')
  await call('PATCH /api/me/', { body: { first_name } }, person)
  await call('GET /api/me/sessions/')
  await call('DELETE /api/me/sessions/', {}, person)
  await call('GET /api/me/factors/')
  const stored = { path: { name: 'contract' } }
  await call('PUT /api/me/preferences/{name}/', { ...stored, body: { width: 3 } }, person)
  await call('GET /api/me/preferences/{name}/', stored)
  await call('GET /api/me/preferences/', { query: { prefix: 'con' } })
  await call('DELETE /api/me/preferences/{name}/', stored, person)
  await call('GET /api/inbox/', { query: { limit: 5 } })
  await call('POST /api/inbox/read/', { body: { all: true } }, person)
  const path = { app: 'input', entity: 'item' }
  const { id } = await call('POST /api/views/{app}/{entity}/', { path, body: { name: 'mine' } }, person)
  const view = { path: { ...path, id } }
  await call('PATCH /api/views/{app}/{entity}/{id}/', { ...view, body: { shared: true } }, person)
  await call('GET /api/views/{app}/{entity}/', { path })
  await call('DELETE /api/views/{app}/{entity}/{id}/', view, person)
}

async function callLists(call: Client, { item }: KnownRecords): Promise<void> {
  await call('GET /api/menu/')
  await call('GET /api/meta/', { query: { counts: true } })
  const path = { app: 'input', entity: 'item' }
  await call('GET /api/meta/{app}/{entity}/', { path })
  await call('GET /api/mentions/{app}/{entity}/', { path, query: { q: 'a' } })
  await call('GET /api/lookup/{app}/{entity}/', { path, query: { q: item } })
  await call('GET /api/distinct/{app}/{entity}/', { path, query: { field: 'name' } })
  await call('GET /api/aggregate/{app}/{entity}/', { path, query: { group: 'name', measure: 'cost__sum' } })
  await call('GET /api/position/{app}/{entity}/', { path, query: { key: item } })
  const body = { update: [{ name: item, description: 'of ash' }] }
  await call('POST /api/batch/{app}/{entity}/', { path, body, query: { dryrun: true } })
}

async function callAccess(call: Client, { person }: KnownRecords): Promise<void> {
  const { users } = await call('GET /api/access/users/')
  await call('GET /api/access/rights/')
  const path = { id: users.find(({ username }) => username === 'planner')?.id ?? 0 }
  await call('POST /api/access/users/{id}/reset/', { path }, person)
}

async function callStartPages(call: Client, { person, group }: KnownRecords): Promise<void> {
  await call('GET /api/me/startpage/')
  await call('PUT /api/me/startpage/', { body: { widgets: ['late'] } }, person)
  await call('DELETE /api/me/startpage/', {}, person)
  const path = { group }
  await call('PUT /api/access/startpages/{group}/', { path, body: { widgets: ['late'] } }, person)
  await call('DELETE /api/access/startpages/{group}/', { path }, person)
}
