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
  scenarios: means(listOf(text), 'That of the URL by default.'),
  enabled: flag,
}
const storedFields = {
  id: integer,
  ...fields,
  user: means(integer, 'The user with whose rights events are read.'),
  owner: means(text, 'Login name of that user.'),
  fault: means(
    orNull('string'),
    'What needs a look: why the service disabled it, or that events are missing.',
  ),
  waiting: means(integer, 'Messages that have not arrived yet and are tried again.'),
  delivered: means(orNull('string'), 'When a message arrived last.'),
  created: text,
}
const stored = object(storedFields)
const delivery = object({
  id: integer,
  kind: text,
  created: text,
  attempts: integer,
  due: means(orNull('string'), 'When it is sent next; null once it has arrived, or is given up.'),
  delivered: orNull('string'),
  status: orNull('integer'),
  answer: means(orNull('string'), 'The beginning of the answer, or why there was none.'),
})
const webhook = inPath('webhook', 'Number of the webhook.', integer)
const operation = operationsOf(serviceTag)
const queued = {
  '202': answers('It is sent in a moment.', object({ delivery: integer })),
  ...problems('403', '404'),
}

export const webhookPaths: Readonly<Record<string, Schema>> = {
  '/api/webhooks/': {
    get: operation('webhooks', 'Endpoints that receive events; for superusers of production', {
      responses: { '200': answers('Webhooks.', listOf(stored)), ...problems('403') },
    }),
    post: operation('create_webhook', 'Tell an endpoint of events from now on', {
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
    get: operation('webhook', 'One webhook', {
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
    get: operation('webhook_deliveries', 'What became of the messages to an endpoint, newest first', {
      parameters: [
        query('limit', 'At most so many.', { ...integer, minimum: 1, maximum: 500, default: 50 }),
        query('cursor', 'As `next` of the page before.', integer),
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
