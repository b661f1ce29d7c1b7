/** Manages webhook endpoints that receive events, and reads their deliveries. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type Webhook = Answer<'GET /api/webhooks/{webhook}/'>
export type WebhookFields = Pick<Webhook, 'name' | 'url' | 'kinds' | 'entities' | 'scenarios' | 'enabled'>
export type Delivery = Answer<'GET /api/webhooks/{webhook}/deliveries/'>['deliveries'][number]

export const webhooksKey = ['webhooks']

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => call('GET /api/webhooks/', {}, { signal }),
})

/** Query for one webhook, repeated every 5 seconds while it is displayed. */
export const webhookQuery = (webhook: number) =>
  queryOptions({
    queryKey: [...webhooksKey, webhook],
    queryFn: ({ signal }) => call('GET /api/webhooks/{webhook}/', { path: { webhook } }, { signal }),
    refetchInterval: 5_000,
  })

/** Creates a webhook. The response contains the secret, which cannot be read again. */
export const createWebhook = (body: WebhookFields): Promise<Answer<'POST /api/webhooks/'>> =>
  call('POST /api/webhooks/', { body })

export const changeWebhook = (webhook: number, body: Partial<WebhookFields>): Promise<Webhook> =>
  call('PATCH /api/webhooks/{webhook}/', { path: { webhook }, body })

export const deleteWebhook = (webhook: number): Promise<undefined> =>
  call('DELETE /api/webhooks/{webhook}/', { path: { webhook } })

export const renewSecret = async (webhook: number): Promise<string> =>
  (await call('POST /api/webhooks/{webhook}/secret/', { path: { webhook } })).secret

export const testWebhook = (webhook: number): Promise<unknown> =>
  call('POST /api/webhooks/{webhook}/test/', { path: { webhook } })

export const replayDelivery = (webhook: number, delivery: number): Promise<unknown> =>
  call('POST /api/webhooks/{webhook}/deliveries/{delivery}/replay/', { path: { webhook, delivery } })

/** Milliseconds between two requests for deliveries; fewer while one waits for its first attempt. */
const pollMs = { usual: 5_000, waiting: 1_000 } as const

const isWaiting = ({ delivered, due, attempts }: Delivery): boolean =>
  delivered === null && due !== null && attempts === 0

/** Query for the newest deliveries, in pages. */
export const deliveriesQuery = (webhook: number) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, webhook, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/webhooks/{webhook}/deliveries/',
        { path: { webhook }, query: { limit: 50, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isWaiting)) === true
        ? pollMs.waiting
        : pollMs.usual,
  })
