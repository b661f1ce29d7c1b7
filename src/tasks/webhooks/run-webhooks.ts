/**
 * Creates deliveries of events and sends those that are due, as long as the service runs; in one process of an
 * installation at a time. The message and the time of its next attempt are stored before it is sent: if the process
 * is killed, no message is lost, but one may be sent twice, with the same id.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { loadAccounts } from '../../auth/accounts.ts'
import { formatCursor, parseCursor } from '../../data/history/events/cursor.ts'
import { earliestCursor, type EventLog, readEventLog } from '../../data/history/events/event-log.ts'
import type { Service } from '../../service/service.ts'
import { followEvents, nextEvents } from '../events/followed.ts'
import { currentTraceparent, inSpan } from '../../tracing/tracing.ts'
import { concernsOne, type Due, limitBlocking, listDue, storeAttempt, wakeRetried } from './retries.ts'
import { type SendAnswer, sendMessage } from './send-message.ts'
import { signatureHeaders } from './signature.ts'
import { faultWebhook, listWebhooks, readSecret, type Webhook } from './webhooks.ts'

export interface Webhooks extends AsyncDisposable {
  close(): Promise<void>
}

export interface WebhookOptions {
  /** Seconds between the attempts; a message is given up after the last one, but not before their sum has passed. */
  readonly backoffSeconds?: readonly number[]
  /** Maximum number of seconds to the next attempt of a message while others wait for it. */
  readonly longestBlockSeconds?: number
  readonly intervalMs?: number
}

/** From seconds to a day: more than three days in total. */
const backoff = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400]
const roundMs = 1_000
/** Maximum number of events of a webhook per round. */
const perRound = 100
/** Maximum number of seconds to the next attempt of a message while others wait for it. */
const longestBlock = 900
const keptDays = 30

export function runWebhooks(
  service: Service,
  { backoffSeconds = backoff, longestBlockSeconds = longestBlock, intervalMs = roundMs }: WebhookOptions = {},
): Webhooks {
  const stop = new AbortController()
  const rounds = (async () => {
    let failing = false
    while (!stop.signal.aborted) {
      try {
        await runRounds(service, { backoffSeconds, longestBlockSeconds, intervalMs }, stop.signal)
        failing = false
      } catch (error) {
        // While the database is unavailable every round fails; the warning is logged once.
        if (!failing && !stop.signal.aborted)
          service.logger.warn({ err: error }, 'Webhooks cannot be sent at the moment')
        failing = true
      }
      await pause(intervalMs, stop.signal)
    }
  })()
  const close = async (): Promise<void> => {
    stop.abort()
    await rounds
  }
  return { close, [Symbol.asyncDispose]: close }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false }).catch(() => undefined)

/**
 * Runs one round. While an endpoint delays its message, runs further rounds for all other endpoints under the same
 * lock.
 */
