/** Reads stored plans: the key figures of each, and how much of the data has changed since the last plan. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { figuresShape } from './plan-trials.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

const ageShape = object({
  stored: nullable(text),
  changeset: nullable(number),
  changes: object({ records: number, changesets: number, last: nullable(text) }),
})

/** Query for the time at which the plan was stored, and for the changes since then. */
export const planAgeQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan age', scenario],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/api/plan/current/'), ageShape, { signal }),
    staleTime: 0,
  })

const storedPlanShape = object({
  id: number,
  time: text,
  user: nullable(text),
  /** Task that made the plan; null for a plan from an accepted trial. */
  origin: nullable(text),
  figures: figuresShape,
})

export type StoredPlan = Shaped<typeof storedPlanShape>

const historyShape = object({ plans: list(storedPlanShape), next: nullable(number) })

/** Query for the last plan of a scenario; null if none is stored. */
export const lastPlanQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario, 'last'],
    queryFn: async ({ signal }): Promise<StoredPlan | null> => {
      const path = withQuery(scenarioPath(scenario, '/api/plan/history/'), { limit: 1 })
      const { plans } = await getJson(path, historyShape, { signal })
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
      const path = withQuery(scenarioPath(scenario, '/api/plan/history/'), { limit: mostPlans })
      const { plans } = await getJson(path, historyShape, { signal })
      return plans.toReversed()
    },
  })
