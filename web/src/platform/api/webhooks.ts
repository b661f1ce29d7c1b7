/** Manages webhook endpoints that receive events, and reads their deliveries. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type EventKind, eventKinds } from '../../../../src/model/event-kinds.ts'
import { getJson, send, sendJson } from './client.ts'
import { withQuery } from './paths.ts'
import { anything, boolean, list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

const fields = {
  id: number,
  name: text,
  url: text,
  kinds: list(oneOf(...eventKinds)),
  /** Full names; empty for all entities. */
  entities: list(text),
  scenarios: list(text),
  enabled: boolean,
  /** Login name of the user whose permissions determine which events are sent. */
  owner: text,
  /** Problem that requires attention, in the reader's language; null without one. */
  fault: nullable(text),
  created: text,
  /** Number of messages that were not delivered yet and are retried. */
  waiting: number,
  delivered: nullable(text),
}
const webhookShape = object(fields)
const madeShape = object({ ...fields, secret: text })
const secretShape = object({ secret: text })

export type Webhook = Shaped<typeof webhookShape>

export interface WebhookFields {
  readonly name: string
  readonly url: string
  readonly kinds: readonly EventKind[]
  readonly entities: readonly string[]
  readonly scenarios: readonly string[]
  readonly enabled: boolean
}

const root = '/api/webhooks/'
const pathOf = (id: number): string => `${root}${id}/`

export const webhooksKey = ['webhooks']

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => getJson(root, list(webhookShape), { signal }),
})

/** Query for one webhook, repeated every 5 seconds while it is displayed. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => getJson(pathOf(id), webhookShape, { signal }),
    refetchInterval: 5_000,
  })

/** Creates a webhook. The response contains the secret, which cannot be read again. */
export const createWebhook = (webhook: WebhookFields): Promise<Shaped<typeof madeShape>> =>
  sendJson('POST', root, webhook, madeShape)

export const changeWebhook = (id: number, change: Partial<WebhookFields>): Promise<Webhook> =>
  sendJson('PATCH', pathOf(id), change, webhookShape)

export const deleteWebhook = (id: number): Promise<unknown> => send(pathOf(id), { method: 'DELETE' })

export const renewSecret = async (id: number): Promise<string> =>
  (await sendJson('POST', `${pathOf(id)}secret/`, undefined, secretShape)).secret

export const testWebhook = (id: number): Promise<unknown> =>
  sendJson('POST', `${pathOf(id)}test/`, undefined, anything)

export const replayDelivery = (id: number, delivery: number): Promise<unknown> =>
  sendJson('POST', `${pathOf(id)}deliveries/${delivery}/replay/`, undefined, anything)

const deliveryShape = object({
  id: number,
  /** A kind of event, `test`, or `gap` if events are missing. */
  kind: text,
  created: text,
  attempts: number,
  due: nullable(text),
  delivered: nullable(text),
  status: nullable(number),
  answer: nullable(text),
})

export type Delivery = Shaped<typeof deliveryShape>

const pageShape = object({ deliveries: list(deliveryShape), next: nullable(number) })

/** Query for the newest deliveries, in pages. */
export const deliveriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, id, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      getJson(
        withQuery(`${pathOf(id)}deliveries/`, {
          limit: 50,
          ...(pageParam === 0 ? {} : { cursor: pageParam }),
        }),
        pageShape,
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 5_000,
  })
