/** Reads the account log: sign-ins, failures, second factors and changes of rights. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call, type Query } from './endpoints.ts'

export type AccountEvent = Answer<'GET /api/audit/accounts/'>['events'][number]

/** Times are in planning time, which has no time zone. */
export type AccountFilter = Omit<Query<'GET /api/audit/accounts/'>, 'cursor' | 'limit'>

/** Numbers of events that the screen and an export read at once. */
const [pageSize, exportPageSize] = [100, 500] as const

export const accountLogQuery = (filter: AccountFilter) =>
  infiniteQueryOptions({
    queryKey: ['account-log', filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/audit/accounts/',
        { query: { ...filter, cursor: pageParam, limit: pageSize } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Returns the events of a filter, newest first, up to `most`. */
export async function readAllEvents(filter: AccountFilter, most: number): Promise<readonly AccountEvent[]> {
  const events: AccountEvent[] = []
  let cursor = 0
  do {
    const query = { ...filter, cursor, limit: exportPageSize }
    const { events: found, next } = await call('GET /api/audit/accounts/', { query }, {})
    events.push(...found)
    cursor = next ?? 0
  } while (cursor !== 0 && events.length < most)
  return events.slice(0, most)
}
