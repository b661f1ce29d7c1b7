/** Reads the messages of the user, and marks them as read. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type Message = Answer<'GET /api/inbox/'>['items'][number]
/** Planned values of a followed record before and after a run. */
export type PlannedChange = NonNullable<Message['changes']>[number]

/** Returns the path of the screen that a message refers to. */
export const messagePlace = ({ route = '', scenario }: Pick<Message, 'route' | 'scenario'>): string =>
  route.startsWith('/app/') ? route : `/app/${encodeURIComponent(scenario)}${route}`

/** Query for the number of unread messages. */
export const unreadQuery = queryOptions({
  queryKey: ['inbox', 'unread'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/inbox/', { query: { unread: true, limit: 1 } }, { signal })).unread,
  staleTime: 10_000,
  // Others write messages too. Every screen asks, so that the session of a user who types without requests lasts.
  refetchInterval: 30_000,
})

/** Query for the messages of the user, in pages. */
export const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['inbox', unread],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/inbox/', { query: { unread, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Marks messages as read; all messages if no ids are given. */
export const markRead = (ids?: readonly string[]): Promise<unknown> =>
  call('POST /api/inbox/read/', { body: ids === undefined ? { all: true } : { ids } })