async function runRounds(
  service: Service,
  options: Required<WebhookOptions>,
  stopped: AbortSignal,
): Promise<void> {
  const { control } = service
  const enabled = async (): Promise<readonly Webhook[]> =>
    (await listWebhooks(control)).filter((webhook) => webhook.enabled)
  if ((await enabled()).length === 0) return
  await control.direct.withClient(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('webhooks', 0)) AS mine`,
    )
    if (!rows[0]!.mine) return
    const over = new AbortController()
    const signal = AbortSignal.any([stopped, over.signal])
    const sending = new Map<number, Promise<void>>()
    const send = async (webhook: Webhook): Promise<void> => {
      await sendDue(service, webhook, options, signal)
      sending.delete(webhook.id)
    }
    try {
      do {
        const log = await readEventLog(control, signal)
        const idle = (await enabled()).filter(({ id }) => !sending.has(id))
        await Promise.all(idle.map((webhook) => queueEvents(service, webhook, { log, options, signal })))
        for (const webhook of idle) sending.set(webhook.id, send(webhook))
        await client.query(
          `DELETE FROM control."webhookdelivery" WHERE "due" IS NULL AND "created" < now() - make_interval(days => $1)`,
          [keptDays],
        )
        await Promise.race([Promise.all(sending.values()), pause(options.intervalMs, signal)])
      } while (sending.size > 0 && !signal.aborted)
    } finally {
      over.abort()
      await Promise.allSettled(sending.values())
      await client.query(`SELECT pg_advisory_unlock(hashtextextended('webhooks', 0))`)
    }
  })
}

/** Creates deliveries of the next events and advances the cursor, in one transaction. */
async function queueEvents(
  { control, models }: Service,
  webhook: Webhook,
  {
    log,
    options,
    signal,
  }: { readonly log: EventLog; readonly options: Required<WebhookOptions>; readonly signal: AbortSignal },
): Promise<void> {
  const account = (await loadAccounts(control, [webhook.user])).get(webhook.user)
  if (account === undefined) return
  const owner = {
    userId: account.userId,
    scenarios: account.scenarios,
    via: 'basic',
    readOnly: false,
  } as const
  const followed = await followEvents(control, models.current(), owner, webhook, signal)
  const known = parseCursor(webhook.cursor)
  const expired = [...followed.limits.values()].some((limit) => (known?.transaction ?? 0) <= limit.expired)
  const isLost = known === undefined || known.epoch !== log.epoch || expired
  const cursor = isLost ? earliestCursor(log, followed.limits.values()) : known
  const batch = await nextEvents(control, followed, cursor, log, { limit: perRound, signal })
  const next = formatCursor(batch.cursor)
  if (next === webhook.cursor) return
  await control.withTransaction(async (client) => {
    const bodies = batch.events.map(({ kind, trace, text }) => {
      const data: Readonly<Record<string, unknown>> = JSON.parse(text)
      return { kind, trace, body: JSON.stringify({ type: kind, timestamp: data['time'], data }) }
    })
    const { rowCount } = await client.query(
      'UPDATE control."webhook" SET "cursor" = $2 WHERE "id" = $1 AND "cursor" = $3',
      [webhook.id, next, webhook.cursor],
    )
    if (rowCount === 0) return
    if (isLost) await faultWebhook(client, webhook, { message: { code: 'webhook_gap' }, disable: false })
    const messages = isLost ? [gapMessage(formatCursor(cursor)), ...bodies] : bodies
    if (messages.length === 0) return
    await client.query(
      `INSERT INTO control."webhookdelivery" ("webhook", "kind", "body", "trace")
       SELECT $1, b."kind", b."body", b."trace"
       FROM json_to_recordset($2::json) AS b("kind" text, "body" text, "trace" text)`,
      [webhook.id, JSON.stringify(messages)],
    )
    await limitBlocking(client, webhook.id, options.longestBlockSeconds)
  })
}

/** Returns the message that informs the endpoint that earlier events are not stored any more. */
const gapMessage = (cursor: string): { readonly kind: string; readonly body: string } => ({
  kind: 'gap',
  body: JSON.stringify({ type: 'gap', timestamp: new Date().toISOString(), data: { cursor } }),
})

/**
 * Sends the messages that are due, in order. An endpoint that accepts no message at present gets only the first one
 * again, so that the order is kept. After some attempts it gets the next one too: if that arrives, only the first one
 * fails, and the others do not wait for it any more.
 */
async function sendDue(
  service: Service,
  webhook: Webhook,
  { backoffSeconds, longestBlockSeconds }: Required<WebhookOptions>,
  signal: AbortSignal,
): Promise<void> {
  const { control, secret: installation, settings } = service
  const messages = await listDue(control, webhook.id)
  if (messages.length === 0) return
  const secret = await readSecret(control, webhook.id, installation)
  if (secret === undefined) return
  if (secret === null) return disableUnreadable(service, webhook)
  const totalSeconds = backoffSeconds.reduce((sum, seconds) => sum + seconds, 0)
  for (const due of messages) {
    if (signal.aborted) return
    const { id, attempts, urgent } = due
    const allowPrivate = settings.WEBHOOK_PRIVATE_ADDRESSES
    const { status, text } = await sendSigned(webhook, due, { secret, allowPrivate, signal })
    if (signal.aborted) return
    const arrived = status !== undefined && status >= 200 && status < 300
    const { givenUp, othersArrive } = await storeAttempt(control, {
      webhook: webhook.id,
      id,
      url: webhook.url,
      status,
      answer: text,
      arrived,
      attempts,
      waitSeconds: backoffSeconds[attempts] ?? backoffSeconds.at(-1) ?? 0,
      retries: backoffSeconds.length,
      totalSeconds,
    })
    if (givenUp) await giveUp(service, webhook, { delivery: id, disable: !othersArrive })
    if (givenUp && !othersArrive) return
    if (arrived) {
      if (urgent || attempts > 0) await wakeRetried(control, webhook.id)
      continue
    }
    await control.withClient((client) => limitBlocking(client, webhook.id, longestBlockSeconds))
    if (!concernsOne(status, attempts + 1)) return
  }
}

/** Sends a message within a span of the trace of its event, which the endpoint can continue. */
function sendSigned(
  { id: webhook, url }: Webhook,
  { id, kind, body, attempts, trace }: Due,
  {
    secret,
    allowPrivate,
    signal,
  }: { readonly secret: string; readonly allowPrivate: boolean; readonly signal: AbortSignal },
): Promise<SendAnswer> {
  const attributes = { 'webhook.id': webhook, 'webhook.attempt': attempts + 1 }
  const options = { name: `webhook ${kind}`, kind: 'client', parent: trace, attributes } as const
  return inSpan(options, async (span) => {
    const traceparent = currentTraceparent()
    const timestamp = Math.floor(Date.now() / 1000)
    const answer = await sendMessage(url, {
      headers: {
        ...signatureHeaders(secret, { id: `msg_${id}`, timestamp, body }),
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body,
      allowPrivate,
      signal,
    })
    const { status } = answer
    if (status !== undefined) span.set({ 'http.response.status_code': status })
    if (status === undefined || status >= 400) span.fail({ code: status ?? 'no_response' })
    return answer
  })
}

/** Disables a webhook whose messages cannot be signed, and notifies its owner; the others go on. */
async function disableUnreadable({ control, logger }: Service, webhook: Webhook): Promise<void> {
  const message = { code: 'webhook_secret_unreadable' } as const
  await control.withTransaction((client) => faultWebhook(client, webhook, { message, disable: true }))
  logger.warn(
    { webhook: webhook.name },
    'A webhook was disabled: its secret was stored with another JWT_SECRET, or another folder VAR',
  )
}

/** Notifies the owner of a message that was given up; disables the webhook if no other message arrived meanwhile. */
async function giveUp(
  { control, logger }: Service,
  webhook: Webhook,
  { delivery, disable }: { readonly delivery: number; readonly disable: boolean },
): Promise<void> {
  const { name, url } = webhook
  const code = disable ? 'webhook_refused' : 'webhook_message_refused'
  const message = { code, params: { delivery } } as const
  await control.withTransaction((client) => faultWebhook(client, webhook, { message, disable }))
  logger.warn(
    { webhook: name, url: new URL(url).origin, delivery },
    disable
      ? 'A webhook was disabled: its endpoint refuses messages'
      : 'A message of a webhook was given up: its endpoint refuses it',
  )
}
