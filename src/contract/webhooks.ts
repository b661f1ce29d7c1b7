/** Endpoints of webhooks: receivers of events, and the messages that were sent to them. */
import { eventKinds } from '../model/event-kinds.ts'
import { answers, defineEndpoints, needed, pageCursor, pageLimit } from './endpoint.ts'
import {
  closed,
  flag,
  integer,
  limited,
  lineOfText,
  listOf,
  means,
  nullable,
  object,
  oneOf,
  partial,
  text,
} from './schemas.ts'

const tag = 'service'
const access = { administrator: true } as const

const fields = {
  name: limited(lineOfText, { minLength: 1, maxLength: 2_000 }),
  url: means(text, 'Address of the endpoint, by https or http.'),
  kinds: means(listOf(oneOf(eventKinds)), 'Kinds of events; all by default.'),
  entities: means(listOf(text), 'Full names of entities; empty for all.'),
  scenarios: means(listOf(text), 'Default: that of the URL.'),
  enabled: flag,
}
/** An empty list of these would send nothing, ever. */
const atLeastOne = {
  kinds: limited(fields.kinds, { minItems: 1 }),
  scenarios: limited(fields.scenarios, { minItems: 1 }),
}
const storedFields = {
  id: integer,
  ...fields,
  user: means(integer, 'The user with whose rights events are read.'),
  owner: means(text, 'Login name of that user.'),
  fault: means(nullable(text), 'Problem: why the service disabled it, or what its endpoint did not get.'),
  waiting: means(integer, 'Undelivered messages that are being retried.'),
  delivered: means(nullable(text), 'Time of the latest delivery.'),
  created: text,
}
const issued = { secret: means(text, 'The secret that messages are signed with.') }
const stored = object(storedFields)
const delivery = object({
  id: integer,
  kind: means(text, 'A kind of event, `test`, or `gap` if events are missing.'),
  created: text,
  attempts: integer,
  due: means(nullable(text), 'Time of the next attempt; null if it was delivered or has failed finally.'),
  delivered: nullable(text),
  status: nullable(integer),
  answer: means(nullable(text), 'Beginning of the response, or the reason why there was none.'),
})
const path = { webhook: needed('Number of the webhook.', integer) }
const queued = { 202: answers('The message is queued.', object({ delivery: integer })) }

export const webhookEndpoints = defineEndpoints({
  'GET /api/webhooks/': {
    id: 'webhooks',
    tag,
    summary: 'List endpoints that receive events; for superusers of production',
    access,
    answers: { 200: answers('Webhooks.', listOf(stored)) },
  },
  'POST /api/webhooks/': {
    id: 'create_webhook',
    tag,
    summary: 'Create a webhook',
    access,
    body: closed(object({ ...fields, ...atLeastOne }, ['kinds', 'entities', 'scenarios', 'enabled'])),
    answers: {
      201: answers(
        'The webhook with the secret that its messages are signed with, which is not shown again.',
        object({ ...storedFields, ...issued }),
      ),
    },
  },
  'GET /api/webhooks/{webhook}/': {
    id: 'webhook',
    tag,
    summary: 'Get a webhook',
    access,
    path,
    answers: { 200: answers('The webhook.', stored) },
  },
  'PATCH /api/webhooks/{webhook}/': {
    id: 'change_webhook',
    tag,
    summary: 'Change a webhook, or enable it again',
    access,
    path,
    // Clients also send back what they have read, which has no effect; other members are rejected. The handler rejects
    // new values that would send nothing, which an old webhook may have.
    body: closed(partial({ ...storedFields, ...issued })),
    answers: { 200: answers('The webhook.', stored) },
  },
  'DELETE /api/webhooks/{webhook}/': {
    id: 'delete_webhook',
    tag,
    summary: 'Delete a webhook and its deliveries',
    access,
    path,
    answers: { 204: { description: 'Deleted.' } },
  },
  'POST /api/webhooks/{webhook}/secret/': {
    id: 'renew_webhook_secret',
    tag,
    summary: 'Sign messages with a new secret from now on',
    access,
    path,
    answers: { 200: answers('The secret, which is not shown again.', object({ secret: text })) },
  },
  'POST /api/webhooks/{webhook}/test/': {
    id: 'test_webhook',
    tag,
    summary: 'Send a message of the type test',
    access,
    path,
    answers: queued,
  },
  'GET /api/webhooks/{webhook}/deliveries/': {
    id: 'webhook_deliveries',
    tag,
    summary: 'List the deliveries to an endpoint, newest first',
    access,
    path,
    query: {
      limit: pageLimit(500, 50),
      cursor: pageCursor,
    },
    answers: {
      200: answers('Deliveries.', object({ deliveries: listOf(delivery), next: nullable(integer) })),
    },
  },
  'POST /api/webhooks/{webhook}/deliveries/{delivery}/replay/': {
    id: 'replay_delivery',
    tag,
    summary: 'Send a message again, with the same id',
    access,
    path: { ...path, delivery: needed('Number of the delivery.', integer) },
    answers: queued,
  },
})
