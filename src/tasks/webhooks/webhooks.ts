/** Storage of webhooks: endpoints, the events that they receive, and the log of their deliveries. */
import type pg from 'pg'
import { giveNotice, withdrawNotices } from '../../data/notices.ts'
import type { ControlDatabase } from '../../database/database.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { parseStoredMessage, storedMessage } from '../../errors/stored-message.ts'
import type { EventKind } from '../../model/event-kinds.ts'
import { seal, unseal } from '../queue/sealed.ts'
import { createSecret } from './signature.ts'

export interface WebhookFields {
  readonly name: string
  /** URL of the endpoint, https or http. */
  readonly url: string
  readonly kinds: readonly EventKind[]
  /** Full names of entities; empty for all that the owner may view. */
  readonly entities: readonly string[]
  readonly scenarios: readonly string[]
  readonly enabled: boolean
}

export interface Webhook extends WebhookFields {
  readonly id: number
  /** User with whose rights events are read. */
  readonly user: number
  /** Fault for the owner: why the webhook was disabled, or what its endpoint did not get. */
  readonly fault: Message | null
  readonly created: string
  readonly cursor: string
}

export interface Delivery {
  readonly id: number
  readonly kind: string
  readonly created: string
  readonly attempts: number
  /** Time of the next attempt; null if the message is delivered or will not be retried. */
  readonly due: string | null
  readonly delivered: string | null
  readonly status: number | null
  readonly answer: string | null
}

type WebhookRow = Omit<Webhook, 'fault'> & { readonly fault: string | null } & Record<string, unknown>

const fromRow = ({ fault, ...row }: WebhookRow): Webhook => ({
  ...row,
  fault: parseStoredMessage(fault) ?? null,
})

const columns = `"id"::float8 AS "id", "name", "url", "user"::float8 AS "user", "kinds"::text[] AS "kinds",
  "entities"::text[] AS "entities", "scenarios"::text[] AS "scenarios", "enabled", "fault", "created", "cursor"`

/** Returns all webhooks by number. */
export async function listWebhooks(database: ControlDatabase): Promise<readonly Webhook[]> {
  const { rows } = await database.query<WebhookRow>({
    text: `SELECT ${columns} FROM control."webhook" ORDER BY "id"`,
  })
  return rows.map(fromRow)
}

export async function findWebhook(database: ControlDatabase, id: number): Promise<Webhook | undefined> {
  const { rows } = await database.query<WebhookRow>({
    text: `SELECT ${columns} FROM control."webhook" WHERE "id" = $1`,
    values: [id],
  })
  return rows.map(fromRow)[0]
}

