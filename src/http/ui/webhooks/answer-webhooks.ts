/**
 * `/api/webhooks/`: endpoints that receive events, their deliveries, tests and replays. Only for superusers of
 * production.
 */
import { isSuperuser } from '../../../auth/principal.ts'
import { formatCursor } from '../../../data/history/events/cursor.ts'
import { readEventLog } from '../../../data/history/events/event-log.ts'
import { type EventKind, eventKinds } from '../../../model/event-kinds.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  queueTest,
  readWebhookStates,
  renewSecret,
  replayDelivery,
  updateWebhook,
  type Webhook,
  type WebhookFields,
} from '../../../tasks/webhooks/webhooks.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../answer.ts'
import { defaultScenario } from '../../request-target.ts'
import { objectBody, wholeNumber, type WordCall } from '../word-call.ts'

/** Maximum number of webhooks of an installation. */
const mostWebhooks = 100

function requireAdministrator({ principal }: WordCall): void {
  if (!isSuperuser(principal, defaultScenario)) throw new ServiceError('permission_denied')
}

/** Returns the webhook of the path. Throws `permission_denied` and `not_found`. */
async function requireWebhook(call: WordCall): Promise<Webhook> {
  requireAdministrator(call)
  const { context, params } = call
  const id = numberOf(params['webhook'])
  const webhook = id === 0 ? undefined : await findWebhook(context.database, id)
  if (webhook === undefined) throw new ServiceError('not_found')
  return webhook
}

const numberOf = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

export async function answerWebhooks(call: WordCall): Promise<Answer> {
  requireAdministrator(call)
  return jsonAnswer(200, await shown(call, await listWebhooks(call.context.database)))
}

/** Creates a webhook. The response contains the secret, which is not shown again. */
export async function postWebhook(call: WordCall): Promise<Answer> {
  requireAdministrator(call)
  const { context, exchange, principal } = call
  const { database } = context
  const fields = await fieldsOf(call, undefined)
  if ((await listWebhooks(database)).length >= mostWebhooks) {
    throw fieldErrors({ non_field_errors: [{ code: 'too_many_values', params: { limit: mostWebhooks } }] })
  }
  const { epoch, bound } = await readEventLog(database, context.signal)
  const { id, secret } = await createWebhook(database, fields, {
    user: principal.userId,
    cursor: formatCursor({ epoch, transaction: bound }),
    installation: exchange.service.secret,
  })
  return jsonAnswer(201, { ...(await shownOne(call, (await findWebhook(database, id))!)), secret })
}

export const answerWebhook = async (call: WordCall): Promise<Answer> =>
  jsonAnswer(200, await shownOne(call, await requireWebhook(call)))

export async function patchWebhook(call: WordCall): Promise<Answer> {
  const webhook = await requireWebhook(call)
  const { database } = call.context
  await updateWebhook(database, webhook.id, await fieldsOf(call, webhook))
  return jsonAnswer(200, await shownOne(call, (await findWebhook(database, webhook.id)) ?? webhook))
}

export async function removeWebhook(call: WordCall): Promise<Answer> {
  const { id } = await requireWebhook(call)
  await deleteWebhook(call.context.database, id)
  return emptyAnswer(204)
}

/**
 * Replaces the secret. The response contains the new secret, which is not shown again; the old one no longer signs
 * deliveries.
 */
export async function postSecret(call: WordCall): Promise<Answer> {
  const { id } = await requireWebhook(call)
  const { context, exchange } = call
  return jsonAnswer(200, { secret: await renewSecret(context.database, id, exchange.service.secret) })
}

export async function testWebhook(call: WordCall): Promise<Answer> {
  const { id } = await requireWebhook(call)
  return jsonAnswer(202, { delivery: await queueTest(call.context.database, id, new Date().toISOString()) })
}

export async function answerDeliveries(call: WordCall): Promise<Answer> {
  const { id } = await requireWebhook(call)
  const { query } = call
  const limit = wholeNumber(query, 'limit', { least: 1, most: 500, otherwise: 50 })
  const before = wholeNumber(query, 'cursor', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const found = await listDeliveries(call.context.database, id, { limit: limit + 1, before })
  const deliveries = found.slice(0, limit)
  return jsonAnswer(200, { deliveries, next: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null })
}

export async function postReplay(call: WordCall): Promise<Answer> {
  const { id } = await requireWebhook(call)
  const delivery = numberOf(call.params['delivery'])
  if (!(await replayDelivery(call.context.database, id, delivery))) throw new ServiceError('not_found')
  return jsonAnswer(202, { delivery })
}

type Shown = Readonly<Record<string, unknown>>

const shownOne = async (call: WordCall, webhook: Webhook): Promise<Shown> =>
  (await shown(call, [webhook]))[0] ?? {}

/** Returns webhooks with their state, with error messages in the language of the user. */
async function shown(
  { context, exchange }: WordCall,
  webhooks: readonly Webhook[],
): Promise<readonly Shown[]> {
  const ids = webhooks.map(({ id }) => id)
  const [states, texts] = await Promise.all([
    readWebhookStates(context.database, ids),
    loadMessages(exchange.language),
  ])
  return webhooks.map(({ fault, created, cursor: _cursor, ...webhook }) => ({
    ...webhook,
    ...states.get(webhook.id),
    fault: fault === null ? null : messageText(fault, texts),
    created: created.replace(' ', 'T'),
  }))
}

/** Returns the fields of the body; missing fields keep their previous values. Throws `invalid_record`. */
async function fieldsOf(call: WordCall, before: WebhookFields | undefined): Promise<WebhookFields> {
  const given = await objectBody(call)
  const { context, principal } = call
  const faults: Record<string, readonly Message[]> = {}
  const fault = (field: string, message: Message): void => void (faults[field] = [message])
  const name = textOf(given['name'] ?? before?.name)
  if (name === undefined) fault('name', { code: 'required' })
  const url = textOf(given['url'] ?? before?.url)
  if (url === undefined || !isEndpoint(url)) fault('url', { code: 'invalid_endpoint' })
  const list = (
    field: keyof WebhookFields,
    known: readonly string[],
    otherwise: readonly string[],
  ): readonly string[] => {
    const value: unknown = given[field] ?? before?.[field] ?? otherwise
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const unknown = items.find((item) => typeof item !== 'string' || !known.includes(item))
    if (unknown !== undefined) {
      const params = {
        value: (JSON.stringify(unknown) ?? '').slice(0, 100),
        choices: known.slice(0, 20).join(', '),
      }
      fault(field, { code: 'invalid_choice', params })
    }
    return items.filter((item) => typeof item === 'string')
  }
  const kinds = list('kinds', eventKinds, eventKinds)
  const entities = list('entities', [...context.model.byName.keys()], [])
  const scenarios = list('scenarios', [...principal.scenarios.keys()], [call.scenario])
  const enabled: unknown = given['enabled'] ?? before?.enabled ?? true
  if (typeof enabled !== 'boolean') fault('enabled', { code: 'invalid_boolean' })
  if (Object.keys(faults).length > 0) throw fieldErrors(faults)
  return {
    name: name!,
    url: url!,
    kinds: kinds.filter((kind): kind is EventKind => eventKinds.some((known) => known === kind)),
    entities,
    scenarios,
    enabled: enabled === true,
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= 2_000 &&
  !value.includes('\0') &&
  value.isWellFormed()
    ? value.trim()
    : undefined

/**
 * Returns true for a valid endpoint URL; credentials in a URL are rejected, because all users who may see the webhook
 * would see them.
 */
function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
