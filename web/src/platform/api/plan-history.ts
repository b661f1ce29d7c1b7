/** Reads stored plans: the key figures of each, and how much of the data has changed since the last plan. */
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { setPlanClock } from '../formats/instants.ts'
import { type Answer, call } from './endpoints.ts'

export type PlanAge = Answer<'GET /api/plan/current/'>

/** Query for the time at which the plan was stored, and for the changes since then. */
export const planAgeQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan age', scenario],
    queryFn: async ({ signal }) => {
      const age = await call('GET /api/plan/current/', {}, { scenario, signal })
      setPlanClock(scenario, age.now)
      return age
    },
    // A screen reads it first for its clock.
    staleTime: 5_000,
    // Others change data too.
    refetchInterval: 30_000,
  })

/**
 * Reads the current date of the plan of a scenario, before a screen shows what is late or free from now on. Users
 * without the right to view sales orders have the clock of the browser.
 */
export async function readPlanClock(client: QueryClient, scenario: string): Promise<void> {
  const query = planAgeQuery(scenario)
  try {
    const { now } = await client.ensureQueryData({ ...query, retry: false })
    setPlanClock(scenario, now, client.getQueryState(query.queryKey)?.dataUpdatedAt)
  } catch {
    setPlanClock(scenario, undefined)
  }
}

export type StoredPlan = Answer<'GET /api/plan/history/'>['plans'][number]

export type FoundPlan = Answer<'GET /api/plan/comparison/'>['plans'][number]

/** Query for two to five plans side by side, given as `default` or `default@17`; in this order. */
export const comparedPlansQuery = (plans: readonly string[]) =>
  queryOptions({
    // The names of the scenarios are part of the key, because their runs outdate the answer.
    queryKey: ['plan history', 'compared', plans, ...plans.map((plan) => plan.split('@')[0])],
    queryFn: async ({ signal }): Promise<readonly FoundPlan[]> => {
      const query = { plans: plans.join(',') }
      return (await call('GET /api/plan/comparison/', { query }, { signal })).plans
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

/** Query for the stored plan with its key figures; null without one. */
export const storedPlanQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario, 'last'],
    queryFn: async ({ signal }): Promise<StoredPlan | null> => {
      const { plans } = await call('GET /api/plan/history/', { query: { limit: 1 } }, { scenario, signal })
      return plans[0] ?? null
    },
  })
