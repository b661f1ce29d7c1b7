/** Plans that were stored: the key figures of each, and how much of the data has changed since the last one. */
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

/** When the plan was stored, and what has changed since. */
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
  /** The task that made it; null for one that was accepted. */
  origin: nullable(text),
  figures: figuresShape,
})

export type StoredPlan = Shaped<typeof storedPlanShape>

const historyShape = object({ plans: list(storedPlanShape), next: nullable(number) })

/** The last plan of a scenario; null where none is known. */
export const lastPlanQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario, 'last'],
    queryFn: async ({ signal }): Promise<StoredPlan | null> => {
      const path = withQuery(scenarioPath(scenario, '/api/plan/history/'), { limit: 1 })
      const { plans } = await getJson(path, historyShape, { signal })
      return plans[0] ?? null
    },
  })

/** Plans of which a trend is drawn. */
const mostPlans = 100

/** The last plans, oldest first. */
export const planHistoryQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['plan history', scenario],
    queryFn: async ({ signal }) => {
      const path = withQuery(scenarioPath(scenario, '/api/plan/history/'), { limit: mostPlans })
      const { plans } = await getJson(path, historyShape, { signal })
      return plans.toReversed()
    },
  })
