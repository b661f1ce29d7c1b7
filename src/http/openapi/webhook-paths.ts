/** Operations of the OpenAPI document for webhooks. */
import { serviceTag } from './service-paths.ts'
import {
  answers,
  flag,
  inPath,
  integer,
  listOf,
  means,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const fields = {
  name: text,
  url: means(text, 'Address of the endpoint, by https or http.'),
  kinds: means(listOf(text), 'Some of changeset, task, plan, proposal; all by default.'),
  entities: means(listOf(text), 'Full names of entities; empty for all.'),
  scenarios: means(listOf(text), 'Default: that of the URL.'),
  enabled: flag,
}
const storedFields = {
  id: integer,
  ...fields,
  user: means(integer, 'The user with whose rights events are read.'),
  owner: means(text, 'Login name of that user.'),
  fault: means(orNull('string'), 'Problem: why the service disabled it, or that events are missing.'),
  waiting: means(integer, 'Undelivered messages that are being retried.'),
  delivered: means(orNull('string'), 'Time of the latest delivery.'),
  created: text,
}
const stored = object(storedFields)
const delivery = object({
  id: integer,
  kind: text,
  created: text,
  attempts: integer,
  due: means(orNull('string'), 'Time of the next attempt; null if it was delivered or has failed finally.'),
  delivered: orNull('string'),
  status: orNull('integer'),
  answer: means(orNull('string'), 'Beginning of the response, or the reason why there was none.'),
})
const webhook = inPath('webhook', 'Number of the webhook.', integer)
const operation = operationsOf(serviceTag)
const queued = {
  '202': answers('The message is queued.', object({ delivery: integer })),
  ...problems('403', '404'),
}

export const webhookPaths: Readonly<Record<string, Schema>> = {
  '/api/webhooks/': {
    get: operation('webhooks', 'List endpoints that receive events; for superusers of production', {
      responses: { '200': answers('Webhooks.', listOf(stored)), ...problems('403') },
    }),
    post: operation('create_webhook', 'Create a webhook', {
      requestBody: takes(object(fields, ['kinds', 'entities', 'scenarios', 'enabled'])),
      responses: {
        '201': answers(
          'The webhook with the secret that its messages are signed with, which is not shown again.',
          object({ ...storedFields, secret: text }),
        ),
        ...problems('400', '403'),
      },
    }),
  },
  '/api/webhooks/{webhook}/': {
    parameters: [webhook],
    get: operation('webhook', 'Get a webhook', {
      responses: { '200': answers('The webhook.', stored), ...problems('403', '404') },
    }),
    patch: operation('change_webhook', 'Change a webhook, or enable it again', {
      requestBody: takes(object(fields, Object.keys(fields))),
      responses: { '200': answers('The webhook.', stored), ...problems('400', '403', '404') },
    }),
    delete: operation('delete_webhook', 'Delete a webhook and its deliveries', {
      responses: { '204': { description: 'Deleted.' }, ...problems('403', '404') },
    }),
  },
  '/api/webhooks/{webhook}/secret/': {
    parameters: [webhook],
    post: operation('renew_webhook_secret', 'Sign messages with a new secret from now on', {
      responses: {
        '200': answers('The secret, which is not shown again.', object({ secret: text })),
        ...problems('403', '404'),
      },
    }),
  },
  '/api/webhooks/{webhook}/test/': {
    parameters: [webhook],
    post: operation('test_webhook', 'Send a message of the type test', { responses: queued }),
  },
  '/api/webhooks/{webhook}/deliveries/': {
    parameters: [webhook],
    get: operation('webhook_deliveries', 'List the deliveries to an endpoint, newest first', {
      parameters: [
        query('limit', 'Maximum number of results.', { ...integer, minimum: 1, maximum: 500, default: 50 }),
        query('cursor', 'Value of `next` of the previous page.', integer),
      ],
      responses: {
        '200': answers('Deliveries.', object({ deliveries: listOf(delivery), next: orNull('integer') })),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/webhooks/{webhook}/deliveries/{delivery}/replay/': {
    parameters: [webhook, inPath('delivery', 'Number of the delivery.', integer)],
    post: operation('replay_delivery', 'Send a message again, with the same id', { responses: queued }),
  },
}
