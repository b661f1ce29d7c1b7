/**
 * `/api/webhooks/`: endpoints that receive events, their deliveries, tests and replays. Only for superusers of
 * production.
 */
import type { Account } from '../../../auth/accounts.ts'
import { reaches, standingOf } from '../../../auth/rights/reach.ts'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import { webhookEndpoints } from '../../../contract/webhooks.ts'
import { formatCursor } from '../../../data/history/events/cursor.ts'
import { readEventLog } from '../../../data/history/events/event-log.ts'
import { eventKinds } from '../../../model/event-kinds.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { privateHost } from '../../../tasks/webhooks/private-addresses.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  queueTest,
  readSecret,
  readWebhookStates,
  renewSecret,
  replayDelivery,
  updateWebhook,
  type Webhook,
  type WebhookFields,
} from '../../../tasks/webhooks/webhooks.ts'
import { routesOf } from '../../contract/routes.ts'
import type { WordCall } from '../word-call.ts'

/** Maximum number of webhooks of an installation. */
const mostWebhooks = 100

/** Returns the webhook of the path. Throws `not_found`. */
async function requireWebhook(
  { context }: WordCall,
  { webhook }: { readonly webhook: number },
): Promise<Webhook> {
  const found = await findWebhook(context.control, webhook)
  if (found === undefined) throw new ServiceError('not_found')
  return found
}

/**
 * Throws `permission_denied` unless the user has all permissions of the owner in the scenarios of the webhook and in
 * those that are added: its events are read with the permissions of the owner, and could be sent to anybody.
 */
async function requireReadRights(
  { exchange, principal }: WordCall,
  webhook: Webhook,
  added: readonly string[] = [],
): Promise<void> {
  const owner = await exchange.service.auth.access.accounts.get(webhook.user)
  if (owner === undefined) throw new ServiceError('not_found')
  const followed = new Set([...webhook.scenarios, ...added])
  const followedOf = (access: Account['scenarios']): Account['scenarios'] =>
    new Map([...access].filter(([scenario]) => followed.has(scenario)))
  const scenarios = followedOf(owner.scenarios)
  const busyScenarios = followedOf(owner.busyScenarios)
  if (!reaches(standingOf(principal), { scenarios, busyScenarios }))
    throw new ServiceError('permission_denied')
}

