/** Reads the running workers and the live plans of all servers. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

type Answered = Answer<'GET /api/workers/'>
export type RunningWorker = Answered['workers'][number]
export type LivePlan = Answered['live_plans'][number]

const refetchMs = 5_000

export const workersQuery = queryOptions({
  queryKey: ['list-workers'],
  queryFn: ({ signal }) => call('GET /api/workers/', {}, { signal }),
  refetchInterval: refetchMs,
})
