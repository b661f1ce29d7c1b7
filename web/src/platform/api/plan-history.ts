/** Reads stored plans: the key figures of each, and how much of the data has changed since the last plan. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type PlanAge = Answer<'GET /api/plan/current/'>

/** Query for the time at which the plan was stored, and for the changes since then. */
export const planAgeQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan age', scenario],
    queryFn: ({ signal }) => call('GET /api/plan/current/', {}, { scenario, signal }),
    staleTime: 0,
    // Others change data too.
    refetchInterval: 30_000,
  })

export type StoredPlan = Answer<'GET /api/plan/history/'>['plans'][number]

/** Query for the last plan of a scenario; null if none is stored. */
export const lastPlanQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario, 'last'],
    queryFn: async ({ signal }): Promise<StoredPlan | null> => {
      const { plans } = await call('GET /api/plan/history/', { query: { limit: 1 } }, { scenario, signal })
      return plans[0] ?? null
    },
  })

/** Maximum number of plans in a trend chart. */
const mostPlans = 100

/** Query for the last plans, oldest first. */
export const planHistoryQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario],
    queryFn: async ({ signal }) => {
      const query = { limit: mostPlans }
      const { plans } = await call('GET /api/plan/history/', { query }, { scenario, signal })
      return plans.toReversed()
    },
  })