export const webhookRoutes = routesOf(webhookEndpoints, {
  'GET /api/webhooks/': async (call) => shown(call, await listWebhooks(call.context.control)),

  // The response contains the secret, which is not shown again.
  'POST /api/webhooks/': async (call, { body }) => {
    const { context, exchange, principal } = call
    const { control } = context
    const fields = fieldsOf(call, await body(checkFields(call)), undefined)
    if ((await listWebhooks(control)).length >= mostWebhooks) {
      throw fieldErrors({ non_field_errors: [{ code: 'too_many_values', params: { limit: mostWebhooks } }] })
    }
    const { epoch, bound } = await readEventLog(control, context.signal)
    const { id, secret } = await createWebhook(control, fields, {
      user: principal.userId,
      cursor: formatCursor({ epoch, transaction: bound }),
      installation: exchange.service.secret,
    })
    return { ...(await shownOne(call, (await findWebhook(control, id))!)), secret }
  },

  'GET /api/webhooks/{webhook}/': async (call, { path }) => shownOne(call, await requireWebhook(call, path)),

  'PATCH /api/webhooks/{webhook}/': async (call, { path, body }) => {
    const webhook = await requireWebhook(call, path)
    const { control } = call.context
    const given = await body(checkFields(call, webhook))
    await requireReadRights(call, webhook, given.scenarios)
    await rejectOtherSecret(call, webhook, given)
    await updateWebhook(control, webhook, fieldsOf(call, given, webhook))
    return shownOne(call, (await findWebhook(control, webhook.id)) ?? webhook)
  },

  'DELETE /api/webhooks/{webhook}/': async (call, { path }) => {
    const { id } = await requireWebhook(call, path)
    await deleteWebhook(call.context.control, id)
    return undefined
  },

  // Replaces the secret: the old one no longer signs deliveries.
  'POST /api/webhooks/{webhook}/secret/': async (call, { path }) => {
    const webhook = await requireWebhook(call, path)
    await requireReadRights(call, webhook)
    const { id } = webhook
    const { context, exchange } = call
    return { secret: await renewSecret(context.control, id, exchange.service.secret) }
  },

  'POST /api/webhooks/{webhook}/test/': async (call, { path }) => {
    const { id } = await requireWebhook(call, path)
    return { delivery: await queueTest(call.context.control, id, new Date().toISOString()) }
  },

  'GET /api/webhooks/{webhook}/deliveries/': async (call, { path, query: { limit, cursor = 0 } }) => {
    const { id } = await requireWebhook(call, path)
    const found = await listDeliveries(call.context.control, id, { limit: limit + 1, before: cursor })
    const deliveries = found.slice(0, limit)
    return { deliveries, next: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
  },

  'POST /api/webhooks/{webhook}/deliveries/{delivery}/replay/': async (call, { path }) => {
    const webhook = await requireWebhook(call, path)
    await requireReadRights(call, webhook)
    const { delivery } = path
    if (!(await replayDelivery(call.context.control, webhook.id, delivery)))
      throw new ServiceError('not_found')
    return { delivery }
  },
})

type Shown = AnswerOf<(typeof webhookEndpoints)['GET /api/webhooks/{webhook}/']>

const shownOne = async (call: WordCall, webhook: Webhook): Promise<Shown> =>
  (await shown(call, [webhook]))[0]!

/** Returns webhooks with their state, with error messages in the language of the user. */
async function shown(
  { context, exchange }: WordCall,
  webhooks: readonly Webhook[],
): Promise<readonly Shown[]> {
  const ids = webhooks.map(({ id }) => id)
  const [states, texts] = await Promise.all([
    readWebhookStates(context.control, ids),
    loadMessages(exchange.language),
  ])
  return webhooks.map(({ fault, created, cursor: _cursor, ...webhook }) => ({
    ...webhook,
    ...(states.get(webhook.id) ?? { owner: '', waiting: 0, delivered: null }),
    fault: fault === null ? null : messageText(fault, texts),
    created: created.replace(' ', 'T'),
  }))
}

type Given = BodyOf<(typeof webhookEndpoints)['PATCH /api/webhooks/{webhook}/']>

/**
 * Returns the check of the fields whose valid values depend on the service.
 * @param before the webhook that is changed: its values are accepted, also if they are not valid any more
 */
const checkFields =
  ({ context, principal, exchange }: WordCall, before?: WebhookFields) =>
  ({ url, kinds, entities, scenarios }: Given): Readonly<Record<string, readonly Message[]>> => ({
    ...(url === undefined || url === before?.url
      ? {}
      : endpointFault(url, exchange.service.settings.WEBHOOK_PRIVATE_ADDRESSES)),
    ...emptyFault('kinds', kinds, before?.kinds),
    ...emptyFault('scenarios', scenarios, before?.scenarios),
    ...choiceFault('entities', entities, [...context.model.byName.keys(), ...(before?.entities ?? [])]),
    ...choiceFault('scenarios', scenarios, [...principal.scenarios.keys(), ...(before?.scenarios ?? [])]),
  })

/** Returns the error of a list that is now empty: nothing would be sent, ever. */
function emptyFault(
  field: string,
  values: readonly string[] | undefined,
  before: readonly string[] = [field],
): Readonly<Record<string, readonly Message[]>> {
  return values?.length === 0 && before.length > 0 ? { [field]: [{ code: 'required' }] } : {}
}

/** Throws `invalid_record` for a secret that is not the stored one: clients send back that of the creation. */
async function rejectOtherSecret(
  { context, exchange }: WordCall,
  { id }: Webhook,
  { secret }: Given,
): Promise<void> {
  if (secret === undefined) return
  if (secret !== (await readSecret(context.control, id, exchange.service.secret)))
    throw fieldErrors({ secret: [{ code: 'webhook_secret_fixed' }] })
}

/** Returns the fields of the body; missing fields keep their previous values. */
function fieldsOf(
  { scenario }: WordCall,
  { name, url, kinds, entities, scenarios, enabled }: Given,
  before: WebhookFields | undefined,
): WebhookFields {
  return {
    name: (name ?? before?.name ?? '').trim(),
    url: (url ?? before?.url ?? '').trim(),
    kinds: kinds ?? before?.kinds ?? eventKinds,
    entities: entities ?? before?.entities ?? [],
    scenarios: scenarios ?? before?.scenarios ?? [scenario],
    enabled: enabled ?? before?.enabled ?? true,
  }
}

/** Returns the error of the first value that is not known. */
function choiceFault(
  field: string,
  values: readonly string[] | undefined,
  known: readonly string[],
): Readonly<Record<string, readonly Message[]>> {
  const unknown = values?.find((value) => !known.includes(value))
  if (unknown === undefined) return {}
  const params = { value: unknown.slice(0, 100), choices: known.slice(0, 20).join(', ') }
  return { [field]: [{ code: 'invalid_choice', params }] }
}

/** Returns the error of an address to which messages cannot be sent. */
function endpointFault(address: string, allowPrivate: boolean): Readonly<Record<string, readonly Message[]>> {
  if (!isEndpoint(address)) return { url: [{ code: 'invalid_endpoint' }] }
  const host = allowPrivate ? undefined : privateHost(new URL(address))
  return host === undefined ? {} : { url: [{ code: 'private_endpoint', params: { host } }] }
}

/**
 * Returns true for a valid endpoint URL without blanks and control characters; credentials in a URL are rejected, because all users who may see the webhook
 * would see them.
 */
function isEndpoint(text: string): boolean {
  // URL.parse removes tabs and line breaks.
  if (/[\p{Cc}\s]/u.test(text.trim())) return false
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
