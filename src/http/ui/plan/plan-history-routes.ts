/** Handlers of the endpoints of stored plans. */
import { planHistoryEndpoints } from '../../../contract/plan-history.ts'
import { readPlanAge } from '../../../planning/history/plan-age.ts'
import { listHistory } from '../../../planning/history/plan-history.ts'
import { readPlanClock } from '../../../planning/reports/plan-clock.ts'
import { RawReply, routesOf } from '../../contract/routes.ts'
import { answerPlanChanges } from './answer-changes.ts'
import { answerComparison } from './answer-comparison.ts'

export const planHistoryRoutes = routesOf(planHistoryEndpoints, {
  'GET /api/plan/current/': async ({ context }) => {
    const [age, now] = await Promise.all([readPlanAge(context), readPlanClock(context)])
    return { ...age, now }
  },

  'GET /api/plan/history/': async ({ context }, { query: { limit, cursor } }) => {
    const before = cursor === 0 ? undefined : cursor
    const found = await listHistory(context, { limit: limit + 1, before })
    const plans = found.slice(0, limit)
    return { plans, next: found.length > limit ? (plans.at(-1)?.id ?? null) : null }
  },

  'GET /api/plan/comparison/': (call, { query }) => answerComparison(call, query),

  'GET /api/plan/{plan}/changes/': async (call, { path }) =>
    new RawReply(await answerPlanChanges(call, path.plan)),
})