/** Stores a webhook that starts at a cursor; returns its secret, which is not shown again. */
export async function createWebhook(
  database: ControlDatabase,
  fields: WebhookFields,
  {
    user,
    cursor,
    installation,
  }: { readonly user: number; readonly cursor: string; readonly installation: string },
): Promise<{ readonly id: number; readonly secret: string }> {
  const secret = createSecret()
  const { name, url, kinds, entities, scenarios, enabled } = fields
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."webhook" ("name", "url", "secret", "user", "kinds", "entities", "scenarios", "enabled", "cursor")
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING "id"::float8 AS "id"`,
    values: [name, url, seal(secret, installation), user, kinds, entities, scenarios, enabled, cursor],
  })
  return { id: rows[0]!.id, secret }
}

/** State of a webhook. */
export interface WebhookState {
  /** Login name of the owner. */
  readonly owner: string
  /** Number of messages that are not delivered yet and will be retried. */
  readonly waiting: number
  /** Time of the latest delivery. */
  readonly delivered: string | null
}

export async function readWebhookStates(
  database: ControlDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WebhookState>> {
  const { rows } = await database.query<WebhookState & { readonly id: number }>({
    text: `SELECT w."id"::float8 AS "id", u."username" AS "owner",
        (SELECT count(*) FROM control."webhookdelivery" d WHERE d."webhook" = w."id" AND d."due" IS NOT NULL)::integer AS "waiting",
        (SELECT to_json(max(d."delivered"))#>>'{}' FROM control."webhookdelivery" d WHERE d."webhook" = w."id") AS "delivered"
      FROM control."webhook" w JOIN control."user" u ON u."id" = w."user" WHERE w."id" = ANY ($1::bigint[])`,
    values: [ids],
  })
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/**
 * Updates a webhook. This clears its fault, unless it was disabled and stays so. A changed URL, and enabling it, begin the retries of its
 * undelivered messages anew.
 */
export async function updateWebhook(
  database: ControlDatabase,
  { id, url: previousUrl, enabled: wasEnabled }: Webhook,
  fields: WebhookFields,
): Promise<void> {
  const { name, url, kinds, entities, scenarios, enabled } = fields
  await database.withTransaction(async (client) => {
    await client.query(
      `UPDATE control."webhook" SET "name" = $2, "url" = $3, "kinds" = $4, "entities" = $5, "scenarios" = $6,
        "enabled" = $7, "fault" = CASE WHEN $7 OR "enabled" THEN NULL ELSE "fault" END WHERE "id" = $1`,
      [id, name, url, kinds, entities, scenarios, enabled],
    )
    if (url !== previousUrl || (enabled && !wasEnabled)) await restartRetries(client, id)
  })
}

/** Makes all undelivered messages that are retried due now, as if they had not been sent yet. */
async function restartRetries(client: Pick<pg.ClientBase, 'query'>, webhook: number): Promise<void> {
  await client.query(
    `UPDATE control."webhookdelivery" SET "due" = now(), "attempts" = 0, "started" = NULL
     WHERE "webhook" = $1 AND "due" IS NOT NULL AND "attempts" > 0`,
    [webhook],
  )
}

export const deleteWebhook = (database: ControlDatabase, id: number): Promise<void> =>
  database.withTransaction(async (client) => {
    await client.query('DELETE FROM control."webhook" WHERE "id" = $1', [id])
    await withdrawNotices(client, { kind: 'webhook', subject: id })
  })

/** Records a fault of a webhook in its record, and notifies its owner. */
export async function faultWebhook(
  client: Pick<pg.ClientBase, 'query'>,
  { id, user, name }: Webhook,
  { message, disable }: { readonly message: Message; readonly disable: boolean },
): Promise<void> {
  await client.query(
    'UPDATE control."webhook" SET "fault" = $2, "enabled" = "enabled" AND NOT $3 WHERE "id" = $1',
    [id, storedMessage(message), disable],
  )
  await giveNotice(client, { user, kind: 'webhook', subject: id, scenario: null, name, message })
}

/** Gives a webhook a new secret: later messages are signed with it, including retries, which begin anew. */
export async function renewSecret(
  database: ControlDatabase,
  id: number,
  installation: string,
): Promise<string> {
  const secret = createSecret()
  await database.withTransaction(async (client) => {
    const sealed = seal(secret, installation)
    await client.query('UPDATE control."webhook" SET "secret" = $2 WHERE "id" = $1', [id, sealed])
    await restartRetries(client, id)
  })
  return secret
}

/**
 * Returns the secret with which messages of a webhook are signed: null if it was stored with another secret of the
 * installation, undefined if the webhook was deleted meanwhile.
 */
export async function readSecret(
  database: ControlDatabase,
  id: number,
  installation: string,
): Promise<string | null | undefined> {
  const { rows } = await database.query<{ secret: Buffer }>({
    text: 'SELECT "secret" FROM control."webhook" WHERE "id" = $1',
    values: [id],
  })
  if (rows[0] === undefined) return undefined
  try {
    return unseal(rows[0].secret, installation)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** Queues a test message without an event, which does not wait for other messages. */
export async function queueTest(database: ControlDatabase, id: number, time: string): Promise<number> {
  const body = JSON.stringify({ type: 'test', timestamp: time, data: {} })
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."webhookdelivery" ("webhook", "kind", "body", "urgent") VALUES ($1, 'test', $2, true) RETURNING "id"::float8 AS "id"`,
    values: [id, body],
  })
  return rows[0]!.id
}

/** Returns an SQL expression that formats a timestamp as records have it. */
const moment = (column: string): string => `to_json("${column}")#>>'{}' AS "${column}"`

/** Returns the newest deliveries of a webhook. */
export async function listDeliveries(
  database: ControlDatabase,
  webhook: number,
  { limit, before }: { readonly limit: number; readonly before: number },
): Promise<readonly Delivery[]> {
  const { rows } = await database.query<Delivery & Record<string, unknown>>({
    text: `SELECT "id"::float8 AS "id", "kind", ${moment('created')}, "attempts", ${moment('due')}, ${moment('delivered')},
        "status", "answer" FROM control."webhookdelivery"
      WHERE "webhook" = $1 AND ($2::bigint = 0 OR "id" < $2) ORDER BY "id" DESC LIMIT $3`,
    values: [webhook, before, limit],
  })
  return rows
}

/** Sends a delivery again, whatever its status, before the messages that wait. Returns whether it exists. */
export async function replayDelivery(
  database: ControlDatabase,
  webhook: number,
  id: number,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE control."webhookdelivery" SET "due" = now(), "attempts" = 0, "delivered" = NULL, "started" = NULL,
        "urgent" = true
      WHERE "webhook" = $1 AND "id" = $2`,
    values: [webhook, id],
  })
  return rowCount === 1
}
